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

/// A repeated element makes files of less than 2 to this power bytes: 4 MiB.
const LARGEST_POWER: usize = 22;

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
    /// Repeats an element until the file has about this many bytes.
    Repeat(Index, usize),
}

fn change() -> impl Strategy<Value = Change> {
    prop_oneof![
        4 => (any::<Index>(), 0..NUMBERS.len()).prop_map(|(at, number)| Change::Number(at, number)),
        1 => (any::<Index>(), 1..40_usize).prop_map(|(at, length)| Change::Remove(at, length)),
        1 => (any::<Index>(), 1..200_usize).prop_map(|(at, length)| Change::Double(at, length)),
        1 => (any::<Index>(), any::<u8>()).prop_map(|(at, byte)| Change::Byte(at, byte)),
        1 => (any::<Index>(), any::<Index>()).prop_map(|(a, b)| Change::Swap(a, b)),
        1 => (any::<Index>(), 12..LARGEST_POWER).prop_map(|(at, power)| Change::Repeat(at, 1 << power)),
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
        Change::Repeat(at, bytes) => {
            if let Some((start, end)) = element(text, *at) {
                let mut part = text[start..end].to_vec();
                if text.trim_ascii_start().starts_with(b"{") {
                    part.push(b',');
                }
                let part = part.repeat(bytes / part.len());
                text.splice(start..start, part);
            }
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

/// Returns an element: in XML up to its end, in JSON an object.
fn element(text: &[u8], at: Index) -> Option<(usize, usize)> {
    let is_json = text.trim_ascii_start().starts_with(b"{");
    let starts = |(at, byte): (usize, &u8)| match (is_json, byte) {
        (true, b'{') => Some(at),
        (false, b'<') if text.get(at + 1).is_some_and(u8::is_ascii_alphabetic) => Some(at),
        _ => None,
    };
    let starts: Vec<usize> = text.iter().enumerate().filter_map(starts).collect();
    if starts.is_empty() {
        return None;
    }
    let start = starts[at.index(starts.len())];
    let rest = &text[start..];
    let find = |what: &[u8]| rest.windows(what.len()).position(|part| part == what);
    let length = if is_json {
        let mut depth = 0;
        let ends = |byte: &u8| {
            depth += i32::from(*byte == b'{') - i32::from(*byte == b'}');
            depth == 0
        };
        rest.iter().position(ends)? + 1
    } else {
        let name = rest[1..]
            .iter()
            .position(|byte| !byte.is_ascii_alphanumeric())?;
        let end = [b"</", &rest[1..=name], b">"].concat();
        match (find(b">")?, find(&end)) {
            (tag, _) if rest[tag - 1] == b'/' => tag + 1,
            (tag, None) => tag + 1,
            (_, Some(at)) => at + end.len(),
        }
    };
    Some((start, start + length))
}

fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus/tiled/small")
}

/// Writes the corpus and large maps to a folder. Returns the maps, tilesets and templates, in a fixed order.
fn write_files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut files = Vec::new();
    for entry in fs::read_dir(corpus()).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        let bytes = fs::read(&path).unwrap();
        fs::write(folder.join(&name), &bytes).unwrap();
        if path.extension().unwrap() != "png" {
            files.push((name, bytes));
        }
    }
    for (name, text) in large_files() {
        fs::write(folder.join(name), &text).unwrap();
        files.push((name.to_owned(), text.into_bytes()));
    }
    files.sort();
    files
}

/// Returns maps with many elements: objects in groups, chunks, frames, properties and layers.
fn large_files() -> [(&'static str, String); 5] {
    let map = |content: &str| {
        format!(
            "<map width='64' height='64' tilewidth='8' tileheight='8' infinite='0'>{content}</map>"
        )
    };
    let set = |content: &str| {
        format!(
            "<tileset firstgid='1' name='a' tilewidth='8' tileheight='8'>{content}<image source='four.png'/></tileset>"
        )
    };
    let properties =
        "<properties><property name='a' type='class'><properties><property name='b' value='c'/>
        </properties></property><property name='d' value='1'/></properties>";
    let object = format!(
        "<object id='7' gid='2' x='8' y='8'>{properties}<polygon points='0,0 8,0 0,8'/></object>"
    );
    let objects = format!("<objectgroup name='a'>{}</objectgroup>", object.repeat(300));
    let groups = "<group opacity='0.9'>".repeat(30) + &objects + &"</group>".repeat(30);
    let frames = "<frame tileid='1' duration='100'/>".repeat(1000);
    let tile = format!("<tile id='0'>{properties}<animation>{frames}</animation></tile>");
    let layer = "<layer width='1' height='1'><data encoding='csv'>1</data></layer>";
    let chunk = |number: usize| {
        let (x, y) = (number % 20 * 4, number / 20 * 4);
        format!(
            "<chunk x='{x}' y='{y}' width='4' height='4'>{}</chunk>",
            "1,".repeat(16)
        )
    };
    let chunks: String = (0..200).map(chunk).collect();
    let chunks =
        format!("<layer width='1' height='1'><data encoding='csv'>{chunks}</data></layer>");
    let list =
        |item: &str, count: usize| format!("[{}{item}]", format!("{item},").repeat(count - 1));
    let object = r#"{"id":7,"x":8,"y":8.5,"properties":[{"name":"a","value":{"b":{"c":1}}}],"polygon":[{"x":0,"y":0},{"x":8,"y":1}]}"#;
    let json = format!(
        r#"{{"type":"map","width":64,"height":64,"tilewidth":8,"tileheight":8,"layers":[
           {{"type":"objectgroup","name":"a","objects":{}}},
           {{"type":"tilelayer","width":64,"height":64,"data":{}}}]}}"#,
        list(object, 200),
        list("0", 4096)
    );
    [
        ("large_objects.tmx", map(&(set("") + &groups))),
        (
            "large_chunks.tmx",
            map(&(set("") + &chunks)).replace("infinite='0'", "infinite='1'"),
        ),
        ("large_frames.tmx", map(&(set(&tile) + &layer.repeat(100)))),
        ("large_properties.tmx", map(&properties.repeat(500))),
        ("large_list.tmj", json),
    ]
}

#[test]
fn a_damaged_map_takes_little_memory_and_time() {
    let folder = std::env::temp_dir().join(format!("damselfly-maps-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let files = write_files(&folder);
    let (read, refused, most) = (Cell::new(0), Cell::new(0), Cell::new(0));
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
        let (name, whole) = &files[file.index(files.len())];
        let mut text = whole.clone();
        changes.iter().for_each(|change| apply(&mut text, change));
        fs::write(folder.join(name), &text).unwrap();
        let mut assets = Assets::new(AssetSettings {
            root: Some(folder.clone()),
            ..AssetSettings::default()
        });
        // A damaged tileset or template is read through a map that names it.
        let map = match &**name {
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
        fs::write(folder.join(name), whole).unwrap();
        match loaded.unwrap() {
            Ok(_) => read.set(read.get() + 1),
            Err(error) => {
                refused.set(refused.get() + 1);
                prop_assert!(error.to_string().contains(": "), "{error}");
            }
        }
        most.set(most.get().max(used.bytes_max));
        prop_assert!(used.bytes_max <= 64 << 20, "{} bytes", used.bytes_max);
        prop_assert!(time < Duration::from_secs(20), "{time:?}");
        Ok(())
    });
    fs::remove_dir_all(&folder).unwrap();
    outcome.unwrap_or_else(|error| panic!("{error}"));
    let (read, refused, most) = (read.get(), refused.get(), most.get() >> 20);
    println!("{read} read, {refused} refused, at most {most} MiB");
    // Small maps alone would prove little: some need a good part of the limit.
    assert!(
        read > 100 && refused > 100 && most >= 16,
        "{read} read, {refused} refused, {most} MiB"
    );
}
