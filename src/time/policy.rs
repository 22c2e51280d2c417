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

    /// All the time that has been dropped, by this policy and by those it took over from. Most never drop any.
    fn dropped(&self) -> Duration;

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
    /// The time that has been dropped so far.
    pub dropped: Duration,
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

#[cfg(test)]
mod tests {
    use super::super::{DrawRate, Fixed, Interpolated, StepRate};
    use super::script::{play, updates};
    use super::*;
    use proptest::prelude::*;

    fn policies(rate: u32) -> [Box<dyn LoopPolicy>; 3] {
        let rate = StepRate::ratio(rate, 1).unwrap();
        let often = DrawRate::per_second(90.0).unwrap();
        [
            Box::new(Interpolated::new(rate)),
            Box::new(Fixed::new(rate, often)),
            Box::new(Fixed::new(rate, DrawRate::EveryPass)),
        ]
    }

    #[test]
    fn dropped_time_is_handed_over() {
        for mut policy in policies(60) {
            let dropped = Duration::from_millis(320);
            policy.take_over(Handover {
                dropped,
                ..Handover::default()
            });
            assert_eq!(policy.dropped(), dropped);
            assert_eq!(policy.hand_over().dropped, dropped);
        }
    }

    proptest! {
        #[test]
        fn the_same_times_give_the_same_decisions(times in prop::collection::vec(0..1_000_000u64, 1..100), rate in 1..1000u32) {
            for (mut one, mut two) in policies(rate).into_iter().zip(policies(rate)) {
                for &now in &times {
                    let now = Duration::from_micros(now);
                    prop_assert_eq!(one.next(now), two.next(now));
                }
            }
        }

        #[test]
        fn switching_on_every_pass_loses_no_step(passes in prop::collection::vec((0..40_000u64, 0..3usize), 1..200)) {
            // Eight divides a second: no fraction of a nanosecond is rounded away in a switch.
            let mut policy: Box<dyn LoopPolicy> = Box::new(Interpolated::new(StepRate::ratio(8, 1).unwrap()));
            policy.next(Duration::ZERO);
            let mut now = Duration::ZERO;
            let mut stepped = 0;
            for (pass, kind) in passes {
                now += Duration::from_micros(pass);
                let [a, b, c] = policies(8);
                let mut next = [a, b, c].into_iter().nth(kind).unwrap();
                next.take_over(policy.hand_over());
                policy = next;
                while policy.next(now) == (Action::Update { dt: 1.0 }) {
                    stepped += 1;
                }
            }
            prop_assert_eq!(stepped, now.as_nanos() * 8 / 1_000_000_000);
        }

        #[test]
        fn a_pass_without_time_never_steps(passes in 1..50usize, rate in 1..1000u32) {
            for mut policy in policies(rate) {
                prop_assert_eq!(updates(&play(&mut *policy, &vec![Duration::ZERO; passes])), 0);
            }
        }
    }
}
