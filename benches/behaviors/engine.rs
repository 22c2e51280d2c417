//! The contender with the engine: objects of the world, with behaviours.

use damselfly::ObjectId;
use damselfly::assets::{AssetSettings, Assets};
use damselfly::geometry::Rect;
use damselfly::glam::Vec2;
use damselfly::world::{
    Behavior, Context, Core, CoreSettings, CustomEvent, Event, EventTypes, Object, Solidness,
    StepInput,
};

use crate::{ROOM, start, steered};

/// Counts its steps.
#[derive(Clone)]
pub(crate) struct Counting(pub(crate) u32);

impl Behavior for Counting {
    fn step(&mut self, _: &mut Context<'_>) {
        self.0 += 1;
    }
}

/// Turns back at the edges of the area.
#[derive(Clone)]
pub(crate) struct Steering;

impl Behavior for Steering {
    fn step(&mut self, cx: &mut Context<'_>) {
        let mut me = cx.me();
        let velocity = me.velocity();
        let turned = steered(me.position(), velocity);
        if turned != velocity {
            me.set_velocity(turned);
        }
    }
}

/// Does nothing.
#[derive(Clone)]
pub(crate) struct Idle;

impl Behavior for Idle {}

/// Counts the calls of a hook in each of three phases.
#[derive(Clone)]
pub(crate) struct Three(pub(crate) u32);

impl Behavior for Three {
    fn step(&mut self, _: &mut Context<'_>) {
        self.0 += 1;
    }

    fn after(&mut self, _: &mut Context<'_>) {
        self.0 += 1;
    }

    fn finish(&mut self, _: &mut Context<'_>) {
        self.0 += 1;
    }
}

/// Receives events of its own type, and sums up their numbers.
#[derive(Clone)]
pub(crate) struct Hearing(pub(crate) u64);

impl Behavior for Hearing {
    fn subscriptions(&self) -> EventTypes {
        EventTypes::of::<Self>()
    }

    fn event(&mut self, event: &CustomEvent, _: &mut Context<'_>) {
        if let Some(note) = event.get::<Self>() {
            self.0 += note.0;
        }
    }
}

/// A world of spectral objects.
pub(crate) struct Engine {
    core: Core,
    ids: Vec<ObjectId>,
}

impl Engine {
    /// Returns moving objects, each with a behaviour from `mind`.
    pub(crate) fn new<B: Behavior>(mind: impl Fn() -> B) -> Self {
        Self::of(start(), |cx, object| cx.spawn_with(object, mind()))
    }

    /// Like `new`, with objects at rest.
    pub(crate) fn resting<B: Behavior>(mind: impl Fn() -> B) -> Self {
        let start = start().map(|(position, _)| (position, Vec2::ZERO));
        Self::of(start, |cx, object| cx.spawn_with(object, mind()))
    }

    /// Returns moving objects without behaviours.
    pub(crate) fn without_behaviors() -> Self {
        Self::of(start(), |cx, object| cx.spawn(object))
    }

    fn of(
        start: impl Iterator<Item = (Vec2, Vec2)>,
        spawn: impl Fn(&mut Context<'_>, Object) -> ObjectId,
    ) -> Self {
        let settings = CoreSettings {
            view: ROOM,
            unit: Vec2::ONE,
            ..CoreSettings::default()
        };
        let mut core = Core::new(&settings, Assets::new(AssetSettings::default()));
        // Without steering, objects move away forever, and should cause no out-of-bounds events.
        let boundary = Rect::centered(Vec2::ZERO, Vec2::splat(1.0e7));
        core.world.camera.set_boundary(boundary);
        let mut cx = core.context();
        let ids = start.map(|(position, velocity)| {
            let object = Object {
                solidness: Solidness::Spectral,
                position,
                velocity,
                ..Object::default()
            };
            spawn(&mut cx, object)
        });
        let ids = ids.collect();
        Self { core, ids }
    }

    pub(crate) fn step(&mut self) {
        self.core.step(StepInput::next(&self.core));
    }

    /// Takes a step and sends one event to all objects.
    pub(crate) fn broadcast(&mut self) {
        self.core.step_with(StepInput::next(&self.core), |cx| {
            cx.send(Event::custom(Hearing(1)));
        });
    }

    /// Takes a step and sends a new event to each object.
    pub(crate) fn send_to_each(&mut self) {
        self.core.step_with(StepInput::next(&self.core), |cx| {
            for &id in &self.ids {
                cx.send_to(id, Event::custom(Hearing(1)));
            }
        });
    }

    /// Takes a step and sends a clone of one event to each object.
    pub(crate) fn share_with_each(&mut self) {
        self.core.step_with(StepInput::next(&self.core), |cx| {
            let event = Event::custom(Hearing(1));
            for &id in &self.ids {
                cx.send_to(id, event.clone());
            }
        });
    }
}
