//! The game's thread: the frame loop and what it works with.
//!
//! Read `runner.rs` first. It knows no window: frames go to a [`screen`], messages come over a channel of [`control`].

mod clock;
pub(super) mod control;
pub(super) mod debug;
mod finished;
pub(super) mod frame_pace;
mod loop_changes;
pub(super) mod measure;
pub(super) mod overlay;
pub(super) mod overlays;
pub(super) mod painter;
pub(super) mod pausing;
mod replay_time;
mod rewind_bar;
mod rewinding;
mod runner;
pub(super) mod screen;
pub(super) mod start;
pub(super) mod text;
pub(super) mod usage;
mod wait;
