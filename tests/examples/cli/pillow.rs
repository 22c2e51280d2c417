//! Animations as read by Pillow, which shares no code with the decoders used here.

use std::collections::BTreeSet;
use std::process::Command;

use damselfly::capture::Film;

use super::examples::{SAUCER_SHOOT, VIEWER};
use super::films::{Pixels, animation, pictures};
use super::folder::Folder;

/// Python program that writes the duration of each frame in milliseconds as a little-endian double, then its pixels.
const READ: &str = "
import struct, sys
from PIL import Image
image = Image.open(sys.argv[1])
for frame in range(image.n_frames):
    image.seek(frame)
    pixels = image.convert('RGBA').tobytes()
    sys.stdout.buffer.write(struct.pack('<d', image.info['duration']) + pixels)
";

/// Returns whether Python has Pillow. If not, reports that `test` is skipped.
///
/// # Panics
/// Panics if it is missing and `DAMSELFLY_REQUIRE_PILLOW` is 1.
fn is_there(test: &str) -> bool {
    let found = python().is_some();
    if !found {
        let required = std::env::var("DAMSELFLY_REQUIRE_PILLOW").is_ok_and(|value| value == "1");
        assert!(
            !required,
            "DAMSELFLY_REQUIRE_PILLOW is 1: Python has no Pillow"
        );
        eprintln!("SKIPPED: Python has no Pillow: {test}");
    }
    found
}

/// Returns the name of a Python that has Pillow.
fn python() -> Option<&'static str> {
    // Debian's package belongs to Debian's own Python, which may not be first in the path.
    ["python3", "/usr/bin/python3"].into_iter().find(|python| {
        let ran = Command::new(python).args(["-c", "import PIL"]).output();
        ran.is_ok_and(|ran| ran.status.success())
    })
}

/// Returns the frames of an animation of this size: whole images and their durations in milliseconds.
fn frames(file: &str, size: [u32; 2]) -> Vec<(Vec<u32>, f64)> {
    let mut python = Command::new(python().unwrap());
    let ran = python.args(["-c", READ, file]).output().unwrap();
    let said = String::from_utf8_lossy(&ran.stderr);
    assert!(ran.status.success(), "{file}: {said}");
    let frame = 8 + 4 * usize::try_from(size[0] * size[1]).unwrap();
    assert_eq!(ran.stdout.len() % frame, 0, "{file}: not {size:?}");
    let read = |bytes: &[u8]| {
        let (delay, pixels) = bytes.split_at(8);
        let words = pixels.chunks_exact(4);
        let words = words.map(|word| u32::from_le_bytes(word.try_into().unwrap()));
        (
            words.collect(),
            f64::from_le_bytes(delay.try_into().unwrap()),
        )
    };
    ran.stdout.chunks_exact(frame).map(read).collect()
}

/// Merges consecutive equal images. Returns each image with its range of frames: the first, and the one after the last.
fn shown(pictures: &[Pixels]) -> Vec<(&Pixels, [u32; 2])> {
    let mut shown: Vec<(&Pixels, [u32; 2])> = Vec::new();
    for (number, picture) in (0..).zip(pictures) {
        match shown.last_mut() {
            Some((last, frames)) if *last == picture => frames[1] = number + 1,
            _ => shown.push((picture, [number, number + 1])),
        }
    }
    shown
}

/// Returns whether an image has more colours than a GIF frame allows.
fn has_many_colors(picture: &Pixels) -> bool {
    picture.iter().collect::<BTreeSet<_>>().len() > 256
}

#[test]
fn pillow_reads_every_frame_and_its_delay_as_the_film_has_them() {
    if !is_there("GIF and APNG files, read by another library") {
        return;
    }
    let folder = Folder::new("pillow");
    for example in [VIEWER, SAUCER_SHOOT] {
        for file in ["a.dfrec", "a.gif", "a.apng"] {
            let file = folder.file(file);
            let options = format!("--steps 45 --seed 1 --log off --capture {file}");
            example.headless(&options).expect(0);
        }
        let mut film = Film::open(folder.file("a.dfrec")).unwrap();
        let rate = film.settings().rate;
        let all = pictures(&mut film);
        let shown = shown(&all);
        // Times in a GIF are whole hundredths of a second, rounded down.
        let hundredths = |frame: u32| (f64::from(frame) * 100.0 / rate).floor() * 10.0;
        let exact = |frame: u32| f64::from(frame) * 1000.0 / rate;
        let times: [(&str, &dyn Fn(u32) -> f64); 2] = [("a.gif", &hundredths), ("a.apng", &exact)];
        for (file, time) in times {
            let path = folder.file(file);
            let read = frames(&path, film.settings().size);
            assert_eq!(read.len(), shown.len(), "{} {file}", example.name);
            // GIF reduces images with more than 256 colours. Both libraries must read the same result.
            let reduced = file == "a.gif" && all.iter().any(has_many_colors);
            let reduced = reduced.then(|| animation(&path));
            for (number, (read, shown)) in read.iter().zip(&shown).enumerate() {
                let name = format!("frame {number} of {file} of {}", example.name);
                let expected = reduced.as_ref().map_or(shown.0, |all| &all[number].0);
                assert!(read.0 == *expected, "{name} has other pixels");
                let delay = time(shown.1[1]) - time(shown.1[0]);
                assert!((read.1 - delay).abs() < 1e-6, "{name}: {} ms", read.1);
            }
        }
    }
}
