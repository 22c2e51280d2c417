//! GPU tests that need a process of their own: for the log of a whole process, and for a window's event loop.
#![cfg(feature = "gpu")]

#[expect(dead_code, reason = "no picture is compared here")]
#[path = "../common/pictures.rs"]
mod pictures;
#[path = "../../examples/scenes/mod.rs"]
mod scenes;
mod small_buffers;
mod window;
#[cfg(all(feature = "window", target_os = "linux"))]
#[expect(dead_code, reason = "the server is sent no signal here")]
#[path = "../common/xvfb.rs"]
mod xvfb;
