//! The contender with the engine: components of objects in a world.

use std::hint::black_box;

use damselfly::ObjectId;
use damselfly::assets::{AssetSettings, Assets};
use damselfly::world::{Component, Core, CoreSettings, Object, Solidness};

use crate::{COUNT, Contender, Health, Poison, Position, Velocity, Work, shuffled};

impl Component for Position {}
impl Component for Velocity {}
impl Component for Poison {}
impl Component for Health {}

/// Objects, and their ids in a random order.
pub(crate) struct Engine {
    core: Core,
    ids: Vec<ObjectId>,
}

fn ghost() -> Object {
    Object {
        solidness: Solidness::Spectral,
        ..Object::default()
    }
}

impl Contender for Engine {
    const NAME: &'static str = "engine";

    fn new(work: Work) -> Self {
        let assets = Assets::new(AssetSettings::default());
        let mut core = Core::new(&CoreSettings::default(), assets);
        let mut ids = Vec::new();
        for number in 0..COUNT {
            let id = core.context().spawn(ghost());
            ids.push(id);
            if work == Work::Pair {
                continue;
            }
            let world = &mut core.world;
            world.insert(id, (Position(-(number as f32)), Velocity(number as f32)));
            if work == Work::Mixed {
                if number % 2 == 0 {
                    world.insert(id, Health(1));
                }
                if number % 3 == 0 {
                    world.insert(id, Poison(1));
                }
            }
        }
        Self {
            core,
            ids: shuffled(ids),
        }
    }

    fn work(&mut self, work: Work) {
        let world = &mut self.core.world;
        match work {
            Work::For => {
                for (_, (position, velocity)) in world.query::<(&mut Position, &Velocity)>() {
                    position.0 += velocity.0;
                }
            }
            Work::ForEach => world
                .query::<(&mut Position, &Velocity)>()
                .for_each(|(_, (position, velocity))| position.0 += velocity.0),
            Work::Columns => {
                let columns = world.query_columns::<(&mut Position, &Velocity)>();
                for (_, (positions, velocities)) in columns {
                    for (position, velocity) in positions.iter_mut().zip(velocities) {
                        position.0 += velocity.0;
                    }
                }
            }
            Work::Mixed => {
                for (_, (position, health)) in world.query::<(&mut Position, Option<&Health>)>() {
                    position.0 += health.map_or(0.0, |health| health.0 as f32);
                }
            }
            Work::Get => {
                for &id in &self.ids {
                    let position = world.get_mut::<Position>(id).expect("it is there");
                    position.0 += 1.0;
                }
            }
            Work::Churn => {
                for &id in &self.ids {
                    world.insert(id, Poison(1));
                }
                for &id in &self.ids {
                    world.take::<Poison>(id).expect("it has it");
                }
            }
            Work::Pair => {
                for &id in &self.ids {
                    world.insert(id, (Position(0.0), Velocity(1.0)));
                }
                for &id in &self.ids {
                    world.take::<Position>(id).expect("it has it");
                    world.take::<Velocity>(id).expect("it has it");
                }
            }
        }
        black_box(world);
    }
}
