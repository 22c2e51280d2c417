//! How fast the loop runs and where its time goes.

use core::time::Duration;

/// How fast the loop runs and where its time goes: a snapshot. Rates and times are those of the latest complete
/// window; before the first is complete they are 0.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Statistics {
    /// Updates per second of real time.
    pub updates_per_second: f64,
    /// Frames per second of real time.
    pub frames_per_second: f64,
    /// An update's mean time.
    pub update_time: Duration,
    /// A frame's mean time from the draw's beginning to its submission.
    pub render_time: Duration,
    /// A frame's mean time in handing the picture to the display.
    pub present_time: Duration,
    /// Of each second, how much was spent waiting.
    pub wait_time: Duration,
    /// By how much a wait was too long, in the mean.
    pub over_sleep: Duration,
    /// All updates since the start.
    pub updates: u64,
    /// All frames since the start.
    pub frames: u64,
    /// All the time since the start that was neither stepped nor will be.
    pub dropped: Duration,
    /// The time that waits to be stepped.
    pub backlog: Duration,
}

/// Is told by the runner what took how long, and sums it up window by window. Never allocates.
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
}

impl StatisticsRecorder {
    /// The default window.
    pub const WINDOW: Duration = Duration::from_secs(1);

    /// Averages over one second.
    pub fn new() -> Self {
        Self::with_window(Self::WINDOW)
    }

    /// Averages over windows of at least this long.
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
        }
    }

    /// An update took this long.
    pub fn updated(&mut self, took: Duration) {
        self.update.add(took);
        self.latest.updates += 1;
    }

    /// A frame was rendered, and it took this long.
    pub fn rendered(&mut self, took: Duration) {
        self.render.add(took);
        self.latest.frames += 1;
    }

    /// A frame was presented, and it took this long.
    pub fn presented(&mut self, took: Duration) {
        self.present.add(took);
    }

    /// A wait of `asked` took this long. Being woken early is no over-sleep.
    pub fn waited(&mut self, asked: Duration, took: Duration) {
        self.wait.add(took);
        self.over_sleep.add(took.saturating_sub(asked));
    }

    /// The totals of dropped and waiting time, as the clamp and the policy tell them.
    pub fn set_lost(&mut self, dropped: Duration, backlog: Duration) {
        self.latest.dropped = dropped;
        self.latest.backlog = backlog;
    }

    /// The real clock shows `now`; call it once a pass. True when a window has just been completed.
    pub fn pass(&mut self, now: Duration) -> bool {
        let start = *self.window_start.get_or_insert(now);
        let length = now.saturating_sub(start);
        if length < self.window || length.is_zero() {
            return false;
        }
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

    /// What is known now.
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

    /// The mean so far, and starts anew.
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
