//! Shaping of one item of text by `harfrust`, the Rust port of HarfBuzz.

use core::fmt;
use core::ops::Range;
use std::sync::Arc;

use harfrust::{
    BufferFlags, Direction, FontRef, Script, ShapeOptions, ShaperData, Tag, UnicodeBuffer,
};

/// Parts of a font file that shaping needs, shared by all sizes of the file.
#[derive(Clone)]
pub(in crate::assets) struct FontShaper(Arc<ShaperData>);

impl fmt::Debug for FontShaper {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("FontShaper")
    }
}

/// A part of a paragraph that is shaped at once: one font, direction and script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::assets) struct ShapeRun<'a> {
    /// The whole paragraph: letters join across the ends of the run.
    pub(in crate::assets) paragraph: &'a str,
    pub(in crate::assets) range: Range<usize>,
    pub(in crate::assets) is_rtl: bool,
    /// Four letters of ISO 15924, such as `Arab`.
    pub(in crate::assets) script: [u8; 4],
}

/// A glyph of a run, in font units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::assets) struct RunGlyph {
    pub(in crate::assets) id: u16,
    /// First byte, in the paragraph, of the characters that the glyph belongs to.
    pub(in crate::assets) cluster: usize,
    pub(in crate::assets) advance: i32,
    /// To the right, and upwards.
    pub(in crate::assets) offset: [i32; 2],
}

impl FontShaper {
    /// Returns `None` if the file is not a font.
    pub(in crate::assets) fn of(file: &[u8]) -> Option<Self> {
        let font = FontRef::from_index(file, 0).ok()?;
        Some(Self(Arc::new(ShaperData::new(&font))))
    }

    /// Returns the glyphs of a run, from left to right. `file` is the font file.
    pub(in crate::assets) fn shape(
        &self,
        file: &[u8],
        run: &ShapeRun<'_>,
    ) -> Option<Vec<RunGlyph>> {
        let font = FontRef::from_index(file, 0).ok()?;
        let shaper = self.0.shaper(&font).build();
        let ShapeRun {
            paragraph, range, ..
        } = run;
        let mut buffer = UnicodeBuffer::new();
        for (at, character) in paragraph[range.clone()].char_indices() {
            buffer.add(character, u32::try_from(range.start + at).ok()?);
        }
        buffer.set_pre_context(&paragraph[..range.start]);
        buffer.set_post_context(&paragraph[range.end..]);
        let mut flags = BufferFlags::default();
        flags.set(BufferFlags::BEGINNING_OF_TEXT, range.start == 0);
        flags.set(BufferFlags::END_OF_TEXT, range.end == paragraph.len());
        buffer.set_flags(flags);
        buffer.set_direction(match run.is_rtl {
            true => Direction::RightToLeft,
            false => Direction::LeftToRight,
        });
        if let Some(script) = Script::from_iso15924_tag(Tag::new(&run.script)) {
            buffer.set_script(script);
        }
        let glyphs = shaper.shape(buffer, ShapeOptions::new());
        let infos = glyphs.glyph_infos().iter();
        let glyphs = infos.zip(glyphs.glyph_positions()).map(|(info, position)| {
            Some(RunGlyph {
                id: u16::try_from(info.glyph_id).ok()?,
                cluster: usize::try_from(info.cluster).ok()?,
                advance: position.x_advance,
                offset: [position.x_offset, position.y_offset],
            })
        });
        glyphs.collect()
    }
}
