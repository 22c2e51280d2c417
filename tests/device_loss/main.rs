//! A game in a window loses its graphics device again and again, while its input is recorded and while a recording is
//! replayed. Drawing resumes, and the run equals one without a loss.
//!
//! This is a separate program, because winit opens windows on the main thread alone. It needs a GPU or a driver that
//! draws on the CPU, and an X server: it starts an Xvfb. Without either, it reports that it is skipped.

#![expect(clippy::print_stdout, reason = "a test says what it did")]
#![cfg_attr(
    all(feature = "gpu", feature = "window", target_os = "linux"),
    expect(clippy::unwrap_used, reason = "a test stops where it fails")
)]

#[cfg(all(feature = "gpu", feature = "window", target_os = "linux"))]
#[expect(dead_code, reason = "the tests of the window do more with it")]
#[path = "../window/xserver/client.rs"]
mod client;
#[cfg(all(feature = "gpu", feature = "window", target_os = "linux"))]
#[expect(unused_imports, reason = "other tests use more of it")]
#[path = "../../examples/saucer_shoot/game.rs"]
mod game;
#[cfg(all(feature = "gpu", feature = "window", target_os = "linux"))]
mod losses;
#[cfg(all(feature = "gpu", feature = "window", target_os = "linux"))]
mod scenery;
#[cfg(all(feature = "gpu", feature = "window", target_os = "linux"))]
#[expect(dead_code, reason = "the tests of the window look at more")]
#[path = "../window/xserver/screenshot.rs"]
mod screenshot;
#[cfg(all(feature = "gpu", feature = "window", target_os = "linux"))]
mod storm;
#[cfg(all(feature = "gpu", feature = "window", target_os = "linux"))]
mod watcher;
#[cfg(all(feature = "gpu", feature = "window", target_os = "linux"))]
#[expect(dead_code, reason = "the server is sent no signal here")]
#[path = "../common/xvfb.rs"]
mod xvfb;

fn main() {
    #[cfg(all(feature = "gpu", feature = "window", target_os = "linux"))]
    losses::run();
    #[cfg(not(all(feature = "gpu", feature = "window", target_os = "linux")))]
    println!("SKIPPED: no window that a GPU draws on this system");
}
