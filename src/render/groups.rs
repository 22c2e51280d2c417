//! Groups of layers that are drawn to a target of their own, which is then mixed with what is below them.

use core::ops::Range;

use super::frame::Projection;
use crate::scene::{GroupLook, Resolution};

impl Resolution {
    /// Returns the number of halvings.
    pub(super) fn halvings(self) -> u32 {
        match self {
            Self::Full => 0,
            Self::Half => 1,
            Self::Quarter => 2,
        }
    }

    /// Returns the width and height of a group's target. The last pixel may reach beyond the frame's target.
    pub(super) fn size_of(self, target: [u32; 2]) -> [u32; 2] {
        target.map(|side| side.div_ceil(1 << self.halvings()))
    }

    /// Returns a projection to a group's target. Its numbers are exact, because the factor is a power of two.
    pub(super) fn projection(self, full: Projection) -> Projection {
        if self == Self::Full {
            return full;
        }
        let factor = 1.0 / (1 << self.halvings()) as f32;
        Projection {
            matrix: full.matrix.map(|entry| entry * factor),
            translation: full.translation.map(|at| at * factor),
            texel_scale: full.texel_scale.map(|scale| scale * factor),
            ..full
        }
    }
}

/// Adjacent layers of a frame that are drawn together to a target of their own, over full transparency. The target is
/// mixed with what is below the layers as if it was one sprite.
#[derive(Clone, Debug, PartialEq)]
pub struct LayerGroup {
    /// The range of [`Frame::layers`](super::Frame::layers).
    pub layers: Range<usize>,
    /// How the target is mixed.
    pub look: GroupLook,
}

/// Returns the groups that can be drawn: those that have layers, are within the frame, and come after the groups before
/// them. `layers` is the number of the frame's layers.
pub(crate) fn valid(groups: &[LayerGroup], layers: usize) -> impl Iterator<Item = &LayerGroup> {
    let mut next = 0;
    groups.iter().filter(move |group| {
        let Range { start, end } = group.layers;
        let is_valid = start >= next && start < end && end <= layers;
        if is_valid {
            next = end;
        }
        is_valid
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_that_overlap_or_leave_the_frame_are_not_drawn() {
        let group = |layers| LayerGroup {
            layers,
            look: GroupLook::default(),
        };
        #[expect(clippy::reversed_empty_ranges, reason = "data of a game")]
        let groups = [
            group(1..3),
            group(2..4),
            group(3..3),
            group(3..4),
            group(6..5),
            group(5..9),
            group(4..8),
        ];
        let drawn: Vec<_> = valid(&groups, 8)
            .map(|group| group.layers.clone())
            .collect();
        assert_eq!(drawn, [1..3, 3..4, 4..8]);
    }

    #[test]
    fn a_coarser_target_covers_the_whole_frame() {
        let sizes = [Resolution::Full, Resolution::Half, Resolution::Quarter];
        assert_eq!(
            sizes.map(|resolution| resolution.size_of([641, 4])),
            [[641, 4], [321, 2], [161, 1]]
        );
    }
}
