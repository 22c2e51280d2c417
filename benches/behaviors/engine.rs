//! The engine's way: objects of the world, and behaviours of a game.

use damselfly::ObjectId;
use damselfly::assets::{AssetSettings, Assets};
use damselfly::geometry::Rect;
use damselfly::glam::Vec2;
use damselfly::world::{
    Behavior, Context, Core, CoreSettings, Event, Handled, Interest, Object, Solidness, StepInput,
};

use crate::{ROOM, start, steered};

/// Counts its steps.
#[derive(Clone)]
pub(crate) struct Counting(pub(crate) u32);

impl Behavior for Counting {
    fn on_event(&mut self, _: ObjectId, event: &Event, _: &mut Context<'_>) -> Handled {
        if let Event::Step = event {
            self.0 += 1;
        }
        Handled::Yes
    }
}

/// Turns back at the edges.
#[derive(Clone)]
pub(crate) struct Steering;

impl Behavior for Steering {
    fn on_event(&mut self, me: ObjectId, event: &Event, cx: &mut Context<'_>) -> Handled {
        if let Event::Step = event
            && let (Some(position), Some(velocity)) = (
                cx.world.object(me).map(|object| object.position()),
                cx.world.object(me).map(|object| object.velocity()),
            )
        {
            let turned = steered(position, velocity);
            if turned != velocity {
                cx.object_mut(me).unwrap().set_velocity(turned);
            }
        }
        Handled::Yes
    }
}

/// Does nothing.
#[derive(Clone)]
pub(crate) struct Idle;

impl Behavior for Idle {}

/// Counts its turns of every phase.
#[derive(Clone)]
pub(crate) struct Three(pub(crate) u32);

impl Behavior for Three {
    fn on_event(&mut self, _: ObjectId, _: &Event, _: &mut Context<'_>) -> Handled {
        self.0 += 1;
        Handled::Yes
    }

    fn after(&mut self, _: ObjectId, _: &mut Context<'_>) {
        self.0 += 1;
    }

    fn finish(&mut self, _: ObjectId, _: &mut Context<'_>) {
        self.0 += 1;
    }
}

/// Receives notes, which are of this type, too.
#[derive(Clone)]
pub(crate) struct Hearing(pub(crate) u64);

impl Behavior for Hearing {
    fn on_event(&mut self, _: ObjectId, event: &Event, _: &mut Context<'_>) -> Handled {
        if let Some(note) = event.get::<Self>() {
            self.0 += note.0;
        }
        Handled::Yes
    }
}

/// A world of spectral objects.
pub(crate) struct Engine {
    core: Core,
    ids: Vec<ObjectId>,
}

impl Engine {
    /// Objects that move, each with a behaviour that subscribes to this.
    pub(crate) fn new<B: Behavior>(interests: &[Interest], mind: impl Fn() -> B) -> Self {
        let mut engine = Self::without_behaviors();
        engine.attach(interests, mind);
        engine
    }

    /// As `new`, of objects that do not move.
    pub(crate) fn resting<B: Behavior>(interests: &[Interest], mind: impl Fn() -> B) -> Self {
        let mut engine = Self::of(start().map(|(position, _)| (position, Vec2::ZERO)));
        engine.attach(interests, mind);
        engine
    }

    /// Objects that move.
    pub(crate) fn without_behaviors() -> Self {
        Self::of(start())
    }

    fn of(start: impl Iterator<Item = (Vec2, Vec2)>) -> Self {
        let settings = CoreSettings {
            view: ROOM,
            unit: Vec2::ONE,
            ..CoreSettings::default()
        };
        let mut core = Core::new(&settings, Assets::new(AssetSettings::default()));
        // Objects that do not turn back move on and on, and should not be notified of leaving.
        let boundary = Rect::centered(Vec2::ZERO, Vec2::splat(1.0e7));
        core.world.camera.set_boundary(boundary);
        let mut cx = core.context();
        let ids = start.map(|(position, velocity)| {
            cx.spawn(Object {
                solidness: Solidness::Spectral,
                position,
                velocity,
                ..Object::default()
            })
        });
        let ids = ids.collect();
        Self { core, ids }
    }

    fn attach<B: Behavior>(&mut self, interests: &[Interest], mind: impl Fn() -> B) {
        for &id in &self.ids {
            let _ = self.core.context().attach(id, mind());
            for &interest in interests {
                let _ = self.core.object_mut(id).unwrap().subscribe(interest);
            }
        }
    }

    pub(crate) fn step(&mut self) {
        self.core.step(StepInput::next(&self.core));
    }

    /// A step with one event to all objects.
    pub(crate) fn broadcast(&mut self) {
        self.core.step_with(StepInput::next(&self.core), |cx| {
            cx.world.send(Event::custom(Hearing(1)));
        });
    }

    /// A step with one event to each object.
    pub(crate) fn send_to_each(&mut self) {
        self.core.step_with(StepInput::next(&self.core), |cx| {
            for &id in &self.ids {
                cx.world.send_to(id, Event::custom(Hearing(1)));
            }
        });
    }

    /// A step with the same event sent to each object.
    pub(crate) fn share_with_each(&mut self) {
        self.core.step_with(StepInput::next(&self.core), |cx| {
            let event = Event::custom(Hearing(1));
            for &id in &self.ids {
                cx.world.send_to(id, event.clone());
            }
        });
    }
}
