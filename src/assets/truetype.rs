//! Fonts of outlines: TrueType and OpenType files, at any size. Only with the feature `truetype`.
//!
//! Measures are kept in 1/64 pixel, so that sums of them are exact and a text is as wide on every machine. Glyphs are
//! drawn by plain arithmetic, without hinting and without the system's help. No glyph is larger than an atlas page,
//! however large the file says it is.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use ab_glyph::{Font, FontVec, Glyph, GlyphId, OutlinedGlyph, Point, PxScale, PxScaleFactor};

use super::error::AssetError;
use super::font::{GLYPH_HEIGHT, GLYPH_WIDTH};
use super::fonts::{FontId, FontMetrics};
use super::glyphs::{Drawn, TooLarge};
use super::path::read_capped;
use super::picture::Picture;
use super::store::Assets;
use crate::base::checksum::Checksum;
use crate::base::panics;

/// The largest font file that is read, in bytes: 32 MiB.
pub const MAX_FONT_FILE_BYTES: usize = 32 << 20;
/// The sizes that a font can have: pixels of an em, which is about a line without the space between lines.
pub const FONT_SIZES: core::ops::RangeInclusive<f32> = 1.0..=512.0;
/// The most fonts that one `Assets` holds, each size counted.
pub const MAX_FONTS: usize = 1024;

/// A font of outlines at one size.
#[derive(Debug)]
pub(super) struct OutlineFont {
    label: String,
    file: String,
    /// The file below the root, if the store read it itself.
    path: Option<PathBuf>,
    /// Of the file's bytes.
    sum: u64,
    /// Pixels of an em.
    px: f32,
    /// Shared by all sizes of one file.
    face: Arc<FontVec>,
    /// Pixels of one of the file's units.
    scale: f32,
    metrics: FontMetrics,
}

impl Assets {
    /// Loads a TrueType or OpenType font from a file below the root, at a size: `px` is the pixels of an em, within
    /// [`FONT_SIZES`]. Another size of the same file is another font, with a label of its own. Loading the same file
    /// at the same size under the same label again answers the same font. Only with the feature `truetype`.
    ///
    /// # Errors
    /// The label is empty or another font's, the file cannot be read or is no font, the size is out of range, or
    /// there are [`MAX_FONTS`].
    pub fn load_font(
        &mut self,
        label: &str,
        path: impl AsRef<Path>,
        px: f32,
    ) -> Result<FontId, AssetError> {
        let path = path.as_ref();
        let same = |font: &OutlineFont| font.path.as_deref() == Some(path) && font.px == px;
        if let Some((id, _)) = self.labelled(label).filter(|(_, font)| same(font)) {
            return Ok(id);
        }
        let bytes = read_capped(self.root(), path, MAX_FONT_FILE_BYTES as u64)?;
        let id = self.add_font(label, &path.display().to_string(), &bytes, px)?;
        let font = &mut self.outline_fonts[id.index() - 1];
        font.path.get_or_insert(path.to_path_buf());
        Ok(id)
    }

    /// Adds a TrueType or OpenType font from the bytes of its file, for files that are embedded with `include_bytes!`;
    /// `file` names them in errors. See [`Assets::load_font`].
    ///
    /// # Errors
    /// The label is empty or another font's, the bytes are no font, the size is out of range, or there are
    /// [`MAX_FONTS`].
    pub fn add_font(
        &mut self,
        label: &str,
        file: &str,
        bytes: &[u8],
        px: f32,
    ) -> Result<FontId, AssetError> {
        let fault = |what: String| AssetError::Font {
            file: file.to_owned(),
            what,
        };
        if bytes.len() > MAX_FONT_FILE_BYTES {
            let limit = format!("the limit is {MAX_FONT_FILE_BYTES} bytes");
            return Err(fault(format!("{} bytes: {limit}", bytes.len())));
        }
        if label.is_empty() {
            return Err(fault("a font needs a label that is not empty".to_owned()));
        }
        let sum = fingerprint(bytes);
        if let Some((id, font)) = self.labelled(label) {
            return match font.sum == sum && font.px == px {
                true => Ok(id),
                false => Err(fault(format!(
                    "another font is labelled `{label}`: choose another label"
                ))),
            };
        }
        if !FONT_SIZES.contains(&px) {
            let (least, most) = (FONT_SIZES.start(), FONT_SIZES.end());
            return Err(fault(format!(
                "a size of {px} px: expected {least} to {most}"
            )));
        }
        if self.outline_fonts.len() == MAX_FONTS {
            return Err(fault(format!("one more font: the limit is {MAX_FONTS}")));
        }
        let shared = self.outline_fonts.iter().find(|font| font.sum == sum);
        let face = match shared {
            Some(font) => Arc::clone(&font.face),
            None => Arc::new(parse(bytes).map_err(fault)?),
        };
        let mut font = OutlineFont::new(face, px);
        (font.label, font.file, font.sum) = (label.to_owned(), file.to_owned(), sum);
        self.outline_fonts.push(font);
        Ok(FontId(
            u16::try_from(self.outline_fonts.len()).unwrap_or(u16::MAX),
        ))
    }

    /// The font of this label.
    pub fn find_font(&self, label: &str) -> Option<FontId> {
        self.labelled(label).map(|(id, _)| id)
    }

    fn labelled(&self, label: &str) -> Option<(FontId, &OutlineFont)> {
        let mut fonts = (1..).map(FontId).zip(&self.outline_fonts);
        fonts.find(|(_, font)| font.label == label)
    }
}

impl OutlineFont {
    fn new(face: Arc<FontVec>, px: f32) -> Self {
        let units = face.units_per_em().unwrap_or(1000.0);
        let scale = px / units;
        let ascent = (face.ascent_unscaled() * scale).ceil();
        let below = face.line_gap_unscaled() - face.descent_unscaled();
        let line_height = ascent + (below * scale).ceil();
        Self {
            label: String::new(),
            file: String::new(),
            path: None,
            sum: 0,
            px,
            face,
            scale,
            metrics: FontMetrics {
                ascent,
                // Some files say nothing of their lines.
                line_height: if line_height >= 1.0 { line_height } else { px },
            },
        }
    }

    pub(super) fn metrics(&self) -> FontMetrics {
        self.metrics
    }

    pub(super) fn name(&self) -> &str {
        &self.file
    }

    /// Whether the font knows the character.
    pub(super) fn has(&self, character: char) -> bool {
        self.face.glyph_id(character) != MISSING
    }

    /// How far a character moves the pen, in pixels.
    pub(super) fn advance(&self, character: char, bold: bool) -> f32 {
        let glyph = self.face.glyph_id(character);
        let plain = match glyph == MISSING {
            true => f32::from(self.box_size().0 + 2 * self.box_line()),
            false => self.grains(self.face.h_advance_unscaled(glyph)),
        };
        plain + if bold { f32::from(self.smear()) } else { 0.0 }
    }

    /// How much further apart two characters are than their advances say, in pixels.
    pub(super) fn kerning(&self, before: char, character: char) -> f32 {
        let [before, glyph] = [before, character].map(|character| self.face.glyph_id(character));
        if before == MISSING || glyph == MISSING {
            return 0.0;
        }
        self.grains(self.face.kern_unscaled(before, glyph))
    }

    /// Draws a character in white, or a box if the font lacks it; `None` if there is nothing to see. Neither side
    /// of the picture is longer than `limit`.
    pub(super) fn draw(
        &self,
        character: char,
        bold: bool,
        limit: u16,
    ) -> Result<Option<Drawn>, TooLarge> {
        let id = self.face.glyph_id(character);
        let drawn = match id == MISSING {
            true => Some(self.missing()),
            // A glyph that cannot be read is missing too.
            false => {
                guarded(|| self.outlined(id, limit)).unwrap_or_else(|| Ok(Some(self.missing())))?
            }
        };
        let Some((coverage, corner)) = drawn else {
            return Ok(None);
        };
        let coverage = if bold {
            coverage.smeared(self.smear(), limit)?
        } else {
            coverage
        };
        let corner = [corner[0], self.metrics.ascent + corner[1]];
        let middle = corner[0] + f32::from(coverage.width) / 2.0;
        Ok(Some(Drawn {
            picture: coverage.picture(),
            corner,
            cell: [
                middle - f32::from(GLYPH_WIDTH) / 2.0,
                (self.metrics.line_height - f32::from(GLYPH_HEIGHT)) / 2.0,
            ],
        }))
    }

    /// A glyph of the file; `None` if it has no outline.
    fn outlined(&self, id: GlyphId, limit: u16) -> Result<Option<Placed>, TooLarge> {
        let Some(outline) = self.face.outline(id) else {
            return Ok(None);
        };
        let glyph = Glyph {
            id,
            scale: PxScale::from(self.px),
            position: Point { x: 0.0, y: 0.0 },
        };
        let factor = PxScaleFactor {
            horizontal: self.scale,
            vertical: self.scale,
        };
        rasterised(&OutlinedGlyph::new(glyph, outline, factor), limit).map(Some)
    }

    /// The box for characters that the font lacks.
    fn missing(&self) -> Placed {
        let (width, height) = self.box_size();
        let line = self.box_line();
        let inside = |at: u16, length: u16| (line..length - line).contains(&at);
        let places = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
        let hollow = places.map(|(x, y)| inside(x, width) && inside(y, height));
        let alpha = hollow.map(|hollow| if hollow { 0 } else { 255 }).collect();
        (
            Coverage { width, alpha },
            [f32::from(line), -f32::from(height)],
        )
    }

    /// Half an em wide, and as high as a capital letter mostly is.
    fn box_size(&self) -> (u16, u16) {
        let least = 2 * self.box_line();
        (
            whole(self.px * 0.5).max(least),
            whole(self.px * 0.7).max(least),
        )
    }

    fn box_line(&self) -> u16 {
        whole(self.px / 16.0).max(1)
    }

    /// By how many pixels bold glyphs are wider.
    fn smear(&self) -> u16 {
        whole(self.px / 16.0).max(1)
    }

    /// The file's units in pixels, to the nearest 1/64.
    fn grains(&self, units: f32) -> f32 {
        (units * self.scale * 64.0).round() / 64.0
    }
}

/// The glyph that stands for what a font lacks.
const MISSING: GlyphId = GlyphId(0);

/// What a glyph covers, and its corner from the pen on the line that letters stand on.
type Placed = (Coverage, [f32; 2]);

/// How much of each pixel a glyph covers, row after row.
struct Coverage {
    width: u16,
    alpha: Vec<u8>,
}

impl Coverage {
    /// In white, so that a tint can be any colour.
    fn picture(&self) -> Picture {
        let height = self.alpha.len() / usize::from(self.width);
        let white = |&alpha: &u8| u32::from_le_bytes([alpha; 4]);
        Picture {
            width: self.width,
            height: u16::try_from(height).unwrap_or(u16::MAX),
            texels: self.alpha.iter().map(white).collect(),
        }
    }

    /// Drawn once more at each of the next `by` pixels to the right.
    fn smeared(&self, by: u16, limit: u16) -> Result<Self, TooLarge> {
        let (from, width) = (usize::from(self.width), self.width.saturating_add(by));
        if width > limit {
            let height = u16::try_from(self.alpha.len() / from).unwrap_or(u16::MAX);
            return Err(TooLarge([width, height]));
        }
        let mut alpha = Vec::with_capacity(self.alpha.len() / from * usize::from(width));
        for row in self.alpha.chunks_exact(from) {
            for x in 0..usize::from(width) {
                let reached = x.saturating_sub(by.into())..from.min(x + 1);
                alpha.push(row[reached].iter().copied().max().unwrap_or(0));
            }
        }
        Ok(Self { width, alpha })
    }
}

/// Draws an outline.
fn rasterised(glyph: &OutlinedGlyph, limit: u16) -> Result<Placed, TooLarge> {
    let bounds = glyph.px_bounds();
    let (width, height) = (bounds.width(), bounds.height());
    // Written so that NaN is refused too.
    let fits = |length: f32| length >= 1.0 && length <= f32::from(limit);
    if !(fits(width) && fits(height)) {
        return Err(TooLarge([whole(width), whole(height)]));
    }
    let (width, height) = (whole(width), whole(height));
    let mut alpha = vec![0; usize::from(width) * usize::from(height)];
    glyph.draw(|x, y, coverage| {
        let at = y as usize * usize::from(width) + x as usize;
        if let Some(alpha) = alpha.get_mut(at) {
            *alpha = byte(coverage);
        }
    });
    Ok((Coverage { width, alpha }, [bounds.min.x, bounds.min.y]))
}

fn parse(bytes: &[u8]) -> Result<FontVec, String> {
    guarded(|| FontVec::try_from_vec(bytes.to_vec()).ok())
        .flatten()
        .ok_or_else(|| "no font: expected a whole TrueType or OpenType file".to_owned())
}

/// Reads a file by code that panics over some damaged ones where debug assertions are on; `None` then.
fn guarded<T>(read: impl FnOnce() -> T) -> Option<T> {
    panics::caught(read)
        .inspect_err(|_| drop(panics::last_place()))
        .ok()
}

fn fingerprint(bytes: &[u8]) -> u64 {
    let mut sum = Checksum::new();
    sum.bytes(bytes);
    sum.finish()
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "saturates, and is 0 for what is no number"
)]
fn whole(pixels: f32) -> u16 {
    pixels.round() as u16
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "saturates, and is 0 for what is no number"
)]
fn byte(coverage: f32) -> u8 {
    (coverage * 255.0 + 0.5) as u8
}

#[cfg(test)]
mod tests;
