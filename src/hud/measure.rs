//! Measures of texts and icons in the style of the display.

use super::layout::count;
use super::style::{HudStyle, WidgetIcon};
use super::wrap::wrapped_lines;
use crate::assets::{Assets, FontId, GLYPH_HEIGHT, GLYPH_WIDTH};
use crate::base::color::Color;
use crate::scene::{Span, text_size};
use glam::Vec2;

/// Size of a character of the built-in font, in pixels.
const CELL: Vec2 = Vec2::new(GLYPH_WIDTH as f32, GLYPH_HEIGHT as f32);

/// Measures texts and icons in the display's style, for the size of a
/// [`WidgetContent`](super::WidgetContent). Lengths are whole characters of the built-in font, 8 × 16 pixels.
#[derive(Clone, Copy, Debug)]
pub struct WidgetMeasure<'a> {
    pub(super) assets: &'a Assets,
    pub(super) style: &'a HudStyle,
}

impl WidgetMeasure<'_> {
    /// Returns the style of the display.
    pub fn style(&self) -> &HudStyle {
        self.style
    }

    /// Returns the width of a line of text, in characters of the built-in font, rounded up.
    pub fn columns(&self, line: &str) -> usize {
        self.width(line, 65_535)
    }

    /// Returns the number of rows of the built-in font that a line of text takes: 1 for the built-in font.
    pub fn line_rows(&self) -> usize {
        let metrics = self.assets.font_metrics(self.style.font);
        count((metrics.line_height / CELL.y).ceil()).max(1)
    }

    /// Returns about how many characters of text fit into this number of columns. Exact in the built-in font.
    fn characters_in(&self, columns: usize) -> usize {
        let advance = self
            .assets
            .advance(self.style.text(Color::WHITE).face(), '0');
        match self.is_built_in() || advance < 1.0 {
            true => columns,
            false => count(columns as f32 * CELL.x / advance).max(1),
        }
    }

    /// Returns the lines of a text that is wrapped at this number of columns, between words if possible. The width of
    /// lines in fonts other than the built-in one is approximate.
    pub fn lines<'t>(
        &self,
        text: &'t str,
        columns: usize,
    ) -> impl Iterator<Item = &'t str> + Clone + use<'t> {
        wrapped_lines(text, self.characters_in(columns))
    }

    /// Returns whether texts are in the built-in font, with one character in each column.
    pub(super) fn is_built_in(&self) -> bool {
        self.style.font == FontId::BUILT_IN
    }

    /// Returns the width of a line in columns, at most `most`.
    pub(super) fn width(&self, line: &str, most: usize) -> usize {
        if self.is_built_in() {
            return line.chars().take(most).count();
        }
        let pixels = self.pixels(line);
        count((pixels / CELL.x).ceil()).min(most)
    }

    /// Returns the width of a line in pixels.
    pub(super) fn pixels(&self, line: &str) -> f32 {
        let style = self.style.text(Color::WHITE);
        let span = Span { text: line, style };
        text_size(self.assets, &[span], CELL, style.layout()).x
    }

    /// Returns the width in columns of the first `count` characters of a line, with fractions.
    pub(super) fn columns_before(&self, line: &str, count: usize) -> f32 {
        self.exact_columns(&line[..byte_of(line, count)])
    }

    /// Returns the width of a line in columns, with fractions.
    fn exact_columns(&self, line: &str) -> f32 {
        if self.is_built_in() {
            return line.chars().count() as f32;
        }
        self.pixels(line) / CELL.x
    }

    /// Returns how many characters at the beginning of a line fit into this number of columns.
    pub(super) fn fitting(&self, line: &str, columns: usize) -> usize {
        let most = line.chars().take(self.most_characters(columns)).count();
        longest(most, |count| {
            self.columns_before(line, count) <= columns as f32
        })
    }

    /// Returns how many of the characters before the character `end` fit into this number of columns.
    pub(super) fn fitting_before(&self, line: &str, end: usize, columns: usize) -> usize {
        let before = &line[..byte_of(line, end)];
        let all = before.chars().count();
        let most = all.min(self.most_characters(columns));
        longest(most, |count| {
            let tail = &before[byte_of(before, all - count)..];
            self.exact_columns(tail) <= columns as f32
        })
    }

    /// Returns the maximum number of characters in this number of columns. A character of another font counts as at
    /// least a quarter of a column wide.
    fn most_characters(&self, columns: usize) -> usize {
        if self.is_built_in() {
            columns
        } else {
            columns * 4
        }
    }

    /// Returns the width in columns of a number with this many characters.
    pub(super) fn number_width(&self, digits: usize) -> usize {
        if self.is_built_in() {
            return digits;
        }
        let advance = self
            .assets
            .advance(self.style.text(Color::WHITE).face(), '0');
        count((digits as f32 * advance / CELL.x).ceil())
    }

    /// Returns the size of an icon in columns and rows. (0, 0) if there is no such sprite.
    pub fn icon(&self, icon: WidgetIcon) -> (usize, usize) {
        let sprite = self.assets.sprite(icon.sprite);
        sprite.map_or((0, 0), |sprite| {
            let (width, height) = sprite.size_px;
            let [columns, rows] = [width.div_ceil(GLYPH_WIDTH), height.div_ceil(GLYPH_HEIGHT)];
            (columns.into(), rows.into())
        })
    }
}

/// Returns the byte index of a character. Beyond the line's end, returns its length in bytes.
pub(super) fn byte_of(line: &str, character: usize) -> usize {
    let found = line.char_indices().nth(character);
    found.map_or(line.len(), |(at, _)| at)
}

/// Returns the largest number up to `most` for which `fits` is true, by bisection. 0 always fits.
fn longest(most: usize, fits: impl Fn(usize) -> bool) -> usize {
    let (mut known, mut most) = (0, most);
    while known < most {
        let middle = (known + most).div_ceil(2);
        if fits(middle) {
            known = middle;
        } else {
            most = middle - 1;
        }
    }
    known
}
