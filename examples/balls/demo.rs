//! The built-in demonstration: a mouse that wanders, clicks, holds, and ends with grand bursts.
//!
//! It remembers nothing: where the mouse is follows from the step, and what it does from a table.

use damselfly::geometry::turns;
use damselfly::prelude::*;

/// Steps after which it starts anew: ten seconds.
const ROUND: u64 = 600;

/// What a button does, and in which step of a round.
const SCRIPT: [(u64, MouseButton, bool); 14] = {
    use MouseButton::{Left, Right};
    [
        (2, Left, true),
        (3, Left, false),
        (30, Left, true),
        (31, Left, false),
        (56, Left, true),
        (57, Left, false),
        (80, Left, true),
        (81, Left, false),
        // Held, all along a loop.
        (110, Left, true),
        (300, Left, false),
        (350, Right, true),
        (351, Right, false),
        (410, Right, true),
        (411, Right, false),
    ]
};

/// The input for a step.
pub fn demo(step: u64, world: &World) -> Vec<InputEvent> {
    let position = wander(step, world.camera.view_size());
    let buttons = SCRIPT
        .into_iter()
        .filter(|&(when, ..)| when == step % ROUND)
        .map(|(_, button, pressed)| InputEvent::MouseButton {
            button,
            pressed,
            position,
        });
    core::iter::once(InputEvent::MouseMoved { position })
        .chain(buttons)
        .collect()
}

/// A lying eight, once around in four seconds.
fn wander(step: u64, view: Vec2) -> Vec2 {
    let turn = turns::from_radians((step % 240) as f32 * (core::f32::consts::TAU / 240.0));
    let across = turns::sin_cos(turn).0;
    let up = turns::sin_cos(turn.wrapping_mul(2)).0;
    view * (vec2(0.5, 0.4) + vec2(0.32, 0.2) * vec2(across, up))
}
