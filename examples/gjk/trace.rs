//! GJK and EPA step by step: the data and the text of each step.

use damselfly::collision::{Epa, Gjk, GjkProgress, PlacedShape};
use damselfly::prelude::*;

use super::number;

/// One step of a search.
#[derive(Clone, Debug)]
pub(super) struct SearchStep {
    /// Corners of the simplex or the polytope. Each is the difference of two corners of the shapes.
    pub(super) corners: Vec<Vec2>,
    /// For EPA, the ends of the polytope's side nearest to the origin. For GJK, `nearest` twice.
    pub(super) nearest_side: [Vec2; 2],
    /// The point of the simplex, or of that side, that is nearest to the origin.
    pub(super) nearest: Vec2,
    /// Whether the corners form a polytope of EPA. Otherwise they form a simplex of GJK.
    pub(super) is_polytope: bool,
    pub(super) text: String,
}

/// Returns all steps of the search for the distance or depth of two shapes. The first one is its initial state.
pub(super) fn trace(a: PlacedShape<'_>, b: PlacedShape<'_>) -> Vec<SearchStep> {
    let mut search = Gjk::new(a, b);
    let mut steps = vec![of_search(&search)];
    while search.step() == GjkProgress::Searching {
        steps.push(of_search(&search));
    }
    steps.push(of_search(&search));
    let Some(mut expansion) = Epa::new(&search) else {
        return steps;
    };
    steps.push(of_expansion(&expansion));
    while !expansion.is_done() {
        expansion.step();
        steps.push(of_expansion(&expansion));
    }
    steps
}

fn of_search(search: &Gjk<'_>) -> SearchStep {
    let corners: Vec<Vec2> = search.simplex().collect();
    let nearest = search.nearest();
    let apart = number(nearest.length(), 1);
    let simplex = ["corner", "side", "triangle"][corners.len().clamp(1, 3) - 1];
    let text = match search.progress() {
        GjkProgress::Searching => format!("the simplex is a {simplex}, {apart} from the origin."),
        GjkProgress::Apart => {
            format!("no corner is nearer to the origin. The cores are {apart} apart.")
        }
        GjkProgress::Meeting => "the origin is in the simplex. The cores meet.".to_owned(),
    };
    SearchStep {
        corners,
        nearest_side: [nearest; 2],
        nearest,
        is_polytope: false,
        text: format!("GJK, {}: {text}", search.steps()),
    }
}

fn of_expansion(expansion: &Epa<'_>) -> SearchStep {
    let depth = number(expansion.depth(), 1);
    let text = match expansion.is_done() {
        false => format!("the polytope's nearest side is {depth} from the origin."),
        true => format!("this side is one of the difference. The cores are {depth} deep."),
    };
    SearchStep {
        corners: expansion.corners().collect(),
        nearest_side: expansion.nearest_side(),
        nearest: expansion.depth() * expansion.normal(),
        is_polytope: true,
        text: format!("EPA, {}: {text}", expansion.steps()),
    }
}
