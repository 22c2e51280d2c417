//! The clock of a replay: determines when recorded steps are due.

/// Longest step that a replay waits for, in nominal steps. A damaged file may contain any length.
const LONGEST: f64 = 600.0;
/// Tolerance for the rounding errors of steps that are fractions of a nominal step.
const TOLERANCE: f64 = 1e-4;

/// Time that the loop has passed and the replay's steps have not used yet, in nominal steps. Recorded steps may be
/// longer or shorter than the loop's.
#[derive(Debug, Default)]
pub(crate) struct ReplayTime(f64);

impl ReplayTime {
    /// Adds an update of this length.
    pub(crate) fn add(&mut self, dt: f32) {
        self.0 += f64::from(dt);
    }

    /// Adds the time that is missing until a step of this length is due.
    pub(crate) fn bring(&mut self, dt: f32) {
        self.0 = self.0.max(waited_for(dt));
    }

    /// Takes the time of a step. Returns false if the step is not due.
    pub(crate) fn take(&mut self, dt: f32) -> bool {
        let time = waited_for(dt);
        let has_come = time <= self.0 + TOLERANCE;
        if has_come {
            self.0 = (self.0 - time).max(0.0);
        }
        has_come
    }
}

/// Returns the time to wait for a step of this length, in nominal steps. 0 for an invalid length.
fn waited_for(dt: f32) -> f64 {
    if dt > 0.0 {
        f64::from(dt).min(LONGEST)
    } else {
        0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the number of steps of this length that each update takes.
    fn steps(updates: [f32; 6], length: f32) -> [u32; 6] {
        let mut time = ReplayTime::default();
        updates.map(|dt| {
            time.add(dt);
            let taken = (0..100).take_while(|_| time.take(length));
            u32::try_from(taken.count()).unwrap()
        })
    }

    #[test]
    fn steps_are_taken_in_their_own_time() {
        assert_eq!(steps([1.0; 6], 1.0), [1; 6]);
        assert_eq!(steps([1.0; 6], 0.5), [2; 6]);
        assert_eq!(steps([1.0; 6], 0.1), [10; 6], "although 0.1 is rounded");
        assert_eq!(steps([1.0; 6], 2.0), [0, 1, 0, 1, 0, 1]);
        assert_eq!(
            steps([0.5, 1.5, 3.0, 0.0, 1.0, 0.5], 1.0),
            [0, 2, 3, 0, 1, 0]
        );
    }

    #[test]
    fn steps_of_zero_or_invalid_length_take_no_time() {
        for length in [0.0, -1.0, f32::NAN] {
            assert_eq!(steps([0.0; 6], length), [100; 6]);
            let mut time = ReplayTime::default();
            time.bring(length);
            assert!(!time.take(0.5), "bring({length})");
        }
        let mut time = ReplayTime::default();
        time.add(600.0);
        assert!(time.take(f32::INFINITY));
        assert!(!time.take(1.0));
    }
}
