//! The interface of the loop policies.

use core::fmt;
use core::time::Duration;

use super::name::PolicyName;
use crate::time::DrawTime;

/// The next action of the runner.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Action {
    /// Step the game once.
    Update {
        /// The step's length in nominal steps: exactly 1 for policies with a fixed step.
        dt: f32,
    },
    /// Draw the game once.
    Draw(DrawTime),
    /// Wait at most this long, then call [`LoopPolicy::next`] again; waking early does no harm. Zero means: yield to other
    /// threads.
    Wait(Duration),
}

/// Decides when the game steps, draws and waits.
///
/// A pure state machine: the same sequence of times gives the same sequence of actions. The times are the game's
/// (see [`TimeFlow`](crate::time::TimeFlow)); the first one starts the policy, and a time before the latest one counts as
/// the latest.
///
/// Time that has come in and is not stepped yet is the *backlog*. All time that came in is stepped, backlog, or
/// dropped. Switch policies while the game runs with `new.take_over(old.hand_over())`: the backlog goes on, so that no
/// time is stepped twice or left out.
pub trait LoopPolicy: fmt::Debug + Send {
    /// Returns what to do at `now`. Call it again as soon as that is done.
    fn next(&mut self, now: Duration) -> Action;

    /// Returns the policy's name in options and statistics.
    fn name(&self) -> PolicyName;

    /// Returns when a frame at the latest time that was given is drawn: for a frame that has to wait for the display
    /// after the policy asked for it.
    fn draw_time(&self) -> DrawTime;

    /// Returns how long the caller may sleep of its own accord (to wait for the display, say) until it must call
    /// [`LoopPolicy::next`] again for updates to be in time.
    fn until_update(&self) -> Duration;

    /// Returns what the next policy needs to continue where this one stops.
    fn hand_over(&self) -> Handover;

    /// Continues where another policy stopped, and forgets this one's own times. What was updated and not drawn is drawn in time, see
    /// [`Handover::undrawn`].
    fn take_over(&mut self, from: Handover);

    /// Returns the time that has come in and is not stepped yet, fractions of a step included.
    fn backlog(&self) -> Duration {
        self.hand_over().backlog
    }

    /// Returns the total time dropped by this policy and by those before it. Only the elastic policy drops any.
    fn dropped(&self) -> Duration {
        self.hand_over().dropped
    }
}

/// The state that survives a switch of policies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Handover {
    /// The latest time that the old policy was given; `None` if its `next` was never called.
    pub now: Option<Duration>,
    /// The time that had come in and was not stepped, rounded down to a nanosecond.
    pub backlog: Duration,
    /// The total time dropped so far.
    pub dropped: Duration,
    /// The number of updates since the latest draw: any number. They count for the new policy, too, so that a game which switches
    /// in every step is drawn. Defaults to 0.
    pub undrawn: u32,
}
