//! The rules of Breakout, played without a window.

#![expect(clippy::unwrap_used, reason = "a test may stop where it fails")]

#[path = "../../examples/breakout/game.rs"]
mod game;

use damselfly::app::{App, Harness, Options};
use damselfly::input::{MouseButton, PadAxis, PadButton};
use damselfly::prelude::*;

type Play = Harness<'static>;

/// Returns the game at its start, with the ball on the paddle.
fn opened() -> Play {
    let options = Options {
        seed: Some(1),
        ..Options::default()
    };
    let mut play =
        Harness::start(App::new("Breakout", options).pixels(640, 480), game::start).unwrap();
    play.step();
    play
}

/// Returns the game after the serve.
fn served() -> Play {
    let mut play = opened();
    play.tap(Key::Space);
    play.step();
    play
}

fn place(play: &Play, kind: &str) -> Vec2 {
    play.world().object(play.only(kind)).unwrap().position()
}

fn bricks(play: &Play) -> usize {
    play.all("Brick").len()
}

/// Removes all but this many bricks.
fn leave_bricks(play: &mut Play, left: usize) {
    for brick in play.all("Brick").into_iter().skip(left) {
        play.world_mut().remove(brick);
    }
    play.step();
}

/// Moves the ball to a position, with a velocity.
fn throw(play: &mut Play, from: Vec2, way: Vec2) {
    let ball = play.only("Ball");
    let mut context = play.context();
    let mut ball = context.object_mut(ball).unwrap();
    ball.set_position(from);
    ball.set_velocity(way);
}

fn lose_a_ball(play: &mut Play) {
    throw(play, vec2(320.0, 470.0), vec2(0.0, 9.0));
    play.steps(4);
}

#[test]
fn the_ball_lies_on_the_paddle_until_it_is_served() {
    let mut play = opened();
    play.press(Key::Right);
    play.steps(10);
    assert_eq!(place(&play, "Ball").x, place(&play, "Paddle").x);
    assert!(place(&play, "Paddle").x > 320.0);
    play.tap(Key::Space);
    play.steps(2);
    assert!(place(&play, "Ball").y < 439.0);
}

#[test]
fn the_paddle_stays_between_the_walls() {
    let mut play = opened();
    for (key, end) in [(Key::Left, 48.0), (Key::Right, 592.0)] {
        play.press(key);
        play.steps(120);
        assert_eq!(place(&play, "Paddle").x, end);
        play.release(key);
    }
}

#[test]
fn a_brick_that_is_hit_goes_in_sparks_and_gives_ten_points() {
    let mut play = served();
    let (before, brick) = (bricks(&play), vec2(345.0, 172.0));
    throw(&mut play, brick + vec2(0.0, 18.0), vec2(0.0, -5.0));
    play.steps(2);
    assert_eq!(bricks(&play), before - 1);
    assert_eq!(play.world().hud.value("Points"), Some(10));
    let sparks = play.world().scene().altitudes()[3].particles(1);
    assert!(sparks.is_some_and(|sparks| !sparks.is_empty()));
    // The ball bounces back.
    let ball = play.world().object(play.only("Ball")).unwrap();
    assert!(ball.velocity().y > 0.0);
}

#[test]
fn where_the_ball_meets_the_paddle_decides_where_it_flies() {
    for (offset, way) in [(-30.0, -1.0), (30.0, 1.0)] {
        let mut play = served();
        let at = place(&play, "Paddle") + vec2(offset, -16.0);
        throw(&mut play, at, vec2(0.0, 5.0));
        play.steps(2);
        let velocity = play.world().object(play.only("Ball")).unwrap().velocity();
        assert!(velocity.y < 0.0 && velocity.x * way > 0.0, "{velocity}");
    }
}

#[test]
fn the_last_brick_wins_and_another_round_begins_on_request() {
    let mut play = served();
    leave_bricks(&mut play, 1);
    let brick = place(&play, "Brick");
    throw(&mut play, brick + vec2(0.0, 18.0), vec2(0.0, -5.0));
    play.steps(3);
    assert!(game::title(play.world()) == Some("You win!") && !play.shows("Resume"));
    play.tap(Key::R);
    play.steps(3);
    assert!(game::title(play.world()).is_none());
    assert_eq!(bricks(&play), 72);
    assert_eq!(play.world().hud.value("Points"), Some(0));
}

/// Takes steps until one in which a sound begins.
fn hear_something(play: &mut Play) {
    play.step();
    assert!(play.step_until(30, |world| world.sounds.started().next().is_some()));
}

#[test]
fn bricks_walls_and_the_paddle_are_heard_and_higher_rows_are_higher() {
    let mut play = served();
    throw(&mut play, vec2(320.0, 430.0), vec2(0.0, 5.0));
    hear_something(&mut play);
    assert_eq!(play.heard(), ["paddle"]);
    throw(&mut play, vec2(20.0, 300.0), vec2(-5.0, 0.0));
    hear_something(&mut play);
    assert_eq!(play.heard(), ["wall"]);
    let mut rates = Vec::new();
    // The lowest row, and the highest one without those below.
    for (row, left) in [(5, 72), (0, 12)] {
        leave_bricks(&mut play, left);
        let below = vec2(45.0, 102.0 + 20.0 * row as f32);
        throw(&mut play, below, vec2(0.0, -3.0));
        hear_something(&mut play);
        assert_eq!(play.heard(), ["brick"]);
        rates.extend(play.world().sounds.started().map(|sound| sound.rate()));
    }
    assert!(rates[1] > rates[0], "{rates:?}");
    lose_a_ball(&mut play);
    let sounds = play.world().sounds.iter().map(|sound| sound.label());
    assert!(sounds.collect::<Vec<_>>().contains(&"loss"));
}

#[test]
fn the_menu_muffles_the_tune_and_stores_the_volume() {
    use damselfly::sound::Bus;
    let mut play = served();
    assert_eq!(play.world().buses.low_pass(Bus::MUSIC), None);
    play.tap(Key::Minus);
    play.steps(2);
    assert_eq!(play.world().buses.target_volume(Bus::MAIN), 0.0, "no menu");
    play.tap(Key::P);
    play.steps(2);
    assert!(play.world().buses.low_pass(Bus::MUSIC).is_some());
    for key in [Key::Minus, Key::NumpadSubtract, Key::Equal, Key::Minus] {
        play.tap(key);
        play.step();
        assert_eq!(play.heard(), ["click"]);
    }
    assert!(play.shows("80%"), "{}", play.text());
    play.step();
    let file = play.file("volume.txt").unwrap().to_vec();
    play.tap(Key::P);
    play.steps(2);
    assert_eq!(play.world().buses.low_pass(Bus::MUSIC), None);
    for (text, volume) in [
        (&file[..], -6.0),
        (b"loud", 0.0),
        (b"0", -60.0),
        (b"99", 0.0),
    ] {
        let mut next = Harness::start(
            App::new("Breakout", Options::default()).pixels(640, 480),
            game::start,
        )
        .unwrap();
        next.put_file("volume.txt", text);
        next.steps(3);
        assert_eq!(next.world().buses.target_volume(Bus::MAIN), volume);
    }
}

#[test]
fn losing_a_ball_shakes_the_view_for_a_moment() {
    /// Takes steps. Returns the pixels of a piece of the wall.
    fn wall_after(steps: u32, play: &mut Play) -> Vec<Option<Color>> {
        play.steps(steps);
        let image = play.image();
        let at = (0..40).flat_map(|x| (60..100).map(move |y| (x, y)));
        at.map(|(x, y)| image.get(x, y)).collect()
    }
    let mut play = served();
    let resting = wall_after(1, &mut play);
    assert!(wall_after(5, &mut play) == resting);
    lose_a_ball(&mut play);
    assert!((0..15).any(|_| wall_after(1, &mut play) != resting));
    assert!(wall_after(30, &mut play) == resting);
}

#[test]
fn three_lost_balls_end_the_round() {
    let mut play = served();
    for left in [2, 1, 0] {
        lose_a_ball(&mut play);
        assert_eq!(play.world().hud.value("Balls"), Some(left));
        play.tap(Key::Space);
        play.steps(2);
    }
    assert!(game::title(play.world()) == Some("Game over"));
    assert!(play.all("Ball").is_empty());
    play.tap(Key::Q);
    play.step();
    assert!(play.is_over());
}

#[test]
fn a_paused_game_stands_still_until_it_is_resumed() {
    let mut play = served();
    play.tap(Key::P);
    play.steps(2);
    assert!(game::title(play.world()) == Some("Paused") && play.shows("Resume"));
    let ball = place(&play, "Ball");
    play.steps(30);
    assert_eq!(place(&play, "Ball"), ball);
    // The open menu dims the game.
    let dimmed = play.image();
    play.tap(Key::P);
    play.steps(2);
    assert!(game::title(play.world()).is_none());
    assert_ne!(place(&play, "Ball"), ball);
    let [Some(dark), Some(bright)] = [dimmed, play.image()].map(|shown| shown.get(48, 74)) else {
        panic!("both have this pixel of a brick");
    };
    assert!(dark.r < bright.r / 2, "{dark:?} {bright:?}");
}

/// Opens the screen of key bindings, and presses these keys on it.
fn on_the_screen_for_keys(play: &mut Play, keys: &[Key]) {
    for &key in [Key::P, Key::K].iter().chain(keys) {
        play.tap(key);
        play.steps(2);
    }
}

fn how_far(play: &mut Play, key: Key) -> f32 {
    let before = place(play, "Paddle").x;
    play.press(key);
    play.steps(5);
    play.release(key);
    play.steps(2);
    place(play, "Paddle").x - before
}

#[test]
fn a_player_chooses_keys_and_finds_them_again_in_the_next_run() {
    let mut play = opened();
    on_the_screen_for_keys(&mut play, &[Key::Down, Key::Enter]);
    assert!(play.shows("press a key") && !play.shows("Resume"));
    if let Some(path) = std::env::var_os("DAMSELFLY_KEYS_PNG") {
        play.image().save(path).unwrap();
    }
    play.tap(Key::J);
    play.steps(2);
    assert!(play.shows("J") && !play.shows("press a key"));
    play.tap(Key::Escape);
    play.steps(2);
    assert!(game::title(play.world()) == Some("Paused") && play.shows("Resume"));
    play.tap(Key::P);
    play.steps(2);
    assert!(how_far(&mut play, Key::J) > 20.0);
    assert_eq!(how_far(&mut play, Key::Right), 0.0);
    assert!(how_far(&mut play, Key::A) < -20.0, "the others stay");
    let file = play.file("settings.toml").unwrap().to_vec();
    let text = String::from_utf8(file.clone()).unwrap();
    assert!(
        text.contains("right = [\"J\", \"PadLeftStickRight\"]"),
        "{text}"
    );
    // Starts another run, which reads the settings file at its start.
    let app = App::new("Breakout", Options::default()).pixels(640, 480);
    let mut next = Harness::start(app, game::start).unwrap();
    next.put_file("settings.toml", file);
    next.step();
    assert!(how_far(&mut next, Key::J) > 20.0);
    assert_eq!(how_far(&mut next, Key::Right), 0.0);
}

#[test]
fn a_key_belongs_to_one_action_and_escape_and_backspace_take_back() {
    let mut play = opened();
    let keys = |play: &Play, action: &str| play.world().actions.to_names()[action].join(" ");
    // Binds "serve" to the key A. The action "left", which had this key, loses it.
    on_the_screen_for_keys(&mut play, &[Key::Down, Key::Down, Key::Enter, Key::A]);
    assert_eq!(
        [keys(&play, "left"), keys(&play, "serve")],
        ["Left PadLeftStickLeft", "A PadSouth"]
    );
    for key in [Key::Enter, Key::Escape] {
        play.tap(key);
        play.steps(2);
    }
    assert_eq!(keys(&play, "serve"), "A PadSouth");
    play.tap(Key::Backspace);
    play.steps(2);
    assert_eq!(
        [keys(&play, "left"), keys(&play, "serve")],
        ["Left A PadLeftStickLeft", "Space MouseLeft PadSouth"]
    );
}

#[test]
fn a_mouse_button_is_chosen_once_although_it_is_over_a_row() {
    let mut play = opened();
    on_the_screen_for_keys(&mut play, &[]);
    let row = game::keys::rect_of(1).center();
    for (button, name) in [
        (MouseButton::Right, "MouseRight"),
        (MouseButton::Left, "MouseLeft"),
    ] {
        play.click_at(row);
        play.step();
        assert!(play.shows("press a key"));
        play.point_at(row);
        play.press_button(button);
        play.step();
        play.release_button(button);
        play.steps(2);
        assert!(!play.shows("press a key"), "{name}");
        let bound = play.world().actions.to_names()["right"].join(" ");
        assert!(bound.starts_with(name), "{bound}");
    }
    // The bound button does not count as a click on the row, but the next click does.
    play.click_at(row);
    play.step();
    assert!(play.shows("press a key"));
}

#[test]
fn the_pause_key_also_resumes_and_every_action_keeps_a_key() {
    let mut play = opened();
    // Binds "pause" to Q, the key that quits the game from the menu.
    let down = [Key::Down; 3];
    on_the_screen_for_keys(&mut play, &down);
    for key in [Key::Enter, Key::Q, Key::Escape] {
        play.tap(key);
        play.steps(2);
    }
    assert!(play.shows("Resume"));
    for is_paused in [false, true, false] {
        play.tap(Key::Q);
        play.steps(2);
        assert!(!play.is_over());
        assert_eq!(game::title(play.world()).is_some(), is_paused);
    }
    // Q is the only key that pauses, so no other action may take it.
    for key in [Key::Q, Key::K, Key::Enter, Key::Q] {
        play.tap(key);
        play.steps(2);
    }
    assert!(play.shows("press a key"));
    let pause = &play.world().actions.to_names()["pause"];
    assert_eq!(pause.join(" "), "Q PadStart");
}

#[test]
fn a_pad_plays_and_its_controls_are_chosen_beside_the_keys() {
    let mut play = opened();
    let speed = |play: &mut Play, tilt: f32| {
        play.pad_axis(0, PadAxis::LeftStickX, tilt);
        let before = place(play, "Paddle").x;
        play.steps(10);
        place(play, "Paddle").x - before
    };
    let (slow, fast) = (speed(&mut play, 0.4), speed(&mut play, 1.0));
    assert!(0.0 < slow && slow < 0.5 * fast, "{slow} and {fast}");
    play.pad_axis(0, PadAxis::LeftStickX, 0.0);
    play.pad_button(0, PadButton::South, true);
    play.steps(2);
    assert!(play.world().object(play.only("Ball")).unwrap().velocity().y < 0.0);
    play.pad_button(0, PadButton::South, false);
    play.step();
    // Binds the pad's right shoulder button to the action in the second row, "right".
    on_the_screen_for_keys(&mut play, &[]);
    for button in [
        PadButton::DPadDown,
        PadButton::South,
        PadButton::RightShoulder,
    ] {
        play.pad_button(0, button, true);
        play.steps(2);
        play.pad_button(0, button, false);
        play.step();
    }
    let names = &play.world().actions.to_names()["right"];
    assert_eq!(names.join(" "), "Right D PadRightShoulder");
}

/// Returns a run that finds this settings file at its start.
fn with_settings(text: &str) -> Play {
    let app = App::new("Breakout", Options::default()).pixels(640, 480);
    let mut play = Harness::start(app, game::start).unwrap();
    play.put_file("settings.toml", text);
    play.steps(3);
    play
}

#[test]
fn a_damaged_settings_file_leaves_the_keys_as_they_are() {
    for text in ["keys = 3", "[keys]\nleft = [\"Nokey\"]\njmup = []", "\u{1}"] {
        let mut play = with_settings(text);
        assert!(how_far(&mut play, Key::Left) < -20.0, "{text:?}");
        // The next chosen key replaces the file, but not the copy of the player's text.
        assert_eq!(play.file("settings.kept.toml"), Some(text.as_bytes()));
    }
    // A valid file is not copied.
    let mut play = with_settings("[keys]\nleft = [\"J\"]");
    assert!(how_far(&mut play, Key::J) < -20.0);
    assert_eq!(play.file("settings.kept.toml"), None);
}

#[test]
fn the_demonstration_is_deterministic_and_stateless() {
    let mut play = opened().thorough();
    while play.core().step_number() < 600 {
        let next = play.core().step_number() + 1;
        for event in game::demo(next, play.world()) {
            play.input(event);
        }
        play.step();
    }
    assert!(bricks(&play) < 70, "{}", bricks(&play));
    assert_eq!(
        format!("{:016x}", play.core().checksum()),
        "436029a90141b549"
    );
}

#[test]
fn breakout_runs_backwards_exactly() {
    crate::rewinding::there_and_back(opened(), game::demo, 300);
}
