//! Loading outline fonts. Only with the feature `truetype`.

use std::path::Path;

use super::super::error::AssetError;
use super::super::fonts::{FONT_SIZES, FontId, MAX_FONT_FILE_BYTES, MAX_FONTS, OutlineFont};
use super::super::path::read_capped;
use super::Assets;

impl Assets {
    /// Loads a TrueType or OpenType font from a file below the root. `px` is the size of an em in pixels, within
    /// [`FONT_SIZES`]. Each size of a file is a separate font with its own label. Loading the same file at the same
    /// size under the same label again returns the same font. Only with the feature `truetype`.
    ///
    /// # Errors
    /// The label is empty or another font's, the file cannot be read or is not a font, the size is out of range, or
    /// there are already [`MAX_FONTS`].
    pub fn load_font(
        &mut self,
        label: &str,
        path: impl AsRef<Path>,
        px: f32,
    ) -> Result<FontId, AssetError> {
        let path = path.as_ref();
        let same = |font: &OutlineFont| font.path.as_deref() == Some(path) && font.px == px;
        if let Some(id) = self.find_font(label).filter(|&id| same(self.font_at(id))) {
            return Ok(id);
        }
        let bytes = read_capped(&self.root, path, MAX_FONT_FILE_BYTES as u64)?;
        let id = self.add_font(label, &path.display().to_string(), &bytes, px)?;
        let font = &mut self.outline_fonts[id.index() - 1];
        // The path is set even if the font was first added from bytes: the next load then does not read the file.
        font.path.get_or_insert(path.to_path_buf());
        Ok(id)
    }

    /// Adds a TrueType or OpenType font from the bytes of its file, for files that are embedded with `include_bytes!`.
    /// `file` names them in errors. See [`Assets::load_font`].
    ///
    /// # Errors
    /// The label is empty or another font's, the bytes are not a font, the size is out of range, or there are
    /// already [`MAX_FONTS`].
    pub fn add_font(
        &mut self,
        label: &str,
        file: &str,
        bytes: &[u8],
        px: f32,
    ) -> Result<FontId, AssetError> {
        self.add_valid_font(label, file, bytes, px)
            .map_err(|what| AssetError::Font {
                file: file.to_owned(),
                what,
            })
    }

    /// Returns the font with this label.
    pub fn find_font(&self, label: &str) -> Option<FontId> {
        let mut fonts = (1..).map(FontId).zip(&self.outline_fonts);
        let found = fonts.find(|(_, font)| font.label == label);
        found.map(|(id, _)| id)
    }

    /// Like [`Assets::add_font`], with an error that does not name the file.
    fn add_valid_font(
        &mut self,
        label: &str,
        file: &str,
        bytes: &[u8],
        px: f32,
    ) -> Result<FontId, String> {
        if bytes.len() > MAX_FONT_FILE_BYTES {
            let limit = format!("the limit is {MAX_FONT_FILE_BYTES} bytes");
            return Err(format!("{} bytes: {limit}", bytes.len()));
        }
        if label.is_empty() {
            return Err("a font needs a label that is not empty".to_owned());
        }
        let sum = OutlineFont::checksum(bytes);
        if let Some(id) = self.find_font(label) {
            let font = self.font_at(id);
            return match font.sum == sum && font.px == px {
                true => Ok(id),
                false => Err(format!(
                    "another font is labelled `{label}`: choose another label"
                )),
            };
        }
        if !FONT_SIZES.contains(&px) {
            let (least, most) = (FONT_SIZES.start(), FONT_SIZES.end());
            return Err(format!("a size of {px} px: expected {least} to {most}"));
        }
        if self.outline_fonts.len() == MAX_FONTS {
            return Err(format!("one more font: the limit is {MAX_FONTS}"));
        }
        // All sizes of a file share one parsed font in memory.
        let other_size = self.outline_fonts.iter().find(|font| font.sum == sum);
        let is_new = other_size.is_none();
        let mut font = match other_size {
            Some(font) => font.resized(px),
            None => OutlineFont::parse(bytes, sum, px)?,
        };
        if is_new && !font.has_characters() {
            log::warn!(
                "{file}: the font has no table of Unicode characters: all of them are boxes"
            );
        }
        (font.label, font.file) = (label.to_owned(), file.to_owned());
        self.outline_fonts.push(font);
        // The id is the number of fonts after the insertion, because id 0 is the built-in font. The limit above keeps
        // it within 16 bits.
        Ok(FontId(
            u16::try_from(self.outline_fonts.len()).unwrap_or(u16::MAX),
        ))
    }

    /// Returns the font with this id.
    ///
    /// # Panics
    /// If it is the built-in font, or if the store does not have it.
    fn font_at(&self, id: FontId) -> &OutlineFont {
        &self.outline_fonts[id.index() - 1]
    }
}
