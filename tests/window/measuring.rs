//! Measurements in a window.

use crate::xserver::{Display, Program};

/// Number of ramps of which one must draw its first number of sprites in time. A machine may be busy for a moment.
const RAMPS: usize = 5;

/// Runs a ramp on this display. Returns its line, or `None` if its first number of sprites was not drawn in time: then
/// it opens no second window.
fn ramp(display: &Display) -> Option<String> {
    let program = Program::example("sprite_mark", "software");
    // A small window, which is drawn in time even on a busy machine.
    let program = program.with(&["--ramp", "--size", "320x180"]);
    let mut ramp = program.on(display);
    let is_open = || display.client.find("Sprite mark").is_some();
    display.wait_for("a window", || is_open().then_some(()));
    display.wait_for("none", || (!is_open()).then_some(()));
    let has_another = display.wait_for("another one, or the end", || {
        let has_ended = ramp.has_ended();
        (is_open() || has_ended).then_some(!has_ended)
    });
    let ended = ramp.ended();
    ended.well();
    has_another.then(|| ended.printed.trim_end().to_owned())
}

#[test]
fn a_ramp_in_a_window_opens_one_for_each_number_of_sprites() {
    let Some(display) = &Display::alone() else {
        return;
    };
    let line = (0..RAMPS).find_map(|_| ramp(display));
    let line = line.expect("a ramp that draws its first number in time");
    assert!(
        line.contains("\"sprites\":") && line.contains("\"frames\":30,"),
        "{line}"
    );
}
