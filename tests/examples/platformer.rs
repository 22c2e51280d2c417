//! The rules of the platformer, played without a window.

#![expect(clippy::unwrap_used, reason = "a test may stop where it fails")]

#[expect(dead_code, reason = "its own `main`")]
#[path = "../../examples/platformer/main.rs"]
mod game;

use damselfly::app::{App, Harness, Options};
use damselfly::input::{PadAxis, PadButton};
use damselfly::prelude::*;
use damselfly::world::BroadPhase;
use game::hero::{Hero, hero};
use game::rules::{Phase, Rules};

use crate::volume;

type Play = Harness<'static>;

/// Side of a cell, in pixels.
const CELL: f32 = 16.0;

/// Folder of the maps.
const MAPS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/platformer");

fn titled() -> Play {
    let options = Options {
        seed: Some(1),
        ..Options::default()
    };
    let app = game::app(App::new("Platformer", options)).asset_root(MAPS);
    Harness::start(app, game::start).unwrap()
}

/// Returns a game whose hero stands at the start of the first level.
fn begun() -> Play {
    let mut play = titled();
    play.tap(Key::Space);
    play.steps(10);
    assert_eq!(rules(&play).phase, Phase::Game);
    play
}

fn rules(play: &Play) -> Rules {
    let (_, rules) = play.world().behaviors::<Rules>().next().unwrap();
    rules.clone()
}

fn at(play: &Play) -> Vec2 {
    hero(play.world()).unwrap().position()
}

/// Returns the column and row of the hero.
fn cell(play: &Play) -> [f32; 2] {
    (at(play) / CELL).floor().into()
}

/// Moves the hero into a cell, where it stands if there is ground below.
fn put(play: &mut Play, column: f32, row: f32) {
    let id = play.only("Hero");
    let mut cx = play.context();
    let mut hero = cx.object_mut(id).unwrap();
    hero.set_position(CELL * vec2(column + 0.5, row + 0.5));
    hero.behavior_mut::<Hero>().unwrap().velocity = Vec2::ZERO;
    play.step();
}

/// Holds keys for some steps.
fn hold(play: &mut Play, keys: &[Key], steps: u32) {
    keys.iter().for_each(|&key| play.press(key));
    play.steps(steps);
    keys.iter().for_each(|&key| play.release(key));
    play.step();
}

/// Returns the maximum height of a jump in pixels above the ground, with the key held for this many steps.
fn height_of_jump(play: &mut Play, held: u32) -> f32 {
    let ground = at(play).y;
    let mut top = ground;
    play.press(Key::Space);
    for step in 0..70 {
        if step == held {
            play.release(Key::Space);
        }
        play.step();
        top = top.min(at(play).y);
    }
    assert_eq!(at(play).y, ground, "it is back");
    ground - top
}

#[test]
fn a_title_waits_for_space_before_the_first_level() {
    let mut play = titled();
    play.steps(2);
    assert!(play.shows("LITTLE LEAPS") && play.shows("Space begins"));
    assert!(hero(play.world()).is_none() && !play.all("Coin").is_empty());
    play.tap(Key::Space);
    play.steps(2);
    assert!(!play.shows("LITTLE LEAPS") && play.shows("Level 1"));
    assert_eq!(rules(&play).lives, 3);
    play.steps(20);
    assert_eq!(cell(&play), [3.0, 10.0], "where the text has an @");
}

#[test]
fn it_walks_is_stopped_by_a_wall_and_the_view_follows() {
    let mut play = begun();
    let left = play.world().camera.center().x;
    hold(&mut play, &[Key::Right], 200);
    // The hero stands at the wall in column 17.
    assert!(
        (at(&play).x - (17.0 * CELL - 4.5)).abs() < 0.1,
        "{}",
        at(&play)
    );
    play.steps(60);
    assert!(play.world().camera.center().x > left + 80.0);
    hold(&mut play, &[Key::Left], 300);
    assert!(at(&play).x < 2.0 * CELL, "the level ends there");
    assert_eq!(play.world().camera.view().min.x, 0.0);
}

#[test]
fn a_gamepad_starts_runs_and_jumps() {
    let mut play = titled();
    play.pad_button(0, PadButton::Start, true);
    play.steps(30);
    let mut run = |tilt| {
        put(&mut play, 3.0, 10.0);
        play.pad_axis(0, PadAxis::LeftStickX, tilt);
        let before = at(&play).x;
        play.steps(20);
        at(&play).x - before
    };
    let (slow, fast) = (run(0.5), run(1.0));
    assert!(0.0 < slow && slow < 0.7 * fast, "{slow} and {fast}");
    play.pad_axis(0, PadAxis::LeftStickX, 0.0);
    play.steps(30);
    let floor = at(&play).y;
    play.pad_button(0, PadButton::South, true);
    play.steps(10);
    assert!(at(&play).y < floor - 10.0);
}

#[test]
fn a_jump_is_as_high_as_the_key_is_held() {
    let mut play = begun();
    let (tap, half, full) = (
        height_of_jump(&mut play, 1),
        height_of_jump(&mut play, 12),
        height_of_jump(&mut play, 70),
    );
    assert!(tap < half && half < full, "{tap} {half} {full}");
    assert!(
        (24.0..34.0).contains(&tap) && (50.0..60.0).contains(&full),
        "{tap} {full}"
    );
}

#[test]
fn a_jump_may_come_a_little_late_and_a_little_early() {
    /// Duration of a tapped jump, in steps.
    const AIR: u32 = 27;
    // Presses the jump key this many steps after the hero has left the edge of the first pit, at column 21.
    let rises = |late: u32| {
        let mut play = begun();
        put(&mut play, 19.0, 9.0);
        play.press(Key::Right);
        assert!(
            play.step_until(60, |world| hero(world).unwrap().position().x
                > 21.0 * CELL + 4.5)
        );
        play.steps(late);
        play.press(Key::Space);
        let y = at(&play).y;
        play.steps(8);
        at(&play).y < y
    };
    assert!(rises(0) && rises(4) && !rises(9));
    // Presses the jump key this many steps before the hero lands from another jump.
    let jumps_again = |early: u32| {
        let mut play = begun();
        let ground = at(&play).y;
        play.tap(Key::Space);
        play.steps(AIR - early);
        assert!(at(&play).y < ground);
        play.tap(Key::Space);
        play.steps(early + 6);
        at(&play).y < ground - 2.0
    };
    assert!(jumps_again(2) && jumps_again(5) && !jumps_again(9));
}

#[test]
fn it_jumps_through_a_plank_from_below_and_stands_on_it() {
    let mut play = begun();
    put(&mut play, 13.0, 10.0);
    hold(&mut play, &[Key::Space], 50);
    play.steps(30);
    assert_eq!(cell(&play), [13.0, 7.0]);
    assert_eq!(rules(&play).coins, 1, "the one in its way");
}

#[test]
fn it_walks_up_and_down_ramps_without_leaving_the_ground() {
    let mut play = begun();
    let walker = play.all("Walker")[0];
    play.world_mut().remove(walker);
    put(&mut play, 31.0, 10.0);
    play.press(Key::Right);
    let mut before = at(&play);
    let mut top = before.y;
    while cell(&play)[0] < 41.0 {
        play.step();
        let now = at(&play);
        assert!(
            (now.y - before.y).abs() <= (now.x - before.x).abs() + 0.05,
            "{before} {now}"
        );
        assert!(now.x > before.x, "it gets stuck at {now}");
        (before, top) = (now, top.min(now.y));
    }
    assert_eq!((top, before.y), (9.0 * CELL - 8.0, 11.0 * CELL - 8.0));
}

#[test]
fn a_platform_carries_it_over_a_wide_pit() {
    let mut play = begun();
    let lift = play.all("Lift")[0];
    let lift_x = |play: &Play| play.world().object(lift).unwrap().position().x;
    // Waits until the lift is at its left end.
    assert!(
        play.step_until(400, |world| world.object(lift).unwrap().position().x
            < 56.5 * CELL - 53.0)
    );
    let column = lift_x(&play) / CELL - 0.5;
    put(&mut play, column, 10.0);
    play.steps(20);
    let offset = at(&play).x - lift_x(&play);
    for _ in 0..130 {
        play.step();
        assert!(
            (at(&play).x - lift_x(&play) - offset).abs() < 0.01,
            "it stands where it stood"
        );
    }
    assert!(at(&play).x > 58.0 * CELL);
    hold(&mut play, &[Key::Right, Key::Space], 45);
    assert!(cell(&play)[0] > 61.0, "{}", at(&play));
}

#[test]
fn coins_are_taken_once_and_counted() {
    let mut play = begun();
    let coins = play.all("Coin").len();
    // The hero takes one coin in each of the columns 7, 8 and 9.
    hold(&mut play, &[Key::Right], 80);
    assert_eq!(rules(&play).coins, 3);
    assert_eq!(play.all("Coin").len(), coins - 3);
    assert!(play.shows("03"));
}

#[test]
fn a_walker_turns_at_edges_and_dies_when_jumped_on() {
    let mut play = begun();
    let walker = play.all("Walker")[0];
    let x = |play: &Play| play.world().object(walker).unwrap().position().x;
    let mut seen = [x(&play); 2];
    for _ in 0..800 {
        play.step();
        seen = [seen[0].min(x(&play)), seen[1].max(x(&play))];
    }
    // The walker turns at the pit and at the ramp.
    let ends = (seen[0] / CELL, seen[1] / CELL);
    assert!(
        (24.0..25.0).contains(&ends.0) && (32.0..33.0).contains(&ends.1),
        "{ends:?}"
    );
    let column = x(&play) / CELL - 0.5;
    put(&mut play, column, 8.0);
    assert!(play.step_until(60, |world| !world.contains(walker)));
    let low = at(&play).y;
    let mut highest = low;
    for _ in 0..20 {
        play.step();
        highest = highest.min(at(&play).y);
    }
    assert!(highest < low - 12.0, "it bounces");
    assert_eq!(rules(&play).lives, 3);
}

#[test]
fn a_walker_and_spikes_cost_a_life() {
    for (lives, column) in [(2, 44.0), (1, 28.0)] {
        let mut play = begun();
        if lives == 1 {
            // The hero stands still, and the walker touches it from the side.
            let walker = play.all("Walker")[0];
            put(&mut play, column - 3.0, 10.0);
            assert!(play.step_until(200, |world| hero(world).is_none()));
            assert!(play.world().contains(walker));
        } else {
            put(&mut play, column, 9.0);
            assert!(play.step_until(40, |world| hero(world).is_none()));
        }
        play.steps(2);
        assert_eq!(rules(&play).lives, 2);
        play.steps(60);
        assert_eq!(cell(&play), [3.0, 10.0], "it begins anew");
    }
}

#[test]
fn after_a_fall_into_a_pit_it_goes_on_at_the_flag() {
    let mut play = begun();
    put(&mut play, 48.0, 10.0);
    hold(&mut play, &[Key::Right], 14);
    assert_eq!(rules(&play).checkpoint, CELL * vec2(49.5, 10.5));
    hold(&mut play, &[Key::Right], 40);
    assert!(
        play.step_until(90, |world| hero(world).is_none()),
        "{}",
        at(&play)
    );
    play.steps(60);
    assert_eq!(cell(&play), [49.0, 10.0]);
    assert_eq!(rules(&play).lives, 2);
}

#[test]
fn three_lives_are_a_game_and_space_begins_another() {
    let mut play = begun();
    for lives in [2, 1, 0] {
        put(&mut play, 22.0, 12.0);
        assert!(play.step_until(60, |world| hero(world).is_none()));
        play.steps(2);
        assert_eq!(rules(&play).lives, lives);
        play.steps(60);
    }
    assert!(play.shows("GAME OVER") && hero(play.world()).is_none());
    play.tap(Key::Space);
    play.steps(2);
    assert!(!play.shows("GAME OVER") && hero(play.world()).is_some());
    assert_eq!((rules(&play).lives, rules(&play).coins), (3, 0));
}

#[test]
fn the_door_leads_to_the_second_level_and_its_door_wins() {
    let mut play = begun();
    put(&mut play, 93.0, 10.0);
    hold(&mut play, &[Key::Right], 40);
    assert!(hero(play.world()).is_none(), "it is through the door");
    play.steps(60);
    assert!(play.shows("Level 2"));
    assert_eq!((cell(&play), rules(&play).lives), ([3.0, 10.0], 3));
    assert_eq!(
        play.all("Lift").len(),
        3,
        "nothing of the first level is left"
    );
    for walker in play.all("Walker") {
        play.world_mut().remove(walker);
    }
    // The hero rides a lift up to a rock that is too high for a jump.
    let lift = play.all("Lift")[0];
    assert!(
        play.step_until(400, |world| world.object(lift).unwrap().position().y
            > 180.0)
    );
    put(&mut play, 31.0, 9.0);
    assert!(play.step_until(300, |world| hero(world).unwrap().position().y < 5.0 * CELL));
    hold(&mut play, &[Key::Right, Key::Space], 50);
    play.steps(40);
    assert_eq!(cell(&play)[1], 4.0, "{}", at(&play));
    put(&mut play, 94.0, 8.0);
    hold(&mut play, &[Key::Right], 40);
    play.steps(60);
    assert!(play.shows("YOU MADE IT") && play.shows("coins"));
    play.tap(Key::Space);
    play.steps(2);
    assert!(play.shows("Level 1"));
}

#[test]
fn there_are_no_seams_between_tiles() {
    let mut play = begun();
    // Inside rock, only the colours of rock are visible, at several positions of the view.
    for column in 3..14 {
        put(&mut play, column as f32 + 0.03 * column as f32, 10.0);
        play.steps(3);
        let (picture, corner) = (play.image(), play.world().camera.view().min);
        // The area of rock below the grass, up to the first pit.
        let inside = Rect::new(vec2(CELL, 11.5 * CELL), vec2(20.5 * CELL, 14.0 * CELL));
        for (x, y) in (0..640).flat_map(|x: u16| (0..360).map(move |y: u16| (x, y))) {
            if !inside.contains(corner + 0.5 * vec2(f32::from(x), f32::from(y))) {
                continue;
            }
            let (x, y) = (x.into(), y.into());
            let color = picture.get(x, y).unwrap();
            assert!(color.r > color.g && color.g > color.b, "{x} {y}: {color:?}");
        }
    }
}

/// Returns what is heard in this many steps.
fn heard_in(play: &mut Play, steps: u32) -> Vec<String> {
    let mut heard = Vec::new();
    for _ in 0..steps {
        play.step();
        heard.extend(play.heard().into_iter().map(str::to_owned));
    }
    heard
}

#[test]
fn jumps_coins_and_walkers_are_heard_and_the_tune_fades_at_the_end() {
    let mut play = begun();
    let plays_tune = |play: &Play| {
        let mut sounds = play.world().sounds.iter();
        sounds.any(|sound| sound.label() == "tune")
    };
    assert!(plays_tune(&play));
    play.tap(Key::Space);
    let heard = heard_in(&mut play, 60);
    let own = |label: &str| heard.iter().filter(|it| *it == label).count();
    assert_eq!((own("jump"), own("land")), (1, 1), "{heard:?}");
    assert!(own("step") > 0, "walkers walk");
    let coin = play.all("Coin")[0];
    let at = play.world().object(coin).unwrap().position() / CELL;
    put(&mut play, at.x.floor(), at.y.floor());
    assert!(!heard_in(&mut play, 40).contains(&"death".to_owned()));
    let door = play.all("Door")[0];
    let at = play.world().object(door).unwrap().position() / CELL;
    put(&mut play, at.x.floor(), at.y.floor());
    play.steps(40);
    assert!(!plays_tune(&play), "it has faded");
    play.steps(20);
    assert!(plays_tune(&play), "the next level has begun");
}

#[test]
fn the_title_and_the_end_have_a_volume_and_the_game_has_none() {
    let mut play = titled();
    play.steps(2);
    volume::keys_change_it_and_the_display_shows_it(&mut play);
    play.tap(Key::Space);
    play.steps(2);
    volume::keys_leave_it_alone(&mut play);
    // Loses all lives. The end screen then shows the volume set on the title screen.
    for _ in 0..3 {
        put(&mut play, 22.0, 12.0);
        assert!(play.step_until(60, |world| hero(world).is_none()));
        play.steps(62);
    }
    assert_eq!(rules(&play).phase, Phase::Over);
    assert!(play.shows("80%"), "{}", play.text());
    play.tap(Key::Minus);
    play.step();
    assert_eq!(play.heard(), ["click"]);
    assert!(play.shows("70%"), "{}", play.text());
}

#[test]
fn escape_quits() {
    let mut play = begun();
    play.tap(Key::Escape);
    play.step();
    assert!(play.is_over());
}

/// Returns the checksum of each step of a demonstration.
fn demonstration(mut play: Play, steps: u64) -> (Play, Vec<u64>) {
    let mut checksums = Vec::new();
    while play.core().step_number() < steps {
        let next = play.core().step_number() + 1;
        for event in game::demo::demo(next, play.world()) {
            play.input(event);
        }
        play.step();
        checksums.push(play.core().checksum());
    }
    assert_eq!(play.world().refusals(), 0);
    (play, checksums)
}

#[test]
fn the_demonstration_wins_equally_with_both_broad_phases() {
    let mut sorted = titled();
    sorted
        .world_mut()
        .set_broad_phase(BroadPhase::SweepAndPrune);
    let (play, checksums) = demonstration(titled(), 2700);
    assert!(checksums == demonstration(sorted, 2700).1);
    assert_eq!(
        rules(&play).phase,
        Phase::Won,
        "{} {}",
        rules(&play).level,
        rules(&play).lives
    );
    assert!(rules(&play).coins > 30);
}

#[test]
fn the_demonstration_is_deterministic_and_stateless() {
    let (_, checksums) = demonstration(titled().thorough(), 600);
    assert_eq!(format!("{:016x}", checksums[599]), "f190e7572d602af3");
}

#[test]
fn platformer_runs_backwards_exactly() {
    crate::rewinding::there_and_back(titled(), game::demo::demo, 300);
}
