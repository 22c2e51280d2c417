//! The built-in demonstration: the paddle follows the ball.

use damselfly::prelude::*;

/// The input for a step.
pub fn demo(step: u64, world: &World) -> Vec<InputEvent> {
    let at = |kind: &str| world.of_kind(kind).next().and_then(|id| world.object(id));
    let (Some(ball), Some(paddle)) = (at("Ball"), at("Paddle")) else {
        return Vec::new();
    };
    let mut events = Vec::new();
    // Not the middle, so that the ball comes off in another direction each time.
    let aim = 30.0 * ((step / 40 % 5) as f32 - 2.0) / 2.0;
    let way = ball.position().x + aim - paddle.position().x;
    for (key, is_down) in [
        (Key::Left, way < -6.0),
        (Key::Right, way > 6.0),
        (Key::Space, step % 60 == 30),
    ] {
        events.push(if is_down {
            InputEvent::press(key)
        } else {
            InputEvent::release(key)
        });
    }
    events
}
