//! The rates of the loop, and the times of its parts.
//!
//! Only counts and averages: the runner measures the durations, and reads the clock.

use core::time::Duration;

/// How fast the loop runs, and what takes its time. Rates and mean times are those of the latest complete window (see
/// [`StatisticsRecorder::WINDOW`]); they are 0 until the first one is complete. No number is below 0;
/// all default to 0.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Statistics {
    /// Updates per second, by the clock that is given to [`StatisticsRecorder::pass`].
    pub updates_per_second: f64,
    /// Frames per second, by the same clock.
    pub frames_per_second: f64,
    /// The mean time of an update.
    pub update_time: Duration,
    /// The mean time of a frame from the start of drawing to its submission.
    pub render_time: Duration,
    /// The mean time to present a frame.
    pub present_time: Duration,
    /// The time spent waiting, per second of the same clock.
    pub wait_time: Duration,
    /// The mean time by which waits were too long.
    pub over_sleep: Duration,
    /// The number of updates since the start.
    pub updates: u64,
    /// The number of frames since the start.
    pub frames: u64,
    /// The time since the start that was dropped: no step will simulate it.
    pub dropped: Duration,
    /// The time that is still to be simulated.
    pub backlog: Duration,
}

/// What a frame took, and what came before it since the frame before. All times default to 0, and so does the number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FrameTimes {
    /// From the end of the frame before to the end of this one.
    pub interval: Duration,
    /// The number of steps in between, at least 0.
    pub updates: u32,
    /// The time of these updates.
    pub update: Duration,
    /// The time spent waiting.
    pub wait: Duration,
    /// From the start of drawing to the submission.
    pub render: Duration,
    /// The time to present the frame.
    pub present: Duration,
}

/// Collects the durations that the runner measures, and averages them window by window. Never allocates.
#[derive(Clone, Debug)]
pub struct StatisticsRecorder {
    window: Duration,
    window_start: Option<Duration>,
    update: Mean,
    render: Mean,
    present: Mean,
    wait: Mean,
    over_sleep: Mean,
    latest: Statistics,
    /// What has come since the latest frame.
    frame: FrameTimes,
    /// When that ended.
    frame_end: Option<Duration>,
}

impl StatisticsRecorder {
    /// The default window: 1 second.
    pub const WINDOW: Duration = Duration::from_secs(1);

    /// Returns a recorder with the default window, [`StatisticsRecorder::WINDOW`].
    pub fn new() -> Self {
        Self::with_window(Self::WINDOW)
    }

    /// Returns a recorder that averages over windows of at least `window`.
    pub fn with_window(window: Duration) -> Self {
        Self {
            window,
            window_start: None,
            update: Mean::default(),
            render: Mean::default(),
            present: Mean::default(),
            wait: Mean::default(),
            over_sleep: Mean::default(),
            latest: Statistics::default(),
            frame: FrameTimes::default(),
            frame_end: None,
        }
    }

    /// Records an update, which took this long.
    pub fn updated(&mut self, took: Duration) {
        self.update.add(took);
        self.latest.updates += 1;
        self.frame.updates = self.frame.updates.saturating_add(1);
        self.frame.update = self.frame.update.saturating_add(took);
    }

    /// Records a frame, which took this long from the start of drawing to its submission.
    pub fn rendered(&mut self, took: Duration) {
        self.render.add(took);
        self.latest.frames += 1;
        self.frame.render = took;
    }

    /// Records that presenting a frame took this long.
    pub fn presented(&mut self, took: Duration) {
        self.present.add(took);
        self.frame.present = took;
    }

    /// Records a wait of `asked` that took `took`. Being woken early is no over-sleep.
    pub fn waited(&mut self, asked: Duration, took: Duration) {
        self.wait.add(took);
        self.over_sleep.add(took.saturating_sub(asked));
        self.frame.wait = self.frame.wait.saturating_add(took);
    }

    /// Ends a frame when the clock shows `now`. Returns what it took, and what came before it.
    pub fn frame_over(&mut self, now: Duration) -> FrameTimes {
        let before = self.frame_end.replace(now).unwrap_or(now);
        self.frame.interval = now.saturating_sub(before);
        core::mem::take(&mut self.frame)
    }

    /// Sets the total dropped time and the backlog, as the clamp and the policy report them.
    pub fn set_lost(&mut self, dropped: Duration, backlog: Duration) {
        self.latest.dropped = dropped;
        self.latest.backlog = backlog;
    }

    /// Completes the window if it is long enough when the clock shows `now`; call it once per pass. The first call
    /// starts the first window. Returns whether a window was completed.
    pub fn pass(&mut self, now: Duration) -> bool {
        let start = *self.window_start.get_or_insert(now);
        let length = now.saturating_sub(start);
        // A window of 0 is allowed, but no rate can be computed from no time.
        if length < self.window || length.is_zero() {
            return false;
        }
        // By its real length, which a long pass stretches, not by the one asked for. Rates first, because `take` resets
        // the counts that they are computed from.
        let seconds = length.as_secs_f64();
        self.latest.updates_per_second = f64::from(self.update.count) / seconds;
        self.latest.frames_per_second = f64::from(self.render.count) / seconds;
        self.latest.wait_time =
            Duration::try_from_secs_f64(self.wait.total.as_secs_f64() / seconds)
                .unwrap_or(Duration::MAX);
        self.latest.update_time = self.update.take();
        self.latest.render_time = self.render.take();
        self.latest.present_time = self.present.take();
        self.latest.over_sleep = self.over_sleep.take();
        self.wait.take();
        self.window_start = Some(now);
        true
    }

    /// Returns the current statistics.
    pub fn snapshot(&self) -> Statistics {
        self.latest
    }
}

impl Default for StatisticsRecorder {
    fn default() -> Self {
        Self::new()
    }
}

#[derive(Clone, Debug, Default)]
struct Mean {
    total: Duration,
    count: u32,
}

impl Mean {
    fn add(&mut self, time: Duration) {
        self.total = self.total.saturating_add(time);
        self.count = self.count.saturating_add(1);
    }

    /// Returns the mean, and starts again from nothing.
    fn take(&mut self) -> Duration {
        let mean = self.total.checked_div(self.count).unwrap_or_default();
        *self = Self::default();
        mean
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    #[test]
    fn rates_and_times_are_averaged_over_a_window() {
        let mut recorder = StatisticsRecorder::new();
        assert!(!recorder.pass(ms(500)));
        for frame in 1..=50u64 {
            recorder.updated(ms(2));
            recorder.updated(ms(4));
            recorder.rendered(ms(5));
            recorder.presented(ms(1));
            recorder.waited(ms(3), ms(4));
            assert_eq!(recorder.pass(ms(500 + frame * 20)), frame == 50);
        }
        let statistics = recorder.snapshot();
        assert_eq!(statistics.updates_per_second, 100.0);
        assert_eq!(statistics.frames_per_second, 50.0);
        assert_eq!(statistics.update_time, ms(3));
        assert_eq!(statistics.render_time, ms(5));
        assert_eq!(statistics.present_time, ms(1));
        assert_eq!(statistics.wait_time, ms(200));
        assert_eq!(statistics.over_sleep, ms(1));
        assert_eq!((statistics.updates, statistics.frames), (100, 50));
    }

    #[test]
    fn a_frame_is_told_with_what_came_before_it() {
        let mut recorder = StatisticsRecorder::new();
        recorder.updated(ms(1));
        recorder.rendered(ms(2));
        assert_eq!(recorder.frame_over(ms(100)).interval, ms(0), "the first");
        recorder.waited(ms(3), ms(4));
        recorder.updated(ms(2));
        recorder.updated(ms(3));
        recorder.waited(ms(1), ms(1));
        recorder.rendered(ms(6));
        recorder.presented(ms(1));
        let expected = FrameTimes {
            interval: ms(17),
            updates: 2,
            update: ms(5),
            wait: ms(5),
            render: ms(6),
            present: ms(1),
        };
        assert_eq!(recorder.frame_over(ms(117)), expected);
        assert_eq!(recorder.frame_over(ms(117)), FrameTimes::default());
    }

    #[test]
    fn a_long_window_counts_by_its_real_length() {
        let mut recorder = StatisticsRecorder::new();
        recorder.pass(ms(0));
        recorder.updated(ms(1));
        assert!(recorder.pass(ms(4000)));
        assert_eq!(recorder.snapshot().updates_per_second, 0.25);
    }

    #[test]
    fn an_empty_window_is_zero_and_totals_stay() {
        let mut recorder = StatisticsRecorder::new();
        recorder.updated(ms(1));
        recorder.set_lost(ms(320), ms(40));
        for now in [0, 1000, 2000] {
            recorder.pass(ms(now));
        }
        let expected = Statistics {
            updates: 1,
            dropped: ms(320),
            backlog: ms(40),
            ..Statistics::default()
        };
        assert_eq!(recorder.snapshot(), expected);
    }

    #[test]
    fn being_woken_early_is_no_over_sleep_and_no_window_divides_by_zero() {
        let mut recorder = StatisticsRecorder::with_window(Duration::ZERO);
        recorder.waited(ms(9), ms(4));
        assert!(!recorder.pass(ms(0)));
        assert!(!recorder.pass(ms(0)));
        assert!(recorder.pass(ms(1)));
        assert_eq!(recorder.snapshot().over_sleep, ms(0));
    }
}
