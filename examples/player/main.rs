//! Player: plays films that the engine has recorded (`--capture FILE.dfrec`, or the key F12).
//!
//! Run `cargo run --release --example player -- film.dfrec` to play a film. `-- film.dfrec --capture film.gif` converts
//! it to another format, without a window. `-- --help` lists all options.
//!
//! `playback.rs` has the current time and speed, `screen.rs` shows the frame at that time, `controls.rs` lays out and
//! draws the control bar, `voice.rs` plays the sound, and `player.rs` joins them.

pub(crate) mod controls;
pub(crate) mod playback;
pub(crate) mod player;
pub(crate) mod screen;
pub(crate) mod voice;

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
    "a film in the engine's format (.dfrec); with --capture\nconverts it to that file instead of playing it",
)];

const ABOUT: &str = "plays a film recorded by the engine";

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
        // Errors are ignored, because standard error may be closed.
        let _ = writeln!(
            std::io::stderr(),
            "{file}: the film is {damage}; playing the {frames} frames before the damage"
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
        .mute_key(Key::M)
        // The engine's rewinding is off: the player has its own keys for playing backwards, and the shown frame is not
        // part of the world.
        .rewind(0)
        .run(move |cx| Player::start(&name, film, layout, cx))
}
