//! The length of the server's buffer: short at first, longer after gaps.

use core::time::Duration;
use std::time::Instant;

use crate::app::sound::fill::FRAME_RATE;

/// Initial and shortest length, in frames: 10 ms.
const SHORTEST: u32 = 480;
/// Longest length, in frames: 60 ms.
const LONGEST: u32 = 2880;
/// Frames by which the buffer shrinks: 1 ms.
const SHRINK_STEP: u32 = 48;
/// Time without a gap after which the buffer shrinks.
const QUIET_TIME: Duration = Duration::from_secs(30);

/// The requested length of the server's buffer.
#[derive(Debug)]
pub(super) struct BufferLength {
    frames: u32,
    /// Time of the last gap or the last change.
    since: Instant,
}

impl BufferLength {
    /// Returns the shortest length, 10 ms.
    pub(super) fn new(now: Instant) -> Self {
        Self {
            frames: SHORTEST,
            since: now,
        }
    }

    /// Returns the length in frames.
    pub(super) fn frames(&self) -> u32 {
        self.frames
    }

    /// Returns the length as a time.
    pub(super) fn duration(&self) -> Duration {
        Duration::from_secs(1) * self.frames / FRAME_RATE
    }

    /// Grows by half after a gap, up to 60 ms. Returns whether the length has changed.
    pub(super) fn grow(&mut self, now: Instant) -> bool {
        self.since = now;
        self.set((self.frames + self.frames / 2).min(LONGEST))
    }

    /// Shrinks by 1 ms, down to 10 ms, if there was neither a gap nor a change for 30 seconds. Returns whether the
    /// length has changed.
    pub(super) fn shrink(&mut self, now: Instant) -> bool {
        if now.saturating_duration_since(self.since) < QUIET_TIME {
            return false;
        }
        self.since = now;
        self.set((self.frames - SHRINK_STEP).max(SHORTEST))
    }

    fn set(&mut self, frames: u32) -> bool {
        let has_changed = self.frames != frames;
        self.frames = frames;
        has_changed
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn five_gaps_grow_the_buffer_to_its_limit() {
        let now = Instant::now();
        let mut buffer = BufferLength::new(now);
        assert_eq!(buffer.duration(), Duration::from_millis(10));
        let mut lengths = vec![];
        while buffer.grow(now) {
            lengths.push(buffer.frames());
        }
        assert_eq!(lengths, [720, 1080, 1620, 2430, 2880]);
        assert_eq!(buffer.duration(), Duration::from_millis(60));
    }

    proptest! {
        // The oracle works in milliseconds and remembers every event.
        #[test]
        fn a_buffer_grows_after_gaps_and_shrinks_without(
            events in prop::collection::vec((any::<bool>(), 0_u64..40_000), 1..100),
        ) {
            let start = Instant::now();
            let mut buffer = BufferLength::new(start);
            let (mut now, mut since, mut frames) = (0, 0, 480.0_f64);
            for (is_gap, wait) in events {
                now += wait;
                let at = start + Duration::from_millis(now);
                let before = frames;
                if is_gap {
                    frames = (frames * 1.5).floor().clamp(480.0, 2880.0);
                    since = now;
                    prop_assert_eq!(buffer.grow(at), frames != before);
                } else {
                    if now - since >= 30_000 {
                        frames = (frames - 48.0).clamp(480.0, 2880.0);
                        since = now;
                    }
                    prop_assert_eq!(buffer.shrink(at), frames != before);
                }
                prop_assert_eq!(f64::from(buffer.frames()), frames);
            }
        }
    }
}
