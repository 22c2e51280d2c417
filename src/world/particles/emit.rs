//! Emission of particles: bursts at once, attached emitters at the step's end, when everything has moved.

use glam::Vec2;

use super::emitters::{AttachedEmitter, CurveAddress, EmitterId, Emitters};
use crate::assets::{Assets, FrameId};
use crate::base::level::is_current;
use crate::base::valid::is_valid;
use crate::geometry::turns::{Turn, turned};
use crate::scene::{
    self, Emission, Emitter, EmitterPose, EmitterSpace, ParticleCurve, Pose, Scene,
};
use crate::world::Outcome;
use crate::world::object::slots::{RowAddress, Slots};

/// The parts of a world that emitters need.
pub(in crate::world) struct EmitterContext<'a> {
    pub(in crate::world) scene: &'a mut Scene,
    pub(in crate::world) assets: &'a Assets,
    /// Pixels per world unit.
    pub(in crate::world) unit: Vec2,
    /// The current level; at a step's end, the one before a change of level. Persistent objects act too.
    pub(in crate::world) level: u16,
    /// The number of the running step, or of the last one.
    pub(in crate::world) step: u64,
}

impl Emitters {
    /// Emits a burst at a position in world units, at an altitude of the current level.
    pub(in crate::world) fn burst(
        &mut self,
        cx: &mut EmitterContext<'_>,
        altitude: u16,
        at: Vec2,
        emitter: &Emitter,
    ) -> Outcome {
        let count = cx.scene.altitudes().len();
        if usize::from(altitude) >= count {
            let highest = count - 1;
            self.refuse(&format_args!(
                "the altitude {altitude} of a burst (there are 0 to {highest})"
            ));
            return Outcome::Refused;
        }
        if !is_valid(at) {
            self.refuse(&format_args!("the position {at} of a burst"));
            return Outcome::Refused;
        }
        if !self.is_valid(emitter) {
            return Outcome::Refused;
        }
        let pose = EmitterPose {
            position: at + emitter.offset,
            motion: Vec2::ZERO,
            turn: Turn::ZERO,
            flat: cx.flatness(),
        };
        let burst = Emission {
            emitter,
            pose,
            count: emitter.count as usize,
            // The burst is due at the end of a step of length 0, so that all its particles start at the given position
            // and have not moved yet.
            due: 1.0,
            rate: 0.0,
            dt: 0.0,
        };
        let layer = (altitude, cx.level);
        match self.emit(cx, layer, None, None, &burst) {
            Some(_) => Outcome::Done,
            None => Outcome::Refused,
        }
    }

    /// Moves the particles of the current level and of the persistent objects by a step of `dt` nominal steps. Drops
    /// the emitters of objects that are gone, and emits the particles of the others.
    pub(in crate::world) fn step(&mut self, cx: &mut EmitterContext<'_>, slots: &Slots, dt: f32) {
        // The list is taken out, because `emit_attached` changes other fields of `self`: counters and the random
        // numbers.
        let mut all = core::mem::take(&mut self.attached);
        all.retain(|attached| slots.get(attached.owner).is_some());
        for attached in &mut all {
            carry(cx, slots, attached);
        }
        cx.advance(dt);
        for attached in &mut all {
            self.emit_attached(cx, slots, attached, dt);
        }
        // No game code has run in between, so no emitter was attached.
        self.attached = all;
    }

    /// Emits the particles of an attached emitter in a step of `dt` nominal steps.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "held within 0 to 2^20"
    )]
    fn emit_attached(
        &mut self,
        cx: &mut EmitterContext<'_>,
        slots: &Slots,
        attached: &mut AttachedEmitter,
        dt: f32,
    ) {
        let acts = slots.get(attached.owner);
        if !acts.is_some_and(|body| body.visible && !body.disabled) {
            return;
        }
        let Some((address, pose)) = cx.owner(slots, attached) else {
            return;
        };
        let settings = cx.scene.altitudes()[usize::from(address.altitude)].settings;
        let dt = dt * settings.time_passing();
        let rate = attached.emitter.rate * dt;
        if rate <= 0.0 {
            return;
        }
        let due = attached.due;
        // The number is limited to what an altitude has room for, so that a long step at a high rate does not loop for
        // hours.
        let sum = (due + rate).min(MOST_IN_A_STEP);
        attached.due = sum.fract();
        if sum < 1.0 {
            return;
        }
        let offset = turned(attached.emitter.offset, pose.turn, cx.unit);
        let emission = Emission {
            emitter: &attached.emitter,
            pose: EmitterPose {
                position: pose.position + offset,
                motion: pose.motion,
                turn: pose.turn,
                flat: cx.flatness(),
            },
            count: sum as usize,
            due,
            rate,
            dt,
        };
        let EmitterId(id) = attached.id;
        let carrier = (attached.emitter.space == EmitterSpace::Owner).then_some(id);
        let layer = (address.altitude, address.level);
        attached.home = self.emit(cx, layer, carrier, attached.home, &emission);
    }

    /// Emits particles at an altitude of a level. Returns the address of their curve. Counts a refusal and returns
    /// `None` if the sprite does not exist or is larger than an atlas page, or if there is no room for another curve.
    fn emit(
        &mut self,
        cx: &mut EmitterContext<'_>,
        (altitude, level): (u16, u16),
        carrier: Option<u64>,
        home: Option<CurveAddress>,
        emission: &Emission<'_>,
    ) -> Option<CurveAddress> {
        let frame = match frame_of(emission.emitter, cx.assets) {
            Ok(frame) => frame,
            Err(fault) => {
                self.refuse(&fault);
                return None;
            }
        };
        let particles = cx.scene.altitudes_mut()[usize::from(altitude)].particles_mut(level);
        let hint = home
            .filter(|home| (home.altitude, home.level) == (altitude, level))
            .map(|home| home.curve);
        let curve = ParticleCurve::of(emission.emitter, frame);
        let Some(curve) = particles.curve(curve, carrier, hint) else {
            self.refuse(&"the number of curves");
            return None;
        };
        let dropped = scene::emit(particles, curve, emission, cx.step, &mut self.random);
        self.count_dropped(dropped);
        Some(CurveAddress {
            altitude,
            level,
            curve,
        })
    }
}

impl EmitterContext<'_> {
    /// Returns the length in vertical world units that looks as long on the screen as one horizontal unit.
    fn flatness(&self) -> f32 {
        self.unit.x / self.unit.y
    }

    /// Moves the particles of the current level and of persistent objects, in layer time.
    fn advance(&mut self, dt: f32) {
        for altitude in self.scene.altitudes_mut() {
            let dt = dt * altitude.settings.time_passing();
            for (number, particles) in altitude.all_particles_mut() {
                if is_current(number, self.level) {
                    particles.advance(dt, self.step);
                }
            }
        }
    }

    /// Returns the row address and the pose of an emitter's owner, if the owner's level is current.
    fn owner(&self, slots: &Slots, attached: &AttachedEmitter) -> Option<(RowAddress, Pose)> {
        let address = slots.address(attached.owner)?;
        if !is_current(address.level, self.level) {
            return None;
        }
        let altitude = &self.scene.altitudes()[usize::from(address.altitude)];
        let layer = altitude.level(address.level)?;
        Some((address, layer.pose(address.row(), self.step)))
    }
}

/// Records how far the owner of an emitter in [`EmitterSpace::Owner`] has moved. The emitter's particles move by this
/// displacement when they advance.
fn carry(cx: &mut EmitterContext<'_>, slots: &Slots, attached: &mut AttachedEmitter) {
    if attached.emitter.space != EmitterSpace::Owner {
        return;
    }
    let Some((address, pose)) = cx.owner(slots, attached) else {
        return;
    };
    let last = attached.last.replace(pose.position);
    let home = attached
        .home
        .filter(|home| (home.altitude, home.level) == (address.altitude, address.level));
    if let (Some(last), Some(home)) = (last, home) {
        let altitude = &mut cx.scene.altitudes_mut()[usize::from(home.altitude)];
        let EmitterId(carrier) = attached.id;
        let particles = altitude.particles_mut(home.level);
        particles.carry(home.curve, carrier, pose.position - last, pose.motion);
    }
}

/// The largest number of particles of one emitter in a step: the capacity of an altitude of a level.
const MOST_IN_A_STEP: f32 = (1_u32 << 20) as f32;

/// Returns the frame of an emitter's particles, or the name of the invalid value.
fn frame_of(emitter: &Emitter, assets: &Assets) -> Result<FrameId, &'static str> {
    let Some(sprite) = emitter.sprite else {
        return Ok(FrameId::SQUARE);
    };
    match assets.sprite(sprite).map(|sprite| sprite.frames) {
        Some(frames) if frames.slices == 1 => Ok(frames.wrapping(u32::from(emitter.frame))),
        // A particle is a single row, and cannot show several slices.
        Some(_) => Err("an emitter's sprite, which is larger than an atlas page,"),
        None => Err("an emitter's sprite"),
    }
}
