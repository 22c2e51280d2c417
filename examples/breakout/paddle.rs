//! The paddle: left and right, by keys or by the mouse.

use damselfly::prelude::*;

/// Pixels per step.
const SPEED: f32 = 7.0;

#[derive(Clone)]
struct Paddle;

pub fn add(cx: &mut Context<'_>) {
    let paddle = cx.assets.sprite_named("paddle");
    let paddle = Object::new("Paddle").sprite(paddle).at(vec2(320.0, 452.0));
    cx.spawn_with(paddle.tint(Color::CYAN).soft(), Paddle);
}

impl Behavior for Paddle {
    fn step(&mut self, cx: &mut Context<'_>) {
        let (me, at) = (cx.me().id(), cx.me().position());
        let way = cx.input.axis(Key::Left, Key::Right) + cx.input.axis(Key::A, Key::D);
        let x = if cx.input.is_mouse_moving() {
            cx.mouse_in_world().x
        } else {
            at.x + SPEED * way.clamp(-1.0, 1.0)
        };
        cx.move_to(me, vec2(x.clamp(48.0, 592.0), at.y));
    }
}
