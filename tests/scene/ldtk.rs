//! Worlds of LDtk.
#![cfg(feature = "ldtk")]

use std::fs;
use std::path::Path;

use damselfly::Color;
use damselfly::assets::{AssetSettings, Assets, SpriteId};
use damselfly::glam::{Vec2, ivec2, vec2};
use damselfly::tiles::{LdtkIntValue, LdtkValue, LdtkWorld, TileCollision};
use proptest::prelude::*;
use proptest::sample::Index;

const CORPUS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/corpus/ldtk");

fn assets(root: impl AsRef<Path>) -> Assets {
    Assets::new(AssetSettings {
        root: Some(root.as_ref().to_owned()),
        ..AssetSettings::default()
    })
}

fn walls(value: &LdtkIntValue) -> TileCollision {
    match &*value.name {
        "wall" => TileCollision::Solid,
        _ if value.value == 2 => TileCollision::OneWay,
        _ => TileCollision::None,
    }
}

fn load(file: &str, unit: Vec2) -> (LdtkWorld, Assets) {
    let mut assets = assets(CORPUS);
    let world = LdtkWorld::load(file, &mut assets, unit, walls);
    (world.unwrap_or_else(|error| panic!("{error}")), assets)
}

fn fault(folder: &Path, file: &str) -> String {
    let loaded = LdtkWorld::load(file, &mut assets(folder), Vec2::ONE, walls);
    loaded.expect_err("the world is damaged").to_string()
}

#[test]
fn levels_have_positions_layers_and_fields() {
    let (world, _) = load("small.ldtk", vec2(2.0, 2.0));
    let first = world.level("First").unwrap();
    assert_eq!((first.position, first.depth), (vec2(50.0, -25.0), 1));
    assert_eq!(
        (first.size, first.color),
        (vec2(16.0, 8.0), Color::rgb(16, 32, 48))
    );
    assert_eq!(first.fields["music"], LdtkValue::Text("cave".to_owned()));
    let background = first.background.as_ref().unwrap();
    assert_eq!(
        (background.center, background.scale),
        (vec2(8.0, 4.0), vec2(4.0, 4.0))
    );
    // From the lowest to the uppermost layer: an unknown one is ignored.
    let names: Vec<_> = first
        .layers
        .iter()
        .map(|layer| (&*layer.name, layer.values.len()))
        .collect();
    assert_eq!(
        names,
        [("Walls", 2), ("Walls", 0), ("Front", 0), ("Front", 0)]
    );
    let front = &first.layers[2];
    assert_eq!(
        (front.tint, front.visible),
        (Color::WHITE.with_alpha(128), false)
    );
    assert_eq!((front.parallax, first.layers[0].parallax), (0.75, 1.0));
    // A level in a file of its own.
    let second = world.level("Second").unwrap();
    assert_eq!(second.position, vec2(66.0, -25.0));
    assert_eq!(second.layers[0].offset, vec2(-1.5, 0.0));
    assert_eq!(
        second.layers[0].map.collision(ivec2(0, 0)),
        TileCollision::Solid
    );
}

#[test]
fn values_of_an_int_grid_collide_as_the_game_says() {
    let (world, _) = load("small.ldtk", Vec2::ONE);
    let walls = &world.levels[0].layers[0];
    assert_eq!(walls.map.size(), ivec2(4, 2));
    let row = |y| [0, 1, 2, 3].map(|x| walls.map.collision(ivec2(x, y)));
    use TileCollision::{None, OneWay, Solid};
    assert_eq!(
        (row(0), row(1)),
        ([Solid, None, None, OneWay], [Solid, Solid, Solid, None])
    );
    let value = walls
        .map
        .get(ivec2(3, 0))
        .map(|id| &walls.values[usize::from(id.index())]);
    let expected = LdtkIntValue {
        layer: "Walls".to_owned(),
        value: 2,
        name: String::new(),
    };
    assert_eq!(value, Some(&expected));
    // The values are invisible.
    assert!(walls.map.tiles().all(|(_, tile)| tile.sprite.is_none()));
}

#[test]
fn tiles_over_one_another_are_several_maps() {
    let (world, assets) = load("small.ldtk", Vec2::ONE);
    let [lower, upper] = [2, 3].map(|index: usize| &world.levels[0].layers[index].map);
    let tile = |map: &damselfly::tiles::TileMap, x| {
        map.get(ivec2(x, 0)).and_then(|id| map.tile(id).cloned())
    };
    let (lower_tile, upper_tile) = (tile(lower, 0).unwrap(), tile(upper, 0).unwrap());
    assert!(!lower_tile.flip_x && upper_tile.flip_x && upper_tile.flip_y);
    assert_ne!(lower_tile.frame, upper_tile.frame);
    assert_eq!(tile(lower, 1), None, "the tileset has no such tile");
    // Only used parts are loaded: two tiles and the icon of a field.
    let sprite = lower_tile.sprite.and_then(|id| assets.sprite(id)).unwrap();
    assert_eq!(sprite.frames.count, 3);
    // A tile between two cells lies in the left one.
    let rules = &world.levels[0].layers[1].map;
    let moved = rules
        .get(ivec2(1, 1))
        .and_then(|id| rules.tile(id))
        .unwrap();
    assert_eq!((moved.offset, moved.flip_x), (vec2(4.0, 0.0), true));
}

#[test]
fn entities_are_spawns_with_typed_fields() {
    let (world, _) = load("small.ldtk", vec2(2.0, 1.0));
    let [hero, coin] = &world.levels[0].entities[..] else {
        panic!("two entities");
    };
    assert_eq!(
        (&*hero.name, &*hero.layer, &*hero.iid),
        ("Hero", "Actors", "e1")
    );
    // Its pivot is the middle of its lower edge, and its layer lies two pixels to the right.
    assert_eq!(
        (hero.position, hero.center),
        (vec2(5.0, 16.0), vec2(5.0, 8.0))
    );
    assert_eq!(
        (hero.size, hero.color),
        (vec2(4.0, 16.0), Color::rgb(0, 165, 255))
    );
    assert_eq!(hero.tags, ["actor"]);
    assert_eq!(
        hero.tile.as_ref().and_then(|tile| tile.size),
        Some(vec2(4.0, 8.0))
    );
    assert_eq!(coin.field("points").int(), Some(3));
    assert_eq!(hero.field("points").float(), Some(5.0));
    assert_eq!(hero.field("speed").float(), Some(1.5));
    assert!(hero.field("open").is_true());
    assert_eq!(hero.field("text").text(), Some("a\nb"));
    assert_eq!(hero.field("kind").text(), Some("Big"));
    assert_eq!(
        hero.field("color"),
        &LdtkValue::Color(Color::rgb(255, 128, 0))
    );
    let points = [ivec2(1, 2), ivec2(3, 0)].map(LdtkValue::Point);
    assert_eq!(hero.field("way"), &LdtkValue::List(points.to_vec()));
    assert_eq!(hero.field("target"), &LdtkValue::Entity("e2".to_owned()));
    let LdtkValue::Tile(icon) = hero.field("icon") else {
        panic!("a tile");
    };
    assert_eq!(icon.size, Some(vec2(8.5, 8.0)));
    assert_ne!(icon.sprite, Some(SpriteId::PLACEHOLDER));
    assert_eq!(hero.field("none"), &LdtkValue::None);
    assert_eq!(hero.field("missing"), &LdtkValue::None);
}

#[test]
fn levels_of_a_linear_world_follow_one_another() {
    let (world, _) = load("worlds.ldtk", Vec2::ONE);
    let places: Vec<_> = world
        .levels
        .iter()
        .map(|level| (&*level.world, level.position))
        .collect();
    assert_eq!(
        places,
        [
            ("Down", vec2(0.0, 0.0)),
            ("Down", vec2(0.0, 24.0)),
            ("Right", vec2(0.0, 0.0)),
            ("Right", vec2(16.0, 0.0)),
        ]
    );
}

/// Copies the corpus to a folder that is removed at the end.
fn copied(name: &str) -> std::path::PathBuf {
    let folder = std::env::temp_dir().join(format!("damselfly-ldtk-{name}-{}", std::process::id()));
    fs::create_dir_all(folder.join("small")).expect("the folder can be made");
    for file in ["small.ldtk", "small/Second.ldtkl", "tiles.png", "sky.png"] {
        fs::copy(Path::new(CORPUS).join(file), folder.join(file)).expect("the file is there");
    }
    folder
}

#[test]
fn faults_name_the_file_and_the_remedy() {
    let folder = copied("faults");
    let small = fs::read_to_string(folder.join("small.ldtk")).unwrap();
    let with = |from: &str, to: &str| {
        assert!(small.contains(from), "{from}");
        fs::write(folder.join("bad.ldtk"), small.replace(from, to)).unwrap();
        fault(&folder, "bad.ldtk")
    };
    assert_eq!(
        with("\"defs\"", "\"dogs\""),
        "bad.ldtk: is not a project of LDtk: it has no `defs`"
    );
    let error = with("\"__cWid\": 4", "\"__cWid\": 1e9");
    assert!(error.contains("expected 1 to 65536 as `__cWid`"), "{error}");
    let error = with("small/Second.ldtkl", "small/Third.ldtkl");
    assert!(
        error.starts_with("bad.ldtk: small/Third.ldtkl: "),
        "{error}"
    );
    let error = with("\"tiles.png\"", "\"../tiles.png\"");
    assert!(error.contains("outside the asset root"), "{error}");
    let error = with("\"Walls\"", &format!("\"{}\"", "w".repeat(2000)));
    assert!(error.contains("at most 1024 are supported"), "{error}");
    fs::write(folder.join("bad.ldtk"), "[1,").unwrap();
    let error = fault(&folder, "bad.ldtk");
    assert!(
        error.starts_with("bad.ldtk: is not valid JSON: "),
        "{error}"
    );
    assert!(fault(&folder, "none.ldtk").contains("none.ldtk: not found"));
    fs::remove_dir_all(folder).unwrap();
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_damaged_world_is_read_or_refused_in_one_line(
        changes in proptest::collection::vec((any::<Index>(), 0_usize..8, any::<u8>()), 1..5),
    ) {
        let folder = copied("damaged");
        let mut text = fs::read(folder.join("small.ldtk")).unwrap();
        const NUMBERS: [&str; 6] = ["-1", "4294967296", "1e300", "65536", "null", "0.5"];
        for (at, kind, byte) in changes {
            let at = at.index(text.len());
            match kind {
                0 => text.truncate(at.max(1)),
                1 => text[at] = byte,
                _ => {
                    // Replaces the next number.
                    let rest = text[at..].iter().position(u8::is_ascii_digit);
                    if let Some(start) = rest.map(|rest| at + rest) {
                        let length = text[start..].iter().take_while(|it| it.is_ascii_digit()).count();
                        text.splice(start..start + length, NUMBERS[kind - 2].bytes());
                    }
                }
            }
        }
        fs::write(folder.join("small.ldtk"), &text).unwrap();
        let loaded = LdtkWorld::load("small.ldtk", &mut assets(&folder), Vec2::ONE, walls);
        if let Err(error) = loaded {
            let error = error.to_string();
            prop_assert!(!error.contains('\n') && error.len() < 600, "{error}");
        }
    }
}
