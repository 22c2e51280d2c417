//! The pixels of a sprite: the integer rules of the GPU and the software backend.
//!
//! [`project`] is the vertex shader of `shaders/sprite.wgsl`, operation for operation: change both together. Nothing
//! here may be written with fused multiplication, and no sum may be reordered.
//!
//! A quad's corners lie on a grid of 1/256 pixel. A pixel is covered when its centre is inside, or on a top or left
//! edge. The inverse transform finds the texel from the pixel's own position, in 16.16 fixed point that wraps:
//! interpolated texture coordinates would pick wrong texels at half pixels. In a view whose angle is not a multiple of
//! 90°, quads at such angles are larger by a hair, so that images side by side leave no gap between them.
//!
//! Slices of an image that is larger than an atlas page share corners, and so do tiles of a map. Each corner is snapped
//! to the grid separately, so they meet exactly at any scale and angle.

use bytemuck::cast;
use glam::Vec2;
use wide::{f32x4, i32x4};

use crate::assets::frame::FrameRecord;
use crate::geometry::turns::Turn;
use crate::scene::{Instance, InstanceFlags};

use super::frame::Projection;

/// Positions further away than this many pixels are not drawn: 2²⁰ pixels are 2²⁸ parts of 1/256, and sums of a few of
/// those must fit into 32 bits.
pub(super) const FAR: f32 = 1_048_576.0;

/// Texture coordinate steps are clamped to this, 2³⁰, so that one pixel's step never overflows 32 bits.
const STEEP: f32 = 1_073_741_824.0;

/// A sprite on the screen. Lengths are in 1/256 pixel, texture coordinates in 1/65536 texel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Quad {
    /// Corner of the frame's first texel, in 1/256 pixel.
    pub(crate) origin: [i32; 2],
    /// Upper edge of the frame, from `origin`, in 1/256 pixel.
    pub(crate) across: [i32; 2],
    /// Left edge of the frame, from `origin`, in 1/256 pixel.
    pub(crate) down: [i32; 2],
    /// Opposite corner, relative to `origin`, in 1/256 pixel: the sum of the two edges, unless the quad is a shape,
    /// a slice or a tile.
    pub(crate) far: [i32; 2],
    /// The whole pixel that `uv` is given for.
    pub(crate) reference: [i32; 2],
    /// Texture coordinates, within the frame, at the centre of the reference pixel, in 1/65536 texel.
    pub(crate) uv: [i32; 2],
    /// Change of `uv` over one pixel: `[u over x, u over y, v over x, v over y]`.
    pub(crate) uv_step: [i32; 4],
    /// The frame's first texel in its page: x, y.
    pub(crate) texel: [u32; 2],
    /// The frame's size in texels.
    pub(crate) size: [u32; 2],
    /// The index of the atlas page.
    pub(crate) page: u32,
    /// Red, green, blue, alpha, each from 0 to 255, premultiplied.
    pub(crate) tint: [u8; 4],
    /// Blend, filter, and whether the tint replaces the texels' colours.
    pub(crate) flags: InstanceFlags,
}

/// Returns the quad of an instance, where `frame` is the record of its sprite frame and `view` its layer's projection.
///
/// Returns `None` if nothing is drawn: the instance is hidden or has no area, its frame's kind is unknown, a coordinate
/// of its position or of an edge is 2²⁰ pixels or more, or one of its numbers is not finite.
pub(crate) fn project(instance: &Instance, frame: &FrameRecord, view: &Projection) -> Option<Quad> {
    let flags = instance.flags();
    if flags.contains(InstanceFlags::HIDDEN) {
        return None;
    }
    match frame.kind() {
        FrameRecord::QUAD | FrameRecord::SLICE | FrameRecord::TILE => {}
        FrameRecord::SHAPE | FrameRecord::STROKE => return project_shape(instance, frame, view),
        _ => return None,
    }
    let flip_x = flags.contains(InstanceFlags::FLIP_X);
    let flip_y = flags.contains(InstanceFlags::FLIP_Y);
    let edges = match frame.kind() {
        FrameRecord::TILE => Edges::of_tile(instance, frame, view)?,
        _ => Edges::of_image(instance, frame, view)?,
    };
    let Edges {
        origin,
        across,
        down,
        ..
    } = edges;
    let size = [frame.size & 0xffff, frame.size >> 16];
    // This comes before the edges grow: growing must not change which texel a pixel shows.
    let mut uv_step = uv_steps(across, down, size)?;
    let reference = [origin[0] >> 8, origin[1] >> 8];
    let mut uv = uv_at_reference(origin, reference, uv_step);
    // Mirroring covers the same pixels, and begins with the frame's last texel.
    if flip_x {
        uv[0] = ((size[0] << 16) as i32).wrapping_sub(1).wrapping_sub(uv[0]);
        (uv_step[0], uv_step[1]) = (-uv_step[0], -uv_step[1]);
    }
    if flip_y {
        uv[1] = ((size[1] << 16) as i32).wrapping_sub(1).wrapping_sub(uv[1]);
        (uv_step[2], uv_step[3]) = (-uv_step[2], -uv_step[3]);
    }
    // If neither the drawn angle nor the view's is a multiple of 90°, images grow: they may lie side by side, and must
    // not leave gaps.
    let grows = frame.kind() == FrameRecord::QUAD
        && !view.turn().is_quarter()
        && !turned(instance, view).is_quarter();
    let edges = if grows { edges.grown() } else { edges };
    Some(Quad {
        origin: edges.origin,
        across: edges.across,
        down: edges.down,
        far: edges.far,
        reference,
        uv,
        uv_step,
        texel: [frame.origin & 0xffff, frame.origin >> 16],
        size,
        page: frame.page_kind & 0xffff,
        tint: instance.tint,
        flags,
    })
}

/// Like [`project`], for a shape or a stroke: each corner is snapped separately, relative to the anchor. So shapes with
/// a common corner meet there at any angle and scale.
#[inline(never)]
fn project_shape(instance: &Instance, frame: &FrameRecord, view: &Projection) -> Option<Quad> {
    let flags = instance.flags();
    let anchor = project_position(instance, view);
    let scale = [
        instance.scale[0].to_f32() * view.texel_scale[0],
        instance.scale[1].to_f32() * view.texel_scale[1],
    ];
    let turn = turned(instance, view);
    let sign = |flip| if flags.contains(flip) { -1.0 } else { 1.0 };
    let mirror = [sign(InstanceFlags::FLIP_X), sign(InstanceFlags::FLIP_Y)];
    let place = |corner: [f32; 2], scale: [f32; 2]| {
        let corner = [corner[0] * mirror[0], corner[1] * mirror[1]];
        turn_by(turn, [corner[0] * scale[0], corner[1] * scale[1]])
    };
    let is_stroke = frame.kind() == FrameRecord::STROKE;
    // A stroke that is squashed has no area, like any other shape.
    if is_stroke && scale.contains(&0.0) {
        return None;
    }
    let edge_scale = match is_stroke {
        true => at_least(scale, f32::from_bits(frame.mirror)),
        false => scale,
    };
    let [one, other, third, fourth] = frame.corners;
    let corners = [
        place(one, scale),
        place(other, scale),
        place(third, edge_scale),
        place(fourth, edge_scale),
    ];
    if !(is_near(anchor) && corners.iter().all(|&corner| is_near(corner))) {
        return None;
    }
    let [anchor, first] = snap(anchor, corners[0]);
    let [right, _] = snap(corners[1], corners[1]);
    let [first, right, below, opposite] = match is_stroke {
        true => edges_of_stroke([first, right], [corners[2], corners[3]]),
        false => {
            let [below, opposite] = snap(corners[2], corners[3]);
            [first, right, below, opposite]
        }
    };
    let from_first = |corner: [i32; 2]| [corner[0] - first[0], corner[1] - first[1]];
    let origin = [anchor[0] + first[0], anchor[1] + first[1]];
    let (mut across, mut down) = (from_first(right), from_first(below));
    // Swapping its edges keeps the triangles, and makes the quad of an upright line upright.
    if is_stroke && across[0] == 0 {
        (across, down) = (down, across);
    }
    Some(Quad {
        origin,
        across,
        down,
        far: from_first(opposite),
        reference: [origin[0] >> 8, origin[1] >> 8],
        // Every pixel shows the first texel.
        uv: [0; 2],
        uv_step: [0; 4],
        texel: [frame.origin & 0xffff, frame.origin >> 16],
        size: [1, 1],
        page: frame.page_kind & 0xffff,
        tint: instance.tint,
        flags,
    })
}

/// Returns the factors, enlarged to a magnitude of at least `least`. They keep their signs.
fn at_least(scale: [f32; 2], least: f32) -> [f32; 2] {
    scale.map(|factor| {
        let size = if factor.abs() < least {
            least
        } else {
            factor.abs()
        };
        if factor < 0.0 { -size } else { size }
    })
}

/// Returns the corners of a stroke, in 1/256 pixel, from the ends of its middle line in the same units, and the
/// distances of its edges from both ends in pixels. Distances are rounded away from 0, and so a stroke of a pixel has
/// a pixel in each row or column that it crosses.
fn edges_of_stroke([from, to]: [[i32; 2]; 2], [start, end]: [[f32; 2]; 2]) -> [[i32; 2]; 4] {
    let values = [start[0], start[1], end[0], end[1]];
    // Allows a rounding error of 1/16 unit in a distance that should be a whole number of units.
    let sizes = f32x4::splat(0.0625) - f32x4::new(values.map(f32::abs)) * f32x4::splat(256.0);
    let sizes = floor(sizes);
    let [sx, sy, ex, ey] = [0, 1, 2, 3].map(|at| match values[at] < 0.0 {
        true => sizes[at],
        false => -sizes[at],
    });
    [
        [from[0] - sx, from[1] - sy],
        [to[0] - ex, to[1] - ey],
        [from[0] + sx, from[1] + sy],
        [to[0] + ex, to[1] + ey],
    ]
}

/// Returns an instance's position in the target, in pixels and not rounded. It is not finite if the instance's position
/// or motion is not finite.
#[inline]
pub(super) fn project_position(instance: &Instance, view: &Projection) -> [f32; 2] {
    project_point(instance.position, instance.motion, view)
}

#[inline]
fn project_point(position: Vec2, motion: Vec2, view: &Projection) -> [f32; 2] {
    let world = [
        position.x + motion.x * view.k,
        position.y + motion.y * view.k,
    ];
    [
        view.matrix[0] * world[0] + view.matrix[1] * world[1] + view.translation[0],
        view.matrix[2] * world[0] + view.matrix[3] * world[1] + view.translation[1],
    ]
}

/// Returns whether a position or an edge can be drawn. The comparisons are false for NaN.
#[inline]
fn is_near(v: [f32; 2]) -> bool {
    v[0].abs() < FAR && v[1].abs() < FAR
}

/// A quad's shape, in 1/256 pixel: the fields of [`Quad`] of the same names.
#[derive(Clone, Copy)]
struct Edges {
    origin: [i32; 2],
    across: [i32; 2],
    down: [i32; 2],
    far: [i32; 2],
}

impl Edges {
    /// Returns the edges of an image or a slice. `None` if a number is not finite or too large.
    #[inline]
    fn of_image(instance: &Instance, frame: &FrameRecord, view: &Projection) -> Option<Self> {
        let flags = instance.flags();
        let corners = frame.shown_corners(
            flags.contains(InstanceFlags::FLIP_X),
            flags.contains(InstanceFlags::FLIP_Y),
        );
        let scale = [
            instance.scale[0].to_f32() * view.texel_scale[0],
            instance.scale[1].to_f32() * view.texel_scale[1],
        ];
        let turn = turned(instance, view);
        let anchor = project_position(instance, view);
        let is_slice = frame.kind() == FrameRecord::SLICE;
        // Edges lead from the first corner to its neighbours. For a slice, vectors from the anchor are snapped first,
        // then the first corner is subtracted: slices snap a shared corner to the same position.
        let base = if is_slice { [0.0, 0.0] } else { corners[0] };
        let first = turn_by(turn, [corners[0][0] * scale[0], corners[0][1] * scale[1]]);
        let edge = |corner: [f32; 2]| {
            let edge = [
                (corner[0] - base[0]) * scale[0],
                (corner[1] - base[1]) * scale[1],
            ];
            turn_by(turn, edge)
        };
        let (across, down) = (edge(corners[1]), edge(corners[2]));
        if !(is_near(anchor) && is_near(first) && is_near(across) && is_near(down)) {
            return None;
        }
        let [anchor, first] = snap(anchor, first);
        let [across, down] = snap(across, down);
        let origin = [anchor[0] + first[0], anchor[1] + first[1]];
        if !is_slice {
            return Some(Self {
                origin,
                across,
                down,
                far: [across[0] + down[0], across[1] + down[1]],
            });
        }
        let far = edge([corners[1][0], corners[2][1]]);
        if !is_near(far) {
            return None;
        }
        let [far, _] = snap(far, far);
        let from_first = |corner: [i32; 2]| [corner[0] - first[0], corner[1] - first[1]];
        Some(Self {
            origin,
            across: from_first(across),
            down: from_first(down),
            far: from_first(far),
        })
    }

    /// Returns the edges of a tile. Its corners are projected like positions: neighbours compute a corner that they
    /// share from the same numbers, and so snap it to the same position. `None` if a number is not finite or too large.
    fn of_tile(instance: &Instance, frame: &FrameRecord, view: &Projection) -> Option<Self> {
        let corners = frame.corners.map(|corner| {
            let [x, y] = [0, 1].map(|axis| corner[axis] * view.units_per_texel[axis]);
            project_point(instance.position + Vec2::new(x, y), instance.motion, view)
        });
        if !corners.iter().all(|&corner| is_near(corner)) {
            return None;
        }
        let [origin, right] = snap(corners[0], corners[1]);
        let [below, far] = snap(corners[2], corners[3]);
        let from_first = |corner: [i32; 2]| [corner[0] - origin[0], corner[1] - origin[1]];
        Some(Self {
            origin,
            across: from_first(right),
            down: from_first(below),
            far: from_first(far),
        })
    }

    /// Returns edges that are larger by a hair. Because corners are snapped, images side by side may be up to 2/256
    /// pixel apart in a turned view, and now and then a pixel of the background would flash in the gap.
    fn grown(self) -> Self {
        let ([ax, ay], [dx, dy]) = (hair(self.across), hair(self.down));
        let across = [self.across[0] + 2 * ax, self.across[1] + 2 * ay];
        let down = [self.down[0] + 2 * dx, self.down[1] + 2 * dy];
        Self {
            origin: [self.origin[0] - ax - dx, self.origin[1] - ay - dy],
            across,
            down,
            far: [across[0] + down[0], across[1] + down[1]],
        }
    }
}

/// Returns a vector along an edge: 2/256 pixel on the edge's longer axis, and the nearest value on the other. The edge
/// must have a length.
fn hair(edge: [i32; 2]) -> [i32; 2] {
    // Rounds 2 * v / longest without a product: an edge may have 2²⁸ units.
    let longest = edge[0].abs().max(edge[1].abs());
    edge.map(|v| {
        let at_least_one = v.abs() > (longest - 1) / 4;
        let two = longest - v.abs() <= longest / 4;
        v.signum() * (i32::from(at_least_one) + i32::from(two))
    })
}

/// Returns the drawn angle of a sprite: its own, smoothed, plus the view's.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "angles wrap"
)]
fn turned(instance: &Instance, view: &Projection) -> Turn {
    let smoothed = instance.turn_motion.smoothed(view.k);
    Turn((i32::from(instance.turn.0).wrapping_add(smoothed) as u32).wrapping_add(view.turn) as u16)
}

/// Returns a vector turned clockwise on screen.
pub(super) fn turn_by(turn: Turn, v: [f32; 2]) -> [f32; 2] {
    // A shortcut for sprites that are not turned. Multiplying by 1 and adding 0 would give the same, except for the
    // sign of zero.
    if turn == Turn::ZERO {
        return v;
    }
    let (sin, cos) = turn.sin_cos();
    [cos * v[0] - sin * v[1], sin * v[0] + cos * v[1]]
}

/// Rounds two positions to the nearest 1/256 pixel; halves are rounded up. The caller has checked that they are within
/// [`FAR`] pixels: beyond, the conversion to an integer has no result that both backends share.
#[inline]
fn snap(a: [f32; 2], b: [f32; 2]) -> [[i32; 2]; 2] {
    let values = f32x4::new([a[0], a[1], b[0], b[1]]);
    cast(floor(values * f32x4::splat(256.0) + f32x4::splat(0.5)))
}

/// Returns the floors of four numbers below 2^31. Without SSE4.1, `f32::floor` is a call for each of them, and a cast
/// to an integer tests for NaN and overflow, which cannot occur here. The calls and tests took a third of the time of
/// `project` (bench `software`).
#[inline]
fn floor(values: f32x4) -> [i32; 4] {
    let whole = values.fast_trunc_int();
    // -1, with all bits set, where truncation has rounded up.
    let above: i32x4 = cast(whole.round_float().simd_gt(values));
    (whole + above).to_array()
}

/// Returns [`Quad::uv_step`] before mirroring: the inverse of the parallelogram, scaled to texels. `None` if the
/// parallelogram has no area. `across` and `down` are in 1/256 pixel, `size` in texels.
fn uv_steps(across: [i32; 2], down: [i32; 2], size: [u32; 2]) -> Option<[i32; 4]> {
    let [ax, ay] = across.map(|v| v as f32);
    let [dx, dy] = down.map(|v| v as f32);
    let area = ax * dy - ay * dx;
    if area == 0.0 {
        return None;
    }
    let inverse = 1.0 / area;
    // The factor 2^24 converts texels per 1/256 pixel to 1/65536 texel per pixel.
    let u = size[0] as f32 * 16_777_216.0;
    let v = size[1] as f32 * 16_777_216.0;
    let steps = f32x4::new([dy, dx, ay, ax]) * f32x4::splat(inverse) * f32x4::new([u, -u, -v, v]);
    // The steps are rounded, not truncated: the reciprocal of the area is not exact, and a truncated step of an
    // unscaled sprite would be 65 535 for many sizes. A test covers such sizes.
    let held = (steps + f32x4::splat(0.5))
        .fast_min(f32x4::splat(STEEP))
        .fast_max(f32x4::splat(-STEEP));
    Some(floor(held))
}

/// Returns [`Quad::uv`], before mirroring: the texture coordinates at the centre of the reference pixel.
///
/// The reference is the pixel that contains the origin, not the first pixel of the target: the error of each step, up
/// to half a unit, then adds up over the sprite's pixels only.
fn uv_at_reference(origin: [i32; 2], reference: [i32; 2], step: [i32; 4]) -> [i32; 2] {
    // Distance from the origin to the pixel's centre: -127 to 128.
    let x = reference[0] * 256 + 128 - origin[0];
    let y = reference[1] * 256 + 128 - origin[1];
    [
        x.wrapping_mul(step[0])
            .wrapping_add(y.wrapping_mul(step[1]))
            >> 8,
        x.wrapping_mul(step[2])
            .wrapping_add(y.wrapping_mul(step[3]))
            >> 8,
    ]
}

impl Quad {
    /// Returns whether its edges run along rows and columns of pixels: `across` along a row and `down` along a column.
    /// False for a quad that is turned by 90°.
    pub(crate) fn is_upright(&self) -> bool {
        self.across[1] == 0 && self.down[0] == 0 && self.is_parallelogram()
    }

    /// Returns whether its opposite edges are equal: false for most shapes, and for some turned slices and tiles.
    pub(super) fn is_parallelogram(&self) -> bool {
        self.far == [0, 1].map(|axis| self.across[axis] + self.down[axis])
    }

    /// Returns its corners in 1/256 pixel, in this order for an upright sprite: top left, top right, bottom left,
    /// bottom right.
    pub(super) fn corners(&self) -> [[i32; 2]; 4] {
        [[0; 2], self.across, self.down, self.far]
            .map(|corner| [self.origin[0] + corner[0], self.origin[1] + corner[1]])
    }

    /// Returns its two triangles, as in the index buffer of the GPU backend.
    pub(super) fn triangles(&self) -> [[[i32; 2]; 3]; 2] {
        let [first, right, below, opposite] = self.corners();
        [[first, right, below], [below, right, opposite]]
    }

    /// Returns the smallest upright box around it: its top left and bottom right corner, in 1/256 pixel.
    pub(super) fn bounds(&self) -> [[i32; 2]; 2] {
        let end = |pick: fn(i32, i32) -> i32| {
            [0, 1].map(|axis| {
                let along = pick(self.across[axis], self.down[axis]);
                self.origin[axis] + pick(along, pick(self.far[axis], 0))
            })
        };
        [end(i32::min), end(i32::max)]
    }

    /// Returns the texture coordinates at the centre of a pixel, in 1/65536 texel: u, v, counted from the frame's first
    /// texel. They may lie outside the frame; the backends clamp them to its edge. They wrap at 32 bits, as in the
    /// shader.
    pub(crate) fn uv_at(&self, x: i32, y: i32) -> [i32; 2] {
        let (x, y) = (
            x.wrapping_sub(self.reference[0]),
            y.wrapping_sub(self.reference[1]),
        );
        let [ux, uy, vx, vy] = self.uv_step;
        [
            self.uv[0]
                .wrapping_add(x.wrapping_mul(ux))
                .wrapping_add(y.wrapping_mul(uy)),
            self.uv[1]
                .wrapping_add(x.wrapping_mul(vx))
                .wrapping_add(y.wrapping_mul(vy)),
        ]
    }
}

#[cfg(test)]
mod tests;
