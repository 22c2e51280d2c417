//! The fixed timestep: exact steps, drawn on every pass or at a separate rate.

use core::time::Duration;

use super::policy::{Action, Handover, LoopPolicy};
use crate::time::accumulator::{Accumulator, PolicyTime};
use crate::time::{DrawTime, RateError, StepRate};

/// Rate at which [`PolicySettings::Fixed`](crate::time::PolicySettings::Fixed) draws when no step is due.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DrawRate {
    /// On every pass: the policy then never sleeps. The default.
    #[default]
    EveryPass,
    /// At this rate. Late draws are skipped, not caught up on.
    Rate(StepRate),
}

impl DrawRate {
    /// Converts draws per second; 0 draws on every pass.
    ///
    /// # Errors
    /// Fails if `rate` is neither 0 nor from [`StepRate::MIN`] to [`StepRate::MAX`].
    pub fn per_second(rate: f64) -> Result<Self, RateError> {
        if rate == 0.0 {
            Ok(Self::EveryPass)
        } else {
            StepRate::per_second(rate).map(Self::Rate)
        }
    }
}

/// Both fixed-step policies, as [`PolicySettings`](super::PolicySettings) describes them.
///
/// A pass consists of at most `max_updates` updates, then a draw if one is due or anything was updated, then a yield if
/// enabled. If nothing was due, it waits until the next update or draw. It drops no time: the rest stays for the next
/// pass.
#[derive(Clone, Debug)]
pub(super) struct FixedStep {
    time: PolicyTime,
    /// Time since a draw was last due. `None` if a draw is due on every pass.
    draws: Option<Accumulator>,
    /// Maximum number of updates in a pass, at least 1.
    max_updates: u32,
    yields: bool,
    /// Whether the draw is done but the yield is not.
    yield_next: bool,
}

impl FixedStep {
    /// Returns the interpolated policy. It draws on every pass, then yields to other threads if `yields`. A
    /// `max_updates` of 0 counts as 1.
    pub(super) fn interpolated(rate: StepRate, max_updates: u32, yields: bool) -> Self {
        Self {
            yields,
            ..Self::fixed(rate, DrawRate::EveryPass, max_updates)
        }
    }

    /// Returns the fixed policy. It draws at `draw_rate` and after any update, and never yields. A `max_updates` of 0
    /// counts as 1.
    pub(super) fn fixed(rate: StepRate, draw_rate: DrawRate, max_updates: u32) -> Self {
        Self {
            time: PolicyTime::new(rate),
            draws: match draw_rate {
                DrawRate::EveryPass => None,
                DrawRate::Rate(rate) => Some(Accumulator::new(rate)),
            },
            max_updates: max_updates.max(1),
            yields: false,
            yield_next: false,
        }
    }

    /// Ends the pass with a draw.
    fn draw(&mut self) -> Action {
        self.time.undrawn = 0;
        self.yield_next = self.yields;
        if let Some(draws) = &mut self.draws {
            draws.take_all_steps();
        }
        Action::Draw(self.draw_time())
    }
}

impl LoopPolicy for FixedStep {
    fn next(&mut self, now: Duration) -> Action {
        // The clock's time is taken on every call, not once per pass, because the time that a step takes to compute
        // counts for the very next decision.
        let elapsed = self.time.pass(now);
        if let Some(draws) = &mut self.draws {
            draws.add(elapsed);
        }
        if core::mem::take(&mut self.yield_next) {
            return Action::Wait(Duration::ZERO);
        }
        // Updates come before the draw, which then shows the latest step. Their number is limited, so that a slow
        // machine still draws.
        if self.time.undrawn < self.max_updates && self.time.backlog.take_step() {
            self.time.undrawn += 1;
            return Action::Update { dt: 1.0 };
        }
        match &self.draws {
            // A pass with updates always draws. Otherwise, its steps might never be seen.
            Some(draws) if self.time.undrawn == 0 && !draws.is_due() => {
                Action::Wait(self.time.backlog.until_due().min(draws.until_due()))
            }
            _ => self.draw(),
        }
    }

    fn draw_time(&self) -> DrawTime {
        DrawTime {
            alpha: self.time.backlog.alpha(),
            now: self.time.now(),
            exact: false,
        }
    }

    fn until_update(&self) -> Duration {
        self.time.backlog.until_due()
    }

    fn hand_over(&self) -> Handover {
        self.time.hand_over()
    }

    fn take_over(&mut self, from: Handover) {
        self.time.take_over(from);
        self.yield_next = false;
    }
}

#[cfg(test)]
mod tests;
