//! Animations as Pillow reads them, a library that shares no code with the decoders of the crates used here.

use std::process::Command;

/// Writes each frame's milliseconds as a little-endian double, and then its pixels.
const READ: &str = "
import struct, sys
from PIL import Image
image = Image.open(sys.argv[1])
for frame in range(image.n_frames):
    image.seek(frame)
    pixels = image.convert('RGBA').tobytes()
    sys.stdout.buffer.write(struct.pack('<d', image.info['duration']) + pixels)
";

/// Whether Python has Pillow. Says that `test` is left out if not.
///
/// # Panics
/// If it has not and `DAMSELFLY_REQUIRE_PILLOW` is 1.
pub fn is_there(test: &str) -> bool {
    let found = python().is_some();
    if !found {
        let required = std::env::var("DAMSELFLY_REQUIRE_PILLOW").is_ok_and(|value| value == "1");
        assert!(
            !required,
            "DAMSELFLY_REQUIRE_PILLOW is 1: Python has no Pillow"
        );
        eprintln!("left out, for Python has no Pillow: {test}");
    }
    found
}

/// The Python that has Pillow, if there is one.
fn python() -> Option<&'static str> {
    // Debian's package is for Debian's own Python, which may not be the first one.
    ["python3", "/usr/bin/python3"].into_iter().find(|python| {
        let ran = Command::new(python).args(["-c", "import PIL"]).output();
        ran.is_ok_and(|ran| ran.status.success())
    })
}

/// The frames of an animation of this size: whole pictures, each with the milliseconds that it is shown for.
pub fn frames(file: &str, size: [u32; 2]) -> Vec<(Vec<u32>, f64)> {
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
