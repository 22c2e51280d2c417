//! Finds chunks that lie wholly outside the view: one test for up to 1024 sprites. In doubt, a chunk is drawn.
//!
//! A chunk is measured at most once for each of its versions; [`Reach::misses`] then compares its reach with the view
//! of any projection. [`area_in_view`] is the reverse for single sprites: the area of the world where they may be in
//! view.

use glam::{Vec2, Vec4, Vec4Swizzles};
use half::f16;

use crate::assets::FrameTable;
use crate::assets::frame::FrameRecord;
use crate::scene::{Instance, RowStyle};

use super::frame::Projection;
use super::viewport::Viewport;

/// Area that contains the sprites of a chunk at any smoothing factor.
///
/// Anchors and texels are separate, because they are scaled separately: anchors by the projection's matrix, texels by
/// its texel scale.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reach {
    /// Smallest position of an anchor, in world units. Above `max` if no sprite is visible.
    min: Vec2,
    /// Largest position of an anchor, in world units.
    max: Vec2,
    /// Upper bound of the distance of a scaled sprite's corners from its anchor, in texels.
    texels: f32,
}

impl Reach {
    /// Reach that is never outside any view.
    pub(crate) const EVERYWHERE: Self = Self {
        min: Vec2::NEG_INFINITY,
        max: Vec2::INFINITY,
        texels: 0.0,
    };

    /// Returns the reach of these sprites with the margins of their materials.
    pub(crate) fn with_margins(self, instances: &[Instance], styles: &[RowStyle]) -> Self {
        let margins = instances.iter().zip(styles);
        let margins = margins.map(|(instance, &style)| margin(instance, style));
        Self {
            texels: self.texels + margins.fold(0.0, f32::max),
            ..self
        }
    }

    /// Estimates the fraction of the sprites that is in view, 0 to 1, from their anchors' area. 1 if there is no
    /// estimate.
    pub(crate) fn part_in_view(&self, view: &Projection, viewport: &Viewport) -> f32 {
        let (centre, half) = self.projected(view);
        let along = |axis: usize| {
            let from = viewport.origin[axis] as f32;
            let to = from + viewport.size[axis] as f32;
            let [low, high] = [centre[axis] - half[axis], centre[axis] + half[axis]];
            // Is NaN if the reach is not finite, or has no length and lies in view.
            ((high.min(to) - low.max(from)) / (high - low)).clamp(0.0, 1.0)
        };
        let part = along(0) * along(1);
        if part.is_nan() { 1.0 } else { part }
    }

    /// Returns the middle of the anchors' area and half its size, in pixels.
    fn projected(&self, view: &Projection) -> (Vec2, Vec2) {
        let [xx, xy, yx, yy] = view.matrix;
        let (centre, half) = self.middle();
        let [left, top] = view.translation;
        let x = xx * centre.x + xy * centre.y + left;
        let y = yx * centre.x + yy * centre.y + top;
        let dx = xx.abs() * half.x + xy.abs() * half.y;
        let dy = yx.abs() * half.x + yy.abs() * half.y;
        (Vec2::new(x, y), Vec2::new(dx, dy))
    }

    /// Returns the middle of the anchors' area and half its size, in the layer's units.
    fn middle(&self) -> (Vec2, Vec2) {
        ((self.min + self.max) * 0.5, (self.max - self.min) * 0.5)
    }

    /// Returns whether the reach cannot touch a pixel of the view. The slack for rounding is larger far from the origin,
    /// where positions are less exact.
    ///
    /// The reach is compared as an upright box, even in a turned view, so a chunk near the view's corner may be drawn
    /// in vain.
    pub(crate) fn misses(&self, view: &Projection, viewport: &Viewport) -> bool {
        if self.min.x > self.max.x {
            return true; // No sprite is visible.
        }
        let (at, size) = self.projected(view);
        let (centre, half) = self.middle();
        let [left, top] = view.translation;
        // A sprite reaches no further than this at any angle.
        let margin = self.texels * view.texel_scale[0].abs().max(view.texel_scale[1].abs()) + SLACK;
        let far = (centre.abs() + half).max_element() * scale_of(view) + left.abs() + top.abs();
        let margin = margin + far * ROUNDING;
        // Comparisons with NaN are false, and the chunk is drawn. `EVERYWHERE`, whose centre is the sum of two
        // infinities, relies on that, and so do scales that are not finite.
        let outside = |at: f32, by: f32, from: u32, len: u32| {
            at + by < from as f32 || at - by > from.saturating_add(len) as f32
        };
        outside(at.x, size.x + margin, viewport.origin[0], viewport.size[0])
            || outside(at.y, size.y + margin, viewport.origin[1], viewport.size[1])
    }
}

/// Returns the lowest and the highest corner of an area of the world. A sprite at rest whose position is outside the
/// area, and whose corners are at most `texels` from it, touches no pixel of the view. `None` if the projection has no
/// inverse, or if the area is not finite.
pub(crate) fn area_in_view(
    view: &Projection,
    viewport: &Viewport,
    texels: f32,
) -> Option<[Vec2; 2]> {
    let [xx, xy, yx, yy] = view.matrix.map(f64::from);
    let area = xx * yy - xy * yx;
    let texel_scale = view.texel_scale[0].abs().max(view.texel_scale[1].abs());
    let margin = f64::from(texels) * f64::from(texel_scale) + f64::from(SLACK);
    // Returns the upright box, in the world, around the view's corners with a margin of pixels. If the view is turned,
    // the box is larger than the view.
    let within = |margin: f64| {
        let [[left, right], [top, bottom]] = [0, 1].map(|axis| {
            let from = f64::from(viewport.origin[axis]) - f64::from(view.translation[axis]);
            [
                from - margin,
                from + f64::from(viewport.size[axis]) + margin,
            ]
        });
        let corners = [[left, top], [right, top], [left, bottom], [right, bottom]]
            .map(|[x, y]| [(yy * x - xy * y) / area, (xx * y - yx * x) / area]);
        [0, 1].map(|axis| {
            let along = corners.map(|corner| corner[axis]);
            along
                .into_iter()
                .fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], at| {
                    [low.min(at), high.max(at)]
                })
        })
    };
    let far = within(margin)
        .as_flattened()
        .iter()
        .fold(0.0_f64, |far, at| far.max(at.abs()));
    let [left, top] = view.translation.map(|at| f64::from(at.abs()));
    let rounding = (far * f64::from(scale_of(view)) + left + top) * f64::from(ROUNDING);
    let [x, y] = within(margin + rounding);
    // Rounding to single precision may move an edge inwards.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "moved outwards by one float"
    )]
    let [low, high] = [
        Vec2::new((x[0] as f32).next_down(), (y[0] as f32).next_down()),
        Vec2::new((x[1] as f32).next_up(), (y[1] as f32).next_up()),
    ];
    (area != 0.0 && low.is_finite() && high.is_finite()).then_some([low, high])
}

/// Margin in pixels: one for rounding, and two for the miter of a stroke that is thinner than a pixel but drawn a pixel
/// wide.
const SLACK: f32 = 3.0;

/// Rounding error of the few operations that project a sprite, as a fraction of their largest operand: 2⁻²⁰, sixteen
/// times the error of one operation.
const ROUNDING: f32 = 1.0 / 1_048_576.0;

/// Returns an upper bound of the pixels per unit: twice the matrix's largest entry, because each coordinate is a sum of
/// two products.
fn scale_of(view: &Projection) -> f32 {
    view.matrix
        .iter()
        .fold(0.0, |most, part| part.abs().max(most))
        * 2.0
}

/// Upper bound of the distance of each frame's corners from its anchor, unscaled.
///
/// This is a separate table: otherwise, four corners of a 48-byte record would have to be read for each sprite. The
/// entry `step` in `benches/README.md` lists the alternatives that were tried.
#[derive(Debug, Default)]
pub(crate) struct Extents {
    /// Distances in texels, indexed by frame id.
    texels: Vec<f32>,
    /// Version of the frame table that this was computed from.
    version: Option<u64>,
}

impl Extents {
    /// Updates the extents from the frame table. Measured chunks stay correct: a frame keeps its corners as long as it
    /// has its id, even while its pixels are unloaded.
    pub(crate) fn update(&mut self, frames: &FrameTable) {
        if self.version == Some(frames.version()) {
            return;
        }
        self.version = Some(frames.version());
        self.texels.clear();
        self.texels.extend(frames.records().iter().map(extent));
    }
}

/// Returns an upper bound of the distance of the farthest corner from the anchor, in texels: at any angle, and if both
/// axes have a scale of at most 1.
fn extent(frame: &FrameRecord) -> f32 {
    // Adds the largest x and the largest y, because no diagonal is longer than that. A square root would gain little.
    // Mirrored corners count, too, because a mirrored slice moves. Each axis has its own maximum, because
    // `shown_corners` leaves out the corner opposite the first. A shape has four free corners, and mirroring does not
    // change their distances. A stroke reaches from the ends of its middle line to its edges.
    let [ends, edges] = [&frame.corners[..2], &frame.corners[2..]];
    if frame.kind() == FrameRecord::STROKE {
        return largest([ends, &[]]) + largest([edges, &[]]);
    }
    let corners = [false, true].map(|flip| frame.shown_corners(flip, flip));
    largest([corners.as_flattened(), &frame.corners])
}

/// Returns the largest x plus the largest y, without signs.
fn largest(corners: [&[[f32; 2]]; 2]) -> f32 {
    let [x, y] = [0, 1].map(|axis| {
        let corners = corners.into_iter().flatten();
        corners.fold(0.0_f32, |most, corner| most.max(corner[axis].abs()))
    });
    x + y
}

/// Returns an upper bound of the distance of an unscaled sprite's corners from its anchor, in texels. 0 for a frame id
/// that is not in the table.
#[inline]
fn extent_of(instance: &Instance, extents: &Extents, shapes: &[FrameRecord]) -> f32 {
    let extent = match instance.shape() {
        None => extents.texels.get(instance.frame().index()).copied(),
        Some(number) => shapes.get(number).map(extent),
    };
    extent.unwrap_or(0.0)
}

/// Returns an upper bound of the distance of a scaled sprite's corners from its anchor, in texels. `shapes` are the
/// shapes of its layer.
pub(crate) fn radius(instance: &Instance, extents: &Extents, shapes: &[FrameRecord]) -> f32 {
    let [x, y] = instance.scale.map(|scale| scale.to_f32().abs());
    extent_of(instance, extents, shapes) * if x > y { x } else { y }
}

/// Returns an upper bound of the distance by which a row's material reaches beyond the corners of its sprite, in texels.
pub(crate) fn margin(instance: &Instance, style: RowStyle) -> f32 {
    let [x, y] = instance.scale.map(|scale| scale.to_f32().abs());
    // Corners move by the margin along both axes.
    style.margin() as f32 * 1.5 * x.max(y)
}

/// Returns the reach of these sprites, without hidden ones. A frame id that is not in the table counts as a point,
/// because it draws nothing. `shapes` are the shapes of their layer.
pub(crate) fn reach(instances: &[Instance], extents: &Extents, shapes: &[FrameRecord]) -> Reach {
    // Minima are computed as maxima of negated values, so that one operation on four lanes does both. A NaN position
    // may be ignored, because such a sprite is not drawn. See the bench `step`.
    let mut ends = Vec4::NEG_INFINITY;
    let (mut texels, mut scale) = (0.0, 0);
    for instance in instances {
        if instance.is_hidden() {
            continue;
        }
        // Adds the whole motion on both sides, because the smoothing factor is within -1 to 1.
        let (at, by) = (instance.position, instance.motion.abs());
        let at = Vec4::new(-at.x, -at.y, at.x, at.y);
        // The order of the operands matters: if one is NaN, SSE returns the second, so that `ends` stays as it is. (ARM
        // returns NaN, and the chunk is always drawn.)
        ends = (at + Vec4::new(by.x, by.y, by.x, by.y)).max(ends);
        // Compares the bits of half floats without their sign, which have the order of the magnitudes. Infinity and NaN
        // are above all other values.
        let [x, y] = instance.scale.map(|scale| scale.to_bits() & 0x7fff);
        scale = scale.max(x).max(y);
        texels = extent_of(instance, extents, shapes).max(texels);
    }
    Reach {
        min: -ends.xy(),
        max: ends.zw(),
        // The largest extent and the largest scale may belong to different sprites. The chunk may then be drawn
        // although it is just outside the view.
        texels: texels * f16::from_bits(scale).to_f32(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assets::FrameId;
    use crate::geometry::Rect;
    use crate::geometry::turns::Turn;
    use crate::render::quad::project;
    use crate::scene::Camera;
    use proptest::prelude::*;

    const VIEW: Viewport = Viewport {
        origin: [0, 0],
        size: [100, 100],
        scale: Vec2::ONE,
        units: Vec2::splat(100.0),
    };

    fn extents(frame: &FrameRecord) -> Extents {
        Extents {
            texels: vec![extent(frame)],
            version: None,
        }
    }

    fn misses(position: Vec2, motion: Vec2) -> bool {
        let frame = FrameRecord {
            origin: 0,
            size: 0,
            page_kind: 0,
            mirror: 0,
            corners: [[-8.0, -8.0], [8.0, -8.0], [-8.0, 8.0], [8.0, 8.0]],
        };
        let mut sprite = Instance::new(position, FrameId(0));
        sprite.motion = motion;
        reach(&[sprite], &extents(&frame), &[]).misses(&Projection::IDENTITY, &VIEW)
    }

    #[test]
    fn a_chunk_is_culled_only_if_it_misses_the_view() {
        assert!(!misses(Vec2::new(50.0, 50.0), Vec2::ZERO));
        assert!(!misses(Vec2::new(-8.0, 50.0), Vec2::ZERO));
        assert!(misses(Vec2::new(-40.0, 50.0), Vec2::ZERO));
        assert!(!misses(Vec2::new(-40.0, 50.0), Vec2::new(40.0, 0.0)));
        assert!(misses(Vec2::new(50.0, 140.0), Vec2::ZERO));
    }

    #[test]
    fn a_chunk_without_visible_sprites_is_skipped() {
        assert!(reach(&[], &Extents::default(), &[]).misses(&Projection::IDENTITY, &VIEW));
    }

    fn cameras() -> impl Strategy<Value = Projection> {
        let middle = (-2000.0f32..2000.0, -2000.0f32..2000.0);
        let parallax = prop::sample::select(vec![0.0f32, 0.5, 1.0]);
        let seen = (middle, 0.1f32..8.0, -4.0f32..4.0, parallax, -1.0f32..=1.0);
        seen.prop_map(|((x, y), zoom, angle, parallax, k)| {
            let mut camera = Camera::new(Vec2::new(12.0, 6.0));
            let everywhere = Rect::centered(Vec2::ZERO, Vec2::splat(1e6));
            assert!(camera.set_boundary(everywhere).is_done() && camera.set_zoom(zoom).is_done());
            assert!(camera.set_angle(angle).is_done() && camera.cut_to(Vec2::new(x, y)).is_done());
            Projection::of_camera(&camera, Vec2::new(8.0, 16.0), &VIEW, parallax, k)
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 4000, ..ProptestConfig::default() })]

        #[test]
        fn no_camera_skips_a_chunk_that_touches_the_view(
            view in cameras(),
            kind in prop::sample::select(&[FrameRecord::QUAD, FrameRecord::SLICE][..]),
            flips in any::<(bool, bool)>(),
            sprites in prop::collection::vec(
                (-60.0f32..160.0, -60.0f32..160.0, -40.0f32..40.0, 0.0f32..4.0, any::<u16>()),
                1..5,
            ),
        ) {
            let corners = [[-8.0, -2.0], [24.0, -2.0], [-8.0, 6.0], [24.0, 6.0]];
            // Mirroring moves a slice of an image of 200 × 100 texels.
            let page_kind = u32::from(kind) << 16;
            let frame = FrameRecord { origin: 0, size: 32 | 8 << 16, page_kind, mirror: 200 | 100 << 16, corners };
            // Positions near the view or on its edges in pixels, converted back to the world.
            let [xx, xy, yx, yy] = view.matrix;
            let area = xx * yy - xy * yx;
            let instances: Vec<_> = sprites.iter().map(|&(x, y, motion, scale, turn)| {
                let (x, y) = (x - view.translation[0], y - view.translation[1]);
                let place = Vec2::new(yy * x - xy * y, xx * y - yx * x) / area;
                let mut sprite = Instance::new(place, FrameId(0));
                sprite.motion = Vec2::new(motion, -motion) * 0.1;
                sprite.set_scale(Vec2::new(scale, -scale));
                sprite.turn = Turn(turn);
                sprite.set_flip(flips.0, flips.1);
                sprite
            }).collect();
            let skipped = reach(&instances, &extents(&frame), &[]).misses(&view, &VIEW);
            let touches = |sprite: &Instance| project(sprite, &frame, &view).is_some_and(|quad| {
                (0..2).all(|axis| {
                    let (across, down) = (quad.across[axis], quad.down[axis]);
                    let least = quad.origin[axis] + across.min(0) + down.min(0);
                    let most = quad.origin[axis] + across.max(0) + down.max(0);
                    most > 0 && least < 100 * 256
                })
            });
            prop_assert!(!(skipped && instances.iter().any(touches)));
            for mut sprite in instances {
                sprite.motion = Vec2::ZERO;
                let texels = radius(&sprite, &extents(&frame), &[]);
                let [low, high] = area_in_view(&view, &VIEW, texels).unwrap();
                let is_within = sprite.position == sprite.position.clamp(low, high);
                prop_assert!(is_within || !touches(&sprite));
            }
        }
    }
}
