//! Asteroids: a ship, rocks that break into smaller ones, and a world without edges.
//!
//! Run `cargo run --release --example asteroids`. `-- --demo` plays the demonstration, `-- --help` lists all options.
//!
//! `referee.rs` has the rules, `ship.rs` and `rock.rs` the flying objects, `torus.rs` the world without edges,
//! `art.rs` draws the sprites, and `sounds.rs` has the sounds.

mod art;
pub(crate) mod demo;
pub(crate) mod referee;
pub(crate) mod rock;
pub(crate) mod ship;
mod sounds;
pub(crate) mod torus;
#[path = "../volume.rs"]
mod volume;

use damselfly::input::{ActionMap, PadButton, PadDirection};
use damselfly::prelude::*;
use damselfly::scene::Space;
use referee::Referee;

/// Altitudes, from far to near.
const STARS: u16 = 0;
const ROCKS: u16 = 1;
const FLIGHT: u16 = 2;
const FIRE: u16 = 3;
const SIGNS: u16 = 4;

/// Collision groups. Rocks pass through each other, and shots pass through the ship.
const ROCK: u32 = 1;
const OURS: u32 = 2;

pub(crate) const CENTER: Vec2 = vec2(320.0, 240.0);

fn main() -> std::process::ExitCode {
    damselfly::app::main(|| {
        let about = "arrows or a gamepad turn and thrust, Space fires, Escape quits";
        App::from_args_with("Asteroids", about, &[])?
            .pixels(640, 480)
            .background(Color::hex(0x06070d))
            .mute_key(Key::M)
            .demo(demo::demo)
            .run(start)
    })
}

/// Binds the actions to keys and to the controls of a gamepad.
fn bind_actions(actions: &mut ActionMap) {
    actions.bind("left", [Key::Left, Key::A]);
    actions.bind("right", [Key::Right, Key::D]);
    actions.bind("thrust", [Key::Up, Key::W]);
    actions.bind("fire", [Key::Space]);
    actions.bind("begin", [Key::Space]);
    actions.bind("leave", [Key::Escape]);
    actions.add("left", PadDirection::LeftStickLeft);
    actions.add("left", PadButton::DPadLeft);
    actions.add("right", PadDirection::LeftStickRight);
    actions.add("right", PadButton::DPadRight);
    actions.add("thrust", PadButton::RightTrigger);
    actions.add("thrust", PadButton::DPadUp);
    actions.add("fire", PadButton::South);
    actions.add("begin", PadButton::South);
    actions.add("begin", PadButton::Start);
    actions.add("leave", PadButton::Select);
}

/// Sets up the sky, and the title with some rocks behind it.
///
/// # Errors
/// Fails if the atlas has no room for the sprites, or if a sound has an invalid setting.
pub(crate) fn start(cx: &mut Context<'_>) -> Result<(), Error> {
    bind_actions(&mut cx.actions);
    let star = art::load(cx)?;
    sounds::load(cx.assets)?;
    for _ in 0..120 {
        let at = cx.random().point_in(torus::FIELD);
        let glow = cx.random().range(0.05..0.5);
        let star = Object::from(star)
            .at(at)
            .tint(Color::BLACK.lerp(Color::WHITE, glow));
        cx.spawn(star.altitude(STARS).spectral().persistent());
    }
    rock::spawn_wave(5, cx);
    // Signs are placed on the screen, so that they do not shake with the world.
    cx.altitude_settings_mut(SIGNS).space = Space::Screen;
    let referee = Object::new("Referee").altitude(SIGNS);
    cx.spawn_with(referee.spectral().persistent(), Referee::default());
    Ok(())
}
