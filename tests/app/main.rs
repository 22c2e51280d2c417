//! The app: games from start to stop, the test harness, jobs, and the splash and loading screens.

mod effects;
mod files;
mod games;
mod harness;
mod input_queue;
mod job_replays;
mod jobs;
mod loading_screen;
mod readme;
#[path = "../common/recorder.rs"]
mod recorder;
#[cfg(unix)]
#[path = "../common/signals.rs"]
mod signals;
mod snapshots;
mod splash;
