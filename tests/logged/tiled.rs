//! Log lines about maps of Tiled: one for a map or tileset with a fault, however often the fault occurs.
#![cfg(feature = "tiled")]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::fs;
use std::path::PathBuf;

use damselfly::assets::{AssetSettings, Assets};
use damselfly::glam::Vec2;
use damselfly::image::RgbaImage;
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

/// Like `lines`, for a map with this content. Its folder has `four.png`, with four tiles of 8 pixels, and `large.png`,
/// which is larger than a piece of an image layer.
fn lines_of(map: &str, content: &str) -> Vec<String> {
    let folder = std::env::temp_dir().join(format!("damselfly-{map}-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let text = format!("<map width='2' height='2' tilewidth='8' tileheight='8'>{content}</map>");
    fs::write(folder.join(map), text).unwrap();
    let image = PathBuf::from(CORPUS).join("four.png");
    fs::copy(image, folder.join("four.png")).unwrap();
    RgbaImage::new(600, 520)
        .save(folder.join("large.png"))
        .unwrap();
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

#[test]
fn settings_without_effect_are_logged_once_a_map() {
    let tiles = |style: &str| {
        let cells = "<data encoding='csv'>1,2,3,4</data>";
        format!("<layer name='sky' width='2' height='2' {style}>{cells}</layer>")
    };
    let image = |style: &str| {
        format!("<imagelayer name='far' {style}><image source='large.png'/></imagelayer>")
    };
    let objects = |style: &str| {
        format!(
            "<objectgroup name='things' {style}><object gid='1' width='8' height='4'/></objectgroup>"
        )
    };
    let fitted = tileset("").replace("name=", "fillmode='preserve-aspect-fit' name=");
    let parallax = "layer `sky` moves by its `parallaxx` 0.5, and its `parallaxy` 1 is ignored";
    let equal = "give both parallax factors the same value";
    let mode = "layer `sky` has the `mode` overlay, and is painted as normal";
    let normal = "choose the mode Normal, Add, Multiply or Screen";
    let repeat = "image layer `far`: `repeatx` and `repeaty` are ignored, because large.png has";
    let small = "choose an image of at most 512 × 512 pixels";
    let fill =
        "tileset `quarters` has the `fillmode` preserve-aspect-fit, and its tiles are stretched";
    let stretch = "choose the fill mode Stretch, or sizes with the tile's proportions";
    for (map, content, expected) in [
        (
            "one-parallax.tmx",
            tiles("parallaxx='0.5'"),
            vec![format!("{parallax}: {equal}")],
        ),
        (
            "four-parallaxes.tmx",
            format!(
                "<group parallaxx='0.5'>{}{}{}</group>{}",
                tiles(""),
                image("parallaxy='2'"),
                objects("parallaxx='3'"),
                tiles("parallaxy='0'"),
            ),
            vec![format!("{parallax} (3 more): {equal}")],
        ),
        // These layers move alike in both directions.
        (
            "equal-parallax.tmx",
            format!(
                "<group parallaxx='0.5'>{}</group>{}",
                tiles("parallaxy='0.5'"),
                tiles("parallaxx='2' parallaxy='2'")
            ),
            vec![],
        ),
        (
            "modes.tmx",
            tiles("mode='overlay'")
                + &tiles("mode='add'")
                + &objects("mode='multiply'")
                + &tiles("mode='darken'"),
            vec![format!("{mode} (1 more): {normal}")],
        ),
        (
            "large-repeated.tmx",
            image("") + &image("repeatx='1'") + &image("repeatx='1' repeaty='1'"),
            vec![format!("{repeat} [600, 520] pixels (1 more): {small}")],
        ),
        (
            "fitted.tmx",
            fitted.clone() + &tiles("") + &objects(""),
            vec![format!("{fill}: {stretch}")],
        ),
        (
            "fitted-in-vain.tmx",
            fitted + &tiles("") + &objects("").replace("'4'", "'8'"),
            vec![],
        ),
    ] {
        let expected: Vec<_> = expected
            .iter()
            .map(|line| format!("{map}: {line}"))
            .collect();
        let content = match content.contains("<tileset") {
            true => content,
            false => tileset("") + &content,
        };
        assert_eq!(lines_of(map, &content), expected);
    }
}

#[test]
fn a_render_order_without_effect_names_the_file() {
    let map = "left-up.tmx";
    let content = "<map renderorder='left-up' width='2' height='2' tilewidth='8' tileheight='8'/>";
    let folder = std::env::temp_dir().join(format!("damselfly-{map}-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join(map), content).unwrap();
    let expected = "`renderorder` is `left-up`: its tiles are painted right-down";
    let remedy = "choose Right Down as the map's tile render order";
    assert_eq!(
        lines(&folder, map),
        [format!("{map}: {expected}: {remedy}")]
    );
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn collision_shapes_of_tiles_are_logged_once_a_tileset() {
    let shapes = "<objectgroup><object x='1'/><object x='2'/></objectgroup>";
    let tile = |id: u32, style: &str| format!("<tile id='{id}' {style}>{shapes}</tile>");
    let map = "shapes.tmx";
    let tiles = tile(0, "") + &tile(1, "") + &tile(2, "type='solid'");
    let expected =
        "tileset `quarters`: the collision shapes (`objectgroup`) of 2 tiles are ignored";
    let remedy = "give the tiles the class `solid` or `one_way`";
    assert_eq!(
        lines_of(map, &tileset(&tiles)),
        [format!("{map}: {expected}: {remedy}")]
    );
    // These tiles collide as a whole, or have no shape.
    let map = "no-shapes.tmx";
    let tiles = tile(0, "class='one_way'") + "<tile id='1'><objectgroup/></tile>";
    assert_eq!(lines_of(map, &tileset(&tiles)), [""; 0]);
}
