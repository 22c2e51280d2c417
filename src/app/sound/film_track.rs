//! Mixes the sound of a film.

use core::time::Duration;
use std::io;

use super::track::TrackSink;
use super::track_thread::TrackThread;
use crate::assets::SOUND_RATE;
use crate::capture::{FrameSender, MAX_SOUND_FRAMES};
use crate::time::StepRate;
use crate::world::Core;

/// The sound of a film. If the run goes back, the film does not: the sound goes on like the pictures.
#[derive(Debug)]
pub(crate) struct FilmTrack(TrackThread);

impl FilmTrack {
    /// Starts the sound of a film. `waits` makes the run wait for the mixer. The film begins this time `before` behind the
    /// first step that is added.
    ///
    /// # Errors
    /// The thread cannot be started.
    pub(crate) fn start(
        film: FrameSender,
        rate: StepRate,
        waits: bool,
        before: Duration,
    ) -> io::Result<Self> {
        // Rounds a time that is a whole number of frames, which nanoseconds cannot express, to that number.
        let before = (before.as_nanos() + 1) * u128::from(SOUND_RATE) / 1_000_000_000;
        let sink = FilmSink {
            film,
            before: usize::try_from(before).unwrap_or(usize::MAX),
            frames: Vec::new(),
        };
        // The sink has no errors: a film that cannot be written reports them.
        Ok(Self(TrackThread::start(rate, sink, waits, |_| ())?))
    }

    /// Adds the latest step. The next one will be `dt` nominal steps long, and is shown for `shown_for`.
    pub(crate) fn add(&mut self, core: &Core, dt: f32, shown_for: f32) {
        self.0.add(core, dt, shown_for);
    }

    /// Sends the rest of the sound to the film.
    ///
    /// # Errors
    /// The mixer has panicked.
    pub(crate) fn finish(&mut self) -> io::Result<()> {
        self.0.finish()
    }
}

/// Sends frames to a film, a second at a time.
struct FilmSink {
    film: FrameSender,
    /// Number of frames to leave out before the film begins.
    before: usize,
    frames: Vec<[i16; 2]>,
}

impl TrackSink for FilmSink {
    fn write(&mut self, frames: &[[i16; 2]]) -> io::Result<()> {
        let left_out = self.before.min(frames.len());
        self.before -= left_out;
        let mut frames = &frames[left_out..];
        while self.frames.len() + frames.len() >= MAX_SOUND_FRAMES {
            let (now, later) = frames.split_at(MAX_SOUND_FRAMES - self.frames.len());
            self.frames.extend_from_slice(now);
            self.film.send_sound(core::mem::take(&mut self.frames));
            frames = later;
        }
        self.frames.extend_from_slice(frames);
        Ok(())
    }

    fn can_be_cut(&self) -> bool {
        false
    }

    fn cut(&mut self, _: u64) -> io::Result<()> {
        Ok(())
    }

    fn end(&mut self, _: bool) -> io::Result<()> {
        self.film.send_sound(core::mem::take(&mut self.frames));
        Ok(())
    }
}
