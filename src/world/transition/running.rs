//! A running transition between levels.

use crate::base::checksum::{Checksum, ChecksumWriter, summed};
use crate::scene::Transition;

/// Whether the view closes or opens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TransitionPhase {
    Closing,
    /// Closed, before the level changes.
    Closed,
    Opening,
}

summed!(enum TransitionPhase: 0 Closing, 1 Closed, 2 Opening);

/// A running transition.
#[derive(Clone, Copy, Debug)]
pub(in crate::world) struct RunningTransition {
    pub(super) look: Transition,
    /// The level that it leads to.
    pub(super) to: u16,
    pub(super) phase: TransitionPhase,
    /// Steps since the phase began.
    pub(super) elapsed: f64,
    /// Whether a wipe covers its far side. Set when the closed view begins to open: the wipe's edge then keeps its
    /// direction.
    pub(super) is_turned: bool,
    /// Step in which it was started. It begins with the next one.
    pub(super) made_in: u64,
}

impl Checksum for RunningTransition {
    /// Leaves out the look, the curve and the side of a wipe, which affect drawing only.
    fn write_checksum(&self, sum: &mut ChecksumWriter) {
        let Transition {
            closing,
            hold,
            opening,
            ..
        } = self.look;
        (self.to, self.phase, self.elapsed, self.made_in).write_checksum(sum);
        (closing, hold, opening).write_checksum(sum);
    }
}

impl RunningTransition {
    /// Returns the share of the way to the closed view.
    #[expect(clippy::cast_possible_truncation, reason = "a share from 0 to 1")]
    pub(super) fn share(&self) -> f32 {
        let of = |elapsed: f64, steps: u32| match steps {
            0 => 1.0,
            steps => (elapsed / f64::from(steps)).clamp(0.0, 1.0),
        };
        let share = match self.phase {
            TransitionPhase::Closing => of(self.elapsed, self.look.closing),
            TransitionPhase::Closed => 1.0,
            TransitionPhase::Opening => {
                let opened = self.elapsed - f64::from(self.look.hold);
                // With an opening of 0 steps, the view is still closed when the level changes.
                match opened > 0.0 {
                    true => 1.0 - of(opened, self.look.opening),
                    false => 1.0,
                }
            }
        };
        share as f32
    }

    /// Begins a phase at the share of the way that the view has now.
    pub(super) fn turn_to(&mut self, phase: TransitionPhase) {
        let share = f64::from(self.share());
        let was_closed = self.phase == TransitionPhase::Closed;
        self.is_turned |= was_closed && phase == TransitionPhase::Opening;
        self.phase = phase;
        self.elapsed = match phase {
            TransitionPhase::Closing | TransitionPhase::Closed => 0.0,
            TransitionPhase::Opening => {
                let hold = if share < 1.0 { self.look.hold } else { 0 };
                f64::from(hold) + (1.0 - share) * f64::from(self.look.opening)
            }
        };
    }
}
