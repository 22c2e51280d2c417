//! Shapes that pass each other with an overlap at their edges.

use glam::{DVec2, Vec2};

use super::shape::{PlacedShape, Shape};
use super::vector::{between, normalized};

/// Returns whether a shape on a straight path passes another one, although it overlaps or touches it: seen along the
/// path, only their edges overlap, by at most `skin`. The length of the path does not matter.
pub(crate) fn passes(
    one: PlacedShape<'_>,
    movement: Vec2,
    other: PlacedShape<'_>,
    skin: f32,
) -> bool {
    let Some(along) = normalized(DVec2::from(movement)).filter(|_| skin > 0.0) else {
        return false;
    };
    let across = along.perp();
    let offset = between(one.position, other.position).dot(across);
    let [one_from, one_to] = extent(one.shape, across);
    let [other_from, other_to] = extent(other.shape, across).map(|end| end + offset);
    let overlap = (one_to - other_from).min(other_to - one_from);
    let smaller = (one_to - one_from).min(other_to - other_from);
    // A shape that is as thin as the skin would pass through everything.
    overlap <= f64::from(skin) && 4.0 * overlap < smaller
}

/// Returns between which distances along a unit vector a shape is, relative to its position.
fn extent(shape: &Shape, direction: DVec2) -> [f64; 2] {
    let radius = f64::from(shape.radius());
    let reach = |direction: DVec2| shape.corner(shape.support(direction)).dot(direction) + radius;
    [-reach(-direction), reach(direction)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const SKIN: f32 = 1.0 / 1024.0;

    fn form(number: usize) -> Shape {
        let corners = [(-5.0, -4.0), (5.0, -3.0), (3.0, 4.0), (-2.0, 5.0)].map(Vec2::from);
        [
            Shape::rect(Vec2::new(8.0, 3.0)),
            Shape::circle(4.0),
            Shape::capsule(Vec2::new(-3.0, 1.0), Vec2::new(2.0, -2.0), 2.5),
            Shape::polygon(&corners).expect("it is convex"),
        ][number]
    }

    proptest! {
        /// A second shape is put beside the path of the first, so that their edges overlap by `depth`.
        #[test]
        fn shapes_pass_if_their_edges_overlap_by_the_skin(
            forms in prop::array::uniform2(0_usize..4),
            turn in 0.0_f32..core::f32::consts::TAU,
            ahead in -40.0_f32..40.0,
            depth in -2.0_f32..2.0,
            is_left in any::<bool>(),
        ) {
            let [one, other] = forms.map(form);
            let along = Vec2::from_angle(turn);
            let side = if is_left { -along.perp() } else { along.perp() };
            let reach = |shape: &Shape, direction: Vec2| {
                let corners = shape.corners().iter().map(|corner| corner.dot(direction));
                corners.fold(f32::MIN, f32::max) + shape.radius()
            };
            let distance = reach(&one, side) + reach(&other, -side) - depth * SKIN;
            let at = along * ahead + side * distance;
            let passed = passes(one.at(Vec2::ZERO), along * 3.0, other.at(at), SKIN);
            prop_assume!((depth - 1.0).abs() > 0.02);
            prop_assert_eq!(passed, depth < 1.0);
        }
    }

    #[test]
    fn thin_shapes_pass_through_nothing() {
        let wall = Shape::rect(Vec2::new(10.0, 10.0));
        let thin = [0.0, 1e-5, SKIN, 3.0 * SKIN].map(|width| Shape::rect(Vec2::new(width, 2.0)));
        for shape in thin.iter().chain([&Shape::point()]) {
            for (one, other) in [(shape, &wall), (&wall, shape)] {
                assert!(!passes(
                    one.at(Vec2::ZERO),
                    Vec2::Y,
                    other.at(Vec2::ZERO),
                    SKIN
                ));
            }
        }
        let edge = wall.at(Vec2::new(10.0, 0.0));
        assert!(passes(wall.at(Vec2::ZERO), Vec2::Y, edge, SKIN));
        assert!(
            !passes(wall.at(Vec2::ZERO), Vec2::ZERO, edge, SKIN),
            "no path"
        );
        assert!(!passes(wall.at(Vec2::ZERO), Vec2::Y, edge, 0.0), "no skin");
    }
}
