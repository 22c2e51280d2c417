//! The world: every object, and what happens to it.

use glam::Vec2;
use std::collections::VecDeque;
use std::sync::Arc;

use super::altitudes::AltitudeName;
use super::body::{Animation, Body, Place};
use super::change::Change;
use super::components::{PieceId, Pieces, Tables};
use super::dispatch::{Later, Sent};
use super::drawing::Drawings;
use super::family::{Family, Kin};
use super::integrator::Integration;
use super::jobs::JobTable;
use super::lifetimes::Reminder;
use super::object::{Bounds, Filter, Movement, Object};
use super::properties::sprite_bounds;
use super::slots::Slots;
use super::view_object::ViewObjects;
use crate::assets::{Assets, FrameId};
use crate::base::id::ObjectId;
use crate::base::random::Random;
use crate::base::valid::{is_valid, is_valid_angle, is_valid_scale};
use crate::geometry::Rect;
use crate::geometry::turns::Turn;
use crate::scene::{
    Altitude, AltitudeSettings, Blend, Camera, ColumnsMut, Instance, InstanceFlags, Layer, Roles,
    Scene, VelocitiesMut,
};

/// Decides whether a pair of solid objects may collide.
pub(crate) type PairFilter = fn(&World, ObjectId, ObjectId) -> bool;

/// Every object, and what happens to it.
///
/// Objects are described by an [`Object`] and known by an [`ObjectId`], which is safe to keep: once the
/// object is gone, every question about it is answered with `None` or [`Outcome::Gone`](super::Outcome::Gone).
#[derive(Clone, Debug)]
pub struct World {
    pub(super) slots: Slots,
    /// The game's own data, by object.
    pub(super) data: Tables,
    pub(super) scene: Scene,
    /// What is seen, and where the world ends.
    pub camera: Camera,
    pub(super) views: ViewObjects,
    pub(super) jobs: JobTable,
    pub(super) random: Random,
    /// Pixels per world unit.
    unit: Vec2,
    /// The current level; 0 is the persistent one.
    pub(super) level: u16,
    /// The level that becomes current at the step's end.
    pub(super) next_level: u16,
    /// The number of the step that runs, or of the last one.
    pub(super) step: u64,
    /// Whether a step runs: changes wait for its end.
    pub(super) stepping: bool,
    pub(super) changes: Vec<Change>,
    pub(super) doomed: Vec<ObjectId>,
    pub(super) queue: VecDeque<Sent>,
    pub(super) later: Vec<Later>,
    pub(super) reminders: Vec<Reminder>,
    /// Who left the world in this phase.
    pub(super) strayed: Vec<ObjectId>,
    /// How long the chain of events is that led to what runs now.
    pub(super) chain: u32,
    /// Who sent the event that is being told.
    pub(super) answering: Option<ObjectId>,
    /// Who acts now.
    pub(super) acting: Option<ObjectId>,
    /// Which of its pieces that is.
    pub(super) acting_piece: Option<PieceId>,
    pub(super) pumping: bool,
    /// Too many events wait: none is taken until they are told.
    pub(super) flooded: bool,
    /// Events that were dropped.
    pub(super) dropped: u64,
    /// How often a chain without end was logged.
    pub(super) endless: u32,
    /// What news of pieces cost in this step, in answer to something.
    pub(super) answered_news: usize,
    /// How many behaviours are being attached, each by the one before.
    pub(super) attaching: u32,
    /// How many interests were withdrawn, by objects that stay.
    pub(super) withdrawn: u64,
    /// The boundary against which it was last noted who is outside.
    pub(super) noted_boundary: Rect,
    pub(super) filter: Option<PairFilter>,
    pub(super) refused: u64,
    /// Panics that were caught, and what the latest one said.
    pub(super) faults: u64,
    pub(super) last_fault: Option<Arc<str>>,
    pub(super) scratch: Vec<Vec<ObjectId>>,
    /// Who is attached to whom.
    pub(super) family: Family,
    /// What was drawn on objects in this step.
    pub(super) drawings: Drawings,
}

impl World {
    /// An empty world: `view` world units are seen of it, `unit` pixels are a world unit.
    pub fn new(view: Vec2, unit: Vec2, altitudes: u16, seed: u64) -> Self {
        let camera = Camera::new(view).with_unit(unit);
        Self {
            slots: Slots::default(),
            data: Tables::default(),
            scene: Scene::new(altitudes),
            noted_boundary: camera.boundary(),
            camera,
            views: ViewObjects::default(),
            jobs: JobTable::default(),
            random: Random::new(seed),
            unit,
            level: 1,
            next_level: 1,
            step: 0,
            stepping: false,
            changes: Vec::new(),
            doomed: Vec::new(),
            queue: VecDeque::new(),
            later: Vec::new(),
            reminders: Vec::new(),
            strayed: Vec::new(),
            chain: 0,
            answering: None,
            acting: None,
            acting_piece: None,
            pumping: false,
            flooded: false,
            dropped: 0,
            endless: 0,
            answered_news: 0,
            attaching: 0,
            withdrawn: 0,
            filter: None,
            refused: 0,
            faults: 0,
            last_fault: None,
            scratch: Vec::new(),
            family: Family::default(),
            drawings: Drawings::default(),
        }
    }

    /// Pixels per world unit: (8, 16) where a unit is a text cell, (1, 1) where it is a pixel.
    pub fn unit(&self) -> Vec2 {
        self.unit
    }

    /// The game's random numbers.
    pub fn random(&mut self) -> &mut Random {
        &mut self.random
    }

    /// The layers, to look at or to draw.
    pub fn scene(&self) -> &Scene {
        &self.scene
    }

    /// How the objects of an altitude behave together, to change. An altitude that there is not counts as the
    /// highest.
    pub fn altitude_settings_mut(&mut self, altitude: impl AltitudeName) -> &mut AltitudeSettings {
        &mut self.altitude_mut(altitude.altitude()).settings
    }

    /// The columns of an altitude's objects in the current level, to change in one tight loop: see
    /// [`Layer::columns_mut`]. An altitude that there is not counts as the highest.
    pub fn columns_mut(&mut self, altitude: impl AltitudeName) -> ColumnsMut<'_> {
        let level = self.level;
        self.altitude_mut(altitude.altitude())
            .level_mut(level)
            .columns_mut()
    }

    /// As [`World::columns_mut`], for velocities alone: see [`Layer::velocities_mut`].
    pub fn velocities_mut(&mut self, altitude: impl AltitudeName) -> VelocitiesMut<'_> {
        let level = self.level;
        self.altitude_mut(altitude.altitude())
            .level_mut(level)
            .velocities_mut()
    }

    fn altitude_mut(&mut self, altitude: u16) -> &mut Altitude {
        let highest = self.scene.altitudes().len() - 1;
        &mut self.scene.altitudes_mut()[usize::from(altitude).min(highest)]
    }

    /// The number of the step that runs, or of the last one. The first is 1.
    pub fn step_number(&self) -> u64 {
        self.step
    }

    /// How many objects there are, those included whose removal is under way.
    pub fn len(&self) -> usize {
        self.slots.len()
    }

    /// Whether there are no objects.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many panics of behaviours, forces and collision filters were caught.
    pub fn faults(&self) -> u64 {
        self.faults
    }

    /// What the latest panic was: whose, where, and what it said.
    pub fn last_fault(&self) -> Option<&str> {
        self.last_fault.as_deref()
    }

    /// How many values were refused because they made no sense.
    pub fn refusals(&self) -> u64 {
        self.refused + self.camera.refusals()
    }

    /// How many events were dropped: sent to an object that is gone, going, or on another level, or part of a
    /// chain of answers without end.
    pub fn dropped_events(&self) -> u64 {
        self.dropped
    }

    /// The current level. 1 at first.
    pub fn level(&self) -> u16 {
        self.level
    }

    /// Only pairs for which the filter answers true may collide. It must answer the same for the same world.
    pub fn set_collision_filter(&mut self, filter: Option<fn(&Self, ObjectId, ObjectId) -> bool>) {
        self.filter = filter;
    }

    /// Every object that is in the current level or persistent, in act order: by altitude, then insertion.
    pub fn objects(&self) -> impl Iterator<Item = ObjectId> {
        self.altitudes()
            .flat_map(|altitude| self.objects_at(altitude))
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

    /// Adds an object. It acts from the next phase on, and is drawn from the next frame on.
    pub fn spawn(&mut self, object: Object, assets: &Assets) -> ObjectId {
        let mut object = self.sanitized(object);
        let level = if object.persistent { 0 } else { self.level };
        if object.sprite.is_some_and(|id| assets.sprite(id).is_none()) {
            self.refuse(&object.kind, "sprite");
            object.sprite = None;
        }
        let sprite = object.sprite.and_then(|id| assets.sprite(id));
        let frames = sprite.map_or(1, |sprite| sprite.frames.count);
        object.frame = u16::try_from(u32::from(object.frame) % frames).unwrap_or(0);
        let frame = sprite.map_or(FrameId::SOLID, |sprite| {
            sprite.frames.wrapping(u32::from(object.frame))
        });
        let slowdown = object
            .slowdown
            .or(sprite.map(|sprite| sprite.slowdown))
            .unwrap_or(0);
        let animated = slowdown > 0 && sprite.is_some_and(|sprite| sprite.frames.count > 1);
        let instance = instance_of(&object, frame, sprite.is_some());
        let unit = self.unit;
        let bounds = match object.bounds {
            Bounds::Fixed(bounds) => bounds,
            Bounds::Sprite => sprite.map_or(Rect::point(Vec2::ZERO), |sprite| {
                sprite_bounds(sprite, unit, object.scale)
            }),
        };
        let row = self.layer_mut(object.altitude, level).len();
        let id = self.slots.insert(Body {
            kind: object.kind,
            place: Place {
                altitude: object.altitude,
                level,
                row: row_number(row),
            },
            solidness: object.solidness,
            movement: object.movement,
            groups: object.groups,
            collides_with: object.collides_with,
            visible: object.visible,
            marked: false,
            disabled: false,
            sprite: object.sprite,
            bounds,
            bounds_of_sprite: object.bounds == Bounds::Sprite,
            acceleration: object.acceleration,
            integration: Integration {
                integrator: object.integrator,
                force: object.force,
            },
            kin: Kin::default(),
            countdown: Vec2::ONE,
            angle: object.angle,
            spin: object.spin,
            scale: object.scale,
            animation: Animation {
                frame: object.frame,
                slowdown,
                remaining: f32::from(slowdown),
            },
            pieces: Pieces::default(),
            customs: Vec::new(),
        });
        let layer = self.layer_mut(object.altitude, level);
        layer.push(Some(id), instance, object.velocity);
        let single = object.solidness.is_solid()
            || object.movement == Movement::WholeCells
            || object.acceleration != Vec2::ZERO
            || object.force.is_some();
        let roles = Roles::default()
            .with(Roles::SINGLE, single)
            .with(Roles::SOLID, object.solidness.is_solid())
            .with(Roles::ANIMATED, animated)
            .with(Roles::SPINS, object.spin != 0.0);
        layer.set_roles(row, roles);
        if object.lifetime.is_some() {
            self.set_lifetime(id, object.lifetime);
        }
        id
    }

    /// Puts the default in the place of every value that makes no sense.
    fn sanitized(&mut self, mut object: Object) -> Object {
        let usual = Object::default();
        let kind = object.kind;
        let mut check = |field: &str, sound: bool| {
            if !sound {
                self.refuse(&format_args!("a new `{kind}`"), field);
            }
            sound
        };
        if !check("position", is_valid(object.position)) {
            object.position = usual.position;
        }
        if !check("velocity", is_valid(object.velocity)) {
            object.velocity = usual.velocity;
        }
        if !check("acceleration", is_valid(object.acceleration)) {
            object.acceleration = usual.acceleration;
        }
        if !check("scale", is_valid_scale(object.scale)) {
            object.scale = usual.scale;
        }
        if !check("angle", is_valid_angle(object.angle)) {
            object.angle = usual.angle;
        }
        if !check("spin", is_valid_angle(object.spin)) {
            object.spin = usual.spin;
        }
        if !check("bounds", object.bounds.is_valid()) {
            object.bounds = usual.bounds;
        }
        let highest = altitude_number(self.scene.altitudes().len() - 1);
        if object.altitude > highest {
            self.refuse(&format_args!("a new `{kind}`"), "altitude");
            object.altitude = usual.altitude.min(highest);
        }
        object
    }

    /// Counts a value that makes no sense, and says so the first times.
    pub(super) fn refuse(&mut self, who: &dyn core::fmt::Display, field: &str) {
        self.refuse_saying(&format_args!(
            "{who}: its new {field} is not finite or out of range; the old value stays"
        ));
    }

    /// Counts whatever cannot be done, and says so the first times.
    pub(super) fn refuse_saying(&mut self, message: &dyn core::fmt::Display) {
        self.refused += 1;
        if self.refused <= 10 {
            let last = if self.refused == 10 {
                " (further ones are only counted)"
            } else {
                ""
            };
            log::warn!("{message}{last}");
        }
    }

    /// Whether a level's objects act now.
    pub(super) fn is_current(&self, level: u16) -> bool {
        level == 0 || level == self.level
    }

    /// Whether an object is there, and not frozen on another level.
    pub(super) fn is_awake(&self, id: ObjectId) -> bool {
        self.slots
            .get(id)
            .is_some_and(|body| self.is_current(body.place.level))
    }

    pub(super) fn layer_mut(&mut self, altitude: u16, level: u16) -> &mut Layer {
        self.scene.altitudes_mut()[usize::from(altitude)].level_mut(level)
    }

    pub(super) fn layer(&self, place: Place) -> &Layer {
        self.scene.altitudes()[usize::from(place.altitude)]
            .level(place.level)
            .expect("an object's layer exists while the object does")
    }

    pub(super) fn layer_at(&mut self, place: Place) -> &mut Layer {
        self.layer_mut(place.altitude, place.level)
    }

    /// Where drawing by hand goes. Nowhere, and counted, if altitude or place make no sense.
    pub(super) fn drawn_layer(&mut self, altitude: u16, at: Vec2) -> Option<&mut Layer> {
        if usize::from(altitude) >= self.scene.altitudes().len() || !is_valid(at) {
            self.refuse(&"a drawing", "altitude or place");
            return None;
        }
        self.scene
            .altitudes_mut()
            .get_mut(usize::from(altitude))
            .map(|altitude| altitude.drawn_mut())
    }

    /// A list to fill and to give back, so that a step allocates nothing.
    pub(super) fn borrow_list(&mut self) -> Vec<ObjectId> {
        self.scratch.pop().unwrap_or_default()
    }

    pub(super) fn return_list(&mut self, mut list: Vec<ObjectId>) {
        list.clear();
        self.scratch.push(list);
    }
}

/// Rows are counted in 32 bits: a layer of 2^32 rows would need 200 GiB.
pub(super) fn row_number(row: usize) -> u32 {
    u32::try_from(row).expect("a layer has fewer than 2^32 rows")
}

pub(super) fn altitude_number(altitude: usize) -> u16 {
    u16::try_from(altitude).unwrap_or(u16::MAX)
}

fn instance_of(object: &Object, frame: FrameId, has_sprite: bool) -> Instance {
    let mut instance = Instance::new(object.position, frame);
    instance.set_scale(object.scale);
    instance.turn = Turn::from_radians(object.angle);
    instance.set_tint(object.tint);
    let mut flags = InstanceFlags::default();
    let mut set = |flag: InstanceFlags, on: bool| {
        if on {
            flags = flags.with(flag);
        }
    };
    set(InstanceFlags::HIDDEN, !object.visible || !has_sprite);
    set(InstanceFlags::FLIP_X, object.flip_x);
    set(InstanceFlags::FLIP_Y, object.flip_y);
    set(InstanceFlags::ADDITIVE, object.blend == Blend::Additive);
    set(InstanceFlags::OPAQUE, object.blend == Blend::Opaque);
    set(InstanceFlags::LINEAR, object.filter == Filter::Linear);
    instance.set_flags(flags);
    instance
}
