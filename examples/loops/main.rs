//! Loops: one scene under every loop policy and smoothing mode, with the time that each frame takes.
//!
//! Run `cargo run --release --example loops`. `-- --demo` plays the demonstration, `-- --help` lists all options.
//!
//! `scene.rs` moves the objects, `director.rs` handles keys, `panel.rs` draws the choices and the statistics, and
//! `graph.rs` draws the frame times.

mod demo;
mod director;
pub(crate) mod graph;
pub(crate) mod panel;
mod scene;

use damselfly::app::{Monitor, PauseSettings};
use damselfly::prelude::*;
use damselfly::time::{PolicyName, Smoothing};

pub(crate) use demo::demo;
pub(crate) use director::Choice;

/// Few steps per second, so that the frames between two steps are noticeable.
pub(crate) const STEPS_PER_SECOND: u16 = 20;

/// Altitudes of the step marks, the moving objects and the text.
const MARKS: u16 = 1;
const MOVING: u16 = 2;
const WRITTEN: u16 = 3;

const GROUND: Color = Color::hex(0x0f1219);
const PANEL: Color = Color::hex(0x171c27);
const FRAME: Color = Color::hex(0x303a4c);
const PALE: Color = Color::hex(0x8b98ae);
const LIT: Color = Color::hex(0x5cc8ff);

fn main() -> std::process::ExitCode {
    damselfly::app::main(|| {
        let about = "one scene under every loop policy and smoothing: keys 1 to 5, S, T, L and P";
        let app = App::from_args_with("Loops", about, &[])?
            .pixels(960, 540)
            .background(GROUND)
            .steps_per_second(STEPS_PER_SECOND)
            .pausing(pausing())
            .sound(false)
            .demo(demo);
        let options = app.options();
        let choice = Choice {
            policy: options.policy.unwrap_or(PolicyName::Interpolated),
            smoothing: options.smoothing.unwrap_or_default(),
        };
        let monitor = app.monitor();
        app.run(|cx| start(cx, choice, monitor))
    })
}

/// Returns the settings of pausing: P pauses, and N takes a single step. A hidden window pauses the game.
fn pausing() -> PauseSettings {
    PauseSettings {
        key: Some(Key::P),
        step_key: Some(Key::N),
        when_hidden: true,
        ..PauseSettings::default()
    }
}

/// Fills the stage and adds the director.
///
/// # Errors
/// Fails if the atlas has no room for the sprites.
pub(crate) fn start(cx: &mut Context<'_>, choice: Choice, monitor: Monitor) -> Result<(), Error> {
    // The displayed numbers are measured, and differ between runs. All characters are added to the atlas now, so that
    // its layout is the same in all runs.
    for character in ' '..='~' {
        cx.assets.glyph(character);
    }
    scene::fill(cx)?;
    let director = director::Director::new(choice, monitor);
    cx.spawn_with(
        Object::new("Director").spectral().altitude(WRITTEN),
        director,
    );
    Ok(())
}

/// All smoothing modes, in the order of the key S.
const SMOOTHINGS: [Smoothing; 4] = Smoothing::ALL;
