//! Bullets: objects whose moves are swept.

use crate::common::{Moment, attach, core, crate_at, note_collisions, spawn, steps};
use damselfly::collision::Shape;
use damselfly::geometry::Rect;
use damselfly::geometry::turns::Turn;
use damselfly::glam::{Vec2, vec2};
use damselfly::world::{
    Bounds, BroadPhase, Core, Event, MoveOutcome, Movement, Object, Solidness, World,
};
use damselfly::{ObjectId, Random};
use std::f32::consts::TAU;

fn box_of(position: Vec2, size: Vec2) -> Object {
    Object {
        position,
        bounds: Bounds::Fixed(Rect::centered(Vec2::ZERO, size)),
        ..Object::default()
    }
}

fn place(core: &Core, id: ObjectId) -> Vec2 {
    core.world.object(id).expect("it exists").position()
}

/// Returns a wall 0.5 wide. Its left side is at 40.
fn wall() -> Object {
    box_of(vec2(40.25, 10.0), vec2(0.5, 20.0))
}

/// Returns a bullet of size 1 at 0.5. One step at its velocity would take it far behind the wall.
fn shot() -> Object {
    let shot = box_of(vec2(0.5, 10.0), Vec2::ONE).bullet();
    shot.velocity(vec2(78.0, 0.0))
}

#[test]
fn bullets_stop_at_hard_objects_and_both_know_the_time() {
    let mut core = core();
    let [wall, shot] = [wall(), shot()].map(|object| spawn(&mut core, object));
    let notes = note_collisions(&mut core, &[wall, shot]);
    steps(&mut core, 1);
    let [(first, of_shot), (second, of_wall)] = notes.take()[..] else {
        panic!("each is told once");
    };
    assert_eq!((first, second), (shot, wall));
    assert_eq!((of_shot.other, of_shot.is_mover), (wall, true));
    assert_eq!((of_shot.time, of_shot.normal), (0.5, Vec2::NEG_X));
    assert_eq!((of_wall.time, of_wall.normal), (0.5, Vec2::X));
    assert_eq!(of_shot.position.x, 40.0);
    assert!((place(&core, shot) - vec2(39.5, 10.0)).length() < 1e-3);
    // The bullet keeps its velocity, so that it hits the wall again in each step and stays there.
    steps(&mut core, 3);
    assert!((place(&core, shot) - vec2(39.5, 10.0)).length() < 1e-3);
    assert_eq!(notes.take().len(), 6);
}

#[test]
fn bullets_notify_all_hits_at_the_time_of_the_stop() {
    let mut core = core();
    let halves = [9.0, 11.0].map(|y| box_of(vec2(40.25, y), vec2(0.5, 2.0)));
    let halves = halves.map(|half| spawn(&mut core, half));
    let shot = spawn(&mut core, shot());
    let notes = note_collisions(&mut core, &[shot]);
    steps(&mut core, 1);
    let met = notes.take().into_iter().map(|(_, hit)| hit.other);
    assert!(met.eq(halves));
}

#[test]
fn a_bullets_contacts_with_removed_and_teleported_objects_are_dropped() {
    let mut core = core();
    let soft = |object: Object| Object {
        solidness: Solidness::Soft,
        ..object
    };
    let coin = |x: f32| soft(box_of(vec2(x, 10.0), Vec2::ONE));
    let coins = [20.0, 30.0, 40.0, 50.0, 60.0].map(|x| spawn(&mut core, coin(x)));
    let shot = spawn(&mut core, soft(shot()));
    let notes = note_collisions(&mut core, &[shot]);
    let [first, second, third, fourth, last] = coins;
    attach(&mut core.context(), first, &[], move |_, moment, cx| {
        if matches!(moment, Moment::Event(Event::Collision(_))) {
            cx.object_mut(second).expect("it exists").remove();
            let mut third = cx.object_mut(third).expect("it exists");
            third.set_position(vec2(40.0, 15.0));
            let mut fourth = cx.object_mut(fourth).expect("it exists");
            fourth.set_groups(2, 2);
        }
    });
    steps(&mut core, 1);
    let met = notes.take().into_iter().map(|(_, hit)| hit.other);
    // The fourth coin's new groups apply only to later moves, so that it is still notified.
    assert!(met.eq([first, fourth, last]));
}

#[test]
fn slow_bullets_stop_at_the_contact_and_others_stay() {
    for bullet in [false, true] {
        let mut core = core();
        spawn(&mut core, wall());
        let slow = box_of(vec2(39.0, 10.0), Vec2::ONE).velocity(vec2(0.75, 0.0));
        let slow = spawn(&mut core, Object { bullet, ..slow });
        steps(&mut core, 1);
        let x = place(&core, slow).x;
        assert!(
            (x - if bullet { 39.5 } else { 39.0 }).abs() < 1e-3,
            "{bullet}: {x}"
        );
    }
}

#[test]
fn fast_objects_stop_at_the_first_hard_obstacle() {
    // The displacements are longer than the object's width, exactly its width, and longer than its height.
    for (velocity, x) in [
        (vec2(2.5, 0.0), 39.0),
        (vec2(2.0, 0.0), 38.5),
        (vec2(1.0, -2.25), 39.0),
    ] {
        let mut core = core();
        spawn(&mut core, wall());
        let slow = box_of(vec2(38.5, 10.0), vec2(2.0, 2.0)).velocity(velocity);
        let slow = spawn(&mut core, slow);
        steps(&mut core, 1);
        assert!((place(&core, slow).x - x).abs() < 1e-3, "{velocity}");
    }
}

#[test]
fn move_to_sweeps_bullets_only() {
    for bullet in [false, true] {
        let mut core = core();
        spawn(&mut core, wall());
        let object = box_of(vec2(0.5, 10.0), Vec2::ONE);
        let id = spawn(&mut core, Object { bullet, ..object });
        let moved = core.context().move_to(id, vec2(79.5, 10.0));
        assert_eq!(
            moved,
            if bullet {
                MoveOutcome::Blocked
            } else {
                MoveOutcome::Moved
            }
        );
        assert!((place(&core, id).x - if bullet { 39.5 } else { 79.5 }).abs() < 1e-3);
    }
}

#[test]
fn hits_are_notified_in_order_up_to_the_obstacle() {
    let mut core = core();
    // The objects are spawned from right to left, so that the order of spawning is not the order of the hits.
    let behind = spawn(&mut core, box_of(vec2(60.0, 10.0), Vec2::splat(2.0)));
    let wall = spawn(&mut core, wall());
    let [second, first] =
        [30.0, 20.0].map(|x| spawn(&mut core, box_of(vec2(x, 10.0), Vec2::splat(2.0)).soft()));
    let shot = spawn(&mut core, shot());
    let notes = note_collisions(&mut core, &[behind, wall, second, first, shot]);
    steps(&mut core, 1);
    let notes = notes.take();
    let met: Vec<_> = notes
        .iter()
        .filter(|(me, _)| *me == shot)
        .map(|(_, hit)| hit.other)
        .collect();
    assert_eq!(met, [first, second, wall]);
    assert!(notes.iter().all(|(me, _)| *me != behind));
    assert!(notes.is_sorted_by(|(_, one), (_, other)| one.time <= other.time));
}

#[test]
fn soft_bullets_notify_all_hits_and_are_not_stopped() {
    let mut core = core();
    let wall = spawn(&mut core, wall());
    let shot = spawn(&mut core, shot().soft());
    let notes = note_collisions(&mut core, &[wall]);
    steps(&mut core, 1);
    assert_eq!(notes.take().len(), 1);
    assert_eq!(place(&core, shot), vec2(78.5, 10.0));
}

#[test]
fn a_bullet_that_moves_by_cells_stops_on_a_cell() {
    let mut core = core();
    spawn(&mut core, crate_at(10.5, 0.5));
    let shot = Object {
        movement: Movement::WholeCells,
        ..Object::default()
    };
    let shot = spawn(&mut core, shot.bullet().velocity(vec2(20.0, 0.0)));
    steps(&mut core, 1);
    // The bullet's cell stops beside the box, whose left edge is at 9.5.
    assert_eq!(place(&core, shot), vec2(8.0, 0.0));
}

#[test]
fn a_point_that_moves_by_cells_is_swept_by_its_cells() {
    // The point starts inside a cell or at its edge. Its cell moves from 0 to 30 in any case.
    for start in [0.0, 0.25, 0.75] {
        let mut core = core();
        let wall = spawn(&mut core, box_of(vec2(20.125, 0.5), vec2(0.25, 1.0)));
        let shot = Object {
            movement: Movement::WholeCells,
            ..Object::default()
        };
        let shot = spawn(
            &mut core,
            shot.at(vec2(start, 0.5)).velocity(vec2(30.0, 0.0)),
        );
        let notes = note_collisions(&mut core, &[shot]);
        steps(&mut core, 1);
        let [(_, hit)] = notes.take()[..] else {
            panic!("it meets the wall");
        };
        assert_eq!(hit.other, wall);
        // The point's cell, from 0 to 1, meets the wall at 20 after 19 of 30 units.
        assert!(
            (hit.time - 19.0 / 30.0).abs() < 1e-4,
            "{start}: {}",
            hit.time
        );
        assert_eq!(place(&core, shot), vec2(19.0 + start, 0.5));
    }
}

#[test]
fn a_whole_cell_bullet_is_swept_by_its_cell() {
    let mut core = core();
    spawn(&mut core, box_of(vec2(15.125, 0.5), vec2(0.25, 1.0)));
    let shot = Object {
        movement: Movement::WholeCells,
        ..Object::default()
    };
    let shot = spawn(&mut core, shot.at(vec2(0.75, 0.5)).bullet());
    let notes = note_collisions(&mut core, &[shot]);
    // The point moves by 19.5, and its cell by 20. The cell meets the wall after 14 units.
    assert_eq!(
        core.context().move_to(shot, vec2(20.25, 0.5)),
        MoveOutcome::Blocked
    );
    let [(_, hit)] = notes.take()[..] else {
        panic!("it meets the wall");
    };
    assert!((hit.time - 0.7).abs() < 1e-4, "{}", hit.time);
}

#[test]
fn an_overlapping_bullet_may_leave_but_not_stay() {
    for (velocity, expected) in [(30.0, 40.0), (0.5, 10.0)] {
        let mut core = core();
        spawn(&mut core, crate_at(10.5, 10.0));
        let inside = box_of(vec2(10.0, 10.0), Vec2::ONE).bullet();
        let inside = spawn(&mut core, inside.velocity(vec2(velocity, 0.0)));
        steps(&mut core, 1);
        assert_eq!(place(&core, inside).x, expected);
    }
}

#[test]
fn bullets_are_in_the_checksum() {
    let mut core = core();
    let id = spawn(&mut core, crate_at(0.0, 0.0));
    let before = core.checksum();
    assert!(core.object_mut(id).unwrap().set_bullet(true).is_done());
    assert!(core.world.object(id).unwrap().is_bullet());
    assert_ne!(core.checksum(), before);
}

#[test]
fn fast_round_or_turned_objects_hit_thin_walls() {
    let bar = Shape::rect(vec2(0.1, 10.0)).transformed(Turn(0x2000), Vec2::ONE);
    let round = Shape::circle(0.5);
    let small = Shape::circle(0.1);
    // The axis-aligned box of each is wider and higher than its movement. If only the box decided, the move would not
    // be swept.
    for (shapes, from, velocity) in [
        (&[round][..], vec2(-0.4, -0.4), vec2(0.99, 0.99)),
        (&[bar], vec2(-0.1, -0.1), vec2(0.5, 0.5)),
        (&[round, small], vec2(-0.4, -0.4), vec2(0.6, 0.6)),
    ] {
        let mut core = core();
        let center = vec2(40.0, 12.0);
        let wall = Shape::rect(vec2(0.05, 30.0)).transformed(Turn(0x2000), Vec2::ONE);
        let id = spawn(&mut core, box_of(center, Vec2::ONE));
        assert!(core.object_mut(id).unwrap().set_shapes(&[wall]).is_done());
        let shot = box_of(center + from, Vec2::ONE).velocity(velocity);
        let shot = spawn(&mut core, shot);
        assert!(core.object_mut(shot).unwrap().set_shapes(shapes).is_done());
        steps(&mut core, 3);
        let beyond = (place(&core, shot) - center).dot(Vec2::ONE);
        assert!(beyond < 0.0, "{shapes:?}: {beyond}");
    }
}

/// An object that flies at a wall: its shapes, or its size if it is a box, and the width of the narrowest shape.
struct Flier {
    size: Vec2,
    shapes: Vec<Shape>,
    narrowest: f32,
}

impl Flier {
    fn any(random: &mut Random) -> Self {
        let turn = Turn(random.range(0..=u16::MAX));
        let (size, shapes, narrowest) = match random.range(0..5) {
            0 => {
                let size = vec2(random.range(0.1..3.0), random.range(0.1..3.0));
                (size, vec![], size.min_element())
            }
            1 => {
                let radius = random.range(0.05..1.5);
                (Vec2::ONE, vec![Shape::circle(radius)], radius * 2.0)
            }
            2 => {
                let bar = vec2(random.range(0.1..1.0), 10.0);
                let shape = Shape::rect(bar).transformed(turn, Vec2::ONE);
                (Vec2::ONE, vec![shape], bar.x)
            }
            3 => {
                // An equilateral triangle is 1.5 times as high as the radius of the circle around it.
                let corners = [0.0, 1.0, 2.0_f32].map(|third| {
                    let (sin, cos) = Turn::from_radians(third * TAU / 3.0).sin_cos();
                    vec2(cos, sin)
                });
                let shape = Shape::polygon(&corners).expect("three corners");
                (Vec2::ONE, vec![shape.transformed(turn, Vec2::ONE)], 1.5)
            }
            _ => {
                let radius = random.range(0.1..1.0);
                let large = Shape::capsule(vec2(0.0, -3.0), vec2(0.0, 3.0), radius * 2.0);
                let shapes = [large, Shape::circle(radius)];
                let turned = shapes.map(|shape| shape.transformed(turn, Vec2::ONE));
                (Vec2::ONE, turned.to_vec(), radius * 2.0)
            }
        };
        Self {
            size,
            shapes,
            narrowest,
        }
    }

    /// Returns how far the object extends from its position in a direction.
    fn reach(&self, way: Vec2) -> f32 {
        let own = [Shape::rect(self.size)];
        let shapes = if self.shapes.is_empty() {
            &own[..]
        } else {
            &self.shapes
        };
        let reach = |shape: &Shape| {
            let corners = shape.corners().iter().map(|corner| corner.dot(way));
            corners.fold(f32::NEG_INFINITY, f32::max) + shape.radius()
        };
        shapes.iter().map(reach).fold(f32::NEG_INFINITY, f32::max)
    }
}

/// A wall a tenth of a unit thick, at any angle: a box if it is axis-aligned, a shape otherwise.
struct WallTrial {
    center: Vec2,
    away: Vec2,
    along: Vec2,
    /// Largest rounding error of a position this far from 0.
    rounding: f32,
}

impl WallTrial {
    fn new(core: &mut Core, random: &mut Random, trial: usize) -> Self {
        let unit = core.world.unit();
        core.world = World::new(vec2(80.0, 24.0), unit, 1, 0);
        if trial.is_multiple_of(2) {
            core.world.set_broad_phase(BroadPhase::SweepAndPrune);
        }
        let far = [10.0, 1_000.0, 100_000.0][trial % 3];
        let center = vec2(random.range(-far..far), random.range(-far..far));
        let is_box = trial % 4 < 2;
        let turn = if is_box {
            Turn(0x4000 * random.range(0..4_u16))
        } else {
            Turn(random.range(0..=u16::MAX))
        };
        let (sin, cos) = turn.sin_cos();
        let wall = Shape::rect(vec2(0.1, 100.0)).transformed(turn, Vec2::ONE);
        let object = Object {
            altitude: 0,
            ..box_of(center, wall.bounds().size())
        };
        let id = spawn(core, object);
        if !is_box {
            assert!(
                core.object_mut(id)
                    .expect("it exists")
                    .set_shapes(&[wall])
                    .is_done()
            );
        }
        Self {
            center,
            away: vec2(cos, sin),
            along: vec2(-sin, cos),
            rounding: 1e-3 + far * 3e-7,
        }
    }

    /// Returns how far an object has passed the front of the wall. `reach` is the object's extent towards the wall. A
    /// negative result is its distance from the wall.
    fn beyond(&self, core: &Core, id: ObjectId, reach: f32) -> f32 {
        (place(core, id) - self.center).dot(self.away) + reach + 0.05
    }
}

/// Slow and very fast shots fly at a wall a tenth of a unit thick, at any angle and from any side. Each reaches the
/// wall and never enters it.
#[test]
fn nothing_passes_through_a_thin_wall() {
    let mut core = core();
    let mut random = Random::new(7);
    for trial in 0..100_000 {
        let wall = WallTrial::new(&mut core, &mut random, trial);
        let (away, along) = (wall.away, wall.along);
        // `speed` is from 1 to 10 000. Each of its four orders of magnitude is equally likely.
        let speed =
            [1.0, 10.0, 100.0, 1000.0_f32][random.range(0..4_usize)] * random.range(1.0..10.0);
        let share = random.range(0.05_f32..0.95);
        // The shot also moves along the wall, so that it hits the wall at a slant.
        let across = random.range(-20.0_f32..20.0);
        let start = -away * (1.0 + speed * share) - along * (across * share);
        let velocity = away * (speed + 2.0) + along * across;
        let size = if random.chance(0.5) {
            1.0
        } else {
            random.range(0.0..1.0)
        };
        let shot = Object {
            altitude: 0,
            solidness: Solidness::Hard,
            // Fast objects that move by their velocity are swept even if they are not bullets.
            bullet: trial / 2 % 2 == 0,
            ..box_of(wall.center + start, Vec2::splat(size))
        };
        let shot = spawn(&mut core, shot.velocity(velocity));
        if trial % 5 == 0 {
            let round = Shape::circle(size / 2.0);
            assert!(
                core.object_mut(shot)
                    .unwrap()
                    .set_shapes(&[round])
                    .is_done()
            );
        }
        steps(&mut core, 2);
        let reach = size / 2.0
            * if trial % 5 == 0 {
                1.0
            } else {
                away.abs().element_sum()
            };
        let beyond = wall.beyond(&core, shot, reach);
        assert!(
            beyond <= wall.rounding,
            "{trial}: {beyond} beyond, from {start} by {velocity}"
        );
        let near = wall.rounding + speed * 1e-5;
        assert!(
            beyond >= -near,
            "{trial}: {beyond} before the wall, from {start} by {velocity}"
        );
    }
}

/// Boxes and shapes move by 0.3 to 3 times their narrowest width in a step.
#[test]
fn objects_faster_than_their_width_do_not_tunnel() {
    let mut core = core();
    let mut random = Random::new(8);
    for trial in 0..30_000 {
        let wall = WallTrial::new(&mut core, &mut random, trial);
        let flier = Flier::any(&mut random);
        let speed = flier.narrowest * random.range(0.3..3.0);
        let (sin, cos) = Turn::from_radians(random.range(-1.0_f32..1.0)).sin_cos();
        let velocity = (wall.away * cos + wall.along * sin) * speed;
        // The front of the object is up to two steps before the wall, besides a small gap for rounding.
        let reach = flier.reach(wall.away);
        let gap = wall.rounding * 2.0 + speed * cos * random.range(0.0..2.0);
        let start = wall.center - wall.away * (0.05 + reach + gap);
        let object = Object {
            altitude: 0,
            solidness: Solidness::Hard,
            ..box_of(start, flier.size)
        };
        let id = spawn(&mut core, object.velocity(velocity));
        if !flier.shapes.is_empty() {
            let shapes = core.object_mut(id).unwrap().set_shapes(&flier.shapes);
            assert!(shapes.is_done());
        }
        for _ in 0..6 {
            steps(&mut core, 1);
            let beyond = wall.beyond(&core, id, reach);
            assert!(
                beyond <= wall.rounding,
                "{trial}: {beyond} beyond by {velocity}, {} wide: {:?}",
                flier.narrowest,
                flier.shapes
            );
        }
    }
}
