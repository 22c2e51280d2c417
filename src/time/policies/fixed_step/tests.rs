use proptest::prelude::*;

use super::*;

fn ms(milliseconds: u64) -> Duration {
    Duration::from_millis(milliseconds)
}

fn rate(per_second: f64) -> StepRate {
    StepRate::per_second(per_second).unwrap()
}

fn fixed(update: f64, draw: f64) -> FixedStep {
    let draw_rate = DrawRate::per_second(draw).unwrap();
    FixedStep::fixed(rate(update), draw_rate, 5)
}

fn interpolated(rate: StepRate) -> FixedStep {
    FixedStep::interpolated(rate, 5, false)
}

fn hundred() -> FixedStep {
    interpolated(rate(100.0))
}

fn draw(alpha: f32, now: u64) -> Action {
    Action::Draw(DrawTime {
        alpha,
        now: ms(now),
        exact: false,
    })
}

const UPDATE: Action = Action::Update { dt: 1.0 };

/// Follows the policy in simulated time for `length`, starting at 0. Actions take no time.
fn run_for(policy: &mut FixedStep, length: Duration) -> Vec<Action> {
    let mut now = Duration::ZERO;
    let mut actions = vec![];
    while now <= length {
        let action = policy.next(now);
        if let Action::Wait(time) = action {
            assert!(!time.is_zero(), "nothing was due at {now:?}");
            now += time;
        }
        actions.push(action);
    }
    actions
}

/// Checks each decision at its time, in milliseconds.
fn decides(policy: &mut FixedStep, table: &[(u64, Action)]) {
    for &(now, action) in table {
        assert_eq!(policy.next(ms(now)), action, "at {now} ms");
    }
}

#[test]
fn it_sleeps_until_the_next_update_or_draw() {
    let mut policy = fixed(100.0, 125.0);
    assert_eq!(policy.next(ms(0)), Action::Wait(ms(8)));
    assert_eq!(policy.next(ms(3)), Action::Wait(ms(5)), "woken early");
    assert_eq!(policy.next(ms(8)), draw(0.8, 8));
    assert_eq!(policy.next(ms(8)), Action::Wait(ms(2)));
    assert_eq!(policy.next(ms(10)), UPDATE);
    assert_eq!(policy.next(ms(10)), draw(0.0, 10), "after any update");
    assert_eq!(policy.next(ms(10)), Action::Wait(ms(6)));
}

#[test]
fn draws_keep_their_rate_when_updates_are_rare() {
    let actions = run_for(&mut fixed(10.0, 50.0), ms(10_000));
    assert_eq!((updates(&actions), draws(&actions)), (100, 500));
}

#[test]
fn every_update_is_drawn_when_draws_are_rare() {
    let actions = run_for(&mut fixed(50.0, 10.0), ms(10_000));
    assert_eq!((updates(&actions), draws(&actions)), (500, 500));
}

#[test]
fn a_draw_rate_of_zero_draws_on_every_pass_and_never_sleeps() {
    let actions = play(&mut fixed(100.0, 0.0), &[ms(0), ms(4), ms(6), ms(0)]);
    assert_eq!(
        actions,
        [
            draw(0.0, 0),
            draw(0.4, 4),
            UPDATE,
            draw(0.0, 10),
            draw(0.0, 10)
        ]
    );
}

#[test]
fn missed_draws_are_skipped() {
    let mut policy = fixed(1.0, 100.0);
    policy.next(ms(0));
    assert_eq!(policy.next(ms(95)), draw(0.095, 95));
    assert_eq!(
        policy.next(ms(95)),
        Action::Wait(ms(5)),
        "and keep their beat"
    );
}

#[test]
fn a_huge_gap_is_bounded_and_its_backlog_kept() {
    let mut policy = fixed(100.0, 100.0);
    policy.next(ms(0));
    let actions: Vec<_> = (0..12).map(|_| policy.next(ms(86_400_000))).collect();
    assert_eq!((updates(&actions), draws(&actions)), (10, 2));
    assert_eq!(policy.backlog(), ms(86_400_000 - 100));
}

/// Steps are 10 ms long and take 12 ms to compute. Draws take 3 ms.
#[test]
fn an_interpolated_loop_draws_between_slow_updates_and_keeps_its_backlog() {
    let mut policy = FixedStep::interpolated(rate(100.0), 2, false);
    let start = [
        (0, draw(0.0, 0)),
        (3, draw(0.3, 3)),
        (6, draw(0.6, 6)),
        (9, draw(0.9, 9)),
    ];
    let late = [
        (12, UPDATE),
        (24, UPDATE),
        (36, draw(1.0, 36)),
        (39, UPDATE),
        (51, UPDATE),
        (63, draw(1.0, 63)),
    ];
    // The updates below take no time.
    let quick = [
        (66, UPDATE),
        (66, UPDATE),
        (66, draw(0.6, 66)),
        (69, draw(0.9, 69)),
        (72, UPDATE),
        (72, draw(0.2, 72)),
    ];
    decides(&mut policy, &[&start[..], &late, &quick].concat());
    assert_eq!((policy.backlog(), policy.dropped()), (ms(2), ms(0)));
}

/// Steps are 10 ms long and take 6 ms to compute. Draws take 1 ms and are due every 20 ms.
#[test]
fn a_fixed_loop_draws_each_slow_update_and_sleeps_for_the_rest() {
    let table = [
        (0, Action::Wait(ms(10))),
        (10, UPDATE),
        (16, draw(0.6, 16)),
        (17, Action::Wait(ms(3))),
        (20, UPDATE),
        (26, draw(0.6, 26)),
        (27, Action::Wait(ms(3))),
        (30, UPDATE),
    ];
    decides(&mut fixed(100.0, 50.0), &table);
}

/// Steps are 10 ms long and take 15 ms to compute. Draws take 1 ms and are due every 20 ms.
#[test]
fn overload_delays_a_draw_by_at_most_max_updates() {
    let draw_rate = DrawRate::per_second(50.0).unwrap();
    let mut policy = FixedStep::fixed(rate(100.0), draw_rate, 2);
    let late = [
        (0, Action::Wait(ms(10))),
        (10, UPDATE),
        (25, UPDATE),
        (40, draw(1.0, 40)),
        (41, UPDATE),
        (56, UPDATE),
        (71, draw(1.0, 71)),
    ];
    // The updates below take no time.
    let quick = [
        (72, UPDATE),
        (72, UPDATE),
        (72, draw(1.0, 72)),
        (73, UPDATE),
        (73, draw(0.3, 73)),
        (74, Action::Wait(ms(6))),
    ];
    decides(&mut policy, &[&late[..], &quick].concat());
    assert_eq!((policy.backlog(), policy.dropped()), (ms(4), ms(0)));
}

#[test]
fn a_bad_draw_rate_is_an_error() {
    for bad in [-1.0, f64::NAN, 1e9] {
        assert!(DrawRate::per_second(bad).is_err());
    }
    assert_eq!(DrawRate::per_second(-0.0), Ok(DrawRate::EveryPass));
}

#[test]
fn a_switch_carries_the_clock_and_the_part_of_a_step() {
    let mut old = interpolated(rate(100.0));
    old.next(ms(1000));
    old.next(ms(1007));
    let mut new = fixed(100.0, 100.0);
    new.take_over(old.hand_over());
    assert_eq!(new.next(ms(1009)), Action::Wait(ms(1)));
    assert_eq!(new.next(ms(1010)), UPDATE);
}

#[test]
fn a_switch_before_the_first_pass_starts_no_clock() {
    let mut new = fixed(100.0, 0.0);
    new.take_over(interpolated(rate(100.0)).hand_over());
    assert_eq!(new.next(ms(500)), draw(0.0, 500));
}

proptest! {
    #[test]
    fn every_policy_gives_the_same_updates_for_the_same_time(
        passes in prop::collection::vec(0..100_000u64, 1..200), update in 1..1000u32, draw in 0..200u32,
    ) {
        let update = StepRate::ratio(update, 1).unwrap();
        let draw = DrawRate::per_second(draw.into()).unwrap();
        let mut passes: Vec<_> = passes.into_iter().map(Duration::from_micros).collect();
        passes.extend(vec![Duration::ZERO; 5_000]);
        let mut fixed = FixedStep::fixed(update, draw, 5);
        let one = play(&mut fixed, &passes);
        let two = play(&mut interpolated(update), &passes);
        prop_assert_eq!(updates(&one), updates(&two));
        prop_assert!(longest_burst(&one) <= 5);
        let counted: Duration = passes[1..].iter().sum();
        prop_assert_eq!(updates(&one) as u128, counted.as_nanos() * update.units_per_nano() / update.units_per_step());
    }

    #[test]
    fn it_sleeps_only_when_nothing_is_due(update in 1..300u32, draw in 1..300u32) {
        let actions = run_for(&mut fixed(update.into(), draw.into()), ms(1000));
        prop_assert_eq!(updates(&actions), update as usize);
        prop_assert!(draws(&actions) >= update.max(draw) as usize);
        prop_assert!(draws(&actions) <= (update + draw) as usize);
    }
}

#[test]
fn every_pass_steps_what_is_due_and_then_draws_between_the_steps() {
    let actions = play(&mut hundred(), &[ms(0), ms(5), ms(20), ms(0)]);
    assert_eq!(
        actions,
        [
            draw(0.0, 0),
            draw(0.5, 5),
            UPDATE,
            UPDATE,
            draw(0.5, 25),
            draw(0.5, 25)
        ]
    );
}

#[test]
fn the_time_before_the_first_pass_is_not_simulated() {
    assert_eq!(hundred().next(ms(9000)), draw(0.0, 9000));
}

#[test]
fn a_late_pass_leaves_its_backlog_to_the_next() {
    let mut policy = hundred();
    let actions = play(&mut policy, &[ms(0), ms(80), ms(0), ms(0)]);
    assert_eq!(updates(&actions), 8);
    assert_eq!(longest_burst(&actions), 5);
    assert_eq!(
        actions[6],
        draw(1.0, 80),
        "no extrapolation beyond one step"
    );
    assert_eq!(policy.backlog(), Duration::ZERO);
    assert_eq!(policy.dropped(), Duration::ZERO);
}

#[test]
fn a_yield_follows_the_draw_when_it_is_asked_for() {
    let mut policy = FixedStep::interpolated(rate(100.0), 5, true);
    let actions = [0, 0, 0, 0].map(|t| policy.next(ms(t)));
    let wait = Action::Wait(Duration::ZERO);
    assert_eq!(actions, [draw(0.0, 0), wait, draw(0.0, 0), wait]);
}

#[test]
fn at_least_one_update_is_allowed_in_a_pass() {
    let actions = play(
        &mut FixedStep::interpolated(rate(100.0), 0, false),
        &[ms(0), ms(30)],
    );
    assert_eq!(updates(&actions), 1);
}

#[test]
fn a_huge_gap_causes_no_endless_loop_and_no_panic() {
    let mut policy = hundred();
    policy.next(Duration::ZERO);
    let far = Duration::from_secs(10 * 365 * 86_400);
    let actions: Vec<_> = (0..12).map(|_| policy.next(far)).collect();
    assert_eq!((updates(&actions), draws(&actions)), (10, 2));
    assert_eq!(policy.next(Duration::MAX), UPDATE);
}

#[test]
fn a_clock_that_runs_backwards_changes_nothing() {
    let mut policy = hundred();
    policy.next(ms(0));
    assert_eq!(policy.next(ms(5)), draw(0.5, 5));
    let Action::Draw(time) = policy.next(ms(1)) else {
        panic!("nothing is due")
    };
    assert_eq!(time.alpha, 0.5);
}

#[test]
fn an_hour_has_exactly_its_steps_at_sixty_a_second() {
    let mut policy = interpolated(StepRate::SIXTY);
    let mut passes = vec![ms(8); 3_600_000 / 8 + 1];
    passes[0] = ms(0);
    assert_eq!(updates(&play(&mut policy, &passes)), 216_000);
    assert_eq!(policy.backlog(), Duration::ZERO);
}

proptest! {
    #[test]
    fn no_time_is_lost_however_long_the_passes_are(passes in prop::collection::vec(0..200_000u64, 1..300), rate in 1..1000u32) {
        let mut policy = interpolated(StepRate::ratio(rate, 1).unwrap());
        let mut passes: Vec<_> = passes.into_iter().map(Duration::from_micros).collect();
        passes[0] = Duration::ZERO;
        let total: Duration = passes.iter().sum();
        passes.extend(vec![Duration::ZERO; 20_000]);
        let actions = play(&mut policy, &passes);
        prop_assert_eq!(updates(&actions) as u128, total.as_nanos() * u128::from(rate) / 1_000_000_000);
        prop_assert_eq!(draws(&actions), passes.len());
        prop_assert!(longest_burst(&actions) <= 5);
        prop_assert!(policy.backlog() <= StepRate::ratio(rate, 1).unwrap().step_time() + Duration::from_nanos(1));
    }
}

/// Runs the policy in simulated time: actions take no time, and each entry of `passes` is the time that passes before a
/// pass. A pass ends with a draw or a wait above 0. Returns every action in order.
fn play(policy: &mut dyn LoopPolicy, passes: &[Duration]) -> Vec<Action> {
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

fn updates(actions: &[Action]) -> usize {
    actions
        .iter()
        .filter(|action| matches!(action, Action::Update { .. }))
        .count()
}

fn draws(actions: &[Action]) -> usize {
    actions
        .iter()
        .filter(|action| matches!(action, Action::Draw(_)))
        .count()
}

/// Returns the largest number of updates without a draw or a wait between them.
fn longest_burst(actions: &[Action]) -> usize {
    actions
        .split(|action| !matches!(action, Action::Update { .. }))
        .map(<[Action]>::len)
        .max()
        .unwrap_or(0)
}
