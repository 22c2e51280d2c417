//! The position of a sprite in the target, and the texture position at each pixel.
//!
//! Sums and products of `f32` are rounded one by one, in the written order.

use super::blend::Blend;
use super::scene::{Record, Sprite, View, kind};
use super::sine::{cosine, sine};

/// The flags of a sprite.
pub(crate) mod flags {
    pub(crate) const HIDDEN: u32 = 1 << 24;
    pub(crate) const FLIP_X: u32 = 1 << 25;
    pub(crate) const FLIP_Y: u32 = 1 << 26;
    pub(crate) const ADDITIVE: u32 = 1 << 27;
    pub(crate) const OPAQUE: u32 = 1 << 28;
    pub(crate) const LINEAR: u32 = 1 << 29;
    pub(crate) const FILLED: u32 = 1 << 30;
    pub(crate) const SHAPE: u32 = 1 << 31;
}

/// Distance in pixels, from the target's corner or from the anchor, at which nothing is drawn any more.
pub(crate) const FAR: f32 = 1_048_576.0;

/// Largest change of a texture coordinate from one pixel to the next, in 1/65536 texel.
const STEEPEST: f32 = 1_073_741_824.0;

/// A sprite in the target.
pub(crate) struct Placed {
    /// Top left, top right, bottom left and bottom right corner, in 1/256 pixel.
    pub(crate) corners: [[i64; 2]; 4],
    pub(crate) page: usize,
    /// Column and row of its first texel in the page.
    pub(crate) origin: [i64; 2],
    /// Size in texels.
    pub(crate) size: [i64; 2],
    /// Number of transparent texels around the image, on each side.
    pub(crate) margin: i64,
    pub(crate) is_linear: bool,
    pub(crate) is_filled: bool,
    pub(crate) blend: Blend,
    /// The pixel that contains the first corner.
    reference: [i64; 2],
    /// Texture position at that pixel's centre: across and down, in 1/65536 texel.
    at_reference: [i64; 2],
    /// For each texture coordinate, its change over one pixel to the right and over one pixel down.
    steps: [[i64; 2]; 2],
}

/// Returns a number wrapped to a signed 32-bit integer.
pub(crate) fn wrapped(number: i64) -> i64 {
    let rest = number.rem_euclid(1 << 32);
    if rest < 1 << 31 {
        rest
    } else {
        rest - (1 << 32)
    }
}

impl Placed {
    /// Sets the texture position at the pixel of the first corner, and how it changes from pixel to pixel.
    fn map_texels(&mut self, first: [i64; 2], steps: [[i64; 2]; 2]) {
        // Distance from the corner to the centre of its pixel.
        let [x, y] = [0, 1].map(|axis| self.reference[axis] * 256 + 128 - first[axis]);
        self.steps = steps;
        self.at_reference =
            steps.map(|[over_x, over_y]| wrapped(x * over_x + y * over_y).div_euclid(256));
    }

    /// Mirrors the texels across, down or both: along the axes for which `flips` is true. The corners stay.
    fn mirror_texels(&mut self, flips: [bool; 2]) {
        for axis in (0..2).filter(|&axis| flips[axis]) {
            let last = self.size[axis] * 65_536 - 1;
            self.at_reference[axis] = wrapped(last - self.at_reference[axis]);
            self.steps[axis] = self.steps[axis].map(|step| -step);
        }
    }

    /// Returns whether different pixels show different positions of the texture.
    pub(crate) fn moves_over_texels(&self) -> bool {
        self.steps != [[0; 2]; 2]
    }

    /// Returns the texture position at a pixel's centre: across and down, in 1/65536 texel.
    pub(crate) fn texel_place(&self, pixel: [i64; 2]) -> [i64; 2] {
        let [x, y] = [0, 1].map(|axis| pixel[axis] - self.reference[axis]);
        [0, 1].map(|axis| {
            let [over_x, over_y] = self.steps[axis];
            wrapped(self.at_reference[axis] + x * over_x + y * over_y)
        })
    }
}

/// Returns the position of a sprite that shows this record, or `None` if it is not drawn. A material may add a margin to
/// an image, which then is placed like a larger one.
pub(crate) fn place(sprite: &Sprite, record: &Record, view: &View) -> Option<Placed> {
    let margin = match record.kind {
        kind::PICTURE => sprite.material.margin(),
        _ => 0,
    };
    if margin == 0 {
        return place_record(sprite, record, view);
    }
    let length = margin as f32;
    let [a, b, c, d] = record.corners;
    let larger = Record {
        size: record.size.map(|size| size + 2 * margin),
        corners: [
            [a[0] - length, a[1] - length],
            [b[0] + length, b[1] - length],
            [c[0] - length, c[1] + length],
            [d[0] + length, d[1] + length],
        ],
        ..*record
    };
    let placed = place_record(sprite, &larger, view)?;
    Some(Placed {
        size: record.size,
        margin,
        at_reference: placed.at_reference.map(|at| wrapped(at - margin * 65_536)),
        ..placed
    })
}

/// Returns the position of a sprite that shows this record, without a margin.
fn place_record(sprite: &Sprite, record: &Record, view: &View) -> Option<Placed> {
    let has = |flag: u32| sprite.flags & flag != 0;
    let is_known = record.kind <= kind::TILE;
    if has(flags::HIDDEN) || !is_known {
        return None;
    }
    let turn = i64::from(sprite.turn) + turned_by_motion(sprite, view) + view.turn;
    let scale = [0, 1].map(|axis| sprite.scale[axis] * view.texel_scale[axis]);
    let scaled = |corner: [f32; 2], scale: [f32; 2]| {
        turned([corner[0] * scale[0], corner[1] * scale[1]], turn)
    };
    let to_screen = |corner: [f32; 2]| scaled(corner, scale);
    let anchor = projected(sprite, [0.0, 0.0], view);
    let outline = match record.kind {
        kind::PICTURE => picture(record, to_screen)?,
        kind::TILE => tile(record, sprite, view)?,
        kind::SHAPE => shape(record, has(flags::FLIP_X), has(flags::FLIP_Y), to_screen)?,
        kind::STROKE => {
            let signs = [has(flags::FLIP_X), has(flags::FLIP_Y)];
            stroke(
                record,
                signs.map(|flip| if flip { -1.0 } else { 1.0 }),
                scale,
                scaled,
            )?
        }
        _ => slice(record, has(flags::FLIP_X), has(flags::FLIP_Y), to_screen)?,
    };
    let moved = match record.kind {
        kind::TILE => outline,
        _ => {
            let anchor = snapped(anchor)?;
            outline.map(|corner| sum(anchor, corner))
        }
    };
    let is_shape = [kind::SHAPE, kind::STROKE].contains(&record.kind);
    let [first, right, below, _] = moved;
    let mut placed = Placed {
        corners: moved,
        page: record.page,
        origin: record.origin,
        size: if is_shape { [1, 1] } else { record.size },
        margin: 0,
        is_linear: has(flags::LINEAR),
        is_filled: has(flags::FILLED),
        blend: match (sprite.style, has(flags::ADDITIVE), has(flags::OPAQUE)) {
            (1, ..) => Blend::Multiply,
            (2, ..) => Blend::Screen,
            (3, ..) => Blend::Subtract,
            (_, true, _) => Blend::Add,
            (_, false, true) => Blend::Replace,
            (_, false, false) => Blend::Over,
        },
        reference: first.map(|at| at.div_euclid(256)),
        at_reference: [0; 2],
        steps: [[0; 2]; 2],
    };
    if is_shape {
        return Some(placed);
    }
    let (across, down) = (difference(right, first), difference(below, first));
    placed.map_texels(first, steps(across, down, record.size)?);
    placed.mirror_texels([has(flags::FLIP_X), has(flags::FLIP_Y)]);
    let is_view_turned = view.turn % 16_384 != 0;
    if turn % 16_384 != 0 && is_view_turned && record.kind == kind::PICTURE {
        placed.corners = grown(first, across, down);
    }
    Some(placed)
}

/// Returns a position in pixels that is `offset` units from the anchor.
fn projected(sprite: &Sprite, offset: [f32; 2], view: &View) -> [f32; 2] {
    let [x, y] =
        [0, 1].map(|axis| (sprite.position[axis] + offset[axis]) + sprite.motion[axis] * view.k);
    [0, 1].map(|axis| {
        let turned = view.matrix[2 * axis] * x + view.matrix[2 * axis + 1] * y;
        turned + view.translation[axis]
    })
}

/// Returns the smoothed turn of a sprite's last step, in units of 1/65536 turn.
fn turned_by_motion(sprite: &Sprite, view: &View) -> i64 {
    nearest(f32::from(sprite.turn_motion) * view.k)
}

/// Returns an offset in pixels, turned clockwise.
fn turned([x, y]: [f32; 2], turn: i64) -> [f32; 2] {
    let (sine, cosine) = (sine(turn), cosine(turn));
    [cosine * x - sine * y, sine * x + cosine * y]
}

/// Rounds to the nearest integer. Halves are rounded up.
#[expect(
    clippy::cast_possible_truncation,
    reason = "numbers are not that large"
)]
fn nearest(number: f32) -> i64 {
    (number + 0.5).floor() as i64
}

/// Rounds down to an integer.
#[expect(
    clippy::cast_possible_truncation,
    reason = "numbers are not that large"
)]
fn rounded_down(number: f32) -> i64 {
    number.floor() as i64
}

/// Returns a position in 1/256 pixel, or `None` if it is too far away or not a number.
fn snapped(place: [f32; 2]) -> Option<[i64; 2]> {
    let is_near = place.iter().all(|at| at.abs() < FAR);
    is_near.then(|| place.map(|at| nearest(at * 256.0)))
}

fn sum(a: [i64; 2], b: [i64; 2]) -> [i64; 2] {
    [a[0] + b[0], a[1] + b[1]]
}

fn difference(a: [i64; 2], b: [i64; 2]) -> [i64; 2] {
    [a[0] - b[0], a[1] - b[1]]
}

/// Returns an image's corners, relative to its anchor. The first corner and two edges are snapped separately.
fn picture(record: &Record, to_screen: impl Fn([f32; 2]) -> [f32; 2]) -> Option<[[i64; 2]; 4]> {
    let [first, right, below, _] = record.corners;
    let edge = |to: [f32; 2]| snapped(to_screen([to[0] - first[0], to[1] - first[1]]));
    let first = snapped(to_screen(first))?;
    let (across, down) = (edge(right)?, edge(below)?);
    let below = sum(first, down);
    Some([first, sum(first, across), below, sum(below, across)])
}

/// Returns a tile's corners, each projected and snapped on its own.
fn tile(record: &Record, sprite: &Sprite, view: &View) -> Option<[[i64; 2]; 4]> {
    let [first, right, below, opposite] = record.corners.map(|corner| {
        let offset = [0, 1].map(|axis| corner[axis] * view.units_per_texel[axis]);
        snapped(projected(sprite, offset, view))
    });
    Some([first?, right?, below?, opposite?])
}

/// Returns a shape's corners, relative to its anchor. Each is snapped separately. The shape is mirrored about its
/// anchor.
fn shape(
    record: &Record,
    flip_x: bool,
    flip_y: bool,
    to_screen: impl Fn([f32; 2]) -> [f32; 2],
) -> Option<[[i64; 2]; 4]> {
    let signs = [flip_x, flip_y].map(|flip| if flip { -1.0 } else { 1.0 });
    let [first, right, below, opposite] = record.corners.map(|[x, y]| {
        let mirrored = [x * signs[0], y * signs[1]];
        snapped(to_screen(mirrored))
    });
    Some([first?, right?, below?, opposite?])
}

/// Returns a stroke's corners, relative to its anchor. The ends of its middle line are snapped. The distances of its
/// edges from that line are scaled by at least the factor that makes the stroke a pixel wide. Then they are rounded
/// away from 0 to 1/256 pixel, but an excess of at most 1/16 of that is dropped. A stroke with a scale of 0 draws
/// nothing.
fn stroke(
    record: &Record,
    signs: [f32; 2],
    scale: [f32; 2],
    scaled: impl Fn([f32; 2], [f32; 2]) -> [f32; 2],
) -> Option<[[i64; 2]; 4]> {
    let mirrored = |[x, y]: [f32; 2]| [x * signs[0], y * signs[1]];
    let [from, to] = [0, 1].map(|end| snapped(scaled(mirrored(record.corners[end]), scale)));
    let wide = scale.map(|factor| factor.signum() * factor.abs().max(record.pixel_scale));
    let [start, end] = [2, 3].map(|edge| {
        let edge = scaled(mirrored(record.corners[edge]), wide);
        snapped(edge)?;
        Some(edge.map(|at| {
            let size = -rounded_down(0.0625 - at.abs() * 256.0);
            if at < 0.0 { -size } else { size }
        }))
    });
    let (from, to, start, end) = (from?, to?, start?, end?);
    if scale.contains(&0.0) {
        return None;
    }
    let corners = [difference(from, start), difference(to, end)];
    Some([corners[0], corners[1], sum(from, start), sum(to, end)])
}

/// Returns a slice's corners, relative to its anchor. Each is snapped separately. The slice is mirrored within the whole
/// image.
fn slice(
    record: &Record,
    flip_x: bool,
    flip_y: bool,
    to_screen: impl Fn([f32; 2]) -> [f32; 2],
) -> Option<[[i64; 2]; 4]> {
    let [[mut left, mut top], [mut right, _], [_, mut bottom], _] = record.corners;
    if flip_x {
        (left, right) = (record.edge_sums[0] - right, record.edge_sums[0] - left);
    }
    if flip_y {
        (top, bottom) = (record.edge_sums[1] - bottom, record.edge_sums[1] - top);
    }
    let corner = |x: f32, y: f32| snapped(to_screen([x, y]));
    Some([
        corner(left, top)?,
        corner(right, top)?,
        corner(left, bottom)?,
        corner(right, bottom)?,
    ])
}

/// Returns how each texture coordinate, across and down, of an image of `size` texels changes over one pixel to the
/// right and over one pixel down. `None` if the edges enclose no area.
fn steps(across: [i64; 2], down: [i64; 2], size: [i64; 2]) -> Option<[[i64; 2]; 2]> {
    let [across, down] = [across, down].map(|edge| edge.map(|length| length as f32));
    let area = across[0] * down[1] - across[1] * down[0];
    if area == 0.0 {
        return None;
    }
    let inverse = 1.0 / area;
    // Converts lengths in 1/256 pixel to 1/65536 texel per pixel.
    let [width, height] = size.map(|length| length as f32 * 16_777_216.0);
    let step = |length: f32, texels: f32| {
        let exact = length * inverse * texels;
        nearest(exact).clamp(nearest(-STEEPEST), nearest(STEEPEST))
    };
    Some([
        [step(down[1], width), step(down[0], -width)],
        [step(across[1], -height), step(across[0], height)],
    ])
}

/// Returns the corners of a parallelogram after each edge is lengthened at both ends. The larger of an edge's extents
/// in x and y grows by 2/256 pixel at each end, the other in proportion, rounded.
fn grown(first: [i64; 2], across: [i64; 2], down: [i64; 2]) -> [[i64; 2]; 4] {
    let hair = |edge: [i64; 2]| {
        let longest = edge[0].abs().max(edge[1].abs());
        // Rounds to the nearest integer. Halves are rounded away from 0.
        edge.map(|length| (4 * length.abs() + longest) / (2 * longest) * length.signum())
    };
    let (along, beside) = (hair(across), hair(down));
    let twice = |edge: [i64; 2], hair: [i64; 2]| sum(edge, sum(hair, hair));
    let first = difference(first, sum(along, beside));
    let (across, down) = (twice(across, along), twice(down, beside));
    let below = sum(first, down);
    [first, sum(first, across), below, sum(below, across)]
}
