//! The rules of Saucer Shoot, played without a window.

#![expect(clippy::unwrap_used, reason = "a test may stop where it fails")]

#[path = "../examples/saucer_shoot/game.rs"]
mod game;

use core::time::Duration;

use damselfly::ObjectId;
use damselfly::assets::{AssetSettings, Assets};
use damselfly::glam::{Vec2, vec2};
use damselfly::input::{InputEvent, Key};
use damselfly::time::StepRate;
use damselfly::world::{Core, CoreSettings};

/// The game after its start, before its first step.
fn new_game(seed: u64) -> Core {
    let settings = CoreSettings {
        seed,
        rate: StepRate::THIRTY,
        ..CoreSettings::default()
    };
    let mut core = Core::new(&settings, Assets::new(AssetSettings::default()));
    game::start(&mut core.context()).unwrap();
    core
}

/// The game without the saucers, so that nothing happens that a test does not ask for.
fn empty_sky() -> Core {
    let mut core = new_game(1);
    for saucer in all(&core, "Saucer") {
        core.world.remove(saucer);
    }
    step(&mut core, &[]);
    core
}

fn step(core: &mut Core, events: &[InputEvent]) {
    core.step(1.0, Duration::ZERO, events);
}

fn steps(core: &mut Core, count: u32) {
    for _ in 0..count {
        step(core, &[]);
    }
}

fn press(core: &mut Core, key: Key) {
    step(core, &[InputEvent::press(key), InputEvent::release(key)]);
}

fn all(core: &Core, kind: &'static str) -> Vec<ObjectId> {
    game::all(&core.world, kind).collect()
}

fn count(core: &Core, kind: &'static str) -> usize {
    all(core, kind).len()
}

fn place(core: &Core, kind: &'static str) -> Vec2 {
    core.world.position(all(core, kind)[0]).unwrap()
}

fn value(core: &Core, label: &str) -> i64 {
    core.world.view_value(label).unwrap()
}

/// A saucer that stands still at a place.
fn put_saucer(core: &mut Core, at: Vec2) -> ObjectId {
    let before = all(core, "Saucer");
    game::spawn_saucer(&mut core.context());
    let is_new = |id: &ObjectId| !before.contains(id);
    let saucer = all(core, "Saucer").into_iter().find(is_new).unwrap();
    core.world.set_position(saucer, at);
    core.world.set_velocity(saucer, Vec2::ZERO);
    saucer
}

/// The game over, after a crash.
fn crashed() -> Core {
    let mut core = empty_sky();
    let saucer = put_saucer(&mut core, place(&empty_sky(), "Hero") + vec2(9.0, 0.0));
    core.world.set_velocity(saucer, vec2(-0.7, 0.0));
    steps(&mut core, 20);
    core
}

#[test]
fn a_press_of_space_fires_one_bullet_straight_on() {
    let mut core = empty_sky();
    press(&mut core, Key::Space);
    let from = place(&core, "Bullet");
    steps(&mut core, 5);
    assert_eq!(count(&core, "Bullet"), 1);
    assert_eq!(place(&core, "Bullet") - from, vec2(10.0, 0.0));
}

#[test]
fn holding_space_fires_at_a_limited_rate() {
    let mut core = empty_sky();
    let mut fired = Vec::new();
    step(&mut core, &[InputEvent::press(Key::Space)]);
    for number in 0..25u32 {
        if count(&core, "Bullet") > fired.len() {
            fired.push(number);
        }
        step(&mut core, &[]);
    }
    assert_eq!(fired, [0, 8, 16, 24]);
}

#[test]
fn bullets_fly_towards_the_mouse_and_end_outside() {
    let mut core = empty_sky();
    let target = vec2(60.0, 5.0);
    step(&mut core, &[InputEvent::MouseMoved { position: target }]);
    assert_eq!(place(&core, "Reticle"), target);
    press(&mut core, Key::Space);
    let nearest = (0..60)
        .map(|_| {
            steps(&mut core, 1);
            let bullet = all(&core, "Bullet").first().copied();
            bullet.map_or(f32::MAX, |id| {
                core.world.position(id).unwrap().distance(target)
            })
        })
        .fold(f32::MAX, f32::min);
    assert!(nearest < 1.0, "{nearest}");
    assert_eq!(count(&core, "Bullet"), 0);
}

#[test]
fn keys_move_the_ship_within_the_arena_at_a_limited_rate() {
    let mut core = empty_sky();
    step(&mut core, &[InputEvent::press(Key::W)]);
    let mut from = place(&core, "Hero").y;
    for _ in 0..60 {
        step(&mut core, &[]);
        let y = place(&core, "Hero").y;
        assert!((-0.001..=0.5).contains(&(from - y)));
        from = y;
    }
    assert!((from - 4.5).abs() < 0.001);
    step(
        &mut core,
        &[InputEvent::release(Key::W), InputEvent::press(Key::Down)],
    );
    steps(&mut core, 60);
    assert!((place(&core, "Hero").y - 22.5).abs() < 0.001);
}

#[test]
fn a_hit_gives_ten_points_an_explosion_and_a_new_saucer() {
    let mut core = empty_sky();
    let hero = place(&core, "Hero");
    let saucer = put_saucer(&mut core, hero + vec2(20.0, 0.0));
    press(&mut core, Key::Space);
    while core.world.contains(saucer) {
        assert_eq!(count(&core, "Explosion"), 0);
        steps(&mut core, 1);
    }
    assert_eq!(value(&core, "Points"), 10);
    assert_eq!((count(&core, "Explosion"), count(&core, "Bullet")), (1, 0));
    assert_eq!(count(&core, "Saucer"), 1);
    assert!(place(&core, "Saucer").x > 80.0);
    steps(&mut core, 30);
    assert_eq!(count(&core, "Explosion"), 0);
}

#[test]
fn the_nuke_clears_the_sky_once() {
    let mut core = empty_sky();
    let seen: Vec<_> = [(30.0, 5.0), (60.0, 20.0), (78.0, 12.0)]
        .map(|(x, y)| put_saucer(&mut core, vec2(x, y)))
        .into();
    let waiting = put_saucer(&mut core, vec2(90.0, 10.0));
    press(&mut core, Key::Enter);
    assert_eq!(value(&core, "Nukes"), 0);
    steps(&mut core, 20);
    assert!(seen.iter().all(|&id| !core.world.contains(id)));
    assert!(core.world.contains(waiting));
    assert_eq!(value(&core, "Points"), 30);
    let another = put_saucer(&mut core, vec2(40.0, 5.0));
    press(&mut core, Key::Enter);
    steps(&mut core, 20);
    assert!(core.world.contains(another));
    assert_eq!(value(&core, "Nukes"), 0);
}

#[test]
fn every_30_steps_give_a_point() {
    let mut core = empty_sky();
    steps(&mut core, 28);
    assert_eq!(value(&core, "Points"), 0);
    steps(&mut core, 1);
    assert_eq!(value(&core, "Points"), 1);
    steps(&mut core, 60);
    assert_eq!(value(&core, "Points"), 3);
}

#[test]
fn a_saucer_that_leaves_on_the_left_returns_on_the_right() {
    let mut core = empty_sky();
    let saucer = put_saucer(&mut core, vec2(-3.0, 20.0));
    core.world.set_velocity(saucer, vec2(-0.5, 0.0));
    let x = |core: &Core| core.world.position(saucer).unwrap().x;
    steps(&mut core, 2);
    assert_eq!(x(&core), -4.0);
    steps(&mut core, 1);
    let from = x(&core);
    assert!(from >= 84.5, "{from}");
    steps(&mut core, 10);
    assert!(x(&core) < from);
}

#[test]
fn a_crash_is_the_end_and_time_brings_no_more_points() {
    let mut core = crashed();
    assert_eq!((count(&core, "Hero"), count(&core, "Reticle")), (0, 0));
    assert_eq!(count(&core, "GameOver"), 1);
    let points = value(&core, "Points");
    steps(&mut core, 90);
    assert_eq!(value(&core, "Points"), points);
}

#[test]
fn after_the_end_p_plays_again_from_no_points() {
    let mut core = crashed();
    press(&mut core, Key::Enter);
    press(&mut core, Key::P);
    assert_eq!((count(&core, "Hero"), count(&core, "GameOver")), (1, 0));
    assert_eq!(count(&core, "Saucer"), game::SAUCERS);
    assert_eq!((value(&core, "Points"), value(&core, "Nukes")), (0, 1));
    assert!(!core.requests.stop);
}

#[test]
fn after_the_end_q_and_escape_quit() {
    for key in [Key::Q, Key::Escape] {
        let mut core = crashed();
        press(&mut core, key);
        assert!(core.requests.stop, "{key}");
    }
}

#[test]
fn the_stars_never_run_out() {
    let mut core = empty_sky();
    let before = count(&core, "Star");
    steps(&mut core, 900);
    assert_eq!(count(&core, "Star"), before);
    let sky = core.world.camera.view().expanded(1.0);
    for star in all(&core, "Star") {
        assert!(sky.contains(core.world.position(star).unwrap()));
    }
}

/// Plays the built-in demonstration. Answers the points and the checksum after each 100 steps.
fn play_demo(seed: u64, count: u64) -> (Core, Vec<u64>) {
    let mut core = new_game(seed);
    let mut sums = Vec::new();
    for number in 1..=count {
        let events = game::demo(number, &core.world);
        step(&mut core, &events);
        if number % 100 == 0 {
            sums.push(core.checksum());
        }
    }
    (core, sums)
}

#[test]
fn the_same_seed_and_demonstration_give_the_same_run() {
    let (_, sums) = play_demo(7, 600);
    assert_eq!(play_demo(7, 600).1, sums);
    assert_ne!(play_demo(8, 600).1, sums);
}

#[test]
fn the_demonstration_plays_well() {
    for seed in 0..10 {
        let (core, _) = play_demo(seed, 600);
        let points = value(&core, "Points");
        assert!(points >= 150, "seed {seed}: {points} points");
        assert_eq!(count(&core, "Hero"), 1, "seed {seed}: crashed");
        assert_eq!(core.world.refusals(), 0);
        // What glows is gone after a moment: nothing piles up.
        assert!(core.world.len() < 400, "{} objects", core.world.len());
    }
}

/// The checksum of 600 steps of the demonstration with seed 1. It is the same in debug and release, on every
/// machine, and however it is drawn. It changes with the rules of the game, and with those of the engine: the
/// CHANGELOG then says why.
const GOLDEN: u64 = 0xe3e3_ffd2_d443_96d4;

#[test]
fn six_hundred_steps_are_the_same_bits_everywhere() {
    let mut core = new_game(1);
    for number in 1..=600 {
        let events = game::demo(number, &core.world);
        step(&mut core, &events);
    }
    assert_eq!(core.checksum(), GOLDEN, "{:016x}", core.checksum());
}
