//! Tests the rules of pixels: texels, mirroring, and edges that meet.

use super::*;
use crate::assets::FrameId;
use crate::base::color::Color;
use glam::Vec2;
use proptest::prelude::*;

fn record(width: u32, height: u32) -> FrameRecord {
    let (w, h) = (width as f32, height as f32);
    FrameRecord {
        origin: 0,
        size: width | height << 16,
        page_kind: 0,
        mirror: 0,
        corners: [[0.0, 0.0], [w, 0.0], [0.0, h], [w, h]],
    }
}

fn sprite(x: f32, y: f32) -> Instance {
    Instance::new(Vec2::new(x, y), FrameId(0))
}

#[test]
#[expect(clippy::cast_possible_truncation, reason = "what is compared")]
fn flooring_four_at_once_matches_flooring_one() {
    let edges = [
        0.0,
        0.5,
        1.0,
        8_388_607.5,
        16_777_217.0,
        2_147_483_500.0,
        STEEP,
        f32::MIN_POSITIVE,
        1e-40,
    ];
    let many = (-100_000..100_000).map(|n| n as f32 / 777.0);
    for value in edges.into_iter().chain(many) {
        let four = [value, -value, value * 0.5, value * -0.25];
        assert_eq!(
            floor(f32x4::new(four)),
            four.map(|value| value.floor() as i32),
            "{value}"
        );
    }
}

#[test]
fn an_unscaled_sprite_steps_one_texel_a_pixel_whatever_its_size() {
    for width in [1, 3, 16, 17, 1000, 4095] {
        let quad = project(
            &sprite(3.25, 7.0),
            &record(width, 13),
            &Projection::IDENTITY,
        )
        .unwrap();
        assert_eq!(quad.uv_step, [65536, 0, 0, 65536], "{width}");
    }
}

#[test]
fn the_first_covered_pixel_shows_the_first_texel_at_any_offset() {
    for sub in 0..256 {
        let quad = project(
            &sprite(5.0 + sub as f32 / 256.0, 0.0),
            &record(16, 16),
            &Projection::IDENTITY,
        )
        .unwrap();
        let first = (quad.origin[0] + 127) >> 8;
        assert_eq!(quad.uv_at(first, 0)[0] >> 16, 0, "{sub}/256");
        assert_eq!(quad.uv_at(first + 15, 0)[0] >> 16, 15, "{sub}/256");
    }
}

#[test]
fn a_flipped_sprite_shows_its_last_texel_first() {
    let mut flipped = sprite(0.0, 0.0);
    flipped.set_flags(InstanceFlags::FLIP_X);
    let quad = project(&flipped, &record(16, 4), &Projection::IDENTITY).unwrap();
    let shown: Vec<i32> = (0..16).map(|x| quad.uv_at(x, 0)[0] >> 16).collect();
    assert_eq!(shown, (0..16).rev().collect::<Vec<_>>());
    let row = |quad: &Quad| -> Vec<i32> { (0..4).map(|y| quad.uv_at(0, y)[1] >> 16).collect() };
    assert_eq!(row(&quad), [0, 1, 2, 3], "not top to bottom");
    flipped.set_flags(InstanceFlags::FLIP_Y);
    let quad = project(&flipped, &record(16, 4), &Projection::IDENTITY).unwrap();
    assert_eq!(row(&quad), [3, 2, 1, 0]);
    let column: Vec<i32> = (0..16).map(|x| quad.uv_at(x, 0)[0] >> 16).collect();
    assert_eq!(column, (0..16).collect::<Vec<_>>(), "not left to right");
}

#[test]
fn a_turned_sprite_is_mirrored_as_an_upright_one() {
    let mut turned = sprite(40.0, 40.0);
    turned.turn = Turn(0x1800);
    for (x, y) in [(40, 40), (45, 42), (33, 51)] {
        let mut shown = |flags| {
            turned.set_flags(flags);
            let quad = project(&turned, &record(16, 4), &Projection::IDENTITY).unwrap();
            quad.uv_at(x, y)
        };
        let [u, v] = shown(InstanceFlags::default());
        assert_eq!(shown(InstanceFlags::FLIP_X), [(16 << 16) - 1 - u, v]);
        assert_eq!(shown(InstanceFlags::FLIP_Y), [u, (4 << 16) - 1 - v]);
    }
}

#[test]
fn motion_is_scaled_by_the_smoothing_factor() {
    let mut moving = sprite(10.0, 0.0);
    moving.motion = Vec2::new(4.0, 0.0);
    let half = Projection {
        k: -0.5,
        ..Projection::IDENTITY
    };
    assert_eq!(
        project(&moving, &record(1, 1), &half).unwrap().origin,
        [8 * 256, 0]
    );
}

#[test]
fn hidden_empty_and_invalid_sprites_have_no_quad() {
    let mut hidden = sprite(0.0, 0.0);
    hidden.set_flags(InstanceFlags::HIDDEN);
    assert_eq!(project(&hidden, &record(1, 1), &Projection::IDENTITY), None);
    let mut flat = sprite(0.0, 0.0);
    flat.set_scale(Vec2::new(0.0, 1.0));
    assert_eq!(project(&flat, &record(1, 1), &Projection::IDENTITY), None);
    for place in [f32::NAN, f32::INFINITY, 1e30, -2e6] {
        assert_eq!(
            project(&sprite(place, 0.0), &record(1, 1), &Projection::IDENTITY),
            None
        );
    }
}

#[test]
fn a_tile_with_a_corner_beyond_the_limit_has_no_quad() {
    let tile = FrameRecord {
        page_kind: u32::from(FrameRecord::TILE) << 16,
        ..record(8, 8)
    };
    let view = Projection {
        units_per_texel: [0.5, 0.25],
        ..Projection::IDENTITY
    };
    let quad = |x: f32, y: f32| project(&sprite(x, y), &tile, &view);
    let near = quad(1_048_571.0, -1_048_575.0).unwrap();
    assert_eq!((near.across, near.down), ([4 * 256, 0], [0, 2 * 256]));
    for bad in [
        1_048_573.0,
        -1_048_577.0,
        -2e6,
        1e30,
        f32::INFINITY,
        f32::NAN,
    ] {
        assert_eq!(quad(bad, 0.0), None, "{bad}");
    }
    for bad in [1_048_575.0, -1_048_577.0, 2e6, -1e30, f32::NAN] {
        assert_eq!(quad(0.0, bad), None, "{bad}");
    }
}

#[test]
fn a_sprite_with_an_edge_of_a_million_pixels_has_no_quad() {
    for (size, axis) in [([4096, 4], Vec2::X), ([4, 4096], Vec2::Y)] {
        let quad = |scale: f32| {
            let mut long = sprite(0.0, 0.0);
            long.set_scale(Vec2::ONE.max(axis * scale));
            project(&long, &record(size[0], size[1]), &Projection::IDENTITY)
        };
        assert!(quad(255.0).is_some());
        assert_eq!(quad(256.0), None);
    }
}

#[test]
fn opposite_edges_grow_alike() {
    for edge in [[100, 60], [100, 20], [-60, 100], [0, 7]] {
        assert_eq!(hair(edge.map(|v| -v)), hair(edge).map(|v| -v), "{edge:?}");
    }
    assert_eq!(hair([-100, 60]), [-2, 1]);
}

proptest! {
    #[test]
    fn edges_of_any_length_grow_by_two_units(x in -(1 << 30)..1 << 30, y in -(1 << 30)..1 << 30, shift in 0..30) {
        let edge: [i32; 2] = [x >> shift, y >> shift];
        prop_assume!(edge != [0, 0]);
        let wide = edge.map(i64::from);
        let longest = wide[0].abs().max(wide[1].abs());
        let exact = wide.map(|v| (v * 4 + v.signum() * longest) / (2 * longest));
        prop_assert_eq!(hair(edge).map(i64::from), exact);
    }
}

#[test]
fn slices_as_long_as_possible_have_a_quad() {
    let mut slice = record(4096, 4096);
    slice.page_kind = u32::from(FrameRecord::SLICE) << 16;
    slice.corners = [[-1e6, -1e6], [1e6, -1e6], [-1e6, 1e6], [1e6, 1e6]];
    let mut turned = sprite(1e6, -1e6);
    for turn in [0, 1, 0x1234, 0x2000, 0x7fff] {
        turned.turn = Turn(turn);
        // Unscaled, some corners would be too far away after a turn.
        turned.set_scale(Vec2::splat(0.7));
        let quad = project(&turned, &slice, &Projection::IDENTITY).unwrap();
        let corners = quad.corners().map(|corner| corner.map(i64::from));
        let mid = [0, 1].map(|axis| corners[0][axis] + corners[3][axis]);
        assert!(
            mid.iter()
                .zip([1.0, -1.0])
                .all(|(&mid, x)| (mid as f64 / 512.0 - x * 1e6).abs() < 1.0),
            "{mid:?}"
        );
    }
}

#[test]
fn a_quarter_turn_swaps_the_edges_exactly() {
    let mut turned = sprite(0.0, 0.0);
    turned.turn = Turn::QUARTER;
    turned.set_tint(Color::RED);
    let quad = project(&turned, &record(8, 4), &Projection::IDENTITY).unwrap();
    assert_eq!((quad.across, quad.down), ([0, 8 * 256], [-4 * 256, 0]));
}

/// Returns a view that is turned by this angle about a position.
fn turned_by(turn: Turn, scale: f32, about: [f32; 2]) -> Projection {
    let (sin, cos) = turn.sin_cos();
    Projection {
        matrix: [cos * scale, -sin * scale, sin * scale, cos * scale],
        translation: about,
        texel_scale: [scale; 2],
        turn: turn.0.into(),
        ..Projection::IDENTITY
    }
}

#[test]
fn a_picture_turned_by_a_quarter_keeps_its_pixels() {
    for turn in [0, 0x4000, 0x8000, 0xc000].map(Turn) {
        let view = turned_by(turn, 1.0, [100.5, 50.5]);
        let quad = project(&sprite(0.0, 0.0), &record(9, 5), &view).unwrap();
        assert_eq!(quad.origin, [100 * 256 + 128, 50 * 256 + 128]);
        let length = |edge: [i32; 2]| edge[0].abs() + edge[1].abs();
        assert_eq!((length(quad.across), length(quad.down)), (9 * 256, 5 * 256));
    }
}

/// Returns the record of a slice with these edges: left, top, right and bottom, in texels from the anchor.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a small image's side"
)]
fn slice(edges: [f32; 4], mirror: u32) -> FrameRecord {
    let [left, top, right, bottom] = edges;
    FrameRecord {
        page_kind: u32::from(FrameRecord::SLICE) << 16,
        mirror,
        corners: [[left, top], [right, top], [left, bottom], [right, bottom]],
        ..record((right - left) as u32, (bottom - top) as u32)
    }
}

/// Returns four slices of an image of 83 × 47 texels, row after row. They meet 30 texels from its left and 20 from its
/// upper edge. `None` if one of them is not drawn.
fn four_slices(
    place: Vec2,
    centred: bool,
    flips: InstanceFlags,
    scale: Vec2,
    turn: Turn,
    view: &Projection,
) -> Option<[Quad; 4]> {
    let (offset, mirror) = match centred {
        true => ([-41.5, -23.5], 0),
        false => ([0.0, 0.0], 83 | 47 << 16),
    };
    let (x, y) = ([0.0, 30.0, 83.0], [0.0, 20.0, 47.0]);
    let mut instance = sprite(place.x, place.y);
    instance.set_flags(flips);
    instance.set_scale(scale);
    instance.turn = turn;
    let quad = |column: usize, row: usize| {
        let edges = [x[column], y[row], x[column + 1], y[row + 1]];
        let [left, top] = offset;
        let edges = [
            edges[0] + left,
            edges[1] + top,
            edges[2] + left,
            edges[3] + top,
        ];
        project(&instance, &slice(edges, mirror), view)
    };
    Some([quad(0, 0)?, quad(1, 0)?, quad(0, 1)?, quad(1, 1)?])
}

/// Returns the slices by their position on the screen, row after row: mirroring swaps them.
fn seen(slices: [Quad; 4], flips: InstanceFlags) -> [Quad; 4] {
    let [x, y] = [InstanceFlags::FLIP_X, InstanceFlags::FLIP_Y].map(|flip| flips.contains(flip));
    [0, 1, 2, 3].map(|index: usize| slices[index ^ usize::from(x) ^ (usize::from(y) << 1)])
}

fn any_flips() -> impl Strategy<Value = InstanceFlags> {
    let flip = |on: bool, flag| if on { flag } else { InstanceFlags::default() };
    any::<(bool, bool)>()
        .prop_map(move |(x, y)| flip(x, InstanceFlags::FLIP_X).with(flip(y, InstanceFlags::FLIP_Y)))
}

#[test]
fn slices_cover_the_pixels_of_the_whole_image_mirrored_or_not() {
    for (x, y) in [(false, false), (true, false), (false, true), (true, true)] {
        let mut flips = InstanceFlags::default();
        flips.0 |= if x { InstanceFlags::FLIP_X.0 } else { 0 };
        flips.0 |= if y { InstanceFlags::FLIP_Y.0 } else { 0 };
        let place = Vec2::new(100.0, 60.0);
        let view = Projection::IDENTITY;
        let slices = four_slices(place, false, flips, Vec2::ONE, Turn::ZERO, &view).unwrap();
        // The first texel of each slice in the whole image.
        let starts = [[0, 0], [30, 0], [0, 20], [30, 20]];
        for (pixel_x, pixel_y) in (0..83).flat_map(|x| (0..47).map(move |y| (x, y))) {
            let at = [100 + pixel_x, 60 + pixel_y];
            let covering = slices.iter().zip(starts).filter(|(quad, _)| {
                let [low, high] = quad.bounds();
                (0..2).all(|axis| {
                    let centre = at[axis] * 256 + 128;
                    low[axis] <= centre && centre < high[axis]
                })
            });
            let shown: Vec<[i32; 2]> = covering
                .map(|(quad, [left, top])| {
                    let [u, v] = quad.uv_at(at[0], at[1]);
                    [left + (u >> 16), top + (v >> 16)]
                })
                .collect();
            let expected = [
                if x { 82 - pixel_x } else { pixel_x },
                if y { 46 - pixel_y } else { pixel_y },
            ];
            assert_eq!(shown, [expected], "{at:?}");
        }
    }
}

proptest! {
    #[test]
    fn upright_tiles_of_one_picture_meet_exactly(
        place in prop::array::uniform2(-300.0f32..300.0), centred: bool, flips in any_flips(),
        scale in prop::array::uniform2(-3.0f32..3.0), zoom in 0.2f32..5.0, quarters in 0_u16..4,
    ) {
        let view = turned_by(Turn::ZERO, zoom, [0.3, 0.7]);
        let turn = Turn(quarters << 14);
        let slices = four_slices(place.into(), centred, flips, scale.into(), turn, &view);
        prop_assume!(slices.is_some());
        let [first, right, below, last] = seen(slices.unwrap(), flips);
        let end = |origin: [i32; 2], edge: [i32; 2]| [origin[0] + edge[0], origin[1] + edge[1]];
        prop_assert_eq!(end(first.origin, first.across), right.origin);
        prop_assert_eq!(end(first.origin, first.down), below.origin);
        prop_assert_eq!(end(right.origin, right.down), last.origin);
        prop_assert_eq!(end(below.origin, below.across), last.origin);
        // Slices in a row have equal left edges, and slices in a column equal upper edges.
        prop_assert_eq!((first.down, below.across), (right.down, first.across));
        prop_assert_eq!((last.across, last.down), (right.across, below.down));
    }

    #[test]
    fn turned_tiles_of_one_picture_share_their_corners(
        place in prop::array::uniform2(-300.0f32..300.0), centred: bool, flips in any_flips(),
        scale in prop::array::uniform2(0.2f32..3.0), turn: u16, camera in prop_oneof![Just(0_u16), any::<u16>()], zoom in 0.3f32..4.0,
    ) {
        let (turn, camera) = (Turn(turn), Turn(camera));
        prop_assume!(!(turn + camera).is_quarter());
        let view = turned_by(camera, zoom, [0.3, 0.7]);
        let slices = four_slices(place.into(), centred, flips, scale.into(), turn, &view);
        prop_assume!(slices.is_some());
        let [first, right, below, last] = seen(slices.unwrap(), flips);
        for (one, other) in [(first, right), (below, last)] {
            let (one, other) = (one.corners(), other.corners());
            prop_assert_eq!([one[1], one[3]], [other[0], other[2]]);
        }
        for (one, other) in [(first, below), (right, last)] {
            let (one, other) = (one.corners(), other.corners());
            prop_assert_eq!([one[2], one[3]], [other[0], other[1]]);
        }
    }

    #[test]
    fn tiles_of_a_turned_picture_leave_no_gap(
        turn: u16, scale in 0.3f32..4.0, x in -200.0f32..200.0, y in -200.0f32..200.0, column in 0u8..60, row in 0u8..60,
    ) {
        let turn = Turn(turn);
        prop_assume!(!turn.is_quarter());
        let view = turned_by(turn, scale, [x, y]);
        let slice = |column: u8, row: u8| {
            let place = sprite(f32::from(column) * 16.0, f32::from(row) * 16.0);
            project(&place, &record(16, 16), &view).unwrap()
        };
        // Returns the position of a quad's origin plus `across` and `down` times its edges.
        let corner = |quad: &Quad, across: i64, down: i64| [0, 1].map(|axis| {
            i64::from(quad.origin[axis]) + across * i64::from(quad.across[axis]) + down * i64::from(quad.down[axis])
        });
        // Returns a positive number if `at` lies to the right of the line from `from` to `to`, as seen on the screen.
        let side = |from: [i64; 2], to: [i64; 2], at: [i64; 2]| {
            (to[0] - from[0]) * (at[1] - from[1]) - (to[1] - from[1]) * (at[0] - from[0])
        };
        let here = slice(column, row);
        let (right, below) = (slice(column + 1, row), slice(column, row + 1));
        for end in [0, 1] {
            let edge = (corner(&here, 1, 0), corner(&here, 1, 1));
            prop_assert!(side(edge.0, edge.1, corner(&right, 0, end)) >= 0);
            let edge = (corner(&here, 1, 1), corner(&here, 0, 1));
            prop_assert!(side(edge.0, edge.1, corner(&below, end, 0)) >= 0);
        }
    }
}

#[test]
fn the_box_around_a_shape_has_all_its_corners() {
    let texel = record(1, 1);
    for far in [[30.0, 40.0], [-30.0, -40.0], [5.0, 5.0]] {
        let shape = FrameRecord::shape(&texel, [[0.0, 0.0], [10.0, 0.0], [0.0, 10.0], far]);
        let quad = project(&sprite(100.0, 100.0), &shape, &Projection::IDENTITY).unwrap();
        let ends = |pick: fn(i32, i32) -> i32| {
            let corners = quad.corners();
            [0, 1].map(|axis| {
                corners
                    .map(|corner| corner[axis])
                    .into_iter()
                    .reduce(pick)
                    .unwrap()
            })
        };
        assert_eq!(quad.bounds(), [ends(i32::min), ends(i32::max)], "{far:?}");
    }
}

#[test]
fn a_sprite_upright_in_a_turned_view_keeps_its_size() {
    let turn = Turn(0x1234);
    let view = turned_by(turn, 1.0, [100.0, 50.0]);
    let mut upright = sprite(0.0, 0.0);
    upright.turn = Turn(turn.0.wrapping_neg());
    let quad = project(&upright, &record(8, 4), &view).unwrap();
    assert_eq!((quad.across, quad.down), ([8 * 256, 0], [0, 4 * 256]));
}

#[test]
fn a_shape_is_mirrored_about_its_position() {
    let corners = [[1.0, 2.0], [10.0, 3.0], [2.0, 8.0], [12.0, 9.0]];
    let shape = FrameRecord::shape(&record(1, 1), corners);
    let corners = |flags| {
        let mut shown = sprite(0.0, 0.0);
        shown.set_flags(flags);
        let quad = project(&shown, &shape, &Projection::IDENTITY).unwrap();
        quad.corners()
    };
    let plain = corners(InstanceFlags::default());
    assert_eq!(corners(InstanceFlags::FLIP_X), plain.map(|[x, y]| [-x, y]));
    assert_eq!(corners(InstanceFlags::FLIP_Y), plain.map(|[x, y]| [x, -y]));
}

#[test]
fn a_shape_is_upright_only_if_it_is_a_rectangle() {
    for (far, is_upright) in [
        ([10.0, 20.0], true),
        ([14.0, 20.0], false),
        ([10.0, 24.0], false),
    ] {
        let corners = [[0.0, 0.0], [10.0, 0.0], [0.0, 20.0], far];
        let shape = FrameRecord::shape(&record(1, 1), corners);
        let quad = project(&sprite(3.0, 4.0), &shape, &Projection::IDENTITY).unwrap();
        assert_eq!(quad.is_upright(), is_upright, "{far:?}");
    }
}
