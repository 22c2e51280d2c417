//! The viewed file: a text sprite or an image. It is read and checked completely before it is shown.

use std::path::Path;
use std::sync::Arc;

use damselfly::assets::text_sprite::Layout;
use damselfly::assets::{AssetError, AssetSettings, AtlasSettings, ImageError, TextSprite};
use damselfly::assets::{FrameLayout, ImageLayout, decode_image};
use damselfly::assets::{MAX_IMAGE_FILE_BYTES, MAX_IMAGE_SIDE};
use damselfly::files;
use damselfly::prelude::*;

/// Steps per frame of an image without times: ten frames per second.
const IMAGE_SLOWDOWN: u16 = 3;

/// Maximum size of a text sprite in the atlas, in texels: 8 MiB, which always fit. Larger sprites are drawn from their
/// characters, glyph by glyph, and take only the memory of their characters and of the visible part of one frame.
const BAKED_TEXELS: usize = 2 << 20;

/// Atlas of an animated file: the side of a page in texels and the number of pages, 256 MiB in total.
const FILM_PAGE: u16 = 2048;
const FILM_PAGES: u16 = 16;

/// Command-line options for the frames.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cut {
    /// Steps per frame, instead of the value in the file.
    pub slowdown: Option<u16>,
    /// Columns and rows of frames. Only images can be cut, so a file with a grid is read as an image.
    pub grid: Option<(u16, u16)>,
}

/// Content of the file.
#[derive(Debug)]
pub enum Picture {
    /// Frames of characters.
    Text(TextSprite),
    /// Frames of pixels.
    Image {
        /// Content of the file, still encoded.
        bytes: Vec<u8>,
        /// Layout of the frames.
        layout: ImageLayout,
        /// Width and height of the whole image in pixels.
        whole: (u32, u32),
        /// Width and height of a frame in pixels.
        size: (u16, u16),
        /// Number of frames.
        frames: usize,
        /// Duration of the frames, and whether all of them are shown.
        timing: Timing,
    },
}

/// Duration of the frames of an image.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Timing {
    /// The same for every frame.
    Slowdown,
    /// The durations in the animated file.
    File,
    /// Only the first frame of the animated file is shown, for this reason: it is too large, or its other frames are
    /// damaged.
    OnlyFirst(String),
}

/// A picture that is ready to be shown.
#[derive(Clone, Debug)]
pub enum Representation {
    /// A sprite of the assets.
    Sprite(SpriteId),
    /// Characters of a text sprite that is too large for the atlas.
    Characters(Arc<TextSprite>),
}

impl Picture {
    /// Reads a file at any path.
    ///
    /// # Errors
    /// Fails if the file cannot be read, or is neither a sprite nor an image. The message contains the path as given.
    pub fn read(path: &Path, cut: Cut) -> Result<Self, Error> {
        let file = path.display().to_string();
        let bytes = read(path)?;
        if cut.grid.is_some() || is_image(path, &bytes) {
            return Self::image(bytes, cut)
                .map_err(|error| AssetError::Image { file, error }.into());
        }
        let mut sprite = TextSprite::parse(&file, &bytes).map_err(AssetError::from)?;
        sprite.slowdown = cut.slowdown.unwrap_or(sprite.slowdown);
        Ok(Self::Text(sprite))
    }

    fn image(bytes: Vec<u8>, cut: Cut) -> Result<Self, ImageError> {
        let pixels = decode_image(&bytes)?;
        let mut layout = ImageLayout {
            frames: match cut.grid {
                Some((columns, rows)) => FrameLayout::Grid { columns, rows },
                None => FrameLayout::Whole,
            },
            slowdown: cut.slowdown.unwrap_or(IMAGE_SLOWDOWN),
            ..ImageLayout::default()
        };
        // The decoder has already checked this maximum.
        let side = |length: u32| u16::try_from(length.min(MAX_IMAGE_SIDE)).unwrap_or(u16::MAX);
        let rects = layout
            .frames
            .rects(side(pixels.width), side(pixels.height))?;
        let (mut frames, mut timing) = (rects.len(), Timing::Slowdown);
        if cut.grid.is_none() && bytes.starts_with(b"GIF8") {
            let animated = ImageLayout {
                frames: FrameLayout::Animated,
                ..layout.clone()
            };
            match pictures_of(&bytes, &animated) {
                Err(why) => timing = Timing::OnlyFirst(why),
                Ok(1) => {}
                Ok(pictures) => {
                    (frames, layout) = (pictures, animated);
                    if cut.slowdown.is_none() {
                        timing = Timing::File;
                    }
                }
            }
        }
        Ok(Self::Image {
            whole: (pixels.width, pixels.height),
            size: (rects[0].width, rects[0].height),
            frames,
            bytes,
            layout,
            timing,
        })
    }

    /// Returns the output of `--print`: a file with the same text sprite, or one line about an image.
    pub fn print(&self) -> String {
        match self {
            Self::Text(sprite) => sprite.to_file_string(),
            Self::Image {
                whole,
                layout,
                size: (width, height),
                frames,
                timing,
                ..
            } => {
                let timing = match timing {
                    Timing::Slowdown => format!("slowdown {}", layout.slowdown),
                    Timing::File => "times of the file".to_owned(),
                    Timing::OnlyFirst(why) => format!("only the first picture: {why}"),
                };
                let (w, h) = whole;
                format!("image {w}x{h} frames {frames} of {width}x{height} {timing}")
            }
        }
    }

    /// Returns a description with the kind and the size.
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
                timing,
                ..
            } => {
                let first = match timing {
                    Timing::OnlyFirst(_) => ", only the first picture",
                    Timing::Slowdown | Timing::File => "",
                };
                format!("image, {width}x{height} px{first}")
            }
        }
    }

    /// Returns a suitable side of an atlas page. The engine cuts larger frames into slices.
    pub fn page_size(&self) -> u16 {
        match self {
            Self::Text(_) => 0,
            Self::Image { frames, .. } if *frames > 1 => FILM_PAGE,
            Self::Image { size: (w, h), .. } => (*w).max(*h).clamp(1, 8192).next_power_of_two(),
        }
    }

    /// Adds the picture to the assets, under a label that no built-in sprite has. A text sprite that is too large is
    /// returned as characters.
    ///
    /// # Errors
    /// Fails if the image is damaged or the atlas has no room.
    pub fn add_to(self, assets: &mut Assets, name: &str) -> Result<Representation, AssetError> {
        let label = format!("file {name}");
        match self {
            // A character has 8 × 16 texels.
            Self::Text(sprite) if sprite.cells().len() > BAKED_TEXELS / (8 * 16) => {
                Ok(Representation::Characters(Arc::new(sprite)))
            }
            Self::Text(sprite) => assets
                .add_parsed(&label, name, sprite)
                .map(Representation::Sprite),
            Self::Image { bytes, layout, .. } => assets
                .add_image_file(&label, name, &bytes, &layout)
                .map(Representation::Sprite),
        }
    }
}

/// Reads the file without the asset store, whose files must be below one folder.
fn read(path: &Path) -> Result<Vec<u8>, Error> {
    let bytes = files::read(path, MAX_IMAGE_FILE_BYTES as u64)?;
    bytes.ok_or_else(|| Error::game(format!("{}: file not found", path.display())))
}

/// Endings of image files, whether or not this build reads them: the engine's error names the missing feature.
const IMAGE_ENDINGS: [&str; 21] = [
    "png", "gif", "bmp", "tga", "jpg", "jpeg", "webp", "qoi", "tif", "tiff", "ico", "pnm", "pbm",
    "pgm", "ppm", "pam", "dds", "ff", "hdr", "exr", "avif",
];

/// First bytes of texts in UTF-16, which have zeros. The error about them names UTF-8.
const UTF_16_STARTS: [&[u8]; 2] = [b"\xff\xfe", b"\xfe\xff"];

/// Returns whether a file is an image, by its ending or by its bytes. The ending keeps a damaged image from being read
/// as a text sprite.
fn is_image(path: &Path, bytes: &[u8]) -> bool {
    let has_ending = |endings: &[&str]| {
        let ending = path.extension().unwrap_or_default();
        endings.iter().any(|one| ending.eq_ignore_ascii_case(one))
    };
    let is_utf_16 = || UTF_16_STARTS.iter().any(|start| bytes.starts_with(start));
    // No text has zeros. The engine's error for images lists the formats that it reads.
    let is_text = || has_ending(&["spr"]) || !bytes.contains(&0) || is_utf_16();
    has_ending(&IMAGE_ENDINGS)
        || match decode_image(bytes) {
            Err(ImageError::UnknownFormat) => !is_text(),
            Err(ImageError::Invalid(_)) => !bytes.is_empty(),
            _ => true,
        }
}

/// Returns the number of frames of an animated file. The error says why they cannot be shown.
fn pictures_of(bytes: &[u8], layout: &ImageLayout) -> Result<usize, String> {
    let mut assets = Assets::new(AssetSettings {
        atlas: AtlasSettings {
            page_size: FILM_PAGE,
            max_pages: FILM_PAGES,
            ..AtlasSettings::default()
        },
        ..AssetSettings::default()
    });
    match assets.add_image_file("film", "film", bytes, layout) {
        Ok(id) => {
            let count = assets.sprite(id).map(|sprite| sprite.frames.count);
            let count = count.and_then(|count| usize::try_from(count).ok());
            count.ok_or_else(|| "too many frames".to_owned())
        }
        Err(AssetError::Image { error, .. }) => Err(error.to_string()),
        Err(AssetError::Atlas { .. }) => Err("its frames do not fit into 256 MiB".to_owned()),
        Err(error) => Err(error.to_string()),
    }
}
