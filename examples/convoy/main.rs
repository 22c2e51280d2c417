//! Convoy: a freighter with three guns that aim by themselves, and raiders.
//!
//! Run `cargo run --release --example convoy`. `-- --demo` plays the demonstration, `-- --help` lists all options.
//!
//! The example shows objects made of parts. `parts.rs` has the components, and the queries that cool guns, burn ships
//! and find wrecks. `freighter.rs` attaches guns to a ship and gives it a shield, which is a group with a component and
//! a behaviour. `gun.rs` sends requests up the hierarchy. `director.rs` loads images in the background, asks for the
//! ship's name, and spawns raiders.

mod art;
pub(crate) mod demo;
pub(crate) mod director;
pub(crate) mod freighter;
pub(crate) mod gun;
pub(crate) mod parts;
pub(crate) mod raider;
mod sounds;

use damselfly::prelude::*;

/// Altitudes, from far to near.
const STARS: u16 = 0;
const SHIPS: u16 = 1;
const GUNS: u16 = 2;
const FIRE: u16 = 3;

/// Collision groups. Objects of one side pass through each other.
const OURS: u32 = 1;
const THEIRS: u32 = 2;

/// Folder of the images. A released game would use the default, the folder of the program.
const PICTURES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/convoy");

fn main() -> std::process::ExitCode {
    damselfly::app::main(|| {
        let about = "arrows or W, A, S and D steer the freighter, Space holds its guns' fire";
        App::from_args_with("Convoy", about, &[])?
            .pixels(640, 360)
            .asset_root(PICTURES)
            .background(Color::hex(0x05060c))
            .mute_key(Key::M)
            .demo(demo::demo)
            .run(start)
    })
}

/// Adds the sky and the director, which sets up the rest.
///
/// # Errors
/// Fails if the atlas has no room for the sprites, or if a sound has an invalid setting.
pub(crate) fn start(cx: &mut Context<'_>) -> Result<(), Error> {
    art::load(cx)?;
    sounds::load(cx.assets)?;
    cx.spawn_with(
        Object::new("Director").spectral(),
        director::Director::default(),
    );
    Ok(())
}
