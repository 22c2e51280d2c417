//! Images from Aseprite files, and from sheets that Aseprite exported.

use super::aseprite::{self, AsepriteSheet, Painter};
use super::decode::{check_film, check_size};
use super::film::FrameDurations;
use super::limits::MAX_IMAGE_FRAMES;
use super::{FrameLayout, ImageError, ImageLayout, ImageSource};
use crate::assets::animation::Repeat;
use crate::assets::pixels::Pixels;

/// An animation in a file.
pub(super) struct AsepriteImage {
    /// All frames, one after another.
    pub(super) pixels: Pixels,
    pub(super) times: FrameDurations,
    /// What was ignored, one entry per kind.
    pub(super) ignored: Vec<String>,
}

/// Decodes the first frame of a file.
pub(super) fn first_frame(bytes: &[u8]) -> Result<Pixels, ImageError> {
    Ok(decode(bytes, 1)?.pixels)
}

/// Returns the width and height of a frame in pixels.
#[cfg(any(feature = "tiled", feature = "ldtk"))]
pub(super) fn size(bytes: &[u8]) -> Result<[u32; 2], ImageError> {
    let size = bytes.get(8..12);
    let size = size.ok_or_else(|| damaged(aseprite::CUT_SHORT.to_owned()))?;
    Ok([[size[0], size[1]], [size[2], size[3]]].map(|side| u16::from_le_bytes(side).into()))
}

/// Decodes the first `most` frames of a file.
pub(super) fn decode(bytes: &[u8], most: usize) -> Result<AsepriteImage, ImageError> {
    let file = aseprite::read(bytes, MAX_IMAGE_FRAMES).map_err(damaged)?;
    let size = file.size.map(u32::from);
    let [width, height] = size;
    check_size(width, height)?;
    let frames = file.frames.len().min(most);
    check_film(frames, size)?;
    let mut painter = Painter::new(&file).map_err(damaged)?;
    let mut rgba = Vec::new();
    let bytes = width as usize * height as usize * 4;
    for frame in 0..frames {
        rgba.try_reserve(bytes)
            .map_err(|_| ImageError::NoMemory { size })?;
        painter.paint(frame, &mut rgba).map_err(damaged)?;
    }
    let (tags, of_tags) = aseprite::tags_of(&file, frames);
    let milliseconds = file.frames.iter().take(frames);
    Ok(AsepriteImage {
        pixels: Pixels {
            width,
            height,
            rgba,
        },
        times: FrameDurations {
            milliseconds: milliseconds.map(|it| it.milliseconds.into()).collect(),
            repeat: Repeat::Loop,
            tags,
            slices: aseprite::slices(&file),
        },
        ignored: file.ignored.iter().cloned().chain(of_tags).collect(),
    })
}

/// Cuts the first `most` frames of a sheet out of its image.
pub(super) fn compose(
    sheet: AsepriteSheet,
    image: &Pixels,
    most: usize,
) -> Result<AsepriteImage, ImageError> {
    let [width, height] = sheet.size.map(u32::from);
    check_size(width, height)?;
    let frames = sheet.frames.len().min(most);
    check_film(frames, [width, height])?;
    let rgba = sheet.cut(frames, [image.width, image.height], &image.rgba);
    let milliseconds = sheet.frames.iter().take(frames);
    Ok(AsepriteImage {
        pixels: Pixels {
            width,
            height,
            rgba: rgba.map_err(ImageError::Invalid)?,
        },
        times: FrameDurations {
            milliseconds: milliseconds.map(|frame| frame.milliseconds).collect(),
            repeat: Repeat::Loop,
            tags: sheet.tags,
            slices: sheet.slices,
        },
        ignored: sheet.ignored,
    })
}

fn damaged(what: String) -> ImageError {
    ImageError::Damaged {
        format: "Aseprite",
        what,
    }
}

/// Returns the number of frames that a layout shows, at most.
fn most_frames(layout: &ImageLayout) -> usize {
    match layout.frames {
        FrameLayout::Animated => usize::MAX,
        _ => 1,
    }
}

impl ImageSource {
    /// Decodes an Aseprite file.
    pub(super) fn of_aseprite_file(bytes: &[u8], layout: &ImageLayout) -> Result<Self, ImageError> {
        let image = decode(bytes, most_frames(layout))?;
        Ok(Self::of_aseprite(image, layout))
    }

    /// Cuts the frames of a sheet out of its image, which is a file.
    pub(in crate::assets) fn of_sheet(
        sheet: AsepriteSheet,
        image: &[u8],
        layout: &ImageLayout,
    ) -> Result<Self, ImageError> {
        let image = compose(sheet, &super::decode(image)?, most_frames(layout))?;
        Ok(Self::of_aseprite(image, layout))
    }

    fn of_aseprite(image: AsepriteImage, layout: &ImageLayout) -> Self {
        let is_animated = layout.frames == FrameLayout::Animated;
        Self {
            times: is_animated.then_some(image.times),
            ignored: image.ignored,
            ..Self::new(image.pixels, layout)
        }
    }
}
