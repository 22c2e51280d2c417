//! The example `survivors`, without a window.

#![expect(clippy::unwrap_used, reason = "a test may stop where it fails")]

#[expect(dead_code, reason = "its own `main`")]
#[path = "../../examples/survivors/main.rs"]
mod game;

use damselfly::app::{App, Harness, Options};
use damselfly::prelude::*;

type Play = Harness<'static>;

/// Returns the game with its title open.
fn opened() -> Play {
    let options = Options {
        seed: Some(1),
        ..Options::default()
    };
    let app = App::new("Survivors", options).pixels(640, 360).altitudes(6);
    let mut play = Harness::start(app, game::start).unwrap();
    play.steps(2);
    play
}

/// Returns the game at the start of a night.
fn begun() -> Play {
    let mut play = opened();
    tap(&mut play, Key::Enter);
    play
}

fn tap(play: &mut Play, key: Key) {
    play.tap(key);
    play.steps(2);
}

fn menu(play: &Play) -> Option<&str> {
    play.world().hud.open_menu_name()
}

fn wizard(play: &Play) -> Vec2 {
    let id = play.only("Wizard");
    play.world().object(id).unwrap().position()
}

/// Saves the image in the folder `DAMSELFLY_SURVIVORS_PNGS`, if that is set.
fn save(play: &mut Play, name: &str) {
    if let Some(folder) = std::env::var_os("DAMSELFLY_SURVIVORS_PNGS") {
        let path = std::path::Path::new(&folder).join(name);
        play.image().save(path).unwrap();
    }
}

/// Takes steps of the demonstration.
fn demonstrate(play: &mut Play, steps: u64) {
    let end = play.core().step_number() + steps;
    while play.core().step_number() < end {
        let next = play.core().step_number() + 1;
        for event in game::demo(next, play.world()) {
            play.input(event);
        }
        play.step();
    }
}

#[test]
fn the_night_waits_for_the_title() {
    let mut play = opened();
    assert_eq!(menu(&play), Some("title"));
    let from = wizard(&play);
    play.press(Key::D);
    play.steps(30);
    assert_eq!(wizard(&play), from);
    tap(&mut play, Key::Enter);
    assert_eq!(menu(&play), None);
    play.steps(30);
    assert!(wizard(&play).x > from.x + 30.0);
}

#[test]
fn the_pause_menu_stops_the_night_and_has_the_volume() {
    let mut play = begun();
    tap(&mut play, Key::Escape);
    assert_eq!(menu(&play), Some("pause"));
    save(&mut play, "pause.png");
    let from = wizard(&play);
    play.press(Key::D);
    play.steps(30);
    play.release(Key::D);
    assert_eq!(wizard(&play), from);
    tap(&mut play, Key::Down);
    tap(&mut play, Key::Enter);
    assert_eq!(menu(&play), Some("settings"));
    save(&mut play, "settings.png");
    tap(&mut play, Key::Left);
    let main = damselfly::sound::Bus::MAIN;
    assert_eq!(play.world().buses.target_volume(main), -3.0);
}

#[test]
fn bolts_beat_monsters_whose_gems_pay_for_lessons() {
    let mut play = begun();
    let is_lesson = |play: &Play| menu(play) == Some("lesson");
    for _ in 0..3000 {
        if is_lesson(&play) {
            break;
        }
        demonstrate(&mut play, 1);
    }
    assert!(is_lesson(&play), "{}", play.text());
    assert!(play.world().hud.value("Kills") >= Some(7));
    save(&mut play, "lesson.png");
}

#[test]
fn a_wizard_who_stands_still_falls() {
    let mut play = begun();
    for _ in 0..20_000 {
        if menu(&play) == Some("end") {
            break;
        }
        // Enter chooses each lesson.
        demonstrate_menus(&mut play);
    }
    assert_eq!(menu(&play), Some("end"));
    assert_eq!(play.world().hud.value("Health"), Some(0));
    assert!(play.all("Wizard").is_empty());
    save(&mut play, "end.png");
    play.release(Key::Enter);
    play.steps(5);
    tap(&mut play, Key::Enter);
    assert_eq!(menu(&play), None);
    assert_eq!(play.world().hud.value("Health"), Some(100));
    assert_eq!(play.all("Wizard").len(), 1);
}

/// Takes a step without walking. Menus are left by Enter.
fn demonstrate_menus(play: &mut Play) {
    if menu(play).is_some() {
        demonstrate(play, 1);
    } else {
        play.step();
    }
}

#[test]
fn the_demonstration_is_deterministic_and_stateless() {
    let mut play = opened().thorough();
    demonstrate(&mut play, 1200);
    assert_eq!(play.world().refusals(), 0);
    assert!(play.world().hud.value("Kills") > Some(10));
}

#[test]
fn survivors_runs_backwards_exactly() {
    crate::rewinding::there_and_back(opened(), game::demo, 400);
}
