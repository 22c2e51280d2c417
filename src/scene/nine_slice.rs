//! Nine-slice sprites: images whose borders keep their size while the rest is stretched.

use crate::assets::SpriteId;
use crate::base::checksum::summed;

/// Widths of the borders of a [`NineSlice`], in texels. A number stands for four equal borders.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Borders {
    /// Width of the left border.
    pub left: u16,
    /// Height of the upper border.
    pub top: u16,
    /// Width of the right border.
    pub right: u16,
    /// Height of the lower border.
    pub bottom: u16,
}

summed!(Borders: left, top, right, bottom);

impl Borders {
    /// Returns four borders of the same width.
    pub const fn all(width: u16) -> Self {
        Self {
            left: width,
            top: width,
            right: width,
            bottom: width,
        }
    }
}

impl From<u16> for Borders {
    fn from(width: u16) -> Self {
        Self::all(width)
    }
}

/// A frame of a sprite that keeps its borders at any size. Corners keep their size, the other borders are stretched
/// along their edges, and the middle is stretched both ways. Borders shrink in an area that is too small for them.
///
/// The sprite is one image that fits into an atlas page; a text sprite is one, too. The borders leave at least one texel
/// between them. [`Canvas::nine_slice`](crate::world::Canvas::nine_slice) draws it.
///
/// ```
/// use damselfly::prelude::*;
/// use damselfly::scene::NineSlice;
///
/// # let app = App::new("Docs", Default::default()).pixels(80, 60);
/// let mut game = damselfly::app::Harness::start(app, |cx| {
///     // A white frame of 2 texels around a blue square.
///     let pixels = Pixels::from_fn(8, 8, |x, y| match (2..6).contains(&x) && (2..6).contains(&y) {
///         true => Color::BLUE,
///         false => Color::WHITE,
///     });
///     let panel = NineSlice::new(cx.assets.add_image("panel", &pixels)?, 2);
///     cx.canvas(2).nine_slice(Rect::from_size(vec2(10.0, 10.0), vec2(60.0, 40.0)), panel, Color::WHITE);
///     Ok(())
/// })?;
/// assert_eq!(game.image().count(Color::BLUE), 56 * 36);
/// assert_eq!(game.image().count(Color::WHITE), 60 * 40 - 56 * 36);
/// # Ok::<(), Error>(())
/// ```
#[doc(alias("9-slice", "9-patch", "NinePatchRect", "TextureSlicer", "panel"))]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NineSlice {
    /// The sprite.
    pub sprite: SpriteId,
    /// The frame, counted from 0. A larger number wraps around.
    pub frame: u16,
    /// The borders.
    pub borders: Borders,
}

impl NineSlice {
    /// Returns the first frame of a sprite with these borders, in texels.
    pub fn new(sprite: SpriteId, borders: impl Into<Borders>) -> Self {
        Self {
            sprite,
            frame: 0,
            borders: borders.into(),
        }
    }

    /// Sets the frame, counted from 0.
    #[must_use]
    pub const fn frame(self, frame: u16) -> Self {
        Self { frame, ..self }
    }
}
