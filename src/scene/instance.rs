//! The 32 bytes that are a sprite: what the simulation moves, and what both backends read.

use bytemuck::{Pod, Zeroable};
use core::fmt;
use glam::Vec2;
use half::f16;

use crate::assets::FrameId;
use crate::base::color::Color;
use crate::geometry::turns::Turn;

/// One sprite as both backends read it. A column of these is copied to the backend as it is.
///
/// Mirrors `Instance` in `shaders/sprite.wgsl`; a test in `render::gpu::layout` fails when the two part.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Pod, Zeroable)]
pub struct Instance {
    /// Where the sprite's anchor is, in world units.
    pub position: Vec2,
    /// How far the last step moved it, in world units: it is drawn at `position + motion * k`.
    pub motion: Vec2,
    /// Stretching, 1 is the sprite's own size; a negative value mirrors about the anchor.
    pub scale: [f16; 2],
    /// The angle.
    pub turn: Turn,
    /// How far the last step turned it, in 1/65536 of a turn, clockwise on screen.
    pub turn_motion: i16,
    /// Tint, premultiplied: each texel is multiplied by it.
    pub tint: [u8; 4],
    /// The frame in the low 24 bits, [`InstanceFlags`] in the high 8.
    pub frame_and_flags: u32,
}

/// How a sprite's frame is drawn: bits 24 to 31 of [`Instance::frame_and_flags`].
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct InstanceFlags(pub(crate) u32);

impl InstanceFlags {
    /// Not drawn. Rows of removed objects have it until their layer is pruned.
    pub const HIDDEN: Self = Self(1 << 24);
    /// Mirrored left to right, within the sprite's own rectangle.
    pub const FLIP_X: Self = Self(1 << 25);
    /// Mirrored top to bottom, within the sprite's own rectangle.
    pub const FLIP_Y: Self = Self(1 << 26);
    /// Added to what is beneath: light, fire.
    pub const ADDITIVE: Self = Self(1 << 27);
    /// Replaces what is beneath, its alpha ignored.
    pub const OPAQUE: Self = Self(1 << 28);
    /// Filtered linearly between texels; otherwise the nearest texel, pixel-exact.
    pub const LINEAR: Self = Self(1 << 29);

    const MASK: u32 = 0xff00_0000;

    /// Both sets of flags.
    #[must_use]
    pub const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// These flags without the others.
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Whether all of the other flags are among these.
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }
}

impl fmt::Debug for InstanceFlags {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "InstanceFlags({:#04x})", self.0 >> 24)
    }
}

/// How a sprite meets what is beneath it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Blend {
    /// Covers by its alpha. The default.
    #[default]
    Alpha,
    /// Adds its light.
    Additive,
    /// Replaces, its alpha ignored.
    Opaque,
}

impl Instance {
    /// A sprite of this frame at this place: unturned, at its own size, untinted.
    pub fn new(position: Vec2, frame: FrameId) -> Self {
        Self {
            position,
            motion: Vec2::ZERO,
            scale: [f16::ONE; 2],
            turn: Turn::ZERO,
            turn_motion: 0,
            tint: [255; 4],
            frame_and_flags: frame.0,
        }
    }

    /// Moves by `delta` world units in this step, unturned: the whole of its motion.
    ///
    /// For games that move whole columns themselves: see [`Layer::columns_mut`](super::Layer::columns_mut). Set
    /// `turn_motion` after it where a row turns.
    #[inline]
    pub fn step_by(&mut self, delta: Vec2) {
        self.position += delta;
        self.motion = delta;
        self.turn_motion = 0;
    }

    /// Forgets its motion: it is drawn where it is.
    #[inline]
    pub fn rest(&mut self) {
        self.motion = Vec2::ZERO;
        self.turn_motion = 0;
    }

    /// The frame it shows.
    pub fn frame(&self) -> FrameId {
        FrameId(self.frame_and_flags & !InstanceFlags::MASK)
    }

    /// Shows another frame.
    pub fn set_frame(&mut self, frame: FrameId) {
        self.frame_and_flags = self.frame_and_flags & InstanceFlags::MASK | frame.0;
    }

    /// How it is drawn.
    pub fn flags(&self) -> InstanceFlags {
        InstanceFlags(self.frame_and_flags & InstanceFlags::MASK)
    }

    /// Changes how it is drawn.
    pub fn set_flags(&mut self, flags: InstanceFlags) {
        self.frame_and_flags = self.frame_and_flags & !InstanceFlags::MASK | flags.0;
    }

    /// Multiplies every texel by this colour.
    pub fn set_tint(&mut self, tint: Color) {
        self.tint = tint.premultiplied();
    }

    /// Stretches by these factors, kept as half floats (11 bits).
    pub fn set_scale(&mut self, scale: Vec2) {
        self.scale = [f16::from_f32(scale.x), f16::from_f32(scale.y)];
    }

    /// Whether it is not drawn.
    pub fn is_hidden(&self) -> bool {
        self.flags().contains(InstanceFlags::HIDDEN)
    }
}

impl fmt::Debug for Instance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Instance")
            .field("position", &self.position)
            .field("motion", &self.motion)
            .field("scale", &self.scale.map(f16::to_f32))
            .field("turn", &self.turn)
            .field("turn_motion", &self.turn_motion)
            .field("tint", &self.tint)
            .field("frame", &self.frame())
            .field("flags", &self.flags())
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_instance_is_32_bytes() {
        assert_eq!(size_of::<Instance>(), 32);
    }

    #[test]
    fn frame_and_flags_share_a_word_without_touching_each_other() {
        let mut sprite = Instance::new(Vec2::ZERO, FrameId(0xff_fffe));
        sprite.set_flags(InstanceFlags::FLIP_X.with(InstanceFlags::LINEAR));
        assert_eq!(sprite.frame().0, 0xff_fffe);
        sprite.set_frame(FrameId(7));
        assert_eq!(
            sprite.flags(),
            InstanceFlags::FLIP_X.with(InstanceFlags::LINEAR)
        );
        assert!(!sprite.is_hidden());
    }
}
