//! The world: every object, and what happens to it.

use glam::Vec2;

use super::Outcome;
use super::altitudes::AltitudeName;
use super::behaviors::BehaviorTable;
use super::behaviors::running::Running;
use super::collide::colliders::Colliders;
use super::collide::contacts::Contacts;
use super::debug_trace::CollisionTrace;
use super::diagnostics::Diagnostics;
use super::events::queue::EventQueue;
use super::files::GameFiles;
use super::jobs::JobTable;
use super::object::bounds::BoundsWatch;
use super::object::drawings::Drawings;
use super::object::hierarchy::Hierarchy;
use super::step::MovingLayer;
use super::object::pending::Pending;
use super::collide::riding::Riding;
use super::collide::shapes::ShapeTable;
use super::object::slots::Slots;
use super::object::tiles::TileTable;
use super::collide::overlaps::Overlaps;
use super::particles::emitters::Emitters;
use super::resource_table::ResourceTable;
use crate::base::id::ObjectId;
use crate::base::random::Random;
use crate::columns::Tables;
use crate::hud::Hud;
use crate::input::ActionMap;
use crate::scene::{
    Altitude, AltitudeSettings, Camera, ColumnsMut, Scene, VelocitiesMut, cell_size,
};
use crate::space::{BroadPhase, Collider};

// A plain function: what a closure has captured could not be copied with the world.
/// Decides whether a pair of solid objects may collide.
pub(crate) type PairFilter = fn(&World, ObjectId, ObjectId) -> bool;

/// Every object, and what happens to it.
///
/// Objects are described by an [`Object`](super::Object) and known by an [`ObjectId`], which is safe to keep: once the
/// object is gone, every question about it returns `None` or [`Outcome::Gone`](super::Outcome::Gone).
///
/// ```
/// # use damselfly::prelude::*;
/// fn start(cx: &mut Context<'_>) -> Result<(), Error> {
///     let ship = cx.spawn(Object::new("Ship").at(vec2(40.0, 20.0)).velocity(vec2(0.5, 0.0)));
///     cx.world.camera.follow(ship, vec2(10.0, 5.0));
///     Ok(())
/// }
/// # let mut game = damselfly::app::Harness::start(App::new("Ship", Default::default()), start)?;
/// # game.step();
/// # assert_eq!(game.world().len(), 1);
/// # Ok::<(), Error>(())
/// ```
///
/// A world is a value: a copy of it is a saved state, and going back takes a line. Copy it where no hook runs, such as in
/// [`Game::step`](crate::app::Game::step): the behaviour whose hook runs is taken out of the world meanwhile, and a copy
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
///             self.saved = Some(cx.world.clone());
///         }
///         if let (Some(saved), true) = (&self.saved, cx.input.just_pressed(Key::L)) {
///             *cx.world = saved.clone();
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
pub struct World {
    /// What is seen, and where the world ends.
    pub camera: Camera,
    /// What is shown above the world: the heads-up display.
    pub hud: Hud,
    /// What emits particles.
    pub emitters: Emitters,
    /// What the player presses for what.
    pub actions: ActionMap,
    /// Saved games and settings on the disk.
    pub files: GameFiles,

    // Objects: their bodies, their rows, what is attached to them and to which.
    pub(super) slots: Slots,
    pub(super) scene: Scene,
    pub(super) data: Tables,
    /// Behaviours and subscriptions, by object.
    pub(super) behaviors: BehaviorTable,
    pub(super) hierarchy: Hierarchy,
    pub(super) drawings: Drawings,
    pub(super) bounds: BoundsWatch,
    /// A copy of where solid objects are.
    pub(super) colliders: Colliders,
    /// What collides of objects that are not their boxes.
    pub(super) shapes: ShapeTable,
    /// What objects that are tile maps are made of.
    pub(super) tiles: TileTable,
    pub(super) contacts: Contacts,
    /// Overlaps of sensors that last.
    pub(super) overlaps: Overlaps,
    /// What platforms carry in this step.
    pub(super) riding: Riding,
    pub(super) pending: Pending,

    // Events and what runs because of them.
    pub(super) events: EventQueue,
    pub(super) running: Running,
    // Not in `Running`, which is copied before each hook: a byte that was just written, read as part of a word, stalls.
    /// Whether a hook of the behaviour that runs turned out to be missing.
    pub(super) learned_hooks: bool,
    pub(super) filter: Option<PairFilter>,
    pub(super) jobs: JobTable,

    /// Values of the whole world.
    pub(super) resources: ResourceTable,
    pub(super) random: Random,
    pub(super) diagnostics: Diagnostics,
    pub(super) trace: CollisionTrace,
    /// Whether motions are velocities, for drawing along them. Changes nothing but what is drawn.
    pub(super) extrapolates: bool,
    // Several, because loops nest: while the subscribers of a phase are called, one sends an event to all.
    /// Empty lists to fill, so that a step allocates nothing.
    spare_lists: Vec<Vec<ObjectId>>,
    /// As many for colliders.
    spare_colliders: Vec<Vec<Collider>>,
    /// Scratch: layers whose objects move.
    pub(super) moving_layers: Vec<MovingLayer>,

    /// Pixels per world unit.
    unit: Vec2,
    /// The current level; 0 is the persistent one.
    pub(super) level: u16,
    /// The number of the step that runs, or of the last one.
    pub(super) step: u64,
    /// Whether a step runs: changes wait for its end.
    pub(super) stepping: bool,
    /// Whether the level is being changed outside of a step.
    pub(super) changing_level: bool,
}

impl World {
    // An altitude has layers for all levels up to the highest that was used, and each step visits all of them.
    /// The highest level: levels are 0 to this. Each has a layer in every altitude in which it is used.
    pub const HIGHEST_LEVEL: u16 = 1023;

    /// Returns an empty world. `view` is the visible size in world units, `unit` the pixels per world unit, `altitudes` the
    /// number of altitudes, at least 1, and `seed` that of the game's random numbers.
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
            pending: Pending {
                level: 1,
                ..Pending::default()
            },
            events: EventQueue::default(),
            running: Running::default(),
            learned_hooks: false,
            filter: None,
            jobs: JobTable::default(),
            camera,
            resources: ResourceTable::default(),
            hud: Hud::new(1, cell_size(unit)),
            emitters: Emitters::new(seed),
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

    /// Returns the game's random numbers. They are copied with the world and count in its checksum.
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

    /// How the objects of an altitude behave together, to change. A number beyond the last altitude counts as the
    /// last.
    pub fn altitude_settings_mut(&mut self, altitude: impl AltitudeName) -> &mut AltitudeSettings {
        &mut self.altitude_mut(altitude.altitude()).settings
    }

    /// The columns of an altitude's objects in the current level, to change in one tight loop: see
    /// [`Layer::columns_mut`](crate::scene::Layer::columns_mut). A number beyond the last altitude counts as the last.
    ///
    /// Position, velocity, motion, turn motion, tint and the flags other than
    /// [`InstanceFlags::HIDDEN`](crate::scene::InstanceFlags::HIDDEN) are stored in the row alone: what is written
    /// stays. On an altitude that the game moves ([`MovedBy::Game`](crate::scene::MovedBy::Game)) position, motion,
    /// turn motion and velocity are the game's; of them the engine writes only what setters, `move_by`, spin and
    /// attachments change.
    ///
    /// Turn, scale, frame and `HIDDEN` are copies of what the object has. Writing them changes what is drawn, but not
    /// what [`ObjectRef::angle`](crate::world::ObjectRef::angle) and the like return, and lasts until the object's next edit: every setter writes all four
    /// anew, spin and attachments the turn, an animation the frame. Use [`ObjectMut::set_angle`](crate::world::ObjectMut::set_angle), [`ObjectMut::set_scale`](crate::world::ObjectMut::set_scale),
    /// [`ObjectMut::set_frame`](crate::world::ObjectMut::set_frame) and [`ObjectMut::set_visible`](crate::world::ObjectMut::set_visible) instead. What holds for
    /// rows without an id: a hidden one belongs to no object, leave it hidden; the others show the further tiles of the
    /// object before them, whose sprite is larger than an atlas page. Those follow it when a step ends, whatever is
    /// written to them. So the frame of such an object is for `set_frame` alone.
    pub fn columns_mut(&mut self, altitude: impl AltitudeName) -> ColumnsMut<'_> {
        let level = self.level;
        let altitude = altitude.altitude();
        self.colliders
            .mark_stale(altitude.min(self.altitudes().end - 1), level);
        self.altitude_mut(altitude).level_mut(level).columns_mut()
    }

    /// As [`World::columns_mut`], for velocities alone: see [`Layer::velocities_mut`](crate::scene::Layer::velocities_mut).
    pub fn velocities_mut(&mut self, altitude: impl AltitudeName) -> VelocitiesMut<'_> {
        let level = self.level;
        self.altitude_mut(altitude.altitude())
            .level_mut(level)
            .velocities_mut()
    }

    fn altitude_mut(&mut self, altitude: u16) -> &mut Altitude {
        // Clamped, because a function that returns a reference has nothing to refuse with.
        let highest = self.scene.altitudes().len() - 1;
        &mut self.scene.altitudes_mut()[usize::from(altitude).min(highest)]
    }

    /// Removes all particles of a level, counted from 0, at every altitude; level 0 is that of the persistent
    /// objects. Emitters go on.
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

    /// Returns the number of the step that runs, or of the last one. The first is 1; 0 before it.
    pub fn step_number(&self) -> u64 {
        self.step
    }

    /// Returns the number of objects, including those being removed.
    pub fn len(&self) -> usize {
        self.slots.len()
    }

    /// Whether there are no objects.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the number of panics of behaviours, forces and collision filters that were caught.
    pub fn faults(&self) -> u64 {
        self.diagnostics.panics
    }

    /// Returns what the latest panic was: of which behaviour, where, and its message.
    pub fn last_fault(&self) -> Option<&str> {
        self.diagnostics.last_panic.as_deref()
    }

    /// Returns the number of values that were refused because they were not valid, those of the camera, the display and
    /// emitters included.
    pub fn refusals(&self) -> u64 {
        let parts = self.camera.refusals() + self.hud.refusals() + self.emitters.refusals();
        self.diagnostics.refusals + parts
    }

    /// Returns the number of events that were dropped: sent to an object that is gone, being removed or on another
    /// level, or the end of a chain that is cut off.
    pub fn dropped_events(&self) -> u64 {
        self.events.dropped
    }

    /// Returns the number of the current level, at most [`World::HIGHEST_LEVEL`]. Defaults to 1.
    pub fn level(&self) -> u16 {
        self.level
    }

    /// Sets a filter: only pairs for which it returns true may collide. It must return the same for the same world.
    /// Defaults to none: all pairs may.
    pub fn set_collision_filter(&mut self, filter: Option<fn(&Self, ObjectId, ObjectId) -> bool>) {
        self.filter = filter;
        self.touch_overlaps();
    }

    /// Chooses how solid objects that are near one another are found. Defaults to a grid; see also
    /// [`CoreSettings::broad_phase`](super::CoreSettings::broad_phase). No choice changes what happens: collisions and
    /// their order are the same.
    pub fn set_broad_phase(&mut self, phase: BroadPhase) {
        let (colliders, sources) = self.colliders_and_sources();
        colliders.set_phase(phase, sources);
    }

    /// Remembers contacts for the debug overlay from the next step on, or forgets all of them. Changes nothing of the game.
    pub(crate) fn keep_contacts(&mut self, keep: bool) {
        self.trace.keep_contacts(keep);
    }

    /// Returns every object that is in the current level or persistent, in act order: by altitude, then insertion.
    pub fn objects(&self) -> impl Iterator<Item = ObjectId> {
        self.altitudes()
            .flat_map(|altitude| self.objects_at(altitude))
    }

    /// Returns every object of a kind that is in the current level or persistent, in act order, without those being
    /// removed. Looks at every object. A kind of which there never was an object is logged, once, after 120 steps.
    ///
    /// ```
    /// # use damselfly::prelude::*;
    /// fn all_are_collected(cx: &Context<'_>) -> bool {
    ///     cx.world.of_kind("Coin").next().is_none()
    /// }
    /// # let assets = damselfly::assets::Assets::new(Default::default());
    /// # let mut core = damselfly::world::Core::new(&Default::default(), assets);
    /// # let mut cx = core.context();
    /// let coin = cx.spawn(Object { kind: "Coin", ..Object::default() });
    /// assert!(!all_are_collected(&cx));
    /// cx.world.remove(coin);
    /// assert!(all_are_collected(&cx));
    /// ```
    #[doc(alias = "tag")]
    #[doc(alias = "find")]
    #[doc(alias = "get_nodes_in_group")]
    pub fn of_kind(&self, kind: &str) -> impl Iterator<Item = ObjectId> {
        self.diagnostics.unmatched.asked_for_kind(kind, self.step);
        self.objects().filter(move |&id| {
            let found = self.slots.get(id);
            found.is_some_and(|found| found.kind == kind && !found.is_leaving)
        })
    }

    /// Makes room for this many more objects at an altitude.
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

    /// Every altitude's number, the lowest first.
    pub fn altitudes(&self) -> core::ops::Range<u16> {
        0..u16::try_from(self.scene.altitudes().len()).unwrap_or(u16::MAX)
    }

    /// How the objects of an altitude behave together. `None` if the altitude does not exist.
    pub fn altitude_settings(&self, altitude: impl AltitudeName) -> Option<&AltitudeSettings> {
        let altitude = usize::from(altitude.altitude());
        Some(&self.scene.altitudes().get(altitude)?.settings)
    }

    /// Changes how the objects of several altitudes behave together. If one of them does not exist,
    /// nothing is changed.
    pub fn change_altitudes<A: AltitudeName>(
        &mut self,
        altitudes: impl IntoIterator<Item = A, IntoIter: Clone>,
        mut change: impl FnMut(&mut AltitudeSettings),
    ) -> Outcome {
        let altitudes = altitudes.into_iter().map(AltitudeName::altitude);
        let all = self.altitudes();
        // All are tested before the first is changed: a game could not tell how far a refused change came.
        if !altitudes.clone().all(|altitude| all.contains(&altitude)) {
            self.refuse(&"the world", "set of altitudes");
            return Outcome::Refused;
        }
        for altitude in altitudes {
            change(&mut self.scene.altitudes_mut()[usize::from(altitude)].settings);
        }
        Outcome::Done
    }

    /// Shows or hides several altitudes at once.
    pub fn set_altitudes_visible<A: AltitudeName>(
        &mut self,
        altitudes: impl IntoIterator<Item = A, IntoIter: Clone>,
        visible: bool,
    ) -> Outcome {
        self.change_altitudes(altitudes, |settings| settings.visible = visible)
    }

    /// Lets several altitudes act, or stops them, all at once.
    pub fn set_altitudes_enabled<A: AltitudeName>(
        &mut self,
        altitudes: impl IntoIterator<Item = A, IntoIter: Clone>,
        enabled: bool,
    ) -> Outcome {
        self.change_altitudes(altitudes, |settings| settings.enabled = enabled)
    }

    /// Multiplies time by a factor in several altitudes: 1 is as fast as in the game, 0 stands still. Refused unless it
    /// is at least 0 and at most [`AltitudeSettings::FASTEST`].
    #[doc(alias("pause", "slow motion"))]
    pub fn set_altitudes_time_scale<A: AltitudeName>(
        &mut self,
        altitudes: impl IntoIterator<Item = A, IntoIter: Clone>,
        time_scale: f32,
    ) -> Outcome {
        if !(0.0..=AltitudeSettings::FASTEST).contains(&time_scale) {
            self.refuse(&"the world", "time scale");
            return Outcome::Refused;
        }
        self.change_altitudes(altitudes, |settings| settings.time_scale = time_scale)
    }

    /// Every object of one altitude that is in the current level or persistent, in act order. None, where there is no
    /// such altitude.
    pub fn objects_at(&self, altitude: impl AltitudeName) -> impl Iterator<Item = ObjectId> {
        let altitude = usize::from(altitude.altitude());
        let level = self.level;
        let altitude = self.scene.altitudes().get(altitude);
        altitude.into_iter().flat_map(move |altitude| {
            let layers = altitude.active(level);
            layers.flat_map(|layer| layer.columns().ids.iter().flatten().copied())
        })
    }

    /// Counts a value that is not valid, and logs it the first times.
    pub(super) fn refuse(&mut self, subject: &dyn core::fmt::Display, field: &str) {
        self.diagnostics.refuse_value(subject, field);
    }

    /// Returns whether an object exists and is not frozen on another level.
    pub(super) fn is_awake(&self, id: ObjectId) -> bool {
        let place = self.slots.place(id);
        place.is_some_and(|place| self.is_current(place.level))
    }

    /// Takes an empty list, to be given back to `return_list`.
    pub(super) fn borrow_list(&mut self) -> Vec<ObjectId> {
        self.spare_lists.pop().unwrap_or_default()
    }

    pub(super) fn return_list(&mut self, mut list: Vec<ObjectId>) {
        list.clear();
        self.spare_lists.push(list);
    }

    /// Takes an empty list of colliders, to be given back to `return_colliders`.
    pub(super) fn borrow_colliders(&mut self) -> Vec<Collider> {
        self.spare_colliders.pop().unwrap_or_default()
    }

    pub(super) fn return_colliders(&mut self, mut list: Vec<Collider>) {
        list.clear();
        self.spare_colliders.push(list);
    }
}
