//! The app: games from start to stop, the harness that tests them, jobs, and what is shown before a game.

#[path = "../common/ear.rs"]
mod ear;
mod games;
mod harness;
mod job_replays;
mod jobs;
mod loading_screen;
mod snapshots;
mod splash;
