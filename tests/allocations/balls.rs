//! The rules of the game Balls, played without a window, and its use of memory.

#![expect(clippy::unwrap_used, reason = "a test may stop where it fails")]

#[path = "../../examples/balls/game.rs"]
mod game;

use damselfly::app::{App, Harness, Options};
use damselfly::prelude::*;
use damselfly::scene::Instance;
use game::{BALLS, Depth, GRAND, MOST, RELOAD};

/// The middle of the view.
const MIDDLE: Vec2 = vec2(640.0, 360.0);
/// Number of balls of a grand burst.
const MANY: usize = BALLS * GRAND as usize;
/// Number of steps after which no ball is left: the longest lifetime, 150 steps, in the slowest layer, whose pace is
/// 0.7.
const LIFE: u32 = 150 * 10 / 7 + 1;

fn new_game() -> Harness<'static> {
    let app = App::new("Balls", Options::default())
        .pixels(1280, 720)
        .altitudes(game::ALTITUDES);
    Harness::start(app, game::start).unwrap()
}

/// Returns the number of balls that the heads-up display shows.
fn alive(game: &Harness<'_>) -> usize {
    let shown = game.world().hud.value(game::ALIVE).unwrap();
    usize::try_from(shown).unwrap()
}

/// Returns the instances of the balls in a layer.
fn at<'a>(game: &'a Harness<'_>, depth: Depth) -> &'a [Instance] {
    let altitude = &game.world().scene().altitudes()[usize::from(depth.altitude())];
    altitude.drawn().columns().instances
}

/// Returns the number of balls in each layer, the farthest layer first.
fn counts(game: &Harness<'_>) -> [usize; 5] {
    Depth::ALL.map(|depth| at(game, depth).len())
}

/// Returns the mean of `of` over the balls of each layer.
fn means(game: &Harness<'_>, of: impl Fn(&Instance) -> f32) -> [f32; 5] {
    Depth::ALL.map(|depth| {
        let balls = at(game, depth);
        balls.iter().map(&of).sum::<f32>() / balls.len() as f32
    })
}

fn light(ball: &Instance) -> f32 {
    let [r, g, b, _] = ball.tint.map(f32::from);
    r + g + b
}

fn play_demo(game: &mut Harness<'_>, steps: u64) -> usize {
    let mut most = 0;
    for _ in 0..steps {
        let step = game.core().step_number() + 1;
        for event in game::demo(step, game.world()) {
            game.input(event);
        }
        game.step();
        most = most.max(alive(game));
    }
    most
}

#[test]
fn a_click_bursts_hundreds_where_it_is_and_some_in_every_layer() {
    let mut game = new_game();
    game.step();
    assert_eq!((alive(&game), counts(&game)), (0, [0; 5]));
    game.click_at(MIDDLE);
    game.step();
    assert_eq!((BALLS, alive(&game)), (400, 400));
    assert_eq!(counts(&game), [112, 96, 80, 64, 48]);
    for depth in Depth::ALL {
        let ways = at(&game, depth).iter().map(|ball| ball.position - MIDDLE);
        assert!(ways.clone().all(|way| way.length() < 14.0));
        for side in [Vec2::X, Vec2::Y, Vec2::NEG_X, Vec2::NEG_Y] {
            assert!(ways.clone().any(|way| way.dot(side) > 1.0), "{depth:?}");
        }
    }
}

#[test]
fn far_balls_are_smaller_slower_and_dimmer() {
    let mut game = new_game();
    game.click_at(MIDDLE);
    game.steps(5);
    let sizes = means(&game, |ball| {
        let frame = game.core().assets.frames().records()[ball.frame().index()];
        f32::from(frame.size_px().0)
    });
    let speeds = means(&game, |ball| ball.motion.length());
    for figures in [sizes, speeds, means(&game, light)] {
        assert!(figures.is_sorted_by(|far, near| far < near), "{figures:?}");
    }
}

#[test]
fn each_click_has_other_colours() {
    let mut game = new_game();
    let mut seen: Vec<Vec<[u8; 4]>> = Vec::new();
    for _ in 0..6 {
        game.click_at(MIDDLE);
        game.step();
        let mut colors: Vec<_> = at(&game, Depth::Nearest)
            .iter()
            .map(|ball| ball.tint)
            .collect();
        colors.sort_unstable();
        colors.dedup();
        assert!(!seen.contains(&colors) && colors.len() >= 3);
        seen.push(colors);
        game.tap(Key::C);
        game.step();
    }
}

#[test]
fn holding_bursts_again_and_again_and_moving_takes_it_along() {
    let mut game = new_game();
    game.point_at(MIDDLE);
    game.press_button(MouseButton::Left);
    for round in 1..=8 {
        game.step();
        assert_eq!(alive(&game), round * BALLS);
        game.steps(RELOAD - 1);
        assert_eq!(alive(&game), round * BALLS);
        game.point_at(vec2(100.0, 100.0));
    }
    let newest = at(&game, Depth::Nearest).last().unwrap();
    assert!(newest.position.distance(vec2(100.0, 100.0)) < 80.0);
    game.release_button(MouseButton::Left);
    game.steps(20);
    assert_eq!(alive(&game), 8 * BALLS);
}

#[test]
fn the_right_button_and_space_burst_thousands() {
    let mut game = new_game();
    game.point_at(MIDDLE);
    game.press_button(MouseButton::Right);
    game.step();
    assert_eq!((MANY, alive(&game)), (3200, 3200));
    game.steps(20);
    assert_eq!(alive(&game), MANY, "held, it bursts once");
    game.tap(Key::Space);
    game.step();
    assert_eq!(alive(&game), 2 * MANY);
}

#[test]
fn without_a_mouse_position_the_burst_is_in_the_middle() {
    let mut game = new_game();
    game.tap(Key::Space);
    game.step();
    let far = |ball: &Instance| ball.position.distance(MIDDLE) > 30.0;
    assert!(!at(&game, Depth::Nearest).iter().any(far));
}

#[test]
fn balls_fly_fall_fade_and_are_gone() {
    let mut game = new_game();
    game.click_at(MIDDLE);
    game.steps(20);
    let high = means(&game, |ball| ball.position.y);
    game.steps(40);
    let low = means(&game, |ball| ball.position.y);
    assert!(high.iter().zip(low).all(|(&high, low)| high < low));
    assert_eq!(alive(&game), BALLS);
    game.steps(30);
    let pale = |ball: &Instance| ball.tint[3] < 255;
    assert!(at(&game, Depth::Nearest).iter().any(pale));
    assert!((1..BALLS).contains(&alive(&game)));
    game.steps(LIFE);
    assert_eq!((alive(&game), counts(&game)), (0, [0; 5]));
}

#[test]
fn no_ball_falls_through_its_ground() {
    let mut game = new_game();
    game.click_at(vec2(640.0, 719.0));
    for _ in 0..LIFE {
        game.step();
        for depth in Depth::ALL {
            let lowest = depth.lowest() + 0.01;
            assert!(at(&game, depth).iter().all(|ball| ball.position.y < lowest));
        }
    }
}

#[test]
fn thousands_of_balls_come_and_go_in_constant_memory() {
    let mut game = new_game();
    game.point_at(MIDDLE);
    game.press_button(MouseButton::Left);
    // Returns the number of balls, and of sounds that have ended.
    let mut round = || {
        game.tap(Key::Space);
        let ended = (0..LIFE).map(|_| {
            game.step();
            game.world().sounds.ended().len() as u64
        });
        let ended: u64 = ended.sum();
        (alive(&game), ended)
    };
    round();
    round();
    let mut ended = 0;
    let counted = allocation_counter::measure(|| {
        let (alive, sounds) = round();
        assert!(alive > 10_000);
        ended = sounds;
    });
    // The harness's own list of input events may grow, and the end of a sound is an event, which is allocated.
    assert!(
        counted.count_total <= 2 + ended,
        "{counted:?}, {ended} ends"
    );
    assert_eq!(counted.bytes_current, 0, "{counted:?}");
}

/// Measures the memory of rewinding itself: the peak of a rewindable run minus the peak of a plain run. Does not use
/// the engine's own estimate.
#[test]
fn a_minute_of_balls_runs_backwards_within_its_memory() {
    /// The default memory limit of [`App::rewind`] for snapshots.
    const BUDGET: usize = 64 << 20;
    /// Memory for the recorded input of a minute, in addition to the snapshots.
    const INPUT: usize = 1 << 20;
    const MINUTE: u64 = 3600;
    let most = |mut game: Harness<'static>, steps_back: u64| {
        let counted = allocation_counter::measure(|| {
            play_demo(&mut game, MINUTE);
            for step in 0..steps_back {
                assert!(game.step_back(), "{step} steps back");
            }
        });
        usize::try_from(counted.bytes_max).unwrap()
    };
    let own = most(new_game(), 0);
    let both = most(new_game().rewindable(BUDGET), MINUTE - 1);
    let of_rewinding = both - own;
    eprintln!("{own} bytes, and {of_rewinding} for a minute of rewinding");
    assert!(
        (BUDGET / 4..=BUDGET + INPUT).contains(&of_rewinding),
        "{of_rewinding}"
    );
}

#[test]
fn a_layer_takes_no_more_than_its_maximum() {
    let mut game = new_game();
    for _ in 0..60 {
        game.tap(Key::Space);
        game.step();
    }
    assert_eq!(counts(&game)[0], MOST);
    assert!(alive(&game) <= 5 * MOST);
    game.steps(LIFE);
    assert_eq!(alive(&game), 0);
}

#[test]
fn c_clears_at_once() {
    let mut game = new_game();
    game.tap(Key::Space);
    game.step();
    game.tap(Key::C);
    game.step();
    assert_eq!((alive(&game), counts(&game)), (0, [0; 5]));
    assert!(game.shows("Balls 0"));
}

#[test]
fn layers_are_shown_and_hidden_by_their_keys_and_go_on_meanwhile() {
    let mut game = new_game();
    game.tap(Key::Digit5);
    game.click_at(MIDDLE);
    game.steps(20);
    let settings = |game: &Harness<'_>, depth| *game.world().altitude_settings(depth).unwrap();
    let shown = |game: &Harness<'_>| Depth::ALL.map(|depth| settings(game, depth).visible);
    assert_eq!(shown(&game), [true, true, true, true, false]);
    assert_eq!(alive(&game), BALLS);
    let without = game.image();
    game.tap(Key::Digit5);
    game.step();
    assert_eq!(shown(&game), [true; 5]);
    assert_ne!(game.image(), without);
}

#[test]
fn in_slow_motion_balls_take_longer_for_the_same_way() {
    let far = |slow: bool, steps| {
        let mut game = new_game();
        if slow {
            game.press(Key::ShiftLeft);
        }
        game.click_at(MIDDLE);
        game.steps(steps);
        means(&game, |ball| ball.position.distance(MIDDLE))
    };
    for (usual, slow) in far(false, 10).into_iter().zip(far(true, 50)) {
        assert!((slow / usual - 1.0).abs() < 0.05, "{slow} {usual}");
    }
}

#[test]
fn q_and_escape_quit() {
    for key in [Key::Q, Key::Escape] {
        let mut game = new_game();
        game.tap(key);
        game.step();
        assert!(game.is_over());
    }
}

#[test]
fn the_demonstration_clicks_from_the_first_second_and_has_thousands_at_once() {
    let mut game = new_game();
    assert!(play_demo(&mut game, 20) >= BALLS);
    assert!(play_demo(&mut game, 580) > 8000);
    assert!(play_demo(&mut game, 600) > 8000, "it goes on");
}

#[test]
fn the_whole_state_of_balls_is_in_the_world() {
    let mut game = new_game().thorough();
    play_demo(&mut game, 130);
}

#[test]
fn the_golden_demonstration_stays_as_it_is() {
    let mut game = new_game();
    play_demo(&mut game, 400);
    // tests/examples/cli plays the same demonstration in the app and expects the same constant.
    assert_eq!(game.checksum(), 0x4924_2864_10db_e1b8);
}
