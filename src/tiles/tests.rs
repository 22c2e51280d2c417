//! Tests of tile maps. Some compare the result with a scan of every cell.

use glam::{IVec2, Vec2, ivec2, vec2};

use super::{Tile, TileCollision, TileId, TileMap};
use crate::base::random::Random;
use crate::collision::{Shape, box_contact, cast_ray, contact, distance, intersects, sweep};
use crate::geometry::Rect;

/// Returns a map from rows of text: `#` is solid, `-` one-way.
fn map_of(cell_size: Vec2, rows: &[&str]) -> TileMap {
    let [columns, height] = [rows[0].len(), rows.len()].map(|side| u32::try_from(side).unwrap());
    let mut map = TileMap::new(cell_size, columns, height);
    let solid = map.add(Tile::default().solid());
    let one_way = map.add(Tile::default().one_way());
    for (row, line) in (0..).zip(rows) {
        for (column, character) in (0..).zip(line.chars()) {
            let tile = match character {
                '#' => Some(solid),
                '-' => Some(one_way),
                _ => None,
            };
            assert!(map.set(ivec2(column, row), tile));
        }
    }
    map
}

/// Returns a map in which each cell is solid with probability `chance`.
fn random_map(random: &mut Random, chance: f32) -> TileMap {
    let cell = vec2(random.range(0.5..3.0), random.range(0.5..3.0));
    let mut map = TileMap::new(cell, random.range(1..12), random.range(1..12));
    let solid = map.add(Tile::default().solid());
    for cell in cells(&map) {
        if random.range(0.0..1.0) < chance {
            map.set(cell, Some(solid));
        }
    }
    map
}

fn cells(map: &TileMap) -> Vec<IVec2> {
    let size = map.size();
    let rows = 0..size.y;
    rows.flat_map(|y| (0..size.x).map(move |x| ivec2(x, y)))
        .collect()
}

fn solid_boxes(map: &TileMap, origin: Vec2) -> Vec<Rect> {
    let solid = |cell: &IVec2| map.collision(*cell) == TileCollision::Solid;
    let cells = cells(map).into_iter().filter(solid);
    cells
        .map(|cell| map.cells_box(origin, cell, cell))
        .collect()
}

fn random_point(random: &mut Random, map: &TileMap, origin: Vec2) -> Vec2 {
    let area = map.area(origin);
    let share = vec2(random.range(-0.3..1.3), random.range(-0.3..1.3));
    area.min + area.size() * share
}

fn random_shape(random: &mut Random) -> Shape {
    let mut size = || random.range(0.1..3.0);
    let (width, height) = (size(), size());
    match random.range(0..4) {
        0 => Shape::circle(width / 2.0),
        1 => Shape::capsule(vec2(-width, 0.0), vec2(0.0, height), 0.3),
        2 => Shape::polygon(&[vec2(width, 0.0), vec2(-0.5, height), vec2(-0.5, -height)]).unwrap(),
        _ => Shape::rect(vec2(width, height)),
    }
}

#[test]
fn setting_a_tile_changes_only_its_cell() {
    let mut map = TileMap::new(vec2(2.0, 2.0), 4, 3);
    let [one, other] = [Tile::default(), Tile::default().solid()].map(|tile| map.add(tile));
    assert!(map.set(ivec2(3, 2), Some(one)) && map.set(ivec2(0, 1), Some(other)));
    assert!(map.set(ivec2(3, 2), Some(other)) && map.set(ivec2(0, 1), None));
    let set: Vec<_> = cells(&map)
        .into_iter()
        .filter(|cell| map.get(*cell).is_some())
        .collect();
    assert_eq!(set, [ivec2(3, 2)]);
    assert_eq!(map.get(ivec2(3, 2)), Some(other));
}

#[test]
fn cells_and_tiles_that_a_map_does_not_have_change_nothing() {
    let mut map = map_of(Vec2::ONE, &["#.", ".-"]);
    let before = map.clone();
    for outside in [
        ivec2(-1, 0),
        ivec2(0, -1),
        ivec2(2, 0),
        ivec2(0, 2),
        IVec2::MIN,
        IVec2::MAX,
    ] {
        assert!(!map.set(outside, Some(TileId(0))));
        assert_eq!(
            (map.get(outside), map.collision(outside)),
            (None, TileCollision::None)
        );
    }
    assert!(
        !map.set(ivec2(0, 0), Some(TileId(2)))
            && !map.fill(IVec2::ZERO, IVec2::ONE, Some(TileId(7)))
    );
    assert_eq!(map, before);
    // A rectangle is clipped to the map.
    assert!(map.fill(ivec2(5, 5), ivec2(-5, 1), Some(TileId(0))));
    assert_eq!(map.get(ivec2(0, 0)), Some(TileId(0)));
    assert_eq!(map.get(ivec2(1, 0)), None);
    assert_eq!(map.get(ivec2(1, 1)), Some(TileId(0)));
    assert!(map.fill(ivec2(7, 7), ivec2(9, 9), None));
}

#[test]
fn an_invalid_size_of_a_map_is_clamped() {
    for side in [0.0, -1.0, f32::NAN, f32::INFINITY] {
        assert_eq!(TileMap::new(vec2(8.0, side), 2, 2).cell_size(), Vec2::ONE);
    }
    assert_eq!(TileMap::new(Vec2::ONE, 0, 0).size(), IVec2::ONE);
    assert_eq!(
        TileMap::new(Vec2::ONE, 2, u32::MAX).size(),
        ivec2(2, 65_536)
    );
    assert_eq!(
        TileMap::new(Vec2::ONE, u32::MAX, u32::MAX).size(),
        ivec2(65_536, 1024)
    );
}

#[test]
fn a_full_map_discards_further_tiles() {
    let mut map = TileMap::new(Vec2::ONE, 1, 1);
    let ids: Vec<_> = (0..65_536).map(|_| map.add(Tile::default())).collect();
    assert_eq!(ids[65_535], ids[65_534]);
    assert_eq!(map.tiles().len(), 65_535);
    assert!(map.set(IVec2::ZERO, Some(ids[65_534])));
    assert_eq!(map.get(IVec2::ZERO), Some(ids[65_534]));
}

#[test]
fn cells_contain_their_upper_and_left_edges_only() {
    let mut random = Random::new(1);
    for _ in 0..2000 {
        let cell = vec2(random.range(0.01..40.0), random.range(0.01..40.0));
        let map = TileMap::new(cell, 9, 9);
        let corner = ivec2(random.range(-20..20), random.range(-20..20));
        let corner = map.cell_box(corner).min;
        let at = corner + vec2(random.range(0..2) as f32, random.range(0..2) as f32);
        let area = map.cell_box(map.cell_at(at));
        assert!(
            area.min.cmple(at).all() && at.cmplt(area.max).all(),
            "{at} in {area:?}"
        );
    }
}

#[test]
fn a_shape_overlaps_a_map_where_it_overlaps_a_cell() {
    let mut random = Random::new(2);
    let (mut hits, mut misses) = (0, 0);
    for _ in 0..4000 {
        let map = random_map(&mut random, 0.3);
        let origin = vec2(random.range(-50.0..50.0), random.range(-50.0..50.0));
        let at = random_point(&mut random, &map, origin);
        let shape = random_shape(&mut random);
        let boxes = solid_boxes(&map, origin);
        let naive = boxes.iter().any(|area| {
            let area = Shape::rect_at(*area);
            contact(shape.at(at), Vec2::ZERO, area.at(Vec2::ZERO)).is_some()
        });
        let met = map.contact(origin, shape.at(at), vec2(1.0, 0.0), 0.0);
        assert_eq!(met.is_some(), naive);
        assert_eq!(map.overlaps(origin, shape.at(at)), naive);
        if naive { hits += 1 } else { misses += 1 }
    }
    assert!(hits > 500 && misses > 500, "{hits} {misses}");
}

#[test]
fn a_lone_cell_collides_as_a_box() {
    let mut random = Random::new(3);
    for _ in 0..3000 {
        let mut map = TileMap::new(vec2(2.0, 3.0), 5, 5);
        let solid = map.add(Tile::default().solid());
        let cell = ivec2(random.range(0..5), random.range(0..5));
        map.set(cell, Some(solid));
        let area = map.cell_box(cell);
        let size = vec2(random.range(1..8) as f32, random.range(1..8) as f32) / 2.0;
        let min = vec2(random.range(-4..24) as f32, random.range(-4..34) as f32) / 2.0;
        let way = vec2(random.range(-3..4) as f32, random.range(-3..4) as f32);
        let moving = Shape::rect_at(Rect::from_size(min, size));
        let met = map.contact(Vec2::ZERO, moving.at(Vec2::ZERO), way, 0.0);
        assert_eq!(met, box_contact(moving.bounds(), way, area));
        if met.is_some() || moving.bounds().overlaps(&area) {
            continue;
        }
        let other = Shape::rect_at(area);
        let hit = map.sweep(Vec2::ZERO, moving.at(Vec2::ZERO), way, false, 0.0);
        let naive = sweep(moving.at(Vec2::ZERO), way, other.at(Vec2::ZERO), Vec2::ZERO);
        assert_eq!(hit, naive, "{min} {size} by {way} to {area:?}");
    }
}

#[test]
fn a_sweep_stops_at_the_first_cell() {
    let mut random = Random::new(4);
    let (mut hits, mut misses) = (0, 0);
    for _ in 0..4000 {
        let map = random_map(&mut random, 0.15);
        let origin = vec2(random.range(-50.0..50.0), random.range(-50.0..50.0));
        let at = random_point(&mut random, &map, origin);
        let shape = random_shape(&mut random);
        if map.overlaps(origin, shape.at(at)) {
            continue;
        }
        let way = random_point(&mut random, &map, origin) - at;
        let way = way * random.range(0.0..4.0);
        let boxes = solid_boxes(&map, origin);
        let naive = boxes.iter().filter_map(|area| {
            let area = Shape::rect_at(*area);
            sweep(shape.at(at), way, area.at(Vec2::ZERO), Vec2::ZERO)
        });
        let naive = naive.map(|hit| hit.time).reduce(f32::min);
        let hit = map
            .sweep(origin, shape.at(at), way, false, 0.0)
            .map(|hit| hit.time);
        match (naive, hit) {
            (None, None) => misses += 1,
            (Some(naive), Some(hit)) => {
                hits += 1;
                assert!((naive - hit).abs() < 1e-5, "{naive} {hit}");
            }
            _ => panic!("{naive:?} {hit:?} of {shape:?} at {at} by {way}"),
        }
    }
    assert!(hits > 500 && misses > 500, "{hits} {misses}");
}

#[test]
fn queries_of_a_map_agree_with_a_scan_of_every_cell() {
    let mut random = Random::new(5);
    for _ in 0..3000 {
        let map = random_map(&mut random, 0.2);
        let origin = vec2(random.range(-50.0..50.0), random.range(-50.0..50.0));
        let boxes: Vec<_> = solid_boxes(&map, origin)
            .into_iter()
            .map(Shape::rect_at)
            .collect();
        let [start, end] = [(); 2].map(|()| random_point(&mut random, &map, origin));
        let hits = boxes
            .iter()
            .filter_map(|area| cast_ray(start, end - start, area.at(Vec2::ZERO)));
        let naive = hits.map(|hit| hit.time).reduce(f32::min);
        let hit = map.cast_ray(origin, start, end - start).map(|hit| hit.time);
        let same = match (naive, hit) {
            (Some(naive), Some(hit)) => (naive - hit).abs() < 1e-5,
            (naive, hit) => naive == hit,
        };
        assert!(same, "{naive:?} {hit:?}");
        let point = Shape::point();
        let inside = |area: &Shape| intersects(point.at(start), area.at(Vec2::ZERO));
        assert_eq!(map.contains(origin, start), boxes.iter().any(inside));
        let within = random.range(0.0..20.0);
        let far = |area: &Shape| distance(point.at(start), area.at(Vec2::ZERO));
        let naive = boxes
            .iter()
            .map(far)
            .reduce(f32::min)
            .unwrap_or(f32::INFINITY);
        let found = map.distance(origin, start, within);
        if naive > within {
            assert_eq!(found, f32::INFINITY);
        } else {
            assert!((naive - found).abs() < 1e-4, "{naive} {found}");
        }
    }
}

/// Returns whether a direction leads out of the map's surface where a box touches it.
fn is_outward(map: &TileMap, area: Rect, normal: Vec2) -> bool {
    let solid = |cell: &IVec2| map.collision(*cell) == TileCollision::Solid;
    let step = normal.as_ivec2();
    cells(map).iter().filter(|cell| solid(cell)).any(|&cell| {
        let near = map.cell_box(cell).expanded(1e-3);
        near.overlaps(&area) && !solid(&(cell + step))
    })
}

#[test]
fn a_sliding_box_never_hits_an_inner_edge() {
    let mut random = Random::new(6);
    let mut hits = 0;
    for case in 0..6000 {
        let map = random_map(&mut random, 0.6);
        let size = vec2(random.range(0.2..2.5), random.range(0.2..2.5)) * map.cell_size();
        // The box touches a cell's edge: exactly, as after a stop at a surface, or nearly.
        let cell = map.cell_box(ivec2(random.range(0..12), random.range(0..12)));
        let off = [0.0, 1e-6, -1e-6][case % 3];
        let mut area = Rect::from_size(cell.min - size * random.range(0.0..1.0), size);
        let (along, across) = if random.chance(0.5) { (0, 1) } else { (1, 0) };
        let by = if random.chance(0.5) {
            cell.min[across] - area.max[across]
        } else {
            cell.max[across] - area.min[across]
        };
        area.min[across] += by + off;
        area.max[across] += by + off;
        let shape = Shape::rect_at(area);
        if map.overlaps(Vec2::ZERO, shape.at(Vec2::ZERO)) {
            continue;
        }
        let mut way = Vec2::ZERO;
        way[along] = random.range(-8.0..8.0);
        way[across] = random.range(-0.5..0.5) * random.range(0.0..1.0);
        if case % 2 == 0 {
            // The box is equally fast along both axes, so it may reach a wall and a floor at the same time.
            way[across] = way[along];
        }
        if let Some(hit) = map.sweep(Vec2::ZERO, shape.at(Vec2::ZERO), way, false, 0.0) {
            hits += 1;
            let there = area.translated(way * hit.time);
            assert!(
                is_outward(&map, there, hit.normal),
                "{area:?} by {way}: {hit:?}"
            );
        }
        // The same holds for a contact after a short displacement, of at most 0.3 of the box's shorter side.
        let way = way.clamp_length_max(0.3 * size.min_element());
        let end = area.translated(way);
        let end_shape = Shape::rect_at(end);
        if let Some(met) = map.contact(Vec2::ZERO, end_shape.at(Vec2::ZERO), way, 0.0) {
            assert!(
                is_outward(&map, end, met.normal),
                "{area:?} by {way}: {met:?}"
            );
            // The depth is at most the displacement that led into the surface.
            assert!(
                met.depth <= way.abs().max_element() + 1e-4,
                "{area:?} by {way}: {met:?}"
            );
        }
    }
    assert!(hits > 300, "{hits}");
}

#[test]
fn a_floor_never_pushes_a_rolling_object_sideways() {
    let map = map_of(
        vec2(2.0, 2.0),
        &["..........", "..........", "##########", ".#.##..#.#"],
    );
    let diamond = [
        vec2(1.0, 0.0),
        vec2(0.0, 1.0),
        vec2(-1.0, 0.0),
        vec2(0.0, -1.0),
    ];
    let shapes = [
        Shape::circle(1.0),
        Shape::capsule(vec2(-0.5, 0.0), vec2(0.5, 0.5), 0.5),
        Shape::polygon(&diamond).unwrap(),
    ];
    for shape in shapes {
        for place in 4..76 {
            let at = vec2(place as f32 * 0.25, 2.9);
            let met = map.contact(
                Vec2::ZERO,
                shape.at(at + vec2(0.0, 0.3)),
                vec2(0.1, 0.1),
                0.0,
            );
            assert_eq!(
                met.map(|met| met.normal),
                Some(Vec2::NEG_Y),
                "{shape:?} at {at}"
            );
            let hit = map.sweep(Vec2::ZERO, shape.at(at), vec2(3.0, 0.5), false, 0.0);
            assert_eq!(
                hit.map(|hit| hit.normal),
                Some(Vec2::NEG_Y),
                "{shape:?} at {at}"
            );
        }
    }
}

#[test]
fn one_way_tiles_only_stop_objects_from_above() {
    let map = map_of(Vec2::ONE, &["...", "---", "..."]);
    let size = vec2(0.5, 1.0);
    let box_at = |bottom: f32| Shape::rect_at(Rect::from_size(vec2(1.2, bottom - 1.0), size));
    let meets = |bottom: f32, way: Vec2| {
        let [start, end] = [box_at(bottom), box_at(bottom + way.y)];
        let end = map.contact(Vec2::ZERO, end.at(vec2(way.x, 0.0)), way, 0.0);
        let on_the_way = map.sweep(Vec2::ZERO, start.at(Vec2::ZERO), way, false, 0.0);
        assert_eq!(end.is_some(), on_the_way.is_some(), "{bottom} {way}");
        if let (Some(end), Some(hit)) = (end, on_the_way) {
            assert_eq!((end.normal, hit.normal), (Vec2::NEG_Y, Vec2::NEG_Y));
            assert_eq!(hit.position.y, 1.0);
        }
        end.is_some()
    };
    assert!(meets(0.75, vec2(0.0, 0.5)) && meets(1.0, vec2(0.3, 0.25)));
    // Objects that come from below, from the side or from inside do not meet the tiles.
    assert!(!meets(1.75, vec2(0.0, -0.5)) && !meets(2.5, vec2(0.0, -0.75)));
    assert!(!meets(1.5, vec2(0.5, 0.0)) && !meets(1.25, vec2(0.0, 0.25)));
    // A fast object that would end far below is stopped.
    let hit = map.sweep(
        Vec2::ZERO,
        box_at(0.5).at(Vec2::ZERO),
        vec2(0.0, 100.0),
        false,
        0.0,
    );
    assert_eq!(hit.map(|hit| hit.time), Some(0.005));
    // Rays, overlap tests and distances ignore one-way tiles.
    let (point, down) = (vec2(1.5, 0.5), vec2(0.0, 3.0));
    assert!(map.cast_ray(Vec2::ZERO, point, down).is_none());
    assert!(!map.overlaps(Vec2::ZERO, box_at(1.5).at(Vec2::ZERO)));
    assert_eq!(map.distance(Vec2::ZERO, point, 10.0), f32::INFINITY);
}

#[test]
fn a_mover_inside_solid_tiles_gets_a_normal_that_leads_out() {
    let map = map_of(Vec2::ONE, &["#####"; 5]);
    let inside = Shape::rect_at(Rect::from_size(vec2(2.2, 2.3), vec2(0.5, 0.5)));
    let met = map
        .contact(Vec2::ZERO, inside.at(Vec2::ZERO), vec2(0.0, 1.0), 0.0)
        .unwrap();
    assert!(met.depth.is_finite() && met.normal.length() == 1.0);
}

#[test]
fn a_large_window_is_searched_by_runs() {
    let mut map = TileMap::new(Vec2::ONE, 200, 200);
    let solid = map.add(Tile::default().solid());
    map.fill(ivec2(0, 100), ivec2(199, 100), Some(solid));
    let large = Shape::rect_at(Rect::from_size(vec2(10.0, 0.5), vec2(120.0, 100.0)));
    let met = map
        .contact(Vec2::ZERO, large.at(Vec2::ZERO), vec2(0.0, 1.0), 0.0)
        .unwrap();
    assert_eq!((met.normal, met.depth), (Vec2::NEG_Y, 0.5));
}

#[test]
fn bullets_cross_maps_of_millions_of_cells() {
    let mut map = TileMap::new(Vec2::ONE, 4096, 4096);
    let solid = map.add(Tile::default().solid());
    map.set(ivec2(4000, 4000), Some(solid));
    let bullet = Shape::circle(0.1);
    for _ in 0..20 {
        let hit = map.sweep(
            Vec2::ZERO,
            bullet.at(vec2(0.5, 0.5)),
            vec2(1e6, 1e6),
            false,
            0.0,
        );
        assert!(hit.is_some_and(|hit| (hit.position - vec2(4000.0, 4000.0)).length() < 0.2));
        assert!(
            map.sweep(
                Vec2::ZERO,
                bullet.at(vec2(0.5, 0.5)),
                vec2(1e6, 0.0),
                false,
                0.0
            )
            .is_none()
        );
    }
}

#[test]
fn positions_that_are_not_finite_collide_with_nothing() {
    let map = map_of(Vec2::ONE, &["##", "##"]);
    let one = Shape::rect(Vec2::ONE);
    for bad in [f32::NAN, f32::INFINITY, 1e38] {
        assert!(
            map.contact(Vec2::ZERO, one.at(vec2(bad, 0.0)), Vec2::X, 0.0)
                .is_none()
        );
        assert!(
            map.sweep(Vec2::ZERO, one.at(vec2(bad, 0.0)), Vec2::X, false, 0.0)
                .is_none()
        );
        assert!(map.cast_ray(Vec2::ZERO, vec2(bad, 0.5), Vec2::X).is_none());
        let _ = map.sweep(
            Vec2::ZERO,
            one.at(vec2(-3.0, 0.5)),
            vec2(bad, 0.0),
            false,
            0.0,
        );
        let _ = map.cast_ray(Vec2::ZERO, vec2(-3.0, 0.5), vec2(1.0, bad));
        let _ = map.distance(Vec2::ZERO, vec2(bad, 0.5), bad);
        let _ = map.cell_at(vec2(bad, -bad));
    }
}
