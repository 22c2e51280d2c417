//! Measurements in a window.

use crate::xserver::{Display, Program};

#[test]
fn a_ramp_in_a_window_opens_one_for_each_number_of_sprites() {
    let Some(display) = &Display::shared() else {
        return;
    };
    let program = Program::example("sprite_mark", "software").with(&["--ramp"]);
    let ramp = program.on(display);
    for (is_there, what) in [(true, "a window"), (false, "none"), (true, "another one")] {
        display.wait_for(what, || {
            let window = display.client.find("Sprite mark");
            (window.is_some() == is_there).then_some(())
        });
    }
    let ended = ramp.ended();
    ended.well();
    let line = ended.printed.trim_end();
    // The ramp opened a second window, so the first number of sprites was drawn in time.
    assert!(
        line.contains("\"sprites\":") && line.contains("\"frames\":30,"),
        "{line}"
    );
}
