use super::*;
use proptest::prelude::*;

/// Returns twice the area of a quadrilateral's two triangles, without regard to their orientation.
fn area(quad: Corners) -> f32 {
    let [first, right, below, opposite] = quad;
    let one = (right - first).perp_dot(below - first);
    let other = (right - below).perp_dot(opposite - below);
    one.abs() + other.abs()
}

fn all(make: impl FnOnce(&mut dyn FnMut(Piece))) -> Vec<Corners> {
    let mut quads = Vec::new();
    make(&mut |piece| quads.push(piece.corners()));
    quads
}

/// Returns the number of triangles that contain a position.
fn times(quads: &[Corners], at: Vec2) -> usize {
    let triangles = quads
        .iter()
        .flat_map(|quad| [[quad[0], quad[1], quad[2]], [quad[2], quad[1], quad[3]]]);
    let inside = |corners: &[Vec2; 3]| {
        let sides = [0, 1, 2].map(|number| {
            let (from, to) = (corners[number], corners[(number + 1) % 3]);
            (to - from).perp_dot(at - from)
        });
        sides.iter().all(|&side| side > 0.0) || sides.iter().all(|&side| side < 0.0)
    };
    triangles.filter(inside).count()
}

#[test]
fn a_circle_is_symmetric_and_finer_if_larger() {
    for (radius, corners) in [(0.5, 8), (2.0, 16), (8.0, 28), (100.0, 92), (1e6, 128)] {
        let circle = Ellipse::new(Vec2::ZERO, Vec2::splat(radius), 128);
        assert_eq!(circle.len(), corners, "{radius}");
        let corners: Vec<_> = (0..circle.len())
            .map(|number| circle.corner(number))
            .collect();
        for &corner in &corners {
            let is_corner = |place: Vec2| corners.contains(&place);
            assert!(is_corner(corner.perp()) && is_corner(Vec2::new(-corner.x, corner.y)));
        }
    }
}

#[test]
fn a_pentagram_turns_one_way_and_is_not_convex() {
    let corner = |number: usize| {
        let (sin, cos) = Turn(u16::try_from(number * 2 * 13107 % 65536).unwrap()).sin_cos();
        Vec2::new(cos, sin)
    };
    assert!(!is_convex(5, corner));
    assert!(is_convex(5, |number| corner(number * 3)));
    assert!(is_convex(5, |number| corner((5 - number) * 3)));
}

#[test]
fn the_sides_of_an_outline_meet_in_miters() {
    let square = [[0.0, 0.0], [10.0, 0.0], [10.0, 10.0], [0.0, 10.0]].map(Vec2::from_array);
    let quads = all(|put| outline(4, |number| square[number], 2.0, put));
    assert_eq!(quads.len(), 4);
    assert_eq!(
        quads[0],
        [[-1.0, -1.0], [11.0, -1.0], [1.0, 1.0], [9.0, 1.0]].map(Vec2::from_array)
    );
    // Doubled corners change nothing.
    let twice = all(|put| outline(8, |number| square[number / 2], 2.0, put));
    assert_eq!(quads, twice);
    // The tip of a needle is cut off, and nothing reaches far beyond it.
    let needle = [[0.0, 0.0], [100.0, 1.0], [0.0, 2.0]].map(Vec2::from_array);
    let quads = all(|put| outline(3, |number| needle[number], 2.0, put));
    assert_eq!(quads.len(), 4);
    assert!(quads.as_flattened().iter().all(|corner| corner.x < 101.1));
}

#[test]
fn lines_without_a_length_give_nothing() {
    assert_eq!(line(Vec2::ONE, Vec2::ONE, 2.0), None);
    assert!(all(|put| outline(3, |_| Vec2::ONE, 2.0, put)).is_empty());
    assert!(all(|put| outline(0, |_| Vec2::ONE, 2.0, put)).is_empty());
    assert!(all(|put| fill_convex(2, |_| Vec2::ONE, put)).is_empty());
}

proptest! {
    #[test]
    fn a_ring_covers_what_lies_between_two_circles_once(
        radius in 1.0_f32..60.0, width in 0.1_f32..20.0, x in -90.0_f32..90.0, y in -90.0_f32..90.0,
    ) {
        let circle = Ellipse::new(Vec2::ZERO, Vec2::splat(radius), 128);
        let ring = all(|put| circle.outline(width, put));
        let at = Vec2::new(x, y);
        let from_edge = (at.length() - radius).abs();
        let covered = times(&ring, at);
        prop_assert!(covered <= 1);
        // Chords are up to 1/16 inside their circle, and a little more on the outer edge. The ring therefore reaches
        // further inwards than its inner circle, but never further outwards than its outer one.
        let sag = if at.length() < radius { 0.1 } else { 0.01 };
        if from_edge < width / 2.0 - 0.2 {
            prop_assert_eq!(covered, 1);
        } else if from_edge > width / 2.0 + sag {
            prop_assert_eq!(covered, 0);
        }
    }

    #[test]
    fn a_filled_ellipse_has_its_area(x in 0.5_f32..200.0, y in 0.5_f32..200.0) {
        let ellipse = Ellipse::new(Vec2::ZERO, Vec2::new(x, y), 128);
        let quads = all(|put| ellipse.fill(put));
        prop_assert_eq!(quads.len(), ellipse.len() / 2 - 1);
        let area: f32 = quads.into_iter().map(area).sum::<f32>() / 2.0;
        let exact = core::f32::consts::PI * x * y;
        prop_assert!(area < exact && area > exact - 0.3 * (x + y), "{} of {}", area, exact);
    }
}

#[test]
fn doubled_corners_do_not_change_whether_a_polygon_is_convex() {
    let corners = |places: &[[f32; 2]]| {
        places
            .iter()
            .map(|&place| Vec2::from(place))
            .collect::<Vec<_>>()
    };
    let notched = corners(&[
        [10.0, 10.0],
        [0.0, 10.0],
        [0.0, 0.0],
        [5.0, 8.0],
        [5.0, 8.0],
        [10.0, 0.0],
    ]);
    let whole = corners(&[
        [10.0, 10.0],
        [0.0, 10.0],
        [0.0, 10.0],
        [0.0, 0.0],
        [10.0, 0.0],
        [10.0, 10.0],
    ]);
    assert!(!is_convex(notched.len(), |number| notched[number]));
    assert!(is_convex(whole.len(), |number| whole[number]));
    let point = [Vec2::ONE; 3];
    assert!(!is_convex(point.len(), |number| point[number]));
}
