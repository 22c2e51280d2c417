//! Effects: a pond at dusk, seen through every effect of the engine, and six water lilies with a material each.
//!
//! Run `cargo run --release --example effects`. `-- --demo` plays the demonstration, `-- --help` lists all options.
//!
//! `gallery.rs` lists the effects. `pond.rs` has the dragonflies and lilies, and `art.rs` the pictures.

mod art;
mod gallery;
mod pond;

use damselfly::prelude::*;
use damselfly::scene::GroupLook;

/// Altitudes, from far to near. The swarm is a group of its own.
const POND: u16 = 0;
const LILIES: u16 = 1;
const SWARM: u16 = 2;

/// Name of the group of dragonflies.
const GROUP: &str = "swarm";

fn main() -> std::process::ExitCode {
    damselfly::app::main(|| {
        let about = "Left and Right choose an effect, Space stops it";
        App::from_args_with("Effects", about, &[])?
            .pixels(640, 360)
            .sound(false)
            .demo(demo)
            .run(start)
    })
}

/// Spawns the pond and the gallery.
///
/// # Errors
/// The atlas is full.
pub(crate) fn start(cx: &mut Context<'_>) -> Result<(), Error> {
    art::load(cx.assets)?;
    cx.set_group(GROUP, SWARM..=SWARM, GroupLook::default());
    pond::build(cx);
    let gallery = Object::new("Gallery").spectral();
    cx.spawn_with(gallery, gallery::Gallery::default());
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
