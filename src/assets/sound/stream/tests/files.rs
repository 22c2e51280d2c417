//! Streams that read their packets from a file.

use std::fs::{self, File};

use super::*;
use crate::assets::sound::decode::tests::pages::{Page, divide, join};
use crate::files::Scratch;

/// Opens a file in a folder, whose packets are then read from it.
fn open_in(folder: &Scratch, name: &str, bytes: Vec<u8>) -> SoundFile {
    let path = folder.path(name);
    fs::write(&path, &bytes).unwrap();
    let mut file = SoundFile::open(name, bytes).unwrap();
    file.read_from(File::open(path).unwrap());
    file
}

#[test]
fn files_of_all_formats_are_read_while_they_play() {
    for reference in corpus() {
        let (file, whole) = (opened(&reference.name), open(&reference.name));
        assert!(file.is_read_from_file(), "{}", reference.name);
        assert!(file.decode().unwrap() == whole.decode().unwrap());
    }
}

/// Divides a stream into pages of these numbers of segments, with pages of another stream between them.
fn paged(file: &[u8], counts: impl Iterator<Item = usize>) -> Vec<u8> {
    let mut pages = divide(file);
    let sound = pages.split_off(2);
    let serial = pages[0].serial;
    let other = |number, flags| Page {
        flags,
        granule: 0,
        serial: !serial,
        number,
        segments: vec![100, 255, 3],
        body: vec![0x4f; 358],
    };
    // All first pages of streams come first.
    pages.insert(1, other(0, 2));
    let segments: Vec<u8> = sound
        .iter()
        .flat_map(|page| page.segments.clone())
        .collect();
    let body: Vec<u8> = sound.iter().flat_map(|page| page.body.clone()).collect();
    let (mut segments, mut body) = (&segments[..], &body[..]);
    let mut is_continued = false;
    for (number, count) in (2..).zip(counts) {
        if segments.is_empty() {
            break;
        }
        let (now, later) = segments.split_at(count.min(segments.len()));
        let length = now.iter().map(|length| usize::from(*length)).sum();
        let (part, after) = body.split_at(length);
        let is_last = later.is_empty();
        pages.push(Page {
            flags: u8::from(is_continued) | if is_last { 4 } else { 0 },
            // Only the last page tells its position. The others have none.
            granule: if is_last {
                sound.last().unwrap().granule
            } else {
                u64::MAX
            },
            serial,
            number,
            segments: now.to_vec(),
            body: part.to_vec(),
        });
        pages.push(other(number - 1, 0));
        is_continued = now.last() == Some(&255);
        (segments, body) = (later, after);
    }
    join(&pages)
}

#[test]
fn packets_that_cross_pages_and_other_streams_are_read() {
    let folder = Scratch::new("crossing");
    let bytes = bytes("stereo.ogg");
    let expected = open("stereo.ogg").decode().unwrap();
    for count in [1, 2, 7] {
        let file = paged(&bytes, core::iter::repeat(count));
        let file = open_in(&folder, "crossing.ogg", file);
        assert!(file.is_read_from_file());
        assert!(file.decode().unwrap() == expected, "{count} segments");
    }
}

/// A file that changes while it plays is silent, or sounds otherwise.
#[test]
fn a_file_that_becomes_shorter_is_silent_from_there_on() {
    let folder = Scratch::new("shorter");
    let bytes = bytes("stereo.ogg");
    let length = bytes.len() as u64;
    let file = open_in(&folder, "shorter.ogg", bytes);
    let path = folder.path("shorter.ogg");
    File::options()
        .write(true)
        .open(path)
        .unwrap()
        .set_len(length / 2)
        .unwrap();
    let error = file.decode().unwrap_err().to_string();
    let expected =
        "damaged Ogg sound (it cannot be read while it plays: failed to fill whole buffer)";
    assert!(error.contains(expected), "{error}");
    let mut frames = vec![[9.0; 2]; usize::try_from(file.length()).unwrap()];
    let mut reader = FileReader::new(Arc::new(file));
    reader.read_frames(0, &mut frames).unwrap_err();
    assert_eq!(frames.last(), Some(&[0.0; 2]));
    assert!(frames[..1000].iter().any(|frame| *frame != [0.0; 2]));
}
