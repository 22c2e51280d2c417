//! Groups of altitudes, which are drawn to separate targets.

use super::group_effect::{EffectList, GroupEffect};
use super::instance::Blend;
use super::light::LightMap;
use crate::base::color::Color;

/// Pixels of a group's own target, as a part of the frame's. Defaults to `Full`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Resolution {
    /// As many as the frame's target has. The default.
    #[default]
    Full,
    /// Half as many along each axis.
    Half,
    /// A quarter as many along each axis.
    Quarter,
}

/// How a group's target is mixed with what is below it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GroupLook {
    /// Its pixels are multiplied by this colour. Defaults to white.
    pub tint: Color,
    /// How its pixels are combined with those below. Defaults to [`Blend::Alpha`].
    pub blend: Blend,
    /// Whether pixels of a coarser target are filtered linearly. Otherwise they are squares of the frame's pixels.
    /// Defaults to false.
    pub is_smooth: bool,
    /// Pixels of its target. Defaults to [`Resolution::Full`].
    pub resolution: Resolution,
}

impl Default for GroupLook {
    fn default() -> Self {
        Self {
            tint: Color::WHITE,
            blend: Blend::Alpha,
            is_smooth: false,
            resolution: Resolution::Full,
        }
    }
}

/// Adjacent altitudes that are drawn together to a target of their own: see
/// [`World::set_group`](crate::world::World::set_group).
#[derive(Clone, Debug, PartialEq)]
pub struct AltitudeGroup {
    pub(crate) name: Box<str>,
    pub(crate) first: u16,
    pub(crate) last: u16,
    pub(crate) look: GroupLook,
    /// An altitude that belongs to no group.
    pub(crate) mask: Option<u16>,
    pub(crate) effects: EffectList,
    /// How it is lit, and how it was at the end of the last step.
    pub(crate) light: Option<[LightMap; 2]>,
}

impl AltitudeGroup {
    /// Returns its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns its first and its last altitude.
    pub fn altitudes(&self) -> [u16; 2] {
        [self.first, self.last]
    }

    /// Returns how its target is mixed with what is below.
    pub fn look(&self) -> GroupLook {
        self.look
    }

    /// Returns the altitude whose alpha masks it, if any.
    pub fn mask(&self) -> Option<u16> {
        self.mask
    }

    /// Returns its effects, in their order.
    pub fn effects(&self) -> &[GroupEffect] {
        &self.effects.now
    }

    /// Returns how its target is lit, if it is.
    pub fn light(&self) -> Option<LightMap> {
        self.light.map(|[now, _]| now)
    }

    /// Records the values that the step begins with.
    pub(crate) fn begin_step(&mut self) {
        if let Some([now, before]) = &mut self.light {
            *before = *now;
        }
        self.effects.begin_step();
    }

    /// Returns whether an altitude belongs to it.
    pub(crate) fn contains(&self, altitude: u16) -> bool {
        (self.first..=self.last).contains(&altitude)
    }
}
