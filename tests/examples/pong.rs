//! The rules of Pong, played without a window.

#![expect(clippy::unwrap_used, reason = "a test may stop where it fails")]

#[expect(dead_code, reason = "its own `main`")]
#[path = "../../examples/pong/main.rs"]
mod program;

use damselfly::app::{App, Harness, Options};
use damselfly::prelude::*;

fn opened() -> Harness<'static> {
    let app = App::new("Pong", Options::default()).pixels(640, 480);
    Harness::start(app, program::start).unwrap()
}

/// Where the paddles are, from left to right, and the ball.
fn places(play: &Harness<'_>) -> [Vec2; 3] {
    let world = play.world();
    let mut moving: Vec<_> = world
        .objects()
        .filter_map(|id| world.object(id))
        .filter(|object| object.components().next().is_some())
        .map(|object| object.position())
        .collect();
    let ball = moving.pop().unwrap();
    [moving[0], moving[1], ball]
}

#[test]
fn each_player_moves_a_paddle_as_far_as_the_walls() {
    let mut play = opened();
    for (key, paddle, way) in [(Key::W, 0, -1.0), (Key::Down, 1, 1.0)] {
        play.press(key);
        play.steps(120);
        let y = places(&play)[paddle].y;
        assert!(
            (y - 240.0) * way > 150.0 && (y - 240.0) * way < 200.0,
            "{y}"
        );
        play.release(key);
    }
}

#[test]
fn a_ball_that_nobody_stops_is_a_point_and_is_served_again() {
    let mut play = opened();
    // Out of the way.
    play.press(Key::Up);
    assert!(play.step_until(400, |world| world.hud.value("Left") == Some(1)));
    assert_eq!(play.world().hud.value("Right"), Some(0));
    assert_eq!(places(&play)[2], vec2(320.0, 240.0));
    play.tap(Key::R);
    play.step();
    assert_eq!(play.world().hud.value("Left"), Some(0));
}

#[test]
fn the_ball_comes_off_walls_and_paddles() {
    let mut play = opened();
    let (mut returns, mut rightward) = (0, true);
    for _ in 0..600 {
        // Both paddles follow the ball.
        let [left, right, ball] = places(&play);
        for (paddle, up, down) in [(left, Key::W, Key::S), (right, Key::Up, Key::Down)] {
            let way = ball.y - paddle.y;
            for (key, is_down) in [(up, way < -8.0), (down, way > 8.0)] {
                play.input(if is_down {
                    InputEvent::press(key)
                } else {
                    InputEvent::release(key)
                });
            }
        }
        play.step();
        let now = places(&play)[2];
        assert!((0.0..=480.0).contains(&now.y), "{now}");
        let flies_right = now.x > ball.x;
        returns += u32::from(flies_right != rightward);
        rightward = flies_right;
    }
    assert!(returns > 4, "{returns}");
    let points = ["Left", "Right"].map(|label| play.world().hud.value(label));
    assert_eq!(points, [Some(0), Some(0)], "no ball was missed");
}
