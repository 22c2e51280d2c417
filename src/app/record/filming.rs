//! A film that is being recorded: which frames it has, and how large they are.
//!
//! It is recorded in the engine's own format, which stays readable however the program ends, and becomes what its name says when it
//! is over. Other formats are written at once only to pipes and devices, and where the film can be made again.

use std::path::Path;

use super::pending_frame::PendingFrame;
use crate::app::run::painter::Painter;
use crate::app::run::text::render_text;
use crate::capture::{
    CaptureThread, FilmFormat, FilmSettings, STANDARD_OUTPUT, StoppedCapture, WhenBusy,
};
use crate::error::Error;
use crate::world::Core;

/// Rounding of steps that are no whole parts of a nominal step, in nominal steps.
const TOLERANCE: f64 = 1e-3;

/// What a film is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FilmKind {
    /// A game that is played in a window: it drops frames rather than have the game wait until others are written.
    Live,
    /// A run without a window, which waits for it.
    Whole,
    /// As that, of a run that is the same each time and that no option asked for. If it is not completed, nothing of it is kept:
    /// each program that is killed would leave a file.
    Repeatable,
}

/// A film, and the time that it has come to.
#[derive(Debug)]
pub(super) struct Filming {
    thread: CaptureThread,
    /// The size of the pictures that it is made of, in pixels.
    size: [u32; 2],
    /// How many times smaller it is, at least 1.
    reduced_by: u32,
    /// Whether it has the text of frames, too.
    has_text: bool,
    /// What was recorded, in frames: in nominal steps beside a window.
    time: f64,
    /// Frames that may be missing in a row.
    longest_gap: f64,
    /// The number of the next frame: at most one begins in each nominal step, however short steps are.
    next: u64,
}

impl Filming {
    /// Begins a film of pictures with these settings.
    ///
    /// # Errors
    /// The file cannot be created, or its format does not allow the size or the rate.
    pub(super) fn start(
        path: &Path,
        settings: FilmSettings,
        reduced_by: u32,
        kind: FilmKind,
    ) -> Result<Self, Error> {
        let reduced_by = reduced_by.max(1);
        let size = settings.size;
        let settings = FilmSettings {
            size: size.map(|side| side / reduced_by),
            ..settings
        };
        let when_busy = match kind {
            FilmKind::Live => WhenBusy::Drop,
            FilmKind::Whole | FilmKind::Repeatable => WhenBusy::Wait,
        };
        let thread = if kind != FilmKind::Repeatable && is_converted(path) {
            CaptureThread::start_safe(path, &settings, when_busy)?
        } else {
            CaptureThread::start(path, &settings, when_busy)?
        };
        Ok(Self {
            thread,
            size,
            reduced_by,
            has_text: FilmFormat::of(path) == Some(FilmFormat::Film),
            longest_gap: settings.longest_gap() as f64,
            time: 0.0,
            next: 0,
        })
    }

    /// The file.
    pub(super) fn path(&self) -> &Path {
        self.thread.path()
    }

    /// Returns whether it has ended, or could not be written on.
    pub(super) fn is_over(&self) -> bool {
        self.thread.is_over()
    }

    /// Returns the frame for what is shown now and for the next `dt` frames, with the text of the latest step. `None` if the film
    /// has one for that time already, or has to drop it.
    pub(super) fn next_frame(
        &mut self,
        painter: &mut Painter,
        core: &Core,
        dt: f32,
    ) -> Option<PendingFrame> {
        let number = self.next_number(dt)?;
        let mut frame = self.thread.frame()?;
        frame.number = number;
        if self.has_text {
            render_text(core, painter, &mut frame.cells);
        }
        Some(PendingFrame {
            frame,
            size: self.size,
            reduced_by: self.reduced_by,
            film: self.thread.sender(),
        })
    }

    /// Drops the frame for what is shown now and for the next `dt` frames, and counts it, unless the film has one for that time
    /// already.
    pub(super) fn drop_frame(&mut self, dt: f32) {
        if self.next_number(dt).is_some() {
            self.thread.drop_frame();
        }
    }

    /// Returns the number of the frame for what is shown now and for the next `dt` frames. `None` if the film has one for that
    /// time already.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "not negative, and saturates after thousands of years"
    )]
    fn next_number(&mut self, dt: f32) -> Option<u64> {
        let number = (self.time + TOLERANCE) as u64;
        self.skip(dt);
        if number < self.next {
            return None;
        }
        self.next = number + 1;
        Some(number)
    }

    /// Goes on by so many frames, of which there is no picture.
    pub(super) fn skip(&mut self, dt: f32) {
        // No film has a longer gap. NaN counts as 0.
        if dt > 0.0 {
            self.time += f64::from(dt).min(self.longest_gap);
        }
    }

    /// Ends the film, without waiting for it.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "not negative, and saturates after thousands of years"
    )]
    pub(super) fn end(&mut self) {
        self.thread
            .end(self.next.max((self.time + TOLERANCE) as u64));
    }

    /// Waits until it is written, and logs what came of it.
    ///
    /// # Errors
    /// It could not be written to its end.
    pub(super) fn join(self) -> Result<(), Error> {
        let path = self.thread.path().to_owned();
        match self.thread.join() {
            Ok(dropped) => {
                if dropped > 0 {
                    log::warn!(
                        "{}: {dropped} of {} frames were dropped, because the game was late or they came faster than they could be written",
                        path.display(),
                        self.next
                    );
                } else if path != Path::new(STANDARD_OUTPUT) {
                    log::info!("{}: {} frames", path.display(), self.next);
                }
                Ok(())
            }
            Err(StoppedCapture { frames, error }) => {
                log::error!("capture stopped at frame {frames}: {error}");
                Err(error.into())
            }
        }
    }
}

/// Returns whether a film of this name is to be written once it is over: a file of a format that is not readable before its end.
fn is_converted(path: &Path) -> bool {
    let is_stream = || std::fs::metadata(path).is_ok_and(|found| !found.is_file());
    FilmFormat::of(path) != Some(FilmFormat::Film)
        && path != Path::new(STANDARD_OUTPUT)
        && !is_stream()
}
