//! The particles of one altitude and level as dense columns, in the order of their birth, and the loop that moves them.

use glam::Vec2;

use super::curve::{ParticleCurve, SHADES, Shade};
use crate::geometry::turns::{Turn, TurnMotion};
use crate::scene::altitude_settings::MovedBy;
use crate::scene::layer::Layer;
use crate::scene::lifetimes::TIME_TOLERANCE;
use crate::scene::row_style::RowStyle;

/// Units of [`Flight::turn`] in one unit of [`Turn`]. They are so fine that slow spins in slow motion add up.
const FINE: u32 = 1 << 16;

/// The data of a particle that its instance does not hold. One struct, not a column for each field: the loop needs all
/// of a particle's data.
#[derive(Clone, Copy, Debug)]
struct Flight {
    /// World units per nominal step.
    velocity: Vec2,
    /// Nominal steps until its end.
    left: f32,
    /// Number of shades that pass in a nominal step.
    pace: f32,
    /// The angle, in 1/65536 of a unit of [`Turn`].
    turn: u32,
    /// The change of `turn` per nominal step.
    spin: f32,
    curve: CurveId,
}

/// Identifies a curve within its layer, as long as any particle has this curve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CurveId(u16);

/// A curve, and the number of its particles.
#[derive(Clone, Copy, Debug)]
struct CurveSlot {
    curve: ParticleCurve,
    /// The emitter whose owner the particles move with; `None` if they stay in the world.
    carrier: Option<u64>,
    alive: u32,
}

/// The data of a curve that the loop needs. Kept apart from [`CurveSlot`], so that slots stay small: curves are found
/// by searching them.
#[derive(Clone, Debug)]
struct Pull {
    /// Factor of velocities in this step: the fraction that drag leaves.
    keeps: f32,
    /// Change of velocities in this step, by gravity.
    adds: Vec2,
    /// Displacement of the owner in this step, including jumps, in world units.
    shift: Vec2,
    /// The smoothed part of `shift`.
    shift_motion: Vec2,
    shades: [Shade; SHADES],
}

/// A new particle, in world units and nominal steps.
#[derive(Clone, Copy, Debug)]
pub(super) struct Birth {
    pub(super) position: Vec2,
    pub(super) motion: Vec2,
    pub(super) velocity: Vec2,
    /// The whole life, above 0.
    pub(super) life: f32,
    /// Remaining life, above 0.
    pub(super) left: f32,
    pub(super) turn: Turn,
    /// Units of [`Turn`] per nominal step.
    pub(super) spin: f32,
}

/// The particles of one altitude and level. The youngest particle is painted on top.
#[derive(Clone, Debug, Default)]
pub(crate) struct ParticleLayer {
    /// Drawn instances. The other columns are not used.
    layer: Layer,
    /// One for each row, in the same order.
    flights: Vec<Flight>,
    curves: Vec<CurveSlot>,
    /// One for each of `curves`, in the same order.
    pulls: Vec<Pull>,
    /// Whether any particle moves with its emitter's owner in this step.
    is_carried: bool,
}

impl ParticleLayer {
    /// Returns the approximate size of a copy in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.layer.bytes()
            + size_of_val(&*self.flights)
            + size_of_val(&*self.curves)
            + size_of_val(&*self.pulls)
            + size_of::<Self>()
    }

    /// Largest number of particles of one altitude and level: 2²⁰. They take about 80 MB.
    pub(crate) const LIMIT: usize = 1 << 20;

    /// Returns the drawn layer.
    pub(crate) fn layer(&self) -> &Layer {
        &self.layer
    }

    /// Returns the number of particles that may still be added to a curve, whose total is at most `limit`.
    pub(super) fn room(&self, curve: CurveId, limit: u32) -> usize {
        let alive = self.curves[usize::from(curve.0)].alive;
        let of_curve = limit.saturating_sub(alive) as usize;
        of_curve.min(Self::LIMIT - self.flights.len())
    }

    /// Returns the id of a curve whose particles move with the owner of the emitter `carrier`, or stay in the world.
    /// `hint` is the curve's former id. `None` if all 65 536 ids are in use.
    pub(crate) fn curve(
        &mut self,
        curve: ParticleCurve,
        carrier: Option<u64>,
        hint: Option<CurveId>,
    ) -> Option<CurveId> {
        let is_same = |slot: &CurveSlot| slot.carrier == carrier && slot.curve == curve;
        let curves = &self.curves;
        // The hint saves a search: an emitter would otherwise look for its curve among perhaps a thousand in each step.
        let hinted = hint.and_then(|CurveId(index)| curves.get(usize::from(index)));
        if hinted.is_some_and(is_same) {
            return hint;
        }
        // A slot is reused once no particle has its curve, so there are never more slots than the most curves in use at
        // one time.
        let free = |slot: &CurveSlot| slot.alive == 0;
        let index = match curves.iter().position(is_same) {
            Some(index) => index,
            None => {
                let index = curves.iter().position(free).unwrap_or(curves.len());
                self.set_curve(index, curve, carrier)?
            }
        };
        u16::try_from(index).ok().map(CurveId)
    }

    fn set_curve(
        &mut self,
        index: usize,
        curve: ParticleCurve,
        carrier: Option<u64>,
    ) -> Option<usize> {
        if index > usize::from(u16::MAX) {
            return None;
        }
        let slot = CurveSlot {
            curve,
            carrier,
            alive: 0,
        };
        if index == self.curves.len() {
            self.curves.push(slot);
            self.pulls.push(Pull {
                keeps: 1.0,
                adds: Vec2::ZERO,
                shift: Vec2::ZERO,
                shift_motion: Vec2::ZERO,
                shades: [Shade::default(); SHADES],
            });
        }
        self.curves[index] = slot;
        curve.write_shades(&mut self.pulls[index].shades);
        Some(index)
    }

    /// Records the displacement of an emitter's owner in this step, including jumps, and its smoothed part, in world
    /// units. The next [`ParticleLayer::advance`] moves the emitter's particles by this displacement.
    pub(crate) fn carry(&mut self, curve: CurveId, carrier: u64, by: Vec2, motion: Vec2) {
        let index = usize::from(curve.0);
        let slot = self.curves.get(index);
        // The slot may have been reused for another curve. A curve without particles is left out: its next particles
        // start at the owner's new position.
        if slot.is_some_and(|slot| slot.carrier == Some(carrier) && slot.alive > 0) {
            // Displacements are added up, because the owner may be moved while time stands still.
            self.pulls[index].shift += by;
            self.pulls[index].shift_motion = motion;
            self.is_carried = true;
        }
    }

    /// Adds a particle in step `step`.
    pub(super) fn push(&mut self, curve: CurveId, birth: &Birth, step: u64) {
        let index = usize::from(curve.0);
        let slot = &mut self.curves[index];
        slot.alive += 1;
        let mut instance = slot.curve.instance(birth.position);
        let flight = Flight {
            velocity: birth.velocity,
            left: birth.left,
            pace: SHADES as f32 / birth.life,
            turn: u32::from(birth.turn.0) * FINE,
            spin: birth.spin * FINE as f32,
            curve,
        };
        let shade = self.pulls[index].shades[flight.shade()];
        (instance.tint, instance.scale) = (shade.tint, shade.scale);
        (instance.motion, instance.turn) = (birth.motion, birth.turn);
        let row = self.layer.push_moving(instance, step);
        let style = slot.curve.style();
        if style != RowStyle::PLAIN {
            self.layer.set_style(row, style);
        }
        self.flights.push(flight);
    }

    /// Moves all particles by `dt` nominal steps in step `step`, and removes those whose life has ended.
    pub(crate) fn advance(&mut self, dt: f32, step: u64) {
        // While time stands still, nothing moves: written rows would mark chunks as changed, and they would be copied
        // in vain.
        if self.flights.is_empty() || dt <= 0.0 {
            return;
        }
        for (slot, pull) in self.curves.iter().zip(&mut self.pulls) {
            // `libm`, because the standard library's powers are not the same on every platform.
            pull.keeps = libm::powf(1.0 - slot.curve.drag, dt);
            pull.adds = slot.curve.gravity * dt;
        }
        // The layer counts as moved by the game: the loop overwrites the motion of every row, so older motion need not
        // be cleared.
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

    /// Moves all particles, and closes the gaps of ended ones, in one pass and in order. Returns the number left.
    /// `CARRIED`: whether any particle moves with its emitter's owner. This is the tight loop: see the bench
    /// `particles`.
    fn move_all<const CARRIED: bool>(&mut self, dt: f32) -> usize {
        let Self {
            layer,
            flights,
            curves,
            pulls,
            ..
        } = self;
        let (instances, styles) = layer.instances_and_styles();
        // Both columns have the same length, which the compiler cannot know.
        let flights = &mut flights[..instances.len()];
        let mut to = 0;
        for from in 0..instances.len() {
            let left = flights[from].left - dt;
            if left <= END {
                curves[usize::from(flights[from].curve.0)].alive -= 1;
                continue;
            }
            // A particle with no gap before it stays where it is, and is not copied.
            if to != from {
                flights[to] = flights[from];
                instances[to] = instances[from];
                if !styles.is_empty() {
                    styles[to] = styles[from];
                }
            }
            let (flight, instance) = (&mut flights[to], &mut instances[to]);
            to += 1;
            flight.left = left;
            let pull = &pulls[usize::from(flight.curve.0)];
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

    /// Ends step `step`: rows that did not move in it lose the motion of earlier steps.
    pub(crate) fn end_step(&mut self, step: u64) {
        self.layer.end_step(step);
    }

    /// Removes all particles and keeps the memory.
    pub(crate) fn clear(&mut self) {
        self.layer.clear();
        self.flights.clear();
        for slot in &mut self.curves {
            slot.alive = 0;
        }
    }
}

/// A life with at most this left has ended: see [`TIME_TOLERANCE`].
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

    /// Turns it for `dt` nominal steps. Returns the new angle, and the smoothed change.
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
