//! The moving objects: a ball between two walls, a rotating square with a moon, a falling ball and a jumping ball.
//!
//! Each object except the moon draws a ring at its position after the latest step. The distance between an object and
//! its ring is the effect of smoothing.

use damselfly::prelude::*;

use super::{MARKS, MOVING};

/// Area of the stage in pixels.
pub(crate) const STAGE: Rect = Rect {
    min: vec2(12.0, 84.0),
    max: vec2(948.0, 340.0),
};

const BALL: Color = Color::hex(0x5cc8ff);
const SQUARE: Color = Color::hex(0xffa657);
const MOON: Color = Color::hex(0xf2d479);
const FALLING: Color = Color::hex(0x7ee787);
const JUMPER: Color = Color::hex(0xd2a8ff);

/// Radius of a ball.
const RADIUS: f32 = 16.0;
/// Number of steps between two jumps.
const PAUSE: u64 = 20;

/// Fills the stage.
///
/// # Errors
/// Fails if the atlas has no room for the sprites.
pub(crate) fn fill(cx: &mut Context<'_>) -> Result<(), Error> {
    let ball = cx.assets.add_disc("ball", 32, Color::WHITE)?;
    let square = cx.assets.add_rect("square", 40, 40, Color::WHITE)?;
    let moon = cx.assets.add_disc("moon", 14, Color::WHITE)?;
    let [left, _] = track(RADIUS);
    let moving = |kind, sprite, color, at| {
        let object = Object::from(sprite).kind(kind).tint(color).at(at);
        object.spectral().altitude(MOVING)
    };
    let ring = |radius| Mover {
        radius,
        way: Way::Bounces,
    };
    cx.spawn_with(
        moving("Ball", ball, BALL, vec2(left, 116.0)).velocity(vec2(16.0, 0.0)),
        ring(RADIUS),
    );
    let turning = moving("Square", square, SQUARE, vec2(480.0, 180.0));
    let turning = turning.velocity(vec2(-7.0, 0.0)).spin(0.16);
    let square = cx.spawn_with(turning, ring(28.0));
    let moon = cx.spawn(moving("Moon", moon, MOON, Vec2::ZERO));
    if let Some(mut moon) = cx.object_mut(moon) {
        let beside = Attachment {
            offset: vec2(44.0, 0.0),
            ..Attachment::default()
        };
        moon.set_parent(square, beside);
    }
    let falling = moving("Falling", ball, FALLING, vec2(left, 250.0));
    let mut falling = falling.velocity(vec2(9.0, 0.0));
    falling.acceleration = vec2(0.0, 1.6);
    let way = Way::Falls;
    let radius = RADIUS;
    cx.spawn_with(falling, Mover { radius, way });
    let way = Way::Jumps;
    let jumper = moving("Jumper", ball, JUMPER, vec2(left, 220.0));
    cx.spawn_with(jumper, Mover { radius, way });
    Ok(())
}

/// Returns the leftmost and rightmost x of an object with this radius.
fn track(radius: f32) -> [f32; 2] {
    [STAGE.min.x + radius + 8.0, STAGE.max.x - radius - 8.0]
}

/// Movement of an object.
#[derive(Clone, Copy, Checksum)]
enum Way {
    /// Moves left and right.
    Bounces,
    /// Moves left and right, falls and bounces off the floor.
    Falls,
    /// Teleports, which is never smoothed.
    Jumps,
}

/// Turns its object back at the walls, lets it bounce or jump according to `way`, and draws a ring at its position.
#[derive(Clone, Checksum)]
struct Mover {
    radius: f32,
    way: Way,
}

impl Behavior for Mover {
    fn step(&mut self, cx: &mut Context<'_>) {
        let [left, right] = track(self.radius);
        let number = cx.time.number;
        let mut me = cx.me();
        let (at, velocity) = (me.position(), me.velocity());
        // Sets the sign instead of negating it, because a policy with long steps may carry the object far beyond a
        // wall.
        let mut next = velocity;
        if at.x <= left {
            next.x = velocity.x.abs();
        } else if at.x >= right {
            next.x = -velocity.x.abs();
        }
        match self.way {
            Way::Falls if at.y >= STAGE.max.y - self.radius - 8.0 => next.y = -15.2,
            Way::Jumps if number.is_multiple_of(PAUSE) => {
                let place = left + (right - left) * ((number / PAUSE) % 5) as f32 / 4.0;
                me.set_position(vec2(place, at.y));
            }
            Way::Bounces | Way::Falls | Way::Jumps => {}
        }
        if next != velocity {
            me.set_velocity(next);
        }
    }

    fn draw(&mut self, cx: &mut Context<'_>) {
        let at = cx.me().position();
        let ring = Color::WHITE.with_alpha(110);
        cx.canvas(MARKS)
            .circle_outline(at, self.radius + 3.0, 2.0, ring);
    }

    fn checksum(&self, sum: &mut ChecksumWriter) {
        self.write_checksum(sum);
    }
}
