//! A platformer: two levels to run and jump through, with coins, walkers, moving platforms and checkpoints.
//!
//! Run `cargo run --release --example platformer`. `-- --demo` plays the demonstration, `-- --help` lists all options.
//!
//! `level1.tmx` and `level2.tmx` are the levels, maps of the editor Tiled, and `level.rs` reads them. `hero.rs` moves
//! the hero, `things.rs` has the other objects, `rules.rs` the rules, `art.rs` draws the sprites, and `sounds.rs` has
//! the sounds.

mod art;
pub(crate) mod demo;
pub(crate) mod hero;
pub(crate) mod level;
pub(crate) mod rules;
mod sounds;
pub(crate) mod things;
#[path = "../volume.rs"]
mod volume;

use damselfly::input::{ActionMap, PadButton, PadDirection};
use damselfly::prelude::*;
use damselfly::scene::Space;
use rules::Rules;

/// Altitudes, from far to near.
const SKY: u16 = 0;
const FAR_HILLS: u16 = 1;
const NEAR_HILLS: u16 = 2;
const LEVEL: u16 = 3;
const HERO: u16 = 4;
const SPARKS: u16 = 5;
const SIGNS: u16 = 6;

/// Zoom of the camera. A pixel of the sprites is a world unit, and covers this many pixels of the view along each side.
const ZOOM: f32 = 2.0;
/// Size of the camera's view, in world units.
const VIEW: Vec2 = vec2(320.0, 180.0);

/// Folder of the maps.
const MAPS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/platformer");

fn main() -> std::process::ExitCode {
    damselfly::app::main(|| {
        let about = "arrows or a gamepad run, Space jumps, Escape quits";
        app(App::from_args_with("Platformer", about, &[])?)
            .asset_root(MAPS)
            .mute_key(Key::M)
            .demo(demo::demo)
            .run(start)
    })
}

/// Sets the options of the view, which tests use too.
pub(crate) fn app(app: App) -> App {
    app.pixels(640, 360).altitudes(7)
}

/// Binds the actions to keys and to the controls of a gamepad.
fn bind_actions(actions: &mut ActionMap) {
    actions.bind("left", [Key::Left, Key::A]);
    actions.bind("right", [Key::Right, Key::D]);
    actions.bind("jump", [Key::Space, Key::Up, Key::W]);
    actions.bind("begin", [Key::Space]);
    actions.bind("leave", [Key::Escape]);
    actions.add("left", PadDirection::LeftStickLeft);
    actions.add("left", PadButton::DPadLeft);
    actions.add("right", PadDirection::LeftStickRight);
    actions.add("right", PadButton::DPadRight);
    actions.add("jump", PadButton::South);
    actions.add("begin", PadButton::South);
    actions.add("begin", PadButton::Start);
    actions.add("leave", PadButton::Select);
}

/// Loads the sprites and the levels, and shows the title.
///
/// # Errors
/// Fails if the atlas has no room for the sprites, if a sound has an invalid setting, or if a map cannot be read.
pub(crate) fn start(cx: &mut Context<'_>) -> Result<(), Error> {
    art::load(cx.assets)?;
    sounds::load(cx.assets)?;
    bind_actions(&mut cx.actions);
    let unit = cx.unit();
    let levels = level::read(cx.assets, unit)?;
    cx.insert_resource(levels);
    cx.camera.set_zoom(ZOOM);
    level::show_backdrop(cx);
    cx.altitude_settings_mut(SIGNS).space = Space::Screen;
    let rules = Object::new("Rules").altitude(SIGNS).spectral();
    cx.spawn_with(rules.persistent(), Rules::default());
    Ok(())
}
