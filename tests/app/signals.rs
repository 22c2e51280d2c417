//! Signals leave the core once and in order, and a receiver cannot change the core.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::sync::mpsc::{Receiver, channel};
use std::thread::{ThreadId, current};

use damselfly::app::{App, Backend, Game, Harness, Options};
use damselfly::prelude::*;
use damselfly::world::{Core, Signals, StepInput};

#[derive(Debug, PartialEq)]
enum Sound {
    Beep(u64),
    Boom,
}

/// A signal: how strongly a gamepad should rumble.
#[derive(Debug, PartialEq)]
struct Rumble(u8);

/// Signals a beep in each step, and a rumble after movement.
#[derive(Clone)]
struct Loud(u8);

impl Behavior for Loud {
    fn step(&mut self, cx: &mut Context<'_>) {
        let number = cx.time.number;
        cx.signal(Sound::Beep(number * 10 + u64::from(self.0)));
    }

    fn after(&mut self, cx: &mut Context<'_>) {
        cx.signal(Rumble(self.0));
    }
}

/// Signals a boom at its start and at its stop. Two loud objects signal in each step.
struct Concert;

impl Game for Concert {
    fn start(&mut self, cx: &mut Context<'_>) -> Result<(), Error> {
        cx.signal(Sound::Boom);
        for number in [1, 2] {
            cx.spawn_with(Object::default(), Loud(number));
        }
        Ok(())
    }

    fn stop(&mut self, cx: &mut Context<'_>) {
        cx.signal(Sound::Boom);
    }
}

fn concert() -> Harness<'static> {
    Harness::of(App::new("Concert", Options::default()), Concert).unwrap()
}

fn headless(steps: u64) -> App {
    let options = Options {
        headless: true,
        steps: Some(steps),
        backend: Backend::Software,
        ..Options::default()
    };
    App::new("Concert", options).cells(20, 5)
}

/// Returns the `Debug` text of a signal.
fn described(value: &dyn core::any::Any) -> String {
    match (
        value.downcast_ref::<Sound>(),
        value.downcast_ref::<Rumble>(),
    ) {
        (Some(sound), _) => format!("{sound:?}"),
        (_, Some(rumble)) => format!("{rumble:?}"),
        _ => "?".to_owned(),
    }
}

fn all_of(signals: &mut Signals) -> Vec<String> {
    let mut all = Vec::new();
    signals.deliver(|_, value| all.push(described(value)));
    all
}

/// All signals of a concert that plays two steps, in order.
const OF_TWO_STEPS: [&str; 10] = [
    "Boom",
    "Beep(11)",
    "Beep(12)",
    "Rumble(1)",
    "Rumble(2)",
    "Beep(21)",
    "Beep(22)",
    "Rumble(1)",
    "Rumble(2)",
    "Boom",
];

#[test]
fn signals_wait_in_sending_order() {
    let mut game = concert();
    game.steps(2);
    game.stop();
    assert_eq!(all_of(&mut game.core_mut().signals), OF_TWO_STEPS);
    assert!(game.core().signals.is_empty());
}

#[test]
fn taking_one_type_leaves_the_order_of_the_others() {
    let mut game = concert();
    game.steps(2);
    let rumbles = [1, 2, 1, 2].map(Rumble);
    assert_eq!(game.signals::<Rumble>(), rumbles);
    assert_eq!(game.signals::<Rumble>(), []);
    assert_eq!(game.signals::<u8>(), []);
    game.context().signal(Rumble(7));
    game.context().signal(Sound::Boom);
    let left = all_of(&mut game.core_mut().signals);
    let expected = [
        "Boom",
        "Beep(11)",
        "Beep(12)",
        "Beep(21)",
        "Beep(22)",
        "Rumble(7)",
        "Boom",
    ];
    assert_eq!(left, expected);
}

#[test]
fn a_step_taken_twice_sends_its_signals_once() {
    let mut game = concert().thorough();
    game.steps(2);
    game.stop();
    assert_eq!(all_of(&mut game.core_mut().signals), OF_TWO_STEPS);
}

#[test]
fn signals_are_in_no_checksum_or_snapshot() {
    let mut game = concert();
    game.step();
    let (sum, snapshot) = (game.checksum(), game.core().snapshot());
    assert_eq!(game.signals::<Sound>().len(), 3);
    assert_eq!(game.checksum(), sum);
    // The outbox still has the two rumbles of the first step. The second step adds two.
    game.step();
    let core = game.core_mut();
    core.signals.take::<Sound>();
    core.restore(&snapshot);
    assert_eq!(core.checksum(), sum);
    assert_eq!(
        all_of(&mut core.signals),
        ["Rumble(1)", "Rumble(2)"].repeat(2)
    );
}

#[test]
fn steps_taken_again_are_silent_on_request() {
    let mut game = concert();
    let core = game.core_mut();
    core.signals.clear();
    let again = |core: &mut Core| {
        core.step(StepInput::next(core));
        all_of(&mut core.signals)
    };
    let snapshot = core.snapshot();
    let first = again(core);
    assert_eq!(first.len(), 4);
    core.restore(&snapshot);
    core.signals.silent = true;
    assert!(core.signals.silent);
    assert_eq!(again(core), [""; 0]);
    core.signals.silent = false;
    // The next step, which is not silent, sends all of its signals.
    assert_eq!(again(core), OF_TWO_STEPS[5..9]);
}

#[test]
fn the_outbox_drops_and_counts_what_is_over_its_limit() {
    let mut game = concert();
    let more = Signals::LIMIT + 10 - game.core().signals.len();
    for _ in 0..more {
        game.context().signal(Rumble(3));
    }
    let signals = &mut game.core_mut().signals;
    assert_eq!((signals.len(), signals.refused()), (Signals::LIMIT, 10));
    signals.clear();
    game.context().signal(Rumble(4));
    assert_eq!(game.signals::<Rumble>(), [Rumble(4)]);
}

/// Runs a game in the app. Returns its result, and each signal that a receiver got with the receiver's thread.
fn received(game: &mut dyn Game, steps: u64) -> (Result<(), Error>, Vec<(String, ThreadId)>) {
    let (sounds, heard) = channel();
    let rumbles = sounds.clone();
    let app = headless(steps)
        .on_signal(move |sound: &Sound| {
            sounds.send((format!("{sound:?}"), current().id())).unwrap();
        })
        .on_signal(move |rumble: &Rumble| {
            rumbles
                .send((format!("{rumble:?}"), current().id()))
                .unwrap();
        });
    let outcome = app.run_game(game);
    (outcome, heard.into_iter().collect())
}

#[test]
fn an_app_delivers_every_effect_once_in_order_from_start_to_stop() {
    let (outcome, heard) = received(&mut Concert, 2);
    outcome.unwrap();
    let lines: Vec<_> = heard.iter().map(|(line, _)| line.as_str()).collect();
    assert_eq!(lines, OF_TWO_STEPS);
    // A headless game plays on the caller's thread.
    assert!(heard.iter().all(|(_, thread)| *thread == current().id()));
}

/// Sends a line to the test for each signal that the game sends.
struct Noting(std::sync::mpsc::Sender<String>);

impl Game for Noting {
    fn start(&mut self, _: &mut Context<'_>) -> Result<(), Error> {
        Ok(())
    }

    fn step(&mut self, cx: &mut Context<'_>) {
        for sound in [Sound::Beep(cx.time.number), Sound::Boom] {
            self.0.send(format!("sent {sound:?}")).unwrap();
            cx.signal(sound);
        }
    }
}

#[test]
fn receivers_are_called_after_the_step_and_never_during_it() {
    let (notes, read) = channel();
    let heard = notes.clone();
    let app = headless(2);
    let app = app.on_signal(move |sound: &Sound| heard.send(format!("{sound:?}")).unwrap());
    app.run_game(&mut Noting(notes)).unwrap();
    let lines: Vec<_> = read.try_iter().collect();
    let expected = [
        "sent Beep(1)",
        "sent Boom",
        "Beep(1)",
        "Boom",
        "sent Beep(2)",
        "sent Boom",
        "Beep(2)",
        "Boom",
    ];
    assert_eq!(lines, expected);
}

/// Sends a signal and then fails.
struct Failing {
    at_start: bool,
}

impl Game for Failing {
    fn start(&mut self, cx: &mut Context<'_>) -> Result<(), Error> {
        cx.signal(Sound::Boom);
        if self.at_start {
            return Err(Error::game("no stage"));
        }
        Ok(())
    }

    fn step(&mut self, cx: &mut Context<'_>) {
        cx.signal(Sound::Beep(cx.time.number));
        panic!("a string broke");
    }

    fn stop(&mut self, cx: &mut Context<'_>) {
        cx.signal(Rumble(9));
    }
}

#[test]
fn nothing_is_lost_when_a_game_fails() {
    for (at_start, expected) in [
        (true, &["Boom", "Rumble(9)"][..]),
        (false, &["Boom", "Beep(1)", "Rumble(9)"]),
    ] {
        let (outcome, heard) = received(&mut Failing { at_start }, 5);
        assert!(outcome.is_err());
        let lines: Vec<_> = heard.into_iter().map(|(line, _)| line).collect();
        assert_eq!(lines, expected);
    }
}

/// Returns the numbers of the beeps that a receiver got.
fn beeps(heard: &Receiver<u64>) -> Vec<u64> {
    heard.try_iter().collect()
}

#[test]
fn a_receiver_that_panics_is_not_called_again_and_the_others_are() {
    let (first, by_first) = channel();
    let (second, by_second) = channel();
    let beep = |sound: &Sound| match *sound {
        Sound::Beep(number) => number,
        Sound::Boom => 0,
    };
    let app = headless(2)
        .on_signal(move |sound| {
            first.send(beep(sound)).unwrap();
            assert!(beep(sound) != 12, "meant to happen in a receiver");
        })
        .on_signal(move |sound| second.send(beep(sound)).unwrap());
    app.run_game(&mut Concert).unwrap();
    assert_eq!(beeps(&by_first), [0, 11, 12]);
    assert_eq!(beeps(&by_second), [0, 11, 12, 21, 22, 0]);
}

#[test]
fn receivers_change_no_step() {
    let mut loud = concert();
    loud.steps(5);
    let mut quiet = concert();
    quiet.core_mut().signals.silent = true;
    quiet.steps(5);
    assert_eq!(loud.checksum(), quiet.checksum());
}
