//! The built-in demonstration: all policies with a fixed step in turn, each with two of the smoothing modes.
//!
//! The variable policy is left out: its steps depend on the draw rate, and the demonstration must be the same run at
//! any rate.

use damselfly::prelude::*;

use super::STEPS_PER_SECOND;

/// Number of steps before each key.
const PAUSE: u64 = 2 * STEPS_PER_SECOND as u64;

/// Returns the input of a step.
pub(crate) fn demo(step: u64, _: &World) -> Vec<InputEvent> {
    // The first pause passes without a key.
    let keys = [
        Key::S,
        Key::Digit3,
        Key::S,
        Key::Digit4,
        Key::S,
        Key::Digit5,
        Key::S,
        Key::Digit2,
    ];
    let key = keys[(step / PAUSE % keys.len() as u64) as usize];
    if step < PAUSE || !step.is_multiple_of(PAUSE) {
        return Vec::new();
    }
    vec![InputEvent::press(key), InputEvent::release(key)]
}
