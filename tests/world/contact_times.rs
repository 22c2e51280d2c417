//! The time of contact of moves that are tested at their end.

use crate::common::{core, crate_at, in_empty_world, note_collisions, on, spawn, steps};
use damselfly::ObjectId;
use damselfly::collision::{Shape, contact, distance};
use damselfly::geometry::Rect;
use damselfly::glam::{IVec2, Vec2, ivec2, vec2};
use damselfly::tiles::{Tile, TileMap};
use damselfly::world::{
    Attachment, Bounds, Collision, Core, Interest, Movement, Object, Solidness, StepInput,
};
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::{Config, TestRunner};
use std::cell::{Cell, RefCell};
use std::f32::consts::FRAC_PI_2;

/// Takes a step, and returns the times that both objects receive of their contacts. Each contact has the same time on
/// both sides.
fn times(core: &mut Core, ids: &[ObjectId]) -> Vec<f32> {
    let notes = note_collisions(core, ids);
    steps(core, 1);
    let noted = notes.take();
    let (pairs, rest) = noted.as_chunks::<2>();
    assert!(rest.is_empty(), "{rest:?}");
    let time = |[(_, of_mover), (_, of_hit)]: &[(ObjectId, Collision); 2]| {
        assert!(of_mover.is_mover && !of_hit.is_mover);
        assert_eq!(of_mover.time, of_hit.time);
        of_mover.time
    };
    pairs.iter().map(time).collect()
}

/// Returns the times of the contacts of two objects in one step.
fn times_of(one: Object, other: Object) -> Vec<f32> {
    let mut core = core();
    let ids = [one, other].map(|object| spawn(&mut core, object));
    times(&mut core, &ids)
}

#[test]
fn moves_tested_at_their_end_know_their_contact_time() {
    let ball = |x: f32| crate_at(x, 10.0).velocity(vec2(1.0, 0.0));
    // The wall's left side is at 9, and the ball's right side at `x + 1`.
    for (x, time) in [
        (7.0, None),
        (7.25, Some(0.75)),
        (7.5, Some(0.5)),
        (8.0, Some(0.0)),
    ] {
        for solidness in [Solidness::Hard, Solidness::Soft] {
            let ball = Object {
                solidness,
                ..ball(x)
            };
            let expected: Vec<f32> = time.into_iter().collect();
            let wall = crate_at(10.0, 10.0);
            assert_eq!(
                times_of(ball.clone(), wall.clone()),
                expected,
                "{x} {solidness:?}"
            );
            // Only one of the two moves, so that their order does not matter.
            assert_eq!(times_of(wall, ball), expected, "{x} {solidness:?}");
        }
    }
}

#[test]
fn the_later_axis_of_a_diagonal_move_decides_its_contact_time() {
    let wall = crate_at(10.0, 10.0);
    for (velocity, time) in [
        // The gap is 0.5 along x and 0.25 along y.
        (vec2(1.0, 1.0), 0.5),
        (vec2(1.0, 0.5), 0.5),
        (vec2(2.0, 0.5), 0.5),
        (vec2(1.0, 0.3125), 0.8),
    ] {
        let ball = crate_at(7.5, 7.75).velocity(velocity);
        assert_eq!(times_of(ball, wall.clone()), [time], "{velocity}");
        let ball = crate_at(12.5, 12.25).velocity(-velocity);
        assert_eq!(times_of(ball, wall.clone()), [time], "-{velocity}");
    }
}

#[test]
fn objects_that_overlap_or_touch_before_a_move_meet_at_time_0() {
    let soft = |x: f32, speed: f32| crate_at(x, 10.3).velocity(vec2(speed, 0.0)).soft();
    for (x, speed) in [
        (8.0, 0.5),
        (8.0, 1e-6),
        (8.7, 0.1),
        (8.7, -0.1),
        (10.0, 1.0),
    ] {
        let hits = times_of(soft(x, speed), crate_at(10.0, 10.0));
        assert_eq!(hits, [0.0], "{x} {speed}");
        // Positions near 0 and far from it are rounded differently.
        for far in [-10.0_f32, -9.1, 100_000.0] {
            let at = |object: Object| object.clone().at(object.position + far);
            let hits = times_of(at(soft(8.0, 0.5)), at(crate_at(10.0, 10.0)));
            assert_eq!(hits, [0.0], "{far}");
        }
    }
}

#[test]
fn circles_know_their_contact_time() {
    let mut core = core();
    let round = |position: Vec2| Object {
        position,
        ..Object::default()
    };
    let ball = spawn(&mut core, round(vec2(0.0, 6.0)).velocity(vec2(1.0, 0.0)));
    let post = spawn(&mut core, round(vec2(4.5, 9.0)));
    core.object_mut(ball)
        .expect("it exists")
        .set_shapes(&[Shape::circle(2.0)]);
    core.object_mut(post)
        .expect("it exists")
        .set_shapes(&[Shape::circle(3.0)]);
    // They touch when the centres are (4, 3) apart.
    let met = times(&mut core, &[ball, post]);
    assert!(
        matches!(met[..], [time] if (time - 0.5).abs() < 1e-6),
        "{met:?}"
    );
}

#[test]
fn points_that_move_by_whole_cells_meet_when_their_cell_does() {
    let point = |velocity| Object {
        movement: Movement::WholeCells,
        bounds: Bounds::Fixed(Rect::default()),
        position: vec2(3.75, 5.0),
        velocity,
        ..Object::default()
    };
    let wall = |x: f32| Object {
        bounds: Bounds::Fixed(Rect::centered(Vec2::ZERO, vec2(1.0, 4.0))),
        position: vec2(x, 5.0),
        ..Object::default()
    };
    // The point's cell reaches from 3 to 4, and moves by one cell.
    assert_eq!(times_of(point(Vec2::X), wall(4.75)), [0.25]);
    assert_eq!(times_of(point(Vec2::X), wall(4.5)), [0.0]);
    // The game moves the point by half a cell, which moves the point's cell by a whole one.
    let mut core = core();
    let [one, wall] = [point(Vec2::ZERO), wall(4.75)].map(|object| spawn(&mut core, object));
    let notes = note_collisions(&mut core, &[one]);
    core.context().move_by(one, vec2(0.5, 0.0));
    assert!(matches!(notes.take()[..], [(_, hit)] if hit.time == 0.25 && hit.other == wall));
}

#[test]
fn moves_of_hooks_and_carried_children_know_their_contact_time() {
    let mut core = core();
    let [ball, wall] = [crate_at(7.5, 10.0), crate_at(10.0, 10.0)].map(|it| spawn(&mut core, it));
    on(&mut core, ball, &[Interest::Step], |me, moment, cx| {
        if moment.is_step() {
            cx.move_by(me, vec2(2.0, 0.0));
        }
    });
    assert_eq!(times(&mut core, &[ball, wall]), [0.25]);

    let mut core = crate::common::core();
    let cart = spawn(&mut core, crate_at(0.0, 20.0).velocity(vec2(1.0, 0.0)));
    let [arm, wall] = [crate_at(7.25, 10.0), crate_at(10.0, 10.0)].map(|it| spawn(&mut core, it));
    let offset = Attachment {
        offset: vec2(7.25, -10.0),
        ..Attachment::default()
    };
    core.object_mut(arm)
        .expect("it exists")
        .set_parent(cart, offset);
    assert_eq!(times(&mut core, &[arm, wall]), [0.75]);
}

#[test]
fn a_turn_into_an_object_is_noticed_at_the_next_move() {
    let mut core = core();
    let arm = Object {
        spin: FRAC_PI_2,
        ..crate_at(10.0, 10.0)
    };
    let [arm, post] = [arm, crate_at(10.0, 13.0)].map(|object| spawn(&mut core, object));
    core.object_mut(arm)
        .expect("it exists")
        .set_shapes(&[Shape::rect(vec2(8.0, 0.5))]);
    assert_eq!(times(&mut core, &[arm, post]), [0.0; 0]);
    assert_ne!(core.world.object(arm).expect("it exists").angle(), 0.0);
    // The arm points down now and overlaps the post.
    core.object_mut(post)
        .expect("it exists")
        .set_velocity(vec2(0.1, 0.0));
    assert_eq!(times(&mut core, &[arm, post]), [0.0]);
    assert_eq!(
        core.world.object(post).expect("it exists").position(),
        vec2(10.0, 13.0)
    );
}

/// Returns a tile map of cells of 2 × 2 at the origin, with these tiles.
fn map_of(tile: Tile, cells: &[IVec2]) -> TileMap {
    let mut map = TileMap::new(vec2(2.0, 2.0), 8, 8);
    let tile = map.add(tile);
    for &cell in cells {
        map.set(cell, Some(tile));
    }
    map
}

/// Returns the times of the contacts of a box of 2 × 2 with a tile map at the origin.
fn times_with_map(center: Vec2, velocity: Vec2, map: TileMap) -> Vec<f32> {
    let mut core = core();
    let ball = spawn(&mut core, crate_at(center.x, center.y).velocity(velocity));
    let ground = spawn(&mut core, Object::default());
    core.object_mut(ground).expect("it exists").set_tiles(map);
    times(&mut core, &[ball, ground])
}

#[test]
fn contacts_with_tiles_have_the_time_of_the_first_tile() {
    let wall = || map_of(Tile::default().solid(), &[ivec2(4, 2), ivec2(4, 3)]);
    assert_eq!(
        times_with_map(vec2(6.25, 6.0), vec2(1.0, 0.0), wall()),
        [0.75]
    );
    assert_eq!(
        times_with_map(vec2(6.25, 6.0), vec2(1.0, 0.5), wall()),
        [0.75]
    );
    assert_eq!(
        times_with_map(vec2(7.0, 6.0), vec2(1.0, 0.0), wall()),
        [0.0]
    );
    // The map moves to the left.
    let mut core = core();
    let ball = spawn(&mut core, crate_at(6.25, 6.0));
    let ground = spawn(&mut core, Object::default().velocity(vec2(-1.0, 0.0)));
    core.object_mut(ground)
        .expect("it exists")
        .set_tiles(wall());
    assert_eq!(times(&mut core, &[ball, ground]), [0.75]);
}

#[test]
fn landings_on_one_way_platforms_know_their_contact_time() {
    let board = |x: f32| Object {
        position: vec2(x, 10.0),
        bounds: Bounds::Fixed(Rect::centered(Vec2::ZERO, vec2(4.0, 2.0))),
        ..Object::default()
    };
    let hero = crate_at(10.0, 7.5).velocity(vec2(1.0, 1.0));
    assert_eq!(times_of(hero.clone(), board(10.0).one_way()), [0.5]);
    // The hero reaches the height of the board's top while it is still beside the board, and the board's side later.
    assert_eq!(times_of(hero, board(13.75).one_way()), [0.75]);
    // The same with a one-way tile, which reaches from 8 to 10.
    let board = || map_of(Tile::default().one_way(), &[ivec2(4, 4)]);
    let down = vec2(1.0, 1.0);
    assert_eq!(times_with_map(vec2(8.0, 6.5), down, board()), [0.5]);
    let met = times_with_map(vec2(6.25, 6.5), down, board());
    assert!(
        matches!(met[..], [time] if (time - 0.75).abs() < 0.05),
        "{met:?}"
    );
}

/// How an object of the property test collides.
#[derive(Clone, Copy, Debug)]
enum Form {
    Box,
    OneWay,
    Shapes,
    Tiles,
}

/// An object of the property test.
#[derive(Clone, Debug)]
struct Body {
    form: Form,
    solidness: Solidness,
    /// Its box, shapes or tiles, relative to its position.
    parts: Vec<Shape>,
    cells: Vec<IVec2>,
    position: Vec2,
    velocity: Vec2,
}

impl Body {
    fn spawn(&self, core: &mut Core) -> ObjectId {
        let bounds = self.parts.iter().map(Shape::bounds).reduce(Rect::union);
        let object = Object {
            position: self.position,
            velocity: self.velocity,
            bounds: Bounds::Fixed(bounds.unwrap_or_default()),
            solidness: match self.form {
                Form::OneWay => Solidness::OneWay,
                _ => self.solidness,
            },
            ..Object::default()
        };
        let id = spawn(core, object);
        let mut object = core.object_mut(id).expect("it exists");
        match self.form {
            Form::Box | Form::OneWay => {}
            Form::Shapes => drop(object.set_shapes(&self.parts)),
            Form::Tiles => drop(object.set_tiles(map_of(Tile::default().solid(), &self.cells))),
        }
        id
    }

    /// Returns the shapes that collide with another object. If one of the two is a one-way platform, this is the box
    /// around them.
    fn parts_against(&self, other: &Self) -> Vec<Shape> {
        let parts = self.parts.iter();
        if matches!(self.form, Form::OneWay) || matches!(other.form, Form::OneWay) {
            let around = parts.map(Shape::bounds).reduce(Rect::union);
            return around.map(Shape::rect_at).into_iter().collect();
        }
        parts.copied().collect()
    }
}

fn vector(from: f32, to: f32) -> impl Strategy<Value = Vec2> {
    (from..to, from..to).prop_map(|(x, y)| vec2(x, y))
}

/// Returns a polygon, a circle, a capsule or a turned box.
fn shape() -> impl Strategy<Value = Shape> {
    let polygon = prop::collection::vec(vector(-1.5, 1.5), 3..7);
    let polygon = polygon.prop_filter_map("not flat", |points| Shape::polygon(&points).ok());
    let circle = (0.5_f32..1.5).prop_map(Shape::circle);
    let ends = (vector(-1.0, 1.0), vector(-1.0, 1.0), 0.5_f32..1.0);
    let capsule = ends.prop_map(|(from, to, radius)| Shape::capsule(from, to, radius));
    let turned = (vector(1.0, 2.0), -3.0_f32..3.0);
    let turned = turned.prop_map(|(size, angle)| Shape::rect(size).turned(angle));
    prop_oneof![polygon, circle, capsule, turned]
}

fn body() -> impl Strategy<Value = Body> {
    let forms = select(vec![
        Form::Box,
        Form::Box,
        Form::OneWay,
        Form::Shapes,
        Form::Shapes,
        Form::Tiles,
    ]);
    let solidness = select(vec![Solidness::Hard, Solidness::Soft]);
    let shapes = prop::collection::vec(shape(), 1..3);
    let cells = prop::collection::vec((0..2, 0..2).prop_map(|(x, y)| ivec2(x, y)), 1..4);
    let places = (vector(-3.0, 3.0), vector(-1.0, 1.0), vector(1.0, 3.0));
    let all = (forms, solidness, shapes, cells, places);
    all.prop_map(
        |(form, solidness, shapes, cells, (position, velocity, size))| {
            let parts = match form {
                Form::Box | Form::OneWay => vec![Shape::rect(size)],
                Form::Shapes => shapes,
                Form::Tiles => {
                    let corner = |cell: &IVec2| cell.as_vec2() * 2.0;
                    let tile =
                        |cell| Shape::rect_at(Rect::from_size(corner(cell), Vec2::splat(2.0)));
                    cells.iter().map(tile).collect()
                }
            };
            Body {
                form,
                solidness,
                parts,
                cells,
                position,
                velocity,
            }
        },
    )
}

/// Compares a time of contact with a mover that goes along its displacement in 1000 small moves.
fn check(
    mover: &Body,
    from: Vec2,
    other: &Body,
    place: Vec2,
    time: f32,
) -> Result<(), TestCaseError> {
    prop_assert!((0.0..=1.0).contains(&time), "{time}");
    let (parts, others) = (mover.parts_against(other), other.parts_against(mover));
    let pairs = || {
        parts
            .iter()
            .flat_map(|one| others.iter().map(move |other| (one, other)))
    };
    // The sides of both have rounding errors, which take longer to cover for a slow mover.
    let speed = mover.velocity.length();
    let tolerance = 1e-3 + 1e-5 / speed;
    let meets = |share: f32, depth: f32| {
        let at = from + mover.velocity * share;
        pairs().any(|(one, other)| {
            let met = contact(one.at(at), Vec2::ZERO, other.at(place));
            met.is_some_and(|met| met.depth > depth)
        })
    };
    let overlaps_first = meets(0.0, 1e-5);
    if overlaps_first && !meets(1.0, 0.0) {
        // The two overlap at the start and not at the end. Such a contact occurs only with tiles: a swept mover may
        // leave one tile and meet others.
        let is_tiles = |body: &Body| matches!(body.form, Form::Tiles);
        prop_assert!(is_tiles(mover) || is_tiles(other));
        return Ok(());
    }
    prop_assert!(
        !overlaps_first || time == 0.0,
        "overlap at the start, met at {time}"
    );
    for small in 0..=1000_u16 {
        let share = f32::from(small) / 1000.0;
        let is_early = share < time - tolerance;
        prop_assert!(
            !(is_early && meets(share, 1e-5)),
            "overlap at {share}, before {time}"
        );
    }
    let at = from + mover.velocity * time;
    let gaps = pairs().map(|(one, other)| distance(one.at(at), other.at(place)));
    let gap = gaps.fold(f32::INFINITY, f32::min);
    prop_assert!(gap <= speed * tolerance, "at {time} they are {gap} apart");
    Ok(())
}

#[test]
fn contact_times_match_a_move_in_a_thousand_small_moves() {
    let counts = [0; 3].map(Cell::new);
    let failed = RefCell::new(Vec::new());
    let mut runner = TestRunner::new(Config::with_cases(10_000));
    let outcome = runner.run(&(body(), body()), |(one, other)| {
        let bodies = [one, other];
        let met = in_empty_world(|core| {
            let ids = [0, 1].map(|index| bodies[index].spawn(core));
            let notes = note_collisions(core, &ids);
            core.step(StepInput::next(core));
            let ends = ids.map(|id| core.world.object(id).expect("it exists").position());
            (ids, notes.take(), ends)
        });
        let (ids, noted, ends) = met;
        let (pairs, rest) = noted.as_chunks::<2>();
        assert!(rest.is_empty(), "both sides are notified");
        for [(me, of_mover), (_, of_hit)] in pairs {
            assert_eq!(of_mover.time, of_hit.time);
            let second = usize::from(*me == ids[1]);
            let (mover, other) = (&bodies[second], &bodies[1 - second]);
            // The first object moves before the second one.
            let place = if second == 0 { other.position } else { ends[0] };
            if let Err(error) = check(mover, mover.position, other, place, of_mover.time) {
                failed.borrow_mut().push((error, bodies.clone()));
            }
            let kind = if of_mover.time == 0.0 {
                0
            } else if of_mover.time < 1.0 {
                1
            } else {
                2
            };
            counts[kind].set(counts[kind].get() + 1);
        }
        Ok(())
    });
    outcome.unwrap_or_else(|error| panic!("{error}"));
    let counts = counts.map(|count| count.get());
    assert!(
        counts[0] > 300 && counts[1] > 300,
        "at 0, between and at 1: {counts:?}"
    );
    // Only rounding gives a time of 1.
    assert!(counts[2] < 10, "{counts:?}");
    // Rounding decides about one case in a million.
    let failed = failed.into_inner();
    assert!(failed.len() < 2, "{failed:?}");
}
