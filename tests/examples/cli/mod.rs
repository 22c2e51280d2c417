//! The examples as a user runs them: options, exit codes, output and files.
//!
//! The tests need the example programs. `cargo test` builds them; before `cargo test --test examples` alone, run `cargo
//! build --examples`. No test opens a window. Without a GPU, tests that need one are skipped with a message, or fail if
//! `DAMSELFLY_REQUIRE_GPU=1` is set.

#![cfg(unix)]
#![expect(
    clippy::unwrap_used,
    reason = "a helper of a test fails as the test itself does"
)]
#![expect(
    unreachable_pub,
    reason = "a test is a program: nothing is reached from outside"
)]

mod benchmark;
mod closed;
mod display;
mod divergence;
mod examples;
mod ffmpeg;
mod files;
mod films;
mod folder;
mod gpu;
mod guide;
mod json;
mod killed_films;
mod pillow;
mod program;
mod replays;
mod runs;
mod samples;
mod signals;
mod sound;
mod usage;
mod viewer;
