//! Which chunks lie wholly outside the view.

use glam::Vec2;

use crate::assets::FrameRecord;
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

/// Where these sprites can be.
pub(crate) fn reach(instances: &[Instance], frames: &[FrameRecord]) -> Reach {
    let mut reach = Reach {
        min: Vec2::INFINITY,
        max: Vec2::NEG_INFINITY,
        texels: 0.0,
    };
    for instance in instances.iter().filter(|instance| !instance.is_hidden()) {
        // |k| is at most 1.
        let (near, far) = (
            instance.position - instance.motion.abs(),
            instance.position + instance.motion.abs(),
        );
        reach.min = reach.min.min(near);
        reach.max = reach.max.max(far);
        let scale = instance.scale[0]
            .to_f32()
            .abs()
            .max(instance.scale[1].to_f32().abs());
        let Some(frame) = frames.get(instance.frame().index()) else {
            continue;
        };
        for corner in frame.corners {
            reach.texels = reach
                .texels
                .max((corner[0].abs() + corner[1].abs()) * scale);
        }
    }
    reach
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
        reach(&[sprite], &[frame]).misses(&Projection::IDENTITY, &VIEW)
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
        assert!(reach(&[], &[]).misses(&Projection::IDENTITY, &VIEW));
    }
}
