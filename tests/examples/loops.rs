//! What the example of loops shows, without a window.

#![expect(clippy::unwrap_used, reason = "a test may stop where it fails")]

#[expect(dead_code, reason = "its own `main`")]
#[path = "../../examples/loops/main.rs"]
mod game;

use damselfly::app::{App, Harness, Options};
use damselfly::prelude::*;
use damselfly::time::{PolicyName, Smoothing, TimeScale};

type Play = Harness<'static>;

fn opened() -> Play {
    let app = App::new("Loops", Options::default())
        .pixels(960, 540)
        .steps_per_second(game::STEPS_PER_SECOND);
    let choice = game::Choice {
        policy: PolicyName::Interpolated,
        smoothing: Smoothing::Interpolate,
    };
    let monitor = app.monitor();
    let mut play = Harness::start(app, move |cx| game::start(cx, choice, monitor)).unwrap();
    play.step();
    play
}

fn tap(play: &mut Play, key: Key) {
    play.tap(key);
    play.step();
}

/// How many pixels show that something is chosen.
fn lit(play: &mut Play) -> usize {
    play.picture().count(Color::hex(0x5cc8ff))
}

#[test]
fn five_keys_choose_the_policy_and_s_the_smoothing() {
    let mut play = opened();
    let keys = [
        Key::Digit1,
        Key::Digit2,
        Key::Digit3,
        Key::Digit4,
        Key::Digit5,
    ];
    for (key, policy) in keys.into_iter().zip(PolicyName::ALL) {
        tap(&mut play, key);
        let requested = play.core_mut().requests.policy.take();
        assert_eq!(requested, Some(policy.settings()));
        assert!(play.shows(&policy.to_string()));
    }
    let mut seen = vec![];
    for _ in Smoothing::ALL {
        tap(&mut play, Key::S);
        seen.push(play.core_mut().requests.smoothing.take().unwrap());
    }
    let expected = ["backward", "forward", "none", "interpolate"];
    assert_eq!(
        seen.iter().map(ToString::to_string).collect::<Vec<_>>(),
        expected
    );
}

#[test]
fn what_is_chosen_is_lit() {
    let mut play = opened();
    let before = lit(&mut play);
    tap(&mut play, Key::T);
    let scaled = lit(&mut play);
    assert!(scaled > before + 500, "{before} {scaled}");
    assert!(play.shows("0.5 x"));
    let scale = play.core_mut().requests.time_scale.take();
    assert_eq!(scale, Some(TimeScale::new(0.5).unwrap()));
}

#[test]
fn the_scene_moves_by_itself_and_stays_on_its_stage() {
    let mut play = opened();
    let mut jumps = 0;
    let mut before = vec2(0.0, 0.0);
    for _ in 0..400 {
        play.step();
        for kind in ["Ball", "Square", "Falling", "Jumper"] {
            let at = play.world().object(play.only(kind)).unwrap().position();
            let is_inside = (0.0..=960.0).contains(&at.x) && (84.0..=345.0).contains(&at.y);
            assert!(is_inside, "{kind} is at {at}");
        }
        let jumper = play.world().object(play.only("Jumper")).unwrap().position();
        jumps += usize::from(jumper != before);
        before = jumper;
    }
    assert!((20..=21).contains(&jumps), "{jumps}");
    assert_eq!(play.world().refusals(), 0);
}

#[test]
fn escape_ends_it() {
    let mut play = opened();
    tap(&mut play, Key::Escape);
    assert!(play.is_over());
}

#[test]
fn the_demonstration_is_the_same_bits_everywhere_and_has_no_state_outside_of_the_world() {
    let mut play = opened().thorough();
    let mut chosen = 0;
    while play.core().step_number() < 600 {
        let next = play.core().step_number() + 1;
        for event in game::demo(next, play.world()) {
            play.input(event);
        }
        play.step();
        chosen += usize::from(play.core_mut().requests.policy.take().is_some());
    }
    assert_eq!(chosen, 5);
    assert_eq!(
        format!("{:016x}", play.core().checksum()),
        "d14f1c4afac7e9c2"
    );
}
