//! The app: games from start to stop, the test harness, jobs, and the splash and loading screens.

mod checksums;
mod files;
mod frame_text;
mod games;
mod harness;
mod input_queue;
mod job_replays;
mod jobs;
mod loading_screen;
mod loading_sounds;
mod named;
#[cfg(feature = "sound")]
mod odd_sounds;
mod pads;
mod player_devices;
#[cfg(unix)]
#[path = "../common/processes.rs"]
mod processes;
mod readme;
#[path = "../common/recorder.rs"]
mod recorder;
mod replays;
mod signals;
mod snapshots;
#[cfg(feature = "sound")]
mod sound_buses;
mod sound_ends;
#[cfg(feature = "sound")]
mod sound_tracks;
#[cfg(feature = "sound")]
mod sound_tweens;
mod splash;
