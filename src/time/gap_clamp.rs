//! Excludes gaps in which the game did not run (a debugger, a closed lid) from the game's time.
//!
//! Separate from the loop policies, most of which drop no time: with such a policy, the game would catch up with a
//! whole night of sleep.

use core::time::Duration;

/// Converts a clock's time into the game's time. Shortens each gap between two readings that exceeds the limit. A clock
/// that goes back gives no time. The game's time starts at 0 with the first reading, and never goes back.
#[derive(Clone, Debug, Default)]
pub struct GapClamp {
    latest: Option<Duration>,
    game_now: Duration,
    /// Extra length allowed for the next gap.
    allowed: Duration,
    gaps: u64,
    dropped: Duration,
}

impl GapClamp {
    /// The limit: 250 ms. Above the longest frame of a playable game, far below a stop in a debugger.
    pub const LIMIT: Duration = Duration::from_millis(250);

    /// Returns a clamp before the first reading.
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the game's time at the clock's time `now`.
    pub fn game_time(&mut self, now: Duration) -> Duration {
        let gap = now.saturating_sub(self.latest.unwrap_or(now));
        // Measured from the latest reading even if the clock went back. Otherwise, the game would stand still until the
        // clock had caught up. (`PolicyTime::pass` does wait for the clock, but it receives game time, which never goes
        // back.)
        self.latest = Some(now);
        let limit = Self::LIMIT.saturating_add(core::mem::take(&mut self.allowed));
        if gap > limit {
            self.gaps += 1;
            self.dropped = self.dropped.saturating_add(gap - limit);
        }
        self.game_now = self.game_now.saturating_add(gap.min(limit));
        self.game_now
    }

    /// Allows the next gap to be longer by `wait`. For deliberate waits, for example for a display that currently shows
    /// nothing: the program ran during the wait, and the game must stay in time.
    pub fn allow(&mut self, wait: Duration) {
        self.allowed = self.allowed.saturating_add(wait);
    }

    /// Skips the time until the clock's `now` without counting a gap. For pauses.
    pub fn leave_out(&mut self, now: Duration) {
        self.latest = Some(now);
        self.allowed = Duration::ZERO;
    }

    /// Returns the number of shortened gaps.
    pub fn gaps(&self) -> u64 {
        self.gaps
    }

    /// Returns the total time removed from gaps.
    pub fn dropped(&self) -> Duration {
        self.dropped
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    #[test]
    fn a_gap_is_clamped_and_counted() {
        let mut clamp = GapClamp::new();
        let times = [1000, 1016, 61_016, 61_032].map(|t| clamp.game_time(ms(t)));
        assert_eq!(times, [ms(0), ms(16), ms(266), ms(282)]);
        assert_eq!((clamp.gaps(), clamp.dropped()), (1, ms(59_750)));
    }

    #[test]
    fn a_gap_of_exactly_the_limit_is_played() {
        let mut clamp = GapClamp::new();
        clamp.game_time(ms(0));
        assert_eq!(clamp.game_time(ms(250)), ms(250));
        assert_eq!(clamp.gaps(), 0);
    }

    #[test]
    fn an_allowed_wait_extends_the_next_gap_only() {
        let mut clamp = GapClamp::new();
        clamp.game_time(ms(0));
        clamp.allow(ms(1000));
        let times = [1200, 2400, 2410].map(|t| clamp.game_time(ms(t)));
        assert_eq!(times, [ms(1200), ms(1450), ms(1460)]);
        assert_eq!((clamp.gaps(), clamp.dropped()), (1, ms(950)));
    }

    #[test]
    fn a_clock_that_jumps_back_gives_no_time_at_first() {
        let mut clamp = GapClamp::new();
        let times = [5000, 5010, 10, 20].map(|t| clamp.game_time(ms(t)));
        assert_eq!(times, [ms(0), ms(10), ms(10), ms(20)]);
    }

    #[test]
    fn a_pause_does_not_count_as_a_gap() {
        let mut clamp = GapClamp::new();
        clamp.game_time(ms(0));
        clamp.game_time(ms(100));
        clamp.leave_out(ms(90_000));
        assert_eq!(clamp.game_time(ms(90_010)), ms(110));
        assert_eq!((clamp.gaps(), clamp.dropped()), (0, ms(0)));
    }

    #[test]
    fn a_pause_cancels_an_allowed_wait() {
        let mut clamp = GapClamp::new();
        clamp.game_time(ms(0));
        clamp.allow(ms(1000));
        clamp.leave_out(ms(5000));
        assert_eq!(clamp.game_time(ms(6000)), ms(250));
        assert_eq!(clamp.gaps(), 1);
    }

    proptest! {
        #[test]
        fn game_time_and_dropped_time_add_up_to_the_clock(gaps in prop::collection::vec(0..100_000u64, 0..50)) {
            let mut clamp = GapClamp::new();
            let mut now = ms(7);
            let mut game = clamp.game_time(now);
            for gap in gaps {
                now += ms(gap);
                let next = clamp.game_time(now);
                prop_assert!(next - game <= GapClamp::LIMIT);
                game = next;
            }
            prop_assert_eq!(game + clamp.dropped(), now - ms(7));
        }
    }
}
