//! The rules of the window: Saucer Shoot on a screen without a monitor, with real keys and a real mouse.
//!
//! Plays the example as it was built last: `cargo test` builds it first, `cargo test --test window` does not.
#![cfg(all(feature = "window", target_os = "linux"))]

mod endurance;
mod input;
mod life;
mod picture;
mod play;
mod play_through;
mod requests;
mod seen;
mod settings;
mod xserver;
#[path = "../common/xvfb.rs"]
mod xvfb;
