//! The examples as a user runs them: options, exit codes, output and files.
//!
//! Needs their programs: `cargo test` builds them, `cargo test --test examples` alone does not (then
//! `cargo build --examples` first). Nothing here opens a window. What needs a GPU is left out, with a line that
//! says so, where there is none; with `DAMSELFLY_REQUIRE_GPU=1` that is a failure.

#![cfg(unix)]
#![expect(
    clippy::unwrap_used,
    reason = "a helper of a test fails as the test itself does"
)]
#![expect(
    unreachable_pub,
    reason = "a test is a program: nothing is reached from outside"
)]

mod closed;
mod display;
mod divergence;
mod examples;
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
mod usage;
mod viewer;
