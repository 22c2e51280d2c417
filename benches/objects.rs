//! The cost of spawning, removing and colliding objects, compared with the same by hand.
//!
//! Prints tables. An argument selects tables by part of the name. `README.md` describes each row.

mod common;

use common::table::{self, Contender, timed};
use core::time::Duration;
use damselfly::ObjectId;
use damselfly::assets::{AssetSettings, Assets};
use damselfly::geometry::Rect;
use damselfly::glam::{Vec2, vec2};
use damselfly::world::{
    Behavior, Bounds, Component, Context, Core, CoreSettings, Object, Solidness, StepInput,
};
use std::hint::black_box;

/// Number of objects spawned and removed at once.
const COUNT: usize = 100_000;
/// Number of solid objects.
const SOLIDS: usize = 1000;
/// Altitude of the objects.
const ALTITUDE: u16 = 2;

/// Counts its steps.
#[derive(Clone)]
struct Mind(u32);

impl Behavior for Mind {
    fn step(&mut self, _: &mut Context<'_>) {
        self.0 += 1;
    }
}

#[derive(Clone)]
struct Health(#[expect(dead_code, reason = "it is only kept")] i32);

impl Component for Health {}

#[derive(Clone)]
struct Poison(#[expect(dead_code, reason = "it is only kept")] i32);

impl Component for Poison {}

/// Parts of each spawned object.
#[derive(Clone, Copy, PartialEq, Eq)]
enum With {
    Nothing,
    Lifetime,
    Mind,
    Data,
}

/// A world and its objects.
struct Engine {
    core: Core,
    with: With,
    ids: Vec<ObjectId>,
}

impl Engine {
    /// Returns an empty world that has held [`COUNT`] objects before.
    fn new(with: With) -> Self {
        let settings = CoreSettings {
            view: vec2(1280.0, 720.0),
            unit: Vec2::ONE,
            ..CoreSettings::default()
        };
        let core = Core::new(&settings, Assets::new(AssetSettings::default()));
        let ids = Vec::with_capacity(COUNT);
        let mut engine = Self { core, with, ids };
        engine.fill();
        engine.remove();
        engine
    }

    fn step(&mut self) {
        self.core.step(StepInput::next(&self.core));
    }

    fn fill(&mut self) {
        let with = self.with;
        let mut cx = self.core.context();
        self.ids.clear();
        self.ids.extend((0..COUNT).map(|number| {
            let object = Object {
                solidness: Solidness::Spectral,
                position: place(number),
                lifetime: (with == With::Lifetime).then_some(1),
                altitude: ALTITUDE,
                ..Object::default()
            };
            if with == With::Mind {
                return cx.spawn_with(object, Mind(0));
            }
            let id = cx.spawn(object);
            if with == With::Data {
                let _ = cx.insert(id, (Health(3), Poison(0)));
            }
            id
        }));
    }

    fn remove(&mut self) {
        for &id in &self.ids {
            let _ = self.core.world.remove(id);
        }
        self.step();
    }

    /// Spawns all objects and removes them. Returns the time of spawning.
    fn coming(&mut self) -> Duration {
        let time = timed(|| self.fill());
        self.remove();
        time
    }

    /// Spawns all objects and removes them. Returns the time of removing.
    fn going(&mut self) -> Duration {
        self.fill();
        timed(|| self.remove())
    }

    /// Spawns all objects, whose lifetimes end in the next step. Returns the time of this step.
    fn ending(&mut self) -> Duration {
        self.fill();
        let time = timed(|| self.step());
        assert!(self.core.world.is_empty());
        time
    }
}

fn place(number: usize) -> Vec2 {
    vec2((number % 1024) as f32, (number / 1024) as f32)
}

/// An object of a hand-written game. Its 192 bytes stand for the state that all features of the engine would need.
struct Thing([u64; 24]);

#[expect(
    clippy::vec_box,
    reason = "an allocation for each, as many games by hand have it"
)]
fn boxes() -> Vec<Box<Thing>> {
    let boxes = (0..COUNT).map(|number| Box::new(Thing([number as u64; 24])));
    boxes.collect()
}

/// Measures adding the objects.
fn come() {
    let [mut bare, mut ending] = [With::Nothing, With::Lifetime].map(Engine::new);
    let [mut thinking, mut data] = [With::Mind, With::Data].map(Engine::new);
    table::print(
        "come",
        COUNT,
        vec![
            Contender::timed("hand/boxes", || {
                let mut things = Vec::new();
                let time = timed(|| things = black_box(boxes()));
                assert!(things.iter().map(|thing| thing.0[0]).sum::<u64>() > 0);
                time
            }),
            Contender::timed("spawn", move || bare.coming()),
            Contender::timed("spawn with a lifetime", move || ending.coming()),
            Contender::timed("spawn with a behaviour", move || thinking.coming()),
            Contender::timed("spawn with two data", move || data.coming()),
        ],
    );
}

/// Measures removing the objects, including the step that removes them.
fn go() {
    let [mut bare, mut ending] = [With::Nothing, With::Lifetime].map(Engine::new);
    let [mut thinking, mut data] = [With::Mind, With::Data].map(Engine::new);
    table::print(
        "go",
        COUNT,
        vec![
            Contender::timed("hand/boxes", || {
                let things = black_box(boxes());
                timed(|| drop(black_box(things)))
            }),
            Contender::timed("remove", move || bare.going()),
            Contender::timed("expire", move || ending.ending()),
            Contender::timed("remove with a behaviour", move || thinking.going()),
            Contender::timed("remove with two data", move || data.going()),
        ],
    );
}

/// Measures a step of moving objects that do not touch. The hand-written contender moves nothing, and tests each box
/// against all boxes.
fn collide() {
    let settings = CoreSettings {
        view: vec2(1280.0, 720.0),
        unit: Vec2::ONE,
        ..CoreSettings::default()
    };
    let mut core = Core::new(&settings, Assets::new(AssetSettings::default()));
    let bounds = Rect::centered(Vec2::ZERO, Vec2::splat(2.0));
    let mut boxes: Vec<Rect> = Vec::new();
    let mut cx = core.context();
    for number in 0..SOLIDS {
        let position = vec2((number % 40) as f32, (number / 40) as f32) * 8.0;
        boxes.push(bounds.translated(position));
        cx.spawn(Object {
            position,
            velocity: vec2(0.001, 0.0),
            bounds: Bounds::Fixed(bounds),
            ..Object::default()
        });
    }
    table::print(
        "collide/pairs",
        SOLIDS * (SOLIDS - 1),
        vec![
            Contender::new("hand, each with each", move || {
                let mut met = 0;
                for one in &boxes {
                    met += boxes.iter().filter(|other| one.overlaps(other)).count();
                }
                black_box(met);
            }),
            Contender::new("engine", move || core.step(StepInput::next(&core))),
        ],
    );
}

fn main() {
    let Some(wanted) = table::wanted() else {
        return;
    };
    let tables: [(&str, fn()); 3] = [("come", come), ("go", go), ("collide", collide)];
    for (_, table) in tables.iter().filter(|(name, _)| name.contains(&*wanted)) {
        table();
    }
}
