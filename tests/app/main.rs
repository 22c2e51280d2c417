//! The app: games from start to stop, the test harness, jobs, and the splash and loading screens.

#[path = "../common/ear.rs"]
mod ear;
mod games;
mod harness;
mod job_replays;
mod jobs;
mod loading_screen;
mod readme;
mod snapshots;
mod splash;
