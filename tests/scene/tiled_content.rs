//! Tiled maps with one feature each: units, groups, lists, templates and cells as XML elements. A world unit is 2 × 4 of
//! Tiled's pixels.
#![cfg(feature = "tiled")]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use crate::tiled_maps::{load_content, load_files, tileset};
use std::collections::BTreeMap;

use damselfly::Color;
use damselfly::glam::{Vec2, ivec2, vec2};
use damselfly::tiles::{TiledMap, TiledShape};

/// Attributes of a tileset whose four tiles are the quarters of `four.png`.
const QUARTERS: &str = "firstgid='1' name='quarters' tilewidth='8' tileheight='8'";

#[test]
fn offsets_of_tiles_are_in_world_units() {
    for (offset, expected) in [
        ("<tileoffset x='4' y='-8'/>", vec2(2.0, -2.0)),
        ("<tileoffset x='-3' y='2'/>", vec2(-1.5, 0.5)),
        ("<tileoffset y='4'/>", vec2(0.0, 1.0)),
        ("", Vec2::ZERO),
    ] {
        let tiles = tileset(QUARTERS).replace("<image", &format!("{offset}<image"));
        let layer = "<layer width='1' height='1'><data encoding='csv'>2</data></layer>";
        let map = load_content("tile-offset", &(tiles + layer));
        let (_, tile) = map.layers[0].map.tiles().next().unwrap();
        assert_eq!(tile.offset, expected, "{offset}");
    }
}

#[test]
fn tile_offsets_scale_with_the_size_of_tile_objects() {
    let tiles = tileset(QUARTERS).replace("<image", "<tileoffset x='4' y='-4'/><image");
    let fills = tiles.replace("<tileset", "<tileset tilerendersize='grid'");
    for (tiles, attributes, size, center) in [
        (&tiles, "", vec2(4.0, 2.0), vec2(6.0, 2.0)),
        (
            &tiles,
            "width='16' height='8'",
            vec2(8.0, 2.0),
            vec2(10.0, 2.0),
        ),
        // A quarter turn clockwise around the lower left corner.
        (&tiles, "rotation='90'", vec2(4.0, 2.0), vec2(6.0, 6.0)),
        (
            &fills,
            "width='16' height='16'",
            vec2(8.0, 4.0),
            vec2(10.0, 0.0),
        ),
    ] {
        let object = format!("<object gid='2' x='4' y='16' {attributes}/>");
        let objects = format!("<objectgroup>{object}</objectgroup>");
        let map = load_content("object-offset", &format!("{tiles}{objects}"));
        let object = &map.objects[0];
        assert_eq!(
            (object.size, object.tile.as_ref().unwrap().size),
            (size, Some(vec2(4.0, 2.0)))
        );
        let off = object.center() - center;
        assert!(off.length() < 1e-5, "{attributes}: {}", object.center());
    }
}

#[test]
fn corners_of_polygons_are_in_world_units() {
    let points = "points='0,0 8,-4 3,6'";
    let expected = vec![Vec2::ZERO, vec2(4.0, -1.0), vec2(1.5, 1.5)];
    for (name, shape) in [
        ("polygon", TiledShape::Polygon(expected.clone())),
        ("polyline", TiledShape::Polyline(expected)),
    ] {
        let object = format!("<object x='4' y='4'><{name} {points}/></object>");
        let map = load_content("corners", &format!("<objectgroup>{object}</objectgroup>"));
        assert_eq!(map.objects[0].shape, shape);
        assert_eq!(map.objects[0].position, vec2(2.0, 1.0));
    }
}

#[test]
fn cells_of_chunks_may_be_xml_elements() {
    let cells = |numbers: [u32; 4]| {
        let cell = |number: u32| match number {
            0 => "<tile/>".to_owned(),
            _ => format!("<tile gid='{number}'/>"),
        };
        numbers.map(cell).concat()
    };
    let chunk = |x: i32, numbers| {
        let cells = cells(numbers);
        format!("<chunk x='{x}' y='-2' width='2' height='2'>{cells}</chunk>")
    };
    let layer =
        |content: &str| format!("<layer width='2' height='2'><data>{content}</data></layer>");
    let frames = |map: &TiledMap, y: i32| {
        let map = &map.layers[0].map;
        let cells = 0..map.size().x;
        let frame = |x| {
            map.get(ivec2(x, y))
                .and_then(|id| map.tile(id))
                .map(|tile| tile.frame)
        };
        cells.map(frame).collect::<Vec<_>>()
    };
    let chunks = chunk(-2, [1, 2, 0, 4]) + &chunk(0, [3, 0, 1, 1]);
    let map = format!(
        "<map infinite='1' width='2' height='2' tilewidth='8' tileheight='8'>{}{}</map>",
        tileset(QUARTERS),
        layer(&chunks)
    );
    let map = load_files("xml-chunks", &[("map.tmx", &map)]).unwrap();
    assert_eq!((map.origin, map.size), (ivec2(-2, -2), ivec2(4, 2)));
    assert_eq!(frames(&map, 0), [Some(0), Some(1), Some(2), None]);
    assert_eq!(frames(&map, 1), [None, Some(3), Some(0), Some(0)]);
    let map = load_content(
        "xml-cells",
        &(tileset(QUARTERS) + &layer(&cells([0, 4, 3, 2]))),
    );
    assert_eq!(frames(&map, 0), [None, Some(3)]);
    assert_eq!(frames(&map, 1), [Some(2), Some(1)]);
}

#[test]
fn layers_inherit_parallax_and_visibility_of_their_groups() {
    for (outer, inner, own, parallax, visible) in [
        ("parallaxx='0.5'", "", "", 0.5, true),
        (
            "parallaxx='0.5'",
            "parallaxx='0.5'",
            "parallaxx='3'",
            0.75,
            true,
        ),
        ("parallaxx='-1'", "", "parallaxx='0.25'", -0.25, true),
        ("visible='0'", "", "", 1.0, false),
        ("", "visible='0'", "visible='1'", 1.0, false),
        ("visible='1'", "", "visible='0'", 1.0, false),
        ("", "", "", 1.0, true),
    ] {
        let layers = format!(
            "<layer width='2' height='2' {own}><data/></layer>
             <imagelayer {own}><image source='four.png'/></imagelayer>
             <objectgroup {own}><object/><object visible='0'/></objectgroup>"
        );
        let groups = format!("<group {outer}><group {inner}>{layers}</group></group>");
        let map = load_content("groups", &groups);
        let case = (outer, inner, own);
        let found = map
            .layers
            .iter()
            .map(|layer| (layer.parallax, layer.visible));
        assert_eq!(
            found.collect::<Vec<_>>(),
            [(parallax, visible); 2],
            "{case:?}"
        );
        let objects = map.objects.iter().map(|object| object.visible);
        assert_eq!(objects.collect::<Vec<_>>(), [visible, false], "{case:?}");
    }
}

#[test]
fn lists_become_properties_for_each_element() {
    let expected = [
        ("loot.0", "coin"),
        ("loot.1", "7"),
        ("loot.2.0", "a"),
        ("loot.2.1", "b"),
        ("other", "1"),
    ];
    let xml = "<properties><property name='loot' type='list'>
         <item type='string' value='coin'/><item type='int' value='7'/>
         <item type='list'><item value='a'/><item value='b'/></item>
         </property><property name='other' type='int' value='1'/></properties>";
    let json = r#"{ "type":"map", "width":2, "height":2, "tilewidth":8, "tileheight":8, "layers":[], "properties":[
        { "name":"loot", "type":"list", "value":[ { "type":"string", "value":"coin" }, { "type":"int", "value":7 },
          { "type":"list", "value":[ { "value":"a" }, { "value":"b" } ] } ] },
        { "name":"other", "type":"int", "value":1 } ] }"#;
    let maps = [
        load_content("lists", xml),
        load_files("lists-json", &[("map.tmj", json)]).unwrap(),
    ];
    for map in maps {
        let found = map
            .properties
            .iter()
            .map(|(name, value)| (&**name, &**value));
        assert_eq!(found.collect::<Vec<_>>(), expected);
    }
}

/// Returns a map with an object of a template. The template and the map number tiles of different sizes from 1.
fn with_template(name: &str, object: &str) -> TiledMap {
    let template = format!(
        "<template>{}<object gid='2' name='hero' width='8' height='8'><properties><property name='lives' value='3'/>
         <property name='speed' value='1.5'/><property name='loot' type='list'><item value='coin'/><item value='gem'/></property>
         </properties><polygon points='0,0 8,0 0,8'/></object></template>",
        tileset(QUARTERS)
    );
    let own = tileset("firstgid='1' name='halves' tilewidth='16' tileheight='8'");
    let map = format!(
        "<map width='2' height='2' tilewidth='8' tileheight='8'>{own}<objectgroup>{object}</objectgroup></map>"
    );
    load_files(name, &[("map.tmx", &map), ("hero.tx", &template)]).unwrap()
}

#[test]
fn tiles_of_a_template_are_of_its_own_tilesets() {
    for (gid, size, frame) in [
        ("", [8, 8], 1),
        ("gid='2'", [16, 8], 1),
        ("gid='1'", [16, 8], 0),
    ] {
        let map = with_template(
            "template-tiles",
            &format!("<object template='hero.tx' {gid}/>"),
        );
        let tile = map.objects[0].tile.as_ref().unwrap();
        let size = Vec2::from(size.map(|side: u8| f32::from(side)));
        assert_eq!(
            (tile.size, tile.frame),
            (Some(size / vec2(2.0, 4.0)), frame),
            "{gid}"
        );
    }
}

#[test]
fn objects_replace_whole_lists_of_their_template() {
    for (own, expected) in [
        ("", &["coin", "gem"][..]),
        (
            "<property name='loot' type='list'><item value='key'/></property>",
            &["key"],
        ),
        ("<property name='loot' type='list'/>", &[]),
    ] {
        let own = format!("<object template='hero.tx'><properties>{own}</properties></object>");
        let map = with_template("template-lists", &own);
        let texts = map.objects[0].properties.iter();
        let loot = texts.filter(|(name, _)| name.starts_with("loot."));
        let loot: Vec<_> = loot.map(|(_, item)| &**item).collect();
        assert_eq!(loot, expected, "{own}");
    }
}

#[test]
fn objects_replace_children_of_their_template() {
    let lives = "<properties><property name='lives' value='9'/></properties>";
    let line = "<polygon points='0,0 2,4'/>";
    for (own, properties, corners) in [
        ("", ["3", "1.5"], 3),
        (lives, ["9", "1.5"], 3),
        (line, ["3", "1.5"], 2),
        (&*format!("{lives}{line}"), ["9", "1.5"], 2),
    ] {
        let map = with_template(
            "template-children",
            &format!("<object template='hero.tx'>{own}</object>"),
        );
        let object = &map.objects[0];
        let found = ["lives", "speed"].map(|name| &*object.properties[name]);
        assert_eq!((found, &*object.name), (properties, "hero"), "{own}");
        let is_right =
            matches!(&object.shape, TiledShape::Polygon(found) if found.len() == corners);
        assert!(is_right, "{own}: {:?}", object.shape);
    }
}

#[test]
fn object_layers_and_groups_keep_class_properties_and_order() {
    let properties =
        |value: &str| format!("<properties><property name='music' value='{value}'/></properties>");
    let tiles = "<layer width='2' height='2'><data/></layer>";
    let content = format!(
        "{}<objectgroup name='below' class='back'>{}<object/><object/></objectgroup>{tiles}
         <group name='outer' class='cave' opacity='0.5'>{}{tiles}
         <group name='inner' visible='0' parallaxx='0.5'>{}
         <objectgroup name='things' class='items' opacity='0.5' tintcolor='#ff0000'>{}<object/></objectgroup></group>
         {tiles}</group><objectgroup name='above'/>",
        properties("of map"),
        properties("of below"),
        properties("of outer"),
        properties("of inner"),
        properties("of things"),
    );
    let xml = load_content("object-layers", &content);
    let json = r##"{ "type":"map", "width":2, "height":2, "tilewidth":8, "tileheight":8,
        "properties":[ { "name":"music", "value":"of map" } ], "layers":[
        { "type":"objectgroup", "name":"below", "class":"back", "objects":[ {}, {} ],
          "properties":[ { "name":"music", "value":"of below" } ] },
        { "type":"tilelayer", "width":2, "height":2 },
        { "type":"group", "name":"outer", "class":"cave", "opacity":0.5,
          "properties":[ { "name":"music", "value":"of outer" } ], "layers":[
            { "type":"tilelayer", "width":2, "height":2 },
            { "type":"group", "name":"inner", "visible":false, "parallaxx":0.5,
              "properties":[ { "name":"music", "value":"of inner" } ], "layers":[
                { "type":"objectgroup", "name":"things", "class":"items", "opacity":0.5, "tintcolor":"#ff0000",
                  "properties":[ { "name":"music", "value":"of things" } ], "objects":[ {} ] } ] },
            { "type":"tilelayer", "width":2, "height":2 } ] },
        { "type":"objectgroup", "name":"above", "objects":[] } ] }"##;
    let json = load_files("object-layers-json", &[("map.tmj", json)]).unwrap();
    for map in [xml, json] {
        let music =
            |texts: &BTreeMap<String, String>| texts.get("music").cloned().unwrap_or_default();
        let groups = map.groups.iter().map(|group| {
            (
                &*group.name,
                &*group.class,
                group.group,
                music(&group.properties),
            )
        });
        assert_eq!(
            groups.collect::<Vec<_>>(),
            [
                ("outer", "cave", None, "of outer".to_owned()),
                ("inner", "", Some(0), "of inner".to_owned())
            ]
        );
        let layers = map.layers.iter().map(|layer| layer.group);
        assert_eq!(layers.collect::<Vec<_>>(), [None, Some(0), Some(0)]);
        let layers = map.object_layers.iter().map(|layer| {
            let what = (&*layer.name, &*layer.class, music(&layer.properties));
            (what, layer.objects.clone(), layer.below, layer.group)
        });
        assert_eq!(
            layers.collect::<Vec<_>>(),
            [
                (("below", "back", "of below".to_owned()), 0..2, 0, None),
                (
                    ("things", "items", "of things".to_owned()),
                    2..3,
                    2,
                    Some(1)
                ),
                (("above", "", String::new()), 3..3, 3, None),
            ]
        );
        let things = &map.object_layers[1];
        let style = (things.tint, things.parallax, things.visible);
        assert_eq!(style, (Color::rgba(255, 0, 0, 64), 0.5, false));
        assert_eq!(map.properties["music"], "of map");
    }
}

#[test]
fn a_map_has_its_background_class_and_parallax_origin() {
    for (attributes, background, origin) in [
        ("", None, Vec2::ZERO),
        ("backgroundcolor=''", None, Vec2::ZERO),
        (
            "backgroundcolor='#102030'",
            Some(Color::rgb(16, 32, 48)),
            Vec2::ZERO,
        ),
        (
            "backgroundcolor='#80102030'",
            Some(Color::rgba(16, 32, 48, 128)),
            Vec2::ZERO,
        ),
        (
            "parallaxoriginx='-8' parallaxoriginy='6'",
            None,
            vec2(-4.0, 1.5),
        ),
        ("parallaxoriginy='1e1'", None, vec2(0.0, 2.5)),
    ] {
        let map = format!(
            "<map class='cave' width='2' height='2' tilewidth='8' tileheight='8' {attributes}/>"
        );
        let map = load_files("map-attributes", &[("map.tmx", &map)]).unwrap();
        let found = (&*map.class, map.background, map.parallax_origin);
        assert_eq!(found, ("cave", background, origin), "{attributes}");
    }
    let json = r##"{ "type":"map", "class":"cave", "width":2, "height":2, "tilewidth":8, "tileheight":8, "layers":[],
        "backgroundcolor":"#102030", "parallaxoriginx":-8, "parallaxoriginy":6 }"##;
    let map = load_files("map-attributes-json", &[("map.tmj", json)]).unwrap();
    let found = (&*map.class, map.background, map.parallax_origin);
    assert_eq!(
        found,
        ("cave", Some(Color::rgb(16, 32, 48)), vec2(-4.0, 1.5))
    );
    for (attribute, expected) in [
        (
            "backgroundcolor='red'",
            "expected `backgroundcolor` as #rrggbb",
        ),
        (
            "parallaxoriginx='x'",
            "`parallaxoriginx` of `map`: expected a number",
        ),
    ] {
        let map = format!("<map width='2' height='2' tilewidth='8' tileheight='8' {attribute}/>");
        let error = load_files("map-attributes-wrong", &[("map.tmx", &map)]).unwrap_err();
        assert!(error.to_string().contains(expected), "{error}");
    }
}

#[test]
fn a_json_tileset_without_a_type_is_read() {
    let map = r#"{ "width":2, "height":2, "tilewidth":8, "tileheight":8, "tilesets":[ { "firstgid":1, "source":"a.json" } ],
        "layers":[ { "type":"tilelayer", "width":2, "height":2, "data":[1, 2, 3, 4.0] } ] }"#;
    let tileset = r#"{ "name":"quarters", "tilewidth":8, "tileheight":8, "image":"four.png" }"#;
    let map = load_files("old-json", &[("map.json", map), ("a.json", tileset)]).unwrap();
    let frames = map.layers[0].map.tiles().map(|(_, tile)| tile.frame);
    assert_eq!(frames.collect::<Vec<_>>(), [0, 1, 2, 3]);
}

#[test]
fn files_that_are_no_map_are_refused_with_a_remedy() {
    let tileset = tileset(QUARTERS);
    for (file, text, expected) in [
        (
            "a.tmx",
            "",
            "is empty or is not a file of Tiled: save it again in Tiled",
        ),
        (
            "a.tmx",
            "\n<!-- nothing -->\n",
            "is empty or is not a file of Tiled",
        ),
        ("a.tmx", "hello", "is empty or is not a file of Tiled"),
        ("a.tmj", "[1, 2]", "is empty or is not a file of Tiled"),
        (
            "a.tmj",
            "{}",
            "is `object`, expected `map`: save it as a map in Tiled",
        ),
        (
            "a.tmj",
            r#"{"name":"x","tiles":[{"id":1}]}"#,
            "is `object`, expected `map`",
        ),
        (
            "a.tmj",
            r#"{"type":"tileset","tilewidth":8}"#,
            "is `tileset`, expected `map`",
        ),
        ("a.tmx", &*tileset, "is `tileset`, expected `map`"),
        ("a.tmx", "<html/>", "is `html`, expected `map`"),
    ] {
        let error = load_files("no-map", &[(file, text)])
            .unwrap_err()
            .to_string();
        assert!(
            error.starts_with(&format!("{file}: is ")) && error.contains(expected),
            "{error}"
        );
    }
    let map = |content: &str| {
        format!("<map width='2' height='2' tilewidth='8' tileheight='8'>{content}</map>")
    };
    let set = map("<tileset firstgid='1' source='other.tsx'/>");
    let hero = map("<objectgroup><object template='other.tsx'/></objectgroup>");
    for (map, other, expected) in [
        (
            &set,
            "<map/>",
            "is `map`, expected `tileset`: save it as a tileset in Tiled",
        ),
        (&set, "", "is empty or is not a file of Tiled"),
        (&set, "{}", "is `object`, expected `tileset`"),
        (
            &hero,
            &*tileset,
            "is `tileset`, expected `template`: save it as a template in Tiled",
        ),
        (
            &hero,
            "<template/>",
            "has no object: save an object as a template in Tiled again",
        ),
    ] {
        let files = [("map.tmx", &**map), ("other.tsx", other)];
        let error = load_files("no-tileset", &files).unwrap_err().to_string();
        assert!(
            error.contains("other.tsx: ") && error.contains(expected),
            "{error}"
        );
    }
}
