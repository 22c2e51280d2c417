//! Encodings of the cells of Tiled maps. The zstd data is of the reference encoder.
#![cfg(feature = "tiled")]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use damselfly::assets::{AssetSettings, Assets};
use damselfly::glam::{IVec2, Vec2, ivec2};
use damselfly::tiles::{TileId, TiledMap};

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
