//! Writes screenshots as PNG files.

use std::io::Write;
use std::path::{Path, PathBuf};

use super::error::{CaptureError, CaptureFault};
use crate::files::AtomicFile;

/// Maximum side length, in pixels. GIF files cannot store longer sides.
pub(super) const MAX_SIDE: u32 = 65_535;

/// A PNG file that is created now and written later. A game that ends with a screenshot thus knows at its start whether
/// it can write one. If dropped unwritten, no file appears.
#[derive(Debug)]
pub struct PngFile {
    path: PathBuf,
    file: AtomicFile,
}

impl PngFile {
    /// Creates the file.
    ///
    /// # Errors
    /// Fails if the file cannot be created.
    pub fn create(path: impl AsRef<Path>) -> Result<Self, CaptureError> {
        let path = path.as_ref().to_owned();
        match AtomicFile::create(&path) {
            Ok(file) => Ok(Self { path, file }),
            Err(error) => Err(CaptureFault::Io(error).at(&path)),
        }
    }

    /// Writes the pixels like [`write_png`].
    ///
    /// # Errors
    /// See [`write_png`].
    pub fn write(self, width: u32, height: u32, pixels: &[u32]) -> Result<(), CaptureError> {
        encode(self.file, width, height, pixels).map_err(|fault| fault.at(&self.path))
    }
}

/// Writes pixels as a PNG file without transparency. `pixels` are `width` × `height` words, row by row, each
/// `u32::from_le_bytes([r, g, b, a])`; alpha is ignored.
///
/// # Errors
/// Fails if a side is 0 or above 65 535 pixels, if the number of pixels is not `width` × `height`, or if the file
/// cannot be written. An existing file is then unchanged.
pub fn write_png(
    path: impl AsRef<Path>,
    width: u32,
    height: u32,
    pixels: &[u32],
) -> Result<(), CaptureError> {
    PngFile::create(path)?.write(width, height, pixels)
}

/// Writes the pixels to the file, and commits it.
fn encode(
    mut file: AtomicFile,
    width: u32,
    height: u32,
    pixels: &[u32],
) -> Result<(), CaptureFault> {
    check_size(width, height)?;
    check_length(width, height, pixels)?;
    let rgb: Vec<u8> = pixels.iter().flat_map(|&pixel| rgb(pixel)).collect();
    // The image is encoded in memory first: the encoder writes its last chunk when dropped, and ignores errors then.
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Rgb);
    // This level must never change, so that the same pixels always give the same bytes. It also determines the filters.
    encoder.set_compression(png::Compression::Fast);
    encoder.write_header()?.write_image_data(&rgb)?;
    file.write_all(&bytes)?;
    Ok(file.commit()?)
}

/// Returns the red, green and blue of a pixel.
pub(super) fn rgb(pixel: u32) -> [u8; 3] {
    let [r, g, b, _] = pixel.to_le_bytes();
    [r, g, b]
}

/// Rejects a side that is 0 or above [`MAX_SIDE`].
pub(super) fn check_size(width: u32, height: u32) -> Result<(), CaptureFault> {
    let sides = 1..=MAX_SIDE;
    if sides.contains(&width) && sides.contains(&height) {
        return Ok(());
    }
    Err(CaptureFault::Size {
        size: [width, height],
        limit: MAX_SIDE,
    })
}

/// Rejects a number of pixels other than `width` × `height`. Both sides must be below 2^16, so that their product fits
/// into a `usize` of 32 bits.
pub(super) fn check_length(width: u32, height: u32, pixels: &[u32]) -> Result<(), CaptureFault> {
    let expected = width as usize * height as usize;
    if pixels.len() == expected {
        return Ok(());
    }
    Err(CaptureFault::Length {
        given: pixels.len(),
        expected,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::Scratch;

    /// Returns pixels with a different colour each.
    fn ramp(width: u32, height: u32) -> Vec<u32> {
        let pixel = |index: u32| 0xff00_0000 | index.wrapping_mul(0x0001_2345) & 0x00ff_ffff;
        (0..width * height).map(pixel).collect()
    }

    #[test]
    fn an_image_of_any_shape_is_read_back_unchanged() {
        let folder = Scratch::new("png");
        for (width, height) in [(1, 1), (63, 1), (1, 17), (37, 21), (640, 384)] {
            let (path, pixels) = (folder.path("a.png"), ramp(width, height));
            write_png(&path, width, height, &pixels).unwrap();
            let read = image::open(&path).unwrap();
            assert_eq!(read.color(), image::ColorType::Rgb8);
            let rgba = read.into_rgba8();
            assert_eq!(rgba.dimensions(), (width, height));
            let words = rgba.pixels().map(|pixel| u32::from_le_bytes(pixel.0));
            assert!(words.eq(pixels), "{width}x{height}");
        }
        assert_eq!(folder.names(), ["a.png"]);
    }

    #[test]
    fn an_invalid_image_writes_no_file() {
        let folder = Scratch::new("no-png");
        let path = folder.path("a.png");
        for (width, height, pixels) in [
            (0, 0, 0),
            (0, 1, 0),
            (2, 2, 3),
            (2, 2, 5),
            (65_536, 1, 65_536),
        ] {
            let error = write_png(&path, width, height, &vec![0; pixels]).unwrap_err();
            assert!(error.to_string().contains("a.png"), "{error}");
        }
        assert_eq!(folder.names(), [""; 0]);
    }

    #[test]
    fn an_error_names_the_file_and_the_reason() {
        let folder = Scratch::new("png-error");
        let error = write_png(folder.path("missing/a.png"), 1, 1, &[0]).unwrap_err();
        assert!(matches!(&error.fault, CaptureFault::Io(_)));
        let message = error.to_string();
        assert!(
            message.starts_with("cannot write ") && message.contains("missing"),
            "{message}"
        );
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_disk_is_an_error() {
        for side in [1, 256] {
            let error = write_png("/dev/full", side, side, &ramp(side, side)).unwrap_err();
            let CaptureFault::Io(error) = error.fault else {
                panic!("{error}")
            };
            assert_eq!(error.kind(), std::io::ErrorKind::StorageFull);
        }
    }
}
