//! The player's ship.

use damselfly::prelude::*;
use damselfly::world::{AttachedId, ObjectRef};

use super::gun::{FireOrder, Gun, Reload};
use super::parts::{Charge, Heat, Hold, Hull, Magazine};
use super::{FIRE, GUNS, OURS, SHIPS, THEIRS, art};

/// Positions of the guns, relative to the ship.
const MOUNTS: [Vec2; 3] = [vec2(-30.0, -11.0), vec2(22.0, -12.0), vec2(-4.0, 11.0)];
const SPEED: f32 = 2.4;
pub(crate) const SHELLS: u32 = 12;

/// Steers its ship by the player's keys.
#[derive(Clone, Checksum)]
pub(crate) struct Freighter {
    holds_fire: bool,
}

/// Launches a freighter with all its guns.
pub(super) fn launch(cx: &mut Context<'_>) {
    let sprite = cx.assets.sprite_named("freighter");
    let ship = Object::new("Freighter").sprite(sprite).altitude(SHIPS);
    let ship = ship.at(vec2(110.0, 180.0)).soft().groups(OURS, THEIRS);
    let ship = cx.spawn_with(ship, Freighter { holds_fire: false });
    cx.insert(ship, (Hull(100), Hold(240)));
    let sprite = cx.assets.sprite_named("gun");
    for offset in MOUNTS {
        let gun = Object::new("Gun").sprite(sprite).altitude(GUNS).spectral();
        let gun = cx.spawn_with(gun, Gun::default());
        cx.insert(gun, (Heat(0.0), Magazine(SHELLS)));
        // The gun does not turn with the ship, because it aims by itself.
        let turns = false;
        let mount = Attachment {
            offset,
            turns,
            ..Attachment::default()
        };
        if let Some(mut gun) = cx.object_mut(gun) {
            gun.set_parent(ship, mount);
        }
    }
}

/// Returns the freighter, if there is one.
pub(crate) fn freighter(world: &World) -> Option<ObjectRef<'_>> {
    let (id, _) = world.behaviors::<Freighter>().next()?;
    world.object(id)
}

/// Returns the group "shield" of a ship, if it has one.
pub(super) fn shield_of(ship: ObjectId, world: &World) -> Option<AttachedId> {
    let mut groups = world.attached(ship).filter(|it| it.name() == "shield");
    groups.next()?.id()
}

/// Gives a ship a full shield: a group with a charge and a behaviour. Replaces an older one.
pub(crate) fn raise_shield(ship: ObjectId, cx: &mut Context<'_>) {
    if let Some(old) = shield_of(ship, cx) {
        cx.detach(ship, old);
    }
    if let Some(shield) = cx.add_group(ship, None, "shield") {
        cx.insert_in(ship, shield, Charge(3));
        cx.attach_in(ship, shield, Shield);
    }
}

impl Behavior for Freighter {
    fn step(&mut self, cx: &mut Context<'_>) {
        let x = cx.input.axis(Key::Left, Key::Right) + cx.input.axis(Key::A, Key::D);
        let y = cx.input.axis(Key::Up, Key::Down) + cx.input.axis(Key::W, Key::S);
        let (me, at) = (cx.me().id(), cx.me().position());
        let to = at + SPEED * vec2(x, y).clamp_length_max(1.0);
        cx.move_to(me, to.clamp(vec2(56.0, 40.0), vec2(420.0, 330.0)));
        for nozzle in [vec2(-46.0, -5.0), vec2(-46.0, 5.0)] {
            cx.burst(FIRE, at + nozzle, &art::flames(2));
        }
        if cx.input.just_pressed(Key::Space) {
            self.holds_fire = !self.holds_fire;
            cx.send_down(me, Event::custom(FireOrder(!self.holds_fire)));
        }
        let hull = cx.get::<Hull>(me).map_or(0, |hull| hull.0);
        cx.hud.set("Hull", i64::from(hull));
        let hold = cx.get::<Hold>(me).map_or(0, |hold| hold.0);
        cx.hud.set("Shells", i64::from(hold));
    }

    fn event(&mut self, event: &CustomEvent, cx: &mut Context<'_>) {
        let Some(&Reload { gun }) = event.get() else {
            return;
        };
        // The freighter answers the request, so it is not sent on to objects that carry the freighter.
        cx.stop_route();
        let me = cx.me().id();
        let Some(hold) = cx.get_mut::<Hold>(me) else {
            return;
        };
        let shells = hold.0.min(SHELLS);
        hold.0 -= shells;
        if let Some(magazine) = cx.get_mut::<Magazine>(gun) {
            magazine.0 += shells;
        }
    }

    fn checksum(&self, sum: &mut ChecksumWriter) {
        self.write_checksum(sum);
    }
}

/// Draws a shield around its object.
#[derive(Clone)]
struct Shield;

impl Behavior for Shield {
    fn draw(&mut self, cx: &mut Context<'_>) {
        let (id, at) = (cx.me().id(), cx.me().position());
        let shield = shield_of(id, cx);
        let charge = shield.and_then(|shield| cx.get_in::<Charge>(id, shield));
        let charge = charge.map_or(0, |charge| charge.0);
        let color = Color::hex(0x6ae0ff);
        for ring in 0..charge {
            let radius = 58.0 + 3.0 * ring as f32;
            cx.canvas(FIRE)
                .circle_outline(at, radius, 1.0, color.with_alpha(110));
        }
    }
}
