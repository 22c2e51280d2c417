//! The example `lights`, without a window.

#![expect(clippy::unwrap_used, reason = "a test may stop where it fails")]

#[expect(dead_code, reason = "its own `main`")]
#[path = "../../examples/lights/main.rs"]
mod game;

use damselfly::app::{App, Harness, Options};
use damselfly::prelude::*;
use damselfly::scene::Resolution;

type Play = Harness<'static>;

fn opened() -> Play {
    let app = App::new("Lights", Options::default()).pixels(640, 360);
    let mut play = Harness::start(app, game::start).unwrap();
    play.step();
    play
}

fn watchman(play: &Play) -> Vec2 {
    let id = play.only("Watchman");
    play.world().object(id).unwrap().position()
}

/// Returns the brightness of a pixel: the sum of its channels.
fn brightness(play: &mut Play, at: [u32; 2]) -> u32 {
    let pixel = play.image().get(at[0], at[1]).unwrap();
    [pixel.r, pixel.g, pixel.b].map(u32::from).into_iter().sum()
}

#[test]
fn the_watchman_walks_and_stops_at_walls() {
    let mut play = opened();
    let from = watchman(&play);
    play.press(Key::A);
    play.steps(20);
    assert!(watchman(&play).x < from.x - 20.0);
    play.steps(200);
    // The wall is 20 pixels thick, and the watchman has a radius of 6.
    assert!(
        (watchman(&play).x - 26.0).abs() < 0.1,
        "{}",
        watchman(&play)
    );
}

#[test]
fn the_lantern_lights_what_the_mouse_aims_at() {
    let mut play = opened();
    // The floor of the next room is seen through its door, away from all other lights.
    let [lit, dark] = [vec2(130.0, 240.0), vec2(130.0, 40.0)];
    let mut aimed = |at: Vec2| {
        play.input(InputEvent::MouseMoved { position: at });
        play.steps(40);
        brightness(&mut play, [130, 225])
    };
    let (there, elsewhere) = (aimed(lit), aimed(dark));
    assert!(there > elsewhere + 100, "{there} {elsewhere}");
}

#[test]
fn keys_change_shadows_resolution_moon_and_lantern() {
    let mut play = opened();
    let map = |play: &Play| play.world().scene().groups()[0].light().unwrap();
    let sources = |play: &Play| -> Vec<f32> {
        let world = play.world();
        let owners = world.of_kind("Torch").chain(world.of_kind("Watchman"));
        let lights = owners.flat_map(|owner| world.lights.of(owner));
        lights
            .map(|light| world.lights.get(light).unwrap().source)
            .collect()
    };
    assert!(sources(&play).iter().any(|source| *source > 0.0));
    tap(&mut play, Key::Digit1);
    assert!(sources(&play).iter().all(|source| *source == 0.0));
    assert_eq!(map(&play).resolution, Resolution::Half);
    tap(&mut play, Key::Digit2);
    assert_eq!(map(&play).resolution, Resolution::Quarter);
    let night = map(&play).ambient;
    tap(&mut play, Key::Digit3);
    assert!(map(&play).ambient.r > night.r);
    tap(&mut play, Key::Digit3);
    assert_eq!(map(&play).ambient, night);
    let lit = |play: &Play| {
        let world = play.world();
        let lights = world.lights.of(play.only("Watchman"));
        lights
            .filter(|light| world.lights.get(*light).unwrap().energy > 0.0)
            .count()
    };
    assert_eq!(lit(&play), 2);
    tap(&mut play, Key::Digit4);
    assert_eq!(lit(&play), 1);
}

fn tap(play: &mut Play, key: Key) {
    play.tap(key);
    play.step();
}

#[test]
fn the_demonstration_is_deterministic_and_stateless() {
    let mut play = opened().thorough();
    let mut rooms = Vec::new();
    while play.core().step_number() < 900 {
        let next = play.core().step_number() + 1;
        for event in game::demo(next, play.world()) {
            play.input(event);
        }
        play.step();
        if next % 100 == 0 {
            rooms.push((watchman(&play) / vec2(280.0, 200.0)).floor());
        }
    }
    rooms.dedup();
    assert!(rooms.len() > 4, "{rooms:?}");
    assert_eq!(play.world().refusals(), 0);
    assert_eq!(
        format!("{:016x}", play.core().checksum()),
        "259bb4e562a2e19f"
    );
}

#[test]
fn lights_runs_backwards_exactly() {
    crate::rewinding::there_and_back(opened(), game::demo, 300);
}
