//! Damaged Tiled maps: each is read or refused, without a panic, within 20 seconds and 64 MiB.
#![cfg(feature = "tiled")]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::cell::Cell;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use damselfly::assets::{AssetSettings, Assets};
use damselfly::glam::Vec2;
use damselfly::tiles::TiledMap;
use proptest::prelude::*;
use proptest::sample::Index;

/// Numbers for which careless code multiplies, adds or allocates too much.
const NUMBERS: [&str; 12] = [
    "0",
    "-1",
    "1",
    "3",
    "255",
    "65536",
    "16777217",
    "2147483648",
    "4294967295",
    "1e30",
    "NaN",
    "0.5",
];

/// One change of a file's text.
#[derive(Clone, Debug)]
enum Change {
    /// Replaces a run of digits with one of `NUMBERS`.
    Number(Index, usize),
    /// Removes this many bytes.
    Remove(Index, usize),
    Double(Index, usize),
    /// Replaces one byte.
    Byte(Index, u8),
    /// Swaps two words.
    Swap(Index, Index),
}

fn change() -> impl Strategy<Value = Change> {
    prop_oneof![
        4 => (any::<Index>(), 0..NUMBERS.len()).prop_map(|(at, number)| Change::Number(at, number)),
        1 => (any::<Index>(), 1..40_usize).prop_map(|(at, length)| Change::Remove(at, length)),
        1 => (any::<Index>(), 1..200_usize).prop_map(|(at, length)| Change::Double(at, length)),
        1 => (any::<Index>(), any::<u8>()).prop_map(|(at, byte)| Change::Byte(at, byte)),
        1 => (any::<Index>(), any::<Index>()).prop_map(|(a, b)| Change::Swap(a, b)),
    ]
}

/// Returns the start and end of each run of bytes for which `is_part` is true.
fn runs(text: &[u8], is_part: impl Fn(u8) -> bool) -> Vec<(usize, usize)> {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for (at, _) in text.iter().enumerate().filter(|(_, byte)| is_part(**byte)) {
        match runs.last_mut() {
            Some((_, end)) if *end == at => *end += 1,
            _ => runs.push((at, at + 1)),
        }
    }
    runs
}

fn apply(text: &mut Vec<u8>, change: &Change) {
    if text.is_empty() {
        return;
    }
    match change {
        Change::Number(at, number) => {
            let digits = runs(text, |byte| byte.is_ascii_digit());
            if !digits.is_empty() {
                let (start, end) = digits[at.index(digits.len())];
                text.splice(start..end, NUMBERS[*number].bytes());
            }
        }
        Change::Remove(at, length) => {
            let start = at.index(text.len());
            text.drain(start..(start + length).min(text.len()));
        }
        Change::Double(at, length) => {
            let start = at.index(text.len());
            let part = text[start..(start + length).min(text.len())].to_vec();
            text.splice(start..start, part);
        }
        Change::Byte(at, byte) => {
            let at = at.index(text.len());
            text[at] = *byte;
        }
        Change::Swap(a, b) => {
            let words = runs(text, |byte| byte.is_ascii_alphanumeric());
            if !words.is_empty() {
                let (mut a, mut b) = (words[a.index(words.len())], words[b.index(words.len())]);
                if a > b {
                    (a, b) = (b, a);
                }
                if a.1 <= b.0 {
                    let (first, second) = (text[a.0..a.1].to_vec(), text[b.0..b.1].to_vec());
                    text.splice(b.0..b.1, first);
                    text.splice(a.0..a.1, second);
                }
            }
        }
    }
}

fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus/tiled/small")
}

/// Returns the maps, tilesets and templates of the corpus, in a fixed order.
fn files() -> Vec<PathBuf> {
    let all = fs::read_dir(corpus())
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> = all
        .filter(|path| path.extension().unwrap() != "png")
        .collect();
    files.sort();
    files
}

#[test]
fn a_damaged_map_takes_little_memory_and_time() {
    let folder = std::env::temp_dir().join(format!("damselfly-maps-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let files = files();
    for entry in fs::read_dir(corpus()).unwrap() {
        let path = entry.unwrap().path();
        fs::copy(&path, folder.join(path.file_name().unwrap())).unwrap();
    }
    let (read, refused) = (Cell::new(0), Cell::new(0));
    // `PROPTEST_CASES` sets another number of cases, for a longer search.
    let cases = std::env::var("PROPTEST_CASES")
        .ok()
        .and_then(|cases| cases.parse().ok());
    let config = ProptestConfig {
        cases: cases.unwrap_or(1000),
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    let changes = (any::<Index>(), prop::collection::vec(change(), 1..5));
    let mut runner = proptest::test_runner::TestRunner::new(config);
    let outcome = runner.run(&changes, |(file, changes)| {
        let file = &files[file.index(files.len())];
        let mut text = fs::read(file).unwrap();
        changes.iter().for_each(|change| apply(&mut text, change));
        let name = file.file_name().unwrap();
        fs::write(folder.join(name), &text).unwrap();
        let mut assets = Assets::new(AssetSettings {
            root: Some(folder.clone()),
            ..AssetSettings::default()
        });
        // A damaged tileset or template is read through a map that names it.
        let map = match name.to_str().unwrap() {
            "hero.tx" | "zone.tj" => "objects.tmx",
            "wang_1_4.tsx" => "wang_1_4_external.tmx",
            "no_tilecount.tsx" => "no_tilecount_external.tmx",
            "missing_image.tsx" => "missing_set.tmx",
            map => map,
        };
        let begin = Instant::now();
        let mut loaded = None;
        let used = allocation_counter::measure(|| {
            loaded = Some(TiledMap::load(map, &mut assets, Vec2::ONE));
        });
        let time = begin.elapsed();
        fs::copy(file, folder.join(name)).unwrap();
        match loaded.unwrap() {
            Ok(_) => read.set(read.get() + 1),
            Err(error) => {
                refused.set(refused.get() + 1);
                prop_assert!(error.to_string().contains(": "), "{error}");
            }
        }
        prop_assert!(used.bytes_max <= 64 << 20, "{} bytes", used.bytes_max);
        prop_assert!(time < Duration::from_secs(20), "{time:?}");
        Ok(())
    });
    fs::remove_dir_all(&folder).unwrap();
    outcome.unwrap_or_else(|error| panic!("{error}"));
    assert!(
        read.get() > 100 && refused.get() > 100,
        "{read:?} read, {refused:?} refused"
    );
}
