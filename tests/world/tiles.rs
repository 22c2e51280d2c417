//! Tile maps as objects: a moving object meets them as it would meet a box for each solid cell, but does not catch on
//! seams between cells.

use crate::common::{Moment, Notes, core, on, spawn, steps};
use damselfly::collision::Shape;
use damselfly::geometry::{Circle, Rect};
use damselfly::glam::{IVec2, Vec2, ivec2, vec2};
use damselfly::tiles::{Tile, TileCollision, TileMap};
use damselfly::world::{
    Bounds, BroadPhase, Collision, Core, Event, MoveOutcome, Object, Outcome, SpaceQuery,
};
use damselfly::{ObjectId, Random};

/// Spawns an object with these tiles. Its upper left corner is at `position`.
fn spawn_tiles(core: &mut Core, position: Vec2, tiles: TileMap) -> ObjectId {
    let id = spawn(core, Object::new("Ground").at(position));
    let outcome = core
        .object_mut(id)
        .map(|mut object| object.set_tiles(tiles));
    assert_eq!(outcome, Some(Outcome::Done));
    id
}

fn box_at(position: Vec2, size: Vec2) -> Object {
    Object {
        position,
        bounds: Bounds::Fixed(Rect::centered(Vec2::ZERO, size)),
        ..Object::default()
    }
}

/// Returns a map of unit cells from rows of text: `#` is solid, `-` one-way.
fn map_of(rows: &[&str]) -> TileMap {
    let [columns, height] =
        [rows[0].len(), rows.len()].map(|side| u32::try_from(side).expect("a small map"));
    let mut map = TileMap::new(Vec2::ONE, columns, height);
    let solid = map.add(Tile::default().solid());
    let one_way = map.add(Tile::default().one_way());
    for (row, line) in (0..).zip(rows) {
        for (column, character) in (0..).zip(line.chars()) {
            let tile = [('#', solid), ('-', one_way)];
            let tile = tile.iter().find(|(tile, _)| *tile == character);
            map.set(ivec2(column, row), tile.map(|(_, id)| *id));
        }
    }
    map
}

/// A world with a tile map, and a world with a box for each of its solid cells.
struct Worlds {
    tiles: Core,
    ground: ObjectId,
    boxes: Core,
}

impl Worlds {
    /// Creates both worlds at random. If `apart`, no two solid cells touch each other.
    fn new(random: &mut Random, apart: bool) -> Self {
        let cell = vec2(random.range(1.0..3.0), random.range(1.0..3.0));
        let corner = vec2(random.range(2.0..20.0), random.range(-4.0..8.0));
        let mut map = TileMap::new(cell, 16, 8);
        let solid = map.add(Tile::default().solid());
        let (mut tiles, mut boxes) = (core(), core());
        for row in 0..8 {
            for column in 0..16 {
                let may = !apart || column % 2 == 0 && row % 2 == 0;
                if may && random.chance(0.3) {
                    let cell = ivec2(column, row);
                    map.set(cell, Some(solid));
                    let area = map.cell_box(cell);
                    let bounds = Bounds::Fixed(area);
                    spawn(
                        &mut boxes,
                        Object {
                            bounds,
                            ..Object::new("Ground")
                        }
                        .at(corner),
                    );
                }
            }
        }
        let ground = spawn_tiles(&mut tiles, corner, map);
        if random.chance(0.5) {
            tiles.world.set_broad_phase(BroadPhase::SweepAndPrune);
        }
        Self {
            tiles,
            ground,
            boxes,
        }
    }

    fn each(&mut self) -> [&mut Core; 2] {
        [&mut self.tiles, &mut self.boxes]
    }
}

fn random_mover(random: &mut Random) -> (Object, Vec<Shape>) {
    let size = vec2(random.range(0.3..3.0), random.range(0.3..3.0));
    let object = box_at(vec2(random.range(0.0..80.0), random.range(0.0..24.0)), size);
    let shapes = match random.range(0..3) {
        0 => vec![Shape::circle(size.x / 2.0)],
        1 => vec![
            Shape::capsule(-size / 2.0, size / 2.0, 0.2),
            Shape::rect(size),
        ],
        _ => Vec::new(),
    };
    (object, shapes)
}

#[test]
fn tiles_stop_objects_like_one_box_per_cell() {
    let mut random = Random::new(1);
    let mut blocked = 0;
    for case in 0..300 {
        let bullet = case % 2 == 0;
        let mut worlds = Worlds::new(&mut random, bullet);
        let (mover, shapes) = random_mover(&mut random);
        let moves: Vec<Vec2> = (0..20)
            .map(|_| vec2(random.range(-9.0..9.0), random.range(-9.0..9.0)))
            .collect();
        let [ways, others] = worlds.each().map(|core| {
            let id = spawn(
                core,
                Object {
                    bullet,
                    ..mover.clone()
                },
            );
            core.object_mut(id)
                .map(|mut object| object.set_shapes(&shapes));
            if !core.world.space().overlapping(id).is_empty() {
                return Vec::new();
            }
            let places = moves.iter().map(|by| {
                let moved = core.context().move_by(id, *by);
                (moved, core.world.object(id).expect("it exists").position())
            });
            places.collect::<Vec<_>>()
        });
        for ((moved, place), (naive, there)) in ways.iter().zip(&others) {
            blocked += usize::from(*moved == MoveOutcome::Blocked);
            assert_eq!(moved, naive);
            assert!(
                (*place - *there).length() < 1e-3,
                "case {case}: {place} {there}"
            );
        }
    }
    assert!(blocked > 300, "{blocked}");
}

#[test]
fn queries_find_tiles_like_one_box_per_cell() {
    let mut random = Random::new(2);
    for _ in 0..150 {
        let mut worlds = Worlds::new(&mut random, false);
        let (mover, shapes) = random_mover(&mut random);
        let ids = worlds.each().map(|core| {
            let id = spawn(core, mover.clone().spectral());
            core.object_mut(id)
                .map(|mut object| object.set_shapes(&shapes));
            id
        });
        for _ in 0..20 {
            let [one, other] =
                [(); 2].map(|()| vec2(random.range(0.0..60.0), random.range(-5.0..30.0)));
            let within = random.range(0.0..30.0);
            let ask = |space: SpaceQuery<'_>, id: ObjectId| {
                let first = space.first_hit(one, other - one);
                [
                    (!space.in_box(Rect::new(one, other)).is_empty(), 0.0),
                    (
                        !space.in_circle(Circle::new(one, within / 4.0)).is_empty(),
                        0.0,
                    ),
                    (!space.at_point(one).is_empty(), 0.0),
                    (!space.would_overlap(id, one).is_empty(), 0.0),
                    (first.is_some(), first.map_or(0.0, |hit| hit.distance)),
                    space
                        .nearest(one, within)
                        .map_or((false, 0.0), |(_, far)| (true, far)),
                ]
            };
            let tiles = ask(worlds.tiles.world.space(), ids[0]);
            let boxes = ask(worlds.boxes.world.space(), ids[1]);
            for (tiles, boxes) in tiles.iter().zip(boxes) {
                assert_eq!(tiles.0, boxes.0);
                assert!((tiles.1 - boxes.1).abs() < 1e-3, "{tiles:?} {boxes:?}");
            }
        }
        let ground = worlds.ground;
        let found = worlds.tiles.world.space().overlapping(ground);
        assert!(found.is_empty(), "the mover is spectral");
    }
}

fn note_collisions(core: &mut Core, id: ObjectId) -> Notes<Collision> {
    let notes = Notes::new();
    let noted = notes.clone();
    on(core, id, &[], move |_, moment, _| {
        if let Moment::Event(Event::Collision(hit)) = moment {
            noted.note(*hit);
        }
    });
    notes
}

#[test]
fn a_map_notifies_both_sides_of_one_collision() {
    for bullet in [false, true] {
        let mut core = core();
        let ground = spawn_tiles(
            &mut core,
            vec2(0.0, 10.0),
            map_of(&["........", "########"]),
        );
        let hero = box_at(vec2(4.0, 9.0), vec2(3.0, 2.0)).velocity(vec2(0.5, 1.5));
        let hero = spawn(&mut core, Object { bullet, ..hero });
        let [of_ground, of_hero] = [ground, hero].map(|id| note_collisions(&mut core, id));
        steps(&mut core, 1);
        let ([seen], [felt]) = (&of_hero.take()[..], &of_ground.take()[..]) else {
            panic!("each is told once");
        };
        assert_eq!((seen.other, felt.other), (ground, hero));
        assert_eq!((seen.normal, felt.normal), (Vec2::NEG_Y, Vec2::Y));
        let object = core.world.object(ground).unwrap();
        let cell = object.cell_hit(seen).unwrap();
        assert_eq!(object.cell_hit(felt), Some(cell));
        assert_eq!(
            object.tiles().unwrap().collision(cell),
            TileCollision::Solid
        );
        assert_eq!(cell.y, 1);
    }
}

#[test]
fn one_way_tiles_stop_only_a_falling_object() {
    for bullet in [false, true] {
        let mut core = core();
        let map = map_of(&["....", "----", "....", "....", "####"]);
        spawn_tiles(&mut core, vec2(10.0, 10.0), map);
        let hero = box_at(vec2(12.0, 13.0), vec2(1.0, 2.0)).velocity(vec2(0.0, -1.75));
        let gravity = vec2(0.0, 0.25);
        let hero = Object {
            bullet,
            acceleration: gravity,
            ..hero
        };
        let hero = spawn(&mut core, hero);
        let y = |core: &Core| core.world.object(hero).unwrap().position().y;
        let mut highest = f32::INFINITY;
        for _ in 0..18 {
            steps(&mut core, 1);
            highest = highest.min(y(&core));
        }
        // The hero stands on the platform, whose upper edge is at 11. A bullet stops exactly at this edge. Any other
        // hero stays where its last free step ended.
        assert!(highest < 9.5, "{highest}");
        let stands = y(&core) + 1.0;
        assert!(
            if bullet {
                (stands - 11.0).abs() < 1e-3
            } else {
                stands <= 11.0 && stands > 9.5
            },
            "{stands}"
        );
        // A hero that is placed lower falls through the platform.
        core.object_mut(hero).unwrap().set_velocity(Vec2::ZERO);
        core.object_mut(hero)
            .unwrap()
            .set_position(vec2(12.0, 11.0));
        steps(&mut core, 10);
        let stands = y(&core) + 1.0;
        assert!(stands > 12.0 && stands < 14.001, "{stands}");
    }
}

#[test]
fn a_map_that_moves_meets_what_stands_in_its_way() {
    for bullet in [false, true] {
        let mut core = core();
        // One-way tiles that come up from below are blocked by objects above them.
        let lift = spawn_tiles(&mut core, vec2(10.0, 12.0), map_of(&["--"]));
        core.object_mut(lift).unwrap().set_bullet(bullet);
        let rider = spawn(&mut core, box_at(vec2(11.0, 10.75), vec2(1.0, 2.0)));
        let notes = note_collisions(&mut core, rider);
        assert_eq!(
            core.context().move_by(lift, vec2(0.0, 3.0)),
            MoveOutcome::Moved
        );
        assert_eq!(
            core.context().move_to(lift, vec2(10.0, 11.5)),
            MoveOutcome::Blocked
        );
        steps(&mut core, 1);
        let [hit] = notes.take()[..] else {
            panic!("it is told once");
        };
        assert_eq!(
            (hit.other, hit.normal, hit.is_mover),
            (lift, Vec2::NEG_Y, false)
        );
        assert!((hit.position.x - 11.0).abs() < 1e-3 && (hit.position.y - 11.75).abs() < 0.2);
    }
}

#[test]
fn a_cell_that_is_changed_collides_at_once_as_it_is_now() {
    let mut core = core();
    let ground = spawn_tiles(&mut core, vec2(10.0, 10.0), map_of(&["#."]));
    let hero = spawn(&mut core, box_at(vec2(4.0, 10.5), vec2(0.5, 0.5)));
    let meets = |core: &mut Core, x: f32| {
        let back = core.world.object(hero).unwrap().position();
        let moved = core.context().move_to(hero, vec2(x, 10.5));
        core.object_mut(hero).unwrap().set_position(back);
        moved == MoveOutcome::Blocked
    };
    assert!(meets(&mut core, 10.5) && !meets(&mut core, 11.5));
    let solid = core
        .world
        .object(ground)
        .unwrap()
        .tiles()
        .unwrap()
        .get(IVec2::ZERO);
    let set = |core: &mut Core, cell, tile| core.object_mut(ground).unwrap().set_tile(cell, tile);
    assert_eq!(set(&mut core, ivec2(0, 0), None), Outcome::Done);
    assert_eq!(set(&mut core, ivec2(1, 0), solid), Outcome::Done);
    assert!(!meets(&mut core, 10.5) && meets(&mut core, 11.5));
    assert_eq!(set(&mut core, ivec2(2, 0), solid), Outcome::Refused);
    core.object_mut(ground)
        .unwrap()
        .set_position(vec2(20.0, 10.0));
    assert!(!meets(&mut core, 11.5) && meets(&mut core, 21.5));
    assert_eq!(
        core.object_mut(ground).unwrap().set_tiles(None),
        Outcome::Done
    );
    assert!(!meets(&mut core, 21.5));
    assert_eq!(set(&mut core, ivec2(0, 0), None), Outcome::Refused);
}

#[test]
fn tiles_are_part_of_a_copied_world_and_of_its_checksum() {
    let mut core = core();
    let ground = spawn_tiles(&mut core, Vec2::ZERO, map_of(&["#."]));
    let sum = |core: &Core| core.world.checksum(&core.assets).finish();
    let (saved, before) = (core.snapshot(), sum(&core));
    core.object_mut(ground).unwrap().set_tile(IVec2::ZERO, None);
    assert_ne!(sum(&core), before);
    core.restore(&saved);
    assert_eq!(sum(&core), before);
    let tiles = core.world.object(ground).unwrap().tiles().unwrap();
    assert_eq!(tiles.collision(IVec2::ZERO), TileCollision::Solid);
}

#[test]
fn an_object_that_takes_the_place_of_a_map_has_no_tiles() {
    let mut core = core();
    let ground = spawn_tiles(&mut core, Vec2::ZERO, map_of(&["##"]));
    core.world.remove(ground);
    steps(&mut core, 1);
    assert!(core.world.object(ground).is_none());
    let next = spawn(&mut core, Object::default());
    assert_eq!(next.slot(), ground.slot());
    assert!(core.world.object(next).unwrap().tiles().is_none());
}

#[test]
fn two_maps_do_not_collide_with_each_other() {
    let mut core = core();
    let [one, other] = [0.0, 0.5].map(|x| spawn_tiles(&mut core, vec2(x, 0.0), map_of(&["##"])));
    assert_eq!(
        core.context().move_by(one, vec2(0.25, 0.0)),
        MoveOutcome::Moved
    );
    assert!(core.world.space().overlapping(other).is_empty());
}
