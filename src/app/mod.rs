//! Runs games: the description of a program, its command line, its window, the frame loop, recordings, and the harness
//! for tests.
//!
//! Read `Runner::pass` in `run/runner.rs` first: one decision of the frame loop, carried out. `run/start.rs` shows what
//! starts and stops in which order. [`App`] describes a program, a [`Game`] is what it runs, and a [`Harness`] runs the
//! same game in a test.
//!
//! Not here: what a step computes (`world`), and how a frame is drawn (`render`). Nothing here is part of a checksum.

mod builder;
mod file_desk;
#[cfg(all(feature = "window", feature = "gamepad"))]
mod gamepads;
mod harness;
pub mod options;
mod process;
mod record;
mod replaying;
mod run;
mod signals;
#[cfg(feature = "window")]
mod window;

pub use builder::{App, Demo, Game, IconPixels, WindowSettings};
pub use harness::{Harness, Picture};
pub use options::{Backend, Extra, Options, Parsed, UsageError};
pub use process::{main, print_line};
pub use run::control::{LoopControl, Stopper};
pub use run::measure::{Measure, Monitor, Report};
pub use run::pausing::PauseSettings;
pub use run::usage::peak_memory_mib;
