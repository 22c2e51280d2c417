//! The built-in demonstration: the policies with a fixed step one after the other, each with another smoothing.
//!
//! Not the variable one, whose steps depend on how often is drawn: the demonstration is the same run at any draw rate.

use damselfly::prelude::*;

use super::STEPS_PER_SECOND;

/// Steps before each key.
const PAUSE: u64 = 2 * STEPS_PER_SECOND as u64;

/// The input for a step.
pub(crate) fn demo(step: u64, _: &World) -> Vec<InputEvent> {
    // Starts with the second key: the first pause passes without a key.
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
