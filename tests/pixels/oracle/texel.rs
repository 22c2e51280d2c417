//! The colour of a sprite at a pixel.

use super::place::{Placed, wrapped};
use super::scene::Page;

/// Returns the mean of four texels around a position in 1/65536 texel.
pub(crate) fn mean(place: [i64; 2], texel: impl Fn([i64; 2]) -> [u8; 4]) -> [u8; 4] {
    // A texel's colour belongs to its centre, so that the upper left of the four texels is half a texel back.
    let [u, v] = place.map(|at| wrapped(at - 32_768));
    let [x, y] = [u, v].map(|at| at.div_euclid(65_536));
    let [right, below] = [u, v].map(|at| at.rem_euclid(65_536) / 256);
    let [upper_left, upper_right, lower_left, lower_right] =
        [[x, y], [x + 1, y], [x, y + 1], [x + 1, y + 1]].map(texel);
    core::array::from_fn(|channel| {
        let weighed = |texel: [u8; 4], weight: i64| i64::from(texel[channel]) * weight;
        let sum = weighed(upper_left, (256 - right) * (256 - below))
            + weighed(upper_right, right * (256 - below))
            + weighed(lower_left, (256 - right) * below)
            + weighed(lower_right, right * below);
        // Rounds to the nearest integer. Halves are rounded up.
        u8::try_from((sum + 32_768) / 65_536).expect("weights add up to 65536")
    })
}

/// Returns the texel in a column and row of a sprite's image, or the nearest one inside the image.
pub(crate) fn texel(pages: &[Page], placed: &Placed, place: [i64; 2]) -> [u8; 4] {
    let within = |axis: usize| {
        let nearest = place[axis].clamp(0, placed.size[axis] - 1);
        usize::try_from(placed.origin[axis] + nearest).expect("it is in the page")
    };
    let page = &pages[placed.page];
    page.texels[within(1) * page.side + within(0)]
}
