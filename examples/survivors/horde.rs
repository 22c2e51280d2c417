//! The monsters: their arrival, their movement, and the gems that they leave.

use damselfly::collision::Shape;
use damselfly::prelude::*;
use damselfly::scene::{Light, Material};

use super::run::{NIGHT, Night};
use super::{
    BOLTS, FIELD, FIGURES, FRONT, GEMS, GROUND_THINGS, HERO, HORDE, art, hero_position, menu,
    object,
};

/// The largest number of monsters.
const MOST: usize = 500;
/// Distance between the wizard and new monsters, in pixels: out of sight.
const FAR: f32 = 380.0;
/// Distance in pixels below which two monsters push each other away.
const NEAR: f32 = 11.0;

/// A kind of monster.
struct Species {
    kind: &'static str,
    health: i32,
    /// Speed in pixels per step.
    speed: f32,
    /// Color of its sparks.
    color: Color,
    /// Fraction of the night after which it comes.
    from: f32,
    /// How often it comes, relative to the others.
    weight: u32,
}

const SPECIES: [Species; 3] = [
    Species {
        kind: "Bat",
        health: 10,
        speed: 1.0,
        color: Color::hex(0xb070a0),
        from: 0.0,
        weight: 5,
    },
    Species {
        kind: "Ghoul",
        health: 26,
        speed: 0.6,
        color: Color::hex(0x8fb573),
        from: 0.08,
        weight: 5,
    },
    Species {
        kind: "Wraith",
        health: 50,
        speed: 0.8,
        color: Color::hex(0xbfd8e8),
        from: 0.35,
        weight: 2,
    },
];

/// Lets the time pass, and sends monsters: more and more until dawn.
#[derive(Clone)]
pub(crate) struct Spawner;

impl Behavior for Spawner {
    fn step(&mut self, cx: &mut Context<'_>) {
        let Some(night) = cx.resource_mut::<Night>() else {
            return;
        };
        if !night.is_alive {
            return;
        }
        night.steps += 1;
        let (passed, steps, clock) = (night.passed(), night.steps, night.clock());
        if steps.is_multiple_of(60) {
            cx.hud.set("Time", clock);
        }
        super::set_sky(passed, cx);
        if passed >= 1.0 {
            menu::end(true, cx);
        }
        // One monster in 40 steps at first, one in 6 at the end.
        let pause = 40 - 34 * steps.min(NIGHT) / NIGHT;
        if steps.is_multiple_of(pause) && cx.behaviors::<Monster>().count() < MOST {
            spawn(passed, cx);
        }
    }
}

/// Adds a monster in a random direction from the wizard.
fn spawn(passed: f32, cx: &mut Context<'_>) {
    let Some(middle) = hero_position(cx) else {
        return;
    };
    let weights = SPECIES.map(|it| if it.from <= passed { it.weight } else { 0 });
    let Some(number) = cx.random().weighted(&weights) else {
        return;
    };
    let species = &SPECIES[number];
    let at = FIELD.nearest(middle + FAR * cx.random().unit_vector());
    let body = Shape::circle(7.0).translated(vec2(0.0, -7.0));
    let monster = object(species.kind, at, FIGURES, cx).soft();
    let monster = monster.groups(HORDE, HERO | BOLTS).shapes([body]);
    let speed = species.speed * cx.random().range(0.85..1.15);
    // The horde gets tougher by half until dawn.
    let health = species.health * cx.resource::<Night>().map_or(100, Night::toughness) / 100;
    let (color, flash) = (species.color, 0);
    let monster = cx.spawn_with(
        monster,
        Monster {
            health,
            speed,
            color,
            flash,
        },
    );
    if species.kind == "Wraith" {
        let color = Color::hex(0x7fb0ff);
        let glow = Light {
            color,
            radius: 44.0,
            energy: 0.7,
            ..Light::default()
        };
        cx.lights.attach(monster, glow);
    }
}

/// Walks towards the wizard, and keeps away from its neighbours.
#[derive(Clone, Checksum)]
pub(crate) struct Monster {
    health: i32,
    speed: f32,
    color: Color,
    /// Number of steps of its flash after a hit.
    flash: u32,
}

impl Behavior for Monster {
    fn step(&mut self, cx: &mut Context<'_>) {
        let Some(goal) = hero_position(cx) else {
            return;
        };
        let (me, at) = (cx.me().id(), cx.me().position());
        let is_other = |id| id != me;
        let neighbour = cx.space().groups(HORDE).filter(&is_other).nearest(at, NEAR);
        let away = neighbour.and_then(|(id, _)| cx.object(id));
        let away = away.map_or(Vec2::ZERO, |it| (at - it.position()).normalize_or_zero());
        let way = (goal - at).normalize_or_zero();
        cx.me().set_velocity(self.speed * (way + 0.7 * away));
        cx.me().set_flip(way.x < 0.0, false);
        self.flash = self.flash.saturating_sub(1);
        let white = Material::Flash {
            color: Color::WHITE,
            amount: 0.8,
        };
        cx.me().set_material((self.flash > 0).then_some(white));
    }

    fn checksum(&self, sum: &mut ChecksumWriter) {
        self.write_checksum(sum);
    }
}

/// Hurts a monster. Without health, it bursts and leaves a gem.
pub(crate) fn hurt(monster: ObjectId, power: i32, cx: &mut Context<'_>) {
    let Some(mut object) = cx.object_mut(monster) else {
        return;
    };
    let at = object.position();
    let Some(it) = object.behavior_mut::<Monster>() else {
        return;
    };
    it.health -= power;
    it.flash = 4;
    let (health, color) = (it.health, it.color);
    if health > 0 {
        cx.play("hit");
        return;
    }
    if cx.object(monster).is_some_and(|it| it.is_being_removed()) {
        return;
    }
    cx.remove(monster);
    cx.play("hit");
    cx.hud.add_to("Kills", 1);
    cx.burst(FRONT, at + vec2(0.0, -8.0), &art::sparks(16, color));
    let gem = super::object("Gem", at, GROUND_THINGS, cx).soft();
    cx.spawn_with(gem.groups(GEMS, 0), Gem);
}

/// Waits for the wizard, and flies to him when he is near.
#[derive(Clone)]
struct Gem;

impl Behavior for Gem {
    fn step(&mut self, cx: &mut Context<'_>) {
        let Some(goal) = hero_position(cx) else {
            return;
        };
        let reach = cx.resource::<Night>().map_or(0.0, |night| night.reach);
        let way = goal + vec2(0.0, -6.0) - cx.me().position();
        let distance = way.length();
        if distance < 8.0 {
            cx.me().remove();
            cx.play("gem");
            menu::collect(cx);
        } else if distance < reach {
            cx.me().set_velocity(3.2 * way / distance);
        } else {
            cx.me().set_velocity(Vec2::ZERO);
        }
    }
}
