//! Least time between frames, from the command line or the display.

use std::time::Duration;

/// Maximum frames per second when drawing waits for the display.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RefreshRates {
    /// Rate of the current backend.
    pub(crate) current: f64,
    /// Rate once the software backend has replaced the GPU. It never waits for the display itself.
    pub(crate) without_gpu: f64,
}

/// The least time between frames.
#[derive(Clone, Copy, Debug)]
pub(crate) enum FramePace {
    /// A constant. `None` does not limit the frame rate.
    Fixed(Option<Duration>),
    /// The display's refresh rate, while `waits` is set.
    Display { rates: RefreshRates, waits: bool },
}

impl FramePace {
    /// Returns the pace of a frame rate in Hz. 0 does not limit the frame rate.
    pub(crate) fn fixed(rate: f64) -> Self {
        Self::Fixed(time_of(rate))
    }

    /// Returns the least time between frames, if there is one.
    pub(crate) fn time(&self) -> Option<Duration> {
        match *self {
            Self::Fixed(time) => time,
            Self::Display { rates, waits } => time_of(rates.current).filter(|_| waits),
        }
    }

    /// Sets whether drawing waits for the display. Returns whether it waits now: never with a fixed rate, which
    /// replaces the wait.
    pub(crate) fn set_vsync(&mut self, on: bool) -> bool {
        match self {
            Self::Fixed(_) => false,
            Self::Display { waits, .. } => {
                *waits = on;
                on
            }
        }
    }

    /// Switches to the rate of the software backend, which has replaced the GPU.
    #[cfg_attr(
        not(feature = "window"),
        expect(dead_code, reason = "only windows continue without their GPU")
    )]
    pub(crate) fn lose_gpu(&mut self) {
        if let Self::Display { rates, .. } = self {
            rates.current = rates.without_gpu;
        }
    }
}

fn time_of(rate: f64) -> Option<Duration> {
    if rate > 0.0 {
        Duration::try_from_secs_f64(1.0 / rate).ok()
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vsync_limits_the_frame_rate_unless_it_is_fixed() {
        let rates = RefreshRates {
            current: 100.0,
            without_gpu: 50.0,
        };
        let mut pace = FramePace::Display { rates, waits: true };
        let millis = |pace: &FramePace| pace.time().map(|time| time.as_millis());
        assert_eq!(millis(&pace), Some(10));
        assert!(!pace.set_vsync(false));
        assert_eq!(millis(&pace), None);
        pace.lose_gpu();
        assert_eq!(millis(&pace), None);
        assert!(pace.set_vsync(true));
        assert_eq!(millis(&pace), Some(20));
        for (rate, time) in [(200.0, Some(5)), (0.0, None), (f64::NAN, None)] {
            let mut fixed = FramePace::fixed(rate);
            assert!(!fixed.set_vsync(true) && !fixed.set_vsync(false));
            fixed.lose_gpu();
            assert_eq!(millis(&fixed), time);
        }
    }
}
