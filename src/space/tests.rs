//! Both broad phases against a look at every collider.

use super::{BoxKind, Boxes, BroadPhase, Collider};
use crate::base::id::ObjectId;
use crate::geometry::Rect;
use glam::Vec2;
use proptest::prelude::*;

#[derive(Clone, Copy, Debug)]
enum Do {
    Insert(Rect, u32),
    Change(usize, Rect),
    Shift(usize, Vec2),
    Remove(usize),
    Tidy,
    Search(Rect, u32),
}

/// Mostly near one another, now and then far away or of no meaning.
fn any_coordinate() -> impl Strategy<Value = f32> {
    prop_oneof![
        20 => -20.0_f32..20.0,
        10 => (-20..20_i16).prop_map(f32::from),
        2 => -1e9_f32..1e9,
        1 => prop::num::f32::ANY,
    ]
}

fn any_rect() -> impl Strategy<Value = Rect> {
    let size = prop_oneof![
        3 => Just(0.0_f32), 10 => 0.0_f32..3.0, 10 => (0..4_u8).prop_map(f32::from), 2 => 0.0_f32..1e3, 1 => 0.0_f32..1e9,
    ];
    let size = [size.clone(), size];
    ([any_coordinate(), any_coordinate()], size).prop_map(|([x, y], [width, height])| {
        Rect::from_size(Vec2::new(x, y), Vec2::new(width, height))
    })
}

fn any_do() -> impl Strategy<Value = Do> {
    let step = [-1.0_f32..1.0, -1.0_f32..1.0].prop_map(Vec2::from);
    prop_oneof![
        6 => (any_rect(), 1..4_u32).prop_map(|(area, groups)| Do::Insert(area, groups)),
        2 => (0..200_usize, any_rect()).prop_map(|(which, area)| Do::Change(which, area)),
        8 => (0..200_usize, step).prop_map(|(which, by)| Do::Shift(which, by)),
        3 => (0..200_usize).prop_map(Do::Remove),
        1 => Just(Do::Tidy),
        6 => (any_rect(), 1..4_u32).prop_map(|(area, groups)| Do::Search(area, groups)),
    ]
}

fn found(boxes: &Boxes, area: Rect, groups: u32) -> Vec<ObjectId> {
    let mut found = Vec::new();
    let wanted = |collider: &Collider| collider.groups_meet(groups, groups);
    boxes.each_in(area, wanted, |collider| found.push(collider.id));
    found.sort_unstable();
    found
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn both_broad_phases_find_what_a_look_at_all_finds(script in prop::collection::vec(any_do(), 1..200)) {
        for phase in [BroadPhase::Grid, BroadPhase::SweepAndPrune] {
            let mut boxes = Boxes::new(phase);
            let mut plain: Vec<(u32, Collider)> = Vec::new();
            for (number, act) in script.iter().enumerate() {
                match *act {
                    Do::Insert(area, groups) => {
                        let id = ObjectId::new(u32::try_from(number).unwrap(), 1);
                        let collider = Collider { area, id, groups, collides_with: groups, kind: BoxKind::Other };
                        plain.push((boxes.insert(collider), collider));
                    }
                    Do::Change(which, area) => {
                        if let Some((entry, collider)) = plain.get_mut(which) {
                            collider.area = area;
                            boxes.change(*entry, *collider);
                        }
                    }
                    Do::Shift(which, by) => {
                        if let Some((entry, collider)) = plain.get_mut(which) {
                            collider.area = collider.area.translated(by);
                            boxes.place(*entry, collider.area);
                        }
                    }
                    Do::Remove(which) => {
                        if which < plain.len() {
                            boxes.remove(plain.swap_remove(which).0);
                        }
                    }
                    Do::Tidy => boxes.tidy(),
                    Do::Search(area, groups) => {
                        let met = plain.iter().map(|(_, collider)| collider);
                        let met = met.filter(|collider| {
                            collider.groups_meet(groups, groups) && area.overlaps(&collider.area)
                        });
                        let mut expected: Vec<ObjectId> = met.map(|collider| collider.id).collect();
                        expected.sort_unstable();
                        prop_assert_eq!(found(&boxes, area, groups), expected, "{:?}", phase);
                    }
                }
            }
        }
    }
}

/// The cells that touch an area, with the numbers of their grids.
fn cells(boxes: &Boxes, area: Rect) -> Vec<(Rect, u8)> {
    let mut cells = Vec::new();
    boxes.each_cell(area, |cell, grid| cells.push((cell, grid)));
    cells
}

/// The side of a grid's cells, where that of the smallest is 1.
fn side_of(grid: u8) -> f32 {
    (0..grid).fold(1.0, |side, _| side * 4.0)
}

/// A box whose longer side is that of one of the grids, near the others.
fn any_near_rect() -> impl Strategy<Value = Rect> {
    let place = || (-400..400_i16).prop_map(|quarter| f32::from(quarter) / 4.0);
    let size = prop::sample::select(vec![0.25_f32, 1.0, 1.5, 3.0, 10.0, 60.0]);
    ([place(), place()], size)
        .prop_map(|(at, size)| Rect::from_size(Vec2::from(at), Vec2::new(size, size / 2.0)))
}

proptest! {
    #[test]
    fn cells_are_listed_once_and_each_holds_a_corner_of_a_box(
        areas in prop::collection::vec(any_near_rect(), 1..60), gone in 0..60_usize, seen in any_near_rect(),
    ) {
        let mut boxes = Boxes::new(BroadPhase::Grid);
        let colliders = (0..).zip(&areas).map(|(number, &area)| Collider {
            area, id: ObjectId::new(number, 1), groups: 1, collides_with: 1, kind: BoxKind::Other,
        });
        let entries: Vec<u32> = colliders.map(|collider| boxes.insert(collider)).collect();
        boxes.tidy();
        for &entry in entries.iter().take(gone) {
            boxes.remove(entry);
        }
        let left = areas.get(gone..).unwrap_or_default();
        let all = cells(&boxes, Rect::centered(Vec2::ZERO, Vec2::splat(1e6)));
        for (number, (cell, grid)) in all.iter().enumerate() {
            prop_assert!(all[..number].iter().all(|other| other != &(*cell, *grid)), "{:?}", cell);
            let smallest = cell.size().x / side_of(*grid);
            prop_assert!(all.iter().all(|(other, of)| other.size().x == smallest * side_of(*of)));
            let holds = |area: &Rect| {
                let corner = area.min.cmpge(cell.min).all() && area.min.cmplt(cell.max).all();
                corner && area.size().max_element() <= cell.size().x
            };
            prop_assert!(left.iter().any(holds), "{:?}", cell);
        }
        for area in left {
            let of = all.iter().filter(|(cell, _)| {
                let is_in = area.min.cmpge(cell.min).all() && area.min.cmplt(cell.max).all();
                is_in && cell.size().x >= area.size().max_element()
            });
            prop_assert!(of.count() >= 1, "{:?}", area);
        }
        let expected: Vec<_> = all.into_iter().filter(|(cell, _)| cell.touches(&seen)).collect();
        prop_assert_eq!(cells(&boxes, seen), expected);
    }
}

#[test]
fn sweep_and_prune_has_no_cells() {
    let mut boxes = Boxes::new(BroadPhase::SweepAndPrune);
    boxes.insert(Collider {
        area: Rect::from_size(Vec2::ZERO, Vec2::ONE),
        id: ObjectId::new(0, 1),
        groups: 1,
        collides_with: 1,
        kind: BoxKind::Other,
    });
    let everywhere = Rect::centered(Vec2::ZERO, Vec2::splat(1e6));
    assert_eq!(cells(&boxes, everywhere), []);
}

#[test]
fn a_search_looks_at_few_of_many_boxes_although_one_is_much_longer() {
    // On a grid those of few cells; by sweep and prune, of the boxes above one another.
    looks_at_few(BroadPhase::Grid, 5);
    looks_at_few(BroadPhase::SweepAndPrune, 210);
}

fn looks_at_few(phase: BroadPhase, most: usize) {
    let mut boxes = Boxes::new(phase);
    for number in 0..10_000_u16 {
        let at = Vec2::new(f32::from(number % 100), f32::from(number / 100)) * 4.0;
        let id = ObjectId::new(u32::from(number), 1);
        let area = Rect::from_size(at, Vec2::ONE);
        boxes.insert(Collider {
            area,
            id,
            groups: 1,
            collides_with: 1,
            kind: BoxKind::Other,
        });
    }
    // One that is much larger does not spoil it.
    let floor = Collider {
        area: Rect::from_size(Vec2::new(-5e8, 900.0), Vec2::new(1e9, 1.0)),
        id: ObjectId::new(10_000, 1),
        groups: 1,
        collides_with: 1,
        kind: BoxKind::Other,
    };
    let entry = boxes.insert(floor);
    boxes.tidy();
    let looked_at = core::cell::Cell::new(0);
    let area = Rect::from_size(Vec2::splat(200.0), Vec2::ONE);
    let wanted = |_: &Collider| {
        looked_at.set(looked_at.get() + 1);
        true
    };
    let mut met = 0;
    boxes.each_in(area, wanted, |_| met += 1);
    assert_eq!(met, 1);
    assert!(looked_at.get() <= most, "{phase:?}: {}", looked_at.get());
    // It is found all the same, also when it moves, and is gone when it is removed.
    let below = Rect::from_size(Vec2::new(4e8, 900.0), Vec2::ONE);
    let count = |boxes: &Boxes, area| {
        let mut met = 0;
        boxes.each_in(area, |_| true, |_| met += 1);
        met
    };
    assert_eq!(count(&boxes, below), 1);
    let lower = floor.area.translated(Vec2::new(0.0, 50.0));
    boxes.change(
        entry,
        Collider {
            area: lower,
            ..floor
        },
    );
    assert_eq!(count(&boxes, below), 0);
    assert_eq!(count(&boxes, below.translated(Vec2::new(0.0, 50.0))), 1);
    boxes.remove(entry);
    assert_eq!(count(&boxes, below.translated(Vec2::new(0.0, 50.0))), 0);
}
