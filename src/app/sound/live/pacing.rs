//! Keeps the wait from a step's publication to its first frame constant. All times are in frames at 48 000 per second.

/// Initial and shortest margin: 4 ms.
const SHORTEST_MARGIN: f64 = 192.0;

/// Longest margin: 30 ms.
const LONGEST_MARGIN: f64 = 1440.0;

/// A wait that is shorter than the margin by more is corrected: 4 ms. So steps are nearly always played at their nominal
/// length.
const MOST_TOO_SHORT: f64 = 192.0;

/// A wait that is longer than the margin by more is corrected: 8 ms. It only delays, and no step is late.
const MOST_TOO_LONG: f64 = 384.0;

/// A correction ends when the wait differs by less: half a millisecond.
const CORRECTED: f64 = 24.0;

/// Largest correction of a step's length.
pub(super) const LARGEST_CORRECTION: f64 = 0.005;

/// Time over which waits are averaged: one second.
const AVERAGED: f64 = 48_000.0;

/// Time in which two late steps grow the margin: 10 seconds.
const LATE_TIME: f64 = 480_000.0;

/// Time without a late step after which the margin shrinks: 30 seconds.
const QUIET_TIME: f64 = 1_440_000.0;

/// The wait of steps, and its correction.
#[derive(Debug)]
pub(super) struct Pacing {
    /// Wait that steps should have. Allows for steps that are published late.
    margin: f64,
    /// Mean wait. `None` before the first step.
    wait: Option<f64>,
    is_correcting: bool,
    /// Time of the last late step. `None` after two late steps have grown the margin.
    late_at: Option<f64>,
    /// Time of the last late step, or of the last change of the margin.
    changed_at: f64,
}

impl Pacing {
    pub(super) fn new() -> Self {
        Self {
            margin: SHORTEST_MARGIN,
            wait: None,
            is_correcting: false,
            late_at: None,
            changed_at: 0.0,
        }
    }

    /// Returns the wait that steps should have.
    pub(super) fn margin(&self) -> f64 {
        self.margin
    }

    /// Forgets the mean wait, after a jump.
    pub(super) fn reset(&mut self) {
        self.wait = None;
        self.is_correcting = false;
    }

    /// Takes in the wait of a step of this length.
    pub(super) fn step(&mut self, wait: f64, length: f64, now: f64) {
        let mean = self.wait.get_or_insert(wait);
        *mean += (wait - *mean) * (length / AVERAGED).min(1.0);
        let error = *mean - self.margin;
        let is_far = !(-MOST_TOO_SHORT..=MOST_TOO_LONG).contains(&error);
        self.is_correcting = is_far || (self.is_correcting && error.abs() > CORRECTED);
        if now - self.changed_at > QUIET_TIME {
            self.changed_at = now;
            self.margin = (self.margin - SHORTEST_MARGIN / 4.0).max(SHORTEST_MARGIN);
        }
    }

    /// Takes in a late step. Two in ten seconds grow the margin, up to 30 ms. This is enough for a game that takes four
    /// steps at a time, 15 times per second.
    pub(super) fn late(&mut self, now: f64) {
        let before = self.late_at.replace(now);
        if before.is_some_and(|before| now - before < LATE_TIME) {
            self.margin = (self.margin + SHORTEST_MARGIN / 2.0).min(LONGEST_MARGIN);
            self.late_at = None;
        }
        self.changed_at = now;
    }

    /// Returns the share by which steps are played longer than nominal, or shorter if it is negative.
    pub(super) fn correction(&self) -> f64 {
        let Some(wait) = self.wait.filter(|_| self.is_correcting) else {
            return 0.0;
        };
        // Half of the difference in a second.
        let share = (self.margin - wait) / (2.0 * AVERAGED);
        share.clamp(-LARGEST_CORRECTION, LARGEST_CORRECTION)
    }
}
