//! Outline fonts: TrueType and OpenType files, at any size. Only with the feature `truetype`.
//!
//! Measurements are multiples of 1/64 pixel, so that sums of them are exact and a text has the same width on every
//! machine. Glyphs are rasterised by plain arithmetic, without hinting and without system libraries. A glyph is never
//! larger than an atlas page may be.

use std::path::PathBuf;
use std::sync::{Arc, Once};

use ab_glyph::{Font, FontVec, Glyph, GlyphId, OutlinedGlyph, Point, PxScale, PxScaleFactor};

#[cfg(feature = "shaping")]
use super::super::shaping::{FontShaper, RunGlyph, ShapeRun};
use super::super::texels::{GlyphTexels, TooLarge};
use super::built_in::{GLYPH_HEIGHT, GLYPH_WIDTH};
use super::coverage::{Coverage, OutlineEdge};
use super::curves::{self, Unreadable};
#[cfg(feature = "shaping")]
use super::face::FontId;
use super::face::FontMetrics;
use super::kerning::PairKerning;
use super::name::GlyphName;
use super::variant::GlyphVariant;
use crate::base::checksum::ChecksumWriter;
use crate::base::panics;

/// The largest font file that is read, in bytes: 32 MiB.
pub const MAX_FONT_FILE_BYTES: usize = 32 << 20;
/// Allowed sizes of a font: the height of an em in pixels. A line, without the gap between lines, is about as high.
pub const FONT_SIZES: core::ops::RangeInclusive<f32> = 1.0..=512.0;
/// The largest number of fonts that one [`Assets`](crate::assets::Assets) holds; each size counts as one.
pub const MAX_FONTS: usize = 1024;

/// An outline font at one size.
#[derive(Debug)]
pub(in crate::assets) struct OutlineFont {
    pub(in crate::assets) label: String,
    /// Name of the font in errors.
    pub(in crate::assets) file: String,
    /// Path below the root, if the store read the file.
    pub(in crate::assets) path: Option<PathBuf>,
    /// Checksum of the file's bytes.
    pub(in crate::assets) sum: u64,
    /// Size of an em, in pixels.
    pub(in crate::assets) px: f32,
    /// Shared by all sizes of one file.
    face: Arc<FontVec>,
    pairs: Option<PairKerning>,
    /// Pixels per font unit.
    scale: f32,
    metrics: FontMetrics,
    /// Reports the first unreadable glyph of a file, and no others. Shared like the face.
    unreadable: Arc<Once>,
    /// `None` if the file cannot be shaped.
    #[cfg(feature = "shaping")]
    shaper: Option<FontShaper>,
    /// Fonts that draw the characters that this one lacks.
    #[cfg(feature = "shaping")]
    pub(in crate::assets) fallbacks: Vec<FontId>,
}

/// The first bytes of fonts in other formats, and their names.
const OTHER_FORMATS: [(&[u8], &str); 6] = [
    (b"wOFF", "WOFF"),
    (b"wOF2", "WOFF2"),
    (b"%!", "Type 1"),
    (b"\x80\x01", "Type 1"),
    (b"STARTFONT", "BDF"),
    (b"\x01fcp", "PCF"),
];

impl OutlineFont {
    /// Reads a font file; `sum` is the checksum of its bytes. Label and file name are left empty.
    pub(in crate::assets) fn parse(bytes: &[u8], sum: u64, px: f32) -> Result<Self, String> {
        if let Some((_, format)) = OTHER_FORMATS
            .iter()
            .find(|(start, _)| bytes.starts_with(start))
        {
            return Err(format!("is a {format} font: convert it to .ttf or .otf"));
        }
        let face = guarded(|| FontVec::try_from_vec(bytes.to_vec()).ok()).flatten();
        let face = face.ok_or("not a font: expected a whole TrueType or OpenType file")?;
        if guarded(|| curves::has_outlines(bytes)) == Some(false) {
            return Err(
                "has no outlines, only bitmaps or nothing: expected a font with outlines"
                    .to_owned(),
            );
        }
        let pairs = guarded(|| PairKerning::of(face.font_data())).flatten();
        #[cfg(feature = "shaping")]
        let shaper = guarded(|| FontShaper::of(bytes)).flatten();
        let face = Arc::new(face);
        let font = Self::new(face, pairs, Arc::new(Once::new()), sum, px);
        #[cfg(feature = "shaping")]
        let font = Self { shaper, ..font };
        Ok(font)
    }

    /// Returns the same file at another size. Label and file name are left empty.
    pub(in crate::assets) fn resized(&self, px: f32) -> Self {
        let (face, unreadable) = (Arc::clone(&self.face), Arc::clone(&self.unreadable));
        let font = Self::new(face, self.pairs.clone(), unreadable, self.sum, px);
        #[cfg(feature = "shaping")]
        let font = Self {
            shaper: self.shaper.clone(),
            ..font
        };
        font
    }

    fn new(
        face: Arc<FontVec>,
        pairs: Option<PairKerning>,
        unreadable: Arc<Once>,
        sum: u64,
        px: f32,
    ) -> Self {
        // 1000 units per em are usual in OpenType files.
        let units = face.units_per_em().unwrap_or(1000.0);
        let scale = px / units;
        // Both distances are rounded up to whole pixels. Corners of glyphs are at whole pixels, too, so that glyphs lie
        // on whole pixels of their line.
        let ascent = (face.ascent_unscaled() * scale).ceil();
        let below = face.line_gap_unscaled() - face.descent_unscaled();
        let line_height = ascent + (below * scale).ceil();
        Self {
            label: String::new(),
            file: String::new(),
            path: None,
            sum,
            px,
            face,
            pairs,
            scale,
            metrics: FontMetrics {
                ascent,
                // Some files do not have a line height.
                line_height: if line_height >= 1.0 { line_height } else { px },
            },
            unreadable,
            #[cfg(feature = "shaping")]
            shaper: None,
            #[cfg(feature = "shaping")]
            fallbacks: Vec::new(),
        }
    }

    /// Returns the glyphs of a run of text, and the number of pixels per font unit. `None` if the file is damaged.
    #[cfg(feature = "shaping")]
    pub(in crate::assets) fn shape(&self, run: &ShapeRun<'_>) -> Option<(Vec<RunGlyph>, f32)> {
        let shaper = self.shaper.as_ref()?;
        let shape = || shaper.shape(self.face.font_data(), run);
        Some((guarded(shape).flatten()?, self.scale))
    }

    /// Returns the extra width of a bold glyph, in pixels.
    #[cfg(feature = "shaping")]
    pub(in crate::assets) fn bold_width(&self) -> f32 {
        f32::from(self.stroke())
    }

    /// Returns the advance of a glyph in pixels.
    pub(in crate::assets) fn glyph_advance(&self, id: u16, bold: bool) -> f32 {
        let plain = self.to_px(self.face.h_advance_unscaled(GlyphId(id)));
        plain + if bold { f32::from(self.stroke()) } else { 0.0 }
    }

    #[cfg(test)]
    pub(in crate::assets) fn shares_file_with(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.face, &other.face)
    }

    /// Returns a checksum that identifies a font file.
    pub(in crate::assets) fn checksum(bytes: &[u8]) -> u64 {
        let mut sum = ChecksumWriter::new();
        sum.bytes(bytes);
        sum.finish()
    }

    /// Returns the line metrics.
    pub(in crate::assets) fn metrics(&self) -> FontMetrics {
        self.metrics
    }

    /// Returns the size of an em, in pixels.
    pub(in crate::assets) fn size(&self) -> f32 {
        self.px
    }

    /// Returns the file's name, for errors.
    pub(super) fn name(&self) -> &str {
        &self.file
    }

    /// Returns whether the font has a table of Unicode characters. Some old fonts only have a table for the Macintosh,
    /// or for symbols, which is not read.
    pub(in crate::assets) fn has_characters(&self) -> bool {
        guarded(|| curves::has_characters(self.face.font_data())).unwrap_or(false)
    }

    /// Returns whether the font has a glyph for the character.
    pub(in crate::assets) fn has(&self, character: char) -> bool {
        self.face.glyph_id(character) != MISSING
    }

    /// Returns the advance of a character in pixels.
    pub(in crate::assets) fn advance(&self, character: char, bold: bool) -> f32 {
        let glyph = self.face.glyph_id(character);
        let plain = match glyph == MISSING {
            true => f32::from(self.box_size().0 + 2 * self.stroke()),
            false => self.to_px(self.face.h_advance_unscaled(glyph)),
        };
        plain + if bold { f32::from(self.stroke()) } else { 0.0 }
    }

    /// Returns the kerning of two characters in pixels.
    pub(in crate::assets) fn kerning(&self, before: char, character: char) -> f32 {
        let [before, glyph] = [before, character].map(|character| self.face.glyph_id(character));
        if before == MISSING || glyph == MISSING {
            return 0.0;
        }
        let by_pairs = self.pairs.as_ref().and_then(|pairs| {
            let between = || pairs.between(self.face.font_data(), before.0, glyph.0);
            guarded(between).flatten()
        });
        // The older table `kern` only counts in files without GPOS kerning: in others it is for programs that do not
        // know GPOS.
        self.to_px(by_pairs.unwrap_or_else(|| self.face.kern_unscaled(before, glyph)))
    }

    /// Draws a glyph in white, in a variant of the font, or a box if the font lacks it. `None` for a blank. Each side is at most `limit` pixels long.
    pub(super) fn draw(
        &self,
        name: GlyphName,
        variant: GlyphVariant,
        limit: u16,
    ) -> Result<Option<GlyphTexels>, TooLarge> {
        let ratio = variant.zoom.ratio();
        let raster = self.resized(self.px * ratio);
        let id = match name {
            GlyphName::Character(character) => self.face.glyph_id(character),
            GlyphName::Shaped { id, .. } => GlyphId(id),
        };
        let drawn = match id == MISSING {
            true => Some(raster.missing_box()),
            false => raster.outlined(id, limit)?.unwrap_or_else(|Unreadable| {
                self.unreadable.call_once(|| {
                    log::warn!(
                        "{}: the glyph {:?} is unreadable and drawn as a box",
                        self.file,
                        name.characters()[0]
                    );
                });
                Some(raster.missing_box())
            }),
        };
        let Some((mut coverage, mut corner)) = drawn else {
            return Ok(None);
        };
        if variant.face.bold {
            coverage = coverage.smeared(raster.stroke(), limit)?;
        }
        let mut grown = 0;
        if variant.outline > 0 {
            let quarters = round_to_u16(f32::from(variant.outline) * ratio).max(1);
            (coverage, grown) = coverage.outlined(quarters, OutlineEdge::Soft, limit)?;
        }
        if variant.is_padded {
            coverage = coverage.padded(1, limit)?;
            grown += 1;
        }
        corner = corner.map(|side| side - f32::from(grown));
        // The baseline stays where it is at the font's own size, so that all sizes of a text stand on one line.
        let FontMetrics {
            ascent,
            line_height,
        } = self.metrics;
        let corner = [corner[0], ascent * ratio + corner[1]];
        let middle = corner[0] + f32::from(coverage.width) / 2.0;
        Ok(Some(GlyphTexels {
            frame: coverage.white(),
            corner,
            cell: [
                middle - f32::from(GLYPH_WIDTH) / 2.0,
                (line_height * ratio - f32::from(GLYPH_HEIGHT)) / 2.0,
            ],
        }))
    }

    /// Draws a glyph of the file. `None` if it is blank.
    fn outlined(
        &self,
        id: GlyphId,
        limit: u16,
    ) -> Result<Result<Option<PlacedCoverage>, Unreadable>, TooLarge> {
        let read = guarded(|| curves::outline(self.face.font_data(), id.0));
        let outline = match read.unwrap_or(Err(Unreadable)) {
            Ok(Some(outline)) => outline,
            Ok(None) => return Ok(Ok(None)),
            Err(unreadable) => return Ok(Err(unreadable)),
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
        let glyph = OutlinedGlyph::new(glyph, outline, factor);
        match guarded(|| rasterised(&glyph, limit)) {
            None => Ok(Err(Unreadable)),
            Some(drawn) => drawn.map(|drawn| Ok(Some(drawn))),
        }
    }

    /// Draws the box for characters that the font lacks.
    fn missing_box(&self) -> PlacedCoverage {
        let (width, height) = self.box_size();
        let line = self.stroke();
        let inside = |at: u16, length: u16| (line..length - line).contains(&at);
        let places = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
        let hollow = places.map(|(x, y)| inside(x, width) && inside(y, height));
        let alpha = hollow.map(|hollow| if hollow { 0 } else { 255 }).collect();
        (
            Coverage { width, alpha },
            [f32::from(line), -f32::from(height)],
        )
    }

    /// Returns the width and height of the box in pixels: half an em, and about the height of a capital letter.
    fn box_size(&self) -> (u16, u16) {
        let least = 2 * self.stroke();
        (
            round_to_u16(self.px * 0.5).max(least),
            round_to_u16(self.px * 0.7).max(least),
        )
    }

    /// Returns the line width of the box, and the extra width of bold glyphs, in pixels.
    fn stroke(&self) -> u16 {
        round_to_u16(self.px / 16.0).max(1)
    }

    /// Converts font units to pixels, rounded to the nearest 1/64.
    fn to_px(&self, units: f32) -> f32 {
        // Sums of multiples of 1/64 are exact in a float, in any order.
        (units * self.scale * 64.0).round() / 64.0
    }
}

/// The glyph of characters that a font lacks: number 0, by the OpenType standard.
const MISSING: GlyphId = GlyphId(0);

/// The coverage of a glyph, and its upper left corner, in pixels from the pen on the baseline.
type PlacedCoverage = (Coverage, [f32; 2]);

/// Rasterises an outline.
fn rasterised(glyph: &OutlinedGlyph, limit: u16) -> Result<PlacedCoverage, TooLarge> {
    let bounds = glyph.px_bounds();
    let (width, height) = (bounds.width(), bounds.height());
    // NaN does not fit either, because comparisons with it are false.
    let fits = |length: f32| length >= 1.0 && length <= f32::from(limit);
    if !(fits(width) && fits(height)) {
        return Err(TooLarge([round_to_u16(width), round_to_u16(height)]));
    }
    let (width, height) = (round_to_u16(width), round_to_u16(height));
    let mut alpha = vec![0; usize::from(width) * usize::from(height)];
    glyph.draw(|x, y, coverage| {
        let at = y as usize * usize::from(width) + x as usize;
        if let Some(alpha) = alpha.get_mut(at) {
            *alpha = byte(coverage);
        }
    });
    Ok((Coverage { width, alpha }, [bounds.min.x, bounds.min.y]))
}

/// Calls `read`, and returns `None` if it panics: with debug assertions, the font crates panic for some damaged files.
fn guarded<T>(read: impl FnOnce() -> T) -> Option<T> {
    panics::caught(read)
        .inspect_err(|_| drop(panics::last_location()))
        .ok()
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "saturates, and NaN becomes 0"
)]
fn round_to_u16(pixels: f32) -> u16 {
    pixels.round() as u16
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "saturates, and NaN becomes 0"
)]
fn byte(coverage: f32) -> u8 {
    // The cast must saturate: `ab_glyph` reports 1 or more for a pixel that is fully covered.
    (coverage * 255.0 + 0.5) as u8
}
