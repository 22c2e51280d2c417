//! One drawn sprite in 32 bytes: the simulation moves it, and backends read it.

use bytemuck::{Pod, Zeroable};
use core::fmt;
use glam::Vec2;
use half::f16;

use crate::assets::FrameId;
use crate::base::color::Color;
use crate::geometry::turns::{Turn, TurnMotion};

/// One drawn sprite, as both backends read it. A column of instances is copied to the backend as it is.
///
/// Mirrors `Instance` in `shaders/sprite.wgsl`; a test in `render::gpu::layout_tests` fails if the two differ.
///
/// ```
/// use damselfly::assets::FrameId;
/// use damselfly::prelude::*;
/// use damselfly::scene::Instance;
///
/// let mut spark = Instance::new(vec2(10.0, 5.0), FrameId::SOLID);
/// spark.set_tint(Color::YELLOW);
/// spark.set_scale(vec2(2.0, 2.0));
/// spark.step_by(vec2(0.5, -1.0));
/// assert_eq!(spark.position, vec2(10.5, 4.0));
/// assert_eq!(spark.motion, vec2(0.5, -1.0));
///
/// fn draw(spark: Instance, cx: &mut Context<'_>) {
///     cx.canvas(3_u16).instance(spark);
/// }
/// ```
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Pod, Zeroable)]
pub struct Instance {
    // The order of the fields leaves no padding between them, or `Pod` could not be derived.
    /// The position of the sprite's anchor, in world units.
    pub position: Vec2,
    /// Displacement of the last step, in world units; for extrapolation, the velocity per step. The sprite is drawn at
    /// `position + motion * k`, where the smoothing factor `k` is from -1 to 1.
    pub motion: Vec2,
    // The scale has half floats, because two `f32` would make the instance larger than 32 bytes.
    /// The factors of its width and height; 1 is the sprite's own size, and a negative factor mirrors it about the
    /// anchor.
    pub scale: [f16; 2],
    /// The angle.
    pub turn: Turn,
    /// Turn of the last step, in units of 1/65536 of a turn, clockwise on screen.
    pub turn_motion: TurnMotion,
    /// Tint: red, green, blue, alpha, premultiplied. Each texel is multiplied by it.
    pub tint: [u8; 4],
    /// The frame in the low 24 bits, [`InstanceFlags`] in the high 8.
    pub frame_and_flags: u32,
}

/// How a sprite's frame is drawn: bits 24 to 31 of [`Instance::frame_and_flags`].
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct InstanceFlags(pub(crate) u32);

impl InstanceFlags {
    /// It is not drawn. Tombstones have this flag until their layer is pruned.
    pub const HIDDEN: Self = Self(1 << 24);
    /// Mirrored left to right, within the sprite's own rectangle.
    pub const FLIP_X: Self = Self(1 << 25);
    /// Mirrored top to bottom, within the sprite's own rectangle.
    pub const FLIP_Y: Self = Self(1 << 26);
    /// Added to the pixels below, for light and fire: [`Blend::Additive`].
    pub const ADDITIVE: Self = Self(1 << 27);
    /// Replaces the pixels below it and ignores its alpha: [`Blend::Opaque`].
    pub const OPAQUE: Self = Self(1 << 28);
    /// Filtered linearly between texels. Without this flag each pixel shows the nearest texel.
    pub const LINEAR: Self = Self(1 << 29);
    /// Filled with its tint: only the alpha of texels counts, as if their colour was white. A flash shows the sprite's
    /// silhouette this way.
    pub const FILLED: Self = Self(1 << 30);
    /// Its frame number is an index into its layer's own shapes, not into the frame table. Tiles and shapes on the
    /// canvas have this flag.
    pub(crate) const SHAPE: Self = Self(1 << 31);

    // The high 8 bits. The other 24 bits are enough for 16 million frames.
    const MASK: u32 = 0xff00_0000;

    /// Returns the union of both sets of flags.
    #[must_use]
    pub const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns these flags without the others.
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Returns whether all of the other flags are among these.
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    pub(crate) fn blend(self) -> Blend {
        if self.contains(Self::ADDITIVE) {
            Blend::Additive
        } else if self.contains(Self::OPAQUE) {
            Blend::Opaque
        } else {
            Blend::Alpha
        }
    }
}

impl fmt::Debug for InstanceFlags {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "InstanceFlags({:#04x})", self.0 >> 24)
    }
}

/// How a sprite is combined with the pixels below it.
///
/// ```
/// use damselfly::prelude::*;
///
/// # fn start(cx: &mut Context<'_>) {
/// cx.spawn(Object { blend: Blend::Additive, tint: Color::YELLOW, ..Object::default() });
/// # }
/// assert_eq!(Blend::default(), Blend::Alpha);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Blend {
    /// Covers the pixels below by its alpha. The default.
    #[default]
    Alpha,
    /// Adds its colour, times its alpha, to the pixels below.
    Additive,
    /// Replaces the pixels below; its alpha is ignored.
    Opaque,
    /// Multiplies the pixels below by its colour: black darkens them fully, and white leaves them as they are. Shadows
    /// and coloured glass. Its alpha weakens the effect.
    Multiply,
    /// Brightens the pixels below, less where they are bright already: black leaves them as they are, and white makes
    /// them white. Glows and mist that never exceed white.
    Screen,
    /// Subtracts its colour, times its alpha, from the pixels below, down to black. Each run of such sprites in painting
    /// order is a draw call of its own.
    Subtract,
}

impl Instance {
    /// Returns an instance of this frame at this position in world units: at rest, not turned, at its own size, with no
    /// tint.
    pub fn new(position: Vec2, frame: FrameId) -> Self {
        Self {
            position,
            motion: Vec2::ZERO,
            scale: [f16::ONE; 2],
            turn: Turn::ZERO,
            turn_motion: TurnMotion::ZERO,
            tint: [255; 4],
            frame_and_flags: frame.0,
        }
    }

    /// Moves by `delta` world units, which become the whole motion of this step.
    ///
    /// Games that move whole columns use this: see [`Layer::columns_mut`](super::Layer::columns_mut). If the instance
    /// also turns, set `turn_motion` afterwards.
    #[inline]
    pub fn step_by(&mut self, delta: Vec2) {
        self.position += delta;
        self.motion = delta;
        // Rows of a layer that the game moves are not put to rest before a step, so an earlier turn would be drawn
        // again.
        self.turn_motion = TurnMotion::ZERO;
    }

    /// Puts it to rest: its motion and turn motion become zero, so it is drawn at its position and angle.
    #[inline]
    pub fn rest(&mut self) {
        self.motion = Vec2::ZERO;
        self.turn_motion = TurnMotion::ZERO;
    }

    /// Returns its frame. If it shows one of its layer's shapes, returns the shape's number.
    pub fn frame(&self) -> FrameId {
        FrameId(self.frame_and_flags & !InstanceFlags::MASK)
    }

    /// Sets the frame that it shows.
    pub fn set_frame(&mut self, frame: FrameId) {
        self.frame_and_flags = self.frame_and_flags & InstanceFlags::MASK | frame.0;
    }

    /// Returns its flags.
    pub fn flags(&self) -> InstanceFlags {
        InstanceFlags(self.frame_and_flags & InstanceFlags::MASK)
    }

    /// Replaces its flags.
    pub fn set_flags(&mut self, flags: InstanceFlags) {
        self.frame_and_flags = self.frame_and_flags & !InstanceFlags::MASK | flags.0;
    }

    /// Sets the tint: texels are multiplied by it, so white does not change them. With [`InstanceFlags::FILLED`] it
    /// replaces their colour.
    pub fn set_tint(&mut self, tint: Color) {
        self.tint = tint.premultiplied();
    }

    /// Returns the tint. Tints are stored premultiplied, so a translucent tint may differ a little from the colour that
    /// was set.
    pub fn tint_color(&self) -> Color {
        let [red, green, blue, alpha] = self.tint;
        let plain = |channel: u8| match alpha {
            0 => 0,
            alpha => {
                let channel = (u32::from(channel) * 255 + u32::from(alpha) / 2) / u32::from(alpha);
                u8::try_from(channel).unwrap_or(u8::MAX)
            }
        };
        Color::rgba(plain(red), plain(green), plain(blue), alpha)
    }

    /// Returns how its flags combine it with the pixels below it: by alpha, additive or opaque. The row of a layer may
    /// have another mode: see [`Layer::blend`](super::Layer::blend).
    pub fn blend(&self) -> Blend {
        self.flags().blend()
    }

    /// Sets the factors of its width and height. They are stored as half floats: 11 significant bits, at most 65 504.
    pub fn set_scale(&mut self, scale: Vec2) {
        self.scale = [f16::from_f32(scale.x), f16::from_f32(scale.y)];
    }

    /// Makes it show one of its layer's shapes.
    pub(crate) fn set_shape(&mut self, number: u32) {
        self.set_frame(FrameId(number));
        self.set_flag(InstanceFlags::SHAPE, true);
    }

    /// Returns the number of its layer's shape, if it shows one.
    #[inline]
    pub(crate) fn shape(&self) -> Option<usize> {
        let is_shape = self.flags().contains(InstanceFlags::SHAPE);
        is_shape.then(|| self.frame().index())
    }

    /// Returns whether it has [`InstanceFlags::HIDDEN`].
    pub fn is_hidden(&self) -> bool {
        self.flags().contains(InstanceFlags::HIDDEN)
    }

    /// Sets or clears flags.
    pub(crate) fn set_flag(&mut self, flag: InstanceFlags, on: bool) {
        let flags = self.flags();
        self.set_flags(if on {
            flags.with(flag)
        } else {
            flags.without(flag)
        });
    }

    /// Sets the flags of a blend mode; those without flags look like [`Blend::Alpha`].
    pub(crate) fn set_blend(&mut self, blend: Blend) {
        self.set_flag(InstanceFlags::ADDITIVE, blend == Blend::Additive);
        self.set_flag(InstanceFlags::OPAQUE, blend == Blend::Opaque);
    }

    /// Sets whether it is mirrored left to right and top to bottom, within its rectangle.
    pub(crate) fn set_flip(&mut self, x: bool, y: bool) {
        self.set_flag(InstanceFlags::FLIP_X, x);
        self.set_flag(InstanceFlags::FLIP_Y, y);
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
    fn frame_and_flags_share_a_word_and_do_not_affect_each_other() {
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
