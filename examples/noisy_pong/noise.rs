//! A behaviour that adds sounds to the ball of Pong.

use damselfly::prelude::*;

/// A beep: its pitch in hertz and its length in milliseconds, both above 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Beep(pub(crate) f32, pub(crate) u64);

/// Sends a beep for each hit and each goal as a signal. The game does not depend on a receiver.
#[derive(Clone)]
pub(crate) struct Noise;

impl Behavior for Noise {
    fn collision(&mut self, _: &Collision, cx: &mut Context<'_>) {
        cx.signal(Beep(440.0, 60));
    }

    fn out_of_bounds(&mut self, cx: &mut Context<'_>) {
        cx.signal(Beep(220.0, 300));
    }
}
