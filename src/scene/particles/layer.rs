//! The particles of one altitude and level as dense columns, in the order of their birth, and the loop that moves them.

use glam::Vec2;

use super::look::{ParticleLook, SHADES, Shade};
use crate::geometry::turns::{Turn, TurnMotion};
use crate::scene::altitude_settings::MovedBy;
use crate::scene::layer::Layer;
use crate::scene::lifetimes::TIME_TOLERANCE;

/// Units of [`Flight::turn`] in one of [`Turn`]: slow spins in slow motion add up.
const FINE: u32 = 1 << 16;

/// What a particle's instance does not hold. One struct and not a column for each, because the loop needs all of it of
/// each particle; with the instance it is all that a step reads and writes.
#[derive(Clone, Copy, Debug)]
struct Flight {
    /// World units per nominal step.
    velocity: Vec2,
    /// Nominal steps until its end.
    left: f32,
    /// Shades per nominal step.
    pace: f32,
    /// The angle, in 1/65536 of a [`Turn`].
    turn: u32,
    /// The change of `turn` per nominal step.
    spin: f32,
    look: LookId,
}

/// Names a look within its layer, as long as it has particles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LookId(u16);

/// A look, and how many particles have it.
#[derive(Clone, Copy, Debug)]
struct LookSlot {
    look: ParticleLook,
    /// The emitter whose owner they move with.
    carrier: Option<u64>,
    alive: u32,
}

/// What the loop needs of a look. Apart from [`LookSlot`], because looks are found by searching those.
#[derive(Clone, Debug)]
struct Pull {
    /// The factor of a velocity in this step, by drag.
    keeps: f32,
    /// The change of a velocity in this step, by gravity.
    adds: Vec2,
    /// How far the owner took them in this step, jumps included, in world units.
    shift: Vec2,
    /// The part of it that drawing smooths.
    shift_motion: Vec2,
    shades: [Shade; SHADES],
}

/// A particle that is born: in world units and nominal steps.
#[derive(Clone, Copy, Debug)]
pub(super) struct Birth {
    pub(super) position: Vec2,
    pub(super) motion: Vec2,
    pub(super) velocity: Vec2,
    /// The whole life, above 0.
    pub(super) life: f32,
    /// What of it is left, above 0.
    pub(super) left: f32,
    pub(super) turn: Turn,
    /// In units of [`Turn`] per nominal step.
    pub(super) spin: f32,
}

/// The particles of one altitude and level. The last that was born is painted on top.
#[derive(Clone, Debug, Default)]
pub(crate) struct ParticleLayer {
    /// What is drawn. Its other columns are not used.
    layer: Layer,
    /// As many, in the same order.
    flights: Vec<Flight>,
    looks: Vec<LookSlot>,
    /// As many, in the same order.
    pulls: Vec<Pull>,
    /// Whether any of them moves with its owner in this step.
    is_carried: bool,
}

impl ParticleLayer {
    /// Returns the bytes that a copy takes, roughly.
    pub(crate) fn bytes(&self) -> usize {
        self.layer.bytes()
            + size_of_val(&*self.flights)
            + size_of_val(&*self.looks)
            + size_of_val(&*self.pulls)
            + size_of::<Self>()
    }

    /// The most particles of one altitude and level: 2²⁰. They take about 60 MB.
    pub(crate) const LIMIT: usize = 1 << 20;

    /// Returns what is drawn.
    pub(crate) fn layer(&self) -> &Layer {
        &self.layer
    }

    /// Returns how many more particles of a look there may be, at most `limit` in all.
    pub(super) fn room(&self, look: LookId, limit: u32) -> usize {
        let alive = self.looks[usize::from(look.0)].alive;
        let of_look = limit.saturating_sub(alive) as usize;
        of_look.min(Self::LIMIT - self.flights.len())
    }

    /// Returns the id of a look, which particles will have that move with this emitter's owner, or with none. `hint` is
    /// the id that it had before. `None` if there are 65 536 looks.
    pub(crate) fn look(
        &mut self,
        look: ParticleLook,
        carrier: Option<u64>,
        hint: Option<LookId>,
    ) -> Option<LookId> {
        let is_same = |slot: &LookSlot| slot.carrier == carrier && slot.look == look;
        let looks = &self.looks;
        // An emitter that has its own look among a thousand others would search through them in each step.
        let hinted = hint.and_then(|LookId(index)| looks.get(usize::from(index)));
        if hinted.is_some_and(is_same) {
            return hint;
        }
        // A look that no particle has is forgotten: there are as many slots as looks at once.
        let free = |slot: &LookSlot| slot.alive == 0;
        let index = match looks.iter().position(is_same) {
            Some(index) => index,
            None => {
                let index = looks.iter().position(free).unwrap_or(looks.len());
                self.set_look(index, look, carrier)?
            }
        };
        u16::try_from(index).ok().map(LookId)
    }

    fn set_look(
        &mut self,
        index: usize,
        look: ParticleLook,
        carrier: Option<u64>,
    ) -> Option<usize> {
        if index > usize::from(u16::MAX) {
            return None;
        }
        let slot = LookSlot {
            look,
            carrier,
            alive: 0,
        };
        if index == self.looks.len() {
            self.looks.push(slot);
            self.pulls.push(Pull {
                keeps: 1.0,
                adds: Vec2::ZERO,
                shift: Vec2::ZERO,
                shift_motion: Vec2::ZERO,
                shades: [Shade::default(); SHADES],
            });
        }
        self.looks[index] = slot;
        look.write_shades(&mut self.pulls[index].shades);
        Some(index)
    }

    /// Notes how far an emitter's owner moves in this step, its jumps included, and how much of that drawing smooths: in
    /// world units. Its particles are moved as far by the next [`ParticleLayer::advance`].
    pub(crate) fn carry(&mut self, look: LookId, carrier: u64, by: Vec2, motion: Vec2) {
        let index = usize::from(look.0);
        let slot = self.looks.get(index);
        // The look may have been forgotten, and another may have its id. Particles that are not there yet start where the
        // owner is by then.
        if slot.is_some_and(|slot| slot.carrier == Some(carrier) && slot.alive > 0) {
            // Added up, because the owner may be put elsewhere while time stands still.
            self.pulls[index].shift += by;
            self.pulls[index].shift_motion = motion;
            self.is_carried = true;
        }
    }

    /// Adds a particle in step `step`.
    pub(super) fn push(&mut self, look: LookId, birth: &Birth, step: u64) {
        let index = usize::from(look.0);
        let slot = &mut self.looks[index];
        slot.alive += 1;
        let mut instance = slot.look.instance(birth.position);
        let flight = Flight {
            velocity: birth.velocity,
            left: birth.left,
            pace: SHADES as f32 / birth.life,
            turn: u32::from(birth.turn.0) * FINE,
            spin: birth.spin * FINE as f32,
            look,
        };
        let shade = self.pulls[index].shades[flight.shade()];
        (instance.tint, instance.scale) = (shade.tint, shade.scale);
        (instance.motion, instance.turn) = (birth.motion, birth.turn);
        self.layer.push_moving(instance, step);
        self.flights.push(flight);
    }

    /// Moves all particles by `dt` nominal steps in step `step`, and removes those whose life is over.
    pub(crate) fn advance(&mut self, dt: f32, step: u64) {
        // While time stands still nothing moves: changed chunks would be copied for nothing.
        if self.flights.is_empty() || dt <= 0.0 {
            return;
        }
        for (slot, pull) in self.looks.iter().zip(&mut self.pulls) {
            // `libm`, because the standard library's powers are not the same on every platform.
            pull.keeps = libm::powf(1.0 - slot.look.drag, dt);
            pull.adds = slot.look.gravity * dt;
        }
        // Every row is written, so their older motion need not be cleared first.
        self.layer.sync_settings(step, MovedBy::Game);
        let living = if core::mem::take(&mut self.is_carried) {
            self.move_all::<true>(dt)
        } else {
            self.move_all::<false>(dt)
        };
        self.flights.truncate(living);
        self.layer.truncate(living);
        for pull in &mut self.pulls {
            (pull.shift, pull.shift_motion) = (Vec2::ZERO, Vec2::ZERO);
        }
    }

    /// Moves all particles, and closes the gaps of those whose life is over, in one pass and in order. Returns how many are
    /// left. `CARRIED`: whether any moves with its owner. The tight loop: see the bench `particles`.
    fn move_all<const CARRIED: bool>(&mut self, dt: f32) -> usize {
        let Self {
            layer,
            flights,
            looks,
            pulls,
            ..
        } = self;
        let instances = layer.columns_mut().instances;
        // Both have as many rows, which the compiler cannot know.
        let flights = &mut flights[..instances.len()];
        let mut to = 0;
        for from in 0..instances.len() {
            let left = flights[from].left - dt;
            if left <= END {
                looks[usize::from(flights[from].look.0)].alive -= 1;
                continue;
            }
            // Not always: without a gap, what does not change is not written.
            if to != from {
                flights[to] = flights[from];
                instances[to] = instances[from];
            }
            let (flight, instance) = (&mut flights[to], &mut instances[to]);
            to += 1;
            flight.left = left;
            let pull = &pulls[usize::from(flight.look.0)];
            flight.velocity = flight.velocity * pull.keeps + pull.adds;
            instance.motion = flight.velocity * dt;
            instance.position += instance.motion;
            if CARRIED {
                instance.motion += pull.shift_motion;
                instance.position += pull.shift;
            }
            let shade = pull.shades[flight.shade()];
            (instance.tint, instance.scale) = (shade.tint, shade.scale);
            if flight.spin != 0.0 {
                (instance.turn, instance.turn_motion) = flight.turn_by(dt);
            }
        }
        to
    }

    /// Ends step `step`: what did not move in it loses the motion of earlier steps.
    pub(crate) fn end_step(&mut self, step: u64) {
        self.layer.end_step(step);
    }

    /// Removes all particles and keeps the memory.
    pub(crate) fn clear(&mut self) {
        self.layer.clear();
        self.flights.clear();
        for slot in &mut self.looks {
            slot.alive = 0;
        }
    }
}

/// A life with no more than this left is over: see [`TIME_TOLERANCE`].
#[expect(clippy::cast_possible_truncation, reason = "a power of two")]
pub(super) const END: f32 = TIME_TOLERANCE as f32;

impl Flight {
    /// Returns the index of its shade.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "held to the last shade by the cast, which saturates"
    )]
    fn shade(&self) -> usize {
        usize::from((self.left * self.pace) as u8)
    }

    /// Turns it for `dt` nominal steps. Returns the new angle, and the change that drawing smooths.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the cast saturates, at half a turn; the shift leaves 16 bits"
    )]
    fn turn_by(&mut self, dt: f32) -> (Turn, TurnMotion) {
        let before = Turn((self.turn / FINE) as u16);
        self.turn = self.turn.wrapping_add_signed((self.spin * dt) as i32);
        let after = Turn((self.turn / FINE) as u16);
        (after, before.motion_to(after))
    }
}
