//! The least time between frames: by the command line, or by the display.

use std::time::Duration;

/// The most frames per second where drawing waits for the display.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RefreshRates {
    /// With what draws now.
    pub(crate) current: f64,
    /// Once the software backend, which never waits by itself, has taken the place of the GPU.
    pub(crate) without_gpu: f64,
}

/// The least time between frames.
#[derive(Clone, Copy, Debug)]
pub(crate) enum FramePace {
    /// The same while the game runs. `None`: as many frames as can be drawn.
    Fixed(Option<Duration>),
    /// That of the display, as long as drawing is to wait for it.
    Display { rates: RefreshRates, waits: bool },
}

impl FramePace {
    /// Returns the pace of a frame rate in Hz. 0: as many frames as can be drawn.
    pub(crate) fn fixed(rate: f64) -> Self {
        Self::Fixed(time_of(rate))
    }

    /// Returns the least time between frames. `None`: there is none.
    pub(crate) fn time(&self) -> Option<Duration> {
        match *self {
            Self::Fixed(time) => time,
            Self::Display { rates, waits } => time_of(rates.current).filter(|_| waits),
        }
    }

    /// Sets whether drawing is to wait for the display. Returns whether it waits then: not where a fixed rate replaces that.
    pub(crate) fn set_vsync(&mut self, on: bool) -> bool {
        match self {
            Self::Fixed(_) => false,
            Self::Display { waits, .. } => {
                *waits = on;
                on
            }
        }
    }

    /// Notes that the software backend has taken the place of the GPU.
    #[cfg_attr(
        not(feature = "window"),
        expect(dead_code, reason = "only windows go on without their GPU")
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
    fn frames_come_at_the_displays_rate_while_drawing_waits_for_it_and_at_a_fixed_one_always() {
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
