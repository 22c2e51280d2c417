//! Tests of the sound of films.

use std::fs;
use std::path::Path;

use proptest::prelude::*;

use super::super::{Film, FilmCapture, FilmSettings};
use super::*;
use crate::files::Scratch;
use crate::render::Cells;

/// Offset of the version in the file.
const VERSION: usize = 12;

/// Writes a film with one picture after each part of sound.
fn write(path: &Path, parts: &[Vec<[i16; 2]>]) {
    let settings = FilmSettings {
        game: "A test".into(),
        size: [2, 1],
        rate: 60.0,
    };
    let mut film = FilmCapture::create(path, &settings).unwrap();
    for (part, number) in parts.iter().zip(0_u32..) {
        film.push_sound(part).unwrap();
        film.push(number.into(), &[number, 0xff00_ff00], &Cells::default())
            .unwrap();
    }
    film.finish(parts.len() as u64, 0).unwrap();
}

/// Returns a sound of some frames.
fn noise(frames: usize, seed: u64) -> Vec<[i16; 2]> {
    let mut random = crate::base::random::Random::new(seed);
    let mut sample = || {
        i16::from_le_bytes(
            random.range(0..u32::MAX).to_le_bytes()[..2]
                .try_into()
                .unwrap(),
        )
    };
    (0..frames).map(|_| [sample(), sample()]).collect()
}

fn read(sound: &mut FilmSound, first: u64, count: usize) -> Vec<[i16; 2]> {
    let mut frames = vec![[7; 2]; count];
    sound.read(first, &mut frames).unwrap();
    frames
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn sound_is_read_as_it_was_written_in_both_directions(
        parts in prop::collection::vec((0..900_usize, prop::bool::ANY), 1..6),
        reads in prop::collection::vec((0..5000_u64, 0..3000_usize), 1..8),
    ) {
        let folder = Scratch::new("film-sound");
        let path = folder.path("a.dfrec");
        let parts: Vec<_> = parts
            .into_iter()
            .zip(0..)
            .map(|((frames, silent), seed)| if silent { vec![[0; 2]; frames] } else { noise(frames, seed) })
            .collect();
        write(&path, &parts);
        let all = parts.concat();
        let mut film = Film::open(&path).unwrap();
        for (index, number) in (0..parts.len()).zip(0_u32..) {
            prop_assert_eq!(film.read(index).unwrap().pixels[0] & 0xff, number);
        }
        let is_silent = all.iter().all(|frame| *frame == [0; 2]);
        prop_assert_eq!(fs::read(&path).unwrap()[VERSION], if is_silent { 1 } else { 2 });
        let Some(mut sound) = film.sound() else {
            prop_assert!(is_silent);
            return Ok(());
        };
        let length = usize::try_from(sound.len()).unwrap();
        prop_assert!(length <= all.len() && all[length..].iter().all(|frame| *frame == [0; 2]));
        let backwards: Vec<_> = all[..length].iter().rev().copied().collect();
        let mut reversed = sound.reversed();
        for (first, count) in reads {
            for (sound, all) in [(&mut sound, &all[..length]), (&mut reversed, &backwards[..])] {
                let mut expected: Vec<_> = all.iter().skip(usize::try_from(first).unwrap()).take(count).copied().collect();
                expected.resize(count, [0; 2]);
                prop_assert!(read(sound, first, count) == expected);
            }
        }
    }

    #[test]
    fn damaged_sound_is_an_error_or_silent_and_never_a_panic(at in 13..4000_usize, byte: u8, cut: bool) {
        let folder = Scratch::new("film-damaged");
        let path = folder.path("a.dfrec");
        write(&path, &[noise(400, 1), noise(300, 2)]);
        let mut bytes = fs::read(&path).unwrap();
        let at = at % bytes.len();
        if cut {
            bytes.truncate(at);
        } else {
            bytes[at] = byte;
        }
        fs::write(&path, bytes).unwrap();
        if let Some(mut sound) = Film::open(&path).ok().and_then(|film| film.sound()) {
            let mut frames = vec![[0; 2]; 700];
            let _ = sound.read(0, &mut frames);
            let expected = [noise(400, 1), noise(300, 2)].concat();
            let right = frames.iter().zip(&expected).filter(|(a, b)| a == b).count();
            prop_assert!(frames.iter().zip(&expected).all(|(a, b)| a == b || *a == [0; 2]), "{right}");
        }
    }
}

#[test]
fn an_exported_film_keeps_its_sound_in_the_own_format() {
    let folder = Scratch::new("film-export");
    let path = folder.path("a.dfrec");
    let parts = [
        noise(MAX_FRAMES, 1),
        vec![[0; 2]; MAX_FRAMES],
        noise(9000, 2),
    ];
    write(&path, &parts);
    let mut film = Film::open(&path).unwrap();
    for name in ["b.gif", "b.apng", "b.dfrec"] {
        assert_eq!(film.export(folder.path(name)).unwrap(), 3, "{name}");
    }
    let mut sound = Film::open(folder.path("b.dfrec")).unwrap().sound().unwrap();
    assert_eq!(sound.len(), 105_000);
    assert!(read(&mut sound, 0, 105_000) == parts.concat());
}

#[cfg(unix)]
#[test]
fn a_film_in_a_pipe_has_no_sound() {
    let folder = Scratch::new("film-pipe");
    let pipe = folder.pipe("a.dfrec");
    let reader = {
        let pipe = pipe.clone();
        std::thread::spawn(move || fs::read(pipe).unwrap())
    };
    write(&pipe, &[noise(500, 1)]);
    let file = folder.path("b.dfrec");
    fs::write(&file, reader.join().unwrap()).unwrap();
    let film = Film::open(&file).unwrap();
    assert!(film.sound().is_none() && film.is_complete());
}
