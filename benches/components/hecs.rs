//! The yardstick: `hecs`, used as its documentation advises.

use std::hint::black_box;

use hecs::{Entity, World};

use crate::{COUNT, Contender, Health, Poison, Position, Velocity, Work, shuffled};

/// Entities, and their ids in a random order.
pub(crate) struct Hecs {
    world: World,
    ids: Vec<Entity>,
}

impl Contender for Hecs {
    const NAME: &'static str = "hecs";

    fn new(work: Work) -> Self {
        let mut world = World::new();
        let mut ids = Vec::new();
        for number in 0..COUNT {
            let id = world.spawn(());
            ids.push(id);
            if work == Work::Pair {
                continue;
            }
            let moving = (Position(-(number as f32)), Velocity(number as f32));
            world.insert(id, moving).expect("it is there");
            if work == Work::Mixed {
                if number % 2 == 0 {
                    world.insert_one(id, Health(1)).expect("it is there");
                }
                if number % 3 == 0 {
                    world.insert_one(id, Poison(1)).expect("it is there");
                }
            }
        }
        Self {
            world,
            ids: shuffled(ids),
        }
    }

    fn work(&mut self, work: Work) {
        let world = &mut self.world;
        match work {
            Work::For => {
                for (position, velocity) in world.query_mut::<(&mut Position, &Velocity)>() {
                    position.0 += velocity.0;
                }
            }
            Work::ForEach => world
                .query_mut::<(&mut Position, &Velocity)>()
                .into_iter()
                .for_each(|(position, velocity)| position.0 += velocity.0),
            Work::Columns => {
                for archetype in world.archetypes() {
                    let columns = archetype
                        .get::<&mut Position>()
                        .zip(archetype.get::<&Velocity>());
                    if let Some((mut positions, velocities)) = columns {
                        for (position, velocity) in positions.iter_mut().zip(velocities.iter()) {
                            position.0 += velocity.0;
                        }
                    }
                }
            }
            Work::Mixed => {
                for (position, health) in world.query_mut::<(&mut Position, Option<&Health>)>() {
                    position.0 += health.map_or(0.0, |health| health.0 as f32);
                }
            }
            Work::Get => {
                for &id in &self.ids {
                    let position = world
                        .query_one_mut::<&mut Position>(id)
                        .expect("it is there");
                    position.0 += 1.0;
                }
            }
            Work::Churn => {
                for &id in &self.ids {
                    world.insert_one(id, Poison(1)).expect("it is there");
                }
                for &id in &self.ids {
                    world.remove_one::<Poison>(id).expect("it has it");
                }
            }
            Work::Pair => {
                for &id in &self.ids {
                    let pair = (Position(0.0), Velocity(1.0));
                    world.insert(id, pair).expect("it is there");
                }
                for &id in &self.ids {
                    world.remove_one::<Position>(id).expect("it has it");
                    world.remove_one::<Velocity>(id).expect("it has it");
                }
            }
        }
        black_box(world);
    }
}
