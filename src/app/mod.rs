//! Runs games: the description of a program, its command line, its window, the frame loop, captures, and the harness
//! for tests.
//!
//! Read `Runner::pass` in `run/runner.rs` first: it carries out one decision of the frame loop. `run/start.rs` has the
//! order of start and stop. [`App`] describes a program, which runs a [`Game`]. A [`Harness`] runs the same game in a
//! test.
//!
//! Not here: what a step computes (`world`), and how a frame is drawn (`render`). Nothing here is part of a checksum.

mod builder;
mod capture;
mod file_desk;
mod film_sound;
mod game;
#[cfg(feature = "window")]
#[cfg_attr(
    not(any(feature = "gamepad", windows, target_os = "macos")),
    path = "gamepads/none.rs"
)]
mod gamepads;
mod harness;
pub mod options;
mod process;
mod replaying;
pub(crate) mod run;
mod signals;
#[cfg(feature = "sound")]
mod sound;
mod sound_settings;
#[cfg(feature = "window")]
mod window;

pub use builder::{App, WindowSettings};
pub use game::{Demo, Game};
pub use harness::Harness;
pub use harness::shown::Image;
pub use options::{Backend, Extra, Options, ParseResult, UsageError};
pub use process::{main, print_line};
pub use run::control::LoopControl;
pub use run::monitor::{FrameReport, Monitor};
pub use run::pausing::PauseSettings;
