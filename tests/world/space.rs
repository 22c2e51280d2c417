//! Spatial queries, compared with a test of every object.

use crate::common::{core, crate_at, ghost_at, spawn, steps};
use damselfly::ObjectId;
use damselfly::collision::{PlacedShape, Shape, cast_ray, contact, distance, intersects};
use damselfly::geometry::{Circle, Rect};
use damselfly::glam::{Vec2, ivec2, vec2};
use damselfly::tiles::{Tile, TileMap};
use damselfly::world::{
    Attachment, Bounds, BroadPhase, Core, Object, RayHit, Solidness, SpaceQuery, World,
};
use proptest::prelude::*;

/// Generates an object with a box whose edges are at multiples of a quarter, and the radius of its circle, if it gets
/// one. The object may be spectral, a sensor or both. It is in one or both of two groups, and at one of two altitudes.
fn any_object() -> impl Strategy<Value = (Object, Option<f32>)> {
    let quarter = || (-80..80_i16).prop_map(|number| f32::from(number) / 4.0);
    let side = || (0..16_i16).prop_map(|number| f32::from(number) / 4.0);
    let place = [quarter(), quarter()];
    let size = [side(), side()];
    let rest = (
        0..3_u8,
        any::<bool>(),
        1..4_u32,
        1..3_u16,
        prop::option::of(0.0_f32..3.0),
    );
    (place, size, rest).prop_map(
        |(place, size, (solidness, sensor, groups, altitude, radius))| {
            let object = Object {
                kind: if groups == 3 { "Both" } else { "One" },
                position: Vec2::from(place),
                bounds: Bounds::Fixed(Rect::from_size(Vec2::ZERO, Vec2::from(size))),
                solidness: [Solidness::Hard, Solidness::Soft, Solidness::Spectral]
                    [usize::from(solidness)],
                sensor,
                groups,
                collides_with: groups,
                altitude,
                ..Object::default()
            };
            (object, radius)
        },
    )
}

fn any_point() -> impl Strategy<Value = Vec2> {
    prop_oneof![
        [-25.0_f32..25.0, -25.0_f32..25.0],
        [-20..20_i8, -20..20_i8].prop_map(|[x, y]| [f32::from(x), f32::from(y)]),
    ]
    .prop_map(Vec2::from)
}

fn filled(objects: &[(Object, Option<f32>)], phase: BroadPhase) -> Core {
    let mut core = core();
    core.world.set_broad_phase(phase);
    for (object, radius) in objects {
        let id = spawn(&mut core, object.clone());
        if let Some(radius) = radius {
            let mut object = core.object_mut(id).expect("it exists");
            assert!(object.set_shapes(&[Shape::circle(*radius)]).is_done());
        }
    }
    core
}

/// Returns whether any shape of an object passes a test.
fn any_shape_of(
    world: &World,
    id: ObjectId,
    mut test: impl FnMut(PlacedShape<'_>) -> bool,
) -> bool {
    let object = world.object(id).expect("it exists");
    match object.shapes() {
        [] => test(Shape::rect_at(object.world_box()).at(Vec2::ZERO)),
        shapes => shapes.iter().any(|shape| test(shape.at(object.position()))),
    }
}

/// Returns, in act order, the objects that have a shape which passes a test. Leaves out spectral objects unless
/// `spectral` is set.
fn by_look(
    world: &World,
    spectral: bool,
    mut test: impl FnMut(PlacedShape<'_>) -> bool,
) -> Vec<ObjectId> {
    let may_be =
        |id: &ObjectId| spectral || world.object(*id).expect("it exists").solidness().is_solid();
    let all = world.objects().filter(may_be);
    all.filter(|&id| any_shape_of(world, id, &mut test))
        .collect()
}

type Filter = fn(SpaceQuery<'_>) -> SpaceQuery<'_>;
type Leaves = fn(&World, ObjectId) -> bool;

/// Filters of a query, each with a function that returns whether it keeps an object.
const FILTERS: [(Filter, Leaves); 7] = [
    (|space| space, |_, _| true),
    (
        |space| space.groups(2),
        |world, id| world.object(id).expect("it exists").groups() & 2 != 0,
    ),
    (
        |space| space.kind("Both"),
        |world, id| world.is_kind(id, "Both"),
    ),
    (
        |space| space.altitude(2),
        |world, id| world.object(id).expect("it exists").altitude() == 2,
    ),
    (
        |space| space.solidness(Solidness::Hard),
        |world, id| world.object(id).expect("it exists").solidness() == Solidness::Hard,
    ),
    (
        |space| space.solidness(Solidness::Soft),
        |world, id| world.object(id).expect("it exists").solidness() == Solidness::Soft,
    ),
    (
        |space| space.filter(&|id| id.slot() % 2 == 0),
        |_, id| id.slot() % 2 == 0,
    ),
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn queries_match_a_linear_search(
        objects in prop::collection::vec(any_object(), 0..40),
        (a, b) in (any_point(), any_point()),
        radius in 0.0_f32..9.0,
        (spectral, filter, sorted) in (any::<bool>(), 0..FILTERS.len(), any::<bool>()),
    ) {
        let phase = if sorted { BroadPhase::SweepAndPrune } else { BroadPhase::Grid };
        let core = filled(&objects, phase);
        let world = &core.world;
        let (narrowed, is_left) = FILTERS[filter];
        let space = narrowed(if spectral { world.space().with_spectral() } else { world.space() });
        let left = |mut ids: Vec<ObjectId>| {
            ids.retain(|&id| is_left(world, id));
            ids
        };
        let area = Rect::new(a, b);
        let box_shape = Shape::rect_at(area);
        let in_box = by_look(world, spectral, |shape| {
            contact(box_shape.at(Vec2::ZERO), Vec2::ZERO, shape).is_some()
        });
        prop_assert_eq!(space.in_box(area), left(in_box));
        let circle = Shape::circle(radius);
        let in_circle = by_look(world, spectral, |shape| {
            contact(circle.at(a), Vec2::ZERO, shape).is_some()
        });
        prop_assert_eq!(space.in_circle(Circle::new(a, radius)), left(in_circle));
        let at_point = by_look(world, spectral, |shape| intersects(Shape::point().at(a), shape));
        prop_assert_eq!(space.at_point(a), left(at_point));
        // Compares rays.
        let way = b - a;
        let mut hits: Vec<(f32, ObjectId)> = Vec::new();
        for id in left(by_look(world, spectral, |_| true)) {
            let mut first = f32::INFINITY;
            any_shape_of(world, id, |shape| {
                if let Some(hit) = cast_ray(a, way, shape) {
                    first = first.min(hit.time);
                }
                false
            });
            if first.is_finite() {
                hits.push((first, id));
            }
        }
        hits.sort_by(|one, other| one.0.total_cmp(&other.0));
        let found = space.ray(a, way);
        prop_assert_eq!(found.len(), hits.len());
        for (found, (time, id)) in found.iter().zip(&hits) {
            prop_assert_eq!(found.id, *id);
            let apart = time * way.length();
            prop_assert!((found.distance - apart).abs() <= apart * 1e-6, "{} {}", found.distance, apart);
        }
        prop_assert_eq!(space.first_hit(a, way), found.first().copied());
        // Compares the nearest object.
        let mut nearest: Option<(ObjectId, f32)> = None;
        for id in left(by_look(world, spectral, |_| true)) {
            any_shape_of(world, id, |shape| {
                let apart = distance(Shape::point().at(a), shape);
                if nearest.is_none_or(|(_, least)| apart < least) {
                    nearest = Some((id, apart));
                }
                false
            });
        }
        prop_assert_eq!(space.nearest(a, f32::INFINITY), nearest);
        prop_assert_eq!(space.nearest(a, radius), nearest.filter(|(_, apart)| *apart <= radius));
    }

    #[test]
    fn would_overlap_matches_the_collisions_of_a_move(
        objects in prop::collection::vec(any_object(), 1..30),
        to in any_point(),
    ) {
        let mut core = filled(&objects, BroadPhase::Grid);
        let mover = core.world.objects().next().unwrap();
        core.object_mut(mover).unwrap().set_solidness(Solidness::Soft);
        let expected = core.world.space().would_overlap(mover, to);
        let notes = crate::common::Notes::new();
        let noted = notes.clone();
        crate::common::on(&mut core, mover, &[], move |_, moment, _| {
            if let crate::common::Moment::Event(damselfly::world::Event::Collision(hit)) = moment {
                noted.note(hit.other);
            }
        });
        core.context().move_to(mover, to);
        prop_assert_eq!(core.world.space().overlapping(mover), expected.clone());
        steps(&mut core, 1);
        prop_assert_eq!(notes.take(), expected);
    }
}

#[test]
fn rays_return_entry_points_and_normals() {
    let mut core = core();
    let near = spawn(&mut core, crate_at(10.0, 5.0));
    let far = spawn(&mut core, crate_at(20.0, 5.0));
    let hit = |id, x| RayHit {
        id,
        distance: x,
        position: vec2(x, 5.0),
        normal: Vec2::NEG_X,
    };
    let (start, way) = (vec2(0.0, 5.0), vec2(100.0, 0.0));
    let space = core.world.space();
    assert_eq!(space.ray(start, way), [hit(near, 9.0), hit(far, 19.0)]);
    assert_eq!(space.first_hit(start, way), Some(hit(near, 9.0)));
    // One ray ends before the first object, and one begins inside it.
    assert_eq!(space.ray(start, vec2(8.5, 0.0)), []);
    assert_eq!(
        space
            .first_hit(vec2(10.5, 5.0), way)
            .map(|hit| (hit.id, hit.distance)),
        Some((near, 0.0))
    );
}

#[test]
fn rays_that_start_inside_hit_at_their_start() {
    let mut core = core();
    let way = vec2(50.0, 0.0);
    let block = Object {
        bounds: Bounds::Fixed(Rect::centered(Vec2::ZERO, Vec2::splat(20.0))),
        ..Object::default()
    };
    let shaped = |core: &mut Core, x: f32, shape: Shape, angle: f32| {
        let id = spawn(core, block.clone().at(vec2(x, 0.0)));
        let mut object = core.object_mut(id).unwrap();
        assert!(object.set_shapes(&[shape]).is_done() && object.set_angle(angle).is_done());
    };
    spawn(&mut core, block.clone().at(vec2(100.0, 0.0)));
    shaped(&mut core, 200.0, Shape::circle(10.0), 0.0);
    shaped(
        &mut core,
        300.0,
        Shape::capsule(vec2(-5.0, 0.0), vec2(5.0, 0.0), 6.0),
        0.0,
    );
    shaped(&mut core, 400.0, Shape::rect(Vec2::splat(20.0)), 0.7);
    // A block of 4 × 4 tiles, and one with a column of tiles above it.
    for (x, tall) in [(480.0, false), (680.0, true)] {
        let mut map = TileMap::new(Vec2::splat(16.0), 4, 8);
        let solid = map.add(Tile::default().solid());
        for cell in (0..32).map(|number| ivec2(number % 4, number / 4)) {
            if cell.y >= 4 || tall && cell.x == 1 {
                map.set(cell, Some(solid));
            }
        }
        let id = spawn(&mut core, Object::default().at(vec2(x, -96.0)));
        assert!(core.object_mut(id).unwrap().set_tiles(map).is_done());
    }
    let space = core.world.space();
    for (start, normal) in [
        (vec2(101.0, 2.0), Some(Vec2::Y)),
        (vec2(201.0, 2.0), None),
        (vec2(301.0, 2.0), Some(Vec2::Y)),
        (vec2(401.0, 2.0), None),
        (vec2(506.0, 2.0), Some(Vec2::NEG_X)),
        (vec2(506.0, 25.0), Some(Vec2::Y)),
        // Above the first of these two starts there are solid tiles, so that the shortest way out is to the left.
        (vec2(704.0, -30.0), Some(Vec2::NEG_X)),
        (vec2(724.0, -30.0), Some(Vec2::NEG_Y)),
    ] {
        for way in [way, -way, vec2(3.0, 40.0)] {
            let hit = space.first_hit(start, way).unwrap();
            assert_eq!((hit.distance, hit.position), (0.0, start));
            if let Some(normal) = normal {
                assert_eq!(hit.normal, normal, "{start} by {way}");
            }
        }
    }
}

#[test]
fn queries_find_objects_of_the_current_level_and_persistent_ones() {
    let mut core = core();
    let here = spawn(&mut core, crate_at(10.0, 5.0));
    let always = spawn(&mut core, crate_at(10.5, 5.0).persistent());
    let elsewhere = spawn(&mut core, crate_at(11.0, 5.0).level(2));
    let ghost = spawn(&mut core, ghost_at(10.0, 5.0));
    let point = vec2(10.0, 5.0);
    // Persistent objects act before the level's own, and are therefore found first.
    assert_eq!(core.world.space().at_point(point), [always, here]);
    assert_eq!(
        core.world.space().with_spectral().at_point(point),
        [always, here, ghost]
    );
    assert_eq!(
        core.world
            .space()
            .solidness(Solidness::Spectral)
            .at_point(point),
        [ghost]
    );
    core.world.remove(here);
    assert_eq!(core.world.space().at_point(point), [always]);
    core.context().change_level(2);
    assert_eq!(
        core.world.space().at_point(vec2(11.0, 5.0)),
        [always, elsewhere]
    );
}

#[test]
fn a_spectral_sensor_is_found_once() {
    let mut core = core();
    let sensor = spawn(&mut core, ghost_at(10.0, 5.0).sensor());
    let space = core.world.space().with_spectral();
    assert_eq!(space.at_point(vec2(10.0, 5.0)), [sensor]);
    assert_eq!(
        space.in_box(Rect::centered(vec2(10.0, 5.0), Vec2::ONE)),
        [sensor]
    );
}

#[test]
fn an_object_overlaps_neither_itself_nor_its_own_parts_nor_other_groups() {
    let mut core = core();
    let ship = spawn(&mut core, crate_at(10.0, 5.0));
    let gun = spawn(&mut core, crate_at(0.0, 0.0));
    core.object_mut(gun)
        .unwrap()
        .set_parent(ship, Attachment::default());
    let friend = spawn(&mut core, crate_at(11.0, 5.0).groups(2, 2));
    let rock = spawn(&mut core, crate_at(9.0, 5.0));
    assert_eq!(core.world.space().overlapping(ship), [rock]);
    assert_eq!(core.world.space().overlapping(friend), []);
    // A spectral object may query, too. It overlaps nothing while its level is not the current one.
    let ghost = spawn(&mut core, ghost_at(10.0, 5.0));
    assert_eq!(core.world.space().overlapping(ghost), [ship, gun, rock]);
    assert_eq!(core.world.space().would_overlap(ghost, vec2(40.0, 5.0)), []);
    core.context().change_level(2);
    assert_eq!(core.world.space().overlapping(ghost), []);
}

#[test]
fn would_overlap_respects_the_collision_filter() {
    let mut core = core();
    let ship = spawn(&mut core, crate_at(10.0, 5.0));
    let other_group = spawn(&mut core, crate_at(10.0, 5.5).groups(2, 2));
    let [left, right] = [9.0, 11.0].map(|x| spawn(&mut core, crate_at(x, 5.0)));
    assert_eq!(core.world.space().overlapping(ship), [left, right]);
    core.world.set_collision_filter(Some(|world, _, other| {
        let other = world.object(other).expect("it exists");
        assert_eq!(other.groups(), 1, "groups are asked first");
        other.position().x > 10.0
    }));
    assert_eq!(core.world.space().overlapping(ship), [right]);
    assert_eq!(core.world.space().would_overlap(ship, vec2(8.0, 5.0)), []);
    // The filter does not apply to `at_point`.
    assert_eq!(
        core.world.space().at_point(vec2(10.0, 5.0)),
        [ship, other_group, left, right]
    );
}

#[test]
fn rows_that_the_game_moves_are_found_where_they_are() {
    let mut core = core();
    let id = spawn(&mut core, crate_at(10.0, 5.0));
    for instance in core.world.columns_mut(2).instances {
        instance.position.x += 30.0;
    }
    assert_eq!(core.world.space().at_point(vec2(10.0, 5.0)), []);
    assert_eq!(core.world.space().at_point(vec2(40.0, 5.0)), [id]);
    steps(&mut core, 1);
    assert_eq!(core.world.space().at_point(vec2(40.0, 5.0)), [id]);
}

#[test]
fn answers_hold_for_numbers_of_no_meaning() {
    let mut core = core();
    spawn(&mut core, crate_at(10.0, 5.0));
    let space = core.world.space();
    for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, f32::MAX] {
        let point = vec2(bad, 5.0);
        assert_eq!(space.at_point(point), []);
        assert_eq!(space.in_circle(Circle::new(point, 1.0)), []);
        assert!(space.ray(point, Vec2::X).is_empty());
        assert_eq!(space.nearest(point, 1.0), None);
        assert!(space.ray(Vec2::ZERO, vec2(f32::NAN, bad)).is_empty());
    }
}

#[test]
fn a_ray_of_maximum_length_hits_the_nearest_first() {
    let mut core = core();
    let [far, near] = [20.0, 10.0].map(|x| spawn(&mut core, crate_at(x, 5.0)));
    let (start, way) = (vec2(0.0, 5.0), vec2(f32::MAX, 0.0));
    let hits = core.world.space().ray(start, way);
    let ids: Vec<_> = hits.iter().map(|hit| hit.id).collect();
    assert_eq!(ids, [near, far]);
    let first = core.world.space().first_hit(start, way).expect("it hits");
    assert_eq!((first.id, first), (near, hits[0]));
    assert!((first.distance - 9.5).abs() < 0.6, "{first:?}");
}
