//! The heads-up display: the number of balls, and the keys.

use damselfly::prelude::*;

/// Label of the widget with the number of balls. HUD events change the number by this label.
pub const ALIVE: &str = "Balls";

const HELP: &str = "click or hold: burst   right or Space: grand burst   Shift: slow   1-5: layers   C: clear   Q: quit";

/// Adds the widgets.
pub fn show(world: &mut World) {
    let [alive, help] = [Widget::new(ALIVE), Widget::text(HELP).border(false)].map(|view| {
        view.color(Color::rgb(196, 206, 236))
            .panel(Color::rgba(8, 10, 24, 150))
    });
    world.hud.add(alive.at(HudAnchor::TopRight));
    world.hud.add(help.at(HudAnchor::BottomCenter));
}
