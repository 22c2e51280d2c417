//! Tests that Tiled's maps are read correctly.

use std::fs;

use glam::{IVec2, Vec2, ivec2, vec2};

use super::TiledMap;
use crate::assets::{AssetSettings, Assets};
use crate::base::color::Color;
use crate::files::Scratch;
use crate::tiles::{Tile, TileCollision, TileFrame};

const LEVEL: &str = include_str!("../../../tests/corpus/tiled/level.tmx");
const LEVEL_ZLIB: &str = include_str!("../../../tests/corpus/tiled/level_zlib.tmx");
const LEVEL_GZIP: &str = include_str!("../../../tests/corpus/tiled/level_gzip.tmx");
const GROUND: &str = include_str!("../../../tests/corpus/tiled/ground.tsx");
const LEVEL_JSON: &str = include_str!("../../../tests/corpus/tiled/level.tmj");
const GROUND_JSON: &str = include_str!("../../../tests/corpus/tiled/ground.tsj");
const IMAGE: &[u8] = include_bytes!("../../../tests/corpus/tiled/tiles.png");

fn assets(folder: &Scratch) -> Assets {
    Assets::new(AssetSettings {
        root: Some(folder.path("")),
        ..AssetSettings::default()
    })
}

/// Returns a folder with two subfolders, as in a project: `sets` with the tilesets of the corpus and their image, and
/// an empty `maps`.
fn folder(name: &str) -> Scratch {
    let folder = Scratch::new(name);
    for part in ["maps", "sets"] {
        fs::create_dir(folder.path(part)).unwrap();
    }
    fs::write(folder.path("sets/tiles.png"), IMAGE).unwrap();
    fs::write(folder.path("sets/ground.tsx"), GROUND).unwrap();
    fs::write(folder.path("sets/ground.tsj"), GROUND_JSON).unwrap();
    folder
}

fn level() -> String {
    in_folders(LEVEL)
}

fn in_folders(text: &str) -> String {
    text.replace("source=\"ground.tsx\"", "source=\"../sets/ground.tsx\"")
}

fn level_json() -> String {
    LEVEL_JSON.replace("\"ground.tsj\"", "\"../sets/ground.tsj\"")
}

fn load(folder: &Scratch, assets: &mut Assets, text: &[u8]) -> Result<TiledMap, String> {
    fs::write(folder.path("maps/level.tmx"), text).unwrap();
    let loaded = TiledMap::load("maps/level.tmx", assets, vec2(4.0, 4.0));
    loaded.map_err(|error| error.to_string())
}

#[test]
fn a_map_is_read_with_its_layers_tiles_and_objects() {
    let folder = folder("tiled-level");
    let mut assets = assets(&folder);
    let read = load(&folder, &mut assets, level().as_bytes()).unwrap();
    assert_eq!((read.size, read.cell_size), (ivec2(6, 4), vec2(2.0, 2.0)));
    assert_eq!(read.properties["music"], "cave.ogg");
    let [ground, water] = &read.layers[..] else {
        panic!("two layers");
    };
    let sprite = assets.find("sets/tiles.png").unwrap();
    assert_eq!(
        assets.sprite(sprite).map(|sprite| sprite.frames.count),
        Some(4)
    );
    let tile_at = |x: i32, y: i32| {
        let map = &ground.map;
        map.get(ivec2(x, y)).and_then(|id| map.tile(id)).cloned()
    };
    let own_size = |tile: Tile| Tile {
        size: Some(vec2(2.0, 2.0)),
        ..tile
    };
    let rock = own_size(Tile::new(sprite).solid());
    assert_eq!(tile_at(0, 0), None);
    assert_eq!(
        tile_at(2, 1),
        Some(own_size(Tile::new(sprite).frame(1).one_way()))
    );
    assert_eq!(tile_at(0, 3), Some(rock.clone()));
    assert_eq!(tile_at(2, 3), Some(rock.clone().flipped(true, false)));
    assert_eq!(tile_at(3, 3), Some(rock.clone().flipped(false, true)));
    let turned = Tile {
        transposed: true,
        ..rock
    };
    assert_eq!(tile_at(4, 3), Some(turned));
    assert_eq!(ground.map.collision(ivec2(5, 3)), TileCollision::Solid);
    assert_eq!(
        (ground.tint, ground.parallax, ground.offset),
        (Color::WHITE, 1.0, Vec2::ZERO)
    );
    // Layers inherit the settings of their groups.
    assert_eq!((water.name.as_str(), water.parallax), ("water", 0.5));
    assert_eq!(water.offset, vec2(1.0, 2.0));
    assert_eq!(water.tint, Color::rgba(255, 128, 0, 64));
    let wave = water
        .map
        .get(ivec2(0, 2))
        .and_then(|id| water.map.tile(id))
        .unwrap();
    let frames = [(2, 6.0), (3, 12.0)].map(|(frame, steps)| TileFrame {
        sprite: Some(sprite),
        frame,
        steps,
    });
    assert_eq!(
        (wave.animation.as_slice(), wave.collision),
        (&frames[..], TileCollision::None)
    );
    // Objects are sorted from top to bottom.
    let [door, hero, crate_] = &read.objects[..] else {
        panic!("three objects");
    };
    assert_eq!(
        (hero.name.as_str(), hero.class.as_str()),
        ("hero", "player")
    );
    assert_eq!((hero.position, hero.size), (vec2(3.0, 4.0), Vec2::ZERO));
    assert_eq!(
        (hero.layer.as_str(), hero.properties["lives"].as_str()),
        ("things", "3")
    );
    assert_eq!(
        (door.position, door.size),
        (vec2(10.0, 2.0), vec2(2.0, 4.0))
    );
    assert!((door.angle - core::f32::consts::FRAC_PI_2).abs() < 1e-6);
    assert_eq!(
        (crate_.position, crate_.size),
        (vec2(2.0, 4.0), vec2(2.0, 2.0))
    );
    // The second load uses the sprite of the first one.
    let again = load(&folder, &mut assets, level().as_bytes()).unwrap();
    assert_eq!(again.layers[0].map, ground.map);
    assert_eq!(assets.sprites().count(), 1);
}

/// Compares the map with the files that Tiled saves in other tile layer formats.
#[test]
fn a_map_of_compressed_layers_is_the_same_as_one_of_lists() {
    let folder = folder("tiled-compressed");
    let read = |text: &str| {
        let mut assets = assets(&folder);
        let map = load(&folder, &mut assets, text.as_bytes()).unwrap();
        format!("{map:?}")
    };
    let expected = read(&level());
    for packed in [LEVEL_ZLIB, LEVEL_GZIP] {
        assert_eq!(read(&in_folders(packed)), expected);
    }
    // Reads the same layer from a JSON file.
    let data = LEVEL_ZLIB.split("zlib\">").nth(1).unwrap();
    let data = data.split('<').next().unwrap().trim();
    let json = level_json();
    let start = json.find("\"data\":[").unwrap();
    let end = start + json[start..].find(']').unwrap() + 1;
    let packed = format!("\"encoding\":\"base64\", \"compression\":\"zlib\", \"data\":\"{data}\"");
    assert_eq!(
        read(&format!("{}{packed}{}", &json[..start], &json[end..])),
        expected
    );
}

#[test]
fn errors_of_unsupported_maps_name_the_remedy() {
    let folder = folder("tiled-refused");
    let mut assets = assets(&folder);
    let mut error = |from: &str, to: &str| {
        let text = level().replace(from, to);
        assert_ne!(text, level(), "{from}");
        load(&folder, &mut assets, text.as_bytes()).unwrap_err()
    };
    for (from, to, expected) in [
        ("orthogonal", "isometric", "only orthogonal maps"),
        (
            "encoding=\"csv\"",
            "encoding=\"base64\" compression=\"lzma\"",
            "choose CSV",
        ),
        ("width=\"6\"", "width=\"60000000\"", "60000000 columns"),
        ("0,0,2,2,0,0,\n", "", "fewer cells"),
        ("ground.tsx", "none.tsx", "none.tsx"),
        ("../sets", "../../sets", "outside the asset root"),
    ] {
        let error = error(from, to);
        assert!(
            error.starts_with("maps/level.tmx: ") && error.contains(expected),
            "{error}"
        );
    }
    assert!(TiledMap::load("maps/level.tmx", &mut assets, vec2(0.0, 1.0)).is_err());
    assert!(TiledMap::load("maps/none.tmx", &mut assets, Vec2::ONE).is_err());
}

#[test]
fn a_map_of_json_is_the_same_as_one_of_xml() {
    let folder = folder("tiled-json");
    let read = |text: &str| {
        let mut assets = assets(&folder);
        let map = load(&folder, &mut assets, text.as_bytes()).unwrap();
        format!("{map:?}")
    };
    let (xml, json) = (level(), level_json());
    assert_eq!(read(&json), read(&xml));
    // A map of one format may refer to a tileset of the other.
    assert_eq!(read(&json.replace(".tsj", ".tsx")), read(&xml));
    assert_eq!(read(&xml.replace(".tsx", ".tsj")), read(&xml));
    // A map may contain a tileset, and text that XML must escape.
    let inside = GROUND_JSON.replace("\"tiles.png\"", "\"../sets/tiles.png\"");
    let inside = inside.replacen('{', "{ \"firstgid\":1,", 1);
    let (at, end) = (json.find("\"tilesets\":["), json.find(" \"tilewidth\":8"));
    let inside = format!(
        "{}\"tilesets\":[{inside}],\n{}",
        &json[..at.unwrap()],
        &json[end.unwrap()..]
    );
    assert_eq!(read(&inside), read(&xml));
    let named = |name: &str| read(&json.replace("\"far\"", name).replace("\"water\"", name));
    assert!(named(r#""a \"b\" <c> & d\ne""#).contains(r#"name: "a \"b\" <c> & d\ne""#));
    // Adds a polygon, a text, and properties of several types.
    let shapes =
        r#""point":false, "polygon":[{"x":0, "y":0}, {"x":8.5, "y":-1}, {"x":0, "y":2}], "#;
    let of_all = json.replace("\"point\":true,", shapes);
    let text = "\"type\":\"door\", \"text\":{ \"text\":\"a < b\", \"wrap\":true },";
    let of_all = of_all.replace("\"type\":\"door\",", text).replace(
        "\"name\":\"lives\",",
        r##""name":"on", "type":"bool", "value":true }, { "name":"parts", "type":"class", "value":{"a":1} },
           { "name":"tint", "type":"color", "value":"#ff102030" }, { "name":"lives","##,
    );
    let of_all = read(&of_all);
    assert!(
        of_all.contains(r##""lives": "3", "on": "true", "parts.a": "1", "tint": "#ff102030""##),
        "{of_all}"
    );
}

#[test]
fn errors_of_unsupported_json_name_the_remedy() {
    let folder = folder("tiled-json-refused");
    let mut assets = assets(&folder);
    let mut error = |from: &str, to: &str| {
        let text = level_json().replace(from, to);
        assert_ne!(text, level_json(), "{from}");
        load(&folder, &mut assets, text.as_bytes()).unwrap_err()
    };
    for (from, to, expected) in [
        ("orthogonal", "isometric", "only orthogonal maps"),
        (
            "\"data\":[",
            "\"encoding\":\"base64\", \"compression\":\"lzma\", \"data\":\"eJw\", \"was\":[",
            "choose CSV",
        ),
        ("            0, 0, 2, 2, 0, 0,\n", "", "fewer cells"),
        ("ground.tsj", "none.tsj", "none.tsj"),
        (
            "\"height\":4,\n \"infinite",
            "\"height\":4\n \"infinite",
            "is not valid JSON: ",
        ),
        ("\"map\"", "\"world\"", "expected `map`"),
    ] {
        let error = error(from, to);
        let is_right = error.starts_with("maps/level.tmx: ") && error.contains(expected);
        assert!(is_right, "{error}");
    }
    let deep = "{\"a\":".repeat(100_000);
    let error = load(&folder, &mut assets, deep.as_bytes()).unwrap_err();
    assert!(error.contains("deeper than 64"), "{error}");
}

#[test]
fn a_damaged_map_is_read_or_refused() {
    let folder = folder("tiled-damaged");
    let mut assets = assets(&folder);
    try_damaged(&folder, &mut assets, &level(), *b"9<\"-");
    try_damaged(&folder, &mut assets, &level_json(), *b"9{\"-");
}

fn try_damaged(folder: &Scratch, assets: &mut Assets, text: &str, others: [u8; 4]) {
    let (mut read, mut refused) = (0, 0);
    let mut try_it = |bytes: &[u8]| match load(folder, assets, bytes) {
        Ok(map) => {
            read += 1;
            assert!(map.size.cmpge(IVec2::ONE).all());
        }
        Err(error) => {
            refused += 1;
            assert!(error.contains(": "), "{error}");
        }
    };
    for end in (0..text.len()).step_by(11) {
        try_it(&text.as_bytes()[..end]);
    }
    for at in (0..text.len()).step_by(7) {
        for other in others {
            let mut bytes = text.to_owned().into_bytes();
            bytes[at] = other;
            try_it(&bytes);
        }
    }
    assert!(read > 50 && refused > 50, "{read} {refused}");
}
