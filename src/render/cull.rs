//! Which chunks lie wholly outside the view.

use glam::{Vec2, Vec4, Vec4Swizzles};
use half::f16;

use crate::assets::{FrameRecord, FrameTable};
use crate::scene::Instance;

use super::frame::Projection;
use super::viewport::Viewport;

/// Where the sprites of a chunk can be, whatever the smoothing factor.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reach {
    min: Vec2,
    max: Vec2,
    /// The farthest texel from an anchor, scaled.
    texels: f32,
}

impl Reach {
    /// Never outside any view.
    pub(crate) const EVERYWHERE: Self = Self {
        min: Vec2::NEG_INFINITY,
        max: Vec2::INFINITY,
        texels: 0.0,
    };

    /// Whether nothing of it can touch a pixel of the view. A pixel of slack covers all rounding.
    pub(crate) fn misses(&self, view: &Projection, viewport: &Viewport) -> bool {
        if self.min.x > self.max.x {
            return true; // No sprite has a place.
        }
        let [xx, xy, yx, yy] = view.matrix;
        let centre = (self.min + self.max) * 0.5;
        let half = (self.max - self.min) * 0.5;
        let x = xx * centre.x + xy * centre.y + view.translation[0];
        let y = yx * centre.x + yy * centre.y + view.translation[1];
        let margin = self.texels * view.texel_scale[0].abs().max(view.texel_scale[1].abs()) + 1.0;
        let dx = xx.abs() * half.x + xy.abs() * half.y + margin;
        let dy = yx.abs() * half.x + yy.abs() * half.y + margin;
        let outside = |at: f32, by: f32, from: u32, len: u32| {
            at + by < from as f32 || at - by > (from + len) as f32
        };
        outside(x, dx, viewport.origin[0], viewport.size[0])
            || outside(y, dy, viewport.origin[1], viewport.size[1])
    }
}

/// Each frame's farthest texel from its anchor, unscaled.
#[derive(Debug, Default)]
pub(crate) struct Extents {
    texels: Vec<f32>,
    /// Of the frame table that this was taken from.
    version: Option<u64>,
}

impl Extents {
    /// Follows the frame table.
    pub(crate) fn update(&mut self, frames: &FrameTable) {
        if self.version == Some(frames.version()) {
            return;
        }
        self.version = Some(frames.version());
        self.texels.clear();
        self.texels.extend(frames.records().iter().map(extent));
    }
}

fn extent(frame: &FrameRecord) -> f32 {
    let corners = frame.corners.iter();
    corners.fold(0.0, |most, [x, y]| most.max(x.abs() + y.abs()))
}

/// Where these sprites can be.
pub(crate) fn reach(instances: &[Instance], extents: &Extents) -> Reach {
    // The least of the near ends and the most of the far ends are one maximum of four lanes, of which a
    // place that is not a number takes no part: such a sprite is not drawn. See the bench `step`.
    let mut ends = Vec4::NEG_INFINITY;
    let (mut texels, mut scale) = (0.0, 0);
    for instance in instances {
        if instance.is_hidden() {
            continue;
        }
        // The smoothing factor is within -1 to 1.
        let (at, by) = (instance.position, instance.motion.abs());
        let at = Vec4::new(-at.x, -at.y, at.x, at.y);
        ends = (at + Vec4::new(by.x, by.y, by.x, by.y)).max(ends);
        // As whole numbers, half floats without their sign are in order.
        let [x, y] = instance.scale.map(|scale| scale.to_bits() & 0x7fff);
        scale = scale.max(x).max(y);
        let extent = extents.texels.get(instance.frame().index());
        texels = extent.copied().unwrap_or(0.0).max(texels);
    }
    Reach {
        min: -ends.xy(),
        max: ends.zw(),
        // Perhaps no one sprite is as large as that: then the chunk is drawn a little longer than it needs.
        texels: texels * f16::from_bits(scale).to_f32(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assets::FrameId;

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
            reserved: 0,
            corners: [[-8.0, -8.0], [8.0, -8.0], [-8.0, 8.0], [8.0, 8.0]],
        };
        let mut sprite = Instance::new(position, FrameId(0));
        sprite.motion = motion;
        reach(&[sprite], &extents(&frame)).misses(&Projection::IDENTITY, &VIEW)
    }

    #[test]
    fn a_chunk_is_skipped_only_when_no_sprite_of_it_can_touch_the_view() {
        assert!(!misses(Vec2::new(50.0, 50.0), Vec2::ZERO));
        assert!(!misses(Vec2::new(-8.0, 50.0), Vec2::ZERO));
        assert!(misses(Vec2::new(-40.0, 50.0), Vec2::ZERO));
        assert!(!misses(Vec2::new(-40.0, 50.0), Vec2::new(40.0, 0.0)));
        assert!(misses(Vec2::new(50.0, 140.0), Vec2::ZERO));
    }

    #[test]
    fn a_chunk_without_visible_sprites_is_skipped() {
        assert!(reach(&[], &Extents::default()).misses(&Projection::IDENTITY, &VIEW));
    }
}
