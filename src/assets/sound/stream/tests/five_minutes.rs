//! The cost of a stream of five minutes: decoded packets before its first frame, and memory.

use std::fs::File;
use std::time::Instant;

use super::*;
use crate::assets::sound::data::{STREAM_BLOCK, Streamed};
use crate::assets::sound::file::FileStream;
use crate::files::Scratch;

/// Frames of a packet of the file.
const PACKET: usize = 1024;

/// Most packets decoded for a block: its whole packets, two partial ones, and two for a seek.
const PACKETS: usize = STREAM_BLOCK / PACKET + 4;

/// Returns an Ogg file of five minutes: a file of the corpus whose pages are repeated, with new positions.
fn five_minutes() -> Vec<u8> {
    let mut bytes = crate::assets::sound::decode::tests::pages::repeated(5 * 60);
    // Else a measurement would count spare memory, too.
    bytes.shrink_to_fit();
    bytes
}

#[test]
fn a_stream_of_five_minutes_decodes_one_block_before_it_sounds() {
    let bytes = five_minutes();
    let begun = Instant::now();
    let file = Arc::new(SoundFile::open("five.ogg", bytes).unwrap());
    let opened = begun.elapsed();
    assert!(file.length() > 299 * 44_100);
    let mut frames = vec![[0.0; 2]; STREAM_BLOCK];
    FileReader::new(Arc::clone(&file))
        .read_frames(0, &mut frames)
        .unwrap();
    // The figures of `docs/sound.md`.
    println!(
        "opened after {opened:?}, its first block read after {:?}",
        begun.elapsed()
    );
    // The start, and other positions.
    for first in [0, 1, 7_000_000, 13_100_000] {
        let mut reader = FileReader::new(Arc::clone(&file));
        reader.read_frames(first, &mut frames).unwrap();
        let count = reader.blocks.count;
        assert!(count <= PACKETS, "{count} packets from frame {first}");
        assert!(frames.iter().any(|frame| frame[0].abs() > 0.1));
        // The next block decodes no packet again, except the partial one.
        let next = first + STREAM_BLOCK as u64;
        reader.read_frames(next, &mut frames).unwrap();
        let more = reader.blocks.count - count;
        assert!(more <= STREAM_BLOCK / PACKET + 1, "{more} packets");
    }
}

/// Opens and reads a stream. Returns the memory that it keeps, and the most that it takes, without its `bytes`. These are
/// freed in the measurement and were not allocated there.
fn memory(bytes: Vec<u8>, opened: Option<File>) -> [i64; 2] {
    let length = i64::try_from(bytes.len()).unwrap();
    let mut kept = None;
    let memory = allocation_counter::measure(|| {
        let mut file = SoundFile::open("five.ogg", bytes).unwrap();
        if let Some(opened) = opened {
            file.read_from(opened);
        }
        let frames = file.length();
        let stream = Streamed::new(FileStream(Arc::new(file)), frames);
        stream.read_beginning();
        let mut reader = stream.open();
        let mut frames = vec![[0.0; 2]; STREAM_BLOCK];
        for place in [0, 7_000_000, 100, 13_000_000] {
            reader.read(place, &mut frames);
            assert!(frames.iter().any(|frame| frame[0].abs() > 0.1));
        }
        kept = Some((stream, reader));
    });
    drop(kept);
    let most = i64::try_from(memory.bytes_max).unwrap();
    [memory.bytes_current + length, most]
}

#[test]
fn an_embedded_stream_needs_its_bytes_and_less_than_a_mebibyte() {
    let bytes = five_minutes();
    let length = i64::try_from(bytes.len()).unwrap();
    let [kept, most] = memory(bytes, None);
    println!("a file of {length} bytes is kept in {kept}");
    assert!((length..length + (1 << 20)).contains(&kept), "{kept}");
    assert!(most < length + (1 << 20), "while it is opened: {most}");
}

/// The stream keeps a list of packets and the first block, but not the file.
#[test]
fn a_stream_of_five_minutes_from_a_file_needs_less_than_a_mebibyte() {
    let folder = Scratch::new("five-minutes");
    let path = folder.path("five.ogg");
    let bytes = five_minutes();
    std::fs::write(&path, &bytes).unwrap();
    let length = bytes.len();
    assert!(length > 3_000_000, "{length}");
    let [kept, _] = memory(bytes, Some(File::open(path).unwrap()));
    println!("a file of {length} bytes is kept in {kept}");
    assert!((0..1 << 20).contains(&kept), "{kept}");
}
