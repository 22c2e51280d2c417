//! A ball: it flies, falls, bounces, fades and disappears.

use damselfly::assets::FrameIds;
use damselfly::prelude::*;
use damselfly::scene::Instance;
use damselfly::world::Item;

use super::depth::{Depth, byte};
use super::sounds;

/// Increase of the speed downwards in each step, in pixels per step.
const GRAVITY: f32 = 0.2;
/// Fraction of the speed that the air takes in a step.
const DRAG: f32 = 0.028;
/// Fraction of the vertical speed that is left after a bounce.
const BOUNCE: f32 = 0.62;
/// Final fraction of the lifetime during which the ball fades out.
const FADING: f32 = 0.35;

/// A ball in its layer.
#[derive(Clone, Debug, Checksum)]
pub struct Ball {
    depth: Depth,
    #[checksum(skip)]
    color: Color,
    /// Frames of the ball sprites, by radius.
    #[checksum(skip)]
    frames: FrameIds,
    /// Sprite instance, with the position.
    #[checksum(skip)]
    instance: Instance,
    /// Velocity in pixels per step, as it would look in the nearest layer.
    velocity: Vec2,
    /// Lifetime in steps of its layer's time.
    life: f32,
    /// Remaining part of the lifetime.
    left: f32,
}

impl Item for Ball {
    fn update(&mut self, cx: &mut Context<'_>) {
        let time = cx.layer_time(self.depth);
        self.left -= time;
        if let Some(speed) = self.fly(time) {
            sounds::bounce(self.instance.position, speed, self.depth, cx);
        }
        self.fade();
    }

    fn draw(&self, cx: &mut Context<'_>) {
        cx.canvas(self.depth).instance(self.instance);
    }

    fn is_expired(&self, _: &Context<'_>) -> bool {
        self.left <= 0.0
    }

    fn checksum(&self, sum: &mut ChecksumWriter) {
        self.write_checksum(sum);
        self.instance.position.write_checksum(sum);
    }
}

impl Ball {
    /// Returns a ball at its start. `life` is its lifetime in steps.
    pub fn new(
        depth: Depth,
        color: Color,
        frames: FrameIds,
        at: Vec2,
        velocity: Vec2,
        life: f32,
    ) -> Self {
        let mut ball = Self {
            depth,
            color,
            frames,
            instance: Instance::new(at, frames.first),
            velocity,
            life,
            left: life,
        };
        ball.look(1.0);
        ball
    }

    /// Moves it. Returns its speed if it bounces off the ground.
    fn fly(&mut self, time: f32) -> Option<f32> {
        self.velocity.y += GRAVITY * time;
        self.velocity *= 1.0 - DRAG * time;
        let mut way = self.velocity * (self.depth.scale() * time);
        let room = self.depth.lowest() - self.instance.position.y;
        let bounces = way.y > room;
        let speed = self.velocity.y;
        if bounces {
            way.y = room;
            self.velocity.y *= -BOUNCE;
        }
        self.instance.step_by(way);
        bounces.then_some(speed)
    }

    /// Makes the ball smaller and more transparent near the end of its life.
    fn fade(&mut self) {
        let rest = self.left.max(0.0) / (self.life * FADING);
        if rest < 1.0 {
            self.look(rest);
        }
    }

    /// Sets its tint and size. `rest` is the remaining fraction of the fading: 1 is fresh, 0 is gone.
    fn look(&mut self, rest: f32) {
        let alpha = byte(255.0 * rest);
        self.instance.set_tint(self.color.with_alpha(alpha));
        let size = 0.35 + 0.65 * rest;
        let radius = byte(f32::from(self.depth.radius()) * size);
        let frame = u32::from(radius.max(1)) - 1;
        self.instance.set_frame(self.frames.wrapping(frame));
    }
}
