//! Pixels in memory: what decoding a file yields, and pictures that a program makes itself.
//!
//! No blending and no drawing beyond single pixels: what is drawn each frame is drawn by the backends.

use core::fmt;

use super::image::{ImageError, MAX_IMAGE_SIDE};
use crate::base::color::Color;

/// An image in memory: sRGB with straight alpha, 4 bytes a pixel, row after row.
///
/// [`Assets::add_pixels`](super::Assets::add_pixels) makes a sprite of it. A game without art has a ball, a paddle and
/// a tree at once:
///
/// ```
/// # use damselfly::prelude::*;
/// fn start(cx: &mut Context<'_>) -> Result<(), Error> {
///     let ball = cx.assets.add_pixels("ball", &Pixels::disc(12, Color::WHITE))?;
///     let paddle = cx.assets.add_pixels("paddle", &Pixels::filled(6, 40, Color::CYAN))?;
///     let tree = Pixels::from_letters(
///         "  g  \n\
///          ggggg\n\
///          ..b..",
///         &[('g', Color::GREEN), ('b', Color::rgb(120, 72, 32)), ('.', Color::TRANSPARENT)],
///     );
///     let tree = cx.assets.add_pixels("tree", &tree?)?;
///     # let sizes = [ball, paddle, tree].map(|id| cx.assets.sprite(id).unwrap().size_px);
///     # assert_eq!(sizes, [(12, 12), (6, 40), (5, 3)]);
///     Ok(())
/// }
/// # damselfly::app::Harness::start(App::new("Art", Default::default()), start)?;
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Pixels {
    /// Width in pixels. Defaults to 0; a sprite's is 1 to [`MAX_IMAGE_SIDE`].
    pub width: u32,
    /// Height in pixels. Defaults to 0; a sprite's is 1 to [`MAX_IMAGE_SIDE`].
    pub height: u32,
    /// Red, green, blue, alpha, each 0 to 255: 4 × width × height bytes. Another length is refused when a sprite is made of
    /// it. Defaults to none.
    pub rgba: Vec<u8>,
}

impl Pixels {
    /// Returns a transparent image of `width` × `height` pixels. One with a side above [`MAX_IMAGE_SIDE`] has no bytes,
    /// and is refused when a sprite is made of it.
    pub fn new(width: u32, height: u32) -> Self {
        Self::filled(width, height, Color::TRANSPARENT)
    }

    /// Returns an image of `width` × `height` pixels of one colour: a rectangle. Limits as of [`Pixels::new`].
    pub fn filled(width: u32, height: u32, color: Color) -> Self {
        Self::from_fn(width, height, |_, _| color)
    }

    /// Returns an image of `width` × `height` pixels, each as `color` returns it for its column and row, counted from 0
    /// at the top left. Called row after row. Limits as of [`Pixels::new`].
    ///
    /// ```
    /// # use damselfly::prelude::*;
    /// let checker = Pixels::from_fn(64, 64, |x, y| match (x / 8 + y / 8) % 2 {
    ///     0 => Color::RED,
    ///     _ => Color::BLACK,
    /// });
    /// assert_eq!(checker.get(8, 0), Some(Color::BLACK));
    /// ```
    pub fn from_fn(width: u32, height: u32, mut color: impl FnMut(u32, u32) -> Color) -> Self {
        let mut rgba = Vec::new();
        // Tested before the allocation: one that fails ends the program.
        if width.max(height) <= MAX_IMAGE_SIDE {
            rgba.reserve_exact(width as usize * height as usize * 4);
            for y in 0..height {
                for x in 0..width {
                    let Color { r, g, b, a } = color(x, y);
                    rgba.extend([r, g, b, a]);
                }
            }
        }
        Self {
            width,
            height,
            rgba,
        }
    }

    /// Returns the largest circle that fits into `diameter` × `diameter` pixels, without soft edges; transparent around
    /// it. Limits as of [`Pixels::new`].
    pub fn disc(diameter: u32, color: Color) -> Self {
        let side = i64::from(diameter);
        // From the centre of the disc to that of a pixel, in half pixels.
        let from_centre = move |at: u32| 2 * i64::from(at) + 1 - side;
        Self::from_fn(diameter, diameter, |x, y| {
            if from_centre(x).pow(2) + from_centre(y).pow(2) <= side * side {
                color
            } else {
                Color::TRANSPARENT
            }
        })
    }

    /// Returns a picture drawn with letters: a line for each row of pixels, a letter for each pixel, its colour in the
    /// palette. Blanks are transparent unless the palette has them, short lines are filled up with transparent pixels,
    /// and a line break at the start or the end adds no row. Where a letter is twice in the palette the first counts.
    ///
    /// ```
    /// # use damselfly::prelude::*;
    /// let heart = Pixels::from_letters("# #\n###\n #", &[('#', Color::RED)])?;
    /// assert_eq!((heart.width, heart.height), (3, 3));
    /// assert_eq!(heart.get(0, 2), Some(Color::TRANSPARENT));
    /// # Ok::<(), damselfly::assets::ImageError>(())
    /// ```
    ///
    /// # Errors
    /// A letter is not in the palette, or there are more than [`MAX_IMAGE_SIDE`] lines or letters in one.
    pub fn from_letters(picture: &str, palette: &[(char, Color)]) -> Result<Self, ImageError> {
        // Text in a program often begins in the line after the quote.
        let body = picture.strip_prefix("\r\n");
        let body = body.or(picture.strip_prefix('\n')).unwrap_or(picture);
        let skipped = usize::from(body.len() < picture.len());
        let width = body.lines().map(|line| line.chars().count()).max();
        let size = [width.unwrap_or(0), body.lines().count()];
        let [width, height] = size.map(|side| u32::try_from(side).unwrap_or(u32::MAX));
        if width.max(height) > MAX_IMAGE_SIDE {
            let size = [width, height];
            return Err(ImageError::TooLarge { size });
        }
        let mut pixels = Self::new(width, height);
        for (y, line) in (0..).zip(body.lines()) {
            for (x, letter) in (0..).zip(line.chars()) {
                let known = palette.iter().find(|(known, _)| *known == letter);
                let color = match known {
                    Some(&(_, color)) => color,
                    None if letter == ' ' => Color::TRANSPARENT,
                    None => {
                        return Err(ImageError::Letter {
                            line: y as usize + 1 + skipped,
                            column: x as usize + 1,
                            letter,
                        });
                    }
                };
                pixels.set(x, y, color);
            }
        }
        Ok(pixels)
    }

    /// Returns the colour of a pixel, its column and row counted from 0; `None` outside the image.
    pub fn get(&self, x: u32, y: u32) -> Option<Color> {
        let &[r, g, b, a] = self.rgba.get(self.start(x, y)?..)?.first_chunk()?;
        Some(Color::rgba(r, g, b, a))
    }

    /// Changes the colour of a pixel, its column and row counted from 0; does nothing outside the image.
    pub fn set(&mut self, x: u32, y: u32, color: Color) {
        let start = self.start(x, y).unwrap_or(usize::MAX);
        if let Some(pixel) = self.rgba.get_mut(start..).and_then(<[u8]>::first_chunk_mut) {
            *pixel = [color.r, color.g, color.b, color.a];
        }
    }

    /// Returns the index of a pixel's first byte; `None` outside the image.
    fn start(&self, x: u32, y: u32) -> Option<usize> {
        if x >= self.width || y >= self.height {
            return None;
        }
        let before = u64::from(y) * u64::from(self.width) + u64::from(x);
        usize::try_from(before.checked_mul(4)?).ok()
    }
}

// By hand, because a derived one would print every byte.
impl fmt::Debug for Pixels {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "pixels {}x{}", self.width, self.height)
    }
}

#[cfg(test)]
mod tests;
