//! Animations as APNG files, encoded frame by frame, with all colours and exact delays.

use std::io::{self, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use flate2::Crc;

use super::area::{ImageArea, changed};
use super::error::CaptureFault;
use super::film::FilmSettings;
use super::pending::{PendingImages, ShownImage};
use super::png::{check_length, check_size, rgb};
use crate::files::AtomicFile;

/// Offset of the number of frames in the file: it follows the signature, the header chunk, and the length and type of
/// the chunk `acTL`. The checksum of that chunk covers its type and eight bytes of data.
const FRAMES_AT: u64 = 8 + 25 + 8;

/// Highest rate of a film whose frames are all kept. Viewers show a frame of at most 1/100 s for 1/10 s, so frames of
/// faster films are at least `1 / SPACED_RATE` s apart, as in GIF files.
const HIGHEST_RATE: f64 = 90.0;
const SPACED_RATE: f64 = 50.0;

/// Area of a frame that changes nothing.
const PIXEL: ImageArea = ImageArea {
    left: 0,
    top: 0,
    width: 1,
    height: 1,
};

/// Returns the minimum duration of an image, in frames of the film.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "at most 20"
)]
fn least(rate: f64) -> u64 {
    match rate > HIGHEST_RATE {
        true => (rate / SPACED_RATE).ceil() as u64,
        false => 1,
    }
}

/// The encoder's output before it is written to the file.
#[derive(Clone, Debug, Default)]
struct EncodedBytes(Arc<Mutex<Vec<u8>>>);

impl EncodedBytes {
    fn take(&self) -> Vec<u8> {
        core::mem::take(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Write for EncodedBytes {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Writes an animated PNG that loops forever. Above [`HIGHEST_RATE`], frames are left out, but not the last one. Keeps
/// only the latest frames in memory. The file appears on [`ApngCapture::finish`], because it begins with the number of
/// frames. If dropped before, no file appears.
pub(super) struct ApngCapture {
    size: [u16; 2],
    rate: f64,
    file: AtomicFile,
    /// Writes to `bytes`.
    encoder: png::Writer<EncodedBytes>,
    bytes: EncodedBytes,
    /// Image after the latest frame in the file. Empty before the first one.
    written: Vec<u32>,
    pending: PendingImages,
    /// Number of frames written.
    frames: u32,
}

impl ApngCapture {
    /// Creates an animation.
    ///
    /// # Errors
    /// Fails if the format does not support the size or the rate, or if the file cannot be created.
    pub(super) fn create(path: &Path, settings: &FilmSettings) -> Result<Self, CaptureFault> {
        let [width, height] = settings.size;
        check_size(width, height)?;
        let file = AtomicFile::create(path)?;
        let bytes = EncodedBytes::default();
        let mut encoder = png::Encoder::new(bytes.clone(), width, height);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_compression(png::Compression::Balanced);
        // The number of frames is written at the end.
        encoder.set_animated(u32::MAX, 0)?;
        Ok(Self {
            size: settings.sides(),
            rate: settings.rate,
            file,
            encoder: encoder.write_header()?,
            bytes,
            written: Vec::new(),
            pending: PendingImages::new(least(settings.rate)),
            frames: 0,
        })
    }

    /// Adds a frame. `number` is its time, in frames from the start; the first frame is shown from the start. Skips a
    /// frame that has no changes or comes too early.
    ///
    /// # Errors
    /// Fails if the number of pixels is wrong, or if the file cannot be written.
    pub(super) fn push(&mut self, number: u64, pixels: &[u32]) -> Result<(), CaptureFault> {
        check_length(self.size[0].into(), self.size[1].into(), pixels)?;
        self.pending.push(number, pixels);
        while let Some(image) = self.pending.next() {
            self.write(image)?;
        }
        Ok(())
    }

    /// Completes the file. The last frame is shown until `end`. Without any frame, no file appears.
    ///
    /// # Errors
    /// Fails if the file cannot be written.
    pub(super) fn finish(mut self, end: u64) -> Result<(), CaptureFault> {
        let pending = core::mem::replace(&mut self.pending, PendingImages::new(1));
        for image in pending.finish(end) {
            self.write(image)?;
        }
        if self.frames == 0 {
            return Ok(());
        }
        let Self {
            mut file,
            encoder,
            bytes,
            frames,
            ..
        } = self;
        encoder.finish()?;
        file.write_all(&bytes.take())?;
        let mut control = *b"acTL\0\0\0\0\0\0\0\0";
        control[4..8].copy_from_slice(&frames.to_be_bytes());
        let mut crc = Crc::new();
        crc.update(&control);
        let mut end = control[4..].to_vec();
        end.extend(crc.sum().to_be_bytes());
        file.write_at(FRAMES_AT, &end)?;
        Ok(file.commit()?)
    }

    /// Writes the part of an image that differs from the previous one.
    fn write(&mut self, image: ShownImage) -> Result<(), CaptureFault> {
        let mut area = match self.frames {
            0 => ImageArea::whole(self.size),
            _ => changed(&self.written, &image.pixels, self.size[0]).unwrap_or(PIXEL),
        };
        self.written = image.pixels;
        let mut start = image.start;
        loop {
            let longest = self.longest(start);
            self.encode(area, start, image.end.min(longest))?;
            if image.end <= longest {
                return Ok(());
            }
            // The image stays longer than the maximum delay: another frame, which repeats one of its pixels, follows.
            (area, start) = (PIXEL, longest);
        }
    }

    /// Returns the last frame number until which a frame that begins at `start` can be shown.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "at most the longest delay"
    )]
    fn longest(&self, start: u64) -> u64 {
        let seconds = f64::from(u16::MAX) / f64::from(self.denominator());
        start + (seconds * self.rate) as u64
    }

    /// Returns the number of units of delay in a second: the rate if it is a whole number, otherwise 1000, or 10 if a
    /// frame takes longer than a second.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "at most 1000"
    )]
    fn denominator(&self) -> u16 {
        if self.rate.fract() == 0.0 {
            self.rate as u16
        } else if self.rate < 1.0 {
            10
        } else {
            1000
        }
    }

    /// Writes a frame that is shown from `start` until `until`.
    fn encode(&mut self, area: ImageArea, start: u64, until: u64) -> Result<(), CaptureFault> {
        let (numerator, denominator) = self.delay(start, until);
        let ImageArea {
            left,
            top,
            width,
            height,
        } = area;
        let encoder = &mut self.encoder;
        encoder.set_frame_delay(numerator, denominator)?;
        // The position is reset before the size is set, because the encoder checks each against the other.
        encoder.reset_frame_position()?;
        encoder.set_frame_dimension(width.into(), height.into())?;
        encoder.set_frame_position(left.into(), top.into())?;
        let pixels = area.rows(&self.written, self.size[0]).flatten();
        let bytes: Vec<u8> = pixels.flat_map(|&pixel| rgb(pixel)).collect();
        encoder.write_image_data(&bytes)?;
        self.frames += 1;
        self.file.write_all(&self.bytes.take())?;
        Ok(())
    }

    /// Returns the delay as a fraction of a second. Each start is rounded separately, so that rounding errors do not
    /// add up.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "not negative, and a difference is at most the longest delay"
    )]
    fn delay(&self, start: u64, until: u64) -> (u16, u16) {
        let denominator = self.denominator();
        let time = |number: u64| {
            let time = number as f64 * f64::from(denominator) / self.rate;
            // Corrects results that rounding errors put just below a whole number.
            (time + 1e-6) as u64
        };
        ((time(until) - time(start)) as u16, denominator)
    }
}

impl From<png::EncodingError> for CaptureFault {
    fn from(error: png::EncodingError) -> Self {
        match error {
            png::EncodingError::IoError(error) => Self::Io(error),
            other => Self::Encoding(other.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs::File;
    use std::io::BufReader;

    use image::AnimationDecoder;
    use image::codecs::png::PngDecoder;
    use proptest::prelude::*;

    use super::*;
    use crate::files::Scratch;

    const SIZE: [u32; 2] = [5, 4];

    fn settings(rate: f64) -> FilmSettings {
        FilmSettings {
            game: String::new(),
            size: SIZE,
            rate,
        }
    }

    /// Decodes the file with another library, the crate `image`. Returns each frame's whole image, and its delay in
    /// seconds.
    fn play(path: &Path) -> Vec<(Vec<u32>, f64)> {
        let file = BufReader::new(File::open(path).unwrap());
        let decoder = PngDecoder::new(file).unwrap().apng().unwrap();
        let frames = decoder.into_frames().collect_frames().unwrap();
        let frame = |frame: &image::Frame| {
            let words = frame.buffer().pixels();
            let words = words.map(|pixel| u32::from_le_bytes(pixel.0)).collect();
            let (milliseconds, parts) = frame.delay().numer_denom_ms();
            (words, f64::from(milliseconds) / f64::from(parts) / 1000.0)
        };
        frames.iter().map(frame).collect()
    }

    fn record(path: &Path, rate: f64, frames: &[(u64, Vec<u32>)], end: u64) {
        let mut recorder = ApngCapture::create(path, &settings(rate)).unwrap();
        for (number, pixels) in frames {
            recorder.push(*number, pixels).unwrap();
        }
        recorder.finish(end).unwrap();
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        /// The expected images are the recorded frames, each shown until the next one.
        #[test]
        fn a_viewer_sees_every_image_for_its_time(
            images in prop::collection::vec((1..5_u64, prop::collection::vec(0..20_usize, 0..4)), 1..12),
            rate in prop::sample::select(vec![60.0, 30.0, 1.0, 7.0]),
            first in 0..3_u64,
            last in 1..5_u64,
        ) {
            let folder = Scratch::new("apng");
            let path = folder.path("a.apng");
            let (mut number, mut pixels) = (first, vec![0xff10_2030_u32; 20]);
            let mut frames: Vec<(u64, Vec<u32>)> = Vec::new();
            for (gap, changes) in images {
                for place in changes {
                    pixels[place] = pixels[place].wrapping_mul(31) | 0xff00_0000;
                }
                frames.push((number, pixels.clone()));
                number += gap;
            }
            let end = number + last;
            record(&path, rate, &frames, end);
            // The first image is shown from the start, and equal images are merged.
            let mut expected: Vec<(Vec<u32>, f64)> = Vec::new();
            for (index, (number, pixels)) in frames.iter().enumerate() {
                let until = frames.get(index + 1).map_or(end, |next| next.0);
                let from = if index == 0 { 0 } else { *number };
                let seconds = (until - from) as f64 / rate;
                match expected.last_mut() {
                    Some(last) if last.0 == *pixels => last.1 += seconds,
                    _ => expected.push((pixels.clone(), seconds)),
                }
            }
            let played = play(&path);
            prop_assert_eq!(played.len(), expected.len());
            for (played, expected) in played.iter().zip(&expected) {
                prop_assert_eq!(&played.0, &expected.0);
                prop_assert!((played.1 - expected.1).abs() < 0.002);
            }
            prop_assert_eq!(folder.names(), ["a.apng"]);
        }
    }

    #[test]
    fn delays_add_up_at_fractional_rates_and_for_long_frames() {
        let folder = Scratch::new("apng-long");
        let path = folder.path("a.apng");
        let [one, two] = [0xff00_00ff, 0xffff_0000].map(|pixel| vec![pixel; 20]);
        for (rate, next, end) in [(29.97, 30, 300), (60.0, 200_000, 200_001), (0.01, 3, 4)] {
            record(&path, rate, &[(0, one.clone()), (next, two.clone())], end);
            let played = play(&path);
            let total: f64 = played.iter().map(|frame| frame.1).sum();
            assert!((total - end as f64 / rate).abs() < 0.002, "{rate}: {total}");
            let first = played.iter().take_while(|frame| frame.0 == one);
            let first: f64 = first.map(|frame| frame.1).sum();
            assert!((first - next as f64 / rate).abs() < 0.002, "{rate}");
        }
    }

    #[test]
    fn no_image_is_shown_too_shortly_for_viewers() {
        let folder = Scratch::new("apng-fast");
        let path = folder.path("a.apng");
        for (rate, least) in [
            (144.0, 3),
            (120.0, 3),
            (100.0, 2),
            (240.0, 5),
            (999.5, 20),
            (90.0, 1),
            (60.0, 1),
        ] {
            // The colour of each frame is its number.
            let count = 61_u64;
            let frames: Vec<_> = (0..count)
                .map(|number| (number, vec![u32::try_from(number).unwrap(); 20]))
                .collect();
            record(&path, rate, &frames, count);
            let played = play(&path);
            let (mut time, shortest) = (0.0, least as f64 / rate);
            for (index, (pixels, seconds)) in played.iter().enumerate() {
                assert!(*seconds > shortest - 0.0015, "{rate}: {seconds}");
                // Every image is shown at its own time, except the last one, which may be early.
                let own = f64::from(pixels[0] & 0xff) / rate;
                let early = own - time;
                assert!(
                    early.abs() < 0.002 || index + 1 == played.len() && early < 2.0 * shortest,
                    "{rate}: {early}"
                );
                time += seconds;
            }
            assert_eq!(
                played[played.len() - 1].0[0] & 0xff_ffff,
                60,
                "{rate}: the last image"
            );
            assert!((time - count as f64 / rate).abs() < 0.002, "{rate}: {time}");
        }
    }

    #[test]
    fn no_file_appears_without_frames_or_an_end() {
        let folder = Scratch::new("no-apng");
        let path = folder.path("a.apng");
        record(&path, 60.0, &[], 5);
        let mut recorder = ApngCapture::create(&path, &settings(60.0)).unwrap();
        recorder.push(0, &[7; 20]).unwrap();
        drop(recorder);
        assert_eq!(folder.names(), [""; 0]);
    }
}
