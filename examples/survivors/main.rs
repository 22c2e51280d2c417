//! Survivors: a wizard in a churchyard, a horde that grows until dawn, and spells that find their targets.
//!
//! Run `cargo run --release --example survivors`. `-- --demo` plays the demonstration, `-- --help` lists all options.
//!
//! Everything on the ground is a lit group: the lantern, the bolts and the wraiths shine. `run.rs` has the state of a
//! night, `hero.rs` the wizard, `horde.rs` the monsters, and `menu.rs` all menus.

mod art;
mod demo;
mod hero;
mod horde;
mod menu;
mod run;
mod sounds;

use damselfly::input::{PadButton, PadDirection};
use damselfly::prelude::*;
use damselfly::scene::{GroupLook, LightMap, SortBy};

pub(crate) use demo::demo;

/// Altitudes, from far to near. Figures are sorted by the y of their feet.
const GRASS: u16 = 0;
const GROUND_THINGS: u16 = 1;
const FIGURES: u16 = 2;
const FRONT: u16 = 3;

/// Collision groups.
const HERO: u32 = 1;
const HORDE: u32 = 2;
const BOLTS: u32 = 4;
const GEMS: u32 = 8;

/// Name of the group that is lit.
const YARD: &str = "yard";

/// The churchyard, in pixels.
pub(crate) const FIELD: Rect = Rect {
    min: Vec2::ZERO,
    max: Vec2::new(1600.0, 1200.0),
};

fn main() -> std::process::ExitCode {
    damselfly::app::main(|| {
        let about = "arrow keys or WASD run, Escape opens the menu";
        App::from_args_with("Survivors", about, &[])?
            .pixels(640, 360)
            .altitudes(6)
            .background(Color::BLACK)
            .mute_key(Key::M)
            .demo(demo)
            .run(start)
    })
}

/// Prepares images, sounds, keys and the display, and opens the title.
///
/// # Errors
/// The atlas is full.
pub(crate) fn start(cx: &mut Context<'_>) -> Result<(), Error> {
    art::load(cx.assets)?;
    sounds::load(cx)?;
    bind_keys(cx);
    cx.camera.set_boundary(FIELD);
    cx.altitude_settings_mut(FIGURES).sort = Some(SortBy::Base);
    cx.set_group(YARD, GRASS..=FIGURES, GroupLook::default());
    cx.light_group(YARD, Some(LightMap::default()));
    menu::add(cx);
    begin(cx);
    Ok(())
}

fn bind_keys(cx: &mut Context<'_>) {
    let ways = [
        (
            "left",
            [Key::Left, Key::A],
            PadDirection::LeftStickLeft,
            PadButton::DPadLeft,
        ),
        (
            "right",
            [Key::Right, Key::D],
            PadDirection::LeftStickRight,
            PadButton::DPadRight,
        ),
        (
            "up",
            [Key::Up, Key::W],
            PadDirection::LeftStickUp,
            PadButton::DPadUp,
        ),
        (
            "down",
            [Key::Down, Key::S],
            PadDirection::LeftStickDown,
            PadButton::DPadDown,
        ),
    ];
    for (action, keys, stick, pad) in ways {
        cx.actions.bind(action, keys);
        cx.actions.add(action, stick);
        cx.actions.add(action, pad);
    }
    cx.actions.bind("menu", [Key::Escape, Key::P]);
    cx.actions.add("menu", PadButton::Start);
}

/// Returns the description of an object of a kind. The label of its sprite is the kind.
fn object(kind: &'static str, at: Vec2, altitude: u16, cx: &Context<'_>) -> Object {
    let sprite = cx.assets.sprite_named(kind);
    Object::new(kind).sprite(sprite).at(at).altitude(altitude)
}

/// Begins a night in a new churchyard.
pub(crate) fn begin(cx: &mut Context<'_>) {
    cx.clear_level(1);
    cx.insert_resource(run::Night::default());
    cx.hud.set("Health", 100);
    cx.hud.set("Kills", 0);
    cx.hud.set("Time", "0:00");
    cx.hud.set("Lesson", 0);
    for number in 0..12 {
        let at = 200.0 + 400.0 * vec2((number % 4) as f32, (number / 4) as f32);
        cx.spawn(object("Grass", at, GRASS, cx).spectral());
    }
    for number in 0..70 {
        let kind = if number % 3 == 0 { "Tree" } else { "Stone" };
        let x = cx.random().range(30.0..1570.0);
        let y = cx.random().range(40.0..1190.0);
        let thing = cx.spawn(object(kind, vec2(x, y), FIGURES, cx).spectral());
        cx.lights.set_shadow(thing, kind == "Stone");
    }
    hero::Hero::add(FIELD.center(), cx);
    cx.spawn_with(Object::new("Spawner").spectral(), horde::Spawner);
    set_sky(0.0, cx);
}

/// Sets the light of the sky: dark blue at night, and brighter in the last fifth.
fn set_sky(passed: f32, cx: &mut Context<'_>) {
    let dawn = ((passed - 0.8) * 5.0).clamp(0.0, 1.0);
    let ambient = Color::hex(0x4c5488).lerp(Color::hex(0xffc9a0), dawn);
    if let Some(map) = cx.world.group_light_mut(YARD) {
        map.ambient = ambient;
    }
}

/// Returns the position of the living wizard.
fn hero_position(world: &World) -> Option<Vec2> {
    let hero = world.object(world.camera.followed()?)?;
    (!hero.is_being_removed()).then(|| hero.position())
}
