//! Encodings of the cells of Tiled maps. The zstd data is of the reference encoder.
#![cfg(feature = "tiled")]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use damselfly::assets::{AssetSettings, Assets};
use damselfly::glam::{IVec2, Vec2, ivec2};
use damselfly::tiles::{TileId, TiledMap};

use crate::tiled_maps::load_files;

/// Returns the size of a map's only layer, its place, and its cells, row by row.
fn cells(map: &str) -> (IVec2, Vec2, Vec<Option<TileId>>) {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/corpus/tiled/small");
    let mut assets = Assets::new(AssetSettings {
        root: Some(root.into()),
        ..AssetSettings::default()
    });
    let map = TiledMap::load(map, &mut assets, Vec2::ONE).unwrap();
    let layer = &map.layers[0];
    let size = layer.map.size();
    let rows = (0..size.y).flat_map(|y| (0..size.x).map(move |x| ivec2(x, y)));
    let cells = rows.map(|cell| layer.map.get(cell)).collect();
    (size, layer.offset, cells)
}

#[test]
fn chunks_of_every_encoding_have_the_same_cells() {
    let expected = cells("chunks_csv.tmx");
    assert_eq!(expected.0, ivec2(32, 32));
    let filled = expected.2.iter().flatten().count();
    assert_eq!(filled, 410);
    for packing in ["plain", "zlib", "gzip", "zstd"] {
        for ending in ["tmx", "tmj"] {
            let map = format!("chunks_{packing}.{ending}");
            assert!(cells(&map) == expected, "{map}");
        }
    }
}

#[test]
fn cells_packed_by_the_reference_zstd_are_read() {
    let expected = cells("large_csv.tmx");
    assert_eq!(expected.0, ivec2(20, 12));
    for map in ["large_zstd.tmx", "large_zstd.tmj"] {
        assert!(cells(map) == expected, "{map}");
    }
}

#[test]
fn texts_have_the_same_ends_of_lines_in_every_file() {
    let map = |end: &str| {
        let lines = [
            "<map width='1' height='1' tilewidth='8' tileheight='8'>",
            "<properties><property name='a'>one",
            "two</property><property name='b'><![CDATA[one",
            "two]]></property></properties>",
            "<objectgroup><object><text>one",
            "two</text></object></objectgroup></map>",
        ];
        load_files("ends-of-lines", &[("map.tmx", &lines.join(end))]).unwrap()
    };
    let [unix, windows, mac] = ["\n", "\r\n", "\r"].map(map);
    assert_eq!(
        (&*unix.properties["a"], &*unix.properties["b"]),
        ("one\ntwo", "one\ntwo")
    );
    for other in [windows, mac] {
        assert_eq!(other.properties, unix.properties);
        assert_eq!(other.objects, unix.objects);
    }
}

#[test]
fn an_infinite_map_needs_no_size() {
    let chunk = "<chunk x='-2' y='0' width='2' height='1'>1,1</chunk>";
    let layer = format!("<layer width='0' height='0'><data encoding='csv'>{chunk}</data></layer>");
    let tileset =
        "<tileset firstgid='1' tilewidth='8' tileheight='8'><image source='four.png'/></tileset>";
    let size = |size: &str, infinite| {
        let map = format!(
            "<map infinite='{infinite}' {size} tilewidth='8' tileheight='8'>{tileset}{layer}</map>"
        );
        load_files("no-size", &[("map.tmx", &map)]).map(|map| map.size.to_array())
    };
    assert_eq!(size("width='0' height='0'", 1).unwrap(), [2, 1]);
    assert_eq!(size("", 1).unwrap(), [2, 1]);
    assert!(size("width='0' height='0'", 0).is_err());
}

#[test]
fn an_empty_layer_of_an_infinite_map_covers_nothing() {
    let chunk = |x: i32, y: i32| {
        let cells = "1,".repeat(256);
        format!("<chunk x='{x}' y='{y}' width='16' height='16'>{cells}</chunk>")
    };
    let layer = |chunks: &str| {
        format!("<layer width='16' height='16'><data encoding='csv'>{chunks}</data></layer>")
    };
    let (far, empty) = (layer(&chunk(32, 48)), layer(""));
    for (layers, origin, size) in [
        (format!("{far}{empty}"), [32, 48], [16, 16]),
        (format!("{empty}{far}"), [32, 48], [16, 16]),
        (
            format!("{far}{empty}{}", layer(&chunk(-16, 48))),
            [-16, 48],
            [64, 16],
        ),
    ] {
        let tileset = "<tileset firstgid='1' tilewidth='8' tileheight='8'><image source='four.png'/></tileset>";
        let map = format!(
            "<map infinite='1' width='16' height='16' tilewidth='8' tileheight='8'>{tileset}{layers}</map>"
        );
        let map = load_files("empty-layer", &[("map.tmx", &map)]).unwrap();
        assert_eq!((map.origin.to_array(), map.size.to_array()), (origin, size));
    }
}
