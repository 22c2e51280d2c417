//! What every loop policy answers.

use core::fmt;
use core::time::Duration;

use super::DrawTime;

/// What the runner is to do now.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Action {
    /// Step the game once.
    Update {
        /// How much of a nominal step this is: exactly 1 for the fixed policies.
        dt: f32,
    },
    /// Draw the game once.
    Draw(DrawTime),
    /// Wait at most this long, then ask again. Nothing at all is a wish to yield to other threads.
    /// Waking early does no harm.
    Wait(Duration),
}

/// Decides when the game steps, draws and waits.
///
/// A pure state machine: the same sequence of times gives the same sequence of actions. The times are the game's
/// (see [`GapClamp`](super::GapClamp)); the first one starts the policy, and one that is before the latest counts as
/// the latest.
///
/// Time that has come in and is not stepped yet is the *backlog*; leftover time is never forgotten. Switch policies
/// while the game runs by `new.take_over(old.hand_over())`.
pub trait LoopPolicy: fmt::Debug + Send {
    /// What to do at `now`. Ask again as soon as that is done.
    fn next(&mut self, now: Duration) -> Action;

    /// The policy's name in options and statistics, in small letters.
    fn name(&self) -> &'static str;

    /// The time that has come in and is not stepped yet, the part of a step included.
    fn backlog(&self) -> Duration;

    /// The time that this policy has dropped since it was made. Most never drop any.
    fn dropped(&self) -> Duration {
        Duration::ZERO
    }

    /// What the next policy needs to go on where this one stops.
    fn hand_over(&self) -> Handover;

    /// Goes on where another policy stopped, forgetting what this one knew of the time. A new pass begins.
    fn take_over(&mut self, from: Handover);
}

/// What survives a switch of policies. The backlog is carried to the nearest nanosecond.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Handover {
    /// The latest time the old policy was told; none if it was never asked.
    pub now: Option<Duration>,
    /// The time that it had taken in and not stepped.
    pub backlog: Duration,
}

#[cfg(test)]
pub(super) mod script {
    //! Plays made-up times to a policy.

    use super::*;

    /// Lets the policy run in made-up time: actions take no time, and passes last as long as `passes` says.
    /// A pass ends with a draw or a wait of some length. Returns every action in order.
    pub(crate) fn play(policy: &mut dyn LoopPolicy, passes: &[Duration]) -> Vec<Action> {
        let mut now = Duration::ZERO;
        let mut actions = vec![];
        for &pass in passes {
            now += pass;
            loop {
                let action = policy.next(now);
                actions.push(action);
                match action {
                    Action::Draw(_) => break,
                    Action::Wait(time) if !time.is_zero() => break,
                    Action::Update { .. } | Action::Wait(_) => {}
                }
            }
        }
        actions
    }

    pub(crate) fn updates(actions: &[Action]) -> usize {
        actions
            .iter()
            .filter(|action| matches!(action, Action::Update { .. }))
            .count()
    }

    pub(crate) fn draws(actions: &[Action]) -> usize {
        actions
            .iter()
            .filter(|action| matches!(action, Action::Draw(_)))
            .count()
    }

    /// The longest run of updates without a draw or a wait between them.
    pub(crate) fn longest_burst(actions: &[Action]) -> usize {
        actions
            .split(|action| !matches!(action, Action::Update { .. }))
            .map(<[Action]>::len)
            .max()
            .unwrap_or(0)
    }
}
