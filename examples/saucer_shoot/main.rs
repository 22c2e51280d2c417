//! Saucer Shoot: a ship, a sky full of saucers, one nuke.
//!
//! Run `cargo run --release --example saucer_shoot`. `-- --demo` plays the demonstration, `-- --help` lists the
//! options.

// The explicit path makes its submodules resolve in this folder, both here and in tests that include the file.
#[path = "game.rs"]
mod game;
mod icon;

use std::process::ExitCode;

use damselfly::app;
use damselfly::prelude::*;

const ABOUT: &str =
    "a ship, a sky full of saucers, one nuke (W and S move, Space fires, Enter nukes)";

fn main() -> ExitCode {
    app::main(|| {
        App::from_args_with("Saucer Shoot", ABOUT, &[])?
            .cells(80, 24)
            .steps_per_second(30)
            .window(|window| window.icon = Some(icon::icon()))
            .mute_key(Key::M)
            .demo(game::demo)
            .run(game::start)
    })
}
