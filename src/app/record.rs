//! Recordings of what is shown: a screenshot as PNG, an animation as GIF.
//!
//! Owns which frames are recorded and at which size. File formats are `capture`'s; recordings of input are not in this
//! version. The pixels come from the frames of a run without a window, or are drawn once more beside a window.

use std::path::PathBuf;

use super::run::overlays::Overlays;
use super::run::painter::{Look, Painter};
use super::run::screen::{Screen, read_software};
use crate::capture::{GifRecorder, PngFile};
use crate::error::Error;
use crate::render::software::{SoftwareRenderer, SoftwareSettings};
use crate::world::Core;

/// Where a recording's pixels come from.
#[derive(Debug)]
enum PixelSource {
    /// Every frame of a run without a window.
    Frames,
    /// A frame of its own after every step, beside a window: the view at its initial size, without bars.
    Steps(Box<SoftwareRenderer>),
}

/// The recordings of a running game.
#[derive(Debug)]
pub(crate) struct Recorder {
    source: PixelSource,
    /// The size of frames, in pixels.
    size: [u32; 2],
    /// `None` if none is requested, and once it is written.
    screenshot: Option<PngFile>,
    /// `None` if none is requested, and once it is ended.
    gif: Option<GifRecorder>,
    /// How many times smaller the animation is than the frames, at least 1.
    reduced_by: u32,
    /// The latest frame that was read. Kept, like `small`, so that a recorded frame allocates no picture.
    pixels: Vec<u32>,
    /// The same frame, reduced.
    small: Vec<u32>,
}

/// What to record.
#[derive(Debug, Default)]
pub(crate) struct RecorderSettings {
    /// The PNG file for the last frame.
    pub(crate) screenshot: Option<PathBuf>,
    /// The GIF file for all frames.
    pub(crate) gif: Option<PathBuf>,
    /// How many times smaller the animation is than the frames. 0 counts as 1.
    pub(crate) reduced_by: u32,
    /// Frames per second of the animation, from 0.001 to 1000.
    pub(crate) rate: f64,
    /// The size of frames, in pixels.
    pub(crate) size: [u32; 2],
    /// Beside a window, instead of from the frames of a run without one.
    pub(crate) beside_window: bool,
}

impl Recorder {
    /// Opens the files, so that one that cannot be written is reported before the game starts.
    ///
    /// # Errors
    /// A file cannot be created, or the GIF format does not allow the size or the rate.
    pub(crate) fn open(settings: RecorderSettings) -> Result<Self, Error> {
        // By the software backend whatever draws the window: the pixels are the same, nothing is read back from the
        // GPU, and the view has its own size whatever the window's.
        let source = if settings.beside_window {
            let renderer = SoftwareRenderer::new(SoftwareSettings::default());
            PixelSource::Steps(Box::new(renderer))
        } else {
            PixelSource::Frames
        };
        let reduced_by = settings.reduced_by.max(1);
        let [width, height] = settings.size.map(|side| side / reduced_by);
        let gif = settings
            .gif
            .map(|path| GifRecorder::create(&path, width, height, settings.rate))
            .transpose()?;
        Ok(Self {
            source,
            size: settings.size,
            // Now, although it is written last: a folder that is missing would otherwise be noticed after hours of
            // play.
            screenshot: settings.screenshot.map(PngFile::create).transpose()?,
            gif,
            reduced_by,
            pixels: Vec::new(),
            small: Vec::new(),
        })
    }

    /// Records the step that was taken, if the source is steps. Only for the animation: the screenshot shows the last
    /// step alone, which [`Recorder::finish`] draws.
    pub(crate) fn after_step(
        &mut self,
        painter: &mut Painter,
        core: &Core,
        look: &Look,
        overlays: &mut Overlays,
    ) -> Result<(), Error> {
        if self.gif.is_some() && self.draw_step(painter, core, look, overlays) {
            self.record()?;
        }
        Ok(())
    }

    /// Returns whether anything is recorded from frames.
    pub(crate) fn wants_frames(&self) -> bool {
        matches!(self.source, PixelSource::Frames)
            && (self.gif.is_some() || self.screenshot.is_some())
    }

    /// Records the frame that was drawn, if the source is frames.
    pub(crate) fn after_draw(&mut self, screen: &mut Screen) -> Result<(), Error> {
        if self.gif.is_some() && self.wants_frames() && screen.read(&mut self.pixels)? {
            self.record()?;
        }
        Ok(())
    }

    /// Keeps the frame that was drawn for the screenshot. For runs without a window.
    pub(crate) fn keep(&mut self, screen: &mut Screen) -> Result<(), Error> {
        screen.read(&mut self.pixels)?;
        Ok(())
    }

    /// Adds the pixels that were read to the animation, reduced if requested.
    fn record(&mut self) -> Result<(), Error> {
        match &mut self.gif {
            Some(gif) if self.reduced_by == 1 => Ok(gif.push(&self.pixels)?),
            Some(gif) => {
                reduced(&self.pixels, self.size, self.reduced_by, &mut self.small);
                Ok(gif.push(&self.small)?)
            }
            None => Ok(()),
        }
    }

    /// Draws the view as the latest step left it. Returns false if the source is frames.
    fn draw_step(
        &mut self,
        painter: &mut Painter,
        core: &Core,
        look: &Look,
        overlays: &mut Overlays,
    ) -> bool {
        let PixelSource::Steps(renderer) = &mut self.source else {
            return false;
        };
        // Without smoothing: every step is recorded, so there is nothing between two of them to show.
        painter.paint(core, look, overlays, self.size, 0.0, |frame| {
            renderer.render(frame)
        });
        read_software(renderer, &mut self.pixels);
        true
    }

    /// Writes the screenshot and completes the animation, when the game has ended.
    ///
    /// # Errors
    /// A file cannot be written. An existing file of that name is then unchanged.
    pub(crate) fn finish(
        &mut self,
        painter: &mut Painter,
        core: &Core,
        look: &Look,
        overlays: &mut Overlays,
    ) -> Result<(), Error> {
        let mut saved = Ok(());
        if let Some(file) = self.screenshot.take() {
            self.draw_step(painter, core, look, overlays);
            let [width, height] = self.size;
            // Black if the game ended before its first frame.
            self.pixels
                .resize(width as usize * height as usize, 0xff00_0000);
            saved = file.write(width, height, &self.pixels);
        }
        // The animation is complete, whether the screenshot could be written or not.
        if let Some(gif) = self.gif.take() {
            gif.finish()?;
        }
        Ok(saved?)
    }
}

/// Reduces a picture by a whole factor: each pixel is the mean of a square of pixels. What remains at the right and at
/// the bottom is cut off.
fn reduced(pixels: &[u32], [width, height]: [u32; 2], by: u32, into: &mut Vec<u32>) {
    let (width, by) = (width as usize, by.max(1) as usize);
    into.clear();
    for rows in pixels.chunks_exact(width * by).take(height as usize / by) {
        into.extend((0..width / by).map(|column| {
            let square = rows
                .chunks_exact(width)
                .flat_map(|row| &row[column * by..][..by]);
            mean(square)
        }));
    }
}

/// Returns the mean of each channel, halves rounded up.
fn mean<'a>(pixels: impl Iterator<Item = &'a u32>) -> u32 {
    let (mut sums, mut count) = ([0; 4], 0);
    for pixel in pixels {
        for (sum, channel) in sums.iter_mut().zip(pixel.to_le_bytes()) {
            *sum += u32::from(channel);
        }
        count += 1;
    }
    let channel = |sum: u32| u8::try_from((sum + count / 2) / count).unwrap_or(u8::MAX);
    u32::from_le_bytes(sums.map(channel))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_pixel_is_the_mean_of_a_square() {
        let pixels = [
            0xff00_0000,
            0xff00_00ff,
            7,
            0xff00_0001,
            0xff00_ff02,
            7,
            8,
            8,
            8,
        ];
        let mut small = Vec::new();
        reduced(&pixels, [3, 3], 2, &mut small);
        assert_eq!(small, [0xff00_4041]);
        reduced(&pixels, [3, 3], 1, &mut small);
        assert_eq!(small, pixels);
    }
}
