//! The rules of the convoy, played without a window.

#![expect(clippy::unwrap_used, reason = "a test may stop where it fails")]

#[expect(dead_code, reason = "its own `main`")]
#[path = "../../examples/convoy/main.rs"]
mod game;

use damselfly::app::{App, Harness, Options};
use damselfly::prelude::*;
use game::demo::demo;
use game::freighter::{SHELLS, freighter};
use game::parts::{Burning, Heat, Hold, Hull, Magazine};
use game::raider::Raider;

type Play = Harness<'static>;

/// Returns a game that has loaded its images and asks for the ship's name.
fn asked() -> Play {
    let options = Options {
        seed: Some(3),
        ..Options::default()
    };
    let pictures = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/convoy");
    let app = App::new("Convoy", options).pixels(640, 360);
    let mut play = Harness::start(app.asset_root(pictures), game::start).unwrap();
    play.step();
    assert!(play.shows("Loading"), "{}", play.text());
    assert!(play.step_until(100_000, |world| world.hud.is_typing()));
    play
}

/// Returns a game with a freighter just launched.
fn launched() -> Play {
    let mut play = asked();
    play.type_text("Ann");
    play.tap(Key::Enter);
    play.step();
    play
}

fn ship(play: &Play) -> ObjectId {
    freighter(play.world()).unwrap().id()
}

fn guns(play: &Play) -> Vec<ObjectId> {
    play.world()
        .object(ship(play))
        .unwrap()
        .children()
        .collect()
}

/// Spawns a resting raider at this distance to the right of the freighter.
fn spawn_raider(play: &mut Play, distance: f32) -> ObjectId {
    let at = freighter(play.world()).unwrap().position();
    let mut cx = play.context();
    let sprite = cx.assets.sprite_named("raider");
    let raider = Object::new("Raider").sprite(sprite).soft().groups(2, 1);
    let raider = cx.spawn(raider.at(at + vec2(distance, 0.0)));
    cx.insert(raider, Hull(12));
    raider
}

#[test]
fn all_pictures_are_loaded_before_the_question() {
    let mut play = asked();
    let assets = &*play.context().assets;
    let loaded = ["freighter", "raider"].map(|label| assets.find(label));
    assert!(loaded.iter().all(Option::is_some));
    assert!(play.shows("Name your ship:"), "{}", play.text());
}

#[test]
fn the_typed_name_launches_the_ship() {
    let play = launched();
    assert!(play.shows("Ann"), "{}", play.text());
    assert!(!play.shows("Name your ship:"));
    assert_eq!(guns(&play).len(), 3);
}

#[test]
fn an_empty_gun_is_loaded_from_the_hold() {
    let mut play = launched();
    let (ship, gun) = (ship(&play), guns(&play)[0]);
    play.context().get_mut::<Magazine>(gun).unwrap().0 = 0;
    play.steps(2);
    assert_eq!(play.world().get::<Magazine>(gun).unwrap().0, SHELLS);
    assert_eq!(play.world().get::<Hold>(ship).unwrap().0, 240 - SHELLS);
}

#[test]
fn an_empty_hold_loads_no_gun() {
    let mut play = launched();
    let (ship, gun) = (ship(&play), guns(&play)[0]);
    play.context().get_mut::<Hold>(ship).unwrap().0 = 5;
    play.context().get_mut::<Magazine>(gun).unwrap().0 = 0;
    play.steps(2);
    assert_eq!(play.world().get::<Magazine>(gun).unwrap().0, 5);
    assert_eq!(play.world().get::<Hold>(ship).unwrap().0, 0);
}

#[test]
fn hot_guns_cool_before_they_fire() {
    let mut play = launched();
    spawn_raider(&mut play, 200.0);
    for gun in guns(&play) {
        play.context().get_mut::<Heat>(gun).unwrap().0 = 2.0;
    }
    // The guns cool by 0.012 per step.
    play.steps(80);
    assert!(play.all("Shot").is_empty());
    assert!(play.step_until(60, |world| world.of_kind("Shot").next().is_some()));
}

#[test]
fn an_order_to_hold_fire_reaches_all_guns() {
    let mut play = launched();
    play.tap(Key::Space);
    play.step();
    spawn_raider(&mut play, 200.0);
    play.steps(100);
    assert!(play.all("Shot").is_empty());
    play.tap(Key::Space);
    assert!(play.step_until(60, |world| world.of_kind("Shot").count() >= 2));
}

#[test]
fn shots_burn_and_sink_a_raider() {
    let mut play = launched();
    let raider = spawn_raider(&mut play, 200.0);
    assert!(play.step_until(200, |world| world.has::<Burning>(raider)));
    assert!(play.step_until(200, |world| !world.contains(raider)));
    assert_eq!(play.world().hud.value("Raiders"), Some(1));
}

#[test]
fn guns_hits_and_wrecks_are_heard() {
    let mut play = launched();
    let raider = spawn_raider(&mut play, 200.0);
    let heard = |play: &mut Play, label: &str| {
        play.step_until(200, |world| {
            let mut started = world.sounds.started();
            started.any(|sound| sound.label() == label)
        })
    };
    assert!(heard(&mut play, "shot") && heard(&mut play, "hit"));
    assert!(heard(&mut play, "raider's end"));
    assert!(!play.world().contains(raider));
}

#[test]
fn a_shield_takes_three_hits_and_goes() {
    let mut play = launched();
    let ship = ship(&play);
    let at = freighter(play.world()).unwrap().position();
    game::freighter::raise_shield(ship, &mut play.context());
    let attached = play.world().attached(ship).count();
    for hits in 1..=4 {
        game::raider::spawn_bolt(at, Vec2::ZERO, &mut play.context());
        play.steps(2);
        let hull = play.world().get::<Hull>(ship).unwrap().0;
        assert_eq!(hull == 100, hits <= 3, "{hits}: {hull}");
    }
    assert!(play.world().attached(ship).count() < attached);
}

#[test]
fn a_lost_ship_ends_the_raid() {
    let mut play = launched();
    let (ship, guns) = (ship(&play), guns(&play));
    play.context().get_mut::<Hull>(ship).unwrap().0 = 0;
    assert!(play.step_until(10, |world| world.hud.is_typing()));
    assert!(guns.iter().all(|&gun| !play.world().contains(gun)));
    let raiders = play.world().behaviors::<Raider>().count();
    play.steps(120);
    assert!(play.world().behaviors::<Raider>().count() <= raiders);
}

#[test]
fn the_demonstration_is_deterministic_and_stateless() {
    let mut play = asked().thorough();
    let end = play.core().step_number() + 900;
    while play.core().step_number() < end {
        let next = play.core().step_number() + 1;
        for event in demo(next, play.world()) {
            play.input(event);
        }
        play.step();
    }
    assert!(play.shows("Calypso"), "{}", play.text());
    assert!(play.world().hud.value("Raiders") > Some(3));
}

#[test]
fn convoy_runs_backwards_exactly() {
    crate::rewinding::there_and_back(launched(), demo, 300);
}
