//! Log lines about maps of Tiled: one for a map or tileset with a fault, however often the fault occurs.
#![cfg(feature = "tiled")]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::fs;
use std::path::PathBuf;

use damselfly::assets::{AssetSettings, Assets};
use damselfly::glam::Vec2;
use damselfly::tiles::TiledMap;

use crate::logged::{keep_log, logged};

const CORPUS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/corpus/tiled/small");

/// Loads a map, and returns the log lines about it.
fn lines(root: impl Into<PathBuf>, map: &str) -> Vec<String> {
    keep_log();
    let mut assets = Assets::new(AssetSettings {
        root: Some(root.into()),
        ..AssetSettings::default()
    });
    TiledMap::load(map, &mut assets, Vec2::ONE).unwrap();
    let lines = logged().into_iter();
    lines.filter(|line| line.starts_with(map)).collect()
}

/// Like `lines`, for a map with this content beside `four.png`, whose four tiles have 8 pixels.
fn lines_of(map: &str, content: &str) -> Vec<String> {
    let folder = std::env::temp_dir().join(format!("damselfly-{map}-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let text = format!("<map width='2' height='2' tilewidth='8' tileheight='8'>{content}</map>");
    fs::write(folder.join(map), text).unwrap();
    let image = PathBuf::from(CORPUS).join("four.png");
    fs::copy(image, folder.join("four.png")).unwrap();
    let lines = lines(&folder, map);
    fs::remove_dir_all(&folder).unwrap();
    lines
}

fn tileset(content: &str) -> String {
    format!(
        "<tileset firstgid='1' name='quarters' tilewidth='8' tileheight='8'><image source='four.png'/>{content}</tileset>"
    )
}

fn layer(name: &str, cells: [u32; 4]) -> String {
    let cells = cells.map(|cell| cell.to_string()).join(",");
    format!("<layer name='{name}' width='2' height='2'><data encoding='csv'>{cells}</data></layer>")
}

#[test]
fn tile_numbers_without_a_tileset_are_logged_once_a_map() {
    let expected = |map: &str, first: u32, count: u32| {
        format!(
            "{map}: no tileset has the tile {first}: {count} cells and objects with such tiles show nothing"
        )
    };
    for (map, first, count) in [
        ("unknown_gid.tmx", 99, 1),
        ("beyond_last.tmx", 5, 3),
        ("beyond.tmx", 5, 3),
    ] {
        assert_eq!(lines(CORPUS, map), [expected(map, first, count)]);
    }
    assert_eq!(lines(CORPUS, "ok.tmx"), [""; 0]);
    // A number with flips is the same number.
    let flipped = 5 | 1 << 31;
    let object = |gid: u32| format!("<object gid='{gid}'/>");
    let objects: String = (3..=20).map(object).collect();
    let content = [
        tileset(""),
        layer("ground", [flipped, 5, 1, 5]),
        layer("sky", [1, 2, 3, 4]),
        layer("far", [5, 5, 7, 0]),
        format!(
            "<objectgroup name='things'>{objects}{}</objectgroup>",
            object(flipped)
        ),
    ];
    let map = "many-unknown.tmx";
    let count = 3 + 3 + 16 + 1;
    assert_eq!(lines_of(map, &content.concat()), [expected(map, 5, count)]);
}

#[test]
fn animation_frames_without_an_image_are_logged_once_a_tileset() {
    let tile = |id: u32, frames: [u32; 3]| {
        let frames = frames
            .map(|id| format!("<frame tileid='{id}' duration='100'/>"))
            .concat();
        format!("<tile id='{id}'><animation>{frames}</animation></tile>")
    };
    let content = [
        tileset(&(tile(0, [1, 9, 4]) + &tile(1, [9, 65_535, 0]))),
        layer("ground", [1, 2, 1 | 1 << 31, 2 | 1 << 30]),
        layer("sky", [1, 2, 1, 2]),
    ];
    let map = "frames-beyond.tmx";
    let expected = "tileset `quarters`: left out 4 frames of animations, which have no image";
    assert_eq!(
        lines_of(map, &content.concat()),
        [format!("{map}: {expected}")]
    );
    let map = "frames-within.tmx";
    let content = tileset(&tile(0, [1, 2, 3])) + &layer("ground", [1, 1, 1, 1]);
    assert_eq!(lines_of(map, &content), [""; 0]);
}
