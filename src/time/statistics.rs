//! Rates of the loop, and times of its phases.
//!
//! Only counts and averages: the runner measures the durations and reads the clock.

use core::time::Duration;

/// Speed of the loop and times of its phases. Rates and mean times describe the latest complete window (see
/// [`StatisticsRecorder::WINDOW`]), and are 0 until the first one is complete. No number is negative; all default to 0.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Statistics {
    /// Updates per second, by the clock passed to [`StatisticsRecorder::pass`].
    pub updates_per_second: f64,
    /// Frames per second, by the same clock.
    pub frames_per_second: f64,
    /// Mean time of an update.
    pub update_time: Duration,
    /// Mean time of a frame, from the start of drawing to its submission.
    pub render_time: Duration,
    /// Mean time to present a frame.
    pub present_time: Duration,
    /// Time spent waiting, per second of the same clock.
    pub wait_time: Duration,
    /// Mean over-sleep of a wait.
    pub over_sleep: Duration,
    /// Number of updates since the start.
    pub updates: u64,
    /// Number of frames since the start.
    pub frames: u64,
    /// Total time dropped since the start: no step will simulate it.
    pub dropped: Duration,
    /// Time that is still to be simulated.
    pub backlog: Duration,
    /// The sound device. All are 0 in a run without one.
    pub sound: SoundStatistics,
}

/// Measurements of the sound device. All default to 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SoundStatistics {
    /// Whether a device plays.
    pub is_playing: bool,
    /// Time from the mixer's latest frame to the loudspeaker, as the device reports it.
    pub latency: Duration,
    /// Requested length of the device's buffer.
    pub buffer: Duration,
    /// Time that a step waits for its first frame to be mixed, at most.
    pub margin: Duration,
    /// Number of gaps since the start: frames were not mixed in time.
    pub underruns: u64,
    /// Number of steps since the start that came too late. Sounds that play run on meanwhile.
    pub late_steps: u64,
    /// Number of parts of streamed sounds since the start that were not decoded in time, and are silent.
    pub missing_blocks: u64,
    /// Number of playing sounds.
    pub voices: usize,
}

/// Times of a frame, and of everything since the previous frame. All fields default to 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FrameTimes {
    /// Time from the end of the previous frame to the end of this one.
    pub interval: Duration,
    /// Number of steps in between.
    pub updates: u32,
    /// Time of these updates.
    pub update: Duration,
    /// Time spent waiting.
    pub wait: Duration,
    /// Time from the start of drawing to the submission.
    pub render: Duration,
    /// Time to present the frame.
    pub present: Duration,
}

/// Collects the durations that the runner measures, and averages them per window. Never allocates.
#[derive(Clone, Debug, Default)]
pub struct StatisticsRecorder {
    window_start: Option<Duration>,
    update: Mean,
    render: Mean,
    present: Mean,
    wait: Mean,
    over_sleep: Mean,
    latest: Statistics,
    /// Times since the latest frame.
    frame: FrameTimes,
    /// End of the latest frame.
    frame_end: Option<Duration>,
}

impl StatisticsRecorder {
    /// Shortest window: 1 second.
    pub const WINDOW: Duration = Duration::from_secs(1);

    /// Returns a recorder before the first window.
    pub fn new() -> Self {
        Self::default()
    }

    /// Records an update that took this long.
    pub fn updated(&mut self, took: Duration) {
        self.update.add(took);
        self.latest.updates += 1;
        self.frame.updates = self.frame.updates.saturating_add(1);
        self.frame.update = self.frame.update.saturating_add(took);
    }

    /// Records a frame that took this long from the start of drawing to its submission.
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

    /// Records a wait of `asked` that took `took`. Waking early does not count as over-sleep.
    pub fn waited(&mut self, asked: Duration, took: Duration) {
        self.wait.add(took);
        self.over_sleep.add(took.saturating_sub(asked));
        self.frame.wait = self.frame.wait.saturating_add(took);
    }

    /// Ends a frame at the clock's time `now`. Returns its times, including those since the previous frame.
    pub fn frame_over(&mut self, now: Duration) -> FrameTimes {
        let before = self.frame_end.replace(now).unwrap_or(now);
        self.frame.interval = now.saturating_sub(before);
        core::mem::take(&mut self.frame)
    }

    /// Records the measurements of the sound device.
    pub fn set_sound(&mut self, sound: SoundStatistics) {
        self.latest.sound = sound;
    }

    /// Sets the total dropped time and the backlog, as reported by the clamp and the policy.
    pub fn set_lost(&mut self, dropped: Duration, backlog: Duration) {
        self.latest.dropped = dropped;
        self.latest.backlog = backlog;
    }

    /// Completes the window if it is long enough at the clock's time `now`. Call it once per pass. The first call
    /// starts the first window. Returns whether a window was completed.
    pub fn pass(&mut self, now: Duration) -> bool {
        let start = *self.window_start.get_or_insert(now);
        let length = now.saturating_sub(start);
        if length < Self::WINDOW {
            return false;
        }
        // The counts are divided by the real length of the window, which a long pass extends. Rates come first, because
        // `take` resets the counts from which they are computed.
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

    /// Returns the mean, and resets it.
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
    fn frame_times_include_the_time_since_the_previous_frame() {
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
    fn waking_early_and_empty_windows_give_zero() {
        let mut recorder = StatisticsRecorder::new();
        recorder.waited(ms(9), ms(4));
        assert!(!recorder.pass(ms(0)));
        assert!(!recorder.pass(ms(0)));
        assert!(recorder.pass(ms(1000)));
        assert_eq!(recorder.snapshot().over_sleep, ms(0));
    }
}
