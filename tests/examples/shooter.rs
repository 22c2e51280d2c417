//! The rules of the shooter, played without a window.

#![expect(clippy::unwrap_used, reason = "a test may stop where it fails")]

#[expect(dead_code, reason = "its own `main`")]
#[path = "../../examples/shooter/main.rs"]
mod game;

use damselfly::app::{App, Harness, Options};
use damselfly::prelude::*;
use game::{demo::demo, hero};

use crate::volume;

type Play = Harness<'static>;

const HORDE: usize = 2000;

fn opened() -> Play {
    let options = Options {
        seed: Some(1),
        ..Options::default()
    };
    let app = App::new("Shooter", options).pixels(640, 360);
    Harness::start(app, game::start).unwrap()
}

/// Returns a game with one resting monster at this distance to the right of the hero. The others are far away.
fn alone_with_one(distance: f32) -> (Play, ObjectId) {
    let mut play = opened();
    let at = hero(play.world()).unwrap().position();
    let horde = play.all("Monster");
    for (number, &monster) in horde.iter().enumerate() {
        let mut context = play.context();
        let mut monster = context.object_mut(monster).unwrap();
        let far = vec2(9000.0 + number as f32, 9000.0);
        monster.set_position(if number == 0 {
            at + vec2(distance, 0.0)
        } else {
            far
        });
        monster.set_velocity(Vec2::ZERO);
    }
    play.step();
    (play, horde[0])
}

fn value(play: &Play, label: &str) -> i64 {
    play.world().hud.value(label).unwrap()
}

#[test]
fn a_game_starts_with_two_thousand_monsters_out_of_sight() {
    let play = opened();
    let view = play.world().camera.view();
    assert!(view.contains(hero(play.world()).unwrap().position()));
    let horde = play.all("Monster");
    assert_eq!(horde.len(), HORDE);
    let is_seen = |&id: &ObjectId| view.contains(play.world().object(id).unwrap().position());
    assert!(!horde.iter().any(is_seen));
}

#[test]
fn the_horde_comes_nearer() {
    let mut play = opened();
    let mean = |play: &Play| {
        let at = hero(play.world()).unwrap().position();
        let places = play.all("Monster").into_iter();
        let places = places.map(|id| play.world().object(id).unwrap().position());
        places.map(|place| place.distance(at)).sum::<f32>() / HORDE as f32
    };
    let before = mean(&play);
    play.steps(120);
    assert!(mean(&play) < before - 60.0, "{} {before}", mean(&play));
}

#[test]
fn the_hero_runs_equally_fast_in_all_directions_within_the_field() {
    let (mut play, _) = alone_with_one(9000.0);
    let start = hero(play.world()).unwrap().position();
    play.press(Key::D);
    play.press(Key::S);
    play.steps(10);
    let way = hero(play.world()).unwrap().position() - start;
    assert!(way.x > 20.0 && (way.x - way.y).abs() < 0.01, "{way}");
    assert!((way.length() - 30.0).abs() < 0.1, "{way}");
    play.steps(600);
    let field = play.world().camera.boundary();
    assert_eq!(
        hero(play.world()).unwrap().position(),
        field.max - 20.0,
        "in its corner"
    );
}

#[test]
fn a_shot_kills_what_it_meets_and_another_monster_comes() {
    let (mut play, monster) = alone_with_one(100.0);
    play.point_at(vec2(600.0, 180.0));
    play.press_button(MouseButton::Left);
    assert!(play.step_until(40, |world| !world.contains(monster)));
    assert_eq!(value(&play, "Score"), 10);
    assert_eq!(value(&play, "Health"), 100);
    assert_eq!(play.all("Monster").len(), HORDE);
    let sparks = play.world().scene().altitudes()[2].particles(1);
    assert!(sparks.is_some_and(|sparks| !sparks.is_empty()));
    // There are shots only while the button is held.
    play.release_button(MouseButton::Left);
    play.steps(60);
    assert!(play.all("Shot").is_empty());
}

#[test]
fn shots_hits_and_bites_are_heard() {
    let (mut play, monster) = alone_with_one(100.0);
    play.point_at(vec2(600.0, 180.0));
    play.press_button(MouseButton::Left);
    assert!(play.step_until(4, |world| world.of_kind("Shot").next().is_some()));
    assert_eq!(play.heard(), ["shot"]);
    assert!(play.step_until(40, |world| !world.contains(monster)));
    assert!(play.heard().contains(&"hit"));
    let (mut play, _) = alone_with_one(5.0);
    play.step();
    let started = play.world().sounds.iter().map(|sound| sound.label());
    assert!(started.collect::<Vec<_>>().contains(&"bite"));
}

#[test]
fn shots_fly_to_the_mouse() {
    let (mut play, monster) = alone_with_one(100.0);
    play.point_at(vec2(20.0, 180.0));
    play.press_button(MouseButton::Left);
    play.steps(30);
    assert!(play.world().contains(monster));
    assert_eq!(value(&play, "Score"), 0);
}

#[test]
fn a_touch_costs_a_tenth_of_the_health() {
    let (mut play, monster) = alone_with_one(5.0);
    play.steps(2);
    assert!(!play.world().contains(monster));
    assert_eq!((value(&play, "Health"), value(&play, "Score")), (90, 0));
    assert_eq!(play.all("Monster").len(), HORDE);
}

#[test]
fn the_last_health_ends_the_game_and_r_begins_another_one() {
    let (mut play, _) = alone_with_one(5.0);
    play.world_mut().hud.set("Health", 10);
    // Moves a monster onto the hero. Its bite takes the last health.
    let at = hero(play.world()).unwrap().position();
    let monster = play.all("Monster")[0];
    play.context().object_mut(monster).unwrap().set_position(at);
    play.steps(2);
    assert!(hero(play.world()).is_none() && play.all("Hero").is_empty());
    assert_eq!(value(&play, "Health"), 0);
    play.steps(60);
    assert!(hero(play.world()).is_none(), "it waits");
    volume::keys_change_it_and_the_display_shows_it(&mut play);
    play.tap(Key::R);
    play.steps(2);
    assert!(hero(play.world()).is_some());
    assert_eq!((value(&play, "Health"), value(&play, "Score")), (100, 0));
    assert_eq!(play.all("Monster").len(), HORDE);
    volume::keys_leave_it_alone(&mut play);
}

#[test]
fn the_demonstration_is_deterministic_and_stateless() {
    let mut play = opened().thorough();
    while play.core().step_number() < 300 {
        let next = play.core().step_number() + 1;
        for event in demo(next, play.world()) {
            play.input(event);
        }
        play.step();
    }
    assert!(value(&play, "Score") > 300);
    assert_eq!(
        format!("{:016x}", play.core().checksum()),
        "becd3e5547d168d9"
    );
}

#[test]
fn the_whole_game_is_shorter_than_231_lines() {
    let files = [
        include_str!("../../examples/shooter/main.rs"),
        include_str!("../../examples/shooter/art.rs"),
        include_str!("../../examples/shooter/demo.rs"),
        include_str!("../../examples/shooter/sounds.rs"),
    ];
    let lines = files.iter().flat_map(|text| text.lines()).map(str::trim);
    let code = lines.filter(|line| !line.is_empty() && !line.starts_with("//"));
    assert!(code.count() <= 230);
}

#[test]
fn shooter_runs_backwards_exactly() {
    crate::rewinding::there_and_back(opened(), demo, 300);
}
