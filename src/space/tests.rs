//! Compares both broad phases with a linear search.

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

/// Generates coordinates that are mostly near one another, sometimes far away or not finite.
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
    fn both_broad_phases_find_the_same_as_a_linear_search(script in prop::collection::vec(any_do(), 1..200)) {
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
                            boxes.set_area(*entry, collider.area);
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

#[test]
fn searches_visit_few_boxes_despite_a_much_longer_one() {
    // A grid visits the boxes of a few cells. Sweep and prune visits all boxes whose left edge is near the area, at any
    // height.
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
    // One much larger box must not slow the search down.
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
    // The large box is found, also after a move, and no longer after its removal.
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
