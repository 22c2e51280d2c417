//! The ship: it moves up and down, fires towards the reticle, and has one nuke.

use damselfly::prelude::*;

use super::scene::{self, Scene};
use super::{altitude, arena, bullet, explosion, game_over, group, nuke, reticle, score};

/// Maximum speed in rows per step, which is 15 rows per second.
const SPEED: f32 = 0.5;
/// Fraction of the difference to the wanted speed that the ship makes up in a step, which gives it some inertia.
const EAGERNESS: f32 = 0.45;
/// Number of steps between two shots while the trigger is held.
const RELOAD: u32 = 8;
/// Offset from the ship's centre to the gun.
const MUZZLE: Vec2 = vec2(6.5, 0.3);
/// Half of the ship's height, in rows.
const HALF_HEIGHT: f32 = 1.5;

/// The player's ship.
#[derive(Clone, Debug, Checksum)]
struct Hero {
    reticle: ObjectId,
    /// Steps until it can fire again.
    reload: u32,
    nukes: u32,
}

/// Spawns the ship at the left, and its reticle.
pub fn spawn(cx: &mut Context<'_>) {
    let reticle = reticle::spawn(cx);
    let arena = arena(cx);
    let ship = Object {
        kind: "Hero",
        position: vec2(10.0, arena.center().y),
        altitude: altitude::GLOW,
        groups: group::HERO,
        collides_with: group::SAUCER,
        // The box is smaller than the sprite, because grazing a wing should not count as a hit.
        bounds: Bounds::Fixed(Rect::centered(Vec2::ZERO, vec2(10.0, 1.5))),
        sprite: cx.assets.find("ship"),
        ..Object::default()
    };
    let hero = Hero {
        reticle,
        reload: 0,
        nukes: score::NUKES_AT_FIRST,
    };
    let ship = cx.spawn_with(ship, hero);
    // A second behaviour of the ship, which gives points for the time that it survives.
    cx.attach(ship, score::Survival::default());
}

impl Behavior for Hero {
    fn step(&mut self, cx: &mut Context<'_>) {
        let position = cx.me().position();
        steer(cx);
        explosion::exhaust(position - vec2(6.0, 0.0), cx);
        self.fire(position + MUZZLE, cx);
        if wants(cx, &[Key::Enter, Key::NumpadEnter]) && self.nukes > 0 {
            self.nukes -= 1;
            nuke::ignite(position, cx);
        }
        if cx.input.just_pressed(Key::Escape) {
            scene::change_to(Scene::Start, cx);
        }
    }

    /// Ends the ship and the round.
    fn collision(&mut self, _: &Collision, cx: &mut Context<'_>) {
        let place = cx.me().position();
        explosion::spawn_large(place, cx);
        cx.me().remove();
        game_over::spawn(cx);
    }

    fn removed(&mut self, cx: &mut Context<'_>) {
        cx.remove(self.reticle);
    }

    fn checksum(&self, sum: &mut ChecksumWriter) {
        self.write_checksum(sum);
    }
}

impl Hero {
    /// Fires if the gun is ready. While the trigger is held, fires at a limited rate.
    fn fire(&mut self, muzzle: Vec2, cx: &mut Context<'_>) {
        self.reload = self.reload.saturating_sub(1);
        let trigger = held(cx, &[Key::Space])
            || cx.input.button_is_down(MouseButton::Left)
            || cx.input.button_just_pressed(MouseButton::Left);
        if trigger && self.reload == 0 {
            self.reload = RELOAD;
            bullet::spawn(muzzle, reticle::aim(self.reticle, cx), cx);
        }
    }
}

/// Moves by the held keys, with a little inertia, inside the arena.
fn steer(cx: &mut Context<'_>) {
    let up = held(cx, &[Key::W, Key::Up]);
    let down = held(cx, &[Key::S, Key::Down]);
    let wanted = SPEED * (f32::from(u8::from(down)) - f32::from(u8::from(up)));
    let arena = arena(cx);
    let (top, bottom) = (arena.min.y + HALF_HEIGHT, arena.max.y - HALF_HEIGHT);
    let mut ship = cx.me();
    let (row, now) = (ship.position().y, ship.velocity().y);
    let speed = now + (wanted - now) * EAGERNESS;
    let speed = (row + speed).clamp(top, bottom) - row;
    ship.set_velocity(vec2(0.0, speed));
}

/// Returns whether one of the keys is held or was pressed in this step, however briefly.
fn held(cx: &Context<'_>, keys: &[Key]) -> bool {
    keys.iter()
        .any(|&key| cx.input.is_down(key) || cx.input.just_pressed(key))
}

/// Returns whether one of the keys was pressed in this step.
fn wants(cx: &Context<'_>, keys: &[Key]) -> bool {
    keys.iter().any(|&key| cx.input.just_pressed(key))
}
