//! Variants of Tiled's files: old JSON, byte-order marks, cuts of one image, parts of images, and many layers.
#![cfg(feature = "tiled")]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::fs;
use std::path::{Path, PathBuf};

use crate::tiled_maps::{cells, colors, load_content, load_files, shown, tileset};
use damselfly::app::{Harness, Options};
use damselfly::assets::{FrameLayout, ImageLayout};
use damselfly::glam::{IVec2, Vec2, vec2};
use damselfly::prelude::*;
use damselfly::tiles::{Tile, TileCollision, TileMap, TiledMap};

const CORPUS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/corpus/tiled/small");
const RED: Color = Color::rgb(255, 0, 0);
const GREEN: Color = Color::rgb(0, 255, 0);
const BLUE: Color = Color::rgb(0, 0, 255);
const YELLOW: Color = Color::rgb(255, 255, 0);
const NONE: Color = Color::BLACK;
/// Attributes of a tileset whose four tiles are the quarters of `four.png`.
const QUARTERS: &str = "firstgid='1' name='quarters' tilewidth='8' tileheight='8'";

/// A folder of map files, with the images of the corpus.
struct MapFolder(PathBuf);

impl MapFolder {
    fn new(name: &str, files: &[(&str, &str)]) -> Self {
        let folder = format!("damselfly-{name}-{}", std::process::id());
        let folder = std::env::temp_dir().join(folder);
        fs::create_dir_all(&folder).unwrap();
        for (file, content) in files {
            fs::write(folder.join(file), content).unwrap();
        }
        for image in ["four.png", "big.png", "strip.png"] {
            fs::copy(Path::new(CORPUS).join(image), folder.join(image)).unwrap();
        }
        Self(folder)
    }
}

impl Drop for MapFolder {
    fn drop(&mut self) {
        drop(fs::remove_dir_all(&self.0));
    }
}

/// Returns the settings of a game of 64 × 64 pixels.
fn app(folder: impl Into<PathBuf>) -> App {
    App::new("Variants", Options::default())
        .pixels(64, 64)
        .asset_root(folder)
}

fn start(app: App, enter: impl FnOnce(&mut Context<'_>) -> Result<(), Error>) -> Harness<'static> {
    Harness::start(app, enter).unwrap_or_else(|error| panic!("{error}"))
}

/// Shows the layers of a map as the example of `TiledMap::load` does, with the map's corner at this pixel.
fn enter(map: &str, corner: Vec2, cx: &mut Context<'_>) -> Result<(), Error> {
    let unit = cx.unit();
    let level = TiledMap::load(map, cx.assets, unit)?;
    let highest = cx.altitudes().end - 1;
    for (altitude, layer) in (0_u16..).zip(level.layers) {
        let altitude = altitude.min(highest);
        cx.altitude_settings_mut(altitude).parallax = layer.parallax;
        let id = cx.spawn(Object {
            kind: "Tiles",
            altitude,
            position: layer.offset + corner / unit,
            tint: layer.tint,
            visible: layer.visible,
            ..Object::default()
        });
        if let Some(mut tiles) = cx.object_mut(id) {
            tiles.set_tiles(layer.map);
        }
    }
    Ok(())
}

const MIDDLE: Vec2 = Vec2::splat(32.0);

#[test]
fn layers_above_the_highest_altitude_keep_their_order() {
    // The layer n has the columns from n on, so the column n shows the layer n if no later layer is painted earlier.
    let row = |layer: usize| {
        let cell = |column: usize| if column < layer { 0 } else { layer % 4 + 1 };
        (0..12)
            .map(|column| cell(column).to_string() + ",")
            .collect::<String>()
    };
    let layer = |number: usize| {
        let row = row(number);
        format!("<layer width='12' height='1'><data encoding='csv'>{row}</data></layer>")
    };
    let layers: String = (0..12).map(layer).collect();
    let tiles =
        tileset("firstgid='1' tilewidth='4' tileheight='8' columns='4'").replace("four", "strip");
    // The four tiles of 4 × 8 pixels come from the first two colours of the image.
    let map =
        format!("<map width='12' height='1' tilewidth='4' tileheight='8'>{tiles}{layers}</map>");
    let folder = MapFolder::new("twelve", &[("map.tmx", &map)]);
    let mut game = start(app(&folder.0).altitudes(6), |cx| {
        enter("map.tmx", vec2(8.0, 32.0), cx)
    });
    game.step();
    let count = |altitude: u16| game.world().objects_at(altitude).count();
    assert_eq!([0, 1, 2, 3, 4, 5].map(count), [1, 1, 1, 1, 1, 7]);
    let points = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11].map(|column| (column * 4 - 24 + 2, 4));
    let expected = [RED, RED, GREEN, GREEN].repeat(3);
    assert_eq!(colors(&mut game, points).to_vec(), expected);
    let mut game = start(app(CORPUS).altitudes(6), |cx| {
        enter("twelve_layers.tmx", MIDDLE, cx)
    });
    game.step();
    assert_eq!(game.world().objects_at(5_u16).count(), 7);
    let points = [(2, 2), (10, 2), (2, 10), (10, 10)];
    assert_eq!(colors(&mut game, points), [RED, GREEN, BLUE, YELLOW]);
    assert_eq!(game.world().refusals(), 0);
}

#[test]
fn every_file_of_a_map_may_begin_with_a_byte_order_mark() {
    let map = "<map width='2' height='2' tilewidth='8' tileheight='8'><tileset firstgid='1' source='SET'/>\
         <layer width='2' height='2'><data encoding='csv'>1,2,3,4</data></layer>\
         <objectgroup><object template='HERO' x='8'/></objectgroup></map>";
    let json_map = json_map("", r#""source":"SET""#, "1,2,3,4", r#""template":"HERO""#);
    let set = "<tileset name='t' tilewidth='8' tileheight='8'><image source='four.png'/></tileset>";
    let json_set =
        r#"{ "type":"tileset", "name":"t", "tilewidth":8, "tileheight":8, "image":"four.png" }"#;
    let hero = "<template><object name='hero' width='3'/></template>";
    let json_hero = r#"{ "type":"template", "object":{ "name":"hero", "width":3 } }"#;
    for (map, set_file, set, hero_file, hero) in [
        (map, "set.tsx", set, "hero.tx", hero),
        (map, "set.tsj", json_set, "hero.tj", json_hero),
        (&*json_map, "set.tsj", json_set, "hero.tj", json_hero),
        (&*json_map, "set.tsx", set, "hero.tj", json_hero),
    ] {
        let map = map.replace("SET", set_file).replace("HERO", hero_file);
        let read = |mark: &str| {
            let [map, set, hero] = [&*map, set, hero].map(|text| format!("{mark}{text}"));
            let files = [("map", &*map), (set_file, &*set), (hero_file, &*hero)];
            load_files("marks", &files).unwrap_or_else(|error| panic!("{set_file}: {error}"))
        };
        let plain = read("");
        assert_eq!(plain.layers[0].map.tiles().count(), 4);
        assert_eq!(format!("{:?}", read("\u{feff}")), format!("{plain:?}"));
        assert_eq!(format!("{:?}", read("\u{feff}\r\n ")), format!("{plain:?}"));
    }
}

/// Returns a map of 2 × 2 cells in JSON. The map, its tileset and its object have these members.
fn json_map(map: &str, tileset: &str, cells: &str, object: &str) -> String {
    format!(
        r#"{{ "type":"map", "width":2, "height":2, "tilewidth":8, "tileheight":8, {map}
           "tilesets":[{{ "firstgid":1, "name":"t", "tilewidth":8, "tileheight":8, {tileset} }}],
           "layers":[{{ "type":"tilelayer", "width":2, "height":2, "data":[{cells}] }},
             {{ "type":"objectgroup", "objects":[{{ "x":8, {object} }}] }}] }}"#
    )
}

#[test]
fn maps_of_another_orientation_are_refused_before_their_other_faults() {
    for orientation in ["staggered", "hexagonal", "isometric", "oblique"] {
        let xml = format!("<map orientation='{orientation}'><tileset source='none.tsx'/></map>");
        let json = format!(
            r#"{{ "type":"map", "orientation":"{orientation}", "tilesets":[{{ "source":"none.tsj" }}] }}"#
        );
        for map in [xml, json] {
            let error = load_files("orientation", &[("map", &map)]).unwrap_err();
            let expected = format!(
                "map: is {orientation}: only orthogonal maps are supported, so choose Orthogonal as its orientation"
            );
            assert_eq!(error.to_string(), expected);
        }
    }
}

#[test]
fn embedded_images_are_refused_by_name_wherever_they_are() {
    const IMAGE: &str = "<image format='png'><data encoding='base64'>AAAA</data></image>";
    let of_set = format!("<tileset name='t' tilewidth='8' tileheight='8'>\n{IMAGE}</tileset>");
    let of_tile = format!("<tileset firstgid='1'>\n\n<tile id='0'>{IMAGE}</tile></tileset>");
    for (content, expected) in [
        (
            format!("<imagelayer name='sky'>{IMAGE}</imagelayer>"),
            "image layer `sky`: line 1: ",
        ),
        (of_tile, "line 3: "),
        (
            "<tileset firstgid='1' source='set.tsx'/>".to_owned(),
            "set.tsx: line 2: ",
        ),
        (
            "<objectgroup name='o'><object template='hero.tx'/></objectgroup>".to_owned(),
            "object layer `o`: hero.tx: set.tsx: line 2: ",
        ),
    ] {
        let map = format!("<map width='2' height='2' tilewidth='8' tileheight='8'>{content}</map>");
        let hero = "<template><tileset firstgid='1' source='set.tsx'/><object gid='1'/></template>";
        let files = [("map.tmx", &*map), ("set.tsx", &of_set), ("hero.tx", hero)];
        let error = load_files("embedded", &files).unwrap_err().to_string();
        let expected = format!(
            "map.tmx: {expected}has an embedded image: save the image to a file of its own"
        );
        assert_eq!(error, expected);
    }
}

#[test]
fn old_json_keeps_properties_of_objects_and_tiles() {
    let tiles = r#""image":"four.png",
        "tileproperties":{ "0":{ "worth":5 }, "1":{ "solid":true } },
        "tiles":{ "0":{ "type":"coin", "animation":[{ "tileid":2, "duration":100 }, { "tileid":3, "duration":50 }] },
                  "3":{ "animation":[{ "tileid":0, "duration":100 }] } }"#;
    let object = r#""id":3, "properties":{ "lives":3, "speed":1.5, "brave":true }"#;
    let map = json_map(r#""properties":{ "music":"x" },"#, tiles, "1,2,3,4", object);
    let map = load_files("old-json", &[("map.tmj", &map)]).unwrap();
    let layer = &map.layers[0];
    // One tile has its properties in one list, and its class and animation in another.
    let data = &layer.tiles[0];
    assert_eq!(
        (data.id, &*data.class, &*data.properties["worth"]),
        (0, "coin", "5")
    );
    let tile_at = |x, y| {
        layer
            .map
            .tile(layer.map.get(IVec2::new(x, y)).unwrap())
            .unwrap()
    };
    let frames = |tile: &Tile| {
        let frames = tile
            .animation
            .iter()
            .map(|frame| (frame.frame, frame.steps));
        frames.collect::<Vec<_>>()
    };
    assert_eq!(frames(tile_at(0, 0)), [(2, 6.0), (3, 3.0)]);
    assert_eq!(
        (frames(tile_at(1, 0)), tile_at(1, 0).collision),
        (vec![], TileCollision::Solid)
    );
    assert_eq!(frames(tile_at(1, 1)), [(0, 6.0)]);
    assert_eq!(map.properties["music"], "x");
    let hero = &map.objects[0];
    let texts = ["lives", "speed", "brave"].map(|name| &*hero.properties[name]);
    assert_eq!((texts, hero.id), (["3", "1.5", "true"], 3));
}

#[test]
fn json_has_offsets_and_transparent_colors_as_xml() {
    let mut game = shown("j_align.tmj");
    game.step();
    // The tiles are displaced by 4 pixels to the right and upwards. The red one is transparent.
    let points = [(5, -3), (13, -3), (5, 5), (13, 5), (2, 2), (13, 13)];
    assert_eq!(
        colors(&mut game, points),
        [NONE, GREEN, BLUE, YELLOW, NONE, NONE]
    );
    for (offset, expected) in [
        (r#""tileoffset":{ "x":4, "y":-8 },"#, vec2(2.0, -2.0)),
        (r#""tileoffset":{ "y":4.0 },"#, vec2(0.0, 1.0)),
        ("", Vec2::ZERO),
    ] {
        let map = json_map(
            "",
            &format!(r#"{offset} "image":"four.png""#),
            "1,2,3,4",
            r#""y":0"#,
        );
        let map = load_files("json-offset", &[("map.tmj", &map)]).unwrap();
        let (_, tile) = map.layers[0].map.tiles().next().unwrap();
        assert_eq!(tile.offset, expected, "{offset}");
    }
}

#[test]
fn a_collection_of_json_may_be_animated() {
    let animation = |frames: [u32; 2]| {
        frames
            .map(|id| format!(r#"{{ "tileid":{id}, "duration":100 }}"#))
            .join(",")
    };
    let [new, old] = [[0, 1], [1, 0]].map(animation);
    let new = format!(
        r#"[{{ "id":0, "image":"big.png", "animation":[{new}] }}, {{ "id":1, "image":"four.png" }}]"#
    );
    let old = format!(
        r#"{{ "0":{{ "image":"four.png", "animation":[{old}] }}, "1":{{ "image":"big.png" }} }}"#
    );
    for tiles in [new, old] {
        let map = json_map("", &format!(r#""tiles":{tiles}"#), "1,1,1,1", r#""y":0"#);
        let folder = MapFolder::new("json-collection", &[("map.tmj", &map)]);
        let mut game = start(app(&folder.0), |cx| enter("map.tmj", MIDDLE, cx));
        // A red image is shown for 100 ms, then an image with four quarters for 100 ms.
        let seen = [1, 6, 6].map(|steps| {
            game.steps(steps);
            colors(&mut game, [(10, 10)])[0]
        });
        assert_eq!(seen, [RED, BLUE, RED], "{tiles}");
    }
}

#[test]
fn parts_of_images_begin_at_the_corner_and_end_inside() {
    let map = |part: &str| {
        let tile = format!("<tile id='0' {part}><image source='four.png'/></tile>");
        format!(
            "<map width='1' height='1' tilewidth='8' tileheight='8'><tileset firstgid='1'>{tile}</tileset>\
             <layer width='1' height='1'><data encoding='csv'>1</data></layer></map>"
        )
    };
    for (part, expected) in [
        ("width='8' height='8'", [RED, NONE]),
        ("x='8' width='8' height='8'", [GREEN, NONE]),
        ("y='8' width='16' height='8'", [BLUE, YELLOW]),
        ("x='0' y='0'", [BLUE, YELLOW]),
    ] {
        let folder = MapFolder::new("parts", &[("map.tmx", &map(part))]);
        let mut game = start(app(&folder.0), |cx| enter("map.tmx", MIDDLE, cx));
        game.step();
        assert_eq!(colors(&mut game, [(2, 2), (10, 2)]), expected, "{part}");
    }
    for part in [
        "x='9' width='8' height='8'",
        "y='16' width='8' height='8'",
        "width='17'",
        "height='0'",
        "x='1'",
    ] {
        let error = load_files("part", &[("map.tmx", &map(part))])
            .unwrap_err()
            .to_string();
        let expected = [
            "map.tmx: line 1: a tile shows [",
            "] of four.png, which has [16, 16]",
        ];
        assert!(
            expected.iter().all(|text| error.contains(text)),
            "{part}: {error}"
        );
    }
}

#[test]
fn a_sprite_of_the_game_with_the_label_of_an_image_stays_uncut() {
    let mut game = start(app(CORPUS), |cx| {
        let image = fs::read(Path::new(CORPUS).join("four.png")).unwrap();
        let layout = ImageLayout::default();
        let own = cx
            .assets
            .add_image_file("four.png", "four.png", &image, &layout)?;
        enter("ok.tmx", MIDDLE, cx)?;
        cx.spawn(
            Object::new("Own")
                .sprite(own)
                .at(vec2(8.0, 8.0) / cx.unit()),
        );
        Ok(())
    });
    game.step();
    let points = [(2, 2), (10, 2), (2, 10), (10, 10)];
    assert_eq!(colors(&mut game, points), [RED, GREEN, BLUE, YELLOW]);
    // The game's sprite is 16 pixels wide, from pixel 0 on.
    let own = [(2, 2), (10, 2), (2, 10), (10, 10)].map(|(x, y)| (x - 32, y - 32));
    assert_eq!(colors(&mut game, own), [RED, GREEN, BLUE, YELLOW]);
}

/// Returns a map of two tiles, the second and the third of nine tiles of 16 pixels, from `wide.png`.
fn map_of_nine(cut: &str) -> String {
    format!(
        "<map width='2' height='1' tilewidth='16' tileheight='16'><tileset firstgid='1' name='nine' tilewidth='16' \
         tileheight='16' tilecount='9' columns='3' {cut}><image source='wide.png'/></tileset>\
         <layer width='2' height='1'><data encoding='csv'>2,3</data></layer></map>"
    )
}

#[test]
fn two_maps_may_cut_one_image_with_different_gaps() {
    for (cuts, corners) in [
        (
            ["spacing='0'", "spacing='8'"],
            [[(16, 0), (32, 0)], [(24, 0), (48, 0)]],
        ),
        (
            ["spacing='8'", "spacing='0'"],
            [[(24, 0), (48, 0)], [(16, 0), (32, 0)]],
        ),
        (
            ["margin='4'", "margin='8'"],
            [[(20, 4), (36, 4)], [(24, 8), (40, 8)]],
        ),
    ] {
        let maps = cuts.map(map_of_nine);
        let folder = MapFolder::new("cuts", &[("one.tmx", &maps[0]), ("two.tmx", &maps[1])]);
        // Each pixel's colour encodes its position.
        let place = |x: u32, y: u32| [x, y, 9].map(|channel| u8::try_from(channel * 3).unwrap());
        let image = image::RgbImage::from_fn(64, 64, |x, y| image::Rgb(place(x, y)));
        image.save(folder.0.join("wide.png")).unwrap();
        let mut game = start(app(&folder.0), |cx| {
            enter("one.tmx", vec2(0.0, 0.0), cx)?;
            enter("two.tmx", vec2(0.0, 32.0), cx)
        });
        game.step();
        let points = [(0, 0), (16, 0), (0, 32), (16, 32)].map(|(x, y)| (x - 32, y - 32));
        let expected = corners.as_flattened().iter().map(|&(x, y)| {
            let [red, green, blue] = place(x, y);
            Color::rgb(red, green, blue)
        });
        assert_eq!(
            colors(&mut game, points).to_vec(),
            expected.collect::<Vec<_>>(),
            "{cuts:?}"
        );
    }
}

#[test]
fn animations_keep_their_times_at_another_step_rate() {
    for rate in [30_u16, 50, 144] {
        let mut game = start(app(CORPUS).steps_per_second(rate), |cx| {
            enter("anim.tmx", MIDDLE, cx)
        });
        for step in 1..=usize::from(rate) * 2 {
            game.step();
            // Each frame lasts 125 ms.
            let frame = step * 8 / usize::from(rate) % 4;
            let expected = [RED, GREEN, BLUE, YELLOW][frame];
            assert_eq!(
                colors(&mut game, [(2, 2)]),
                [expected],
                "step {step} of {rate}/s"
            );
        }
    }
}

#[test]
fn a_slowdown_of_tiles_may_have_a_fraction() {
    for (slowdown, hundredths) in [(7.5, 750), (1.25, 125), (10.0, 1000)] {
        let mut game = start(app(CORPUS), move |cx| {
            let layout = ImageLayout {
                frames: FrameLayout::Grid {
                    columns: 4,
                    rows: 1,
                },
                ..ImageLayout::default()
            };
            let strip = cx.assets.load_image("strip", "strip.png", &layout)?;
            let unit = cx.unit();
            let mut map = TileMap::new(vec2(8.0, 8.0) / unit, 1, 1);
            let tile = map.add(Tile::new(strip).animated([0, 1, 2, 3], slowdown));
            map.set(IVec2::ZERO, Some(tile));
            let id = cx.spawn(Object::new("Tiles").at(MIDDLE / unit));
            cx.object_mut(id).ok_or(Error::game("gone"))?.set_tiles(map);
            Ok(())
        });
        for step in 1..=90_usize {
            game.step();
            let frame = step * 100 / hundredths % 4;
            let expected = [RED, GREEN, BLUE, YELLOW][frame];
            assert_eq!(
                colors(&mut game, [(2, 2)]),
                [expected],
                "step {step} at {slowdown}"
            );
        }
    }
}

#[test]
fn frames_beyond_a_tileset_are_left_out_of_its_animations() {
    let frame = |id: u32| format!("<frame tileid='{id}' duration='100'/>");
    let animation = |ids: &[u32]| ids.iter().map(|id| frame(*id)).collect::<String>();
    for (ids, expected) in [
        (&[1, 9, 2][..], vec![1, 2]),
        (&[4], vec![]),
        (&[3, 65_535], vec![3]),
    ] {
        let tile = format!(
            "<tile id='0'><animation>{}</animation></tile>",
            animation(ids)
        );
        let tiles = tileset(QUARTERS).replace("</tileset>", &(tile + "</tileset>"));
        let layer = "<layer width='1' height='1'><data encoding='csv'>1</data></layer>";
        let map = load_content("frames", &(tiles + layer));
        let (_, tile) = map.layers[0].map.tiles().next().unwrap();
        let frames = tile.animation.iter().map(|frame| frame.frame);
        assert_eq!((frames.collect::<Vec<_>>(), tile.frame), (expected, 0));
    }
}

#[test]
fn the_size_of_an_image_file_counts_and_not_the_stated_one() {
    // Tiled's format has the size only to correct tile numbers after the image has changed.
    for size in [
        "width='8' height='8'",
        "width='64' height='8'",
        "width='0' height='0'",
        "",
    ] {
        let tiles = tileset(QUARTERS).replace("four.png'", &format!("four.png' {size}"));
        let layer = "<layer width='2' height='2'><data encoding='csv'>1,2,3,4</data></layer>";
        let map = load_content("stated", &(tiles + layer));
        let frames = map.layers[0].map.tiles().map(|(_, tile)| tile.frame);
        assert_eq!(frames.collect::<Vec<_>>(), [0, 1, 2, 3], "{size}");
    }
    assert_eq!(cells("image_smaller_said.tmx"), cells("ok.tmx"));
}
