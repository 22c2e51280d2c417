//! Moves that slide along obstacles.

mod steep;
mod ways_out;

use crate::common::{core, crate_at, note_collisions, spawn, steps};
use damselfly::ObjectId;
use damselfly::collision::Shape;
use damselfly::geometry::Rect;
use damselfly::glam::{Vec2, Vec2Swizzles, ivec2, vec2};
use damselfly::tiles::{Tile, TileMap};
use damselfly::world::{Bounds, Core, MoveHit, Object, Slide, SlideSettings, Solidness};
use proptest::prelude::*;

fn box_at(center: Vec2, size: Vec2) -> Object {
    Object {
        position: center,
        bounds: Bounds::Fixed(Rect::centered(Vec2::ZERO, size)),
        ..Object::default()
    }
}

/// Returns a floor whose top is at 20.
fn floor() -> Object {
    box_at(vec2(0.0, 21.0), vec2(400.0, 2.0))
}

/// Spawns a ramp that goes up to the right from (0, 20), with this width and height.
fn ramp(core: &mut Core, width: f32, height: f32) -> ObjectId {
    let corners = [Vec2::ZERO, vec2(width, -height), vec2(width, 0.0)];
    let ramp = spawn(core, Object::default().at(vec2(0.0, 20.0)));
    let shape = Shape::polygon(&corners).expect("they are convex");
    let outcome = core
        .object_mut(ramp)
        .expect("it exists")
        .set_shapes(&[shape]);
    assert!(outcome.is_done());
    ramp
}

/// Spawns a hero of 2 × 2 whose feet are at `feet`.
fn hero(core: &mut Core, feet: Vec2) -> ObjectId {
    spawn(core, crate_at(feet.x, feet.y - 1.0))
}

/// Spawns an object with these tiles. Its upper left corner is at `position`.
fn spawn_tiles(core: &mut Core, position: Vec2, tiles: TileMap) {
    let id = spawn(core, Object::new("Ground").at(position));
    let outcome = core.object_mut(id).expect("it exists").set_tiles(tiles);
    assert!(outcome.is_done());
}

fn place(core: &Core, id: ObjectId) -> Vec2 {
    core.world.object(id).expect("it exists").position()
}

fn feet(core: &Core, id: ObjectId) -> Vec2 {
    place(core, id) + Vec2::Y
}

fn slide(core: &mut Core, id: ObjectId, movement: Vec2) -> Slide {
    core.context()
        .move_and_slide(id, movement, &SlideSettings::default())
}

fn other(hit: Option<MoveHit>) -> Option<ObjectId> {
    hit.map(|hit| hit.other)
}

fn near(one: Vec2, other: Vec2) -> bool {
    (one - other).length() < 0.01
}

#[test]
fn floors_walls_and_ceilings_are_distinguished() {
    let mut core = core();
    let floor = spawn(&mut core, floor());
    let wall = spawn(&mut core, box_at(vec2(11.0, 10.0), vec2(2.0, 20.0)));
    let ceiling = spawn(&mut core, box_at(vec2(0.0, 5.0), vec2(20.0, 2.0)));
    let hero = hero(&mut core, vec2(5.0, 20.0));
    let notes = note_collisions(&mut core, &[floor, wall, ceiling]);
    let down = slide(&mut core, hero, vec2(1.0, 3.0));
    assert_eq!(feet(&core, hero), vec2(6.0, 20.0));
    assert_eq!(
        (other(down.floor), down.wall, down.ceiling),
        (Some(floor), None, None)
    );
    assert_eq!(down.velocity, vec2(1.0, 0.0));
    let right = slide(&mut core, hero, vec2(9.0, 1.0));
    assert_eq!(feet(&core, hero), vec2(9.0, 20.0));
    assert_eq!(
        (other(right.floor), other(right.wall)),
        (Some(floor), Some(wall))
    );
    assert_eq!(right.velocity, Vec2::ZERO);
    let up = slide(&mut core, hero, vec2(-1.0, -30.0));
    assert_eq!(
        (other(up.ceiling), up.floor, up.wall),
        (Some(ceiling), None, None)
    );
    assert_eq!(place(&core, hero), vec2(8.0, 7.0));
    assert_eq!(up.velocity, vec2(-1.0, 0.0));
    steps(&mut core, 1);
    let told: Vec<ObjectId> = notes.take().into_iter().map(|(me, _)| me).collect();
    assert_eq!(told, [floor, floor, wall, ceiling]);
}

#[test]
fn standing_objects_stay_on_the_floor_without_gravity() {
    let mut core = core();
    let floor = spawn(&mut core, floor());
    let hero = hero(&mut core, vec2(5.0, 20.0));
    for movement in [vec2(0.0, 0.5), Vec2::ZERO, vec2(0.0, 0.01)] {
        let still = slide(&mut core, hero, movement);
        assert_eq!(
            (other(still.floor), still.velocity),
            (Some(floor), Vec2::ZERO)
        );
        assert_eq!(feet(&core, hero), vec2(5.0, 20.0));
    }
    // A jumping object leaves the floor.
    assert!(!slide(&mut core, hero, vec2(0.0, -0.01)).is_on_floor());
}

#[test]
fn sliding_walks_up_and_down_a_slope_without_leaving_it() {
    let mut core = core();
    spawn(&mut core, floor());
    let ramp = ramp(&mut core, 40.0, 20.0);
    let hero = hero(&mut core, vec2(-3.0, 20.0));
    let mut highest = 20.0_f32;
    for step in 0..120 {
        let direction = if step < 60 { 0.5 } else { -0.5 };
        let walked = slide(&mut core, hero, vec2(direction, 0.1));
        assert!(walked.is_on_floor(), "step {step}: {walked:?}");
        assert_eq!(walked.velocity.y, 0.0);
        // The lower right corner of the hero's box is on the slope.
        let at = feet(&core, hero) + Vec2::X;
        if at.x > 0.0 {
            assert!(
                (at.y - (20.0 - at.x / 2.0)).abs() < 0.02,
                "step {step}: {at}"
            );
        }
        highest = highest.min(at.y);
    }
    assert!(highest < 10.0, "{highest}");
    assert!(feet(&core, hero).x < -1.0);
    assert_eq!(core.world.space().overlapping(hero), []);
    let _ = ramp;
}

#[test]
fn gravity_does_not_push_a_hero_down_a_slope() {
    let mut core = core();
    ramp(&mut core, 40.0, 20.0);
    let hero = hero(&mut core, vec2(20.0, 5.0));
    for _ in 0..60 {
        slide(&mut core, hero, vec2(0.0, 0.5));
    }
    let start = place(&core, hero);
    for _ in 0..200 {
        assert!(slide(&mut core, hero, vec2(0.0, 0.5)).is_on_floor());
    }
    assert!(near(place(&core, hero), start));
}

#[test]
fn a_slope_that_is_too_steep_is_a_wall() {
    let mut core = core();
    spawn(&mut core, floor());
    ramp(&mut core, 10.0, 20.0);
    let hero = hero(&mut core, vec2(-3.0, 20.0));
    for _ in 0..20 {
        let walked = slide(&mut core, hero, vec2(0.5, 0.1));
        assert!(walked.is_on_floor());
    }
    assert!(
        near(feet(&core, hero), vec2(-1.0, 20.0)),
        "{}",
        feet(&core, hero)
    );
    // An object that jumps onto the steep slope slides off it.
    let mut velocity = vec2(0.2, -0.8);
    for _ in 0..200 {
        velocity.y += 0.05;
        velocity = slide(&mut core, hero, velocity).velocity;
    }
    assert!(feet(&core, hero).x < 0.0, "{}", feet(&core, hero));
    assert!((feet(&core, hero).y - 20.0).abs() < 0.01);
}

/// At the seam of two level floors, the floor below the character counts and not the corner of the other floor.
#[test]
fn the_order_of_spawning_does_not_matter_at_seams() {
    // The boxes meet at x = 0. Both begin at the line y = 20 and lie on the side that `behind` gives. If `upright`, x
    // and y are swapped.
    for (upright, behind, along) in [
        (false, 1.0, 1.0),
        (false, 1.0, -1.0),
        (false, -1.0, 1.0),
        (false, -1.0, -1.0),
        (true, 1.0, 1.0),
        (true, 1.0, -1.0),
        (true, -1.0, 1.0),
        (true, -1.0, -1.0),
    ] {
        for reversed in [false, true] {
            let turned = |at: Vec2| if upright { at.yx() } else { at };
            let mut core = core();
            let mut sides = [-50.0, 50.0];
            if reversed {
                sides.reverse();
            }
            for side in sides {
                let center = turned(vec2(side, 20.0 + 10.0 * behind));
                spawn(&mut core, box_at(center, turned(vec2(100.0, 20.0))));
            }
            // After half of the movement, the hero's corner is at the seam.
            let start = turned(vec2(-1.5 * along, 20.0 - 1.5 * behind));
            let hero = spawn(&mut core, crate_at(start.x, start.y));
            let settings = SlideSettings::top_down();
            let movement = turned(vec2(along, behind));
            let slide = core.context().move_and_slide(hero, movement, &settings);
            let expected = turned(vec2(along, 0.0));
            let all = (upright, behind, along, reversed);
            assert_eq!(slide.velocity, expected, "{all:?}");
            let at = place(&core, hero);
            let end = turned(vec2(-0.5 * along, 20.0 - behind));
            assert!((at - end).length() < 1e-3, "{all:?}: {at}");
        }
    }
}

#[test]
fn walkers_do_not_creep_up_slopes_that_are_too_steep() {
    let mut core = core();
    spawn(&mut core, floor());
    // The ramp's foot is below the floor, so that the hero meets the slope and not the foot.
    let ramp = ramp(&mut core, 10.0, 20.0);
    assert!(
        core.object_mut(ramp)
            .unwrap()
            .set_position(vec2(0.0, 21.0))
            .is_done()
    );
    let hero = hero(&mut core, vec2(-3.0, 20.0));
    // Without snapping, nothing pulls the hero back to the floor.
    let settings = SlideSettings {
        snap: Some(0.0),
        ..SlideSettings::default()
    };
    for _ in 0..20 {
        core.context()
            .move_and_slide(hero, vec2(0.5, 0.0), &settings);
        assert!(feet(&core, hero).y > 19.98, "{}", feet(&core, hero));
    }
}

#[test]
fn steps_are_climbed_up_to_a_height() {
    for (step_height, climbs) in [(0.0, false), (0.4, false), (0.6, true)] {
        let mut core = core();
        spawn(&mut core, floor());
        for step in 0..4_u8 {
            // Builds stairs, each step 0.5 high and 3 wide.
            let top = 20.0 - 0.5 * f32::from(step + 1);
            let stair = Rect::new(vec2(3.0 * f32::from(step), top), vec2(100.0, 20.0));
            spawn(&mut core, box_at(stair.center(), stair.size()));
        }
        let hero = hero(&mut core, vec2(-3.0, 20.0));
        let settings = SlideSettings {
            step_height,
            ..SlideSettings::default()
        };
        for _ in 0..60 {
            let walked = core
                .context()
                .move_and_slide(hero, vec2(0.5, 0.1), &settings);
            assert!(walked.is_on_floor());
        }
        let end = if climbs {
            vec2(27.0, 18.0)
        } else {
            vec2(-1.0, 20.0)
        };
        assert!(
            near(feet(&core, hero), end),
            "{step_height}: {}",
            feet(&core, hero)
        );
        // The hero walks back, down any stairs that it has climbed, without leaving the ground.
        for _ in 0..60 {
            let walked = core
                .context()
                .move_and_slide(hero, vec2(-0.5, 0.1), &settings);
            assert!(
                walked.is_on_floor(),
                "{step_height}: {} {walked:?}",
                feet(&core, hero)
            );
        }
    }
}

#[test]
fn a_bullet_climbs_steps_too() {
    let mut core = core();
    spawn(&mut core, floor());
    spawn(&mut core, box_at(vec2(20.0, 19.5), vec2(10.0, 1.0)));
    let object = Object {
        bullet: true,
        ..crate_at(10.0, 19.0)
    };
    let hero = spawn(&mut core, object);
    let settings = SlideSettings {
        step_height: 2.0,
        ..SlideSettings::default()
    };
    for _ in 0..20 {
        core.context()
            .move_and_slide(hero, vec2(0.5, 0.1), &settings);
    }
    assert!(
        near(feet(&core, hero), vec2(20.0, 19.0)),
        "{}",
        feet(&core, hero)
    );
}

#[test]
fn the_steepest_floor_may_be_level_or_upright() {
    for (max_slope, on_slope) in [(0.0, false), (core::f32::consts::FRAC_PI_2, true)] {
        let mut core = core();
        spawn(&mut core, box_at(vec2(11.0, 10.0), vec2(2.0, 20.0)));
        ramp(&mut core, 40.0, 4.0);
        let settings = SlideSettings {
            max_slope,
            ..SlideSettings::default()
        };
        // A wall is never a floor, whatever `max_slope` is.
        let hero = hero(&mut core, vec2(9.0, 5.0));
        let slide = core
            .context()
            .move_and_slide(hero, vec2(0.5, 0.5), &settings);
        assert!(slide.wall.is_some() && !slide.is_on_floor());
        let other = spawn(&mut core, crate_at(30.0, 10.0));
        let slide = core
            .context()
            .move_and_slide(other, vec2(0.0, 9.0), &settings);
        assert_eq!(slide.is_on_floor(), on_slope);
    }
}

#[test]
fn seen_from_above_everything_is_a_wall() {
    let mut core = core();
    let floor = spawn(&mut core, floor());
    let hero = hero(&mut core, vec2(5.0, 19.0));
    let moved = core
        .context()
        .move_and_slide(hero, vec2(1.0, 3.0), &SlideSettings::top_down());
    assert_eq!((moved.floor, other(moved.wall)), (None, Some(floor)));
    assert_eq!(moved.velocity, vec2(1.0, 0.0));
    assert!(near(feet(&core, hero), vec2(6.0, 20.0)));
}

#[test]
fn seen_from_above_walls_count_on_all_four_sides() {
    let (top_down, side_view) = (SlideSettings::top_down(), SlideSettings::default());
    for (side, is_wall_from_the_side) in [
        (Vec2::X, true),
        (Vec2::NEG_X, true),
        (Vec2::Y, false),
        (Vec2::NEG_Y, false),
    ] {
        for gap in [0.0, 1.0] {
            let mut core = core();
            let hero = spawn(&mut core, crate_at(30.0, 10.0));
            let wall = vec2(30.0, 10.0) + side * (2.0 + gap);
            spawn(&mut core, box_at(wall, Vec2::splat(2.0)));
            let mut stand = |settings| core.context().move_and_slide(hero, Vec2::ZERO, settings);
            let touches = gap == 0.0;
            assert_eq!(stand(&top_down).is_on_wall(), touches, "{side}");
            let seen = stand(&side_view);
            assert_eq!(
                seen.is_on_wall(),
                touches && is_wall_from_the_side,
                "{side}"
            );
            assert_eq!(
                seen.is_on_ceiling(),
                touches && side == Vec2::NEG_Y,
                "{side}"
            );
        }
    }
}

#[test]
fn a_floor_of_many_boxes_or_tiles_is_as_good_as_one() {
    let one = |core: &mut Core| {
        spawn(core, floor());
    };
    let many = |core: &mut Core| {
        for x in -40..120_i8 {
            spawn(core, box_at(vec2(f32::from(x), 20.5), Vec2::ONE));
        }
    };
    let tiles = |core: &mut Core| {
        let mut map = TileMap::new(Vec2::ONE, 160, 2);
        let solid = map.add(Tile::default().solid());
        for column in 0..160 {
            map.set(ivec2(column, 0), Some(solid));
        }
        spawn_tiles(core, vec2(-40.5, 20.0), map);
    };
    let run = |build: &dyn Fn(&mut Core)| {
        let mut core = core();
        build(&mut core);
        let hero = hero(&mut core, vec2(-30.0, 18.0));
        let mut velocity = Vec2::ZERO;
        let mut way = Vec::new();
        for step in 0..150 {
            velocity += vec2(0.013, 0.07);
            if step % 40 == 39 {
                velocity.y = -0.6;
            }
            velocity = slide(&mut core, hero, velocity).velocity;
            way.push(place(&core, hero));
        }
        way
    };
    let [one, many, tiles] = [&one as &dyn Fn(&mut Core), &many, &tiles].map(run);
    for others in [many, tiles] {
        for (step, (one, other)) in one.iter().zip(&others).enumerate() {
            assert!(near(*one, *other), "step {step}: {one}, {other}");
        }
    }
    assert!(one[149].x > 20.0);
}

#[test]
fn stopped_moves_return_the_remaining_displacement() {
    let mut core = core();
    let wall = spawn(&mut core, box_at(vec2(11.0, 10.0), vec2(2.0, 20.0)));
    let hero = hero(&mut core, vec2(5.0, 10.0));
    // The move stops after 4 of 8 to the right, so that half of the displacement remains.
    let hit = core.context().move_and_collide(hero, vec2(8.0, 2.0));
    let hit = hit.expect("the wall is in its way");
    assert_eq!((hit.other, hit.normal), (wall, Vec2::NEG_X));
    assert!(near(place(&core, hero), vec2(9.0, 10.0)), "{hit:?}");
    assert!(near(hit.remaining, vec2(4.0, 1.0)), "{hit:?}");
    // The hero is already at the wall, so that the whole displacement remains.
    let hit = core.context().move_and_collide(hero, vec2(3.0, 0.0));
    assert!(near(hit.expect("it is there").remaining, vec2(3.0, 0.0)));
}

#[test]
fn walkers_stop_completely_at_walls_that_lean() {
    for number in 1..16_u8 {
        for side in [-1.0, 1.0] {
            for speed in [1.1, 3.7, 5.4369674] {
                let mut core = core();
                spawn(&mut core, floor());
                let size = vec2(4.0, 40.0);
                let wall = spawn(&mut core, box_at(vec2(11.0, 20.0), size));
                let mut object = core.object_mut(wall).unwrap();
                assert!(object.set_shapes(&[Shape::rect(size)]).is_done());
                let angle = f32::from(number) * 0.04 * side;
                assert!(object.set_angle(angle).is_done());
                let hero = hero(&mut core, vec2(0.0, 20.0));
                for step in 0..12 {
                    let moved = slide(&mut core, hero, vec2(speed, 0.3));
                    let case = format!("angle {angle}, speed {speed}, step {step}: {moved:?}");
                    let hard = core.world.space().solidness(Solidness::Hard);
                    assert!(hard.overlapping(hero).is_empty(), "{case}");
                    assert!(moved.wall.is_none() || moved.velocity.x == 0.0, "{case}");
                    assert!(moved.wall.is_some() || step < 9, "{case}");
                }
            }
        }
    }
}

#[test]
fn soft_objects_are_met_and_passed() {
    let mut core = core();
    spawn(&mut core, floor());
    let coin = spawn(&mut core, crate_at(5.0, 19.0).soft());
    let hero = hero(&mut core, vec2(0.0, 20.0));
    let notes = note_collisions(&mut core, &[coin]);
    let moved = slide(&mut core, hero, vec2(10.0, 0.5));
    assert_eq!((moved.wall, feet(&core, hero)), (None, vec2(10.0, 20.0)));
    steps(&mut core, 1);
    assert!(!notes.take().is_empty());
}

#[test]
fn invalid_slides_are_refused_and_change_nothing() {
    let mut core = core();
    let hero = hero(&mut core, vec2(0.0, 20.0));
    let gone = spawn(&mut core, crate_at(50.0, 5.0));
    core.world.remove(gone);
    steps(&mut core, 1);
    let start = place(&core, hero);
    for movement in [
        vec2(f32::NAN, 0.0),
        vec2(0.0, f32::INFINITY),
        vec2(2e9, 0.0),
    ] {
        assert_eq!(slide(&mut core, hero, movement).velocity, Vec2::ZERO);
        assert_eq!(core.context().move_and_collide(hero, movement), None);
    }
    assert_eq!(core.world.refusals(), 6);
    assert_eq!(slide(&mut core, gone, Vec2::X).velocity, Vec2::ZERO);
    assert_eq!((place(&core, hero), core.world.refusals()), (start, 6));
    let settings = SlideSettings {
        up: vec2(3.0, 4.0),
        max_slope: f32::NAN,
        step_height: -1.0,
        snap: Some(f32::INFINITY),
        max_slides: 0,
        ..SlideSettings::default()
    };
    core.context().move_and_slide(hero, Vec2::X, &settings);
    assert_eq!(
        (place(&core, hero), core.world.refusals()),
        (start + Vec2::X, 7)
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]
    /// A slide in a random room never ends in a hard object, and goes no further than asked, except for steps that it
    /// climbs.
    #[test]
    fn a_slide_never_ends_in_anything_hard(
        boxes in prop::collection::vec(([-20..20_i8, -20..20_i8], [1..12_u8, 1..12_u8], 0..7_u8), 1..14),
        tiles in prop::collection::vec(0..8_u8, 144),
        cell in prop::sample::select(vec![0.5_f32, 0.875, 1.5]),
        moves in prop::collection::vec([-6.0_f32..6.0, -6.0_f32..6.0], 1..12),
        climbs in any::<bool>(),
        round in any::<bool>(),
    ) {
        let mut core = core();
        let hero = spawn(&mut core, crate_at(0.0, 0.0));
        if round {
            let outcome = core.object_mut(hero).unwrap().set_shapes(&[Shape::circle(1.0)]);
            prop_assert!(outcome.is_done());
        }
        for (at, size, turn) in boxes {
            let (at, size) = (Vec2::from(at.map(f32::from)) / 2.0, Vec2::from(size.map(f32::from)) / 2.0);
            let id = spawn(&mut core, box_at(at, size));
            if turn > 0 {
                let mut object = core.object_mut(id).unwrap();
                prop_assert!(object.set_shapes(&[Shape::rect(size)]).is_done());
                prop_assert!(object.set_angle(f32::from(turn) * 0.4).is_done());
            }
        }
        // Two of eight tiles are solid, and one is one-way. There are none where the hero is spawned.
        let mut map = TileMap::new(Vec2::splat(cell), 12, 12);
        let [solid, one_way] = [Tile::default().solid(), Tile::default().one_way()].map(|tile| map.add(tile));
        for (cell, tile) in (0..).zip(&tiles) {
            let tile = [Some(solid), Some(solid), Some(one_way)].get(usize::from(*tile)).copied().flatten();
            map.set(ivec2(cell % 12, cell / 12), tile);
        }
        let corner = Vec2::splat(-6.0 * cell);
        for cell in (0..144).map(|cell| ivec2(cell % 12, cell / 12)) {
            let area = Rect::from_size(corner + cell.as_vec2() * map.cell_size(), map.cell_size());
            if area.overlaps(&Rect::centered(Vec2::ZERO, Vec2::splat(2.0))) {
                map.set(cell, None);
            }
        }
        spawn_tiles(&mut core, corner, map);
        // Objects that overlap the hero at the start become spectral, so that they cannot stop it.
        for other in core.world.space().overlapping(hero) {
            let _ = core.object_mut(other).unwrap().set_solidness(Solidness::Spectral);
        }
        let settings = SlideSettings {
            step_height: if climbs { 0.75 } else { 0.0 },
            ..SlideSettings::default()
        };
        for movement in moves.into_iter().map(Vec2::from) {
            let from = place(&core, hero);
            let slide = core.context().move_and_slide(hero, movement, &settings);
            let at = place(&core, hero);
            let hard = core.world.space().solidness(Solidness::Hard).overlapping(hero);
            prop_assert!(hard.is_empty(), "{from} by {movement} to {at} is in {hard:?}: {slide:?}");
            prop_assert!((at - from).length() <= movement.length() + 0.75 * 3.0 + 0.1);
            prop_assert!(slide.velocity.length() <= movement.length() * 1.001);
        }
    }
}
