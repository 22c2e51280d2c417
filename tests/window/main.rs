//! Tests of the window: examples on a screen without a monitor, with real keys and a real mouse.
//!
//! The tests start the examples as they were last built. `cargo test` builds the examples first; `cargo test --test
//! window` does not.
#![cfg(all(feature = "window", target_os = "linux"))]

// Tests start in the order of their names. The longest one is of sound, and others run at the same time.
#[cfg(test)] // as in the library, whose recorder it includes
#[path = "sound/mod.rs"]
mod a_sound;
mod asteroids;
mod breakout;
mod composing;
mod conversion;
mod devices;
mod endurance;
mod films;
mod fits;
mod gjk;
mod guide;
mod guide_menu;
mod input;
mod life;
mod loops;
mod measuring;
#[path = "../common/moments.rs"]
mod moments;
mod picture;
mod platformer;
mod play;
mod play_through;
mod player;
#[path = "../common/processes.rs"]
mod processes;
mod replays;
mod requests;
mod seen;
mod settings;
mod wayland;
mod xserver;
#[path = "../common/xvfb.rs"]
mod xvfb;
