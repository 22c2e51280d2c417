//! Guns that aim and fire by themselves.

use damselfly::prelude::*;

use super::parts::{self, Heat, Hull, Magazine};
use super::{FIRE, OURS, THEIRS, raider, sounds};

const SHOT_SPEED: f32 = 7.0;
const RANGE: f32 = 420.0;

/// Request of an empty gun, sent up to the objects that carry it.
pub(super) struct Reload {
    pub gun: ObjectId,
}

/// Order to all guns of a ship, sent down: whether they may fire.
pub(super) struct FireOrder(pub bool);

#[derive(Clone, Default, Checksum)]
pub(crate) struct Gun {
    /// Whether the last order was to hold fire.
    holds_fire: bool,
    /// Steps until the next shot.
    reload: u32,
}

impl Gun {
    /// Returns the point to aim at: the nearest predicted position of a raider, if it is in range. Each position is
    /// predicted for the time that a shot takes to the raider's present position.
    fn target(at: Vec2, world: &World) -> Option<Vec2> {
        let raiders = world.of_kind("Raider").filter_map(|id| world.object(id));
        let targets = raiders.map(|raider| {
            let flight = raider.position().distance(at) / SHOT_SPEED;
            raider.position() + flight * raider.velocity()
        });
        let near = targets.filter(|target| target.distance(at) < RANGE);
        near.min_by(|a, b| a.distance(at).total_cmp(&b.distance(at)))
    }

    fn fire(at: Vec2, angle: f32, cx: &mut Context<'_>) {
        let nose = math::from_angle(angle);
        let sprite = cx.assets.sprite_named("shot");
        let shot = Object {
            blend: Blend::Additive,
            ..Object::new("Shot").sprite(sprite).angle(angle)
        };
        let shot = shot.at(at + 9.0 * nose).velocity(SHOT_SPEED * nose);
        let shot = shot.lifetime(70).altitude(FIRE).soft().bullet();
        cx.spawn_with(shot.groups(OURS, THEIRS), Shot);
        sounds::play_at("shot", at, 0.0, cx);
    }
}

impl Behavior for Gun {
    fn step(&mut self, cx: &mut Context<'_>) {
        let (me, at, angle) = (cx.me().id(), cx.me().position(), cx.me().angle());
        let Some((heat, magazine)) = cx.query_one::<(&mut Heat, &mut Magazine)>(me) else {
            return;
        };
        let glow = Color::WHITE.lerp(Color::hex(0xff4020), heat.0.min(1.0));
        let (is_ready, is_empty) = (heat.0 < 1.0, magazine.0 == 0);
        cx.me().set_tint(glow);
        if is_empty {
            cx.send_up(me, Event::custom(Reload { gun: me }));
        }
        let Some(target) = Self::target(at, cx) else {
            return;
        };
        let turn = math::angle_difference(angle, math::angle_of(target - at));
        let angle = angle + turn.clamp(-0.08, 0.08);
        cx.me().set_angle(angle);
        self.reload = self.reload.saturating_sub(1);
        let is_ready = is_ready && self.reload == 0 && turn.abs() < 0.1;
        if is_ready && !is_empty && !self.holds_fire {
            self.reload = 8;
            if let Some((heat, magazine)) = cx.query_one::<(&mut Heat, &mut Magazine)>(me) {
                heat.0 += 0.16;
                magazine.0 -= 1;
            }
            Self::fire(at, angle, cx);
        }
    }

    fn event(&mut self, event: &CustomEvent, _: &mut Context<'_>) {
        if let Some(&FireOrder(fire)) = event.get() {
            self.holds_fire = !fire;
        }
    }

    fn checksum(&self, sum: &mut ChecksumWriter) {
        self.write_checksum(sum);
    }
}

#[derive(Clone)]
struct Shot;

impl Behavior for Shot {
    fn collision(&mut self, hit: &Collision, cx: &mut Context<'_>) {
        // A shot may touch two ships in a step, but hits only one. Cells are not ships: they have no hull.
        if cx.get::<Hull>(hit.other).is_some() && !cx.me().is_being_removed() {
            cx.me().remove();
            parts::hit(hit.other, 6, cx);
            cx.burst(FIRE, hit.position, &raider::sparks());
        }
    }
}
