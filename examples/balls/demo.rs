//! The built-in demonstration: the mouse wanders, clicks, holds a button, and ends with grand bursts.
//!
//! It has no state: the position of the mouse is a function of the step number, and its actions are in a table.

use damselfly::math;
use damselfly::prelude::*;

/// Number of steps after which the demonstration repeats: ten seconds.
const ROUND: u64 = 600;

/// Actions of one round: (first step, number of steps, held button).
const SCRIPT: [(u64, u64, MouseButton); 10] = [
    (2, 1, MouseButton::Left),
    (28, 1, MouseButton::Left),
    (52, 1, MouseButton::Left),
    (76, 1, MouseButton::Left),
    (110, 50, MouseButton::Left),
    (170, 50, MouseButton::Left),
    (230, 50, MouseButton::Left),
    (290, 50, MouseButton::Left),
    (372, 1, MouseButton::Right),
    (432, 1, MouseButton::Right),
];

/// Returns the input of a step.
pub fn demo(step: u64, world: &World) -> Vec<InputEvent> {
    let position = wander(step, world.camera.view_size());
    let mut events = vec![InputEvent::MouseMoved { position }];
    for (from, steps, button) in SCRIPT {
        let now = step % ROUND;
        if now == from || now == from + steps {
            events.push(InputEvent::MouseButton {
                button,
                pressed: now == from,
                position,
            });
        }
    }
    events
}

/// Returns the position of the mouse, on a horizontal figure of eight with a period of four seconds.
fn wander(step: u64, view: Vec2) -> Vec2 {
    let angle = (step % 240) as f32 * (core::f32::consts::TAU / 240.0);
    let (across, up) = (math::sin(angle), math::sin(2.0 * angle));
    view * (vec2(0.5, 0.4) + vec2(0.32, 0.2) * vec2(across, up))
}
