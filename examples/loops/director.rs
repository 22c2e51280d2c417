//! The player's choices: loop policy, smoothing, time scale and slow steps.

use core::time::Duration;

use damselfly::app::Monitor;
use damselfly::prelude::*;
use damselfly::time::{PolicyName, Smoothing, TimeScale};

use super::{SMOOTHINGS, WRITTEN, graph, panel};

/// Keys that select a policy, in the order of [`PolicyName::ALL`].
const KEYS: [Key; 5] = [
    Key::Digit1,
    Key::Digit2,
    Key::Digit3,
    Key::Digit4,
    Key::Digit5,
];

/// Time scales that the key T selects in turn.
const SCALES: [f64; 4] = [1.0, 0.5, 0.2, 2.0];

/// Duration of a step while steps are slow (key L): longer than the time between two steps.
const SLOW: Duration = Duration::from_millis(60);

/// Loop policy and smoothing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Choice {
    pub(crate) policy: PolicyName,
    pub(crate) smoothing: Smoothing,
}

/// Handles the keys, and shows the settings and measurements.
#[derive(Clone, Checksum)]
pub(crate) struct Director {
    // Skipped, so that runs with all policies have the same checksum.
    #[checksum(skip)]
    choice: Choice,
    /// Index into [`SCALES`].
    scale: usize,
    is_slow: bool,
    #[checksum(skip)]
    monitor: Monitor,
}

impl Director {
    /// Returns a director that starts with this policy and smoothing.
    pub(crate) fn new(choice: Choice, monitor: Monitor) -> Self {
        Self {
            choice,
            scale: 0,
            is_slow: false,
            monitor,
        }
    }

    fn act(&mut self, cx: &mut Context<'_>) {
        for (key, policy) in KEYS.into_iter().zip(PolicyName::ALL) {
            if cx.input.just_pressed(key) {
                self.choice.policy = policy;
                cx.set_policy(policy.settings());
            }
        }
        if cx.input.just_pressed(Key::S) {
            let now = SMOOTHINGS
                .iter()
                .position(|&one| one == self.choice.smoothing);
            self.choice.smoothing = SMOOTHINGS[(now.unwrap_or(0) + 1) % SMOOTHINGS.len()];
            cx.set_smoothing(self.choice.smoothing);
        }
        if cx.input.just_pressed(Key::T) {
            self.scale = (self.scale + 1) % SCALES.len();
            if let Ok(scale) = TimeScale::new(SCALES[self.scale]) {
                cx.set_time_scale(scale);
            }
        }
        self.is_slow ^= cx.input.just_pressed(Key::L);
        if cx.input.just_pressed(Key::Escape) {
            cx.stop();
        }
    }
}

impl Behavior for Director {
    fn step(&mut self, cx: &mut Context<'_>) {
        self.act(cx);
        if self.is_slow {
            // Simulates a long computation.
            std::thread::sleep(SLOW);
        }
        let shown = panel::PanelContent {
            choice: self.choice,
            scale: SCALES[self.scale],
            is_slow: self.is_slow,
            dt: cx.time.dt,
            statistics: self.monitor.statistics(),
        };
        let mut canvas = cx.canvas(WRITTEN);
        panel::draw(&mut canvas, &shown);
        graph::draw(&mut canvas, &self.monitor.frames());
    }

    fn checksum(&self, sum: &mut ChecksumWriter) {
        self.write_checksum(sum);
    }
}
