//! The heads-up display: how many balls there are, and what the player can do.

use damselfly::prelude::*;

/// The label of the number of balls. The code that counts them sends a view event with it.
pub const ALIVE: &str = "Balls";

const HELP: &str = "click or hold: burst   right or Space: grand burst   Shift: slow   1-5: layers   C: clear   Q: quit";

/// Adds it.
pub fn show(world: &mut World) {
    let look = ViewObject {
        color: Color::rgb(196, 206, 236),
        panel: Some(Color::rgba(8, 10, 24, 150)),
        ..ViewObject::default()
    };
    world.add_view(ViewObject {
        label: ALIVE.into(),
        place: ViewPlace::TopRight,
        ..look.clone()
    });
    world.add_view(ViewObject {
        label: HELP.into(),
        show_value: false,
        border: false,
        place: ViewPlace::BottomCenter,
        ..look
    });
}
