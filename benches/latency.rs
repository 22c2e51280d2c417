//! Latency from a key press to the step that receives it, and to the frame that shows it. A small game runs in a window
//! of an X server without a monitor. This program makes the server press keys, and reads the server's screen.
//!
//! Not a criterion bench: one press at a time is measured, at random moments.

#[cfg(target_os = "linux")]
#[expect(dead_code, reason = "the tests' client can do more")]
#[path = "../tests/window/xserver/client.rs"]
mod client;
#[cfg(target_os = "linux")]
#[path = "latency/game.rs"]
mod game;
#[cfg(target_os = "linux")]
#[path = "latency/measure.rs"]
mod measure;
#[cfg(target_os = "linux")]
#[expect(dead_code, reason = "the tests look at more")]
#[path = "../tests/window/xserver/screenshot.rs"]
mod screenshot;
#[cfg(target_os = "linux")]
#[expect(dead_code, reason = "the tests end their server")]
#[path = "../tests/common/xvfb.rs"]
mod xvfb;

/// Default number of presses per row of the table. An argument changes it.
#[cfg(target_os = "linux")]
const PRESSES: usize = 100;

#[cfg(target_os = "linux")]
fn main() -> Result<(), damselfly::Error> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if arguments
        .first()
        .is_some_and(|first| first == game::ARGUMENT)
    {
        return game::run(&arguments[1..]);
    }
    let number = arguments.iter().find_map(|argument| argument.parse().ok());
    measure::table(number.unwrap_or(PRESSES));
    Ok(())
}

#[cfg(not(target_os = "linux"))]
fn main() {
    eprintln!("only on Linux: it needs Xvfb");
}
