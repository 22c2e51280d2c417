//! Effects: a pond at dusk, seen through every effect of the engine and one of its own, and seven water lilies with a
//! material each, the last one of its own.
//!
//! Run `cargo run --release --example effects`. `-- --demo` plays the demonstration, `-- --help` lists all options.
//!
//! `gallery.rs` lists the effects. `pond.rs` has the dragonflies and lilies, and `art.rs` the pictures. `shaders.rs` loads
//! the example's own shaders from the folder `shaders`.

mod art;
mod gallery;
mod pond;
mod shaders;

use damselfly::prelude::*;
use damselfly::scene::GroupLook;

/// Altitudes, from far to near. The swarm is a group of its own.
const POND: u16 = 0;
const LILIES: u16 = 1;
const SWARM: u16 = 2;

/// Name of the group of dragonflies.
const GROUP: &str = "swarm";

/// Folder of the shaders' folder. A released game would use the default, the folder of the program.
const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/effects");

fn main() -> std::process::ExitCode {
    damselfly::app::main(|| {
        let about = "Left and Right choose an effect, Space stops it";
        App::from_args_with("Effects", about, &[])?
            .pixels(640, 360)
            .asset_root(FOLDER)
            .sound(false)
            .demo(demo)
            .run(start)
    })
}

/// Spawns the pond and the gallery.
///
/// # Errors
/// The atlas is full, or a shader is not valid.
pub(crate) fn start(cx: &mut Context<'_>) -> Result<(), Error> {
    art::load(cx.assets)?;
    let shaders = shaders::Shaders::load(cx.assets)?;
    cx.set_group(GROUP, SWARM..=SWARM, GroupLook::default());
    pond::build(cx, shaders);
    let gallery = Object::new("Gallery").spectral();
    cx.spawn_with(gallery, gallery::Gallery::new(shaders));
    let panel = Color::hex(0x14101c);
    let name = Widget::new("Effect")
        .value("")
        .color(Color::hex(0xffe0b0))
        .panel(panel);
    cx.hud.add(name.at(HudAnchor::TopCenter));
    Ok(())
}

/// Returns the input of a step of the demonstration: the next effect every three seconds.
pub(crate) fn demo(step: u64, _: &World) -> Vec<InputEvent> {
    vec![InputEvent::key(Key::Right, step % 90 == 89)]
}
