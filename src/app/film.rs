//! Screenshots and films of what is shown: drawn once more, or read back from the picture.

use std::path::PathBuf;

use super::painter::{Look, Painter};
use super::reduced::reduced;
use super::screen::{Screen, read_software};
use crate::Error;
use crate::capture::{GifRecorder, PngFile};
use crate::render::software::{SoftwareRenderer, SoftwareSettings};
use crate::scene::Layer;
use crate::world::Core;

/// Where a film's pictures come from.
#[derive(Debug)]
enum Source {
    /// Every frame of an off-screen picture.
    Frames,
    /// A picture of its own after every step, beside a window: the view without bars, at its first size.
    Steps(Box<SoftwareRenderer>),
}

/// What is captured while the game runs.
#[derive(Debug)]
pub(crate) struct Film {
    source: Source,
    size: [u32; 2],
    screenshot: Option<PngFile>,
    gif: Option<GifRecorder>,
    /// How many times smaller the film is than the picture.
    reduced_by: u32,
    pixels: Vec<u32>,
    small: Vec<u32>,
}

/// What is to be captured.
#[derive(Debug, Default)]
pub(crate) struct FilmSettings {
    pub(crate) screenshot: Option<PathBuf>,
    pub(crate) gif: Option<PathBuf>,
    /// How many times smaller the film is than the picture. 0 counts as 1.
    pub(crate) reduced_by: u32,
    /// Pictures a second.
    pub(crate) rate: f64,
    /// The picture's size in pixels.
    pub(crate) size: [u32; 2],
    /// Beside a window, instead of from the frames of an off-screen picture.
    pub(crate) beside_window: bool,
}

impl Film {
    /// Opens the files: what cannot be written is known before the game starts.
    pub(crate) fn open(settings: FilmSettings) -> Result<Self, Error> {
        let source = if settings.beside_window {
            let renderer = Box::new(SoftwareRenderer::new(SoftwareSettings::default()));
            Source::Steps(renderer)
        } else {
            Source::Frames
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
            screenshot: settings.screenshot.map(PngFile::create).transpose()?,
            gif,
            reduced_by,
            pixels: Vec::new(),
            small: Vec::new(),
        })
    }

    /// A step is over.
    pub(crate) fn after_step(
        &mut self,
        painter: &mut Painter,
        core: &Core,
        look: &Look,
        overlay: &Layer,
    ) -> Result<(), Error> {
        if self.gif.is_some() && self.draw_beside(painter, core, look, overlay) {
            self.record()?;
        }
        Ok(())
    }

    /// Whether pictures are kept, and come from the frames of an off-screen picture.
    pub(crate) fn wants_frames(&self) -> bool {
        matches!(self.source, Source::Frames) && (self.gif.is_some() || self.screenshot.is_some())
    }

    /// A frame is drawn.
    pub(crate) fn after_draw(&mut self, screen: &mut Screen) -> Result<(), Error> {
        if self.gif.is_some() && self.wants_frames() && screen.read(&mut self.pixels)? {
            self.record()?;
        }
        Ok(())
    }

    /// Keeps the picture for the screenshot.
    pub(crate) fn keep(&mut self, screen: &mut Screen) -> Result<(), Error> {
        screen.read(&mut self.pixels)?;
        Ok(())
    }

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

    /// Draws the view as it is after the latest step, if films come from beside the window.
    fn draw_beside(
        &mut self,
        painter: &mut Painter,
        core: &Core,
        look: &Look,
        overlay: &Layer,
    ) -> bool {
        let Source::Steps(renderer) = &mut self.source else {
            return false;
        };
        painter.paint(core, look, overlay, self.size, 0.0, |frame| {
            renderer.render(frame)
        });
        read_software(renderer, &mut self.pixels);
        true
    }

    /// The game is over: writes what is due.
    pub(crate) fn finish(
        &mut self,
        painter: &mut Painter,
        core: &Core,
        look: &Look,
        overlay: &Layer,
    ) -> Result<(), Error> {
        if let Some(file) = self.screenshot.take() {
            self.draw_beside(painter, core, look, overlay);
            let [width, height] = self.size;
            // A game that ended before its first frame has nothing to show: black.
            self.pixels
                .resize(width as usize * height as usize, 0xff00_0000);
            file.write(width, height, &self.pixels)?;
        }
        if let Some(gif) = self.gif.take() {
            gif.finish()?;
        }
        Ok(())
    }
}
