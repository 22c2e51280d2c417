//! Balls: every click bursts into hundreds of them, in layers from far to near.
//!
//! Run `cargo run --release --example balls`. `-- --demo` plays the demonstration, `-- --help` lists all options.

// The explicit path makes its submodules resolve in this folder, both here and in tests that include the file.
#[path = "game.rs"]
mod game;

use std::process::ExitCode;

use damselfly::app;
use damselfly::prelude::*;

const ABOUT: &str = "click to burst hundreds of balls in layers, thousands at once";

fn main() -> ExitCode {
    app::main(|| {
        App::from_args_with("Balls", ABOUT, &[])?
            .pixels(1280, 720)
            .altitudes(game::ALTITUDES)
            .mute_key(Key::M)
            .demo(game::demo)
            .run(game::start)
    })
}
