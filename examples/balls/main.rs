//! Balls: every click bursts into hundreds of them, in layers from far to near.
//!
//! `cargo run --release --example balls`, and with `-- --demo` it clicks by itself. `--help` lists all options.

// With a path, so that its own modules are looked up in this folder, as they are when tests include it.
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
            .demo(game::demo)
            .run(game::start)
    })
}
