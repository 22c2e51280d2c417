//! The rules of Pong, played without a window.

#![expect(clippy::unwrap_used, reason = "a test may stop where it fails")]

#[expect(dead_code, reason = "its own `main`")]
#[path = "../../examples/pong/main.rs"]
mod game;

use damselfly::app::{App, Harness, Options};
use damselfly::prelude::*;

fn opened() -> Harness<'static> {
    let app = App::new("Pong", Options::default()).pixels(640, 480);
    Harness::start(app, game::start).unwrap()
}

/// Returns the input of two players. The player towards whom the ball flies moves the paddle to it.
fn players(step: u64, world: &World) -> Vec<InputEvent> {
    let ball = world.behaviors::<game::Ball>().next();
    let (ball, _) = ball.unwrap();
    let ball = world.object(ball).unwrap();
    // Hits the ball beside the middle of the paddle, so that it leaves in a different direction each time.
    let aim = (step / 90 % 7) as f32 * 10.0 - 30.0;
    let mut events = Vec::new();
    for (id, _) in world.behaviors::<game::Paddle>() {
        let at = world.object(id).unwrap().position();
        let (up, down) = match at.x < 320.0 {
            true => (Key::W, Key::S),
            false => (Key::Up, Key::Down),
        };
        let is_due = (at.x - 320.0) * ball.velocity().x > 0.0;
        let way = if is_due {
            ball.position().y + aim - at.y
        } else {
            0.0
        };
        events.push(InputEvent::key(up, way < -8.0));
        events.push(InputEvent::key(down, way > 8.0));
    }
    events
}

/// Moves the ball to a position, with a velocity.
fn throw(play: &mut Harness<'_>, from: Vec2, way: Vec2) {
    let ball = play.world().behaviors::<game::Ball>().next();
    let (ball, _) = ball.unwrap();
    let mut context = play.context();
    let mut ball = context.object_mut(ball).unwrap();
    ball.set_position(from);
    ball.set_velocity(way);
}

/// Returns the positions of the paddles, from left to right, and of the ball.
fn places(play: &Harness<'_>) -> [Vec2; 3] {
    let world = play.world();
    let mut moving: Vec<_> = world
        .objects()
        .filter_map(|id| world.object(id))
        .filter(|object| object.attached().next().is_some())
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
    // Moves the right paddle out of the ball's way.
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

#[test]
fn each_hit_and_goal_sounds_once_even_in_repeated_steps() {
    // Each step is taken twice, and its sounds are heard once.
    let mut play = opened().thorough();
    let heard_in = |play: &mut Harness<'_>, steps: u32| {
        let mut rates = Vec::new();
        for _ in 0..steps {
            play.step();
            rates.extend(play.world().sounds.started().map(|sound| sound.rate()));
        }
        rates
    };
    let goal = 0.5;
    throw(&mut play, vec2(560.0, 240.0), vec2(8.0, 0.0));
    assert!(heard_in(&mut play, 3).is_empty());
    assert_eq!(
        heard_in(&mut play, 6),
        [1.6],
        "the faster the ball, the higher"
    );
    throw(&mut play, vec2(300.0, 30.0), vec2(0.0, -8.0));
    assert_eq!(heard_in(&mut play, 10), [1.6]);
    throw(&mut play, vec2(600.0, 100.0), vec2(8.0, 0.0));
    assert_eq!(heard_in(&mut play, 10), [goal]);
}

#[test]
fn a_match_of_two_players_is_the_same_bits_everywhere() {
    let options = Options {
        seed: Some(1),
        ..Options::default()
    };
    let app = App::new("Pong", options).pixels(640, 480);
    let mut play = Harness::start(app, game::start).unwrap().thorough();
    let velocity = |play: &Harness<'_>| {
        let ball = play.world().behaviors::<game::Ball>().next();
        let ball = ball.and_then(|(ball, _)| play.world().object(ball));
        ball.unwrap().velocity()
    };
    let (mut turns, mut before) = (0, velocity(&play));
    for _ in 0..900 {
        let next = play.core().step_number() + 1;
        for event in players(next, play.world()) {
            play.input(event);
        }
        play.step();
        let now = velocity(&play);
        turns += u32::from(now != core::mem::replace(&mut before, now));
    }
    let points = ["Left", "Right"].map(|label| play.world().hud.value(label));
    let points: i64 = points.into_iter().flatten().sum();
    assert!(turns >= 8 && points > 0, "{turns} {points}");
    assert_eq!(
        format!("{:016x}", play.core().checksum()),
        "e63bf78d6c71cb3b"
    );
}

#[test]
fn the_whole_game_is_shorter_than_60_lines() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/pong");
    let files = std::fs::read_dir(folder).unwrap();
    let files: Vec<_> = files.map(|file| file.unwrap().path()).collect();
    assert_eq!(files.len(), 1, "the whole game is one file: {files:?}");
    let text = std::fs::read_to_string(&files[0]).unwrap();
    let lines = text.lines().map(str::trim);
    let code = lines.filter(|line| !line.is_empty() && !line.starts_with("//"));
    let code: Vec<_> = code.collect();
    assert!(code.len() < 60, "{}", code.len());
    // It uses the engine alone, and no other file.
    for (word, most) in [("mod ", 0), ("include", 0), ("#[path", 0), ("use ", 1)] {
        let lines = code.iter().filter(|line| line.contains(word));
        assert!(lines.count() <= most, "{word}");
    }
}

#[test]
fn pong_runs_backwards_exactly() {
    crate::rewinding::there_and_back(opened(), players, 300);
}
