//! Small files of Aseprite that would need much memory: each is refused in one line, within 400 MiB and 20 seconds.
#![cfg(feature = "aseprite")]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::fs;
use std::io::Write;
use std::time::{Duration, Instant};

use damselfly::assets::{AssetSettings, Assets, FrameLayout, ImageLayout};
use flate2::Compression;
use flate2::write::ZlibEncoder;

const MIB: usize = 1 << 20;
const LIMIT: u64 = 400 << 20;

/// Returns a chunk of a frame.
fn chunk(kind: u16, parts: &[&[u8]]) -> Vec<u8> {
    let data = parts.concat();
    let size = u32::try_from(data.len() + 6).unwrap();
    [&size.to_le_bytes()[..], &kind.to_le_bytes(), &data].concat()
}

/// Returns the chunk of a visible layer. `kind` is 0 for images, 1 for a group, 2 for the tiles of a tileset.
fn layer(kind: u16, level: u16, opacity: u8, tileset: &[u8]) -> Vec<u8> {
    let words = [1, kind, level, 0, 0, 0].map(u16::to_le_bytes);
    chunk(
        0x2004,
        &[words.as_flattened(), &[opacity, 0, 0, 0, 0, 0], tileset],
    )
}

/// Returns the chunk of a cel. `kind` is 0 for pixels, 3 for tiles.
fn cel(layer: usize, kind: u16, data: &[&[u8]]) -> Vec<u8> {
    let layer = u16::try_from(layer).unwrap().to_le_bytes();
    let head = [&layer[..], &[0; 4], &[255], &kind.to_le_bytes(), &[0; 7]].concat();
    chunk(0x2005, &[&head, &data.concat()])
}

/// Returns a file with a canvas of `side` × `side` pixels.
fn file(side: u16, frames: &[Vec<Vec<u8>>]) -> Vec<u8> {
    let mut file = vec![0; 128];
    let words = [0xA5E0, u16::try_from(frames.len()).unwrap(), side, side, 32];
    file[4..14].copy_from_slice(words.map(u16::to_le_bytes).as_flattened());
    // Opacities of layers and of groups count.
    file[14] = 3;
    for chunks in frames {
        let (body, count) = (chunks.concat(), u32::try_from(chunks.len()).unwrap());
        let size = u32::try_from(body.len() + 16).unwrap();
        file.extend(size.to_le_bytes());
        file.extend([0xFA, 0xF1, 0xFF, 0xFF, 100, 0, 0, 0]);
        file.extend(count.to_le_bytes());
        file.extend(body);
    }
    file
}

fn compressed(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

/// Loads a file, and returns why it is refused.
fn refused(name: &str, file: &[u8]) -> String {
    let folder = std::env::temp_dir().join(format!("damselfly-{name}-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("large.aseprite"), file).unwrap();
    let mut assets = Assets::new(AssetSettings {
        root: Some(folder.clone()),
        ..AssetSettings::default()
    });
    let layout = ImageLayout {
        frames: FrameLayout::Animated,
        ..ImageLayout::default()
    };
    let mut loaded = None;
    let begin = Instant::now();
    let used = allocation_counter::measure(|| {
        loaded = Some(assets.load_image("large", "large.aseprite", &layout));
    });
    let time = begin.elapsed();
    fs::remove_dir_all(folder).unwrap();
    assert!(time < Duration::from_secs(20), "{name}: {time:?}");
    let error = loaded.unwrap().unwrap_err().to_string();
    assert!(used.bytes_max <= LIMIT, "{error}: {} bytes", used.bytes_max);
    assert!(!error.contains('\n'), "{error}");
    error
}

#[test]
fn tilesets_that_are_kept_are_limited_together() {
    let side = 1024_u16.to_le_bytes();
    let tiles = compressed(&vec![7; 100 * MIB]);
    let length = u32::try_from(tiles.len()).unwrap().to_le_bytes();
    let cell = compressed(&[0; 4]);
    let mut chunks = Vec::new();
    for id in 0..8_u32 {
        let id = id.to_le_bytes();
        let flags_and_count = [2, 0, 0, 0, 25, 0, 0, 0];
        let head: &[&[u8]] = &[
            &id,
            &flags_and_count,
            &side,
            &side,
            &[0; 18],
            &length,
            &tiles,
        ];
        chunks.push(chunk(0x2023, head));
        chunks.push(layer(2, 0, 255, &id));
    }
    let masks = [0x1FFF_FFFF_u32, 0, 0, 0].map(u32::to_le_bytes);
    let grid: &[&[u8]] = &[&[1, 0, 1, 0, 32, 0], masks.as_flattened(), &[0; 10], &cell];
    chunks.extend((0..8).map(|layer| cel(layer, 3, grid)));
    let error = refused("tilesets", &file(64, &[chunks]));
    assert!(
        error.contains("its tilesets have more than 256 MiB"),
        "{error}"
    );
}

#[test]
fn groups_in_one_another_are_limited_together() {
    let depth = 40;
    let mut chunks: Vec<_> = (0..depth).map(|level| layer(1, level, 200, &[])).collect();
    chunks.push(layer(0, depth, 255, &[]));
    chunks.push(cel(usize::from(depth), 0, &[&[1, 0, 1, 0], &[255; 4]]));
    let error = refused("groups", &file(4096, &[chunks]));
    assert!(error.contains("its groups need too much memory"), "{error}");
}

#[test]
fn frames_of_a_large_canvas_are_limited_together() {
    let frames = vec![vec![layer(0, 0, 255, &[])]; 500];
    let error = refused("frames", &file(4096, &frames));
    assert!(error.contains("the limit is 256 MiB"), "{error}");
}
