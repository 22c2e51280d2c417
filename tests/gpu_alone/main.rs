//! GPU tests that need their own process: one reads the process's log, and one runs a window's event loop.
#![cfg(feature = "gpu")]

#[cfg(all(feature = "window", target_os = "linux"))]
#[expect(dead_code, reason = "the tests of the window do more with it")]
#[path = "../window/xserver/client.rs"]
mod client;
#[cfg(all(feature = "window", target_os = "linux"))]
#[path = "../common/logged.rs"]
mod logged;
#[expect(dead_code, reason = "no picture is compared here")]
#[path = "../common/pictures.rs"]
mod pictures;
#[cfg_attr(
    not(all(feature = "window", target_os = "linux")),
    expect(dead_code, reason = "windows show them, on Linux")
)]
#[path = "../../examples/scenes/mod.rs"]
mod scenes;
#[cfg(all(feature = "window", target_os = "linux"))]
#[expect(dead_code, reason = "only whole screens are compared here")]
#[path = "../window/xserver/screenshot.rs"]
mod screenshot;
mod small_buffers;
mod window;
#[cfg(all(feature = "window", target_os = "linux"))]
#[expect(dead_code, reason = "the server is sent no signal here")]
#[path = "../common/xvfb.rs"]
mod xvfb;
