//! Large worlds of LDtk: each is read, or refused in one line, within 192 MiB and 20 seconds.
#![cfg(feature = "ldtk")]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::fs;
use std::time::{Duration, Instant};

use damselfly::assets::{AssetSettings, Assets};
use damselfly::glam::Vec2;
use damselfly::tiles::{LdtkWorld, TileCollision};

const LIMIT: u64 = 192 << 20;

/// Loads a world with these definitions of layers and these levels, beside an image of a tileset.
fn load(name: &str, layer_defs: &str, world: &str) -> Result<LdtkWorld, String> {
    let folder = std::env::temp_dir().join(format!("damselfly-{name}-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let image = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/tests/corpus/tiled/small/four.png"
    );
    fs::copy(image, folder.join("four.png")).unwrap();
    let tileset = r#"{"identifier":"Four","uid":1,"relPath":"four.png","tileGridSize":16,"spacing":0,"padding":0}"#;
    let text = format!(r#"{{"defs":{{"layers":[{layer_defs}],"tilesets":[{tileset}]}},{world}}}"#);
    fs::write(folder.join("large.ldtk"), text).unwrap();
    let mut assets = Assets::new(AssetSettings {
        root: Some(folder.clone()),
        ..AssetSettings::default()
    });
    let mut loaded = None;
    let begin = Instant::now();
    let used = allocation_counter::measure(|| {
        let collision = |_: &_| TileCollision::None;
        loaded = Some(LdtkWorld::load(
            "large.ldtk",
            &mut assets,
            Vec2::ONE,
            collision,
        ));
    });
    let time = begin.elapsed();
    fs::remove_dir_all(folder).unwrap();
    assert!(time < Duration::from_secs(20), "{name}: {time:?}");
    assert!(used.bytes_max <= LIMIT, "{name}: {} bytes", used.bytes_max);
    loaded.unwrap().map_err(|error| error.to_string())
}

/// Returns a list of equal things.
fn list(item: &str, count: usize) -> String {
    format!("{}{item}", format!("{item},").repeat(count - 1))
}

#[test]
fn a_long_name_is_not_copied_for_each_level() {
    let name = "n".repeat(300_000);
    let levels = list("{}", 16_384);
    let world = format!(r#""levels":[],"worlds":[{{"identifier":"{name}","levels":[{levels}]}}]"#);
    let error = load("long-name", "", &world).unwrap_err();
    assert!(error.contains("at most 1024 are supported"), "{error:.300}");
}

#[test]
fn tiles_on_one_another_are_limited() {
    let tiles = list(r#"{"px":[0,0],"src":[0,0],"f":0}"#, 100_000);
    let layer = format!(
        r#"{{"__type":"Tiles","__identifier":"A","__cWid":1,"__cHei":1,"__gridSize":16,"__tilesetDefUid":1,"gridTiles":[{tiles}]}}"#
    );
    let world = format!(r#""levels":[{{"identifier":"One","layerInstances":[{layer}]}}]"#);
    let world = load("stacked", "", &world).unwrap();
    assert_eq!(world.levels[0].layers.len(), 256);
}

#[test]
fn many_layers_find_their_definitions() {
    let defs = list(r#"{"uid":1}"#, 200_000);
    let layer = r#"{"__type":"Entities","layerDefUid":2}"#;
    let layers = list(layer, 100_000);
    let world = format!(r#""levels":[{{"identifier":"One","layerInstances":[{layers}]}}]"#);
    let world = load("many-layers", &defs, &world).unwrap();
    assert!(world.levels[0].layers.is_empty());
}
