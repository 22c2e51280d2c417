//! The displayed time of a film: playing forwards and backwards at several speeds.

use core::time::Duration;

use damselfly::prelude::*;

/// Units per second. Fine enough that every frame of the fastest film (1000 frames a second) starts in its own unit.
const UNITS: u64 = 48_000;
/// Units per step of 1/60 s, at each speed.
const SPEEDS: [u64; 8] = [100, 200, 400, 800, 1600, 3200, 6400, 12_800];
/// The usual speed.
const NORMAL: usize = 3;

/// A time of a film, and where it goes.
#[derive(Clone, Debug, Checksum)]
pub(crate) struct Playback {
    /// Current time, in units.
    time: u64,
    /// The film's length, in units.
    end: u64,
    speed: usize,
    playing: bool,
    backwards: bool,
}

/// Converts to units, rounded up: a frame that starts at this time is shown at it.
fn units(time: Duration) -> u64 {
    // Less than a frame, so that rounding does not lead to the next one.
    let units = (time.as_secs_f64() * UNITS as f64 - 1e-6).ceil();
    // Not negative, and saturates.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "as said"
    )]
    let units = units as u64;
    units
}

impl Playback {
    /// Starts a film of this length at its beginning.
    pub(crate) fn new(length: Duration) -> Self {
        Self {
            time: 0,
            end: units(length),
            speed: NORMAL,
            playing: true,
            backwards: false,
        }
    }

    /// The time that is shown.
    pub(crate) fn time(&self) -> Duration {
        Duration::from_secs_f64(self.time as f64 / UNITS as f64)
    }

    /// How much of the film is over, from 0 to 1.
    pub(crate) fn part(&self) -> f32 {
        self.time as f32 / self.end.max(1) as f32
    }

    pub(crate) fn is_playing(&self) -> bool {
        self.playing
    }

    pub(crate) fn is_backwards(&self) -> bool {
        self.backwards
    }

    /// As it is shown: `1/4x`, `2x`.
    pub(crate) fn speed(&self) -> String {
        let (speed, normal) = (SPEEDS[self.speed], SPEEDS[NORMAL]);
        if speed < normal {
            format!("1/{}x", normal / speed)
        } else {
            format!("{}x", speed / normal)
        }
    }

    /// Goes on by a step. Stops where the film ends or begins.
    pub(crate) fn advance(&mut self) {
        if !self.playing {
            return;
        }
        let step = SPEEDS[self.speed];
        if self.backwards {
            self.time = self.time.saturating_sub(step);
            self.playing = self.time > 0;
        } else {
            self.time = (self.time + step).min(self.end);
            self.playing = self.time < self.end;
        }
    }

    /// Plays or pauses. At the end it restarts, also when playing backwards.
    pub(crate) fn toggle(&mut self) {
        self.playing = !self.playing;
        if !self.playing {
            return;
        }
        if self.backwards && self.time == 0 {
            self.time = self.end;
        } else if !self.backwards && self.time == self.end {
            self.time = 0;
        }
    }

    /// Plays the other way round, or the usual one again.
    pub(crate) fn turn(&mut self) {
        self.backwards = !self.backwards;
        self.playing = true;
    }

    /// Plays faster, or slower.
    pub(crate) fn change_speed(&mut self, faster: bool) {
        self.speed = if faster {
            (self.speed + 1).min(SPEEDS.len() - 1)
        } else {
            self.speed.saturating_sub(1)
        };
    }

    /// Pauses at a time.
    pub(crate) fn pause_at(&mut self, time: Duration) {
        self.playing = false;
        self.time = units(time).min(self.end);
    }

    /// Goes to a part of the film, from 0 to 1, and plays on if it did.
    pub(crate) fn seek(&mut self, part: f32) {
        let time = f64::from(part.clamp(0.0, 1.0)) * self.end as f64;
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "from 0 to the end"
        )]
        let time = time.round() as u64;
        self.time = time;
    }
}
