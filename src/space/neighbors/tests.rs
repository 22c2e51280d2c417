//! Compares neighbour lists with a test of every pair.

use super::{BoxEnds, NeighborLists, SweptBox};
use crate::geometry::Rect;
use glam::Vec2;
use proptest::prelude::*;

fn any_coordinate() -> impl Strategy<Value = f32> {
    prop_oneof![
        30 => -20.0_f32..20.0,
        20 => (-20..20_i16).prop_map(f32::from),
        // With such distances, a row of cells may be longer than the table of buckets. Cells then share buckets.
        4 => -1e5_f32..1e5,
        1 => -1e9_f32..1e9,
        1 => -1e38_f32..1e38,
    ]
}

fn any_box() -> impl Strategy<Value = SweptBox> {
    let size = || {
        prop_oneof![
            3 => Just(0.0_f32), 20 => 0.0_f32..3.0, 20 => (0..4_u8).prop_map(f32::from), 4 => 0.0_f32..100.0,
            1 => 0.0_f32..1e9, 1 => 0.0_f32..1e38,
        ]
    };
    let area = ([any_coordinate(), any_coordinate()], [size(), size()]).prop_map(|(at, size)| {
        let (at, size) = (Vec2::from(at), Vec2::from(size));
        Rect {
            min: at,
            max: (at + size).min(Vec2::splat(f32::MAX)),
        }
    });
    (area, 0..4_u32, 0..4_u32, any::<bool>()).prop_map(|(area, groups, collides_with, moves)| {
        SweptBox {
            ends: BoxEnds::of(area),
            groups,
            collides_with: collides_with | 1,
            moves,
        }
    })
}

fn may_meet(one: &SweptBox, other: &SweptBox) -> bool {
    one.ends.area().overlaps(&other.ends.area())
        && one.groups & other.collides_with != 0
        && other.groups & one.collides_with != 0
}

fn find(lists: &mut NeighborLists, boxes: &[SweptBox]) -> bool {
    lists.clear();
    boxes.iter().for_each(|&swept| lists.add(swept));
    lists.find()
}

/// Returns the number of pairs that may meet. At least one box of each pair moves.
fn count_pairs(boxes: &[SweptBox]) -> usize {
    let pairs = boxes.iter().enumerate().map(|(index, one)| {
        let others = boxes[index + 1..].iter();
        let met = others.filter(|other| (one.moves || other.moves) && may_meet(one, other));
        met.count()
    });
    pairs.sum()
}

#[test]
fn neighbor_lists_give_up_above_64_pairs_per_box() {
    let boxes = |apart: f32| {
        let place = |number: u16| Vec2::new(f32::from(number) * apart, 0.0);
        let areas = (0..200_u16).map(|number| Rect::from_size(place(number), Vec2::ONE));
        let boxes = areas.map(|area| SweptBox {
            ends: BoxEnds::of(area),
            groups: 1,
            collides_with: 1,
            moves: true,
        });
        boxes.collect::<Vec<_>>()
    };
    let mut lists = NeighborLists::default();
    // First, all boxes overlap: 99.5 pairs per box. Then each box overlaps only its neighbours.
    assert!(!find(&mut lists, &boxes(0.0)));
    assert!(find(&mut lists, &boxes(0.6)));
    assert_eq!(lists.of(7), [6, 8]);
    // Half of the boxes become much longer, and all boxes overlap again. In the last scene, boxes only touch: they have
    // no pairs.
    let mut long = boxes(0.0);
    long.iter_mut()
        .step_by(2)
        .for_each(|swept| swept.ends = BoxEnds::of(Rect::new(Vec2::ZERO, Vec2::new(1000.0, 1.0))));
    assert!(!find(&mut lists, &long));
    assert!(find(&mut lists, &boxes(1.0)));
    assert!(lists.of(7).is_empty());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn neighbour_lists_match_a_test_of_every_pair(
        scenes in prop::collection::vec(prop::collection::vec(any_box(), 0..150), 1..3),
    ) {
        // All scenes use the same memory.
        let mut lists = NeighborLists::default();
        for boxes in &scenes {
            if !find(&mut lists, boxes) {
                prop_assert!(count_pairs(boxes) > 64 * boxes.len());
                continue;
            }
            for (index, one) in boxes.iter().enumerate().filter(|(_, one)| one.moves) {
                let others = (0_u32..).zip(boxes);
                let met = others.filter(|&(other, swept)| other as usize != index && may_meet(one, swept));
                let expected: Vec<u32> = met.map(|(other, _)| other).collect();
                prop_assert_eq!(lists.of(index), expected, "of {}: {:?}", index, one);
            }
        }
    }
}

#[test]
fn all_pairs_of_a_dense_crowd_are_found() {
    // Each box overlaps eight others, or fewer at the border of the crowd.
    let boxes: Vec<SweptBox> = (0..64 * 64_u16)
        .map(|number| {
            let at = Vec2::new(f32::from(number % 64), f32::from(number / 64));
            SweptBox {
                ends: BoxEnds::of(Rect::from_size(at, Vec2::splat(1.5))),
                groups: 1,
                collides_with: 1,
                moves: true,
            }
        })
        .collect();
    let mut lists = NeighborLists::default();
    find(&mut lists, &boxes);
    let counts: usize = (0..boxes.len()).map(|index| lists.of(index).len()).sum();
    // Each pair is in two lists. There are 64 · 63 pairs along rows, the same number along columns, and 63 · 63 along
    // the diagonals of each direction.
    assert_eq!(counts, 2 * (2 * 64 * 63 + 2 * 63 * 63));
}
