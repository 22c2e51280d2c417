//! Captures of the drawn frames: a screenshot as PNG, and films.
//!
//! Owns the choice of captured frames and their size. File formats are in `crate::capture`, recordings of input in
//! `crate::replay`. Without a window, the drawn frames themselves are captured. With a window, each captured frame is
//! drawn once more, separately.

mod filming;
mod pending_frame;
mod reduce;
mod step_drawer;

use std::path::{Path, PathBuf};

use super::run::overlays::{Overlays, Shown};
use super::run::paint::{FrameStyle, paint};
use super::run::target::FrameTarget;
use crate::capture::{FilmSettings, PngFile, write_png};
use crate::error::Error;
use crate::time::StepRate;
#[cfg(feature = "sound")]
use crate::world::Core;
use filming::{FilmKind, Filming};
use step_drawer::StepDrawer;

/// The captures of a running game.
#[derive(Debug)]
pub(crate) struct Capture {
    /// Draws the captured steps of a run with a window, separately from the window's frames: always at
    /// `CaptureSettings::size`. `None` in a run without a window, whose own frames are captured.
    drawer: Option<StepDrawer>,
    settings: CaptureSettings,
    /// The screenshot's file. `None` if no screenshot is requested, and once it is written.
    screenshot: Option<PngFile>,
    /// The current film.
    film: Option<Filming>,
    /// Films that have ended, but whose threads may still be writing.
    ended: Vec<Filming>,
    /// Error of the first film that is incomplete.
    failure: Option<Error>,
    /// Pixels of the latest frame that was read. The memory is reused, so that no frame allocates an image.
    pixels: Vec<u32>,
    /// Number of steps that were left out since the last captured one.
    dropped_in_a_row: u32,
}

/// While a game is late, one of this many steps is captured, and the others are left out.
const LATE_STEPS_A_FRAME: u32 = 8;

/// Requested captures.
#[derive(Clone, Debug, Default)]
pub(crate) struct CaptureSettings {
    /// The game's name.
    pub(crate) game: String,
    /// Path of the PNG file for the last frame.
    pub(crate) screenshot: Option<PathBuf>,
    /// Path of the film of all frames.
    pub(crate) film: Option<PathBuf>,
    /// Divisor of that film's size. 0 counts as 1.
    pub(crate) reduced_by: u32,
    /// Frames per second of films, at least 0.001. With many frames per step, it may exceed 1000: a GIF or a film in
    /// the engine's own format then cannot be created.
    pub(crate) rate: f64,
    /// The size of frames, in pixels.
    pub(crate) size: [u32; 2],
    /// Whether there is a window. Captured frames are then drawn separately from the window's frames.
    pub(crate) beside_window: bool,
    /// Step rate of the game, whose sound is part of films in the engine's own format.
    pub(crate) step_rate: StepRate,
    /// Whether no option requested the film: it shows a repeatable run, and is saved because there is no display.
    pub(crate) repeatable: bool,
}

impl Capture {
    /// Opens the files, so that write errors are reported before the game starts.
    ///
    /// # Errors
    /// A file cannot be created, or its format does not allow the size or the rate.
    pub(crate) fn open(settings: CaptureSettings) -> Result<Self, Error> {
        // With a window, captures are drawn by the software backend even if the GPU draws the window: the pixels are
        // the same, nothing is read back from the GPU, and the image's size does not depend on the window.
        let drawer = settings.beside_window.then(StepDrawer::default);
        let mut capture = Self {
            drawer,
            // The file is created now, although it is written last: a missing folder would otherwise be reported after
            // hours of play.
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
        if let Some(path) = capture.settings.film.clone() {
            capture.start_film(&path, capture.settings.reduced_by)?;
        }
        Ok(capture)
    }

    /// Begins a film, `reduced_by` times smaller than the frames. Waits for an earlier film that is still being written
    /// to the same file.
    fn start_film(&mut self, path: &Path, reduced_by: u32) -> Result<(), Error> {
        let is_same = |film: &mut Filming| same_file(film.path(), path);
        let earlier: Vec<_> = self.ended.extract_if(.., is_same).collect();
        self.join_all(earlier);
        let CaptureSettings {
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
        let step_rate = self.settings.step_rate;
        self.film = Some(Filming::start(path, settings, reduced_by, kind, step_rate)?);
        Ok(())
    }

    /// Adds the sounds of the latest step to the film, if the film shows that step. The next step will be `dt` nominal
    /// steps long, and is shown for `shown_for`.
    #[cfg(feature = "sound")]
    pub(crate) fn add_sounds(&mut self, core: &Core, dt: f32, shown_for: f32) {
        if let Some(film) = &mut self.film {
            film.add_sounds(core, dt, shown_for);
        }
    }

    /// Returns whether a film is being captured.
    pub(crate) fn is_filming(&self) -> bool {
        self.film.as_ref().is_some_and(|film| !film.is_over())
    }

    /// Ends the current film, or else begins one in this file.
    pub(crate) fn toggle_film(&mut self, path: impl FnOnce() -> PathBuf) {
        if self.stop_film() {
            return;
        }
        let path = path();
        match self.start_film(&path, 1) {
            Ok(()) => log::info!("F12: recording to {}; F12 ends it", path.display()),
            Err(error) => log::error!("F12: {error}"),
        }
    }

    /// Ends the current film. Returns false if there is none.
    pub(crate) fn stop_film(&mut self) -> bool {
        self.check_film();
        let Some(mut film) = self.take_film() else {
            return false;
        };
        film.end();
        log::info!("the film {} ends", film.path().display());
        self.ended.push(film);
        true
    }

    /// Begins the film that the game requests, unless another one is being captured.
    pub(crate) fn begin_film(&mut self, path: &Path) {
        self.check_film();
        let file = path.display();
        if let Some(film) = &self.film {
            let other = film.path().display();
            log::warn!("the game requests the film {file} while {other} is made: it is ignored");
            return;
        }
        match self.start_film(path, 1) {
            Ok(()) => log::info!("the game's film {file} begins"),
            Err(error) => log::error!("the game's film: {error}"),
        }
    }

    /// Saves the latest step as a PNG file, without smoothing.
    ///
    /// # Errors
    /// The file cannot be written. An existing file is unchanged.
    pub(crate) fn save_step(
        &mut self,
        path: &Path,
        shown: Shown<'_>,
        style: &FrameStyle,
        overlays: &mut Overlays,
    ) -> Result<(), Error> {
        let [width, height] = self.settings.size;
        let mut pixels = Vec::new();
        overlays.run_hooks_of_step(shown);
        let size = self.settings.size;
        let mut other = StepDrawer::default();
        let drawer = self.drawer.as_mut().unwrap_or(&mut other);
        paint(shown.core, style, overlays, size, 0.0, |shown| {
            drawer.draw_now(shown, &mut pixels);
        });
        Ok(write_png(path, width, height, &pixels)?)
    }

    /// Captures a step that is shown for `dt` nominal steps, in a run with a window. Only for films: the screenshot
    /// shows the last step, which [`Capture::finish`] draws.
    pub(crate) fn after_step(
        &mut self,
        shown: Shown<'_>,
        style: &FrameStyle,
        overlays: &mut Overlays,
        dt: f32,
    ) {
        let Some(drawer) = &mut self.drawer else {
            return;
        };
        self.dropped_in_a_row = 0;
        // A frame that would be dropped is not drawn.
        if let Some(film) = &mut self.film
            && let Some(frame) = film.next_frame(shown, &mut overlays.frame, dt)
        {
            let size = self.settings.size;
            // The step is drawn without smoothing: a film of a run with a window shows steps, and nothing between two
            // steps.
            overlays.run_hooks_of_step(shown);
            paint(shown.core, style, overlays, size, 0.0, |shown| {
                drawer.draw(frame, shown);
            });
        }
        self.check_film();
    }

    /// Leaves out a step of a late game, in a run with a window. The film counts a frame as dropped, unless it has one
    /// for that time already. Returns false if the step must be captured because many were left out in a row: the film
    /// of a game that is always late would otherwise be empty.
    pub(crate) fn drop_step(&mut self, dt: f32) -> bool {
        if self.drawer.is_none() {
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

    /// Returns whether drawn frames are captured: in a run without a window, for a film or a screenshot.
    pub(crate) fn wants_frames(&self) -> bool {
        self.drawer.is_none() && (self.film.is_some() || self.screenshot.is_some())
    }

    /// Captures a drawn frame that is shown for `shown_for` frames, in a run without a window.
    ///
    /// # Errors
    /// The frame cannot be read from the GPU.
    pub(crate) fn after_draw(
        &mut self,
        target: &mut FrameTarget,
        shown: Shown<'_>,
        overlays: &mut Overlays,
        shown_for: f32,
    ) -> Result<(), Error> {
        if !self.wants_frames() {
            return Ok(());
        }
        self.check_film();
        let Some(film) = &mut self.film else {
            return Ok(());
        };
        if !target.read(&mut self.pixels, shown.core.assets.frames().shaders())? {
            film.skip(shown_for);
        } else if let Some(frame) = film.next_frame(shown, &mut overlays.frame, shown_for) {
            frame.complete(&self.pixels);
        }
        Ok(())
    }

    /// Keeps the drawn frame for the screenshot of a run without a window. Returns false if it is lost and must be
    /// drawn again.
    ///
    /// # Errors
    /// The frame cannot be read from the GPU.
    pub(crate) fn keep(
        &mut self,
        target: &mut FrameTarget,
        shown: Shown<'_>,
    ) -> Result<bool, Error> {
        target.read(&mut self.pixels, shown.core.assets.frames().shaders())
    }

    /// Cancels the screenshot, whose frame cannot be drawn. An existing file is unchanged.
    pub(crate) fn drop_screenshot(&mut self) {
        self.screenshot = None;
    }

    /// Removes films that have ended or failed, and keeps the first error. The game continues.
    fn check_film(&mut self) {
        if let Some(stopped) = self.film.take_if(|film| film.is_over()) {
            self.ended.push(stopped);
        }
        let over: Vec<_> = self.ended.extract_if(.., |film| film.is_over()).collect();
        self.join_all(over);
    }

    /// Waits until these films are written, and keeps the first error.
    fn join_all(&mut self, films: Vec<Filming>) {
        for film in films {
            if let Err(error) = film.join() {
                self.failure.get_or_insert(error);
            }
        }
    }

    /// Waits until the current film has received all its frames, and takes it.
    fn take_film(&mut self) -> Option<Filming> {
        if let Some(drawer) = &mut self.drawer {
            drawer.wait();
        }
        self.film.take()
    }

    /// Writes the screenshot and completes the films, after the game has ended.
    ///
    /// # Errors
    /// A file cannot be written, now or earlier. An existing file of that name is then unchanged.
    pub(crate) fn finish(
        &mut self,
        shown: Shown<'_>,
        style: &FrameStyle,
        overlays: &mut Overlays,
    ) -> Result<(), Error> {
        let mut saved = Ok(());
        if let Some(file) = self.screenshot.take() {
            if let Some(drawer) = &mut self.drawer {
                overlays.run_hooks_of_step(shown);
                let size = self.settings.size;
                paint(shown.core, style, overlays, size, 0.0, |shown| {
                    drawer.draw_now(shown, &mut self.pixels);
                });
            }
            let [width, height] = self.settings.size;
            // The image is black if the game ended before its first frame.
            self.pixels
                .resize(width as usize * height as usize, 0xff00_0000);
            saved = file.write(width, height, &self.pixels);
        }
        // Films are completed even if the screenshot cannot be written.
        self.check_film();
        if let Some(mut film) = self.take_film() {
            film.end();
            self.ended.push(film);
        }
        let films = core::mem::take(&mut self.ended);
        self.join_all(films);
        saved?;
        self.failure.take().map_or(Ok(()), Err)
    }
}

/// Returns whether two paths name one file. Links are not followed.
fn same_file(one: &Path, other: &Path) -> bool {
    let [one, other] = [one, other].map(|path| std::path::absolute(path).ok());
    one.is_some() && one == other
}
