//! The part of the plane of pixels that clip space covers.

/// The square of pixels that clip space covers. If the device allows it, the square is larger than the target:
/// triangles which reach beyond the edges of the target are then not clipped there. Clipping would round, and move
/// edges across pixels. The square's width is then a power of two, so that positions in 1/256 pixel survive the
/// conversion to clip space exactly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ClipSpace {
    /// The pixel in its middle, which is also the middle of the target.
    pub(super) middle: [i32; 2],
    /// Half of its side, in pixels.
    pub(super) reach: i32,
}

impl ClipSpace {
    /// Returns the clip space of a target, on a device that allows `limit` pixels a side.
    pub(super) fn around(size: [u32; 2], limit: u32) -> Self {
        let half = |side: u32| i32::try_from(side / 2).unwrap_or(i32::MAX);
        let largest = 1 << limit.clamp(1, 1 << 16).ilog2();
        // wgpu rejects viewports larger than textures may be. A target larger than the greatest power of two within
        // that limit gets a side that is not a power of two: its edges are then rounded.
        let side = if size[0].max(size[1]) <= largest {
            largest
        } else {
            limit
        };
        Self {
            middle: size.map(half),
            reach: half(side.max(2)),
        }
    }

    /// Returns the length of 1/256 pixel in clip space.
    #[expect(clippy::cast_precision_loss, reason = "a power of two, or rounded")]
    pub(super) fn per_256(&self) -> f32 {
        1.0 / (256 * self.reach) as f32
    }

    /// Sets the viewport so that clip space, −1 to 1, covers the square. Parts of it may lie outside the target.
    pub(super) fn set(self, pass: &mut wgpu::RenderPass<'_>) {
        let [x, y] = self.middle.map(|middle| (middle - self.reach) as f32);
        let side = (2 * self.reach) as f32;
        pass.set_viewport(x, y, side, side, 0.0, 1.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clip_space_is_a_power_of_two_around_the_picture() {
        let around = |size, limit| ClipSpace::around(size, limit);
        assert_eq!(
            around([1280, 720], 16384),
            ClipSpace {
                middle: [640, 360],
                reach: 8192
            }
        );
        assert_eq!(
            around([33, 17], 256),
            ClipSpace {
                middle: [16, 8],
                reach: 128
            }
        );
        assert_eq!(
            around([1, 1], 8191),
            ClipSpace {
                middle: [0, 0],
                reach: 2048
            }
        );
    }

    #[test]
    fn a_target_at_the_device_limit_still_fits_clip_space() {
        assert_eq!(
            ClipSpace::around([5000, 3000], 5000),
            ClipSpace {
                middle: [2500, 1500],
                reach: 2500
            }
        );
    }
}
