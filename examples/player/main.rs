//! Player: plays films that the engine has recorded (`--capture FILE.dfrec`, or the key F12).
//!
//! `cargo run --release --example player -- film.dfrec` plays one, `-- film.dfrec --capture film.gif` writes it to a file of
//! another format, without a window. `--help` lists all options.
//!
//! `playback.rs` knows which time is shown, `screen.rs` shows the frame of that time, `controls.rs` draws the bar at the bottom
//! and says what the mouse is on, `player.rs` joins them.

pub(crate) mod controls;
pub(crate) mod playback;
pub(crate) mod player;
pub(crate) mod screen;

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use damselfly::app::{self, App, Extra, UsageError, print_line};
use damselfly::capture::Film;
use damselfly::prelude::*;

use controls::Layout;
use player::Player;

const EXTRAS: &[Extra] = &[Extra::positional(
    "FILE",
    "a film of the engine's own (.dfrec); with --capture\nit is written to that file instead of played",
)];

const ABOUT: &str = "plays a film that the engine has recorded";

fn main() -> ExitCode {
    app::main(run)
}

fn run() -> Result<(), Error> {
    let app = App::from_args_with("Player", ABOUT, EXTRAS)?;
    if let Some(help) = app.requested_help() {
        print_line(help.trim_end());
        return Ok(());
    }
    let options = app.options();
    let Some(file) = options.positionals().first().map(Path::new) else {
        return Err(UsageError::missing("FILE").into());
    };
    let mut film = Film::open(file)?;
    if let Some(damage) = film.damage() {
        let (file, frames) = (file.display(), film.len());
        // Nothing can be done if nobody reads it.
        let _ = writeln!(
            std::io::stderr(),
            "{file}: the film is {damage}: the {frames} frames before that are played"
        );
    }
    if let Some(target) = &options.capture {
        film.export(target)?;
        return Ok(());
    }
    let layout = Layout::of(film.settings().size);
    let [width, height] = layout.view();
    let name = file.file_name().unwrap_or(file.as_os_str());
    let name = name.to_string_lossy().into_owned();
    app.pixels(width, height)
        .background(controls::GROUND)
        // It goes through a film backwards by keys of its own; the frame that is shown is no part of the world.
        .rewind(0)
        .run(move |cx| Player::start(&name, film, layout, cx))
}
