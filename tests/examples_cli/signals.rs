//! Ctrl-C and SIGTERM end a game in order.

use crate::examples::{EXAMPLES, VIEWER};
use crate::folder::Folder;

/// Would run for hours, unless it is told to end.
const LONG: &str = "--steps 1000000000 --backend software";

#[test]
fn a_signal_ends_the_game_as_its_last_step_would() {
    for example in EXAMPLES {
        for signal in ["INT", "TERM", "HUP"] {
            let mut running = example.headless(LONG).options("--checksum").start();
            running.wait_for("seed");
            running.signal(signal);
            let ran = running.end();
            assert_eq!(ran.code, Some(0), "{signal}: {ran}");
            ran.checksum();
        }
    }
}

#[test]
fn a_film_is_whole_when_a_signal_ends_it() {
    let folder = Folder::new("signal");
    let (film, picture) = (folder.file("a.gif"), folder.file("a.png"));
    let options = format!("--capture {film} --screenshot {picture}");
    let mut running = VIEWER.headless(LONG).options(&options).start();
    running.wait_for("seed");
    running.signal("TERM");
    let ran = running.end();
    assert_eq!(ran.code, Some(0), "{ran}");
    for file in [film, picture] {
        image::open(file).unwrap();
    }
    assert_eq!(folder.names(), ["a.gif", "a.png"]);
}
