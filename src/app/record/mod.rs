//! Recordings of what is shown: a screenshot as PNG, and films.
//!
//! Owns which frames are recorded and at which size. File formats are `capture`'s, recordings of input `replay`'s. The pixels
//! come from the frames of a run without a window, or are drawn once more beside a window.

mod filming;
mod pending_frame;
mod reduce;
mod step_drawer;

use std::path::{Path, PathBuf};

use super::run::overlays::Overlays;
use super::run::painter::{Look, Painter};
use super::run::screen::Screen;
use crate::capture::{FilmSettings, PngFile};
use crate::error::Error;
use crate::world::Core;
use filming::{FilmKind, Filming};
use step_drawer::StepDrawer;

/// Where a recording's pixels come from.
#[derive(Debug)]
enum PixelSource {
    /// Every frame of a run without a window.
    Frames,
    /// A frame of its own after every step, beside a window: the view at its initial size, without bars.
    Steps(StepDrawer),
}

/// The recordings of a running game.
#[derive(Debug)]
pub(crate) struct Recorder {
    source: PixelSource,
    settings: RecorderSettings,
    /// `None` if none is requested, and once it is written.
    screenshot: Option<PngFile>,
    /// The film that is recorded now.
    film: Option<Filming>,
    /// Films that have ended, and may still be written.
    ended: Vec<Filming>,
    /// Why the first film that could not be written to its end was not.
    failure: Option<Error>,
    /// The latest frame that was read. Kept, so that a recorded frame allocates no picture.
    pixels: Vec<u32>,
    /// How many steps were left out since the last one that was not.
    dropped_in_a_row: u32,
}

/// Of this many late steps in a row, one is filmed.
const LATE_STEPS_A_FRAME: u32 = 8;

/// What to record.
#[derive(Clone, Debug, Default)]
pub(crate) struct RecorderSettings {
    /// The game's name.
    pub(crate) game: String,
    /// The PNG file for the last frame.
    pub(crate) screenshot: Option<PathBuf>,
    /// The film of all frames.
    pub(crate) film: Option<PathBuf>,
    /// How many times smaller that film is than the frames. 0 counts as 1.
    pub(crate) reduced_by: u32,
    /// Frames per second of films, from 0.001 to 1000.
    pub(crate) rate: f64,
    /// The size of frames, in pixels.
    pub(crate) size: [u32; 2],
    /// Beside a window, instead of from the frames of a run without one.
    pub(crate) beside_window: bool,
    /// Whether the run is the same each time and no option asked for its film.
    pub(crate) repeatable: bool,
}

impl Recorder {
    /// Opens the files, so that one that cannot be written is reported before the game starts.
    ///
    /// # Errors
    /// A file cannot be created, or its format does not allow the size or the rate.
    pub(crate) fn open(settings: RecorderSettings) -> Result<Self, Error> {
        // By the software backend whatever draws the window: the pixels are the same, nothing is read back from the
        // GPU, and the view has its own size whatever the window's.
        let source = if settings.beside_window {
            PixelSource::Steps(StepDrawer::default())
        } else {
            PixelSource::Frames
        };
        let mut recorder = Self {
            source,
            // Now, although it is written last: a folder that is missing would otherwise be noticed after hours of
            // play.
            screenshot: settings
                .screenshot
                .as_ref()
                .map(PngFile::create)
                .transpose()?,
            film: None,
            ended: Vec::new(),
            failure: None,
            pixels: Vec::new(),
            dropped_in_a_row: 0,
            settings,
        };
        if let Some(path) = recorder.settings.film.clone() {
            recorder.start_film(&path, recorder.settings.reduced_by)?;
        }
        Ok(recorder)
    }

    /// Begins a film, `reduced_by` times smaller than the frames.
    fn start_film(&mut self, path: &Path, reduced_by: u32) -> Result<(), Error> {
        let RecorderSettings {
            game, rate, size, ..
        } = &self.settings;
        let settings = FilmSettings {
            game: game.clone(),
            size: *size,
            rate: *rate,
        };
        let kind = match &self.settings {
            of if of.beside_window => FilmKind::Live,
            of if of.repeatable => FilmKind::Repeatable,
            _ => FilmKind::Whole,
        };
        self.film = Some(Filming::start(path, settings, reduced_by, kind)?);
        Ok(())
    }

    /// Returns whether a film is recorded.
    pub(crate) fn is_filming(&self) -> bool {
        self.film.as_ref().is_some_and(|film| !film.is_over())
    }

    /// Ends the film that is recorded, or else begins one in this file.
    pub(crate) fn toggle_film(&mut self, path: impl FnOnce() -> PathBuf) {
        self.check_film();
        if let Some(mut film) = self.take_film() {
            film.end();
            log::info!("F12: {} ends", film.path().display());
            self.ended.push(film);
            return;
        }
        let path = path();
        match self.start_film(&path, 1) {
            Ok(()) => log::info!("F12: recording to {}; F12 ends it", path.display()),
            Err(error) => log::error!("F12: {error}"),
        }
    }

    /// Records the step that was taken, if the source is steps. It is shown for `dt` nominal steps. Only for films: the
    /// screenshot shows the last step alone, which [`Recorder::finish`] draws.
    pub(crate) fn after_step(
        &mut self,
        painter: &mut Painter,
        core: &Core,
        look: &Look,
        overlays: &mut Overlays,
        dt: f32,
    ) {
        let PixelSource::Steps(drawer) = &mut self.source else {
            return;
        };
        self.dropped_in_a_row = 0;
        // The frame that would be dropped is not drawn.
        if let Some(film) = &mut self.film
            && let Some(frame) = film.next_frame(painter, core, dt)
        {
            let size = self.settings.size;
            // Without smoothing: every step is recorded, so there is nothing between two of them to show.
            painter.paint(core, look, overlays, size, 0.0, |shown| {
                drawer.draw(frame, shown);
            });
        }
        self.check_film();
    }

    /// Leaves out the step that was taken, if the source is steps: the game is late. The film counts a frame as dropped, unless it
    /// has one for that time already. Returns false if the step is to be recorded all the same, because so many were left out in
    /// a row: the film of a game that is always late would have none.
    pub(crate) fn drop_step(&mut self, dt: f32) -> bool {
        if matches!(self.source, PixelSource::Frames) {
            return true;
        }
        self.dropped_in_a_row += 1;
        if self.dropped_in_a_row >= LATE_STEPS_A_FRAME {
            return false;
        }
        self.check_film();
        if let Some(film) = &mut self.film {
            film.drop_frame(dt);
        }
        true
    }

    /// Returns whether anything is recorded from frames.
    pub(crate) fn wants_frames(&self) -> bool {
        matches!(self.source, PixelSource::Frames)
            && (self.film.is_some() || self.screenshot.is_some())
    }

    /// Records the frame that was drawn, if the source is frames. It is shown for so many frames.
    ///
    /// # Errors
    /// The frame cannot be read from the GPU.
    pub(crate) fn after_draw(
        &mut self,
        screen: &mut Screen,
        painter: &mut Painter,
        core: &Core,
        shown_for: f32,
    ) -> Result<(), Error> {
        if !self.wants_frames() {
            return Ok(());
        }
        self.check_film();
        let Some(film) = &mut self.film else {
            return Ok(());
        };
        if !screen.read(&mut self.pixels)? {
            film.skip(shown_for);
        } else if let Some(frame) = film.next_frame(painter, core, shown_for) {
            frame.complete(&self.pixels);
        }
        Ok(())
    }

    /// Keeps the frame that was drawn for the screenshot. For runs without a window. Returns false if there is none: it has to be
    /// drawn again.
    ///
    /// # Errors
    /// The frame cannot be read from the GPU.
    pub(crate) fn keep(&mut self, screen: &mut Screen) -> Result<bool, Error> {
        screen.read(&mut self.pixels)
    }

    /// Gives up the screenshot: its frame cannot be drawn. A file that is there is unchanged.
    pub(crate) fn drop_screenshot(&mut self) {
        self.screenshot = None;
    }

    /// Notices films that have ended, and one that could not be written on: the game goes on without it.
    fn check_film(&mut self) {
        if let Some(stopped) = self.film.take_if(|film| film.is_over()) {
            self.ended.push(stopped);
        }
        for over in self.ended.extract_if(.., |film| film.is_over()) {
            if let Err(error) = over.join() {
                self.failure.get_or_insert(error);
            }
        }
    }

    /// Takes out the film that is recorded. All its frames were sent to it.
    fn take_film(&mut self) -> Option<Filming> {
        if let PixelSource::Steps(drawer) = &mut self.source {
            drawer.wait();
        }
        self.film.take()
    }

    /// Writes the screenshot and completes the films, when the game has ended.
    ///
    /// # Errors
    /// A file cannot be written, or could not be while the game ran. An existing file of that name is then unchanged.
    pub(crate) fn finish(
        &mut self,
        painter: &mut Painter,
        core: &Core,
        look: &Look,
        overlays: &mut Overlays,
    ) -> Result<(), Error> {
        let mut saved = Ok(());
        if let Some(file) = self.screenshot.take() {
            if let PixelSource::Steps(drawer) = &mut self.source {
                painter.paint(core, look, overlays, self.settings.size, 0.0, |shown| {
                    drawer.draw_now(shown, &mut self.pixels);
                });
            }
            let [width, height] = self.settings.size;
            // Black if the game ended before its first frame.
            self.pixels
                .resize(width as usize * height as usize, 0xff00_0000);
            saved = file.write(width, height, &self.pixels);
        }
        // Films are complete, whether the screenshot could be written or not.
        self.check_film();
        if let Some(mut film) = self.take_film() {
            film.end();
            self.ended.push(film);
        }
        for film in self.ended.drain(..) {
            if let Err(error) = film.join() {
                self.failure.get_or_insert(error);
            }
        }
        saved?;
        self.failure.take().map_or(Ok(()), Err)
    }
}
