//! The wizard, and the bolts that he casts at the nearest monster.

use damselfly::collision::Shape;
use damselfly::math;
use damselfly::prelude::*;
use damselfly::scene::{Light, Material, Shake};

use super::run::Night;
use super::{BOLTS, FIELD, FIGURES, FRONT, HERO, HORDE, art, horde, menu, object};

/// Largest distance of a monster that the wizard sees, in pixels.
const SIGHT: f32 = 170.0;
/// Speed of a bolt in pixels per step.
const BOLT_SPEED: f32 = 5.0;
/// Angle between the bolts of a volley, in radians.
const FAN: f32 = 0.16;
/// Number of steps after a bite without another one.
const MERCY: u32 = 40;

#[derive(Clone, Checksum)]
pub(crate) struct Hero {
    /// Steps to the next volley.
    wait: u32,
    /// Number of steps without another bite.
    mercy: u32,
}

impl Hero {
    /// Spawns the wizard, and lets the camera follow him.
    pub(crate) fn add(at: Vec2, cx: &mut Context<'_>) {
        let wizard = object("Wizard", at, FIGURES, cx).soft();
        let feet = Shape::circle(6.0).translated(vec2(0.0, -6.0));
        let wizard = wizard.groups(HERO, HORDE).shapes([feet]);
        let wizard = cx.spawn_with(wizard, Self { wait: 30, mercy: 0 });
        let lantern = Light {
            color: Color::hex(0xffdca0),
            radius: 190.0,
            energy: 1.1,
            offset: vec2(0.0, -8.0),
            shadows: true,
            ..Light::default()
        };
        cx.lights.attach(wizard, lantern);
        cx.camera.follow(wizard, vec2(40.0, 24.0));
        cx.camera.cut_to(at);
    }

    /// Walks by keys, stick or directional pad, and stays in the field.
    fn walk(cx: &mut Context<'_>) {
        let way = vec2(
            cx.actions.axis("left", "right"),
            cx.actions.axis("up", "down"),
        );
        let speed = cx.resource::<Night>().map_or(0.0, |night| night.speed);
        let at = cx.me().position();
        let to = at + speed * way.normalize_or_zero();
        cx.me().set_velocity(FIELD.expanded(-24.0).nearest(to) - at);
        if way.x != 0.0 {
            cx.me().set_flip(way.x < 0.0, false);
        }
    }

    /// Casts a volley at the nearest monster.
    fn cast(&mut self, cx: &mut Context<'_>) {
        self.wait = self.wait.saturating_sub(1);
        if self.wait > 0 {
            return;
        }
        let at = cx.me().position() + vec2(0.0, -10.0);
        let nearest = cx.space().groups(HORDE).nearest(at, SIGHT);
        let Some(goal) = nearest.and_then(|(id, _)| cx.object(id)) else {
            return;
        };
        let middle = math::angle_of(goal.position() + vec2(0.0, -6.0) - at);
        let Some(night) = cx.resource::<Night>() else {
            return;
        };
        let (bolts, pause) = (night.bolts, night.pause);
        self.wait = pause;
        for number in 0..bolts {
            let aside = number as f32 - 0.5 * (bolts - 1) as f32;
            add_bolt(at, middle + FAN * aside, cx);
        }
        cx.play("bolt");
    }
}

impl Behavior for Hero {
    fn step(&mut self, cx: &mut Context<'_>) {
        self.mercy = self.mercy.saturating_sub(1);
        let is_bright = self.mercy > 0 && (self.mercy / 5).is_multiple_of(2);
        let flash = Material::Flash {
            color: Color::RED,
            amount: 0.7,
        };
        cx.me().set_material(is_bright.then_some(flash));
        Self::walk(cx);
        self.cast(cx);
    }

    fn collision(&mut self, hit: &Collision, cx: &mut Context<'_>) {
        if self.mercy > 0 || cx.object(hit.other).is_none_or(|it| it.is_being_removed()) {
            return;
        }
        self.mercy = MERCY;
        cx.hud.add_to("Health", -10);
        cx.play("hurt");
        cx.camera.shake(Shake::new(4.0, 14));
        if cx.hud.value("Health") == Some(0) {
            let at = cx.me().position();
            cx.burst(FRONT, at, &art::sparks(200, Color::hex(0x8a7cff)));
            cx.me().remove();
            menu::end(false, cx);
        }
    }

    fn checksum(&self, sum: &mut ChecksumWriter) {
        self.write_checksum(sum);
    }
}

/// Spawns a bolt, which lights the ground below it.
fn add_bolt(at: Vec2, angle: f32, cx: &mut Context<'_>) {
    let bolt = object("Bolt", at, FRONT, cx).soft();
    let bolt = bolt.blend(Blend::Additive).lifetime(60);
    let bolt = bolt.velocity(BOLT_SPEED * math::from_angle(angle));
    let bolt = bolt.groups(BOLTS, HORDE).shapes([Shape::circle(5.0)]);
    let bolt = cx.spawn_with(bolt, Bolt);
    let glow = Light {
        color: Color::hex(0xffa24a),
        radius: 46.0,
        ..Light::default()
    };
    cx.lights.attach(bolt, glow);
}

/// Hurts the first monster that it meets.
#[derive(Clone)]
struct Bolt;

impl Behavior for Bolt {
    fn collision(&mut self, hit: &Collision, cx: &mut Context<'_>) {
        if !cx.me().is_being_removed() {
            cx.me().remove();
            let power = cx.resource::<Night>().map_or(0, |night| night.power);
            horde::hurt(hit.other, power, cx);
        }
    }
}
