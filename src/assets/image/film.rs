//! What an animated file says about its frames.

use crate::assets::animation::Repeat;
#[cfg(feature = "aseprite")]
use crate::assets::sprite_slice::SpriteSlice;

/// The durations of an animation's frames, its behaviour after the last one, and its named parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::assets) struct FrameDurations {
    /// Duration of each frame in milliseconds, at least 1.
    pub(in crate::assets) milliseconds: Vec<u32>,
    pub(in crate::assets) repeat: Repeat,
    /// Named parts of the animation.
    #[cfg(feature = "aseprite")]
    pub(in crate::assets) tags: Vec<FrameTag>,
    #[cfg(feature = "aseprite")]
    pub(in crate::assets) slices: Vec<SpriteSlice>,
}

/// A named part of an animation.
#[cfg(feature = "aseprite")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::assets) struct FrameTag {
    pub(in crate::assets) name: String,
    /// Frames in playing order. Each lasts as long as in the whole animation.
    pub(in crate::assets) frames: Vec<u16>,
    pub(in crate::assets) repeat: Repeat,
}
