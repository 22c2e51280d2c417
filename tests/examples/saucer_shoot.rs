//! The rules of Saucer Shoot, played without a window.

#![expect(clippy::unwrap_used, reason = "a test may stop where it fails")]

#[path = "../../examples/saucer_shoot/game.rs"]
mod game;

mod demonstration;
#[cfg(feature = "sound")]
mod sound_track;

use damselfly::app::{App, Harness, Options};
use damselfly::prelude::*;
use damselfly::world::BroadPhase;
use damselfly::world::WindowRequest;

type Play = Harness<'static>;

/// Returns the game before its first step.
fn opened(seed: u64) -> Play {
    let options = Options {
        seed: Some(seed),
        ..Options::default()
    };
    let app = App::new("Saucer Shoot", options).cells(80, 24);
    Harness::start(app.steps_per_second(30), game::start).unwrap()
}

/// Returns the game on its start screen.
fn at_the_start_screen(seed: u64) -> Play {
    let mut play = opened(seed);
    press(&mut play, Key::Space);
    assert!(reach(&mut play, "Title", 2));
    play
}

/// Returns the game at the start of a round.
fn in_play(seed: u64) -> Play {
    let mut play = at_the_start_screen(seed);
    press(&mut play, Key::P);
    assert!(reach(&mut play, "Hero", 2));
    play
}

/// Returns the game without saucers, so that only the test causes events.
fn empty_sky() -> Play {
    let mut play = in_play(1);
    for saucer in play.all("Saucer") {
        play.world_mut().remove(saucer);
    }
    play.step();
    play
}

/// Returns the game after a crash has ended the round.
fn crashed() -> Play {
    let mut play = empty_sky();
    let hero = place(&play, "Hero");
    let saucer = put_saucer(&mut play, hero + vec2(9.0, 0.0));
    play.context()
        .object_mut(saucer)
        .unwrap()
        .set_velocity(vec2(-0.7, 0.0));
    assert!(reach(&mut play, "GameOver", 20));
    play.step();
    play
}

/// Taps a key and takes the step that handles it.
fn press(play: &mut Play, key: Key) {
    play.tap(key);
    play.step();
}

/// Takes at most `most` steps, until an object of a kind exists. Returns whether it does.
fn reach(play: &mut Play, kind: &'static str, most: u32) -> bool {
    play.step_until(most, |world| game::all(world, kind).next().is_some())
}

fn count(play: &Play, kind: &str) -> usize {
    play.all(kind).len()
}

fn place(play: &Play, kind: &str) -> Vec2 {
    play.world()
        .object(play.all(kind)[0])
        .map(|object| object.position())
        .unwrap()
}

fn value(play: &Play, label: &str) -> i64 {
    play.world().hud.value(label).unwrap()
}

/// Adds a resting saucer.
fn put_saucer(play: &mut Play, at: Vec2) -> ObjectId {
    let saucer = game::spawn_saucer(&mut play.context());
    play.context().object_mut(saucer).unwrap().set_position(at);
    play.context()
        .object_mut(saucer)
        .unwrap()
        .set_velocity(Vec2::ZERO);
    saucer
}

#[test]
fn the_splash_screen_gives_way_to_the_start_screen_by_itself() {
    let mut play = opened(1);
    assert_eq!((count(&play, "Splash"), count(&play, "Title")), (1, 0));
    assert!(reach(&mut play, "Title", 150));
    assert_eq!(count(&play, "Splash") + count(&play, "SplashPart"), 0);
    assert!(play.shows("P to play") && play.shows("Q to quit"));
}

#[test]
fn any_key_skips_the_splash_screen_and_chooses_nothing_yet() {
    for key in [Key::Space, Key::P, Key::Q, Key::Escape, Key::Enter] {
        let mut play = opened(1);
        play.steps(3);
        press(&mut play, key);
        assert!(reach(&mut play, "Title", 2), "{key}");
        play.steps(30);
        assert!(!play.is_over(), "{key}");
        assert_eq!((count(&play, "Title"), count(&play, "Hero")), (2, 0));
    }
}

#[test]
fn p_or_a_click_on_its_button_starts_a_round() {
    let choices: [fn(&mut Play); 2] = [
        |play| play.tap(Key::P),
        |play| play.click_at(on_button(play, "P to play")),
    ];
    for choose in choices {
        let mut play = at_the_start_screen(1);
        play.step();
        choose(&mut play);
        assert!(reach(&mut play, "Hero", 3));
        assert_eq!((count(&play, "Title"), count(&play, "Visitor")), (0, 0));
        assert!(
            play.shows("Points 0") && play.shows("Nukes 1"),
            "{}",
            play.text()
        );
        assert!(!play.shows("P to play"));
        // The click belongs to the button, so the gun does not fire.
        play.steps(3);
        assert_eq!(count(&play, "Bullet"), 0);
    }
}

#[test]
fn on_the_start_screen_q_or_escape_or_a_click_quits() {
    let choices: [fn(&mut Play); 3] = [
        |play| play.tap(Key::Q),
        |play| play.tap(Key::Escape),
        |play| play.click_at(on_button(play, "Q to quit")),
    ];
    for choose in choices {
        let mut play = at_the_start_screen(1);
        play.step();
        choose(&mut play);
        play.step();
        assert!(play.is_over());
    }
}

/// Returns the centre of the first cell of a text on the screen.
fn on_button(play: &Play, text: &str) -> Vec2 {
    let cells = play.text();
    let find = |row: u16| {
        let line = cells.line(row.into());
        let column = line.split_once(text)?.0.chars().count();
        Some(vec2(f32::from(u16::try_from(column).ok()?), row.into()) + 0.5)
    };
    (0..24).find_map(find).unwrap()
}

#[test]
fn two_choices_within_a_step_begin_one_round() {
    let mut play = at_the_start_screen(1);
    play.tap(Key::P);
    play.click_at(on_button(&play, "P to play"));
    play.tap(Key::P);
    play.steps(3);
    assert_eq!(count(&play, "Hero"), 1);
    assert_eq!(count(&play, "Saucer"), usize::from(game::SAUCERS));
}

#[test]
fn escape_leads_from_a_round_to_the_start_screen() {
    let mut play = in_play(1);
    play.press(Key::Space);
    play.steps(40);
    press(&mut play, Key::Escape);
    play.steps(2);
    assert!(!play.is_over());
    assert_eq!(count(&play, "Title"), 2);
    for kind in ["Hero", "Reticle", "Saucer", "Bullet", "Spark"] {
        assert_eq!(count(&play, kind), 0, "{kind}");
    }
}

#[test]
fn shots_hits_and_the_nuke_are_heard_and_the_tune_goes_on() {
    let mut play = empty_sky();
    let tunes = |play: &Play| {
        let sounds = play.world().sounds.iter();
        let labels = sounds.filter(|sound| sound.is_looping());
        labels
            .map(|sound| sound.label().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(tunes(&play), ["theme"]);
    press(&mut play, Key::Space);
    assert_eq!(play.heard(), ["shot"]);
    let muzzle = place(&play, "Hero");
    put_saucer(&mut play, muzzle + vec2(30.0, 0.3));
    play.step();
    assert!(play.step_until(30, |world| world.sounds.started().next().is_some()));
    assert_eq!(play.heard(), ["hit"]);
    let music = damselfly::sound::Bus::MUSIC;
    press(&mut play, Key::Enter);
    assert_eq!(play.heard(), ["nuke"]);
    play.steps(5);
    assert!(
        play.world().buses.heard_volume(music) < -6.0,
        "it is lowered"
    );
    assert_eq!(tunes(&play), ["theme"]);
}

#[test]
fn a_best_score_and_buttons_are_heard_and_keys_set_the_volume() {
    let mut play = crashed();
    play.steps(60);
    press(&mut play, Key::Enter);
    assert_eq!(play.heard(), ["button", "best"]);
    assert!(reach(&mut play, "Title", 2));
    press(&mut play, Key::Minus);
    assert_eq!(play.heard(), ["button"]);
    assert!(play.shows("90%"), "{}", play.text());
    let main = damselfly::sound::Bus::MAIN;
    assert_eq!(play.world().buses.target_volume(main), -3.0);
    (0..12).for_each(|_| press(&mut play, Key::NumpadSubtract));
    assert_eq!(play.world().buses.target_volume(main), -60.0);
    (0..12).for_each(|_| press(&mut play, Key::Equal));
    assert_eq!(play.world().buses.target_volume(main), 0.0);
    // The end of the fanfare is not the end of the splash screen.
    play.steps(60);
    assert_eq!(count(&play, "Title"), 2);
}

#[test]
fn three_rounds_play_from_the_splash_screen_to_the_exit() {
    // A thorough harness takes each step twice, the second time from a snapshot. It would find state outside of the
    // world that changes a step.
    let mut play = opened(4).thorough();
    assert!(reach(&mut play, "Title", 150));
    let sky = [play.all("Star"), play.all("Planet")];
    let mut best = 0;
    for round in 1..=3 {
        assert!(play.shows(&format!("Best {best}")), "{}", play.text());
        press(&mut play, Key::P);
        assert!(reach(&mut play, "Hero", 2));
        assert!(
            play.shows("Points 0") && play.shows("Nukes 1"),
            "{}",
            play.text()
        );
        assert_eq!(count(&play, "Saucer"), usize::from(game::SAUCERS));
        assert_eq!(count(&play, "Bullet") + count(&play, "Explosion"), 0);
        // The player fires constantly, uses the nuke once, and flies up and down in turns until the ship is hit.
        play.press(Key::Space);
        play.steps(150);
        press(&mut play, Key::Enter);
        let mut moves = [Key::W, Key::S].into_iter().cycle();
        while !reach(&mut play, "GameOver", 25) {
            assert!(play.core().step_number() < 20_000);
            play.release(Key::W);
            play.release(Key::S);
            play.press(moves.next().unwrap());
        }
        play.release(Key::Space);
        play.steps(40);
        let points = value(&play, "Points");
        assert!(points > 10, "round {round}: {points} points");
        assert!(play.shows("made"), "{}", play.text());
        best = best.max(points);
        press(&mut play, Key::Enter);
        assert!(reach(&mut play, "Title", 2));
        // The stars and the planet stay the same objects.
        assert_eq!([play.all("Star"), play.all("Planet")], sky);
        play.step();
    }
    press(&mut play, Key::Q);
    assert!(play.is_over());
}

#[test]
fn the_time_on_the_start_screen_does_not_affect_the_first_round() {
    let swarm = |wait: u32| {
        let mut play = at_the_start_screen(3);
        play.steps(wait);
        press(&mut play, Key::P);
        assert!(reach(&mut play, "Hero", 2));
        play.steps(50);
        let saucers = play.all("Saucer").into_iter();
        let places: Vec<_> = saucers
            .map(|id| play.world().object(id).map(|object| object.position()))
            .collect();
        places
    };
    assert_eq!(swarm(0), swarm(1000));
}

#[test]
fn the_pointer_is_visible_except_in_play_where_the_reticle_replaces_it() {
    let mut play = at_the_start_screen(1);
    let pointer = |play: &mut Play| play.take_window_requests().pop();
    assert_eq!(pointer(&mut play), Some(WindowRequest::CursorVisible(true)));
    play.point_at(vec2(30.0, 20.0));
    press(&mut play, Key::P);
    play.step();
    assert_eq!(
        pointer(&mut play),
        Some(WindowRequest::CursorVisible(false))
    );
    assert_eq!(place(&play, "Reticle"), vec2(30.0, 20.0));
    assert_eq!(
        play.world()
            .object(play.only("Reticle"))
            .map(|object| object.is_visible()),
        Some(true)
    );
    press(&mut play, Key::Escape);
    play.step();
    assert_eq!(pointer(&mut play), Some(WindowRequest::CursorVisible(true)));
}

#[test]
fn a_press_of_space_fires_one_bullet_straight_on() {
    let mut play = empty_sky();
    press(&mut play, Key::Space);
    let from = place(&play, "Bullet");
    play.steps(5);
    assert_eq!(count(&play, "Bullet"), 1);
    assert_eq!(place(&play, "Bullet") - from, vec2(10.0, 0.0));
}

#[test]
fn holding_space_fires_at_a_limited_rate() {
    let mut play = empty_sky();
    let mut fired = Vec::new();
    play.press(Key::Space);
    play.step();
    for number in 0..25u32 {
        if count(&play, "Bullet") > fired.len() {
            fired.push(number);
        }
        play.step();
    }
    assert_eq!(fired, [0, 8, 16, 24]);
}

#[test]
fn bullets_fly_towards_the_mouse_and_end_outside() {
    let mut play = empty_sky();
    let target = vec2(60.0, 5.0);
    play.point_at(target);
    play.step();
    assert_eq!(place(&play, "Reticle"), target);
    press(&mut play, Key::Space);
    let nearest = (0..60)
        .map(|_| {
            play.steps(1);
            let bullet = play.all("Bullet").first().copied();
            bullet.map_or(f32::MAX, |id| {
                play.world()
                    .object(id)
                    .map(|object| object.position())
                    .unwrap()
                    .distance(target)
            })
        })
        .fold(f32::MAX, f32::min);
    assert!(nearest < 1.0, "{nearest}");
    assert_eq!(count(&play, "Bullet"), 0);
}

#[test]
fn keys_move_the_ship_within_the_arena_at_a_limited_rate() {
    let mut play = empty_sky();
    play.press(Key::W);
    play.step();
    let mut from = place(&play, "Hero").y;
    for _ in 0..60 {
        play.step();
        let y = place(&play, "Hero").y;
        assert!((-0.001..=0.5).contains(&(from - y)));
        from = y;
    }
    assert!((from - 4.5).abs() < 0.001);
    play.release(Key::W);
    play.press(Key::Down);
    play.steps(60);
    assert!((place(&play, "Hero").y - 22.5).abs() < 0.001);
}

#[test]
fn a_hit_gives_ten_points_an_explosion_and_a_new_saucer() {
    let mut play = empty_sky();
    let hero = place(&play, "Hero");
    let saucer = put_saucer(&mut play, hero + vec2(20.0, 0.0));
    press(&mut play, Key::Space);
    while play.world().contains(saucer) {
        assert_eq!(count(&play, "Explosion"), 0);
        play.steps(1);
    }
    assert_eq!(value(&play, "Points"), 10);
    assert_eq!((count(&play, "Explosion"), count(&play, "Bullet")), (1, 0));
    assert_eq!(count(&play, "Saucer"), 1);
    assert!(place(&play, "Saucer").x > 80.0);
    play.steps(30);
    assert_eq!(count(&play, "Explosion"), 0);
}

#[test]
fn the_nuke_clears_the_sky_once() {
    let mut play = empty_sky();
    let seen: Vec<_> = [(30.0, 5.0), (60.0, 20.0), (78.0, 12.0)]
        .map(|(x, y)| put_saucer(&mut play, vec2(x, y)))
        .into();
    let waiting = put_saucer(&mut play, vec2(90.0, 10.0));
    press(&mut play, Key::Enter);
    assert_eq!(value(&play, "Nukes"), 0);
    play.steps(20);
    assert!(seen.iter().all(|&id| !play.world().contains(id)));
    assert!(play.world().contains(waiting));
    assert_eq!(value(&play, "Points"), 30);
    let another = put_saucer(&mut play, vec2(40.0, 5.0));
    press(&mut play, Key::Enter);
    play.steps(20);
    assert!(play.world().contains(another));
    assert_eq!(value(&play, "Nukes"), 0);
}

#[test]
fn every_30_steps_give_a_point() {
    let mut play = empty_sky();
    let points = |world: &World| world.hud.value("Points");
    assert!(play.step_until(30, |world| points(world) == Some(1)));
    play.steps(29);
    assert_eq!(value(&play, "Points"), 1);
    play.step();
    assert_eq!(value(&play, "Points"), 2);
}

#[test]
fn a_saucer_that_leaves_on_the_left_returns_on_the_right() {
    let mut play = empty_sky();
    let saucer = put_saucer(&mut play, vec2(-3.0, 20.0));
    play.context()
        .object_mut(saucer)
        .unwrap()
        .set_velocity(vec2(-0.5, 0.0));
    let x = |play: &Play| {
        play.world()
            .object(saucer)
            .map(|object| object.position())
            .unwrap()
            .x
    };
    play.steps(2);
    assert_eq!(x(&play), -4.0);
    play.steps(1);
    let from = x(&play);
    assert!(from >= 84.5, "{from}");
    play.steps(10);
    assert!(x(&play) < from);
}

#[test]
fn a_crash_is_the_end_and_time_brings_no_more_points() {
    let mut play = crashed();
    assert_eq!((count(&play, "Hero"), count(&play, "Reticle")), (0, 0));
    assert_eq!(count(&play, "GameOver"), 1);
    let points = value(&play, "Points");
    play.steps(90);
    assert_eq!(value(&play, "Points"), points);
}

#[test]
fn after_the_end_any_key_or_button_leads_to_the_start_screen() {
    let presses: [fn(&mut Play); 4] = [
        |play| play.tap(Key::P),
        |play| play.tap(Key::Escape),
        |play| play.tap(Key::Space),
        |play| play.click_at(vec2(3.0, 3.0)),
    ];
    for press in presses {
        let mut play = crashed();
        // Shortly after the crash, a press does not skip the end, because the player may still be firing.
        play.steps(10);
        press(&mut play);
        play.steps(25);
        assert_eq!(count(&play, "GameOver"), 1);
        press(&mut play);
        assert!(reach(&mut play, "Title", 2));
        assert!(!play.is_over());
    }
}

#[test]
fn after_the_end_the_start_screen_comes_by_itself() {
    let mut play = crashed();
    play.press(Key::Space);
    assert!(reach(&mut play, "Title", 260));
}

#[test]
fn the_number_of_stars_stays_constant() {
    let mut play = empty_sky();
    let before = count(&play, "Star");
    play.steps(900);
    assert_eq!(count(&play, "Star"), before);
    let sky = play.world().camera.view().expanded(1.0);
    for star in play.all("Star") {
        assert!(
            sky.contains(
                play.world()
                    .object(star)
                    .map(|object| object.position())
                    .unwrap()
            )
        );
    }
}

#[test]
fn farther_stars_are_slower_darker_and_drawn_behind_nearer_ones() {
    let play = empty_sky();
    let world = play.world();
    let mut depths: Vec<(f32, u32, u16)> = Vec::new();
    for star in play.all("Star") {
        let star = world.object(star).unwrap();
        let tint = star.tint();
        let light = u32::from(tint.r) + u32::from(tint.g) + u32::from(tint.b);
        let depth = (-star.velocity().x, light, star.altitude());
        assert_eq!(star.velocity().y, 0.0);
        if !depths.contains(&depth) {
            depths.push(depth);
        }
    }
    depths.sort_by(|one, two| one.0.total_cmp(&two.0));
    assert_eq!(depths.len(), 3, "{depths:?}");
    for pair in depths.windows(2) {
        assert!(pair[0].0 * 2.0 < pair[1].0, "{depths:?}");
        assert!(
            pair[0].1 < pair[1].1 && pair[0].2 <= pair[1].2,
            "{depths:?}"
        );
    }
    assert!(depths[0].2 < depths[2].2, "{depths:?}");
}
