//! Predicts when a game publishes its steps. All times are in frames at 48 000 per second.

use super::device_frames;

/// Time over which deviations are averaged: one second.
const AVERAGED: f64 = 48_000.0;

/// A deviation that begins another cadence: 50 ms.
const BROKEN: f64 = 2400.0;

/// Predicts when each step is published, from the steps before it. A single step can be late, for example the first one
/// of a game whose window opens.
#[derive(Debug, Default)]
pub(super) struct Cadence {
    /// The latest step. `None` before the first one.
    latest: Option<LatestStep>,
    /// Length of the steps whose deviations were averaged, up to [`AVERAGED`].
    averaged: f64,
}

#[derive(Clone, Copy, Debug)]
struct LatestStep {
    /// First frame in game time.
    start: u64,
    /// Length in frames of the device.
    length: f64,
    /// When it should have been published.
    due: f64,
}

impl Cadence {
    /// Takes in a step that starts at this frame of game time, and lasts `length` frames of the device. `scale` is the
    /// speed of the game's time. Returns when the step should have been published.
    pub(super) fn step(&mut self, start: u64, length: f64, scale: f64, published: f64) -> f64 {
        let deviation = self.deviation(start, scale, published);
        let deviation = deviation.filter(|deviation| deviation.abs() <= BROKEN);
        if deviation.is_none() {
            self.averaged = 0.0;
        }
        self.averaged = (self.averaged + length).clamp(1.0, AVERAGED);
        let deviation = deviation.unwrap_or(0.0);
        let share = (length / self.averaged).min(1.0);
        let due = published - deviation * (1.0 - share);
        self.latest = Some(LatestStep { start, length, due });
        due
    }

    /// Returns how much later than predicted a step was published. `None` for the first one.
    fn deviation(&self, start: u64, scale: f64, published: f64) -> Option<f64> {
        let latest = self.latest?;
        let next = published - (latest.due + latest.length);
        // Steps between the two may be lost. After a jump, game time does not say how much time has passed.
        let passed = start.checked_sub(latest.start);
        let later = passed.map(|passed| published - (latest.due + device_frames(passed, scale)));
        Some(later.filter(|it| it.abs() < next.abs()).unwrap_or(next))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_late_step_is_predicted_by_those_before_it() {
        let mut cadence = Cadence::default();
        for start in (0..80_000).step_by(800) {
            let published = start as f64;
            assert_eq!(cadence.step(start, 800.0, 1.0, published), published);
        }
        let due = cadence.step(80_000, 800.0, 1.0, 80_300.0);
        assert!((due - 80_005.0).abs() < 1e-6, "{due}");
    }

    #[test]
    fn a_late_first_step_counts_like_any_other() {
        let mut cadence = Cadence::default();
        cadence.step(0, 800.0, 1.0, 400.0);
        let mut due = 0.0;
        for step in 1..40 {
            due = cadence.step(step * 800, 800.0, 1.0, (step * 800) as f64);
        }
        assert!((due - 31_200.0 - 10.0).abs() < 1e-6, "{due}");
    }

    #[test]
    fn lost_steps_and_jumps_keep_the_cadence() {
        let mut cadence = Cadence::default();
        for step in 0..100 {
            cadence.step(step * 800, 800.0, 0.5, (step * 1600) as f64);
        }
        let lost = cadence.step(500 * 800, 1600.0, 0.5, 800_100.0);
        assert!((lost - 800_003.0).abs() < 1.0, "{lost}");
        let jump = cadence.step(7, 1600.0, 0.5, 801_700.0);
        assert!((jump - 801_607.0).abs() < 3.0, "{jump}");
    }

    #[test]
    fn a_pause_begins_another_cadence() {
        let mut cadence = Cadence::default();
        for step in 0..100 {
            cadence.step(step * 800, 800.0, 1.0, (step * 800) as f64);
        }
        assert_eq!(cadence.step(80_000, 800.0, 1.0, 90_000.0), 90_000.0);
    }
}
