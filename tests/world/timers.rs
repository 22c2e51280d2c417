//! Timers: events that are sent once or repeatedly, after a time in steps or in layer time.

#![expect(clippy::unwrap_used, reason = "a test may stop where it fails")]

use damselfly::ObjectId;
use damselfly::app::{App, Harness, Options};
use damselfly::prelude::*;
use damselfly::time::{StepRate, StepTime};
use damselfly::world::{Outcome, Resource, Timer, TimerId};
use proptest::prelude::*;
use std::time::Duration;

/// The event of the timers in these tests, with the timer's number.
struct Tick(u32);

/// Received ticks: the step, the receiver's name, and the timer's number.
#[derive(Clone, Debug, Default, PartialEq)]
struct Ticks(Vec<(u64, &'static str, u32)>);

impl Resource for Ticks {}

/// Records each tick, and may stop a timer.
#[derive(Clone)]
struct Clock {
    name: &'static str,
    /// Timer to stop, and the number of the tick that stops it.
    stops: Option<(TimerId, u32)>,
}

impl Behavior for Clock {
    fn subscriptions(&self) -> EventTypes {
        EventTypes::of::<Tick>()
    }

    fn event(&mut self, event: &CustomEvent, cx: &mut Context<'_>) {
        let Some(&Tick(number)) = event.get() else {
            return;
        };
        let step = cx.time.number;
        let noted = (step, self.name, number);
        if let Some(ticks) = cx.resource_mut::<Ticks>() {
            ticks.0.push(noted);
        }
        if let Some((timer, at)) = self.stops
            && at == number
        {
            cx.stop_timer(timer);
        }
    }
}

fn tick(number: u32) -> Event {
    Event::custom(Tick(number))
}

fn game() -> Harness<'static> {
    let app = App::new("Timers", Options::default());
    Harness::start(app, |cx| {
        cx.insert_resource(Ticks::default());
        Ok(())
    })
    .unwrap()
    .thorough()
}

fn clock(game: &mut Harness<'_>, name: &'static str, altitude: u16) -> ObjectId {
    let object = Object::new(name).altitude(altitude);
    let stops = None;
    game.context().spawn_with(object, Clock { name, stops })
}

fn ticks(game: &Harness<'_>) -> Vec<(u64, &'static str, u32)> {
    game.world().resource::<Ticks>().unwrap().0.clone()
}

/// Returns the steps in which a timer's ticks were received.
fn steps_of(game: &Harness<'_>, number: u32) -> Vec<u64> {
    let ticks = ticks(game).into_iter();
    ticks
        .filter(|tick| tick.2 == number)
        .map(|tick| tick.0)
        .collect()
}

#[test]
fn timers_of_several_rates_send_in_their_steps() {
    let mut game = game();
    clock(&mut game, "a", 2);
    game.steps(10);
    let mut cx = game.context();
    cx.start_timer(Timer::every(7), tick(7));
    cx.start_timer(Timer::every(3), tick(3));
    cx.start_timer(Timer::once(5), tick(5));
    cx.start_timer(Timer::every(4).first_after(1), tick(4));
    game.steps(22);
    assert_eq!(steps_of(&game, 7), [17, 24, 31]);
    assert_eq!(steps_of(&game, 3), [13, 16, 19, 22, 25, 28, 31]);
    assert_eq!(steps_of(&game, 5), [15]);
    assert_eq!(steps_of(&game, 4), [11, 15, 19, 23, 27, 31]);
    // Ticks that are due in the same step come in the order in which their timers started.
    let last: Vec<_> = ticks(&game)
        .into_iter()
        .filter(|tick| tick.0 == 31)
        .collect();
    assert_eq!(last, [(31, "a", 7), (31, "a", 3), (31, "a", 4)]);
}

#[test]
fn a_timer_of_zero_steps_sends_in_every_step() {
    let mut game = game();
    clock(&mut game, "a", 2);
    game.context().start_timer(Timer::every(0), tick(1));
    assert_eq!(ticks(&game), []);
    game.steps(3);
    assert_eq!(steps_of(&game, 1), [1, 2, 3]);
}

#[test]
fn a_timer_sends_to_its_target_or_all_subscribers() {
    let mut game = game();
    let a = clock(&mut game, "a", 2);
    clock(&mut game, "b", 3);
    game.context().start_timer(Timer::once(1).to(a), tick(1));
    game.context().start_timer(Timer::once(2), tick(2));
    game.steps(2);
    assert_eq!(ticks(&game), [(1, "a", 1), (2, "a", 2), (2, "b", 2)]);
}

#[test]
fn a_stopped_timer_sends_nothing_any_more() {
    let mut game = game();
    let a = clock(&mut game, "a", 2);
    let mut cx = game.context();
    let repeated = cx.start_timer(Timer::every(2).to(a), tick(1));
    let once = cx.start_timer(Timer::once(3).to(a), tick(2));
    game.steps(2);
    let mut cx = game.context();
    assert_eq!(cx.stop_timer(once), Outcome::Done);
    assert_eq!(cx.stop_timer(once), Outcome::Gone);
    game.steps(2);
    assert_eq!(game.context().stop_timer(repeated), Outcome::Done);
    game.steps(10);
    assert_eq!(ticks(&game), [(2, "a", 1), (4, "a", 1)]);
}

#[test]
fn a_timer_that_has_sent_its_only_event_is_gone() {
    let mut game = game();
    clock(&mut game, "a", 2);
    let once = game.context().start_timer(Timer::once(1), tick(1));
    game.step();
    assert_eq!(game.context().stop_timer(once), Outcome::Gone);
}

#[test]
fn a_receiver_may_stop_the_timer_that_it_has_just_heard_of() {
    let mut game = game();
    let a = clock(&mut game, "a", 2);
    let timer = game.context().start_timer(Timer::every(2).to(a), tick(1));
    let stops = Some((timer, 1));
    game.context().attach(
        a,
        Clock {
            name: "stopper",
            stops,
        },
    );
    game.steps(9);
    // Both behaviours of the object still receive the tick that stops the timer.
    assert_eq!(ticks(&game), [(2, "a", 1), (2, "stopper", 1)]);
}

#[test]
fn a_timer_ends_with_the_object_that_it_is_for() {
    for timer in [
        Timer::every(2),
        Timer::every(2).in_layer_time(),
        Timer::once(8),
    ] {
        let mut game = game();
        let a = clock(&mut game, "a", 2);
        let running = game.context().start_timer(timer.to(a), tick(1));
        game.steps(4);
        game.world_mut().remove(a);
        game.steps(2);
        assert_eq!(
            game.context().stop_timer(running),
            Outcome::Gone,
            "{timer:?}"
        );
        assert_eq!(game.world().dropped_events(), 0);
        let late = game.context().start_timer(timer.to(a), tick(1));
        assert_eq!(game.context().stop_timer(late), Outcome::Gone);
    }
}

#[test]
fn a_timer_in_layer_time_follows_the_time_of_its_receiver() {
    let mut game = game();
    let (slow, usual) = (clock(&mut game, "slow", 1), clock(&mut game, "usual", 2));
    let mut cx = game.context();
    cx.altitude_settings_mut(1).time_scale = 0.5;
    for (id, number) in [(slow, 1), (usual, 2)] {
        cx.start_timer(Timer::every(3).to(id).in_layer_time(), tick(number));
    }
    // Other timers count steps, whatever the layer's time scale.
    cx.start_timer(Timer::every(3).to(slow), tick(3));
    game.steps(12);
    assert_eq!(steps_of(&game, 1), [6, 12]);
    assert_eq!(steps_of(&game, 2), [3, 6, 9, 12]);
    assert_eq!(steps_of(&game, 3), [3, 6, 9, 12]);
    game.world_mut().altitude_settings_mut(1).time_scale = 0.0;
    game.steps(12);
    assert_eq!(steps_of(&game, 1), [6, 12], "its time stands");
}

#[test]
fn a_timer_without_a_receiver_counts_steps_also_in_layer_time() {
    let mut game = game();
    clock(&mut game, "a", 2);
    game.world_mut().altitude_settings_mut(2).time_scale = 0.5;
    let timer = Timer::every(3).in_layer_time();
    game.context().start_timer(timer, tick(1));
    game.steps(7);
    assert_eq!(steps_of(&game, 1), [3, 6]);
}

#[test]
fn a_long_step_sends_once_and_keeps_the_beat() {
    use damselfly::world::StepInput;
    let mut game = game();
    let a = clock(&mut game, "a", 2);
    let timer = Timer::every(4).to(a).in_layer_time();
    game.context().start_timer(timer, tick(1));
    for dt in [1.0, 8.5, 2.0, 0.5, 4.0] {
        let core = game.core_mut();
        let input = StepInput {
            dt,
            ..StepInput::next(core)
        };
        core.step(input);
    }
    // The steps end after 1, 9.5, 11.5, 12 and 16 nominal steps.
    assert_eq!(steps_of(&game, 1), [2, 4, 5]);
}

#[test]
fn timers_are_in_snapshots_and_in_the_checksum() {
    let mut game = game();
    clock(&mut game, "a", 2);
    let before = game.core().checksum();
    let timer = game.context().start_timer(Timer::every(5), tick(1));
    let running = game.core().checksum();
    assert_ne!(running, before);
    game.steps(3);
    let snapshot = game.core().snapshot();
    game.steps(10);
    let (after, sent) = (game.core().checksum(), ticks(&game));
    game.context().stop_timer(timer);
    game.core_mut().restore(&snapshot);
    game.steps(10);
    assert_eq!((game.core().checksum(), ticks(&game)), (after, sent));
    assert_eq!(steps_of(&game, 1), [5, 10]);
    // The checksum shows which of two equal timers remains, because the game may still stop one of them.
    let left = |stopped: usize| {
        let mut game = self::game();
        let both = [(); 2].map(|()| game.context().start_timer(Timer::every(9), tick(1)));
        game.context().stop_timer(both[stopped]);
        game.core().checksum()
    };
    assert_ne!(left(0), left(1));
}

#[test]
fn checksums_contain_the_fractions_of_timers() {
    let sum = |steps: f64, first: Option<u32>| {
        let mut game = game();
        let mut cx = game.context();
        let timer = Timer::every_time(Duration::from_secs_f64(steps / 60.0), &cx.time);
        let timer = first.map_or(timer, |first| timer.first_after(first));
        cx.start_timer(timer, tick(1));
        game.core().checksum()
    };
    // All of these send for the first time in step 8, and have periods of more than 7 and at most 8 steps.
    let sums = [7.25, 7.5, 7.75, 8.0].map(|steps| sum(steps, Some(8)));
    for (number, one) in sums.iter().enumerate() {
        assert!(!sums[..number].contains(one), "{number}: {sums:?}");
    }
    // The first event of these is due in the middle of the step, and at its end.
    assert_ne!(sum(7.5, None), sum(7.5, Some(8)));
}

#[test]
fn seconds_become_steps_by_the_games_rate() {
    let time = StepTime {
        rate: StepRate::per_second(30.0).unwrap(),
        ..StepTime::default()
    };
    let steps = [0, 16, 17, 1000, 2500].map(|ms| time.steps_in(Duration::from_millis(ms)));
    assert_eq!(steps, [0, 0, 1, 30, 75]);
    assert_eq!(time.steps_in(Duration::MAX), u32::MAX);
}

/// Starts a timer by time at a step rate, and returns the steps of its events.
fn steps_of_time(rate: u16, period: Duration, steps: u32) -> Vec<u64> {
    let app = App::new("Timers", Options::default()).steps_per_second(rate);
    let mut game = Harness::start(app, |cx| {
        cx.insert_resource(Ticks::default());
        Ok(())
    })
    .unwrap();
    clock(&mut game, "a", 2);
    let mut cx = game.context();
    let timer = Timer::every_time(period, &cx.time);
    cx.start_timer(timer, tick(1));
    game.steps(steps);
    steps_of(&game, 1)
}

#[test]
fn a_timer_by_time_keeps_fractions_of_steps() {
    let of = |ms| steps_of_time(60, Duration::from_millis(ms), 600);
    assert_eq!(of(125)[..5], [8, 15, 23, 30, 38]);
    assert_eq!((of(125).len(), of(125).last()), (80, Some(&600)));
    assert_eq!((of(10).len(), &of(10)[..4]), (1000, &[1, 2, 2, 3][..]));
    assert_eq!(of(1).len(), 10_000);
    // Tests other rates, and a period that equals a whole number of steps.
    assert_eq!(steps_of_time(30, Duration::from_millis(30), 300).len(), 333);
    assert_eq!(steps_of_time(50, Duration::from_millis(125), 500).len(), 80);
    assert_eq!(steps_of_time(60, Duration::from_millis(50), 9), [3, 6, 9]);
    // A period of 0 counts as the shortest one, with 64 events per step. The longest period never ends.
    assert_eq!(steps_of_time(60, Duration::ZERO, 2).len(), 128);
    assert_eq!(steps_of_time(60, Duration::MAX, 2), []);
}

#[test]
fn a_timer_by_time_in_layer_time_keeps_fractions() {
    let mut game = game();
    let a = clock(&mut game, "a", 2);
    game.context().altitude_settings_mut(2_u16).time_scale = 0.5;
    let mut cx = game.context();
    let timer = Timer::every_time(Duration::from_millis(125), &cx.time);
    cx.start_timer(timer.to(a).in_layer_time(), tick(1));
    game.steps(60);
    assert_eq!(steps_of(&game, 1), [15, 30, 45, 60]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn timers_by_time_have_sent_every_whole_period(rate in 1..200_u16, micros in 16_000..3_000_000_u64) {
        let steps = 200;
        let sent = steps_of_time(rate, Duration::from_micros(micros), steps);
        let mut sent = sent.into_iter().peekable();
        let mut total = 0_u64;
        for step in 0..=u64::from(steps) {
            while sent.next_if_eq(&step).is_some() {
                total += 1;
            }
            // Calculates with integers. An event may come 2/1024 of a step early, which is a tolerance for rounding.
            let time = (step * 1024 + 2) * 1_000_000;
            let period = micros * u64::from(rate) * 1024;
            let least = step * 1024 * 1_000_000 / period;
            prop_assert!((least..=time / period).contains(&total), "step {step}: {total}, {least}");
        }
    }
}

/// An action of the script before a step.
#[derive(Clone, Debug)]
enum Wish {
    Start { first: u32, every: Option<u32> },
    Stop(usize),
    Nothing,
}

fn wish() -> impl Strategy<Value = Wish> {
    prop_oneof![
        (0..9u32, prop::option::of(0..9u32))
            .prop_map(|(first, every)| Wish::Start { first, every }),
        (0..12usize).prop_map(Wish::Stop),
        Just(Wish::Nothing),
        Just(Wish::Nothing),
    ]
}

proptest! {
    #[test]
    fn timers_match_a_list_of_their_steps(wishes in prop::collection::vec(wish(), 1..60)) {
        let mut game = game();
        clock(&mut game, "a", 2);
        let mut timers = vec![];
        // Holds the step of the next tick and the interval of each running timer.
        let mut model: Vec<Option<(u64, Option<u64>)>> = vec![];
        let mut expected = vec![];
        for (before, wish) in (0_u64..).zip(wishes) {
            match wish {
                Wish::Start { first, every } => {
                    let timer = every.map_or(Timer::once(first), |every| Timer::every(every).first_after(first));
                    timers.push(game.context().start_timer(timer, tick(u32::try_from(timers.len()).unwrap())));
                    model.push(Some((before + u64::from(first.max(1)), every.map(|every| u64::from(every.max(1))))));
                }
                Wish::Stop(number) if number < timers.len() => {
                    let was_running = model[number].take().is_some();
                    let outcome = game.context().stop_timer(timers[number]);
                    prop_assert_eq!(outcome == Outcome::Done, was_running);
                }
                Wish::Stop(_) | Wish::Nothing => {}
            }
            game.step();
            let step = before + 1;
            for (number, timer) in model.iter_mut().enumerate() {
                if let Some((next, every)) = timer && *next == step {
                    expected.push((step, "a", u32::try_from(number).unwrap()));
                    *timer = every.map(|every| (step + every, Some(every)));
                }
            }
        }
        prop_assert_eq!(ticks(&game), expected);
    }
}

#[test]
fn layer_time_events_precede_step_time_events() {
    let mut game = game();
    let a = clock(&mut game, "a", 2);
    game.context().send_to_after(1, a, tick(1));
    game.context()
        .start_timer(Timer::once(1).to(a).in_layer_time(), tick(2));
    game.steps(1);
    assert_eq!(ticks(&game), [(1, "a", 2), (1, "a", 1)]);
}
