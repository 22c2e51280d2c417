//! Pixels in memory: decoded files, and images that a program makes.
//!
//! Images are filled, computed, or set pixel by pixel, without blending. The backends draw the frames.

use core::fmt;

use super::image::{ImageError, MAX_IMAGE_SIDE};
use crate::base::color::Color;

/// An image in memory: sRGB with straight alpha, 4 bytes a pixel, row after row.
///
/// [`Assets::add_image`](super::Assets::add_image) makes a sprite of it. `Pixels` converts from and to the images of
/// the crate [`image`](crate::image), which can draw, resize and filter. A ball, a paddle and a tree without image
/// files:
///
/// ```
/// # use damselfly::prelude::*;
/// fn start(cx: &mut Context<'_>) -> Result<(), Error> {
///     let ball = cx.assets.add_image("ball", Pixels::disc(12, Color::WHITE))?;
///     let paddle = cx.assets.add_image("paddle", Pixels::filled(6, 40, Color::CYAN))?;
///     let tree = Pixels::from_letters(
///         "  g  \n\
///          ggggg\n\
///          ..b..",
///         &[('g', Color::GREEN), ('b', Color::rgb(120, 72, 32)), ('.', Color::TRANSPARENT)],
///     );
///     let tree = cx.assets.add_image("tree", tree?)?;
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
    /// Red, green, blue, alpha, each 0 to 255: 4 × width × height bytes. Adding a sprite with another length is an
    /// error. Defaults to none.
    pub rgba: Vec<u8>,
}

impl Pixels {
    /// Returns a transparent image of `width` × `height` pixels. With a side above [`MAX_IMAGE_SIDE`] it has no bytes,
    /// and adding it as a sprite is an error.
    pub fn new(width: u32, height: u32) -> Self {
        Self::filled(width, height, Color::TRANSPARENT)
    }

    /// Returns a filled rectangle of `width` × `height` pixels. The limits are those of [`Pixels::new`].
    pub fn filled(width: u32, height: u32, color: Color) -> Self {
        Self::from_fn(width, height, |_, _| color)
    }

    /// Returns an image of `width` × `height` pixels. `color` returns the colour of the pixel at a column and row,
    /// counted from 0 at the top left, and is called row after row. The limits are those of [`Pixels::new`].
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
        // The size is checked before the allocation, because a failed allocation ends the program.
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

    /// Returns a filled circle of `diameter` pixels with hard edges, on a transparent background. The limits are those
    /// of [`Pixels::new`].
    pub fn disc(diameter: u32, color: Color) -> Self {
        let side = i64::from(diameter);
        // Distance between the centres of the disc and a pixel, in half pixels.
        let from_centre = move |at: u32| 2 * i64::from(at) + 1 - side;
        Self::from_fn(diameter, diameter, |x, y| {
            if from_centre(x).pow(2) + from_centre(y).pow(2) <= side * side {
                color
            } else {
                Color::TRANSPARENT
            }
        })
    }

    /// Returns an image from text: each line is a row, and each letter is a pixel with its colour from the palette.
    /// Blanks are transparent unless the palette contains them. Short lines end with transparent pixels. A line break
    /// at the start or the end adds no row. If a letter is in the palette twice, the first entry counts.
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
    pub fn from_letters(text: &str, palette: &[(char, Color)]) -> Result<Self, ImageError> {
        // A string literal often begins on the line after the quote.
        let body = text.strip_prefix("\r\n");
        let body = body.or(text.strip_prefix('\n')).unwrap_or(text);
        let skipped = usize::from(body.len() < text.len());
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
                        let (line, column) = (y as usize + 1 + skipped, x + 1);
                        return Err(ImageError::Invalid(format!(
                            "line {line}, column {column}: the letter {letter:?} is not in the palette"
                        )));
                    }
                };
                pixels.set(x, y, color);
            }
        }
        Ok(pixels)
    }

    /// Returns the colour of the pixel at a column and row, counted from 0. `None` outside the image.
    pub fn get(&self, x: u32, y: u32) -> Option<Color> {
        let &[r, g, b, a] = self.rgba.get(self.start(x, y)?..)?.first_chunk()?;
        Some(Color::rgba(r, g, b, a))
    }

    /// Sets the colour of the pixel at a column and row, counted from 0. Does nothing outside the image.
    pub fn set(&mut self, x: u32, y: u32, color: Color) {
        let start = self.start(x, y).unwrap_or(usize::MAX);
        if let Some(pixel) = self.rgba.get_mut(start..).and_then(<[u8]>::first_chunk_mut) {
            *pixel = [color.r, color.g, color.b, color.a];
        }
    }

    /// Returns the index of a pixel's first byte. `None` outside the image.
    fn start(&self, x: u32, y: u32) -> Option<usize> {
        if x >= self.width || y >= self.height {
            return None;
        }
        let before = u64::from(y) * u64::from(self.width) + u64::from(x);
        usize::try_from(before.checked_mul(4)?).ok()
    }
}

// `Debug` is not derived, because that would print every byte.
impl fmt::Debug for Pixels {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "pixels {}x{}", self.width, self.height)
    }
}

#[cfg(test)]
mod tests;
