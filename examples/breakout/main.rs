//! Breakout: a wall of bricks, three balls.
//!
//! `cargo run --release --example breakout`, and with `-- --demo` it plays by itself. `--help` lists all options.

// With a path, so that its own modules are looked up in this folder, as they are when tests include it.
#[path = "game.rs"]
mod game;

use std::process::ExitCode;

use damselfly::app;
use damselfly::prelude::*;

const ABOUT: &str = "a wall of bricks, three balls (arrows or mouse move, Space serves, P pauses: its menu has other keys)";

fn main() -> ExitCode {
    app::main(|| {
        App::from_args_with("Breakout", ABOUT, &[])?
            .pixels(640, 480)
            .demo(game::demo)
            .run(game::start)
    })
}
