//! Breakout: a wall of bricks, and three balls to break it.
//!
//! Run `cargo run --release --example breakout`. `-- --demo` plays the demonstration, `-- --help` lists all options.

// The explicit path makes its submodules resolve in this folder, both here and in tests that include the file.
#[path = "game.rs"]
mod game;

use std::process::ExitCode;

use damselfly::app;
use damselfly::prelude::*;

const ABOUT: &str =
    "a wall of bricks, three balls (arrows or mouse move, Space serves, P pauses and changes keys)";

fn main() -> ExitCode {
    app::main(|| {
        App::from_args_with("Breakout", ABOUT, &[])?
            .pixels(640, 480)
            .mute_key(Key::M)
            .demo(game::demo)
            .run(game::start)
    })
}
