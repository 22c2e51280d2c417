//! Elastic steps: lengths between a minimum and a maximum, and a limit to the delay of the game.

use core::time::Duration;

use super::policy::{Action, Handover, LoopPolicy};
use crate::time::accumulator::{PolicyTime, dt_of, exact_parts, parts_of};
use crate::time::{DrawTime, StepRate};

/// The policy of [`PolicySettings::Elastic`](super::PolicySettings::Elastic).
///
/// A pass consists of at most `max_draw_delay` updates while one is due, then a draw if anything was updated. If
/// nothing was due, it waits until the next update; with a minimum length of 0, it draws instead.
#[derive(Clone, Debug)]
pub(super) struct ElasticStep {
    time: PolicyTime,
    /// Minimum step length, in parts of a step.
    shortest: u128,
    /// Maximum step length, in parts of a step, at least `shortest` and 1.
    longest: u128,
    max_update_delay: Duration,
    /// Maximum number of updates between two draws, at least 1.
    max_draw_delay: u32,
    /// Length of the latest step, in parts, at least 1.
    latest: u128,
    /// Whether a draw is due without an update, as at the game's start.
    draw_next: bool,
}

impl ElasticStep {
    /// Returns the policy. Lengths are in nominal steps and at least 0. The maximum is above 0, not below the minimum,
    /// and may be infinite. A `max_draw_delay` of 0 counts as 1.
    pub(super) fn new(
        rate: StepRate,
        [min_delta, max_delta]: [f32; 2],
        max_update_delay: Duration,
        max_draw_delay: u32,
    ) -> Self {
        // Both are converted alike, so that equal lengths stay equal.
        let [shortest, longest] = [min_delta, max_delta].map(|delta| exact_parts(parts_of(delta)));
        Self {
            time: PolicyTime::new(rate),
            shortest,
            longest: longest.max(1),
            max_update_delay,
            max_draw_delay: max_draw_delay.max(1),
            latest: shortest.max(1),
            draw_next: true,
        }
    }

    /// Takes a step, then drops the backlog if it exceeds the update delay.
    fn update(&mut self, parts: u128) -> Action {
        let time = &mut self.time;
        time.backlog.take_parts(parts);
        // Checked after the step. With a delay of 0, a check before it would keep a slightly late game from ever
        // stepping.
        if time.backlog.time() > self.max_update_delay {
            time.dropped = time.dropped.saturating_add(time.backlog.clear());
        }
        time.undrawn += 1;
        self.latest = parts;
        Action::Update { dt: dt_of(parts) }
    }

    fn draw(&mut self) -> Action {
        self.time.undrawn = 0;
        self.draw_next = false;
        Action::Draw(self.draw_time())
    }
}

impl LoopPolicy for ElasticStep {
    fn next(&mut self, now: Duration) -> Action {
        self.time.pass(now);
        let parts = exact_parts(self.time.backlog.parts()).min(self.longest);
        let is_due = parts > 0 && parts >= self.shortest;
        if is_due && self.time.undrawn < self.max_draw_delay {
            return self.update(parts);
        }
        // A minimum length of 0 gives no time to wait for: it draws on every pass.
        if is_due || self.time.undrawn > 0 || self.draw_next || self.shortest == 0 {
            return self.draw();
        }
        Action::Wait(self.until_update())
    }

    fn draw_time(&self) -> DrawTime {
        let part = self.time.backlog.steps() / f64::from(dt_of(self.latest));
        DrawTime {
            #[expect(
                clippy::cast_possible_truncation,
                reason = "a part of a step, rounded as far as drawing can see"
            )]
            alpha: part.min(1.0) as f32,
            now: self.time.now(),
            exact: self.shortest == 0,
        }
    }

    fn until_update(&self) -> Duration {
        // With a minimum length of 0, a step may come at any time. It must come before the backlog exceeds the maximum
        // length.
        let due = if self.shortest == 0 {
            self.longest
        } else {
            self.shortest
        };
        self.time.backlog.until_parts(due)
    }

    fn hand_over(&self) -> Handover {
        self.time.hand_over()
    }

    fn take_over(&mut self, from: Handover) {
        self.time.take_over(from);
        self.draw_next = from.now.is_none();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const UPDATE: Action = Action::Update { dt: 1.0 };

    fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    /// Returns a policy with steps of 10 ms.
    fn policy(deltas: [f32; 2], update_delay: u64, draw_delay: u32) -> ElasticStep {
        let rate = StepRate::per_second(100.0).unwrap();
        ElasticStep::new(rate, deltas, ms(update_delay), draw_delay)
    }

    fn usual() -> ElasticStep {
        policy([1.0, 1.0], 500, 6)
    }

    fn draw(alpha: f32, now: u64) -> Action {
        Action::Draw(DrawTime {
            alpha,
            now: ms(now),
            exact: false,
        })
    }

    #[test]
    fn an_elastic_loop_sleeps_when_it_is_early() {
        let mut policy = usual();
        assert_eq!(policy.next(ms(0)), draw(0.0, 0), "the start");
        assert_eq!(policy.next(ms(0)), Action::Wait(ms(10)));
        assert_eq!(policy.next(ms(4)), Action::Wait(ms(6)), "woken early");
        assert_eq!(policy.next(ms(11)), UPDATE);
        assert_eq!(policy.next(ms(12)), draw(0.2, 12));
        assert_eq!(policy.next(ms(13)), Action::Wait(ms(7)));
    }

    #[test]
    fn a_draw_is_forced_while_a_late_game_catches_up() {
        let mut policy = usual();
        policy.next(ms(0));
        let actions: Vec<_> = (0..13).map(|_| policy.next(ms(100))).collect();
        let expected = [&[UPDATE; 6][..], &[draw(1.0, 100)], &[UPDATE; 4]].concat();
        assert_eq!(actions[..11], expected);
        assert_eq!(actions[11..], [draw(0.0, 100), Action::Wait(ms(10))]);
    }

    /// Checks each decision at its time, in milliseconds.
    fn decides(policy: &mut ElasticStep, table: &[(u64, Action)]) {
        for &(now, action) in table {
            assert_eq!(policy.next(ms(now)), action, "at {now} ms");
        }
    }

    /// Steps are 10 ms long and take 1 ms to compute. Draws take 35 ms.
    #[test]
    fn a_slow_draw_is_followed_by_all_delayed_steps() {
        let mut policy = usual();
        let table = [
            (0, draw(0.0, 0)),
            (35, UPDATE),
            (36, UPDATE),
            (37, UPDATE),
            (38, draw(0.8, 38)),
            (73, UPDATE),
            (74, UPDATE),
            (75, UPDATE),
            (76, UPDATE),
            (77, draw(0.7, 77)),
        ];
        decides(&mut policy, &table);
        assert_eq!((policy.backlog(), policy.dropped()), (ms(7), ms(0)));
    }

    /// A nominal step is 16 ms long. Steps may last from 8 to 32 ms, and take 2 ms to compute. Draws take 40 ms.
    #[test]
    fn a_slow_draw_makes_the_steps_that_follow_it_long() {
        let rate = StepRate::per_second(62.5).unwrap();
        let mut policy = ElasticStep::new(rate, [0.5, 2.0], ms(500), 6);
        let table = [
            (0, draw(0.0, 0)),
            (40, Action::Update { dt: 2.0 }),
            (42, Action::Update { dt: 0.625 }),
            (44, draw(0.2, 44)),
            (84, Action::Update { dt: 2.0 }),
            (86, Action::Update { dt: 0.75 }),
        ];
        decides(&mut policy, &table);
    }

    /// Steps are 10 ms long and take 1 ms to compute. Draws take 40 ms. Two steps between draws are not enough to catch
    /// up.
    #[test]
    fn draws_that_are_too_slow_make_the_game_drop_time() {
        let mut policy = policy([1.0, 1.0], 50, 2);
        let before = [
            (0, draw(0.0, 0)),
            (40, UPDATE),
            (41, UPDATE),
            (42, draw(1.0, 42)),
            (82, UPDATE),
        ];
        decides(&mut policy, &before);
        assert_eq!((policy.backlog(), policy.dropped()), (ms(0), ms(52)));
        let after = [
            (83, draw(0.1, 83)),
            (123, UPDATE),
            (124, UPDATE),
            (125, draw(1.0, 125)),
            (165, UPDATE),
        ];
        decides(&mut policy, &after);
        assert_eq!((policy.backlog(), policy.dropped()), (ms(0), ms(105)));
    }

    #[test]
    fn later_than_the_update_delay_drops_the_backlog_and_counts_it() {
        let mut policy = usual();
        policy.next(ms(0));
        assert_eq!(policy.next(ms(510)), UPDATE, "just not too late");
        assert_eq!((policy.backlog(), policy.dropped()), (ms(500), ms(0)));
        // 20 ms later, the backlog is 520 ms. After a step of 10 ms, the remaining 510 ms exceed the update delay.
        assert_eq!(policy.next(ms(530)), UPDATE);
        assert_eq!((policy.backlog(), policy.dropped()), (ms(0), ms(510)));
        assert_eq!(policy.next(ms(530)), draw(0.0, 530));
        assert_eq!(policy.next(ms(530)), Action::Wait(ms(10)), "from now on");
    }

    #[test]
    fn without_an_update_delay_the_game_slows_down_instead_of_catching_up() {
        let mut policy = policy([1.0, 1.0], 0, 6);
        let (mut now, mut updates) = (ms(0), 0);
        while now < ms(3000) {
            match policy.next(now) {
                // An update takes twice the length of a step.
                Action::Update { .. } => (updates, now) = (updates + 1, now + ms(20)),
                Action::Draw(_) => {}
                Action::Wait(time) => now += time,
            }
        }
        // 150 updates took 20 ms each; 299 would have been due.
        assert_eq!(updates, 150);
        let stepped = ms(1500);
        assert_eq!(stepped + policy.backlog() + policy.dropped(), ms(2990));
    }

    #[test]
    fn without_a_draw_delay_every_update_is_drawn() {
        let mut policy = policy([1.0, 1.0], 500, 0);
        policy.next(ms(0));
        let actions: Vec<_> = (0..5).map(|_| policy.next(ms(20))).collect();
        let expected = [UPDATE, draw(1.0, 20), UPDATE, draw(0.0, 20)];
        assert_eq!(actions[..4], expected);
    }

    #[test]
    fn elastic_steps_stay_between_their_lengths() {
        // A nominal step is 16 ms long. Steps may last from 8 to 32 ms.
        let rate = StepRate::per_second(62.5).unwrap();
        let mut policy = ElasticStep::new(rate, [0.5, 2.0], ms(500), 6);
        policy.next(ms(0));
        assert_eq!(policy.next(ms(3)), Action::Wait(ms(5)));
        assert_eq!(policy.next(ms(8)), Action::Update { dt: 0.5 });
        assert_eq!(policy.next(ms(9)), draw(0.125, 9), "of a step of 8 ms");
        assert_eq!(policy.next(ms(29)), Action::Update { dt: 21.0 / 16.0 });
        policy.next(ms(29));
        assert_eq!(policy.next(ms(80)), Action::Update { dt: 2.0 });
        assert_eq!(policy.next(ms(80)), Action::Update { dt: 19.0 / 16.0 });
    }

    #[test]
    fn steps_of_any_length_are_plain_delta_time() {
        let rate = StepRate::per_second(62.5).unwrap();
        let mut policy = ElasticStep::new(rate, [0.0, f32::INFINITY], ms(500), 6);
        let exact = |now| {
            Action::Draw(DrawTime {
                now: ms(now),
                exact: true,
                ..DrawTime::default()
            })
        };
        assert_eq!(policy.next(ms(0)), exact(0));
        assert_eq!(policy.next(ms(4)), Action::Update { dt: 0.25 });
        policy.next(ms(4));
        assert_eq!(policy.next(ms(4)), exact(4), "on every pass");
        assert_eq!(policy.next(ms(904)), Action::Update { dt: 56.25 });
        assert_eq!(policy.dropped(), ms(0), "one step holds it all");
    }

    #[test]
    fn a_takeover_draws_before_a_step_only_at_the_games_start() {
        let mut old = usual();
        let mut new = usual();
        new.take_over(old.hand_over());
        assert_eq!(new.next(ms(0)), draw(0.0, 0), "the start");
        old.next(ms(0));
        let mut new = usual();
        new.take_over(old.hand_over());
        assert_eq!(new.next(ms(4)), Action::Wait(ms(6)), "it was drawn");
    }
}
