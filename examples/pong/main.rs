//! Pong for two players: W and S against the arrow keys. R starts again. This file is the whole
//! game, with its sounds.
//!
//! Run `cargo run --release --example pong`.

use damselfly::{prelude::*, sound::*};

const CENTER: Vec2 = vec2(320.0, 240.0);
const SERVE: Vec2 = vec2(5.0, 2.0);

#[derive(Clone)]
pub(crate) struct Paddle(Key, Key);

impl Behavior for Paddle {
    fn step(&mut self, cx: &mut Context<'_>) {
        let way = cx.input.axis(self.0, self.1);
        cx.me().set_velocity(vec2(0.0, 6.0 * way));
    }
}

#[derive(Clone)]
pub(crate) struct Ball;

impl Behavior for Ball {
    fn step(&mut self, cx: &mut Context<'_>) {
        if cx.input.just_pressed(Key::R) {
            self.out_of_bounds(cx);
            cx.hud.set("Left", 0);
            cx.hud.set("Right", 0);
        }
    }

    fn collision(&mut self, hit: &Collision, cx: &mut Context<'_>) {
        let way = cx.me().velocity();
        let push = cx.object(hit.other).map(|it| it.velocity() * 0.2);
        if way.dot(hit.normal) < 0.0 {
            cx.play(Sound::new("beep").rate(way.length() / 5.0));
            cx.me()
                .set_velocity(way.reflect(hit.normal) * 1.03 + push.unwrap_or_default());
        }
    }

    fn out_of_bounds(&mut self, cx: &mut Context<'_>) {
        let left = cx.me().position().x < CENTER.x;
        cx.play(Sound::new("beep").rate(0.5));
        cx.hud.add_to(if left { "Right" } else { "Left" }, 1);
        cx.me().set_position(CENTER);
        cx.me().set_velocity(if left { SERVE } else { -SERVE });
    }
}

pub(crate) fn start(cx: &mut Context<'_>) -> Result<(), Error> {
    cx.assets.add_sound("beep", Synth::square().volume(-14.0))?;
    let wall = cx.assets.add_rect("wall", 640, 8, Color::WHITE)?;
    let paddle = cx.assets.add_rect("paddle", 12, 80, Color::WHITE)?;
    let ball = cx.assets.add_rect("ball", 12, 12, Color::WHITE)?;
    cx.spawn(Object::from(wall).at(vec2(320.0, 4.0)));
    cx.spawn(Object::from(wall).at(vec2(320.0, 476.0)));
    for (x, up, down) in [(24.0, Key::W, Key::S), (616.0, Key::Up, Key::Down)] {
        cx.spawn_with(Object::from(paddle).at(vec2(x, 240.0)), Paddle(up, down));
    }
    cx.spawn_with(Object::from(ball).at(CENTER).velocity(SERVE).soft(), Ball);
    cx.hud.add(Widget::new("Left").at(HudAnchor::TopLeft));
    cx.hud.add(Widget::new("Right").at(HudAnchor::TopRight));
    Ok(())
}

fn main() -> std::process::ExitCode {
    damselfly::app::main(|| {
        let app = App::from_args_with("Pong", "for two: W and S against the arrow keys", &[])?;
        app.pixels(640, 480).mute_key(Key::M).run(start)
    })
}
