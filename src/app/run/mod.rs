//! The game's thread: the frame loop and its parts.
//!
//! Read `runner.rs` first. It knows no window: frames go to a [`target`], messages arrive on a channel of [`control`].

mod clock;
pub(super) mod control;
pub(super) mod debug;
pub(super) mod frame_pace;
mod loop_changes;
pub(crate) mod loss;
pub(super) mod monitor;
mod out;
pub(super) mod overlay;
pub(super) mod overlays;
mod pace;
pub(super) mod paint;
pub(super) mod pausing;
mod replay_time;
mod rewind_bar;
mod rewinding;
mod run_output;
mod runner;
mod sound_control;
mod source;
pub(super) mod start;
pub(super) mod target;
pub(super) mod text;
mod wait;
