//! The ball: held on the paddle until it is served, then off every wall.

use damselfly::prelude::*;

use super::{PLAY, Round, SPARKS, State, menu};

/// Pixels per step, at the start and at most.
const SPEED: f32 = 5.0;
const FASTEST: f32 = 9.0;

#[derive(Clone)]
struct Ball {
    /// Whether it lies on the paddle.
    held: bool,
    speed: f32,
}

/// Puts a ball on the paddle.
pub fn serve(cx: &mut Context<'_>) {
    let sprite = cx.assets.sprite_named("ball");
    let ball = Object::new("Ball").sprite(sprite).at(vec2(320.0, 440.0));
    let behavior = Ball {
        held: true,
        speed: SPEED,
    };
    let id = cx.spawn_with(ball.soft().altitude(PLAY), behavior);
    let trail = Emitter::new().rate(0.7).life(10.0..18.0).speed(0.0..0.2);
    let colors = [Color::CYAN.with_alpha(150), Color::BLUE.with_alpha(0)];
    let trail = trail
        .colors(colors)
        .sizes([7.0, 1.0])
        .blend(Blend::Additive);
    cx.emitters.attach(id, trail);
}

impl Ball {
    /// Flies on in a direction.
    fn fly(&mut self, way: Vec2, cx: &mut Context<'_>) {
        // Never so flat that it takes forever to come back.
        let way = vec2(way.x, way.y.signum() * way.y.abs().max(0.35)).normalize();
        cx.me().set_velocity(way * self.speed);
    }

    fn hit_brick(&mut self, brick: ObjectId, cx: &mut Context<'_>) {
        let Some((at, tint)) = cx
            .object(brick)
            .map(|brick| (brick.position(), brick.tint()))
        else {
            return;
        };
        cx.remove(brick);
        self.speed = (self.speed + 0.04).min(FASTEST);
        let shards = Emitter::new().count(14).life(14.0..30.0).speed(0.5..2.6);
        let shards = shards.area(vec2(40.0, 12.0)).gravity(vec2(0.0, 0.12));
        let colors = [Color::WHITE, tint, tint.with_alpha(0)];
        cx.burst(SPARKS, at, &shards.colors(colors).sizes([6.0, 2.0]));
        cx.camera.shake(Shake {
            strength: vec2(1.5, 1.5),
            steps: 6,
            ..Shake::default()
        });
        Round::change(cx, |round| round.points += 10);
        if cx.of_kind("Brick").next().is_none() {
            menu::show(State::Won, cx);
        }
    }
}

impl Behavior for Ball {
    fn step(&mut self, cx: &mut Context<'_>) {
        if !self.held {
            return;
        }
        let paddle = cx.of_kind("Paddle").next();
        let paddle = paddle
            .and_then(|id| cx.object(id))
            .map(|paddle| paddle.position());
        let below = paddle.unwrap_or(vec2(320.0, 452.0));
        let me = cx.me().id();
        cx.move_to(me, below - vec2(0.0, 12.5));
        let style = TextStyle::from(Color::WHITE.with_alpha(190)).centered();
        cx.canvas(PLAY)
            .text(vec2(320.0, 300.0), "Space serves", style);
        if cx.input.just_pressed(Key::Space) || cx.input.just_clicked(MouseButton::Left) {
            self.held = false;
            let way = vec2(cx.random().range(-0.5..0.5), -1.0);
            self.fly(way, cx);
        }
    }

    fn collision(&mut self, hit: &Collision, cx: &mut Context<'_>) {
        let (at, way) = (cx.me().position(), cx.me().velocity());
        // Off what it flies into, once; not off what it has hit already.
        if self.held || way.dot(hit.normal) >= 0.0 {
            return;
        }
        if cx.is_kind(hit.other, "Paddle") {
            let middle = cx
                .object(hit.other)
                .map_or(at.x, |paddle| paddle.position().x);
            self.fly(vec2((at.x - middle) / 32.0, -1.0), cx);
        } else {
            self.fly(way.reflect(hit.normal), cx);
        }
        if cx.is_kind(hit.other, "Brick") {
            self.hit_brick(hit.other, cx);
        }
    }

    fn out_of_bounds(&mut self, cx: &mut Context<'_>) {
        cx.me().remove();
        cx.camera.shake(Shake {
            strength: vec2(5.0, 5.0),
            ..Shake::default()
        });
        Round::change(cx, |round| round.lives -= 1);
        if cx.resource::<Round>().is_some_and(|round| round.lives > 0) {
            serve(cx);
        } else {
            menu::show(State::Lost, cx);
        }
    }

    fn checksum(&self, sum: &mut Checksum) {
        sum.bool(self.held);
        sum.f32(self.speed);
    }
}
