//! Compares the pixels that the engine and Pillow read from files that Pillow writes.

use std::fs;
use std::process::Command;

use super::super::*;
use crate::files::Scratch;

/// Python program that writes files of several formats into a folder, and the pixels of each file as `NAME.rgba`.
const WRITE: &str = "
import os, sys, random
from PIL import Image, ImageOps
folder = sys.argv[1]
random.seed(7)
noise = Image.frombytes('RGBA', (37, 23), random.randbytes(37 * 23 * 4))
smooth = Image.merge('RGB', [Image.linear_gradient('L').resize((40, 24)).rotate(turn) for turn in (0, 180, 7)])
def add(name, image, **options):
    path = os.path.join(folder, name)
    image.save(path, **options)
    with open(path + '.rgba', 'wb') as out:
        out.write(Image.open(path).convert('RGBA').tobytes())
for mode in ('1', 'L', 'LA', 'P', 'RGB', 'RGBA'):
    add(mode + '.png', noise.convert(mode))
for mode in ('1', 'L', 'P', 'RGB', 'RGBA'):
    add(mode + '.bmp', noise.convert(mode))
for mode in ('L', 'LA', 'P', 'RGB', 'RGBA'):
    for packed in (None, 'tga_rle'):
        for corner in (-1, 1):
            add(f'{mode}-{packed}-{corner}.tga', noise.convert(mode), compression=packed, orientation=corner)
for mode in ('L', 'P'):
    add(mode + '.gif', noise.convert(mode))
    add(mode + '-interlaced.gif', noise.convert(mode), interlace=True)
for mode in ('RGB', 'RGBA'):
    add(mode + '.webp', noise.convert(mode), lossless=True, exact=True)
for mode in ('1', 'L', 'RGB', 'RGBA'):
    for packed in (None, 'tiff_lzw', 'packbits', 'tiff_deflate'):
        add(f'{mode}-{packed}.tif', noise.convert(mode), compression=packed)
for mode in ('1', 'L', 'RGB'):
    add(mode + '.pnm', noise.convert(mode))
add('RGBA.ico', noise.resize((32, 32)), sizes=[(32, 32)])
for mode in ('L', 'RGB', 'CMYK'):
    for name, options in (('444', dict(subsampling=0)), ('422', dict(subsampling=1)), ('420', dict(subsampling=2)),
                          ('progressive', dict(progressive=True))):
        add(f'{mode}-{name}.jpg', smooth.convert(mode), quality=92, **options)
corner = smooth.copy()
corner.paste((250, 10, 10), (0, 0, 16, 8))
for turn in range(1, 9):
    exif = Image.Exif()
    exif[0x112] = turn
    path = os.path.join(folder, f'turned{turn}.jpg')
    corner.save(path, quality=92, exif=exif)
    turned = ImageOps.exif_transpose(Image.open(path)).convert('RGBA')
    with open(path + '.rgba', 'wb') as out:
        out.write(turned.tobytes())
";

/// Runs a program with a Python that has Pillow. If no Python has it, prints a note and returns `None`.
///
/// # Panics
/// If no Python has Pillow and `DAMSELFLY_REQUIRE_PILLOW` is 1, or if the program fails.
fn run(program: &str, folder: &str) -> Option<()> {
    // Debian's package belongs to Debian's own Python, which may not be first in the path.
    let python = ["python3", "/usr/bin/python3"].into_iter().find(|python| {
        let ran = Command::new(python).args(["-c", "import PIL"]).output();
        ran.is_ok_and(|ran| ran.status.success())
    });
    let Some(python) = python else {
        let required = std::env::var("DAMSELFLY_REQUIRE_PILLOW").is_ok_and(|value| value == "1");
        assert!(
            !required,
            "DAMSELFLY_REQUIRE_PILLOW is 1: Python has no Pillow"
        );
        eprintln!("SKIPPED: images that Pillow writes, because Python has no Pillow");
        return None;
    };
    let ran = Command::new(python)
        .args(["-c", program, folder])
        .output()
        .unwrap();
    assert!(
        ran.status.success(),
        "{}",
        String::from_utf8_lossy(&ran.stderr)
    );
    Some(())
}

#[test]
fn files_of_pillow_have_the_pixels_that_pillow_reads() {
    let folder = Scratch::new("pillow-images");
    let path = folder.path("");
    if run(WRITE, path.to_str().unwrap()).is_none() {
        return;
    }
    let mut compared = Vec::new();
    for name in folder.names() {
        let Some(image) = name.strip_suffix(".rgba") else {
            continue;
        };
        let file = fs::read(folder.path(image)).unwrap();
        let pixels = match decode(&file) {
            Ok(pixels) => pixels,
            Err(ImageError::NotEnabled { .. }) => continue,
            Err(error) => panic!("{image}: {error}"),
        };
        let expected = fs::read(folder.path(&name)).unwrap();
        assert_eq!(pixels.rgba.len(), expected.len(), "{image}");
        // JPEG decoders round differently, most of all where CMYK multiplies two channels.
        let allowed = match image.ends_with(".jpg") {
            true if image.starts_with("CMYK") => 16,
            true => 8,
            false => 0,
        };
        let differs = pixels
            .rgba
            .iter()
            .zip(&expected)
            .map(|(is, other)| is.abs_diff(*other))
            .max();
        assert!(differs <= Some(allowed), "{image}: by {differs:?}");
        compared.push(image.to_owned());
    }
    let count = |end: &str| compared.iter().filter(|name| name.ends_with(end)).count();
    assert!(
        count(".png") >= 6 && count(".bmp") >= 5 && count(".tga") >= 20 && count(".gif") >= 4,
        "{compared:?}"
    );
    #[cfg(feature = "all-images")]
    assert!(
        count(".tif") >= 16
            && count(".webp") == 2
            && count(".pnm") == 3
            && count(".jpg") == 20
            && count(".ico") == 1
    );
    #[cfg(feature = "jpeg")]
    {
        let turned = decode(&fs::read(folder.path("turned6.jpg")).unwrap()).unwrap();
        assert_eq!(
            (turned.width, turned.height),
            (24, 40),
            "as the camera was held"
        );
    }
}
