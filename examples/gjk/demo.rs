//! The built-in demonstration: the mouse drags B through A, and the wheel turns it.

use core::f32::consts::TAU;

use damselfly::input::WheelUnit;
use damselfly::prelude::*;

/// Number of steps of a round.
const ROUND: u64 = 480;

/// Returns the input of a step.
pub(crate) fn demo(step: u64, _: &World) -> Vec<InputEvent> {
    let round = (step % ROUND) as f32 / ROUND as f32;
    // The circle starts at the initial position of B.
    let position = vec2(280.0, 270.0) + vec2(120.0, 60.0) * math::from_angle(TAU * round);
    let mut events = vec![InputEvent::MouseMoved { position }];
    if step % ROUND == 10 {
        events.push(InputEvent::MouseButton {
            button: MouseButton::Left,
            pressed: true,
            position,
        });
    }
    if step.is_multiple_of(10) {
        events.push(InputEvent::Wheel {
            delta: vec2(0.0, 1.0),
            unit: WheelUnit::Lines,
        });
    }
    // B has another shape in each round.
    let kinds = [
        Key::Digit2,
        Key::Digit3,
        Key::Digit4,
        Key::Digit5,
        Key::Digit6,
        Key::Digit1,
    ];
    let kind = kinds[(step / ROUND % 6) as usize];
    events.push(InputEvent::key(kind, step % ROUND == ROUND / 4));
    events
}
