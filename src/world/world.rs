//! The world: all objects, and the state that their steps share.

use glam::Vec2;

use super::Outcome;
use super::altitudes::AltitudeName;
use super::behaviors::BehaviorTable;
use super::behaviors::running::RunningBehavior;
use super::collide::colliders::Colliders;
use super::collide::contacts::Contacts;
use super::collide::overlaps::Overlaps;
use super::collide::riding::Riding;
use super::collide::shapes::ShapeTable;
use super::debug_trace::CollisionTrace;
use super::diagnostics::Diagnostics;
use super::events::queue::EventQueue;
use super::files::GameFiles;
use super::jobs::JobTable;
use super::lights::Lights;
use super::object::bounds::BoundsWatch;
use super::object::drawings::Drawings;
use super::object::hierarchy::Hierarchy;
use super::object::pending::PendingChanges;
use super::object::slots::Slots;
use super::object::tiles::TileTable;
use super::particles::emitters::Emitters;
use super::resource_table::ResourceTable;
use super::sounds::ArrivedSounds;
use super::step::MovingLayer;
use super::transition::running::RunningTransition;
use super::tweens::list::Tweens;
use super::unmatched::NameOf;
use crate::base::id::ObjectId;
use crate::base::random::Random;
use crate::columns::Tables;
use crate::hud::Hud;
use crate::input::ActionMap;
use crate::scene::{
    Altitude, AltitudeSettings, Camera, ColumnsMut, Scene, SpriteCamera, VelocitiesMut, cell_size,
};
use crate::sound::{Buses, Sounds};
use crate::space::{BroadPhase, Collider};

// This is a function pointer and not a closure: the values that a closure captures could not be copied with the world.
/// Decides whether a pair of solid objects may collide.
pub(crate) type PairFilter = fn(&World, ObjectId, ObjectId) -> bool;

/// All objects of a game, and the state that their steps share.
///
/// An [`Object`](super::Object) describes an object, and an [`ObjectId`] names it. Ids are safe to keep: once the
/// object is gone, every question about it returns `None` or [`Outcome::Gone`](super::Outcome::Gone).
///
/// ```
/// # use damselfly::prelude::*;
/// fn start(cx: &mut Context<'_>) -> Result<(), Error> {
///     let ship = cx.spawn(Object::new("Ship").at(vec2(40.0, 20.0)).velocity(vec2(0.5, 0.0)));
///     cx.camera.follow(ship, vec2(10.0, 5.0));
///     Ok(())
/// }
/// # let mut game = damselfly::app::Harness::start(App::new("Ship", Default::default()), start)?;
/// # game.step();
/// # assert_eq!(game.world().len(), 1);
/// # Ok::<(), Error>(())
/// ```
///
/// Methods that run hooks, such as moves and changes of level, or that need sprites, input or the loop, are in
/// [`Context`](crate::world::Context).
///
/// A world is a value: a copy is a saved state, and assigning the copy restores it. Copy it where no hook runs, for
/// example in [`Game::step`](crate::app::Game::step): a running behaviour is taken out of the world, so that a copy
/// made by it lacks it.
///
/// ```
/// # use damselfly::prelude::*;
/// # #[derive(Default)]
/// struct Rewinding { saved: Option<World> }
///
/// impl Game for Rewinding {
///     fn start(&mut self, cx: &mut Context<'_>) -> Result<(), Error> {
///         cx.spawn(Object::new("Ship").velocity(vec2(1.0, 0.0)));
///         Ok(())
///     }
///
///     fn step(&mut self, cx: &mut Context<'_>) {
///         if cx.input.just_pressed(Key::S) {
///             self.saved = Some(cx.clone());
///         }
///         if let (Some(saved), true) = (&self.saved, cx.input.just_pressed(Key::L)) {
///             **cx = saved.clone();
///         }
///     }
/// }
/// # let app = App::new("Rewinding", Default::default()).cells(80, 24);
/// # let mut game = damselfly::app::Harness::of(app, Rewinding::default())?;
/// # let x = |game: &damselfly::app::Harness<'_>| {
/// #     game.world().object(game.only("Ship")).map(|ship| ship.position().x)
/// # };
/// # game.steps(2);
/// # game.tap(Key::S);
/// # game.steps(10);
/// # assert_eq!(x(&game), Some(12.0));
/// # game.tap(Key::L);
/// # game.step();
/// # assert_eq!(x(&game), Some(3.0));
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Debug)]
#[doc(alias("Scene", "SceneTree", "WorldManager"))]
pub struct World {
    /// The visible part of the world, and its boundary.
    pub camera: Camera,
    /// The heads-up display, shown above the world.
    pub hud: Hud,
    /// Emitters of particles that are attached to objects.
    pub emitters: Emitters,
    /// Lights of objects, and objects that cast shadows.
    pub lights: Lights,
    /// The playing sounds.
    pub sounds: Sounds,
    /// The running tweens: see [`World::tween`].
    pub tweens: Tweens,
    /// Groups of sounds, with volumes and filters.
    pub buses: Buses,
    /// The action map: which keys and axes trigger which action.
    pub actions: ActionMap,
    /// Saved games and settings: file requests of the game, and their results.
    pub files: GameFiles,

    // Stores the objects' bodies. Their rows are in `scene`, their parents and children in `hierarchy`.
    pub(super) slots: Slots,
    pub(super) scene: Scene,
    pub(super) data: Tables,
    /// Behaviours and subscriptions, by object.
    pub(super) behaviors: BehaviorTable,
    pub(super) hierarchy: Hierarchy,
    pub(super) drawings: Drawings,
    pub(super) bounds: BoundsWatch,
    /// The boxes of solid objects and sensors, for collisions and spatial queries.
    pub(super) colliders: Colliders,
    /// Collision shapes of objects that have shapes. Other objects collide by their boxes.
    pub(super) shapes: ShapeTable,
    /// Tile maps of objects that have one.
    pub(super) tiles: TileTable,
    pub(super) contacts: Contacts,
    /// Current overlaps of sensors.
    pub(super) overlaps: Overlaps,
    /// Moving platforms, and the objects that they carry.
    pub(super) riding: Riding,
    pub(super) pending: PendingChanges,
    pub(super) transition: Option<RunningTransition>,

    // Events, and the running behaviour.
    pub(super) events: EventQueue,
    pub(super) running: RunningBehavior,
    // This flag is stored outside `RunningBehavior`, which is written as a whole before each hook: reading a single
    // byte of it right afterwards would stall the processor.
    /// Whether the running behaviour turned out not to implement a hook.
    pub(super) learned_hooks: bool,
    pub(super) filter: Option<PairFilter>,
    pub(super) jobs: JobTable,
    pub(super) arrived_sounds: ArrivedSounds,

    /// Values that belong to the whole world.
    pub(super) resources: ResourceTable,
    pub(super) random: Random,
    pub(super) diagnostics: Diagnostics,
    pub(super) trace: CollisionTrace,
    /// Whether motions are velocities, which frames extrapolate. Affects drawing only.
    pub(super) extrapolates: bool,
    // There are several lists, because loops nest: a subscriber that is called in a phase may send an event to all.
    /// Empty lists to fill, so that a step allocates nothing.
    pub(super) spare_lists: Vec<Vec<ObjectId>>,
    /// Empty lists of colliders to fill, so that a step allocates nothing.
    pub(super) spare_colliders: Vec<Vec<Collider>>,
    /// Scratch: layers whose objects move.
    pub(super) moving_layers: Vec<MovingLayer>,

    /// Pixels per world unit.
    pub(super) unit: Vec2,
    /// The current level; 0 is the persistent one.
    pub(super) level: u16,
    /// The number of the running step, or of the last one.
    pub(super) step: u64,
    /// Whether a step is running: changes wait for its end.
    pub(super) stepping: bool,
    /// Whether the level is being changed outside of a step.
    pub(super) changing_level: bool,
}

impl World {
    // Levels are limited, because an altitude has a layer for each level up to the highest that was used, and each step
    // visits all layers.
    /// The highest level. Levels are numbered from 0; level 0 has the persistent objects.
    pub const HIGHEST_LEVEL: u16 = 1023;

    /// Returns an empty world. `view` is the visible size in world units, `unit` the pixels per world unit, `altitudes`
    /// the number of altitudes, at least 1, and `seed` the seed of the game's random numbers.
    pub fn new(view: Vec2, unit: Vec2, altitudes: u16, seed: u64) -> Self {
        let camera = Camera::new(view).with_unit(unit);
        Self {
            slots: Slots::default(),
            scene: Scene::new(altitudes),
            data: Tables::default(),
            behaviors: BehaviorTable::default(),
            hierarchy: Hierarchy::default(),
            drawings: Drawings::default(),
            bounds: BoundsWatch {
                boundary: camera.boundary(),
                left: Vec::new(),
            },
            colliders: Colliders::default(),
            shapes: ShapeTable::default(),
            tiles: TileTable::default(),
            contacts: Contacts::default(),
            overlaps: Overlaps::default(),
            riding: Riding::default(),
            pending: PendingChanges {
                level: 1,
                ..PendingChanges::default()
            },
            transition: None,
            events: EventQueue::default(),
            running: RunningBehavior::default(),
            learned_hooks: false,
            filter: None,
            jobs: JobTable::default(),
            arrived_sounds: ArrivedSounds::default(),
            camera,
            resources: ResourceTable::default(),
            hud: Hud::new(1, cell_size(unit)),
            emitters: Emitters::new(seed),
            lights: Lights::default(),
            sounds: Sounds::default(),
            tweens: Tweens::default(),
            buses: Buses::default(),
            actions: ActionMap::default(),
            files: GameFiles::default(),
            random: Random::new(seed),
            diagnostics: Diagnostics::default(),
            trace: CollisionTrace::default(),
            extrapolates: false,
            spare_lists: Vec::new(),
            spare_colliders: Vec::new(),
            moving_layers: Vec::new(),
            unit,
            level: 1,
            step: 0,
            stepping: false,
            changing_level: false,
        }
    }

    /// Returns the pixels per world unit: (8, 16) where a unit is a text cell, (1, 1) where it is a pixel.
    pub fn unit(&self) -> Vec2 {
        self.unit
    }

    /// Returns the game's random number generator. It is part of the world: snapshots and checksums include its state.
    ///
    /// ```
    /// # use damselfly::prelude::*;
    /// # let assets = damselfly::assets::Assets::new(Default::default());
    /// # let mut core = damselfly::world::Core::new(&Default::default(), assets);
    /// let before = core.snapshot();
    /// let throw = core.world.random().range(1..7);
    /// core.restore(&before);
    /// assert_eq!(core.world.random().range(1..7), throw);
    /// ```
    pub fn random(&mut self) -> &mut Random {
        &mut self.random
    }

    /// Returns the layers, to read or to draw.
    pub fn scene(&self) -> &Scene {
        &self.scene
    }

    /// Returns an altitude's settings, to change. A number beyond the last altitude counts as the last.
    pub fn altitude_settings_mut(&mut self, altitude: impl AltitudeName) -> &mut AltitudeSettings {
        &mut self.altitude_mut(altitude.altitude()).settings
    }

    /// Returns the columns of an altitude's objects in the current level, to change in one tight loop: see
    /// [`Layer::columns_mut`](crate::scene::Layer::columns_mut). A number beyond the last altitude counts as the last.
    ///
    /// Position, velocity, motion, turn motion, tint and the flags other than
    /// [`InstanceFlags::HIDDEN`](crate::scene::InstanceFlags::HIDDEN) are stored in the row alone: written values stay.
    /// On an altitude that the game moves ([`MovedBy::Game`](crate::scene::MovedBy::Game)) the game owns position,
    /// motion, turn motion and velocity; the engine writes them only for setters, `move_by`, spin, attachments and
    /// platforms.
    ///
    /// Turn, scale, frame and `HIDDEN` are copies of the object's values. Writing them changes the drawing only, not
    /// the result of [`ObjectRef::angle`](crate::world::ObjectRef::angle) and similar getters, and lasts until the
    /// object's next edit: almost every setter overwrites all four, spin and attachments the turn, an animation the
    /// frame. Use [`ObjectMut::set_angle`](crate::world::ObjectMut::set_angle),
    /// [`ObjectMut::set_scale`](crate::world::ObjectMut::set_scale),
    /// [`ObjectMut::set_frame`](crate::world::ObjectMut::set_frame) and
    /// [`ObjectMut::set_visible`](crate::world::ObjectMut::set_visible) instead. A hidden row without an id belongs to
    /// no object: leave it hidden. A visible row without an id shows a further quad of the object before it, and is
    /// overwritten at the end of each step; change the frame of such an object by `set_frame` only.
    pub fn columns_mut(&mut self, altitude: impl AltitudeName) -> ColumnsMut<'_> {
        let level = self.level;
        let altitude = altitude.altitude();
        self.colliders
            .mark_stale(altitude.min(self.altitudes().end - 1), level);
        self.altitude_mut(altitude).level_mut(level).columns_mut()
    }

    /// Like [`World::columns_mut`], for velocities only: see
    /// [`Layer::velocities_mut`](crate::scene::Layer::velocities_mut).
    pub fn velocities_mut(&mut self, altitude: impl AltitudeName) -> VelocitiesMut<'_> {
        let level = self.level;
        self.altitude_mut(altitude.altitude())
            .level_mut(level)
            .velocities_mut()
    }

    fn altitude_mut(&mut self, altitude: u16) -> &mut Altitude {
        // The number is clamped, because a function that returns a reference cannot refuse.
        let highest = self.scene.altitudes().len() - 1;
        &mut self.scene.altitudes_mut()[usize::from(altitude).min(highest)]
    }

    /// Removes all particles of a level at every altitude; level 0 has the particles of persistent objects. Emitters
    /// continue. Refused for a number above [`World::HIGHEST_LEVEL`].
    pub fn clear_particles(&mut self, level: u16) -> Outcome {
        if level > Self::HIGHEST_LEVEL {
            return self.refuse_level(level);
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

    /// Returns the number of the running step, or of the last one. The first is 1; 0 before it.
    pub fn step_number(&self) -> u64 {
        self.step
    }

    /// Returns the number of objects, including those being removed.
    pub fn len(&self) -> usize {
        self.slots.len()
    }

    /// Returns whether the world has no objects.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the number of caught panics of behaviours, forces and collision filters.
    pub fn faults(&self) -> u64 {
        self.diagnostics.panics
    }

    /// Describes the latest caught panic: what panicked, the location in the code, and the message.
    pub fn last_fault(&self) -> Option<&str> {
        self.diagnostics.last_panic.as_deref()
    }

    /// Returns the number of refused values, including those of all cameras, the display, emitters, lights and
    /// sounds.
    pub fn refusals(&self) -> u64 {
        let parts = self.camera.refusals() + self.hud.refusals() + self.emitters.refusals();
        let cameras = self.scene.cameras.iter().map(SpriteCamera::refusals);
        let parts = parts + self.lights.refusals() + cameras.sum::<u64>();
        let sounds = self.sounds.refusals() + self.buses.refusals();
        self.diagnostics.refusals + self.diagnostics.removed_cameras + parts + sounds
    }

    /// Returns the number of dropped events: events to an object that is gone, being removed or on another level, and
    /// events that are cut off because they respond to one another without end.
    pub fn dropped_events(&self) -> u64 {
        self.events.dropped
    }

    /// Returns the number of the current level, at most [`World::HIGHEST_LEVEL`]. Defaults to 1.
    pub fn level(&self) -> u16 {
        self.level
    }

    /// Sets a filter: only pairs for which it returns true may collide. It must return the same for the same world.
    /// Defaults to none, which lets all pairs collide.
    pub fn set_collision_filter(&mut self, filter: Option<fn(&Self, ObjectId, ObjectId) -> bool>) {
        self.filter = filter;
        self.touch_overlaps();
    }

    /// Chooses how nearby solid objects are found. Defaults to a grid; see also
    /// [`CoreSettings::broad_phase`](super::CoreSettings::broad_phase). The choice affects speed only: collisions and
    /// their order are the same.
    pub fn set_broad_phase(&mut self, phase: BroadPhase) {
        let (colliders, sources) = self.colliders_and_sources();
        colliders.set_phase(phase, sources);
    }

    /// Sets whether the debug overlay's contacts are kept, starting with the next step. A change drops all kept
    /// contacts. Does not affect the game.
    pub(crate) fn keep_contacts(&mut self, keep: bool) {
        self.trace.keep_contacts(keep);
    }

    /// Returns persistent objects and those of the current level in act order: by altitude; on each altitude persistent
    /// objects first; then in the order in which they joined its layer.
    pub fn objects(&self) -> impl Iterator<Item = ObjectId> {
        self.altitudes()
            .flat_map(|altitude| self.objects_at(altitude))
    }

    /// Like [`World::objects`], only objects of a kind, without those being removed. Checks every object. A query for a
    /// kind that never had an object is logged once, after 120 steps or at the end of the run.
    ///
    /// ```
    /// # use damselfly::prelude::*;
    /// fn all_are_collected(cx: &Context<'_>) -> bool {
    ///     cx.of_kind("Coin").next().is_none()
    /// }
    /// # let assets = damselfly::assets::Assets::new(Default::default());
    /// # let mut core = damselfly::world::Core::new(&Default::default(), assets);
    /// # let mut cx = core.context();
    /// let coin = cx.spawn(Object { kind: "Coin", ..Object::default() });
    /// assert!(!all_are_collected(&cx));
    /// cx.remove(coin);
    /// assert!(all_are_collected(&cx));
    /// ```
    #[doc(alias("tag", "find", "get_nodes_in_group"))]
    pub fn of_kind(&self, kind: &str) -> impl Iterator<Item = ObjectId> {
        self.diagnostics
            .unmatched
            .record_missing(NameOf::Kind, kind, self.step);
        self.objects().filter(move |&id| {
            let found = self.slots.get(id);
            found.is_some_and(|found| found.kind == kind && !found.is_leaving)
        })
    }

    /// Reserves memory for this many more objects of the current level at an altitude.
    pub fn reserve(&mut self, altitude: impl AltitudeName, objects: usize) {
        self.slots.reserve(objects);
        let level = self.level;
        if let Some(altitude) = self
            .scene
            .altitudes_mut()
            .get_mut(usize::from(altitude.altitude()))
        {
            altitude.level_mut(level).reserve(objects);
        }
    }

    /// Returns every altitude's number, the lowest first.
    pub fn altitudes(&self) -> core::ops::Range<u16> {
        0..u16::try_from(self.scene.altitudes().len()).unwrap_or(u16::MAX)
    }

    /// Returns an altitude's settings. `None` if it does not exist.
    pub fn altitude_settings(&self, altitude: impl AltitudeName) -> Option<&AltitudeSettings> {
        let altitude = usize::from(altitude.altitude());
        Some(&self.scene.altitudes().get(altitude)?.settings)
    }

    /// Changes the settings of several altitudes. If one of them does not exist, nothing is changed.
    pub fn change_altitudes<A: AltitudeName>(
        &mut self,
        altitudes: impl IntoIterator<Item = A, IntoIter: Clone>,
        mut change: impl FnMut(&mut AltitudeSettings),
    ) -> Outcome {
        let altitudes = altitudes.into_iter().map(AltitudeName::altitude);
        let all = self.altitudes();
        // All altitudes are checked before the first is changed: otherwise a game could not know where a refused change
        // stopped.
        if let Some(missing) = altitudes.clone().find(|altitude| !all.contains(altitude)) {
            let highest = all.end - 1;
            self.diagnostics.refuse(&format_args!(
                "there is no altitude {missing}, only 0 to {highest} (see `App::altitudes`); no altitude changes"
            ));
            return Outcome::Refused;
        }
        for altitude in altitudes {
            change(&mut self.scene.altitudes_mut()[usize::from(altitude)].settings);
        }
        Outcome::Done
    }

    /// Like [`World::objects`], for one altitude. Empty if there is no such altitude.
    pub fn objects_at(&self, altitude: impl AltitudeName) -> impl Iterator<Item = ObjectId> {
        let altitude = usize::from(altitude.altitude());
        let level = self.level;
        let altitude = self.scene.altitudes().get(altitude);
        altitude.into_iter().flat_map(move |altitude| {
            let layers = altitude.active(level);
            layers.flat_map(|layer| layer.columns().ids.iter().flatten().copied())
        })
    }

    /// Counts a level that does not exist, and logs the first few of them.
    pub(super) fn refuse_level(&mut self, level: u16) -> Outcome {
        let highest = Self::HIGHEST_LEVEL;
        self.diagnostics.refuse(&format_args!(
            "there is no level {level}, only 0 to {highest}; nothing changes"
        ));
        Outcome::Refused
    }

    /// Counts an invalid value, and logs the first few of them.
    pub(super) fn refuse(&mut self, subject: &dyn core::fmt::Display, field: &str) -> Outcome {
        self.diagnostics.refuse_value(subject, field);
        Outcome::Refused
    }

    /// Counts a change that is refused for this reason, and logs the first few of them, with the object's kind.
    pub(super) fn refuse_because(&mut self, id: ObjectId, reason: &str) -> Outcome {
        let subject = self.named(id);
        self.diagnostics
            .refuse(&format_args!("{subject}: {reason}"));
        Outcome::Refused
    }

    /// Counts an invalid value of an object, and logs the first few of them, with the object's kind.
    pub(super) fn refuse_for(&mut self, id: ObjectId, field: &str) -> Outcome {
        let subject = self.named(id);
        self.refuse(&subject, field)
    }

    /// Returns an object's kind and id, for log lines. Only the id if the object is gone or has no kind.
    pub(super) fn named(&self, id: ObjectId) -> String {
        match self.slots.body(id).map(|body| body.kind) {
            None | Some("") => id.to_string(),
            Some(kind) => format!("`{kind}` ({id})"),
        }
    }

    /// Returns whether an object exists and is not frozen on another level.
    pub(super) fn is_awake(&self, id: ObjectId) -> bool {
        let address = self.slots.address(id);
        address.is_some_and(|address| self.is_current(address.level))
    }

    /// Takes an empty list. The caller gives it back with `return_list`.
    pub(super) fn borrow_list(&mut self) -> Vec<ObjectId> {
        self.spare_lists.pop().unwrap_or_default()
    }

    pub(super) fn return_list(&mut self, mut list: Vec<ObjectId>) {
        list.clear();
        self.spare_lists.push(list);
    }

    /// Takes an empty list of colliders. The caller gives it back with `return_colliders`.
    pub(super) fn borrow_colliders(&mut self) -> Vec<Collider> {
        self.spare_colliders.pop().unwrap_or_default()
    }

    pub(super) fn return_colliders(&mut self, mut list: Vec<Collider>) {
        list.clear();
        self.spare_colliders.push(list);
    }
}
