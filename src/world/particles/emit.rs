//! Emitting: bursts at once, attached emitters at the step's end, when everything is where the step takes it.

use glam::Vec2;

use super::emitters::{Attached, EmitterId, Home};
use crate::assets::{Assets, FrameId};
use crate::base::level::is_current;
use crate::base::valid::is_valid;
use crate::geometry::turns::Turn;
use crate::scene::{self, Emission, Emitter, EmitterPose, EmitterSpace, ParticleLook, Pose};
use crate::world::altitudes::AltitudeName;
use crate::world::object::slots;
use crate::world::step::turned;
use crate::world::{Context, Outcome, World};

impl Context<'_> {
    /// Emits [`Emitter::count`] particles at a place in world units, at an altitude of the current level. They fly from
    /// this step on, or from the next one between steps. Refused, and counted, if altitude, place or emitter are not
    /// valid.
    ///
    /// ```
    /// # use damselfly::prelude::*;
    /// fn hit(at: Vec2, cx: &mut Context<'_>) {
    ///     let sparks = Emitter::new().count(12).life(8.0..16.0).colors([Color::YELLOW, Color::RED.with_alpha(0)]);
    ///     cx.burst(3, at, &sparks);
    /// }
    /// # let assets = damselfly::assets::Assets::new(Default::default());
    /// # let mut core = damselfly::world::Core::new(&Default::default(), assets);
    /// # hit(vec2(4.0, 4.0), &mut core.context());
    /// # assert_eq!(core.world.scene().altitudes()[3].particles(1).map(|layer| layer.len()), Some(12));
    /// ```
    #[doc(alias = "particles")]
    #[doc(alias = "explosion")]
    pub fn burst(&mut self, altitude: impl AltitudeName, at: Vec2, emitter: &Emitter) -> Outcome {
        let altitude = altitude.altitude();
        if !self.world.altitudes().contains(&altitude) || !is_valid(at) {
            self.world.refuse(&"a burst", "altitude or place");
            return Outcome::Refused;
        }
        if !self.world.emitters.is_valid(emitter) {
            return Outcome::Refused;
        }
        let pose = EmitterPose {
            position: at + emitter.offset,
            motion: Vec2::ZERO,
            turn: Turn::ZERO,
            flat: self.world.flatness(),
        };
        let home = (altitude, self.world.level);
        let burst = Emission {
            emitter,
            pose,
            count: emitter.count as usize,
            // All at the end of a step that takes no time: where and as they are given.
            due: 1.0,
            rate: 0.0,
            dt: 0.0,
        };
        match self.world.emit(self.assets, home, None, None, &burst) {
            Some(_) => Outcome::Done,
            None => Outcome::Refused,
        }
    }

    /// Moves the particles of a level and of the persistent objects, and emits what attached emitters emit in this step.
    pub(in crate::world) fn move_particles(&mut self, level: u16) {
        let Self {
            world,
            assets,
            time,
            ..
        } = self;
        // Taken out, because they look at the world.
        let mut attached = core::mem::take(&mut world.emitters.attached);
        let known = |attached: &Attached| world.slots.get(attached.owner).is_some();
        attached.retain(known);
        for attached in &mut attached {
            world.carry_particles(attached, level);
        }
        world.advance_particles(time.dt, level);
        for attached in &mut attached {
            world.emit_attached(assets, attached, level, time.dt);
        }
        // No code of the game ran meanwhile, so that none was attached.
        world.emitters.attached = attached;
    }
}

impl World {
    /// Removes all particles of a level, at every altitude; level 0 is that of the persistent objects. Emitters go on.
    /// Refused for a number above [`World::HIGHEST_LEVEL`].
    pub fn clear_particles(&mut self, level: u16) -> Outcome {
        if level > Self::HIGHEST_LEVEL {
            self.refuse(&"the world", "level of particles");
            return Outcome::Refused;
        }
        for altitude in self.scene.altitudes_mut() {
            for (number, particles) in altitude.all_particles_mut() {
                if number == level {
                    particles.clear();
                }
            }
        }
        Outcome::Done
    }

    /// Vertical world units that are as long on the screen as a horizontal one.
    fn flatness(&self) -> f32 {
        self.unit().x / self.unit().y
    }

    /// Moves all particles of a level and of the persistent objects, in layer time.
    fn advance_particles(&mut self, dt: f32, level: u16) {
        let step = self.step;
        for altitude in self.scene.altitudes_mut() {
            let dt = dt * altitude.settings.time_passing();
            for (number, particles) in altitude.all_particles_mut() {
                if is_current(number, level) {
                    particles.advance(dt, step);
                }
            }
        }
    }

    /// Takes the particles of an emitter along that move with its owner.
    fn carry_particles(&mut self, attached: &mut Attached, level: u16) {
        if attached.emitter.space == EmitterSpace::World {
            return;
        }
        let Some((place, pose)) = self.owner(attached, level) else {
            return;
        };
        let last = attached.last.replace(pose.position);
        let home = attached
            .home
            .filter(|home| (home.altitude, home.level) == (place.altitude, place.level));
        if let (Some(last), Some(home)) = (last, home) {
            let altitude = &mut self.scene.altitudes_mut()[usize::from(home.altitude)];
            let particles = altitude.particles_mut(home.level);
            let EmitterId(carrier) = attached.id;
            particles.carry(home.look, carrier, pose.position - last, pose.motion);
        }
    }

    /// Emits what an attached emitter emits in a step of `dt` nominal steps.
    fn emit_attached(&mut self, assets: &Assets, attached: &mut Attached, level: u16, dt: f32) {
        let Some((place, pose)) = self.owner(attached, level) else {
            return;
        };
        let acts = |body: slots::Found<'_>| body.visible && !body.disabled;
        let settings = self.scene.altitudes()[usize::from(place.altitude)].settings;
        let dt = dt * settings.time_passing();
        let rate = attached.emitter.rate * dt;
        // `min` because a long step at a high rate is no reason to loop for hours: there is no room for more.
        let due = attached.due;
        let sum = (due + rate).min(MOST_IN_A_STEP);
        if rate <= 0.0 || !self.slots.get(attached.owner).is_some_and(acts) {
            return;
        }
        attached.due = sum.fract();
        if sum < 1.0 {
            return;
        }
        let emission = Emission {
            emitter: &attached.emitter,
            pose: EmitterPose {
                position: pose.position + turned(attached.emitter.offset, pose.turn, self.unit()),
                motion: pose.motion,
                turn: pose.turn,
                flat: self.flatness(),
            },
            count: sum as usize,
            due,
            rate,
            dt,
        };
        let home = (place.altitude, place.level);
        let EmitterId(carrier) = attached.id;
        let carrier = (attached.emitter.space == EmitterSpace::Owner).then_some(carrier);
        attached.home = self.emit(assets, home, carrier, attached.home, &emission);
    }

    /// Returns where an emitter's owner is, if it takes part in a step of this level.
    fn owner(&self, attached: &Attached, level: u16) -> Option<(slots::Place, Pose)> {
        let place = self.slots.get(attached.owner)?.place;
        let pose = self.layer(place).pose(place.row(), self.step);
        is_current(place.level, level).then_some((place, pose))
    }

    /// Emits particles at an altitude of a level. Returns where they are. `None`, and counted, if there is no such sprite
    /// or no room for another look.
    fn emit(
        &mut self,
        assets: &Assets,
        (altitude, level): (u16, u16),
        carrier: Option<u64>,
        home: Option<Home>,
        emission: &Emission<'_>,
    ) -> Option<Home> {
        let emitter = emission.emitter;
        let Some(frame) = frame_of(emitter, assets) else {
            self.emitters.refuse("sprite");
            return None;
        };
        let step = self.step;
        let particles = self.scene.altitudes_mut()[usize::from(altitude)].particles_mut(level);
        let hint = home
            .filter(|home| (home.altitude, home.level) == (altitude, level))
            .map(|home| home.look);
        let Some(look) = particles.look(ParticleLook::of(emitter, frame), carrier, hint) else {
            self.emitters.refuse("look");
            return None;
        };
        let dropped = scene::emit(particles, look, emission, step, &mut self.emitters.random);
        self.emitters.count_dropped(dropped);
        Some(Home {
            altitude,
            level,
            look,
        })
    }
}

/// No step emits more of one emitter: as many as an altitude of a level has room for.
const MOST_IN_A_STEP: f32 = (1_u32 << 20) as f32;

/// Returns the frame that an emitter's particles show. `None` if there is no such sprite.
fn frame_of(emitter: &Emitter, assets: &Assets) -> Option<FrameId> {
    let Some(sprite) = emitter.sprite else {
        return Some(FrameId::SQUARE);
    };
    let frames = assets.sprite(sprite)?.frames;
    Some(frames.wrapping(u32::from(emitter.frame)))
}
