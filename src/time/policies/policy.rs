//! The interface of the loop policies.

use core::fmt;
use core::time::Duration;

use crate::time::DrawTime;

/// The runner's next action.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Action {
    /// Step the game once.
    Update {
        /// Length of the step in nominal steps: exactly 1 for policies with a fixed step.
        dt: f32,
    },
    /// Draw the game once.
    Draw(DrawTime),
    /// Wait at most this long, then call [`LoopPolicy::next`] again. Waking early does no harm. Zero means: yield to
    /// other threads.
    Wait(Duration),
}

/// Decides when the game steps, draws and waits.
///
/// A pure state machine: the same sequence of times gives the same sequence of actions. Times are game times (see
/// [`TimeFlow`](crate::time::TimeFlow)). The first one starts the policy, and a time before the latest one counts as
/// the latest.
///
/// Elapsed time that is not stepped yet is the *backlog*. All elapsed time is stepped, backlog, or dropped. To switch
/// policies in a running game, call `new.take_over(old.hand_over())`: the backlog is passed on, so that no time is
/// stepped twice or lost.
pub trait LoopPolicy: fmt::Debug + Send {
    /// Returns the action at time `now`. Call it again as soon as the action is done.
    fn next(&mut self, now: Duration) -> Action;

    /// Receives the real time of the run before each call of [`LoopPolicy::next`]. Like the game's time, it excludes
    /// pauses and gaps, but no time scale changes it. For limits in real time. Does nothing by default.
    fn set_real_time(&mut self, _now: Duration) {}

    /// Returns the draw time of a frame at the latest time passed to [`LoopPolicy::next`]. For a frame that waits for
    /// the display after the policy requested it.
    fn draw_time(&self) -> DrawTime;

    /// Returns how long the caller may sleep for other reasons, for example to wait for the display, before it must
    /// call [`LoopPolicy::next`] again to keep updates in time.
    fn until_update(&self) -> Duration;

    /// Returns the state that the next policy needs to continue.
    fn hand_over(&self) -> Handover;

    /// Continues where another policy stopped. Discards this policy's own times. Updates without a draw still count:
    /// see [`Handover::undrawn`].
    fn take_over(&mut self, from: Handover);

    /// Returns the elapsed time that is not stepped yet, including fractions of a step.
    fn backlog(&self) -> Duration {
        self.hand_over().backlog
    }

    /// Returns the total time dropped by this policy and by earlier ones. Of the engine's policies, only the elastic
    /// one drops time.
    fn dropped(&self) -> Duration {
        self.hand_over().dropped
    }
}

/// State that survives a switch of policies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Handover {
    /// Latest time passed to the old policy's `next`. `None` if there was none.
    pub now: Option<Duration>,
    /// Elapsed time that is not stepped yet, rounded down to a nanosecond.
    pub backlog: Duration,
    /// Total time dropped so far.
    pub dropped: Duration,
    /// Number of updates since the latest draw. They count for the new policy, too, so that a game which switches in
    /// every step is still drawn. Defaults to 0.
    pub undrawn: u32,
}
