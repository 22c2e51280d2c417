//! Tests that sound files are decoded exactly, against other programs, and that damaged ones are refused.

use std::fs;
use std::path::{Path, PathBuf};

use xxhash_rust::xxh64::xxh64;

use super::*;

pub(in crate::assets::sound) mod damage;
mod headers;
pub(in crate::assets::sound) mod pages;
mod wav_headers;

/// A sound of the corpus, and what another program read from it.
pub(in crate::assets::sound) struct Reference {
    pub(in crate::assets::sound) name: String,
    rate: u32,
    channels: usize,
    frames: u64,
    /// xxHash64 of the samples, for formats without loss.
    exact: Option<u64>,
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus/sounds")
}

/// Returns a file of the corpus.
pub(in crate::assets::sound) fn bytes(name: &str) -> Vec<u8> {
    fs::read(folder().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Opens a file of the corpus.
pub(in crate::assets::sound) fn open(name: &str) -> SoundFile {
    SoundFile::open(name, bytes(name)).unwrap()
}

/// Opens a file of the corpus, whose packets are then read from it.
pub(in crate::assets::sound) fn opened(name: &str) -> SoundFile {
    let mut file = open(name);
    file.read_from(File::open(folder().join(name)).unwrap());
    file
}

/// Returns the whole corpus. `make.sh` beside it tells how it was made.
pub(in crate::assets::sound) fn corpus() -> Vec<Reference> {
    let table = String::from_utf8(bytes("references.txt")).unwrap();
    let lines = table.lines().filter(|line| !line.starts_with('#'));
    let references: Vec<_> = lines
        .map(|line| {
            let mut words = line.split(' ');
            let mut next = || words.next().unwrap();
            Reference {
                name: next().to_owned(),
                rate: next().parse().unwrap(),
                channels: next().parse().unwrap(),
                frames: next().parse().unwrap(),
                exact: u64::from_str_radix(next(), 16).ok(),
            }
        })
        .filter(|reference| cfg!(feature = "mp3") || !reference.name.ends_with("mp3"))
        .collect();
    assert!(references.len() > 20, "the corpus is incomplete");
    references
}

#[test]
fn lengths_rates_and_channels_equal_those_of_other_programs() {
    for reference in corpus() {
        let file = open(&reference.name);
        assert_eq!(
            (file.length(), file.rate(), file.channels()),
            (reference.frames, reference.rate, reference.channels),
            "{}",
            reference.name
        );
    }
}

#[test]
fn samples_equal_those_of_other_programs() {
    for reference in corpus() {
        let samples = open(&reference.name).decode().unwrap();
        let length = usize::try_from(reference.frames).unwrap() * reference.channels;
        assert_eq!(samples.len(), length, "{}", reference.name);
        let expected = bytes(&format!("{}.s16", reference.name));
        let expected = expected
            .as_chunks()
            .0
            .iter()
            .map(|bytes| i16::from_le_bytes(*bytes));
        let mut worst = (0.0, 0);
        for (index, expected) in expected.enumerate() {
            let difference =
                (samples[index * 61] - f32::from(expected) / 32_768.0).abs() * 32_768.0;
            if difference > worst.0 {
                worst = (difference, index);
            }
        }
        assert!(worst.0 < 1.6, "{}: {worst:?}", reference.name);
    }
}

#[test]
fn samples_of_formats_without_loss_equal_to_the_last_bit() {
    let exact = corpus()
        .into_iter()
        .filter_map(|file| Some((file.exact?, file.name)));
    let mut count = 0;
    for (hash, name) in exact {
        let samples = open(&name).decode().unwrap();
        let bytes: Vec<_> = samples
            .iter()
            .flat_map(|sample| sample.to_le_bytes())
            .collect();
        assert_eq!(xxh64(&bytes, 0), hash, "{name}");
        count += 1;
    }
    assert!(count > 10);
}
