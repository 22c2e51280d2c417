//! Time of a lit frame of the software backend: the platformer's first level at 640 × 360 with 100 lights, half of them
//! moving. Prints the median of 60 frames.
//!
//! `cargo bench -p damselfly-benches --no-default-features --bench lights`. The time includes the copy of the picture.

#[expect(dead_code, reason = "its own `main`")]
#[path = "../examples/platformer/main.rs"]
mod game;

use std::hint::black_box;
use std::time::Instant;

use damselfly::app::{App, Harness, Options};
use damselfly::prelude::*;
use damselfly::scene::{GroupLook, Light, LightMap, Resolution};
use damselfly::world::LightId;

const LIGHTS: u8 = 100;
const FRAMES: usize = 60;

/// Maximum median of 100 lights of a radius of 96 pixels with hard shadows, in milliseconds on two cores.
const BUDGET: f64 = 8.0;

/// A game with lights.
struct LitGame {
    play: Harness<'static>,
    lights: Vec<(ObjectId, LightId)>,
    frame: f32,
}

impl LitGame {
    fn new() -> Result<Self, Error> {
        let options = Options {
            seed: Some(1),
            ..Options::default()
        };
        let maps = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/platformer");
        let app = game::app(App::new("Platformer", options)).asset_root(maps);
        let mut play = Harness::start(app, game::start)?;
        play.tap(Key::Space);
        play.steps(10);
        let ground = play.only("Ground");
        let mut cx = play.context();
        cx.set_group("lit", 0..=5_u16, GroupLook::default());
        cx.lights.set_shadow(ground, true);
        let lights = (0..LIGHTS).map(|number| {
            let lamp = cx.spawn(Object::new("Lamp").spectral());
            let hue = number.wrapping_mul(67);
            let color = Color::rgb(255 - hue / 2, 180, 120 + hue / 2);
            let light = Light {
                color,
                ..Light::default()
            };
            (lamp, cx.lights.attach(lamp, light))
        });
        let lights = lights.collect();
        let mut lit = Self {
            play,
            lights,
            frame: 0.0,
        };
        lit.advance();
        Ok(lit)
    }

    /// Moves half of the lights.
    fn advance(&mut self) {
        let view = self.play.world().camera.view();
        self.frame += 1.0;
        let mut cx = self.play.context();
        for (number, &(lamp, _)) in (0_u8..).zip(&self.lights) {
            let [column, row] = [number % 10, number / 10].map(f32::from);
            let moved = f32::from(number % 2) * self.frame * 0.37;
            let at = view.size() * vec2(column + 0.5, row + 0.5) / 10.0;
            let at = view.min + (at + vec2(moved, moved * 0.3)) % view.size();
            if let Some(mut lamp) = cx.object_mut(lamp) {
                lamp.set_position(at);
            }
        }
    }

    /// Returns the median time of a frame, in milliseconds.
    fn median(&mut self, map: Option<LightMap>, light: Option<Light>) -> f64 {
        let mut cx = self.play.context();
        match map {
            Some(map) => {
                cx.set_group("lit", 0..=5_u16, GroupLook::default());
                cx.light_group("lit", Some(map));
            }
            None => drop(cx.remove_group("lit")),
        }
        for &(_, id) in &self.lights {
            cx.lights.change(id, |of_it| {
                let off = Light {
                    energy: 0.0,
                    ..Light::default()
                };
                *of_it = Light {
                    color: of_it.color,
                    ..light.unwrap_or(off)
                };
            });
        }
        let mut times = [0.0; FRAMES];
        for time in &mut times {
            self.advance();
            // The values of lights are smoothed from the last step.
            self.play.step();
            let start = Instant::now();
            black_box(self.play.image());
            *time = start.elapsed().as_secs_f64() * 1e3;
        }
        times.sort_by(f64::total_cmp);
        times[FRAMES / 2]
    }
}

#[expect(clippy::print_stdout, reason = "it is what this is for")]
fn main() -> Result<(), Error> {
    if std::env::args().any(|argument| argument == "--test" || argument == "--list") {
        return Ok(());
    }
    let mut lit = LitGame::new()?;
    let half = LightMap::default();
    let full = LightMap {
        resolution: Resolution::Full,
        ..half
    };
    // A world unit is two pixels.
    let plain = Light {
        radius: 48.0,
        ..Light::default()
    };
    let hard = Light {
        shadows: true,
        ..plain
    };
    let soft = Light {
        source: 3.0,
        ..hard
    };
    let wide = Light {
        radius: 160.0,
        ..hard
    };
    println!("{:<44} {:>8}", "100 lights, 640 x 360", "ms");
    let mut row = |name: &str, map, light| {
        let time = lit.median(map, light);
        println!("{name:<44} {time:>8.2}");
        time
    };
    row("no light map", None, None);
    row("a light map, no lights", Some(half), None);
    row("no shadows", Some(half), Some(plain));
    let time = row("hard shadows", Some(half), Some(hard));
    row("hard shadows, full resolution", Some(full), Some(hard));
    row("soft shadows", Some(half), Some(soft));
    row("hard shadows, radius of 320 pixels", Some(half), Some(wide));
    let verdict = if time <= BUDGET { "within" } else { "above" };
    println!("hard shadows: {verdict} the budget of {BUDGET} ms");
    Ok(())
}
