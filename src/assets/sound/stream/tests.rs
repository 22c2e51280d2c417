//! Tests that parts of a file are the same samples as the whole file.

mod damage;
mod files;
mod five_minutes;

use proptest::prelude::*;

use super::*;
use crate::assets::sound::decode::tests::{bytes, corpus, open, opened};

/// A file and its decoded frames.
struct Oracle {
    name: String,
    file: Arc<SoundFile>,
    frames: Vec<[f32; 2]>,
}

impl Oracle {
    fn new(name: &str) -> Self {
        let file = open(name);
        let frames = Self::frames_of(&file, &file.decode().unwrap());
        Self {
            name: name.to_owned(),
            file: Arc::new(file),
            frames,
        }
    }

    /// Returns the frames of decoded samples.
    fn frames_of(file: &SoundFile, samples: &[f32]) -> Vec<[f32; 2]> {
        match file.channels() {
            1 => samples.iter().map(|sample| [*sample; 2]).collect(),
            _ => samples.as_chunks().0.to_vec(),
        }
    }

    fn expected(&self, first: u64, count: usize) -> Vec<[f32; 2]> {
        let all = self
            .frames
            .iter()
            .copied()
            .chain(core::iter::repeat([0.0; 2]));
        all.skip(usize::try_from(first).unwrap())
            .take(count)
            .collect()
    }

    fn check(&self, reader: &mut FileReader, first: u64, count: usize) {
        let mut frames = vec![[9.0; 2]; count];
        reader.read_frames(first, &mut frames).unwrap();
        let expected = self.expected(first, count);
        let different = frames.iter().zip(&expected).position(|(a, b)| a != b);
        assert_eq!(
            different, None,
            "{} from {first}, {count} frames",
            self.name
        );
    }
}

fn oracles() -> Vec<Oracle> {
    corpus()
        .iter()
        .map(|reference| Oracle::new(&reference.name))
        .collect()
}

#[test]
fn blocks_in_order_equal_the_whole_sound() {
    for oracle in oracles() {
        for size in [1, 480, 1152, 24_000] {
            let mut reader = FileReader::new(Arc::clone(&oracle.file));
            let end = oracle.file.length() + 2 * size;
            for first in (0..end).step_by(usize::try_from(size).unwrap()) {
                oracle.check(&mut reader, first, usize::try_from(size).unwrap());
            }
        }
    }
}

#[test]
fn looped_reads_equal_the_whole_sound() {
    for oracle in oracles() {
        let mut reader = FileReader::new(Arc::clone(&oracle.file));
        let (start, end) = (oracle.file.length() / 3, oracle.file.length() * 3 / 4);
        for round in 0..3 {
            let mut position = if round == 0 { 0 } else { start };
            while position < end {
                let count = 441.min(end - position);
                oracle.check(&mut reader, position, usize::try_from(count).unwrap());
                position += count;
            }
        }
    }
}

#[test]
fn every_packet_is_the_same_after_a_seek_as_in_order() {
    for oracle in oracles() {
        for first in (0..oracle.file.length()).step_by(331) {
            // A new reader, and one that comes from the end.
            let mut reader = FileReader::new(Arc::clone(&oracle.file));
            oracle.check(&mut reader, first, 64);
            oracle.check(&mut reader, oracle.file.length() - 1, 1);
            oracle.check(&mut reader, first, 64);
        }
    }
}

#[test]
fn reads_behind_the_end_are_silent() {
    let oracle = Oracle::new("stereo.ogg");
    let mut reader = FileReader::new(Arc::clone(&oracle.file));
    for first in [
        oracle.file.length(),
        oracle.file.length() + 1,
        u64::MAX - 1,
        u64::MAX,
    ] {
        let mut frames = [[9.0; 2]; 8];
        reader.read_frames(first, &mut frames).unwrap();
        assert_eq!(frames, [[0.0; 2]; 8]);
    }
    reader.read_frames(0, &mut []).unwrap();
}

#[test]
#[cfg(feature = "mp3")]
fn a_damaged_packet_is_silent_and_an_error_each_time() {
    let whole = bytes("no_tag.mp3");
    let file = (0..whole.len()).rev().find_map(|place| {
        let mut bytes = whole.clone();
        bytes[place] ^= 0xff;
        let file = SoundFile::open("damaged.mp3", bytes).ok()?;
        Some((file.decode().err()?, file))
    });
    let (error, file) = file.expect("damage that is found only when a packet is decoded");
    let mut frames = vec![[9.0; 2]; usize::try_from(file.length()).unwrap()];
    let mut reader = FileReader::new(Arc::new(file));
    for _ in 0..2 {
        assert_eq!(reader.read_frames(0, &mut frames).unwrap_err(), error);
        assert_eq!(frames.last(), Some(&[0.0; 2]));
        // The frames before it can still be read.
        reader.read_frames(0, &mut frames[..100]).unwrap();
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn random_reads_equal_the_whole_sound(
        file in any::<prop::sample::Index>(),
        is_on_disk in any::<bool>(),
        reads in prop::collection::vec((0.0..1.05f64, 0..3000usize), 1..12),
    ) {
        let corpus = corpus();
        let mut oracle = Oracle::new(&corpus[file.index(corpus.len())].name);
        if is_on_disk {
            oracle.file = Arc::new(opened(&oracle.name));
        }
        let mut reader = FileReader::new(Arc::clone(&oracle.file));
        for (place, count) in reads {
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a position in a short file")]
            let first = (oracle.file.length() as f64 * place) as u64;
            oracle.check(&mut reader, first, count);
        }
    }
}
