//! A file that may be a text sprite or an image, read whole and checked before anything is shown.

use std::path::Path;

use damselfly::assets::text_sprite::Layout;
use damselfly::assets::{AssetError, ImageError, Pixels, TextSprite, decode_image};
use damselfly::assets::{FrameLayout, ImageLayout};
use damselfly::assets::{MAX_IMAGE_FILE_BYTES, MAX_IMAGE_SIDE};
use damselfly::files;
use damselfly::prelude::*;

/// Steps per frame of an image, which cannot say so itself: ten frames a second.
const IMAGE_SLOWDOWN: u16 = 3;

/// What the command line says about the picture.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cut {
    /// Steps per frame, instead of the picture's own.
    pub slowdown: Option<u16>,
    /// Columns and rows of frames. Only images can be cut, so a file with a grid is read as an image.
    pub grid: Option<(u16, u16)>,
}

/// What the file holds.
#[derive(Debug)]
pub enum Picture {
    /// Frames of characters.
    Text(TextSprite),
    /// Frames of pixels.
    Image {
        /// All frames in one.
        pixels: Pixels,
        /// How they are cut.
        layout: ImageLayout,
        /// A frame's width and height in pixels.
        size: (u16, u16),
        /// How many there are.
        frames: usize,
    },
}

impl Picture {
    /// Reads a file, wherever it is.
    ///
    /// # Errors
    /// It cannot be read, or is no sprite or image; the message names it as the user did.
    pub fn read(path: &Path, cut: Cut) -> Result<Self, Error> {
        let file = path.display().to_string();
        let bytes = read(path)?;
        if cut.grid.is_some() || is_image(path, &bytes) {
            return Self::image(&bytes, cut)
                .map_err(|error| AssetError::Image { file, error }.into());
        }
        let mut sprite = TextSprite::parse(&file, &bytes).map_err(AssetError::from)?;
        sprite.slowdown = cut.slowdown.unwrap_or(sprite.slowdown);
        Ok(Self::Text(sprite))
    }

    fn image(bytes: &[u8], cut: Cut) -> Result<Self, ImageError> {
        let pixels = decode_image(bytes)?;
        let layout = ImageLayout {
            frames: match cut.grid {
                Some((columns, rows)) => FrameLayout::Grid { columns, rows },
                None => FrameLayout::Whole,
            },
            slowdown: cut.slowdown.unwrap_or(IMAGE_SLOWDOWN),
            ..ImageLayout::default()
        };
        // Decoding has checked that its sides are no longer than this.
        let side = |length: u32| u16::try_from(length.min(MAX_IMAGE_SIDE)).unwrap_or(u16::MAX);
        let rects = layout
            .frames
            .rects(side(pixels.width), side(pixels.height))?;
        Ok(Self::Image {
            size: (rects[0].width, rects[0].height),
            frames: rects.len(),
            pixels,
            layout,
        })
    }

    /// Header and frames, as `--print` writes them: a text sprite as a file that reads as the same sprite, an
    /// image as one line.
    pub fn print(&self) -> String {
        match self {
            Self::Text(sprite) => sprite.to_file_string(),
            Self::Image {
                pixels,
                layout,
                size: (width, height),
                frames,
            } => format!(
                "image {}x{} frames {frames} of {width}x{height} slowdown {}",
                pixels.width, pixels.height, layout.slowdown
            ),
        }
    }

    /// What it is, and how large.
    pub fn describe(&self) -> String {
        match self {
            Self::Text(sprite) => {
                let layout = match sprite.layout {
                    Layout::Token => "token layout",
                    Layout::Tagged => "tagged layout",
                    Layout::Plain => "plain layout",
                };
                format!("{layout}, {}x{} cells", sprite.width(), sprite.height())
            }
            Self::Image {
                size: (width, height),
                ..
            } => format!("image, {width}x{height} px"),
        }
    }

    /// Returns the side of an atlas page that has room for a frame, or of the largest page.
    pub fn page_size(&self) -> u16 {
        let (width, height) = match self {
            Self::Text(sprite) => (
                sprite.width().saturating_mul(8),
                sprite.height().saturating_mul(16),
            ),
            Self::Image { size, .. } => *size,
        };
        width.max(height).clamp(1, 8192).next_power_of_two()
    }

    /// Puts it among the assets, under a label that none of the engine's own has.
    ///
    /// # Errors
    /// The atlas has no room for it.
    pub fn add_to(self, assets: &mut Assets, name: &str) -> Result<SpriteId, AssetError> {
        let label = format!("file {name}");
        match self {
            Self::Text(sprite) => assets.add_parsed(&label, name, sprite),
            Self::Image { pixels, layout, .. } => assets.add_pixels_with(&label, &pixels, &layout),
        }
    }
}

/// Not as an asset, which would have to lie below one folder.
fn read(path: &Path) -> Result<Vec<u8>, Error> {
    let bytes = files::read(path, MAX_IMAGE_FILE_BYTES as u64)?;
    bytes.ok_or_else(|| Error::game(format!("{}: there is no such file", path.display())))
}

/// Decides by the first bytes or, so that a damaged image is not read as a text sprite, by the name.
fn is_image(path: &Path, bytes: &[u8]) -> bool {
    let named = |ending: &str| {
        path.extension()
            .is_some_and(|found| found.eq_ignore_ascii_case(ending))
    };
    bytes.starts_with(b"\x89PNG") || bytes.starts_with(b"GIF8") || named("png") || named("gif")
}
