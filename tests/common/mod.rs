//! Empty worlds, objects for them, and behaviours that a test writes as one function.

use std::cell::Cell;
use std::sync::{Arc, Mutex, PoisonError};

use damselfly::ObjectId;
use damselfly::assets::{AssetSettings, Assets, SpriteId};
use damselfly::geometry::Rect;
use damselfly::glam::{Vec2, vec2};
use damselfly::hud::HudEvent;
use damselfly::input::InputEvent;
use damselfly::prelude::Color;
use damselfly::render::{Blending, Cells, Fit, Frame, PaintedLayer, Projection, ViewSettings};
use damselfly::scene::{Instance, Layer};
use damselfly::world::{
    Behavior, Bounds, Collision, Context, Core, CoreSettings, CustomEvent, Event, Interest, Object,
    ObjectMut, Outcome, Solidness, StepInput,
};

/// Returns an empty world of 80 × 24 cells.
pub(crate) fn core() -> Core {
    Core::new(
        &CoreSettings::default(),
        Assets::new(AssetSettings::default()),
    )
}

/// Calls `play` with an empty world, as `core` returns it. Creating assets takes longer than a short case of a test, so
/// the cases of a thread share them: a case must not add sprites.
pub(crate) fn in_empty_world<T>(play: impl FnOnce(&mut Core) -> T) -> T {
    thread_local! {
        static ASSETS: Cell<Option<Assets>> = const { Cell::new(None) };
    }
    let assets = ASSETS.take();
    let assets = assets.unwrap_or_else(|| Assets::new(AssetSettings::default()));
    let mut core = Core::new(&CoreSettings::default(), assets);
    let outcome = play(&mut core);
    assert_eq!(core.assets.sprites().count(), 0);
    ASSETS.set(Some(core.assets));
    outcome
}

/// Takes steps of nominal length, without input.
pub(crate) fn steps(core: &mut Core, count: u32) {
    for _ in 0..count {
        core.step(StepInput::next(core));
    }
}

pub(crate) fn spawn(core: &mut Core, object: Object) -> ObjectId {
    core.context().spawn(object)
}

/// Returns a hard object at this position, with a box of 2 × 2 around it.
pub(crate) fn crate_at(x: f32, y: f32) -> Object {
    Object {
        position: vec2(x, y),
        bounds: Bounds::Fixed(Rect::centered(Vec2::ZERO, vec2(2.0, 2.0))),
        ..Object::default()
    }
}

/// Returns the same object as `crate_at`, but spectral: it collides with nothing.
pub(crate) fn ghost_at(x: f32, y: f32) -> Object {
    Object {
        solidness: Solidness::Spectral,
        ..crate_at(x, y)
    }
}

/// Returns the object with a velocity of one unit per step to the right.
pub(crate) fn to_the_right(object: Object) -> Object {
    Object {
        velocity: vec2(1.0, 0.0),
        ..object
    }
}

/// Returns the object with the placeholder as its sprite.
pub(crate) fn drawn_as_placeholder(object: Object) -> Object {
    Object {
        sprite: Some(SpriteId::PLACEHOLDER),
        ..object
    }
}

/// Returns the drawn instance of an object.
pub(crate) fn drawn(core: &Core, id: ObjectId) -> Instance {
    let layers = core.world.scene().altitudes().iter();
    let mut rows = layers
        .flat_map(|altitude| [altitude.level(0), altitude.level(1), altitude.level(2)])
        .flatten()
        .flat_map(|layer| layer.columns().ids.iter().zip(layer.columns().instances));
    let row = rows.find(|(other, _)| **other == Some(id));
    *row.expect("the object is there").1
}

/// A call of a behaviour's hook.
#[derive(Clone, Copy)]
pub(crate) enum Moment<'a> {
    Event(&'a Event),
    After,
    Finish,
    Removed,
}

impl Moment<'_> {
    pub(crate) fn is_step(self) -> bool {
        matches!(self, Moment::Event(Event::Step))
    }

    pub(crate) fn is_collision(self) -> bool {
        matches!(self, Moment::Event(Event::Collision(_)))
    }

    pub(crate) fn is_removed(self) -> bool {
        matches!(self, Moment::Removed)
    }

    /// Returns the value of a custom event, if it has the type `T`.
    pub(crate) fn get<T: Copy + 'static>(self) -> Option<T> {
        match self {
            Moment::Event(event) => event.get::<T>().copied(),
            _ => None,
        }
    }
}

/// Attaches a behaviour that consists of one function. The function is called for the phases, input and HUD events
/// among `interests`, for custom events to all objects if `interests` contains their type, and for every event that
/// concerns its object.
pub(crate) fn on<F>(core: &mut Core, id: ObjectId, interests: &[Interest], act: F)
where
    F: FnMut(ObjectId, Moment<'_>, &mut Context<'_>) + Clone + Send + 'static,
{
    attach(&mut core.context(), id, interests, act);
}

/// Like `on`, with a context, so that it also works within a step.
pub(crate) fn attach<F>(cx: &mut Context<'_>, id: ObjectId, interests: &[Interest], act: F)
where
    F: FnMut(ObjectId, Moment<'_>, &mut Context<'_>) + Clone + Send + 'static,
{
    let interests = interests.to_vec();
    assert!(cx.attach(id, On { interests, act }).is_done());
}

/// Calls `change` with an object. Returns the setter's outcome, or [`Outcome::Gone`] if there is no such object.
pub(crate) fn edit(
    cx: &mut Context<'_>,
    id: ObjectId,
    change: impl FnOnce(&mut ObjectMut<'_>) -> Outcome,
) -> Outcome {
    match cx.object_mut(id) {
        Some(mut object) => change(&mut object),
        None => Outcome::Gone,
    }
}

#[derive(Clone)]
struct On<F> {
    interests: Vec<Interest>,
    act: F,
}

impl<F> On<F>
where
    F: FnMut(ObjectId, Moment<'_>, &mut Context<'_>) + Clone + Send + 'static,
{
    fn call(&mut self, moment: Moment<'_>, cx: &mut Context<'_>) {
        let me = cx.me().id();
        (self.act)(me, moment, cx);
    }

    fn call_if(&mut self, interest: Interest, moment: Moment<'_>, cx: &mut Context<'_>) {
        if self.interests.contains(&interest) {
            self.call(moment, cx);
        }
    }

    fn notify(&mut self, event: &Event, cx: &mut Context<'_>) {
        self.call(Moment::Event(event), cx);
        // Stops the route of the event. All receivers must still get an event that has no route.
        cx.stop_route();
    }

    fn notify_if(&mut self, interest: Interest, event: &Event, cx: &mut Context<'_>) {
        if self.interests.contains(&interest) {
            self.notify(event, cx);
        }
    }
}

impl<F> Behavior for On<F>
where
    F: FnMut(ObjectId, Moment<'_>, &mut Context<'_>) + Clone + Send + 'static,
{
    fn attached(&mut self, cx: &mut Context<'_>) {
        for &interest in &self.interests {
            cx.me().subscribe(interest);
        }
    }

    fn step(&mut self, cx: &mut Context<'_>) {
        self.notify_if(Interest::Step, &Event::Step, cx);
    }

    fn collision(&mut self, hit: &Collision, cx: &mut Context<'_>) {
        self.notify(&Event::Collision(*hit), cx);
    }

    fn overlap_begun(&mut self, other: ObjectId, cx: &mut Context<'_>) {
        self.notify(&Event::OverlapBegun(other), cx);
    }

    fn overlap_ended(&mut self, other: ObjectId, cx: &mut Context<'_>) {
        self.notify(&Event::OverlapEnded(other), cx);
    }

    fn out_of_bounds(&mut self, cx: &mut Context<'_>) {
        self.notify(&Event::OutOfBounds, cx);
    }

    fn input(&mut self, event: &InputEvent, cx: &mut Context<'_>) {
        let interest = match event {
            InputEvent::Key { .. }
            | InputEvent::Focus(_)
            | InputEvent::Text(_)
            | InputEvent::Preedit { .. }
            | InputEvent::Paste(_) => Interest::Keyboard,
            _ => Interest::Mouse,
        };
        self.notify_if(interest, &Event::Input(event.clone()), cx);
    }

    fn hud(&mut self, event: &HudEvent, cx: &mut Context<'_>) {
        self.notify_if(Interest::Hud, &event.clone().into(), cx);
    }

    fn event(&mut self, event: &CustomEvent, cx: &mut Context<'_>) {
        self.notify(&Event::Custom(event.clone()), cx);
    }

    fn after(&mut self, cx: &mut Context<'_>) {
        self.call_if(Interest::After, Moment::After, cx);
    }

    fn finish(&mut self, cx: &mut Context<'_>) {
        self.call_if(Interest::Finish, Moment::Finish, cx);
    }

    fn removed(&mut self, cx: &mut Context<'_>) {
        self.call(Moment::Removed, cx);
    }
}

/// Values that behaviours note, in order. Clones share one list.
#[derive(Debug)]
pub(crate) struct Notes<T>(Arc<Mutex<Vec<T>>>);

impl<T> Clone for Notes<T> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<T: Clone> Notes<T> {
    /// Returns everything noted since the last `take`, and keeps it.
    pub(crate) fn peek(&self) -> Vec<T> {
        self.lock().clone()
    }
}

impl<T> Notes<T> {
    pub(crate) fn new() -> Self {
        Self(Arc::new(Mutex::new(Vec::new())))
    }

    pub(crate) fn note(&self, what: T) {
        self.lock().push(what);
    }

    /// Returns everything noted since the last `take`, and clears the list.
    pub(crate) fn take(&self) -> Vec<T> {
        core::mem::take(&mut self.lock())
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.lock().is_empty()
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<T>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Attaches to each object a behaviour that notes its collisions.
pub(crate) fn note_collisions(core: &mut Core, ids: &[ObjectId]) -> Notes<(ObjectId, Collision)> {
    let notes = Notes::new();
    for &id in ids {
        let noted = notes.clone();
        on(core, id, &[], move |me, moment, _| {
            if let Moment::Event(Event::Collision(hit)) = moment {
                noted.note((me, *hit));
            }
        });
    }
    notes
}

/// Renders a single layer as text, with one cell per world unit.
pub(crate) fn text_of(layer: &Layer, assets: &Assets, columns: u16, rows: u16) -> String {
    let view = ViewSettings {
        size: vec2(columns.into(), rows.into()),
        unit: vec2(8.0, 16.0),
        fit: Fit::Letterbox,
    };
    let painted = PaintedLayer {
        layer,
        projection: Projection {
            matrix: [8.0, 0.0, 0.0, 16.0],
            ..Projection::IDENTITY
        },
        cull: false,
        is_display: false,
        clip: None,
    };
    let mut cells = Cells::default();
    let frame = Frame {
        target: view.pixels(),
        viewport: view.viewport(view.pixels()),
        background: Color::BLACK,
        layers: &[painted],
        groups: &[],
        effects: &[],
        cameras: &[],
        atlas: assets.atlas(),
        frames: assets.frames(),
        blending: Blending::Srgb,
    };
    cells.render(&frame, assets);
    cells.to_string()
}
