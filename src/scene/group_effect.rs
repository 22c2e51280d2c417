//! Effects that change the finished target of a group of altitudes, or of the whole view.

mod between;
mod list;

use glam::Vec2;

use crate::assets::EffectId;
use crate::base::color::Color;
pub(crate) use list::EffectList;

/// Largest number of drawn effects in a list. Further ones are ignored.
pub const MAX_EFFECTS: usize = 8;

/// Colours of [`GroupEffect::Palette`]: at most 16.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EffectPalette {
    colors: [Color; 16],
    count: u8,
}

impl EffectPalette {
    /// Returns a palette of the first 16 of these colours. Their alpha is ignored.
    pub fn new(colors: &[Color]) -> Self {
        let mut palette = Self {
            colors: [Color::BLACK; 16],
            count: 0,
        };
        for (entry, color) in palette.colors.iter_mut().zip(colors) {
            *entry = *color;
            palette.count += 1;
        }
        palette
    }

    /// Returns its colours.
    pub fn colors(&self) -> &[Color] {
        &self.colors[..self.count.into()]
    }
}

/// An effect: it changes all pixels of a group's target, or of the whole view, before they are mixed with what is below.
///
/// Lengths are in pixels of the view, at any magnification and resolution. Their ranges are in pixels of the target, so
/// that a very long one is shorter in a large window. Values out of range count as the nearest end of the range. A
/// transition that has not begun costs nothing. Effects work on the bytes of the target, also with
/// [`Blending::Linear`](crate::render::Blending::Linear).
///
/// Fields that are numbers or colours are interpolated between steps with the factor of sprites, while the list keeps
/// its kinds. To tween one, set it in each step, or name its field:
/// [`TweenTarget::view_effect`](crate::world::TweenTarget::view_effect).
///
/// ```
/// use damselfly::prelude::*;
/// use damselfly::scene::GroupEffect;
///
/// # let mut game = damselfly::app::Harness::start(App::new("Docs", Default::default()).cells(80, 24), |_| Ok(()))?;
/// # let mut context = game.context();
/// # let cx = &mut context;
/// // The view fades to black within a second, and everything is soft behind a menu.
/// let effects = cx.view_effects();
/// effects.push(GroupEffect::fade(0.0));
/// effects.push(GroupEffect::blur(3.0));
/// // In each step:
/// if let Some(amount) = cx.view_effects()[0].amount_mut() {
///     *amount = (*amount + 1.0 / 60.0).min(1.0);
/// }
/// # assert_eq!(cx.view_effects()[0], GroupEffect::fade(1.0 / 60.0));
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum GroupEffect {
    /// Each channel becomes a weighted sum of all channels, not premultiplied, plus a constant.
    #[doc(alias("saturation", "brightness", "contrast", "greyscale", "sepia"))]
    ColorMatrix {
        /// A row for each of red, green, blue and alpha: factors of red, green, blue and alpha, −32 to 32, and a
        /// constant, −32 to 32, where 1 is the full channel.
        rows: [[f32; 5]; 4],
    },
    /// A mean of the pixels around each pixel, which weigh less the farther they are.
    #[doc(alias("gaussian", "box"))]
    Blur {
        /// Distance at which they stop counting, 0 to 64 pixels of the target. A larger one is cheap in a group of a
        /// coarser resolution.
        radius: f32,
    },
    /// Bright pixels shine on those around them.
    #[doc(alias("bloom"))]
    Glow {
        /// Reach of the light, 0 to 64 pixels of the target.
        radius: f32,
        /// Brightness from which pixels shine, 0 to 1: that of their brightest channel.
        threshold: f32,
        /// Brightness of the light, 0 to 4.
        strength: f32,
        /// The light is multiplied by this colour.
        color: Color,
    },
    /// A line around everything that is not transparent. Only useful in groups.
    #[doc(alias("border", "stroke"))]
    Outline {
        /// Width, 0 to 8 whole pixels of the target, and at least one if it is more than 0. The cost grows with it.
        width: f32,
        /// Colour.
        color: Color,
    },
    /// A shadow below everything that is not transparent. Only useful in groups.
    DropShadow {
        /// Offset to the right and down, −1024 to 1024, in whole pixels of the target.
        offset: Vec2,
        /// Softness, like the radius of a blur.
        radius: f32,
        /// Colour.
        color: Color,
    },
    /// Squares of one colour each, which is the colour of the pixel in the middle.
    #[doc(alias("mosaic"))]
    Pixelate {
        /// Side of a square, 1 to 1024 whole pixels of the target.
        size: f32,
    },
    /// Rows are displaced sideways and columns up and down, in waves.
    #[doc(alias("ripple", "distortion", "heat"))]
    Wave {
        /// Largest displacement of rows to the right, and of columns down, −64 to 64.
        amplitude: Vec2,
        /// Distance of two crests, from 2 on.
        length: f32,
        /// Phase of the waves, in turns. Any number.
        phase: f32,
    },
    /// Each pixel gets the nearest colour of a palette, and keeps its alpha. Without colours, nothing changes.
    #[doc(alias("quantize", "indexed"))]
    Palette {
        /// Colours.
        colors: EffectPalette,
    },
    /// Random squares disappear, one after the other.
    Dissolve {
        /// Part that has disappeared, 0 to 1.
        amount: f32,
        /// Side of a square, 1 to 1024 whole pixels of the target.
        size: f32,
        /// Selects the order of squares.
        seed: u32,
        /// Part that is about to disappear and has the colour, 0 to 1.
        edge: f32,
        /// Colour of the squares that are about to disappear.
        color: Color,
    },
    /// The corners of the view are darkened, or get another colour.
    Vignette {
        /// Distance from the centre where it begins, 0 to 4, where 1 is half of the view's width or height.
        inner: f32,
        /// Distance from the centre where it is complete, 0 to 4.
        outer: f32,
        /// Opacity there, 0 to 1.
        strength: f32,
        /// Colour. Its alpha is ignored.
        color: Color,
    },
    /// An old screen: curved, with lines, and with colours that are displaced.
    #[doc(alias("scanlines", "retro", "chromatic aberration"))]
    Crt {
        /// Curvature, 0 to 1. Pixels beyond the curved edge are transparent.
        curvature: f32,
        /// Height of lines, of which each second one is darkened, 1 to 64 whole pixels of the target.
        line: f32,
        /// Part of the light that darkened lines lose, 0 to 1.
        darkness: f32,
        /// Displacement of red to the right and of blue to the left, 0 to 16.
        fringe: f32,
    },
    /// Transition: everything gets a colour.
    Fade {
        /// Progress, 0 to 1.
        amount: f32,
        /// Colour. With alpha below 255, the result is as transparent.
        color: Color,
    },
    /// Transition: a colour covers everything from one side.
    Wipe {
        /// Progress, 0 to 1.
        amount: f32,
        /// Direction in which it moves, in radians, clockwise. 0 is to the right.
        angle: f32,
        /// Width of the soft edge, 0 to 4096.
        softness: f32,
        /// Colour. With alpha below 255, the result is as transparent.
        color: Color,
    },
    /// Transition: a colour covers everything outside of a circle, which closes.
    #[doc(alias("iris"))]
    Circle {
        /// Progress, 0 to 1. At 1 the circle is closed.
        amount: f32,
        /// Its centre, (0, 0) for the top left corner of the view to (1, 1) for the bottom right one.
        center: Vec2,
        /// Width of the soft edge, 0 to 4096.
        softness: f32,
        /// Colour. With alpha below 255, the result is as transparent.
        color: Color,
    },
    /// An effect of the game's own: see [`Assets::load_effect`](crate::assets::Assets::load_effect). Where its shader is
    /// not available, nothing changes.
    #[doc(alias("shader"))]
    Custom {
        /// The effect.
        shader: EffectId,
        /// `length` of the shader, which gets it in pixels of the target. 1 is the number of these per pixel of the view.
        length: f32,
        /// `parameters` of the shader. Numbers that are not finite count as 0.
        parameters: [f32; 8],
    },
}

impl GroupEffect {
    /// Returns a colour matrix that scales saturation: 0 is greyscale, 1 changes nothing, 2 doubles it.
    pub const fn saturation(factor: f32) -> Self {
        let grey = [0.2126, 0.7152, 0.0722];
        let mut rows = [[0.0; 5]; 4];
        let mut row = 0;
        while row < 3 {
            let mut column = 0;
            while column < 3 {
                rows[row][column] = grey[column] * (1.0 - factor);
                column += 1;
            }
            rows[row][row] += factor;
            row += 1;
        }
        rows[3][3] = 1.0;
        Self::ColorMatrix { rows }
    }

    /// Returns a colour matrix that multiplies red, green and blue by `factor`, and then adds `more`, 1 being white. So
    /// (1.5, 0) brightens, (1.5, −0.25) has more contrast, and (−1, 1) inverts.
    pub const fn levels(factor: f32, more: f32) -> Self {
        Self::ColorMatrix {
            rows: [
                [factor, 0.0, 0.0, 0.0, more],
                [0.0, factor, 0.0, 0.0, more],
                [0.0, 0.0, factor, 0.0, more],
                [0.0, 0.0, 0.0, 1.0, 0.0],
            ],
        }
    }

    /// Returns a blur of this radius.
    pub const fn blur(radius: f32) -> Self {
        Self::Blur { radius }
    }

    /// Returns a glow of this radius: pixels brighter than half shine with their own colour, as brightly.
    pub const fn glow(radius: f32) -> Self {
        Self::Glow {
            radius,
            threshold: 0.5,
            strength: 1.0,
            color: Color::WHITE,
        }
    }

    /// Returns an outline of a pixel.
    pub const fn outline(color: Color) -> Self {
        Self::Outline { width: 1.0, color }
    }

    /// Returns a black shadow at half opacity with this offset, 2 pixels soft.
    pub const fn drop_shadow(offset: Vec2) -> Self {
        Self::DropShadow {
            offset,
            radius: 2.0,
            color: Color::rgba(0, 0, 0, 128),
        }
    }

    /// Returns squares of this side.
    pub const fn pixelate(size: f32) -> Self {
        Self::Pixelate { size }
    }

    /// Returns waves of rows: 2 pixels to each side, with crests 32 pixels apart.
    pub const fn wave(phase: f32) -> Self {
        Self::Wave {
            amplitude: Vec2::new(2.0, 0.0),
            length: 32.0,
            phase,
        }
    }

    /// Returns a palette of the first 16 of these colours.
    pub fn palette(colors: &[Color]) -> Self {
        Self::Palette {
            colors: EffectPalette::new(colors),
        }
    }

    /// Returns a view that has dissolved by `amount`, in squares of a pixel without a colour at their edge.
    pub const fn dissolve(amount: f32) -> Self {
        Self::Dissolve {
            amount,
            size: 1.0,
            seed: 0,
            edge: 0.0,
            color: Color::WHITE,
        }
    }

    /// Returns a vignette that darkens the corners by `strength`.
    pub const fn vignette(strength: f32) -> Self {
        Self::Vignette {
            inner: 0.6,
            outer: 1.4,
            strength,
            color: Color::BLACK,
        }
    }

    /// Returns a slightly curved screen with lines of a pixel.
    pub const fn crt() -> Self {
        Self::Crt {
            curvature: 0.1,
            line: 1.0,
            darkness: 0.3,
            fringe: 0.5,
        }
    }

    /// Returns a fade to black.
    pub const fn fade(amount: f32) -> Self {
        Self::Fade {
            amount,
            color: Color::BLACK,
        }
    }

    /// Returns a wipe to black, from left to right with a sharp edge.
    pub const fn wipe(amount: f32) -> Self {
        Self::Wipe {
            amount,
            angle: 0.0,
            softness: 0.0,
            color: Color::BLACK,
        }
    }

    /// Returns a circle that closes on the middle of the view, with black around it.
    pub const fn circle(amount: f32) -> Self {
        Self::Circle {
            amount,
            center: Vec2::splat(0.5),
            softness: 0.0,
            color: Color::BLACK,
        }
    }

    /// Returns an effect of the game's own with a length of 1.
    pub const fn custom(shader: EffectId, parameters: [f32; 8]) -> Self {
        Self::Custom {
            shader,
            length: 1.0,
            parameters,
        }
    }

    /// Returns the progress of a dissolve or of a transition, to change. `None` for other effects.
    pub const fn amount_mut(&mut self) -> Option<&mut f32> {
        match self {
            Self::Dissolve { amount, .. }
            | Self::Fade { amount, .. }
            | Self::Wipe { amount, .. }
            | Self::Circle { amount, .. } => Some(amount),
            _ => None,
        }
    }
}
