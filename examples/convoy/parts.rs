//! Components, and the queries that act on all objects with them.

use damselfly::prelude::*;

use super::freighter::shield_of;
use super::{FIRE, art, raider, sounds};

/// Damage that a ship withstands. At 0 it is a wreck.
#[derive(Clone, Checksum)]
pub(crate) struct Hull(pub i32);

/// A ship on fire, for this many more steps.
#[derive(Clone, Checksum)]
pub(crate) struct Burning {
    pub steps: u32,
}

/// Heat of a gun. From 1 on it cannot fire.
#[derive(Clone, Checksum)]
pub(crate) struct Heat(pub f32);

/// Number of shells in a gun.
#[derive(Clone, Checksum)]
pub(crate) struct Magazine(pub u32);

/// Number of shells in a freighter's hold.
#[derive(Clone, Checksum)]
pub(crate) struct Hold(pub u32);

/// Number of hits that a shield still stops. It belongs to the shield's group, and is removed with it.
#[derive(Clone, Checksum)]
pub(crate) struct Charge(pub u32);

impl Component for Hull {
    fn checksum(&self, sum: &mut ChecksumWriter) {
        self.write_checksum(sum);
    }
}

impl Component for Burning {
    fn checksum(&self, sum: &mut ChecksumWriter) {
        self.write_checksum(sum);
    }
}

impl Component for Heat {
    fn checksum(&self, sum: &mut ChecksumWriter) {
        self.write_checksum(sum);
    }
}

impl Component for Magazine {
    fn checksum(&self, sum: &mut ChecksumWriter) {
        self.write_checksum(sum);
    }
}

impl Component for Hold {
    fn checksum(&self, sum: &mut ChecksumWriter) {
        self.write_checksum(sum);
    }
}

impl Component for Charge {
    fn checksum(&self, sum: &mut ChecksumWriter) {
        self.write_checksum(sum);
    }
}

/// Cools all guns.
pub(super) fn cool(world: &mut World) {
    let guns = world.query::<(&mut Heat, With<Magazine>)>();
    guns.for_each(|(_, (heat, _))| heat.0 = (heat.0 - 0.012).max(0.0));
}

/// Damages every burning ship from time to time, and puts out fires whose time is over.
pub(super) fn burn(cx: &mut Context<'_>) {
    let mut out = Vec::new();
    for (id, (hull, fire)) in cx.query::<(&mut Hull, &mut Burning)>() {
        hull.0 -= i32::from(fire.steps.is_multiple_of(6));
        fire.steps = fire.steps.saturating_sub(1);
        if fire.steps == 0 {
            out.push(id);
        }
    }
    for id in out {
        cx.take::<Burning>(id);
    }
}

/// Removes wrecks, with an explosion.
pub(super) fn sink(cx: &mut Context<'_>) {
    // A query borrows the world, so the ids are collected before the objects are removed.
    let ships = cx.query_ref::<&Hull>();
    let wrecks: Vec<_> = ships
        .filter(|(_, hull)| hull.0 <= 0)
        .map(|(id, _)| id)
        .collect();
    for id in wrecks {
        let Some(wreck) = cx.object(id) else { continue };
        let (at, is_raider) = (wreck.position(), wreck.kind() == "Raider");
        cx.remove(id);
        cx.burst(FIRE, at, &art::explosion(if is_raider { 60 } else { 400 }));
        let end = if is_raider {
            "raider's end"
        } else {
            "freighter's end"
        };
        sounds::play_at(end, at, 0.0, cx);
        if is_raider {
            cx.hud.add_to("Raiders", 1);
            raider::drop_cell(at, cx);
        }
    }
}

/// Damages a ship and sets it on fire, or discharges its shield instead. The more damage, the louder.
pub(super) fn hit(id: ObjectId, damage: i32, cx: &mut Context<'_>) {
    let at = cx.object(id).map_or(Vec2::ZERO, |ship| ship.position());
    sounds::play_at("hit", at, (damage - 16) as f32, cx);
    if let Some(shield) = shield_of(id, cx)
        && let Some(charge) = cx.get_in_mut::<Charge>(id, shield)
    {
        charge.0 -= 1;
        if charge.0 == 0 {
            // Removes the group with its content: the charge, and the behaviour that draws the shield.
            cx.detach(id, shield);
        }
    } else if let Some(hull) = cx.get_mut::<Hull>(id) {
        hull.0 -= damage;
        cx.insert(id, Burning { steps: 60 });
    }
}
