//! A film that is being captured: its frames and their size.
//!
//! A film is written in the engine's own format, which stays readable however the program ends, and converted to the
//! requested format at the end. Another format is written directly only if the film goes to a pipe or a device, or if
//! no option requested it, because the same run can then be repeated.

#[cfg(feature = "sound")]
use core::time::Duration;
use std::path::Path;

use super::pending_frame::PendingFrame;
use crate::app::run::overlays::Shown;
use crate::app::run::text::render_text;
#[cfg(feature = "sound")]
use crate::app::sound::film_track::FilmTrack;
use crate::capture::{
    CaptureThread, FilmFormat, FilmSettings, STANDARD_OUTPUT, StoppedCapture, WhenBusy,
};
use crate::error::Error;
use crate::time::StepRate;
#[cfg(feature = "sound")]
use crate::world::Core;
use crate::world::FrameDrawings;

/// Tolerance for the rounding error of `Filming::time`, which adds up fractions of frames.
const TOLERANCE: f64 = 1e-3;

/// Kind of a film.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FilmKind {
    /// A game in a window. The film drops frames rather than delay the game.
    Live,
    /// A run without a window, which waits for the film.
    Whole,
    /// Like `Whole`, for a repeatable run whose film no option requested. An incomplete film is deleted: otherwise each
    /// killed program would leave a file.
    Repeatable,
}

/// A film and its clock.
#[derive(Debug)]
pub(super) struct Filming {
    /// Mixes the sound. `None` if the film's format has none. It comes before the film's thread, which ends once nothing
    /// can be sent to it any more.
    #[cfg(feature = "sound")]
    sound: Option<FilmTrack>,
    /// Whether the film begins with the run.
    #[cfg(feature = "sound")]
    is_whole: bool,
    thread: CaptureThread,
    /// Size of the captured images before they are reduced, in pixels.
    size: [u32; 2],
    /// Divisor of the film's size, at least 1.
    reduced_by: u32,
    /// Whether the film also stores each frame's text.
    has_text: bool,
    /// Time captured so far, in frames of the film. With a window, a frame of the film is a nominal step.
    time: f64,
    /// Maximum number of missing frames in a row.
    longest_gap: f64,
    /// Lowest number that is free for the next frame. A frame's number is the integer part of `time`, so several steps
    /// that are shorter than a frame share one frame.
    next: u64,
}

impl Filming {
    /// Begins a film with these settings.
    ///
    /// # Errors
    /// The file cannot be created, or its format does not allow the size or the rate.
    pub(super) fn start(
        path: &Path,
        settings: FilmSettings,
        reduced_by: u32,
        kind: FilmKind,
        step_rate: StepRate,
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
        #[cfg(feature = "sound")]
        let sound = if FilmFormat::of(path) == Some(FilmFormat::Film) {
            let waits = when_busy == WhenBusy::Wait;
            let before = match kind {
                FilmKind::Live => Duration::ZERO,
                // A run without a window leaves out the frame at its start.
                FilmKind::Whole | FilmKind::Repeatable => {
                    Duration::try_from_secs_f64(settings.rate.recip()).unwrap_or_default()
                }
            };
            let begun = FilmTrack::start(thread.sender(), step_rate, waits, before);
            let begun = begun.inspect_err(|error| log::warn!("the film has no sound: {error}"));
            begun.ok()
        } else {
            None
        };
        #[cfg(not(feature = "sound"))]
        let _ = step_rate;
        Ok(Self {
            #[cfg(feature = "sound")]
            sound,
            #[cfg(feature = "sound")]
            is_whole: kind != FilmKind::Live,
            thread,
            size,
            reduced_by,
            has_text: FilmFormat::of(path) == Some(FilmFormat::Film),
            longest_gap: settings.longest_gap() as f64,
            time: 0.0,
            next: 0,
        })
    }

    /// Returns the path of the film.
    pub(super) fn path(&self) -> &Path {
        self.thread.path()
    }

    /// Returns whether the film has ended, or could not be written any further.
    pub(super) fn is_over(&self) -> bool {
        self.thread.is_over()
    }

    /// Returns a frame to paint, which the film shows for `dt` of its own frames. If the film keeps text, the frame
    /// already has the text of the latest step. `None` if the film already has a frame for that time, has ended, or
    /// must drop this one because its thread is busy.
    pub(super) fn next_frame(
        &mut self,
        shown: Shown<'_>,
        drawn: &mut FrameDrawings,
        dt: f32,
    ) -> Option<PendingFrame> {
        let number = self.next_number(dt)?;
        let mut frame = self.thread.frame()?;
        frame.number = number;
        if self.has_text {
            render_text(shown, drawn, &mut frame.cells);
        }
        Some(PendingFrame {
            frame,
            size: self.size,
            reduced_by: self.reduced_by,
            film: self.thread.sender(),
        })
    }

    /// Drops a frame that would be shown for `dt` frames, and counts it, unless the film has a frame for that time
    /// already.
    pub(super) fn drop_frame(&mut self, dt: f32) {
        if self.next_number(dt).is_some() {
            self.thread.drop_frame();
        }
    }

    /// Returns the number of the frame at the film's present time, and advances its clock by `dt` frames. `None` if the
    /// film already has a frame with that number.
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

    /// Adds the sounds of the latest step, if the film shows that step or begins with the run. The next step will be `dt`
    /// nominal steps long, and is shown for `shown_for`.
    #[cfg(feature = "sound")]
    pub(super) fn add_sounds(&mut self, core: &Core, dt: f32, shown_for: f32) {
        // The sound of a film that was begun later begins with the first step that the film shows.
        let is_shown = self.is_whole || self.time > 0.0;
        if let Some(sound) = self.sound.as_mut().filter(|_| is_shown) {
            sound.add(core, dt, shown_for);
        }
    }

    /// Advances the film's clock by `dt` frames without an image.
    pub(super) fn skip(&mut self, dt: f32) {
        // The time is clamped, because a film cannot have a longer gap. NaN counts as 0.
        if dt > 0.0 {
            self.time += f64::from(dt).min(self.longest_gap);
        }
    }

    /// Ends the film, without waiting for it. Waits for its sound.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "not negative, and saturates after thousands of years"
    )]
    pub(super) fn end(&mut self) {
        #[cfg(feature = "sound")]
        if let Some(Err(error)) = self.sound.as_mut().map(FilmTrack::finish) {
            log::error!("the sound of {}: {error}", self.path().display());
        }
        self.thread
            .end(self.next.max((self.time + TOLERANCE) as u64));
    }

    /// Waits until the film is written, and logs the result.
    ///
    /// # Errors
    /// The film is incomplete.
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

/// Returns whether the film is first recorded as `.dfrec` and converted at its end. True for every other format, unless
/// the film goes to a pipe, a device or standard output.
fn is_converted(path: &Path) -> bool {
    let is_stream = || std::fs::metadata(path).is_ok_and(|found| !found.is_file());
    FilmFormat::of(path) != Some(FilmFormat::Film)
        && path != Path::new(STANDARD_OUTPUT)
        && !is_stream()
}
