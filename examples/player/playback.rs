//! The current time in a film: playing forwards and backwards at several speeds.

use core::time::Duration;

use damselfly::prelude::*;

/// Time units per second. Fine enough that every frame of the fastest film (1000 frames per second) starts in its own
/// unit.
const UNITS: u64 = 48_000;
/// Units per step of 1/60 s, for each speed.
const SPEEDS: [u64; 8] = [100, 200, 400, 800, 1600, 3200, 6400, 12_800];
/// Index of normal speed in `SPEEDS`.
const NORMAL: usize = 3;

/// The current time in a film, and how it advances.
#[derive(Clone, Debug, Checksum)]
pub(crate) struct Playback {
    /// Current time, in units.
    time: u64,
    /// Length of the film in units.
    end: u64,
    speed: usize,
    playing: bool,
    backwards: bool,
}

/// Converts a time to units, rounded up, so that a frame that starts at this time is shown at the result.
fn units(time: Duration) -> u64 {
    // Subtracts much less than a unit, so that rounding errors do not lead to the next unit.
    let units = (time.as_secs_f64() * UNITS as f64 - 1e-6).ceil();
    // The value is not negative, and the cast saturates.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "as said"
    )]
    let units = units as u64;
    units
}

impl Playback {
    /// Starts a film of this length.
    pub(crate) fn new(length: Duration) -> Self {
        Self {
            time: 0,
            end: units(length),
            speed: NORMAL,
            playing: true,
            backwards: false,
        }
    }

    /// Returns the current time.
    pub(crate) fn time(&self) -> Duration {
        Duration::from_secs_f64(self.time as f64 / UNITS as f64)
    }

    /// Returns the fraction of the film before the current time, from 0 to 1.
    pub(crate) fn part(&self) -> f32 {
        self.time as f32 / self.end.max(1) as f32
    }

    pub(crate) fn is_playing(&self) -> bool {
        self.playing
    }

    pub(crate) fn is_backwards(&self) -> bool {
        self.backwards
    }

    /// Returns the speed as a ratio to normal speed.
    pub(crate) fn rate(&self) -> f32 {
        SPEEDS[self.speed] as f32 / SPEEDS[NORMAL] as f32
    }

    /// Returns the speed as text, such as `1/4x` or `2x`.
    pub(crate) fn speed(&self) -> String {
        let (speed, normal) = (SPEEDS[self.speed], SPEEDS[NORMAL]);
        if speed < normal {
            format!("1/{}x", normal / speed)
        } else {
            format!("{}x", speed / normal)
        }
    }

    /// Advances by a step. Stops at the end of the film, or at its start when playing backwards.
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

    /// Plays or pauses. At the end of the film, playing restarts it; likewise at the start, when playing backwards.
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

    /// Reverses the direction, and plays.
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

    /// Jumps to a time and pauses.
    pub(crate) fn pause_at(&mut self, time: Duration) {
        self.playing = false;
        self.time = units(time).min(self.end);
    }

    /// Jumps to a fraction of the film, from 0 to 1. A playing film continues.
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
