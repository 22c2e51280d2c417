//! Groups of layers that are drawn to a target of their own, which is then mixed with what is below them.

use core::ops::Range;

use super::cameras::{self, TexelArea};
use super::effects;
use super::frame::{Frame, Projection};
use super::light::{GroupLight, LightTable};
use super::viewport::Viewport;
use crate::base::color::Color;
use crate::scene::{Blend, GroupEffect, GroupLook, Resolution};

impl Resolution {
    /// Returns the number of halvings.
    pub(super) fn halvings(self) -> u32 {
        match self {
            Self::Full => 0,
            Self::Half => 1,
            Self::Quarter => 2,
        }
    }

    /// Returns the part of a group's target that shows the view: rounded outwards.
    pub(super) fn viewport(self, full: &Viewport) -> Viewport {
        let halvings = self.halvings();
        let [start, end] = [0, 1]
            .map(|end| [0, 1].map(|axis| full.origin[axis].saturating_add(end * full.size[axis])));
        let origin = start.map(|at| at >> halvings);
        let end = end.map(|at| at.div_ceil(1 << halvings));
        Viewport {
            origin,
            size: [end[0] - origin[0], end[1] - origin[1]],
            ..*full
        }
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
/// mixed with what is below the layers as if it were one sprite.
#[derive(Clone, Debug, PartialEq)]
pub struct LayerGroup {
    /// The range of [`Frame::layers`](super::Frame::layers).
    pub layers: Range<usize>,
    /// How the target is mixed.
    pub look: GroupLook,
    /// Layers that are drawn to a target of the same size, and never to the frame. Its alpha hides the group's target where
    /// it is 0. Without layers, nothing of the group is seen. `None`: no mask. A range that is not within the frame, or
    /// that shares layers with a group or with the mask of an earlier one, counts as `None`.
    pub mask: Option<Range<usize>>,
    /// The light map that its target is multiplied by, before it is masked and mixed. `None`: it is not lit.
    pub light: Option<GroupLight>,
    /// Effects of its target, in their order, with lengths in pixels of the frame. The first eight are drawn. A view
    /// wider or higher than 16 384 pixels has none.
    pub effects: Vec<GroupEffect>,
}

/// A pass: what is drawn on one target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Pass {
    pub(super) kind: PassKind,
    /// Its range of a list of chunks.
    pub(super) chunks: Range<usize>,
}

/// The target of a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PassKind {
    /// The image of a camera, which becomes the texels of a sprite.
    Camera,
    /// The light map of the group of the next pass, or of the one after its mask.
    Light,
    /// The mask of the group of the next pass.
    Mask,
    /// A group's own target, with or without a mask.
    Group { has_mask: bool },
    /// The target of effects of the view. The first one begins with the background.
    View { is_first: bool },
    /// The frame's own target, which is the last one.
    Frame,
}

/// A pass but the frame's own, and how its target is used.
#[derive(Clone, Copy, Debug)]
pub(super) struct TargetPass<'a> {
    pub(super) kind: PassKind,
    /// How the target is mixed into another one.
    pub(super) look: GroupLook,
    /// Resolution of that other target.
    pub(super) beneath: Resolution,
    /// The light map, if it is one.
    pub(super) light: Option<&'a GroupLight>,
    /// The colour of the target before anything is drawn.
    pub(super) background: Color,
    pub(super) effects: &'a [GroupEffect],
    /// Width and height of the target before halvings, if it belongs to a camera. `None`: the sides of
    /// the frame's target.
    pub(super) size: Option<[u16; 2]>,
    /// The texels that it becomes, if it is the image of a camera.
    pub(super) texels: Option<TexelArea>,
}

impl TargetPass<'_> {
    /// Returns the number of halvings of its target's sides.
    pub(super) fn halvings(&self) -> u32 {
        self.look.resolution.halvings() + self.beneath.halvings()
    }
}

/// Returns each pass but the frame's own, in their order.
pub(super) fn with_looks<'a>(frame: &Frame<'a>) -> impl Iterator<Item = TargetPass<'a>> {
    let views = effects::valid(frame)
        .enumerate()
        .map(|(at, view)| TargetPass {
            kind: PassKind::View { is_first: at == 0 },
            look: GroupLook::default(),
            beneath: Resolution::Full,
            light: None,
            background: match at {
                0 => frame.background.with_alpha(255),
                _ => Color::BLACK,
            },
            effects: &view.effects,
            size: None,
            texels: None,
        });
    let cameras = cameras::valid(frame).flat_map(|camera| {
        let (area, painted) = (camera.area, camera.painted);
        let image = TargetPass {
            kind: PassKind::Camera,
            look: GroupLook::default(),
            beneath: Resolution::Full,
            light: None,
            background: painted.background,
            effects: &[],
            size: Some(area.size),
            texels: Some(area),
        };
        of_groups(painted.groups, painted.layers.len(), Some(area.size)).chain([image])
    });
    let groups = of_groups(frame.groups, frame.layers.len(), None);
    cameras.chain(groups).chain(views)
}

/// Returns the passes of valid groups. `count` is the number of layers that they may have.
fn of_groups(
    groups: &[LayerGroup],
    count: usize,
    size: Option<[u16; 2]>,
) -> impl Iterator<Item = TargetPass<'_>> {
    valid(groups, count).flat_map(move |group| {
        let mask = mask_of(group, groups, count);
        let of_group = |kind| TargetPass {
            kind,
            look: group.look,
            beneath: Resolution::Full,
            light: None,
            background: Color::TRANSPARENT,
            effects: match kind {
                PassKind::Group { .. } => &group.effects,
                _ => &[],
            },
            size,
            texels: None,
        };
        let light = group.light.as_ref().map(|light| TargetPass {
            kind: PassKind::Light,
            look: look_of_light(light),
            beneath: group.look.resolution,
            light: Some(light),
            background: light.ambient.with_alpha(255),
            effects: &[],
            size,
            texels: None,
        });
        let mask_pass = mask.map(|_| of_group(PassKind::Mask));
        let has_mask = mask.is_some();
        let own = of_group(PassKind::Group { has_mask });
        light.into_iter().chain(mask_pass).chain([own])
    })
}

/// Returns how a light map is mixed into the target of its group.
fn look_of_light(light: &GroupLight) -> GroupLook {
    GroupLook {
        tint: Color::WHITE,
        blend: Blend::Multiply,
        is_smooth: light.is_smooth,
        resolution: light.resolution,
    }
}

/// Lists the lights of a frame, one light map after the other. `view` is the part of the frame's target that shows the
/// view: left, top, right, bottom.
pub(super) fn list_lights(table: &mut LightTable, frame: &Frame<'_>, view: [u32; 4]) {
    table.clear();
    for pass in with_looks(frame) {
        let Some(light) = pass.light else { continue };
        let halvings = pass.halvings();
        let [left, top, right, bottom] = match pass.size {
            Some([width, height]) => [0, 0, width.into(), height.into()],
            None => view,
        };
        let [left, top] = [left, top].map(|at| at >> halvings);
        let [right, bottom] = [right, bottom].map(|at| at.div_ceil(1 << halvings));
        let view = [left, top, right, bottom].map(u32::cast_signed);
        table.add(light, halvings, view);
    }
}

/// Returns the mask of a group, if it has a valid one.
pub(super) fn mask_of<'a>(
    group: &'a LayerGroup,
    groups: &[LayerGroup],
    layers: usize,
) -> Option<&'a Range<usize>> {
    let mask = group.mask.as_ref()?;
    let earlier = groups
        .iter()
        .take_while(|other| !core::ptr::eq(*other, group));
    let is_taken = earlier
        .filter_map(|other| other.mask.as_ref())
        .any(|other| other.start < mask.end && mask.start < other.end);
    let is_free = !is_taken
        && mask.start <= mask.end
        && mask.end <= layers
        && valid(groups, layers)
            .all(|group| mask.end <= group.layers.start || group.layers.end <= mask.start);
    is_free.then_some(mask)
}

/// Returns the layers of a group's light map, if it has valid ones.
pub(super) fn light_layers_of<'a>(
    group: &'a LayerGroup,
    groups: &[LayerGroup],
    layers: usize,
) -> Option<&'a Range<usize>> {
    let of_light = |group: &'a LayerGroup| group.light.as_ref()?.layers.as_ref();
    let lit = of_light(group)?;
    let is_apart = |other: &Range<usize>| lit.end <= other.start || other.end <= lit.start;
    let earlier = groups
        .iter()
        .take_while(|other| !core::ptr::eq(*other, group));
    let is_taken = earlier
        .filter_map(|other| other.light.as_ref()?.layers.as_ref())
        .any(|other| other.start < lit.end && lit.start < other.end);
    let is_free = !is_taken
        && lit.start <= lit.end
        && lit.end <= layers
        && valid(groups, layers).all(|group| {
            is_apart(&group.layers) && mask_of(group, groups, layers).is_none_or(is_apart)
        });
    is_free.then_some(lit)
}

/// Returns the groups that can be drawn: those that have layers, are within the frame, and come after the groups before
/// them. `layers` is the number of the frame's layers.
pub(super) fn valid(groups: &[LayerGroup], layers: usize) -> impl Iterator<Item = &LayerGroup> {
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
            mask: None,
            effects: Vec::new(),
            light: None,
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
    fn a_mask_that_shares_layers_with_a_group_is_none() {
        let group = |layers, mask| LayerGroup {
            layers,
            look: GroupLook::default(),
            mask: Some(mask),
            effects: Vec::new(),
            light: None,
        };
        #[expect(clippy::reversed_empty_ranges, reason = "data of a game")]
        let groups = [
            group(1..3, 0..1),
            group(3..4, 2..5),
            group(5..6, 4..7),
            group(6..7, 7..9),
            group(7..8, 3..1),
        ];
        let masks = groups.each_ref().map(|group| mask_of(group, &groups, 8));
        assert_eq!(masks, [Some(&(0..1)), None, None, None, None]);
        let empty = [group(1..3, 3..3), group(3..4, 8..8)];
        let masks = empty.each_ref().map(|group| mask_of(group, &empty, 8));
        assert_eq!(masks, [Some(&(3..3)), Some(&(8..8))]);
    }
}
