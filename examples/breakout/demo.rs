//! The built-in demonstration: the paddle follows the ball.

use damselfly::prelude::*;

/// Returns the input of a step.
pub fn demo(step: u64, world: &World) -> Vec<InputEvent> {
    let at = |kind: &str| world.of_kind(kind).next().and_then(|id| world.object(id));
    let (Some(ball), Some(paddle)) = (at("Ball"), at("Paddle")) else {
        return Vec::new();
    };
    // Hits the ball with changing parts of the paddle, so that it leaves in different directions.
    let aim = 15.0 * ((step / 40 % 5) as f32 - 2.0);
    let way = ball.position().x + aim - paddle.position().x;
    vec![
        InputEvent::key(Key::Left, way < -6.0),
        InputEvent::key(Key::Right, way > 6.0),
        InputEvent::key(Key::Space, step % 60 == 30),
    ]
}
