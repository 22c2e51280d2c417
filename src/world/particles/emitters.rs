//! The emitters that are attached to objects.

use core::fmt::Display;
use glam::Vec2;

use crate::base::id::ObjectId;
use crate::base::random::Random;
use crate::scene::{CurveId, Emitter};
use crate::world::Outcome;

/// Maximum number of refusals that are logged.
const MAX_REPORTS: u64 = 10;

/// The id of an attached emitter. Ids are never reused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EmitterId(pub(super) u64);

/// The attached emitters, and the random numbers of all particles. These are a separate stream: emitting does not
/// affect the game's other random numbers.
///
/// An emitter emits at its object's altitude and level along the object's whole displacement in a step, so that fast
/// objects leave no gaps. It emits while the object is visible, awake and not disabled, and is removed with the object.
/// For a static emitter, attach it to an object without a sprite.
///
/// Emitters and particles are copied with the world. They are not part of its checksum, because they affect drawing
/// only.
///
/// ```
/// use damselfly::prelude::*;
///
/// fn start(cx: &mut Context<'_>) -> Result<(), Error> {
///     let rocket = cx.spawn(Object { position: vec2(10.0, 5.0), ..Object::default() });
///     let exhaust = Emitter::new().rate(3.0).toward(core::f32::consts::PI, 0.5).colors([Color::YELLOW, Color::RED]);
///     let exhaust = cx.emitters.attach(rocket, exhaust);
///     // Later, from anywhere:
///     cx.emitters.change(exhaust, |exhaust| exhaust.rate = 10.0);
///     Ok(())
/// }
/// # let mut game = damselfly::app::Harness::start(App::new("Rocket", Default::default()), start)?;
/// # game.steps(3);
/// # assert_eq!(game.world().scene().altitudes()[2].particles(1).map(|layer| layer.len()), Some(30));
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Debug)]
#[doc(alias("ParticleSystem", "CPUParticles2D"))]
pub struct Emitters {
    /// Sorted by id, which is the order of attaching.
    pub(super) attached: Vec<AttachedEmitter>,
    pub(super) random: Random,
    next: u64,
    /// Number of particles dropped for lack of room.
    dropped: u64,
    /// Number of refused emitters, bursts and emissions.
    refused: u64,
}

/// An emitter that is attached to an object.
#[derive(Clone, Debug)]
pub(super) struct AttachedEmitter {
    pub(super) id: EmitterId,
    pub(super) owner: ObjectId,
    pub(super) emitter: Emitter,
    /// The fraction of the next particle that is already due: below 1.
    pub(super) due: f32,
    /// The owner's position when `carry` was last called, which records it for
    /// [`EmitterSpace::Owner`](crate::scene::EmitterSpace::Owner) only.
    pub(super) last: Option<Vec2>,
    /// The address of the curve of the particles that it emitted last.
    pub(super) home: Option<CurveAddress>,
}

/// The curve of an emitter's particles, and its address: altitude and level.
#[derive(Clone, Copy, Debug)]
pub(super) struct CurveAddress {
    pub(super) altitude: u16,
    pub(super) level: u16,
    pub(super) curve: CurveId,
}

impl Emitters {
    /// Returns a set without emitters. The random numbers of particles follow from this seed.
    pub(in crate::world) fn new(seed: u64) -> Self {
        Self {
            attached: Vec::new(),
            random: Random::new(seed).stream("particles"),
            next: 0,
            dropped: 0,
            refused: 0,
        }
    }

    /// Attaches an emitter to an object, which may have several. It emits in this step already, or in the next one if
    /// attached between steps. Returns its id. The emitter is gone at once if it is not valid, or at the end of that
    /// step if the object is gone.
    pub fn attach(&mut self, owner: ObjectId, emitter: Emitter) -> EmitterId {
        let id = EmitterId(self.next);
        self.next += 1;
        if self.is_valid(&emitter) {
            self.attached.push(AttachedEmitter {
                id,
                owner,
                emitter,
                due: 0.0,
                last: None,
                home: None,
            });
        }
        id
    }

    /// Returns an emitter. `None` once it is gone.
    pub fn get(&self, id: EmitterId) -> Option<&Emitter> {
        let index = self.find(id)?;
        Some(&self.attached[index].emitter)
    }

    /// Changes an emitter, starting with the particles that it emits next. If a value is not valid, nothing changes.
    pub fn change(&mut self, id: EmitterId, change: impl FnOnce(&mut Emitter)) -> Outcome {
        let Some(index) = self.find(id) else {
            return Outcome::Gone;
        };
        let mut emitter = self.attached[index].emitter.clone();
        change(&mut emitter);
        if !self.is_valid(&emitter) {
            return Outcome::Refused;
        }
        self.attached[index].emitter = emitter;
        Outcome::Done
    }

    /// Removes an emitter. Its particles live on.
    pub fn remove(&mut self, id: EmitterId) -> Outcome {
        let Some(index) = self.find(id) else {
            return Outcome::Gone;
        };
        self.attached.remove(index);
        Outcome::Done
    }

    /// Returns the emitters of an object, in the order of attaching.
    pub fn of(&self, owner: ObjectId) -> impl Iterator<Item = EmitterId> {
        let attached = self.attached.iter();
        attached
            .filter(move |attached| attached.owner == owner)
            .map(|attached| attached.id)
    }

    /// Returns the number of particles that were not emitted for lack of room: by [`Emitter::limit`], or because an
    /// altitude of a level has 2²⁰ of them.
    pub fn dropped(&self) -> u64 {
        self.dropped
    }

    /// Returns the number of refused emitters, bursts and emissions. [`World::refusals`](crate::world::World::refusals)
    /// contains them too.
    pub fn refusals(&self) -> u64 {
        self.refused
    }

    /// Returns whether an emitter is valid. Counts an invalid one, and logs the first few.
    pub(super) fn is_valid(&mut self, emitter: &Emitter) -> bool {
        let Some(fault) = emitter.fault() else {
            return true;
        };
        self.refuse(&format_args!("an emitter's {fault}"));
        false
    }

    /// Counts an invalid value that stops an emission. Logs the first [`MAX_REPORTS`] of them.
    pub(super) fn refuse(&mut self, what: &dyn Display) {
        self.refused += 1;
        if self.refused <= MAX_REPORTS {
            log::warn!("particles: {what} is not valid, and nothing is emitted");
        }
    }

    /// Counts particles dropped for lack of room, and logs the first.
    pub(super) fn count_dropped(&mut self, count: usize) {
        if count > 0 && self.dropped == 0 {
            log::warn!("no room for more particles of an emitter: further ones are only counted");
        }
        self.dropped += count as u64;
    }

    fn find(&self, id: EmitterId) -> Option<usize> {
        let found = self
            .attached
            .binary_search_by_key(&id, |attached| attached.id);
        found.ok()
    }
}
