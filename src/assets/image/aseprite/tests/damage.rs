//! Unknown chunks are ignored, and damaged files and sheets are refused in one line.

use proptest::prelude::*;
use proptest::sample::Index;

use super::*;
use crate::assets::image::aseprite::AsepriteSheet;
use crate::assets::image::aseprite_source::compose;
use crate::assets::pixels::Pixels;

#[test]
fn unknown_chunks_are_ignored_and_named_once() {
    let file = red()
        .chunk(0x1234, &[&[1, 2, 3]])
        .chunk(0x1234, &[])
        .chunk(0x2020, &[&[255; 9]]);
    let image = decode(&file.bytes(), usize::MAX).unwrap();
    assert_eq!(image.ignored, ["a chunk has the unknown type 0x1234"]);
    assert_eq!(file.pixels(0), [RED, RED]);
}

#[test]
fn faults_say_what_is_damaged() {
    let starts = |file: AsepriteWriter, what: &str| {
        let fault = file.fault();
        assert!(fault.contains(what) && !fault.contains('\n'), "{fault}");
    };
    starts(AsepriteWriter::new(32), "it has no frame");
    starts(
        AsepriteWriter::new(24).frame(1),
        "it has 24 bits a pixel: expected 8, 16 or 32",
    );
    starts(red().image(0, [0, 0], [2, 2], &RED), "it is cut short");
    starts(
        red().cel(0, [0, 0], 255, 0, 2, &[&[1, 0, 1, 0, 9, 9]]),
        "a compressed cel is damaged",
    );
    starts(
        red().image(0, [0, 0], [65_535, 65_535], &RED),
        "a cel has more than 256 MiB",
    );
    starts(
        red().chunk(0x2004, &[&[0; 3]]),
        "frame 0: a chunk with a layer is damaged",
    );
    let mut bytes = red().bytes();
    bytes.truncate(150);
    let fault = decode(&bytes, usize::MAX)
        .map(|_| ())
        .unwrap_err()
        .to_string();
    assert!(fault.contains("it is cut short"), "{fault}");
}

/// One change of a file's bytes.
#[derive(Clone, Debug)]
enum Change {
    /// Replaces one byte.
    Byte(Index, u8),
    /// Replaces two or four bytes with all ones, or a power of two.
    Number(Index, usize, u32),
    Cut(Index),
    Double(Index, usize),
}

fn change() -> impl Strategy<Value = Change> {
    prop_oneof![
        3 => (any::<Index>(), any::<u8>()).prop_map(|(at, byte)| Change::Byte(at, byte)),
        3 => (any::<Index>(), prop_oneof![Just(2_usize), Just(4)], prop_oneof![Just(u32::MAX), Just(0), Just(0x8000), Just(0x7FFF_FFFF), Just(1 << 24)])
            .prop_map(|(at, length, number)| Change::Number(at, length, number)),
        1 => any::<Index>().prop_map(Change::Cut),
        1 => (any::<Index>(), 1..200_usize).prop_map(|(at, length)| Change::Double(at, length)),
    ]
}

fn apply(bytes: &mut Vec<u8>, change: &Change) {
    if bytes.is_empty() {
        return;
    }
    let length = bytes.len();
    match change {
        Change::Byte(at, byte) => bytes[at.index(length)] = *byte,
        Change::Number(at, count, number) => {
            let start = at.index(length);
            for (byte, value) in bytes[start..]
                .iter_mut()
                .take(*count)
                .zip(number.to_le_bytes())
            {
                *byte = value;
            }
        }
        Change::Cut(at) => bytes.truncate(at.index(length)),
        Change::Double(at, count) => {
            let start = at.index(length);
            let part = bytes[start..(start + count).min(length)].to_vec();
            bytes.splice(start..start, part);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_damaged_file_is_read_or_refused_in_one_line(number in any::<Index>(), changes in proptest::collection::vec(change(), 1..6)) {
        let names = ["layers_and_tags", "linked_cels", "tilemap_indexed", "slice_advanced", "indexed"];
        let mut bytes = file(&format!("{}.aseprite", names[number.index(names.len())]));
        changes.iter().for_each(|change| apply(&mut bytes, change));
        let most = usize::MAX;
        if let Err(error) = decode(&bytes, most).map(|_| ()) {
            let error = error.to_string();
            prop_assert!(!error.contains('\n') && error.len() < 300, "{error}");
        }
    }

    #[test]
    fn a_damaged_sheet_is_read_or_refused_in_one_line(changes in proptest::collection::vec(change(), 1..6)) {
        let mut bytes = file("sheet.json");
        changes.iter().for_each(|change| apply(&mut bytes, change));
        let sheet = Pixels { width: 8, height: 4, rgba: vec![255; 8 * 4 * 4] };
        let read = AsepriteSheet::read(&bytes);
        let cut = read.and_then(|read| compose(read, &sheet, usize::MAX).map_err(|error| error.to_string()));
        if let Err(error) = cut.map(|_| ()) {
            prop_assert!(!error.contains('\n') && error.len() < 400, "{error}");
        }
    }
}
