//! The program around the game: its options, its demonstration and its sounds.

use damselfly::prelude::*;

use super::{Ball, CENTER, Paddle, sound};

const ABOUT: &str = "for two: W and S against the arrow keys (R starts again)";

/// Returns the program without its view and its game.
///
/// # Errors
/// Fails if the command line is not valid.
pub(crate) fn open() -> Result<App, Error> {
    let app = App::from_args_with("Pong", ABOUT, &[])?;
    // A headless run has no pauses between steps, so all sounds would play at once.
    let audible = !app.options().headless;
    Ok(app.demo(demo).on_signal(sound::player(audible)))
}

/// Returns the input of the built-in demonstration: the player to whom the ball flies moves the paddle to it.
pub(crate) fn demo(step: u64, world: &World) -> Vec<InputEvent> {
    let ball = world.behaviors::<Ball>().next();
    let Some(ball) = ball.and_then(|(id, _)| world.object(id)) else {
        return Vec::new();
    };
    // Hits the ball with changing parts of the paddle, so that it leaves in different directions.
    let aim = (step / 90 % 7) as f32 * 10.0 - 30.0;
    let mut events = Vec::new();
    for (id, &Paddle(up, down)) in world.behaviors::<Paddle>() {
        let at = world.object(id).map_or(CENTER, |paddle| paddle.position());
        let is_due = (at.x - CENTER.x) * ball.velocity().x > 0.0;
        let way = if is_due {
            ball.position().y + aim - at.y
        } else {
            0.0
        };
        events.push(InputEvent::key(up, way < -8.0));
        events.push(InputEvent::key(down, way > 8.0));
    }
    events
}
