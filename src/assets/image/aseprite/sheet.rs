//! Sprite sheets that Aseprite exported with a JSON file, as a list or as an object ("array" or "hash").

use core::ops::Range;

use super::SliceBox;
use super::tags::{self, RawTag, TagDirection};
use crate::assets::image::film::FrameTag;
use crate::assets::image::limits::MAX_IMAGE_FRAMES;
use crate::assets::sprite_slice::SpriteSlice;
use crate::files::json::{self, JsonSchema, JsonValue};

const SCHEMA: JsonSchema = JsonSchema {
    names: &[
        "frames",
        "meta",
        "image",
        "frameTags",
        "slices",
        "frame",
        "spriteSourceSize",
        "sourceSize",
        "duration",
        "rotated",
        "x",
        "y",
        "w",
        "h",
        "name",
        "from",
        "to",
        "direction",
        "repeat",
        "keys",
        "bounds",
        "center",
        "pivot",
    ],
    open: &["frames"],
    max_bytes: 16 << 20,
};

/// Duration of a frame whose duration is missing, in milliseconds: Aseprite's own default.
const DEFAULT_MS: u32 = 100;

/// A JSON file, before its image is read.
#[derive(Debug)]
pub(in crate::assets) struct AsepriteSheet {
    /// Path of the image, relative to the JSON file.
    pub(in crate::assets) image: String,
    pub(in crate::assets::image) frames: Vec<SheetFrame>,
    /// Size of a frame, in pixels.
    pub(in crate::assets::image) size: [u16; 2],
    pub(in crate::assets::image) tags: Vec<FrameTag>,
    pub(in crate::assets::image) slices: Vec<SpriteSlice>,
    pub(in crate::assets::image) ignored: Vec<String>,
}

#[derive(Debug)]
pub(in crate::assets::image) struct SheetFrame {
    /// Corner in the sheet, and size.
    from: [u16; 2],
    size: [u16; 2],
    /// Corner in the frame: transparent edges may have been cut off.
    to: [i64; 2],
    pub(in crate::assets::image) milliseconds: u32,
}

impl AsepriteSheet {
    /// Returns whether a file may be JSON: no image begins like this.
    pub(in crate::assets) fn is_json(bytes: &[u8]) -> bool {
        let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        text.trim_ascii_start().starts_with(b"{")
    }

    /// Reads a JSON file.
    pub(in crate::assets) fn read(bytes: &[u8]) -> Result<Self, String> {
        let (root, _) = json::read(bytes, SCHEMA, "Aseprite")?;
        let list = root.get("frames");
        let entries = list
            .items()
            .iter()
            .chain(list.members().map(|(_, frame)| frame));
        let mut size = [0, 0];
        let mut frames = Vec::new();
        for (number, entry) in entries.enumerate() {
            if number == MAX_IMAGE_FRAMES {
                return Err(format!("has more than {MAX_IMAGE_FRAMES} frames"));
            }
            let frame = SheetFrame::of(entry).ok_or_else(|| {
                format!("frame {number} has no valid `frame`: export the sheet again")
            })?;
            if entry.get("rotated").is_true() {
                return Err(format!(
                    "frame {number} is rotated: export the sheet without rotation"
                ));
            }
            let whole = pair(entry.get("sourceSize"), ["w", "h"]).unwrap_or(frame.size);
            size = [0, 1].map(|axis: usize| whole[axis].max(size[axis]));
            frames.push(frame);
        }
        if frames.is_empty() {
            return Err("has no `frames`: export a sprite sheet with JSON data".to_owned());
        }
        let meta = root.get("meta");
        let image = meta.get("image").text().filter(|image| !image.is_empty());
        let image = image.ok_or("has no `meta.image`: export the sheet and its data together")?;
        let tags = meta.get("frameTags").items().iter().map(tag);
        let (tags, ignored) = tags::converted(tags, frames.len());
        let slices = meta.get("slices").items().iter();
        Ok(Self {
            image: image.to_owned(),
            slices: slices.filter_map(|it| slice(it, size)).collect(),
            frames,
            size,
            tags,
            ignored,
        })
    }

    /// Returns the pixels of the first `count` frames. `sheet` is the size of the image, and `rgba` has its pixels.
    pub(in crate::assets::image) fn cut(
        &self,
        count: usize,
        sheet: [u32; 2],
        rgba: &[u8],
    ) -> Result<Vec<u8>, String> {
        let [width, height] = self.size.map(usize::from);
        let mut frames = vec![0; width * height * 4 * count];
        let targets = frames.chunks_mut((width * height * 4).max(1));
        for (number, (frame, target)) in self.frames.iter().zip(targets).enumerate() {
            if !frame.copy(sheet, rgba, target, self.size) {
                return Err(format!(
                    "frame {number} is outside of `{:.40}`, which has {}x{} px: export the sheet again",
                    self.image, sheet[0], sheet[1]
                ));
            }
        }
        Ok(frames)
    }
}

impl SheetFrame {
    fn of(entry: &JsonValue) -> Option<Self> {
        let rect = entry.get("frame");
        let to = entry.get("spriteSourceSize");
        let offset = |name| to.get(name).whole().unwrap_or(0);
        let milliseconds = entry.get("duration").number().unwrap_or(DEFAULT_MS.into());
        Some(Self {
            from: pair(rect, ["x", "y"])?,
            size: pair(rect, ["w", "h"])?,
            to: [offset("x"), offset("y")],
            milliseconds: rounded(milliseconds),
        })
    }

    /// Copies the frame to a canvas of `size` pixels. Returns false if it is not inside the sheet.
    fn copy(&self, sheet: [u32; 2], rgba: &[u8], target: &mut [u8], size: [u16; 2]) -> bool {
        let [left, top] = self.from.map(u32::from);
        let [width, height] = self.size.map(u32::from);
        if left + width > sheet[0] || top + height > sheet[1] {
            return false;
        }
        let columns = i64::from(size[0]);
        for y in on_canvas(self.to[1], height, size[1]) {
            let row = self.to[1].saturating_add(y.into());
            for x in on_canvas(self.to[0], width, size[0]) {
                let column = self.to[0].saturating_add(x.into());
                let from = ((top + y) as usize * sheet[0] as usize + (left + x) as usize) * 4;
                let to = usize::try_from(row * columns + column).unwrap_or(usize::MAX);
                let texel = rgba.get(from..from + 4);
                let pixel = target.as_chunks_mut::<4>().0.get_mut(to);
                if let (Some(texel), Some(pixel)) = (texel, pixel) {
                    pixel.copy_from_slice(texel);
                }
            }
        }
        true
    }
}

/// Returns the columns or rows of a frame of this length that are on a canvas, if its first one is at `to`.
fn on_canvas(to: i64, length: u32, canvas: u16) -> Range<u32> {
    let limited = |at: i64| u32::try_from(at.max(0)).unwrap_or(u32::MAX).min(length);
    limited(to.saturating_neg())..limited(i64::from(canvas).saturating_sub(to))
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the cast saturates"
)]
fn rounded(milliseconds: f64) -> u32 {
    (milliseconds + 0.5) as u32
}

fn pair(object: &JsonValue, names: [&str; 2]) -> Option<[u16; 2]> {
    Some([object.get(names[0]).fits()?, object.get(names[1]).fits()?])
}

fn tag(tag: &JsonValue) -> RawTag<'_> {
    let repeat = tag.get("repeat");
    let repeat = repeat.fits().or_else(|| repeat.text()?.parse().ok());
    RawTag {
        name: tag.get("name").text().unwrap_or_default(),
        first: tag.get("from").whole().unwrap_or(0),
        last: tag.get("to").whole().unwrap_or(-1),
        direction: match tag.get("direction").text() {
            Some("reverse") => TagDirection::Reverse,
            Some("pingpong") => TagDirection::PingPong,
            Some("pingpong_reverse") => TagDirection::PingPongReverse,
            _ => TagDirection::Forward,
        },
        repeat: repeat.unwrap_or(0),
    }
}

fn slice(slice: &JsonValue, image: [u16; 2]) -> Option<SpriteSlice> {
    let numbers = |object: &JsonValue, names: [&str; 2]| {
        Some([object.get(names[0]).whole()?, object.get(names[1]).whole()?])
    };
    let keys = slice.get("keys").items().iter().filter_map(|key| {
        let (bounds, center) = (key.get("bounds"), key.get("center"));
        Some(SliceBox {
            frame: key.get("frame").whole()?,
            corner: numbers(bounds, ["x", "y"])?,
            size: numbers(bounds, ["w", "h"])?,
            center: numbers(center, ["x", "y"])
                .zip(numbers(center, ["w", "h"]))
                .map(|([x, y], [width, height])| [x, y, width, height]),
            pivot: numbers(key.get("pivot"), ["x", "y"]),
        })
    });
    SliceBox::slice(slice.get("name").text()?, keys, image)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn only_rows_on_the_canvas_are_visited(to in -40..40_i64, length in 0..40_u32, canvas in 0..30_u16) {
            let on_it = |row: &u32| (0..i64::from(canvas)).contains(&(to + i64::from(*row)));
            let expected: Vec<_> = (0..length).filter(on_it).collect();
            prop_assert_eq!(on_canvas(to, length, canvas).collect::<Vec<_>>(), expected);
        }
    }

    #[test]
    fn far_frames_have_no_row_on_the_canvas() {
        for to in [i64::MIN, i64::MAX] {
            assert_eq!(on_canvas(to, u32::MAX, u16::MAX).count(), 0);
        }
    }
}
