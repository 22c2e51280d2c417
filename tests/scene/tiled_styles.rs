//! Settings of objects, texts, lists and tilesets in Tiled maps. A world unit is 2 × 4 of Tiled's pixels.
#![cfg(feature = "tiled")]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use crate::tiled_maps::{load_content, load_files, tileset};
use damselfly::Color;
use damselfly::glam::vec2;
use damselfly::scene::Blend;
use damselfly::tiles::{TiledAlign, TiledMap, TiledShape};
use proptest::prelude::*;

const QUARTERS: &str = "firstgid='1' name='quarters' tilewidth='8' tileheight='8'";

/// Loads a map of JSON with these members.
fn of_json(name: &str, members: &str) -> TiledMap {
    let map = format!(
        r#"{{ "width":2, "height":2, "tilewidth":8, "tileheight":8, {members}, "type":"map" }}"#
    );
    load_files(name, &[("map.tmj", &map)]).unwrap()
}

proptest! {
    // Heights repeat, so that objects of one height keep their order.
    #[test]
    fn objects_are_listed_in_the_order_of_painting(
        heights in prop::collection::vec(-3_i16..3, 0..12),
        is_manual: bool,
        id in any::<u32>(),
    ) {
        let objects = heights.iter().enumerate();
        let objects = objects.map(|(id, y)| format!("<object id='{id}' y='{y}'/>"));
        let order = if is_manual { "draworder='index'" } else { "" };
        let content = format!("<objectgroup {order}>{}</objectgroup>", objects.collect::<String>());
        let map = load_content(&format!("order-{id}"), &content);
        // The oracle removes the highest object, and of these the first one, again and again.
        let mut left: Vec<_> = (0_u32..).zip(heights).collect();
        let mut expected = Vec::new();
        while !left.is_empty() {
            let highest = left.iter().map(|(_, y)| *y).min();
            let next = left.iter().position(|(_, y)| is_manual || Some(*y) == highest);
            expected.push(left.remove(next.unwrap()).0);
        }
        let found: Vec<_> = map.objects.iter().map(|object| object.id).collect();
        prop_assert_eq!(found, expected);
    }
}

#[test]
fn objects_have_the_tint_and_blend_mode_of_their_layer() {
    let xml = load_content(
        "object-styles",
        "<group opacity='0.5' mode='multiply'><objectgroup tintcolor='#ff0000' mode='add'>
         <object/><object opacity='0.5'/></objectgroup></group><objectgroup><object opacity='0.5'/></objectgroup>
         <objectgroup mode='multiply'><object/></objectgroup><objectgroup mode='screen'/>",
    );
    let json = of_json(
        "object-styles-json",
        r##""layers":[ { "type":"group", "opacity":0.5, "mode":"multiply", "layers":[
            { "type":"objectgroup", "tintcolor":"#ff0000", "mode":"add", "objects":[ {}, { "opacity":0.5 } ] } ] },
            { "type":"objectgroup", "objects":[ { "opacity":0.5 } ] },
            { "type":"objectgroup", "mode":"multiply", "objects":[ {} ] },
            { "type":"objectgroup", "mode":"screen", "objects":[] } ]"##,
    );
    for map in [xml, json] {
        let found: Vec<_> = map
            .objects
            .iter()
            .map(|object| (object.tint, object.blend))
            .collect();
        let expected = [
            (Color::rgba(255, 0, 0, 128), Blend::Additive),
            (Color::rgba(255, 0, 0, 64), Blend::Additive),
            (Color::rgba(255, 255, 255, 128), Blend::Alpha),
            (Color::WHITE, Blend::Multiply),
        ];
        assert_eq!(found, expected);
        let layers: Vec<_> = map.object_layers.iter().map(|layer| layer.blend).collect();
        assert_eq!(
            layers,
            [
                Blend::Additive,
                Blend::Alpha,
                Blend::Multiply,
                Blend::Screen
            ]
        );
    }
}

#[test]
fn texts_have_the_style_of_tiled() {
    let xml = load_content(
        "texts",
        "<objectgroup><object><text>plain</text></object><object>
         <text fontfamily='Serif' pixelsize='9' wrap='1' color='#8000ff00' bold='1' italic='1' underline='1' strikeout='1'
          kerning='0' halign='justify' valign='bottom'>rich</text></object></objectgroup>",
    );
    let json = of_json(
        "texts-json",
        r##""layers":[ { "type":"objectgroup", "objects":[ { "text":{ "text":"plain" } }, { "text":{
            "text":"rich", "fontfamily":"Serif", "pixelsize":9, "wrap":true, "color":"#8000ff00", "bold":true,
            "italic":true, "underline":true, "strikeout":true, "kerning":false, "halign":"justify", "valign":"bottom"
        } } ] } ]"##,
    );
    for map in [xml, json] {
        let [plain, rich] = [0, 1].map(|object| match &map.objects[object].shape {
            TiledShape::Text(text) => text.clone(),
            other => panic!("{other:?}"),
        });
        assert_eq!(
            (&*plain.text, &*plain.font_family, plain.pixel_size),
            ("plain", "sans-serif", 16)
        );
        assert_eq!(
            (plain.color, plain.halign, plain.valign),
            (Color::BLACK, TiledAlign::Start, TiledAlign::Start)
        );
        let boxes = |text: &damselfly::tiles::TiledText| {
            [
                text.wrap,
                text.bold,
                text.italic,
                text.underline,
                text.strikeout,
                text.kerning,
            ]
        };
        assert_eq!(boxes(&plain), [false, false, false, false, false, true]);
        assert_eq!(
            (&*rich.text, &*rich.font_family, rich.pixel_size),
            ("rich", "Serif", 9)
        );
        assert_eq!(rich.color, Color::rgba(0, 255, 0, 128));
        assert_eq!(
            (rich.halign, rich.valign),
            (TiledAlign::Justify, TiledAlign::End)
        );
        assert_eq!(boxes(&rich), [true, true, true, true, true, false]);
    }
}

#[test]
fn tilesets_keep_their_class_and_properties() {
    let property = |value: &str| {
        format!("<properties><property name='biome' value='{value}'/></properties><image")
    };
    let of =
        |attributes: &str, value: &str| tileset(attributes).replace("<image", &property(value));
    let map = format!(
        "<map width='2' height='2' tilewidth='8' tileheight='8'>{}{}
         <objectgroup><object template='a.tx'/><object template='b.tx'/></objectgroup></map>",
        of(
            "firstgid='5' name='cave' class='dark' tilewidth='8' tileheight='8'",
            "stone"
        ),
        of(QUARTERS, "grass"),
    );
    // The template has a tileset of the map, and one of its own.
    let template = |tiles: String| format!("<template>{tiles}<object gid='1'/></template>");
    let files = [
        ("map.tmx", &*map),
        ("a.tx", &template(of(QUARTERS, "grass"))),
        ("b.tx", &template(of(QUARTERS, "ice"))),
    ];
    let map = load_files("tilesets", &files).unwrap();
    let found = map.tilesets.iter().map(|tileset| {
        (
            &*tileset.name,
            &*tileset.class,
            &*tileset.properties["biome"],
        )
    });
    let expected = [
        ("quarters", "", "grass"),
        ("cave", "dark", "stone"),
        ("quarters", "", "ice"),
    ];
    assert_eq!(found.collect::<Vec<_>>(), expected);
}

#[test]
fn lists_in_classes_and_old_properties_are_read() {
    let expected = [
        ("loot.items.0", "coin"),
        ("loot.items.1.0", "7"),
        ("loot.lid.items", "1"),
        ("loot.lid.shut", "true"),
    ];
    let class = r#"{ "items":[ { "type":"string", "value":"coin" }, { "type":"list", "value":[ { "value":7 } ] } ],
        "lid":{ "items":1, "shut":true } }"#;
    let xml = "<properties><property name='loot' type='class'><properties>
         <property name='items' type='list'><item value='coin'/><item type='list'><item value='7'/></item></property>
         <property name='lid' type='class'><properties><property name='items' value='1'/><property name='shut' value='true'/>
         </properties></property></properties></property></properties>";
    let old_class = r#"{ "items":[ "coin", [ 7 ] ], "lid":{ "items":1, "shut":true } }"#;
    for map in [
        load_content("classes", xml),
        of_json(
            "classes-json",
            &format!(r#""properties":[ {{ "name":"loot", "type":"class", "value":{class} }} ]"#),
        ),
        of_json(
            "classes-old",
            &format!(r#""properties":{{ "loot":{old_class} }}"#),
        ),
        of_json(
            "classes-mixed",
            &format!(r#""properties":{{ "loot":{class} }}"#),
        ),
    ] {
        let found = map
            .properties
            .iter()
            .map(|(name, value)| (&**name, &**value));
        assert_eq!(found.collect::<Vec<_>>(), expected);
    }
    let tiles = r#""tilesets":[ { "name":"t", "tilewidth":8, "tileheight":8, "image":"four.png",
        "tileproperties":{ "0":{ "data":"x", "tiles":[ 1 ] } } } ],
        "layers":[ { "type":"tilelayer", "width":1, "height":1, "data":[1] } ]"#;
    let map = of_json("tiles-old", tiles);
    assert_eq!(map.layers[0].tiles[0].properties["data"], "x");
}

#[test]
fn null_in_json_counts_as_a_missing_member() {
    let members = |with_null: bool| {
        let null = |member: &str| match with_null {
            true => format!(r#""{member}":null,"#),
            false => String::new(),
        };
        format!(
            r#"{}{}"layers":[ {{ {}{}{}"type":"objectgroup", "objects":[ {{ {}{}"id":3 }} ] }} ],
            "properties":[ {{ {}"name":"a" }} ]"#,
            null("class"),
            null("tilesets"),
            null("opacity"),
            null("name"),
            null("properties"),
            null("polygon"),
            null("gid"),
            null("value"),
        )
    };
    let [plain, map] = [("null-none", false), ("null-all", true)]
        .map(|(name, with_null)| of_json(name, &members(with_null)));
    assert_eq!(format!("{map:?}"), format!("{plain:?}"));
    assert_eq!(map.properties["a"], "");
    let map = of_json(
        "null-values",
        r#""properties":[ { "name":"a", "value":{ "b":null } }, { "name":"c", "value":[ null, 1 ] } ]"#,
    );
    let found = map
        .properties
        .iter()
        .map(|(name, value)| (&**name, &**value));
    assert_eq!(
        found.collect::<Vec<_>>(),
        [("a.b", ""), ("c.0", ""), ("c.1", "1")]
    );
}

#[test]
fn lists_of_json_refuse_elements_without_meaning() {
    let cells = |cell: &str| {
        format!(
            r#""layers":[ {{ "type":"tilelayer", "width":2, "height":1, "data":[ 1, {cell} ] }} ]"#
        )
    };
    for (members, list, expected) in [
        (r#""layers":[ null ]"#, "layers", "objects"),
        (
            r#""layers":[ { "type":"objectgroup", "objects":[ 3 ] } ]"#,
            "objects",
            "objects",
        ),
        (r#""properties":[ "a" ]"#, "properties", "objects"),
        (&*cells("null"), "data", "numbers"),
        (&cells("true"), "data", "numbers"),
        (&cells("[]"), "data", "numbers"),
        (&cells("\"2\""), "data", "numbers"),
    ] {
        let map = format!(
            "{{ \"type\":\"map\", \"width\":2, \"height\":2, \"tilewidth\":8, \"tileheight\":8,\n{members} }}"
        );
        let error = load_files("bad-lists", &[("map.tmj", &map)])
            .unwrap_err()
            .to_string();
        let is_right = error.starts_with(&format!("map.tmj: line 2: `{list}` has "))
            && error.ends_with(&format!(
                "in its list: expected {expected}, so save it again in Tiled"
            ));
        assert!(is_right, "{members}: {error}");
    }
}

#[test]
fn an_image_layer_without_an_image_keeps_its_properties() {
    let map = load_content(
        "no-image",
        "<imagelayer name='sky' class='weather'><properties><property name='rain' value='1'/></properties></imagelayer>",
    );
    let sky = &map.layers[0];
    assert_eq!(
        (&*sky.name, &*sky.class, &*sky.properties["rain"]),
        ("sky", "weather", "1")
    );
    assert_eq!(sky.map.tiles().count(), 0);
}

#[test]
fn a_layer_lies_at_its_position_in_cells() {
    let tiles = |x: i32, y: i32| {
        format!("<layer x='{x}' y='{y}' offsetx='2' width='2' height='2'><data/></layer>")
    };
    let map = load_content("positions", &(tiles(0, 0) + &tiles(1, -2)));
    let offsets: Vec<_> = map.layers.iter().map(|layer| layer.offset).collect();
    assert_eq!(offsets, [vec2(1.0, 0.0), vec2(5.0, -4.0)]);
}
