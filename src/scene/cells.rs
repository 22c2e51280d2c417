//! The screen as text: layers painted into a grid of characters.
//!
//! Shows where things are after the latest step, unsmoothed. A cell is 8 × 16 pixels of the unmagnified view.
//! What is made of characters, text sprites and glyphs, takes whole cells, the nearest to its pixels, at its own
//! size: neither scale, zoom nor angle changes that, mirroring swaps the order. A glyph of an outline font takes the
//! one cell about its middle, so that narrow letters may hide each other. What is made of pixels has no
//! characters: rectangles and lines ([`FrameId::SOLID`]) fill the cells they cover with `█`, images with `#`, unturned,
//! each at least one cell; an image that covers the whole grid is a backdrop, and makes it blank. What lets most of what is
//! beneath show through is left out. Shapes and the
//! camera's rotation are left out too, and so is colour.

use core::fmt;
use core::ops::Range;
use glam::Vec2;

use super::instance::{Instance, InstanceFlags};
use super::layer::Layer;
use crate::assets::{Assets, FrameId, FrameRecord, FrameText, GLYPH_HEIGHT, GLYPH_WIDTH};
use crate::geometry::turns::{HALF_TURN, sin_cos};

/// A cell of a rectangle.
const FILLED: char = '█';
/// A cell of an image.
const IMAGE: char = '#';
/// What is less opaque than this does not hide what is beneath.
const HIDES: u8 = 128;
/// Places are kept to this part of a pixel, as drawing keeps them: noise below it moves nothing.
const GRAIN: i32 = 256;
/// Places further away than this many pixels are not painted, as they are not drawn.
const FAR: f32 = 1_048_576.0;
/// Nothing turned is longer.
const MOST_PIXELS: f32 = 65_536.0;

/// A grid of characters. Shown as its rows, each without the blanks at its end, with line feeds between.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cells {
    columns: usize,
    rows: usize,
    /// Columns × rows, row after row.
    characters: Vec<char>,
}

impl Cells {
    /// A blank grid.
    pub fn new(columns: usize, rows: usize) -> Self {
        Self {
            columns,
            rows,
            characters: vec![' '; columns * rows],
        }
    }

    /// A blank grid as large as a picture of this many pixels, the last row and column perhaps in part.
    pub fn for_picture(width: u32, height: u32) -> Self {
        let cells = |length: u32, cell: u16| length.div_ceil(u32::from(cell)) as usize;
        Self::new(cells(width, GLYPH_WIDTH), cells(height, GLYPH_HEIGHT))
    }

    /// Makes every cell blank.
    pub fn clear(&mut self) {
        self.characters.fill(' ');
    }

    /// Gives the grid another size, and makes every cell blank.
    pub fn resize(&mut self, columns: usize, rows: usize) {
        (self.columns, self.rows) = (columns, rows);
        self.characters.clear();
        self.characters.resize(columns * rows, ' ');
    }

    /// Characters in a row.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// Rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Every character, row after row.
    pub fn characters(&self) -> &[char] {
        &self.characters
    }

    /// The character in a cell, `None` outside the grid.
    pub fn get(&self, column: usize, row: usize) -> Option<char> {
        let inside = column < self.columns && row < self.rows;
        inside.then(|| self.characters[row * self.columns + column])
    }

    /// The row as it is shown: without the blanks at its end. Empty outside the grid.
    pub fn line(&self, row: usize) -> String {
        let end = self.columns * (row + 1);
        let cells = self.characters.get(self.columns * row..end);
        let line: String = cells.unwrap_or_default().iter().collect();
        line.trim_end_matches(' ').to_owned()
    }

    /// Paints a layer over what is there, in the order of its rows. `origin` is the world position of the view's
    /// top left corner, `unit` how many pixels a world unit has, `zoom` the camera's magnification.
    pub fn paint(&mut self, layer: &Layer, assets: &Assets, origin: Vec2, unit: Vec2, zoom: f32) {
        self.paint_filled(layer, assets, origin, unit, zoom, FILLED);
    }

    /// Paints the heads-up display, whose unit is a character, over what is there. Rectangles are a ground for its
    /// characters: they make the cells they cover blank.
    pub fn paint_display(&mut self, layer: &Layer, assets: &Assets) {
        let cell = Vec2::new(f32::from(GLYPH_WIDTH), f32::from(GLYPH_HEIGHT));
        self.paint_filled(layer, assets, Vec2::ZERO, cell, 1.0, ' ');
    }

    fn paint_filled(
        &mut self,
        layer: &Layer,
        assets: &Assets,
        origin: Vec2,
        unit: Vec2,
        zoom: f32,
        filled: char,
    ) {
        for instance in layer.columns().instances {
            let nothing = instance.tint == [0; 4] && !is_opaque(instance);
            if instance.is_hidden() || nothing || instance.scale.iter().any(|s| s.to_f32() == 0.0) {
                continue;
            }
            let Some(record) = assets.frames().get(instance.frame()) else {
                continue;
            };
            let place = (instance.position - origin) * unit * zoom;
            match assets.frame_text(instance.frame()) {
                Some(text) => self.put_text(instance, place, &text),
                None => self.fill(instance, place, record, zoom, filled),
            }
        }
    }

    /// Puts a frame of characters into the cells that are nearest to its pixels at scale 1.
    fn put_text(&mut self, instance: &Instance, place: Vec2, text: &FrameText<'_>) {
        let corner = place + Vec2::from_array(text.corner);
        let (Some(left), Some(top)) = (
            nearest_cell(corner.x, GLYPH_WIDTH),
            nearest_cell(corner.y, GLYPH_HEIGHT),
        ) else {
            return;
        };
        let flips = |flag| instance.flags().contains(flag);
        let flip_x = flips(InstanceFlags::FLIP_X);
        let flip_y = flips(InstanceFlags::FLIP_Y);
        let lines = text.characters.chunks_exact(usize::from(text.width));
        for (line, y) in lines.zip(0..text.height) {
            let row = top + i32::from(if flip_y { text.height - 1 - y } else { y });
            for (&character, x) in line.iter().zip(0..text.width) {
                let column = left + i32::from(if flip_x { text.width - 1 - x } else { x });
                if text.draws(character) {
                    self.put(column, row, character);
                }
            }
        }
    }

    /// Fills the cells that a picture covers, scaled and zoomed.
    fn fill(
        &mut self,
        instance: &Instance,
        place: Vec2,
        record: &FrameRecord,
        zoom: f32,
        filled: char,
    ) {
        let additive = instance.flags().contains(InstanceFlags::ADDITIVE);
        let see_through = additive || instance.tint[3] < HIDES;
        if record.kind() != FrameRecord::QUAD || see_through && !is_opaque(instance) {
            return;
        }
        let scale = Vec2::from_array(instance.scale.map(|scale| scale.to_f32())) * zoom;
        let is_solid = instance.frame() == FrameId::SOLID;
        if is_solid && !instance.turn.is_multiple_of(HALF_TURN) {
            let middle = Vec2::from_array(record.corners[0]) + Vec2::from_array(record.corners[3]);
            let to_middle = middle / 2.0 * scale;
            return self.fill_turned(instance.turn, place, to_middle, scale, filled);
        }
        let one = place + Vec2::from_array(record.corners[0]) * scale;
        let other = place + Vec2::from_array(record.corners[3]) * scale;
        let (Some(columns), Some(rows)) = (
            covered(one.x, other.x, GLYPH_WIDTH, self.columns),
            covered(one.y, other.y, GLYPH_HEIGHT, self.rows),
        ) else {
            return;
        };
        let is_backdrop = columns == (0..self.columns) && rows == (0..self.rows);
        let character = match (is_solid, is_backdrop) {
            (true, _) => filled,
            (false, true) => ' ',
            (false, false) => IMAGE,
        };
        for row in rows {
            let start = row * self.columns;
            self.characters[start + columns.start..start + columns.end].fill(character);
        }
    }

    /// Fills the cells whose middles a turned rectangle covers, and those along its longer middle line, so that no line
    /// is too thin to be seen.
    fn fill_turned(&mut self, turn: u16, place: Vec2, to_middle: Vec2, size: Vec2, filled: char) {
        let (sin, cos) = sin_cos(turn);
        let (along, beside) = (Vec2::new(cos, sin), Vec2::new(-sin, cos));
        let middle = place + along * to_middle.x + beside * to_middle.y;
        let half = size.abs() / 2.0;
        // Far below what a cell could show; and what is no number is nowhere.
        if !(half.max_element() < MOST_PIXELS && half.min_element() > 0.0) {
            return;
        }
        let cell = Vec2::new(f32::from(GLYPH_WIDTH), f32::from(GLYPH_HEIGHT));
        let reach = along.abs() * half.x + beside.abs() * half.y;
        let (low, high) = (middle - reach, middle + reach);
        let (Some(columns), Some(rows)) = (
            covered(low.x, high.x, GLYPH_WIDTH, self.columns),
            covered(low.y, high.y, GLYPH_HEIGHT, self.rows),
        ) else {
            return;
        };
        for row in rows {
            for column in columns.clone() {
                let from = (Vec2::new(column as f32, row as f32) + 0.5) * cell - middle;
                if from.dot(along).abs() <= half.x && from.dot(beside).abs() <= half.y {
                    self.characters[row * self.columns + column] = filled;
                }
            }
        }
        let (line, length) = if half.x >= half.y {
            (along, half.x)
        } else {
            (beside, half.y)
        };
        // Half of a cell's width at a time, so that none is stepped over.
        let mut at = -length;
        while at <= length {
            let place = middle + line * at;
            if let (Some(column), Some(row)) = (
                cell_of(place.x, GLYPH_WIDTH),
                cell_of(place.y, GLYPH_HEIGHT),
            ) {
                self.put(column, row, filled);
            }
            at += f32::from(GLYPH_WIDTH) / 2.0;
        }
    }

    fn put(&mut self, column: i32, row: i32, character: char) {
        let (Ok(column), Ok(row)) = (usize::try_from(column), usize::try_from(row)) else {
            return;
        };
        if column < self.columns && row < self.rows {
            self.characters[row * self.columns + column] = character;
        }
    }
}

impl fmt::Display for Cells {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in 0..self.rows {
            if row > 0 {
                f.write_str("\n")?;
            }
            f.write_str(&self.line(row))?;
        }
        Ok(())
    }
}

fn is_opaque(instance: &Instance) -> bool {
    instance.flags().contains(InstanceFlags::OPAQUE)
}

/// Pixels in [`GRAIN`]s, to the nearest. `None` far away, and for NaN.
#[expect(clippy::cast_possible_truncation, reason = "checked to be near")]
fn grains(pixels: f32) -> Option<i32> {
    let near = pixels.abs() < FAR;
    near.then(|| (pixels * GRAIN as f32 + 0.5).floor() as i32)
}

/// The cell boundary that is nearest to this many pixels; halfway counts up.
fn nearest_cell(pixels: f32, cell: u16) -> Option<i32> {
    let cell = i32::from(cell) * GRAIN;
    Some((grains(pixels)? + cell / 2).div_euclid(cell))
}

/// The cell that a place in pixels is in; `None` if it is far away.
fn cell_of(pixels: f32, cell: u16) -> Option<i32> {
    Some(grains(pixels)?.div_euclid(i32::from(cell) * GRAIN))
}

/// The cells of `0..count` that lie between two places in pixels: those whose middle does, as with pixels, or
/// else the one that the places are in. `None` if it has no length, or a place is far away.
fn covered(one: f32, other: f32, cell: u16, count: usize) -> Option<Range<usize>> {
    let cell = i32::from(cell) * GRAIN;
    let (one, other) = (grains(one)?, grains(other)?);
    let (low, high) = (one.min(other), one.max(other));
    if low == high {
        return None;
    }
    // The first cell whose middle is not before a place.
    let from = |place: i32| (place + cell / 2 - 1).div_euclid(cell);
    let (mut first, mut end) = (from(low), from(high));
    if first == end {
        first = low.midpoint(high).div_euclid(cell);
        end = first + 1;
    }
    let inside = |cell: i32| usize::try_from(cell).unwrap_or(0).min(count);
    Some(inside(first)..inside(end))
}

#[cfg(test)]
mod tests;
