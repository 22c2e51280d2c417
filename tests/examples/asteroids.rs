//! The rules of Asteroids, played without a window.

#![expect(clippy::unwrap_used, reason = "a test may stop where it fails")]

#[expect(dead_code, reason = "its own `main`")]
#[path = "../../examples/asteroids/main.rs"]
mod game;

use damselfly::app::{App, Harness, Options};
use damselfly::prelude::*;
use damselfly::world::BroadPhase;
use game::referee::Referee;
use game::ship::{SAFE, ship};
use game::{CENTER, rock};

use crate::volume;

type Play = Harness<'static>;

const SMALL: usize = 0;
const LARGE: usize = 2;

fn titled() -> Play {
    let options = Options {
        seed: Some(1),
        ..Options::default()
    };
    let app = App::new("Asteroids", options).pixels(640, 480);
    Harness::start(app, game::start).unwrap()
}

/// Returns a game whose ship can be hit, with one resting rock far away.
fn begun() -> Play {
    let mut play = titled();
    play.tap(Key::Space);
    play.step();
    for rock in play.all("Rock") {
        play.world_mut().remove(rock);
    }
    put_rock(&mut play, SMALL, vec2(60.0, 60.0));
    play.steps(SAFE + 1);
    play
}

/// Adds a resting rock.
fn put_rock(play: &mut Play, size: usize, at: Vec2) -> ObjectId {
    let mut cx = play.context();
    let id = rock::spawn(size, at, &mut cx).unwrap();
    let mut rock = cx.object_mut(id).unwrap();
    rock.set_velocity(Vec2::ZERO);
    rock.set_spin(0.0);
    id
}

fn put_ship(play: &mut Play, at: Vec2, angle: f32) {
    let id = play.only("Ship");
    let mut cx = play.context();
    let mut ship = cx.object_mut(id).unwrap();
    ship.set_position(at);
    ship.set_angle(angle);
    ship.set_velocity(Vec2::ZERO);
}

fn referee(play: &Play) -> Referee {
    let (_, referee) = play.world().behaviors::<Referee>().next().unwrap();
    referee.clone()
}

fn sizes(play: &Play) -> Vec<usize> {
    let rocks = play.world().behaviors::<rock::Rock>();
    let mut sizes: Vec<_> = rocks.map(|(_, rock)| rock.size).collect();
    sizes.sort_unstable();
    sizes
}

/// Adds a rock that overlaps the ship, so that the ship crashes unless it is safe.
fn crash(play: &mut Play) {
    let at = ship(play.world()).unwrap().position();
    put_rock(play, SMALL, at + vec2(8.0, 0.0));
    // Contacts are found when objects move, so the ship must fly for two steps.
    play.press(Key::Up);
    play.steps(2);
    play.release(Key::Up);
}

#[test]
fn space_on_the_title_starts_with_a_ship_and_four_rocks() {
    let mut play = titled();
    play.steps(2);
    assert!(play.shows("ASTEROIDS") && play.shows("Space begins"));
    assert_eq!((play.all("Ship").len(), play.all("Rock").len()), (0, 5));
    play.tap(Key::Space);
    play.steps(2);
    assert!(!play.shows("ASTEROIDS") && play.shows("00000"));
    assert_eq!((play.all("Ship").len(), sizes(&play)), (1, vec![LARGE; 4]));
    assert_eq!(referee(&play).reserve, 2);
}

#[test]
fn the_title_and_the_end_have_a_volume_and_the_game_has_none() {
    let mut play = titled();
    play.steps(2);
    volume::keys_change_it_and_the_display_shows_it(&mut play);
    play.tap(Key::Space);
    play.steps(2);
    volume::keys_leave_it_alone(&mut play);
    // The setting stays for the next menu.
    while !play.shows("GAME OVER") {
        crash(&mut play);
        play.steps(SAFE + 102);
    }
    assert!(play.shows("80%"), "{}", play.text());
    play.tap(Key::Minus);
    play.step();
    assert_eq!(play.heard(), ["click"]);
    assert!(play.shows("70%"), "{}", play.text());
}

#[test]
fn the_ship_turns_thrusts_with_a_flame_and_glides_on() {
    let mut play = begun();
    play.press(Key::Right);
    play.steps(20);
    play.release(Key::Right);
    play.step();
    let angle = ship(play.world()).unwrap().angle();
    let turned = math::angle_difference(-core::f32::consts::FRAC_PI_2, angle);
    assert!((turned - 1.5).abs() < 1e-3, "{turned}");
    play.press(Key::Up);
    play.steps(30);
    play.release(Key::Up);
    let flame = play.world().scene().altitudes()[3].particles(1);
    assert!(flame.is_some_and(|flame| flame.len() > 30));
    let (at, velocity) = (
        ship(play.world()).unwrap().position(),
        ship(play.world()).unwrap().velocity(),
    );
    assert!(velocity.dot(math::from_angle(angle)) > 3.0, "{velocity}");
    play.steps(10);
    let way = ship(play.world()).unwrap().position() - at;
    assert!((way - 10.0 * velocity).length() < 2.0, "{way} {velocity}");
}

#[test]
fn large_rocks_split_twice_and_small_ones_vanish() {
    let mut play = begun();
    for (before, after, points) in [
        (2, vec![SMALL, 1, 1], 20),
        (1, vec![SMALL, SMALL, SMALL], 70),
        (0, vec![SMALL], 170),
    ] {
        for rock in play.all("Rock").into_iter().skip(1) {
            play.world_mut().remove(rock);
        }
        put_ship(&mut play, CENTER, 0.0);
        let rock = put_rock(&mut play, before, CENTER + vec2(120.0, 0.0));
        play.tap(Key::Space);
        assert!(play.step_until(40, |world| !world.contains(rock)));
        play.step();
        assert_eq!(sizes(&play), after);
        assert_eq!(referee(&play).score, points);
        assert!(play.all("Shot").is_empty(), "it ends where it hits");
    }
    let dust = play.world().scene().altitudes()[3].particles(1);
    assert!(dust.is_some_and(|dust| !dust.is_empty()));
}

#[test]
fn a_fast_shot_does_not_tunnel_through_a_small_rock() {
    let mut play = begun();
    put_ship(&mut play, CENTER, 0.0);
    let rock = put_rock(&mut play, SMALL, CENTER + vec2(200.0, 0.0));
    play.tap(Key::Space);
    play.step();
    let shot = play.only("Shot");
    let mut cx = play.context();
    cx.object_mut(shot).unwrap().set_velocity(vec2(300.0, 0.0));
    play.step();
    assert!(!play.world().contains(rock));
}

#[test]
fn the_ship_is_its_outline_and_not_its_box() {
    let mut play = begun();
    put_ship(&mut play, CENTER, 0.0);
    play.step();
    let id = play.only("Ship");
    let is_ship = |offset: Vec2| play.world().space().at_point(CENTER + offset) == [id];
    assert!(is_ship(Vec2::ZERO) && is_ship(vec2(14.0, 0.0)) && is_ship(vec2(-10.0, 8.0)));
    // Tests the notch at the back, and the area next to the nose.
    assert!(!is_ship(vec2(-10.0, 0.0)) && !is_ship(vec2(10.0, 8.0)));
    // The ship is drawn in grey with a white outline.
    let picture = play.image();
    assert_eq!(picture.get(320, 240), Some(Color::hex(0x6a7078)));
    assert_eq!(
        picture.get(313, 240),
        Some(Color::WHITE),
        "the notch's corner"
    );
    assert_ne!(picture.get(310, 240), Some(Color::hex(0x6a7078)));
}

#[test]
fn objects_at_an_edge_are_drawn_and_hit_at_the_opposite_one() {
    let mut play = begun();
    let rock = put_rock(&mut play, LARGE, vec2(5.0, 240.0));
    put_ship(&mut play, vec2(629.0, 320.0), -core::f32::consts::FRAC_PI_2);
    play.step();
    let picture = play.image();
    let fill = picture.get(8, 240).unwrap();
    assert!(fill.r > 40, "{fill:?}");
    assert_eq!(picture.get(636, 240), Some(fill));
    play.tap(Key::Space);
    assert!(play.step_until(20, |world| !world.contains(rock)));
    // An object that leaves the view returns on the other side at the same speed.
    put_ship(&mut play, vec2(639.0, 100.0), 0.0);
    let id = play.only("Ship");
    let mut cx = play.context();
    cx.object_mut(id).unwrap().set_velocity(vec2(4.0, 0.0));
    play.steps(3);
    let at = ship(play.world()).unwrap().position();
    assert!((at.x - 11.0).abs() < 0.3 && at.y == 100.0, "{at}");
}

#[test]
fn a_new_ship_is_safe_for_a_while_and_blinks() {
    let mut play = titled();
    play.tap(Key::Space);
    play.step();
    let mut alphas = std::collections::BTreeSet::new();
    for _ in 0..40 {
        crash(&mut play);
        alphas.insert(ship(play.world()).unwrap().tint().a);
    }
    assert_eq!(alphas.len(), 2, "{alphas:?}");
    assert!(play.step_until(SAFE, |world| ship(world).is_none()));
}

#[test]
fn the_engine_is_heard_while_it_burns_and_small_rocks_break_higher() {
    let mut play = begun();
    play.press(Key::Up);
    play.step();
    assert_eq!(play.heard(), ["thrust"]);
    play.steps(30);
    assert_eq!(play.world().sounds.len(), 1);
    play.release(Key::Up);
    play.steps(12);
    assert!(play.world().sounds.is_empty());
    put_ship(&mut play, CENTER, 0.0);
    let rock = put_rock(&mut play, SMALL, CENTER + vec2(60.0, 0.0));
    play.tap(Key::Space);
    play.step();
    assert_eq!(play.heard(), ["shot"]);
    assert!(play.step_until(20, |world| !world.contains(rock)));
    assert_eq!(play.heard(), ["small break"]);
}

#[test]
fn three_ships_are_a_game_and_space_begins_another() {
    let mut play = begun();
    for reserve in [2, 1, 0] {
        assert_eq!(referee(&play).reserve, reserve);
        crash(&mut play);
        assert!(ship(play.world()).is_none());
        let fire = play.world().scene().altitudes()[3].particles(1);
        assert!(fire.is_some_and(|fire| fire.len() > 200));
        assert!(!play.shows("GAME OVER"));
        play.steps(101);
        if reserve > 0 {
            assert!(ship(play.world()).is_some(), "another one after a pause");
            play.steps(SAFE + 1);
        }
    }
    play.steps(200);
    assert!(play.shows("GAME OVER") && ship(play.world()).is_none());
    // A rock that the ship destroys by its crash scores points, too.
    assert_eq!(referee(&play).score, 300);
    play.tap(Key::Space);
    play.steps(2);
    assert!(!play.shows("GAME OVER") && ship(play.world()).is_some());
    assert_eq!((sizes(&play), referee(&play).score), (vec![LARGE; 4], 0));
}

#[test]
fn when_all_rocks_are_gone_a_larger_wave_comes() {
    let mut play = begun();
    for wave in [2, 3] {
        for rock in play.all("Rock") {
            play.world_mut().remove(rock);
        }
        play.steps(50);
        assert!(play.shows(&format!("Wave {wave}")));
        play.steps(60);
        assert_eq!(sizes(&play), vec![LARGE; wave + 3]);
        let at = ship(play.world()).unwrap().position();
        for rock in play.all("Rock") {
            let rock = play.world().object(rock).unwrap();
            assert!(game::torus::way(at, rock.position()).length() > 100.0);
        }
    }
}

#[test]
fn escape_quits() {
    let mut play = begun();
    play.tap(Key::Escape);
    play.step();
    assert!(play.is_over());
}

/// Returns the checksum of each step of a demonstration.
fn demonstration(mut play: Play, steps: u64) -> Vec<u64> {
    let mut checksums = Vec::new();
    while play.core().step_number() < steps {
        let next = play.core().step_number() + 1;
        for event in game::demo::demo(next, play.world()) {
            play.input(event);
        }
        play.step();
        checksums.push(play.core().checksum());
    }
    assert!(referee(&play).score > 1000, "{}", referee(&play).score);
    assert_eq!(play.world().refusals(), 0);
    checksums
}

#[test]
fn every_step_is_the_same_with_either_broad_phase() {
    let mut sorted = titled();
    sorted
        .world_mut()
        .set_broad_phase(BroadPhase::SweepAndPrune);
    assert!(demonstration(titled(), 1500) == demonstration(sorted, 1500));
}

#[test]
fn the_demonstration_is_deterministic_and_stateless() {
    let checksums = demonstration(titled().thorough(), 600);
    assert_eq!(format!("{:016x}", checksums[599]), "908c28641d8adfa7");
}

#[test]
fn asteroids_runs_backwards_exactly() {
    crate::rewinding::there_and_back(titled(), game::demo::demo, 300);
}
