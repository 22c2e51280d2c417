//! Objects that leave the world are notified, even if boxes, altitudes or rows change at the same time. Random scripts
//! are compared with a model that tests every box in every step.

#![expect(clippy::unwrap_used, reason = "a test may stop where it fails")]

use crate::common::{ghost_at, in_empty_world, spawn, steps};
use damselfly::ObjectId;
use damselfly::geometry::Rect;
use damselfly::glam::{Vec2, vec2};
use damselfly::world::{Behavior, Context, Core, Object};
use proptest::prelude::*;
use std::sync::{Arc, Mutex};

/// The camera's boundary.
const WORLD: Rect = Rect {
    min: Vec2::ZERO,
    max: vec2(80.0, 24.0),
};

type Notified = Arc<Mutex<Vec<ObjectId>>>;

/// Records the id of its object each time the object leaves the world.
#[derive(Clone)]
struct Leaver(Notified);

impl Behavior for Leaver {
    fn out_of_bounds(&mut self, cx: &mut Context<'_>) {
        self.0.lock().unwrap().push(cx.me().id());
    }
}

#[derive(Clone, Debug)]
enum Do {
    Spawn {
        at: Vec2,
        velocity: Vec2,
        bounds: Rect,
    },
    Resize(usize, Rect),
    Turn(usize, Vec2),
    Put(usize, Vec2),
    Lift(usize, u16),
    /// Removes several objects in a row, so that gaps are closed.
    Remove(usize, usize),
    Step,
}

/// Generates multiples of a half, so that boxes often end exactly at an edge.
fn halves(from: i32, to: i32) -> impl Strategy<Value = f32> {
    (from * 2..=to * 2).prop_map(|number| number as f32 / 2.0)
}

fn any_place() -> impl Strategy<Value = Vec2> {
    (halves(-4, 84), halves(-4, 28)).prop_map(|(x, y)| vec2(x, y))
}

fn any_velocity() -> impl Strategy<Value = Vec2> {
    (halves(-3, 3), halves(-3, 3)).prop_map(|(x, y)| vec2(x, y))
}

/// Generates mostly small boxes, some points, and some boxes that do not contain their object's position.
fn any_box() -> impl Strategy<Value = Rect> {
    let corner = prop_oneof![6 => halves(-2, 2), 1 => halves(-20, 20)];
    let size = prop_oneof![2 => Just(0.0), 6 => halves(0, 4), 1 => halves(0, 40)];
    ((corner.clone(), corner), (size.clone(), size))
        .prop_map(|((x, y), (width, height))| Rect::from_size(vec2(x, y), vec2(width, height)))
}

fn any_do() -> impl Strategy<Value = Do> {
    let who = 0..40_usize;
    prop_oneof![
        6 => (any_place(), any_velocity(), any_box())
            .prop_map(|(at, velocity, bounds)| Do::Spawn { at, velocity, bounds }),
        1 => (who.clone(), any_box()).prop_map(|(who, bounds)| Do::Resize(who, bounds)),
        2 => (who.clone(), any_velocity()).prop_map(|(who, velocity)| Do::Turn(who, velocity)),
        1 => (who.clone(), any_place()).prop_map(|(who, place)| Do::Put(who, place)),
        2 => (who.clone(), 0..4_u16).prop_map(|(who, altitude)| Do::Lift(who, altitude)),
        1 => (who, 1..6_usize).prop_map(|(from, count)| Do::Remove(from, count)),
        6 => Just(Do::Step),
    ]
}

/// An object of the model.
struct Plain {
    id: ObjectId,
    at: Vec2,
    velocity: Vec2,
    bounds: Rect,
    outside: bool,
}

impl Plain {
    fn is_outside(&self) -> bool {
        let Rect { min, max } = self.bounds.translated(self.at);
        let apart = |min: f32, max: f32, from: f32, to: f32| {
            min >= to || if max > min { max <= from } else { max < from }
        };
        apart(min.x, max.x, WORLD.min.x, WORLD.max.x)
            || apart(min.y, max.y, WORLD.min.y, WORLD.max.y)
    }

    /// Moves the object by its velocity. Returns whether it left the world in this move.
    fn advance(&mut self) -> bool {
        self.at += self.velocity;
        let was = self.outside;
        self.outside = self.is_outside();
        self.outside && !was
    }
}

fn act(core: &mut Core, plain: &mut Vec<Plain>, notified: &Notified, act: &Do) {
    let count = plain.len().max(1);
    let known = |who: usize| who % count;
    match *act {
        Do::Spawn {
            at,
            velocity,
            bounds,
        } => {
            let id = spawn(
                core,
                Object {
                    velocity,
                    ..ghost_at(at.x, at.y)
                },
            );
            let _ = core.object_mut(id).unwrap().set_bounds(bounds);
            let _ = core.context().attach(id, Leaver(notified.clone()));
            let mut new = Plain {
                id,
                at,
                velocity,
                bounds,
                outside: false,
            };
            new.outside = new.is_outside();
            plain.push(new);
        }
        Do::Remove(from, count) => {
            let from = known(from);
            let until = (from + count).min(plain.len());
            for gone in plain.drain(from.min(until)..until) {
                assert!(core.world.remove(gone.id).is_done());
            }
        }
        Do::Step => {
            steps(core, 1);
            let left = plain
                .iter_mut()
                .filter_map(|one| one.advance().then_some(one.id));
            let mut left: Vec<ObjectId> = left.collect();
            let mut received = core::mem::take(&mut *notified.lock().unwrap());
            left.sort_unstable();
            received.sort_unstable();
            assert_eq!(received, left);
        }
        Do::Resize(who, _) | Do::Turn(who, _) | Do::Put(who, _) | Do::Lift(who, _) => {
            let Some(one) = plain.get_mut(known(who)) else {
                return;
            };
            let done = match *act {
                Do::Resize(_, bounds) => {
                    one.bounds = bounds;
                    core.object_mut(one.id).unwrap().set_bounds(bounds)
                }
                Do::Turn(_, velocity) => {
                    one.velocity = velocity;
                    core.object_mut(one.id).unwrap().set_velocity(velocity)
                }
                Do::Put(_, place) => {
                    one.at = place;
                    core.object_mut(one.id).unwrap().set_position(place)
                }
                Do::Lift(_, altitude) => core.object_mut(one.id).unwrap().set_altitude(altitude),
                Do::Spawn { .. } | Do::Remove(..) | Do::Step => unreachable!(),
            };
            assert!(done.is_done());
            one.outside = one.is_outside();
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn every_object_that_leaves_the_world_is_notified_once_for_every_box(
        script in prop::collection::vec(any_do(), 1..120),
    ) {
        let (notified, mut plain) = (Notified::default(), Vec::new());
        in_empty_world(|core| {
            for one in &script {
                act(core, &mut plain, &notified, one);
            }
        });
    }
}
