//! Tests that films are read as they were written, up to the first damage.

use std::fs;
use std::path::Path;

use proptest::prelude::*;

use super::*;
use crate::files::{RecordFault, Scratch};
use crate::render::Cells;

const SIZE: [u32; 2] = [7, 3];

/// Pixels and text of a frame.
type FrameImage = (Vec<u32>, Cells);

fn settings(rate: f64) -> FilmSettings {
    FilmSettings {
        game: "Größe".into(),
        size: SIZE,
        rate,
    }
}

fn cells(text: &str) -> Cells {
    let mut cells = Cells::new(5, 2);
    for (row, line) in text.lines().enumerate() {
        let places = cells.row_mut(row).unwrap().iter_mut();
        places
            .zip(line.chars())
            .for_each(|(place, character)| *place = character);
    }
    cells
}

/// Returns an image of many colours and a text. The text and two of the pixels depend on the number.
fn image(number: u32) -> FrameImage {
    let mut pixels: Vec<u32> = (0..21)
        .map(|index: u32| 0xff00_0000 | index.wrapping_mul(0x0001_2345) & 0x00ff_ffff)
        .collect();
    pixels[number as usize % 21] = 0xffff_ffff;
    pixels[(number as usize * 5 + 3) % 21] = 0xff00_00ff;
    (pixels, cells(&format!("é{}\n*", number / 4)))
}

/// Writes frames with these numbers. Frame `n` shows image `n`.
fn write(path: &Path, numbers: &[u64], rate: f64, end: Option<u64>) {
    let mut recorder = FilmCapture::create(path, &settings(rate)).unwrap();
    for &number in numbers {
        let (pixels, cells) = image(u32::try_from(number).unwrap());
        recorder.push(number, &pixels, &cells).unwrap();
    }
    if let Some(end) = end {
        recorder.finish(end, 2).unwrap();
    }
}

/// Returns whether a frame is read as it was written.
fn is_right(film: &mut Film, index: usize, number: u64) -> bool {
    let frame = film.read(index).unwrap();
    let (pixels, cells) = image(u32::try_from(number).unwrap());
    (frame.number, frame.pixels, frame.cells) == (number, &pixels, &cells)
}

#[test]
fn a_film_has_every_written_frame_at_its_time() {
    let folder = Scratch::new("film");
    let path = folder.path("a.dfrec");
    let numbers: Vec<u64> = (0..25).filter(|number| number % 7 != 3).collect();
    write(&path, &numbers, 10.0, Some(30));
    let mut film = Film::open(&path).unwrap();
    assert_eq!(film.settings(), &settings(10.0));
    assert!(film.is_complete() && film.damage().is_none());
    assert_eq!((film.len(), film.dropped()), (numbers.len(), 2));
    assert_eq!(film.duration().as_millis(), 3000);
    for (index, &number) in numbers.iter().enumerate() {
        assert!(is_right(&mut film, index, number), "{index}");
        assert_eq!(film.time_of(index).as_millis(), u128::from(number) * 100);
        assert_eq!(film.frame_at(film.time_of(index)), index);
    }
    let last = numbers.len() - 1;
    assert_eq!(film.frame_at(film.duration() * 2), last);
    assert_eq!(film.time_of(last + 1), film.duration());
    assert!(is_right(&mut film, last + 9, numbers[last]), "the last");
    assert_eq!(folder.names(), ["a.dfrec"]);
}

#[test]
fn a_second_has_one_key_frame_and_the_others_store_what_changed() {
    let folder = Scratch::new("key");
    let path = folder.path("a.dfrec");
    let settings = FilmSettings {
        size: [640, 384],
        ..settings(10.0)
    };
    let mut recorder = FilmCapture::create(&path, &settings).unwrap();
    // The image is noise, which compresses badly. Only one pixel changes from frame to frame, which compresses well.
    let mut noise = crate::base::random::Random::new(1);
    let mut pixels: Vec<u32> = (0..640 * 384).map(|_| noise.range(0..u32::MAX)).collect();
    let sizes: Vec<u64> = (0..21)
        .map(|number| {
            pixels[number * 1000] ^= 0x0020_1008;
            let before = fs::metadata(&path).unwrap().len();
            recorder
                .push(number as u64, &pixels, &Cells::default())
                .unwrap();
            fs::metadata(&path).unwrap().len() - before
        })
        .collect();
    for (number, &size) in sizes.iter().enumerate() {
        assert_eq!(number % 10 == 0, size > 640 * 384 * 3, "{number}: {size}");
        assert!(number % 10 == 0 || size < 100, "{number}: {size}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// Compares each frame that is read, in any order, with the frame that was written.
    #[test]
    fn any_frame_can_be_read_after_any_other(
        gaps in prop::collection::vec(1..4_u64, 1..60),
        rate in 1..20_u32,
        order in prop::collection::vec(any::<prop::sample::Index>(), 1..80),
    ) {
        let folder = Scratch::new("film-order");
        let path = folder.path("a.dfrec");
        let mut numbers = Vec::new();
        for gap in gaps {
            numbers.push(numbers.last().map_or(0, |last| last + gap));
        }
        write(&path, &numbers, rate.into(), None);
        let mut film = Film::open(&path).unwrap();
        for index in order {
            let index = index.index(numbers.len());
            prop_assert!(is_right(&mut film, index, numbers[index]));
        }
    }

    /// Images are arbitrary, and so are the sizes of their texts.
    #[test]
    fn any_image_is_read_as_written(
        images in prop::collection::vec(
            (prop::collection::vec(any::<u32>(), 21), 0..4_usize, 0..4_usize, any::<char>()), 1..8),
    ) {
        let folder = Scratch::new("film-any");
        let path = folder.path("a.dfrec");
        let mut recorder = FilmCapture::create(&path, &settings(3.0)).unwrap();
        let mut expected = Vec::new();
        for (number, (pixels, columns, rows, character)) in (0..).zip(images) {
            recorder.hurry(columns % 2 == 1);
            let mut cells = Cells::new(columns, rows);
            if let Some(last) = cells.row_mut(1).and_then(<[char]>::last_mut) {
                *last = character;
            }
            recorder.push(number, &pixels, &cells).unwrap();
            let opaque: Vec<u32> = pixels.iter().map(|pixel| pixel | 0xff00_0000).collect();
            expected.push((opaque, cells));
        }
        let mut film = Film::open(&path).unwrap();
        for (index, (pixels, cells)) in expected.iter().enumerate() {
            let frame = film.read(index).unwrap();
            prop_assert_eq!((frame.pixels, frame.cells), (&pixels[..], cells));
        }
    }

    /// No record makes the reader panic, or allocate memory for missing data.
    #[test]
    fn records_of_frames_are_validated(
        record in prop::collection::vec(any::<u8>(), 0..60),
        from in 0..60_usize,
        with in prop::collection::vec(any::<u8>(), 1..6),
    ) {
        let size = [7, 3];
        let mut picture_of = frame::FilmImage::black(size);
        let mut reader = frame::FrameReader::new(size);
        let _ = reader.read(&record, &mut picture_of);
        let (pixels, cells) = image(5);
        let mut changed = frame::FrameWriter::new(size).write(9, true, &pixels, &cells);
        for (place, byte) in changed.iter_mut().skip(from).zip(with) {
            *place = byte;
        }
        let _ = reader.read(&changed, &mut picture_of);
        prop_assert_eq!(picture_of.pixels.len(), 21);
    }
}

/// Opens a film and checks that all its frames are correct. Also returns their number. `None` if the film cannot be
/// opened.
fn whole_frames(path: &Path) -> Option<(usize, Film)> {
    let mut film = Film::open(path).ok()?;
    for index in 0..film.len() {
        assert!(is_right(&mut film, index, index as u64));
    }
    Some((film.len(), film))
}

#[test]
fn a_truncated_film_plays_its_complete_frames() {
    let folder = Scratch::new("film-cut");
    let (path, cut) = (folder.path("a.dfrec"), folder.path("cut.dfrec"));
    let numbers: Vec<u64> = (0..24).collect();
    write(&path, &numbers, 10.0, Some(24));
    let bytes = fs::read(&path).unwrap();
    let mut most = 0;
    for length in 0..bytes.len() {
        fs::write(&cut, &bytes[..length]).unwrap();
        let Some((frames, film)) = whole_frames(&cut) else {
            assert_eq!(most, 0, "only before the first frame is whole");
            continue;
        };
        assert!(!film.is_complete());
        assert!(frames == most || frames == most + 1);
        most = frames;
        if let Some(damage) = film.damage() {
            assert_eq!(damage.fault, RecordFault::CutOff);
        }
    }
    assert_eq!(most, 24);
}

#[test]
fn frames_before_a_changed_bit_are_played() {
    let folder = Scratch::new("film-bits");
    let (path, changed) = (folder.path("a.dfrec"), folder.path("changed.dfrec"));
    let numbers: Vec<u64> = (0..6).collect();
    write(&path, &numbers, 4.0, Some(6));
    let bytes = fs::read(&path).unwrap();
    let mut most = 0;
    for bit in 0..bytes.len() * 8 {
        let mut other = bytes.clone();
        other[bit / 8] ^= 1 << (bit % 8);
        fs::write(&changed, other).unwrap();
        let Some((frames, film)) = whole_frames(&changed) else {
            assert_eq!(most, 0, "bit {bit}: only before the second frame");
            continue;
        };
        assert!(film.damage().is_some(), "bit {bit}");
        assert!(frames >= most);
        most = frames;
    }
    assert_eq!(most, 6, "a change in the last record leaves all frames");
}

#[test]
fn foreign_files_are_rejected() {
    let folder = Scratch::new("no-film");
    let path = folder.path("a.dfrec");
    let text = |path: &Path| Film::open(path).unwrap_err().to_string();
    assert!(text(&path).starts_with("cannot play "), "{}", text(&path));
    for bytes in [&b""[..], b"GIF89a", &[0; 100]] {
        fs::write(&path, bytes).unwrap();
        assert!(text(&path).contains("not a film"), "{}", text(&path));
    }
    fs::remove_file(&path).unwrap();
    write(&path, &[0], 1.0, None);
    let mut newer = fs::read(&path).unwrap();
    newer[12] = 3;
    fs::write(&path, newer).unwrap();
    assert!(text(&path).contains("version 3"), "{}", text(&path));
    fs::remove_file(&path).unwrap();
    write(&path, &[], 1.0, Some(0));
    assert!(text(&path).contains("no complete frame"), "{}", text(&path));
}

#[test]
fn unsupported_sizes_are_rejected() {
    let folder = Scratch::new("film-size");
    let path = folder.path("a.dfrec");
    for size in [[0, 5], [65_536, 1], [8193, 8192]] {
        let settings = FilmSettings {
            size,
            ..settings(1.0)
        };
        assert!(FilmCapture::create(&path, &settings).is_err(), "{size:?}");
    }
    assert!(FilmCapture::create(&path, &settings(0.0)).is_err());
    assert_eq!(folder.names(), [""; 0]);
}

#[test]
fn a_gap_of_more_than_an_hour_is_damage() {
    let folder = Scratch::new("film-gaps");
    let (path, copy) = (folder.path("a.dfrec"), folder.path("a.gif"));
    // Each film has a frame 0, a frame `second` and an end. At 4 frames per second, an hour has 14 400 frames.
    for (second, end, frames, is_whole) in [
        (14_401, 14_402 + 14_400, 2, true),
        (14_402, 14_403, 1, false),
        (u64::MAX, u64::MAX, 1, false),
        (u64::MAX - 1, u64::MAX, 1, false),
        (1, 14_403, 2, false),
        (1, u64::MAX, 2, false),
    ] {
        let (pixels, cells) = image(0);
        let mut recorder = FilmCapture::create(&path, &settings(4.0)).unwrap();
        recorder.push(0, &pixels, &cells).unwrap();
        recorder.push(second, &pixels, &cells).unwrap();
        recorder.finish(end, 0).unwrap();
        let mut film = Film::open(&path).unwrap();
        assert_eq!(
            (film.len(), film.is_complete()),
            (frames, is_whole),
            "{second} {end}"
        );
        let fault = film.damage().map(|damage| damage.fault);
        assert_eq!(fault, (!is_whole).then_some(RecordFault::Changed));
        film.export(&copy).unwrap();
    }
}
