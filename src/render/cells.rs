//! The text backend: draws a [`Frame`] into a grid of characters.
//!
//! A cell is 8 × 16 pixels of the unmagnified view. A grid has at most 65 536 cells along each side. Text sprites and
//! glyphs take one cell per character, the nearest to its pixels: neither scale, zoom nor angle changes that, and
//! mirroring reverses their order. The characters of a scaled sprite are centred in the area that its pixels would
//! cover, so that the letters of enlarged text are spread. A camera that turns the view moves the centre of a sprite,
//! and leaves its characters upright. A glyph of an outline font takes the cell at its centre, so that narrow letters
//! may hide each other.
//!
//! Images have no characters: rectangles ([`FrameId::SOLID`]) and other shapes fill the cells they cover with `█`,
//! images with `#`, each at least one cell. An image's own angle is ignored. An image that covers the whole grid is a
//! backdrop, and leaves the grid blank. Colours are ignored. Images and shapes that hide less than half of what is
//! below, by their blend mode and their tint, are left out, and so are the squares of particles ([`FrameId::SQUARE`]),
//! which are smaller than the characters that they would hide. Images of sprite cameras are left out too, and so are
//! outlines and shadows of text.

mod glyph_lines;

use core::fmt;
use core::iter::repeat;
use core::ops::Range;
use glam::Vec2;

use super::frame::{Frame, Projection};
use super::quad::{FAR, Quad, project, project_position, turn_by};
use super::viewport::Viewport;
use crate::assets::frame::FrameRecord;
use crate::assets::{Assets, FrameId, FrameText, GLYPH_HEIGHT, GLYPH_WIDTH};
use crate::geometry::Rect;
use crate::geometry::turns::{Turn, TurnMotion};
use crate::scene::{Instance, InstanceFlags, RowStyle};
pub(crate) use glyph_lines::glyph_lines;

/// The character of rectangles and other shapes.
const FILLED: char = '█';
/// The character of an image.
const IMAGE: char = '#';
/// A sprite whose tint has an alpha below this, about half of 255, does not hide what is beneath, unless it is opaque.
const MIN_ALPHA: u8 = 128;
/// The size of a cell in pixels.
const CELL: Vec2 = Vec2::new(GLYPH_WIDTH as f32, GLYPH_HEIGHT as f32);
/// Positions are rounded to this fraction of a pixel, 1/256, like the corners of a [`Quad`]. Cells and pixels therefore
/// agree on the position of an edge.
const SUBPIXELS: i32 = 256;

/// A grid of characters. Displayed as its rows, each without the blanks at its end, with line feeds between.
///
/// ```
/// let blank = damselfly::render::Cells::new(20, 3);
/// assert_eq!((blank.columns(), blank.rows()), (20, 3));
/// assert_eq!(blank.to_string(), "\n\n");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cells {
    columns: usize,
    rows: usize,
    /// Columns × rows, row after row.
    characters: Vec<char>,
}

impl Cells {
    /// Returns a blank grid of this number of columns and rows. Either may be 0.
    pub fn new(columns: usize, rows: usize) -> Self {
        Self {
            columns,
            rows,
            characters: vec![' '; columns * rows],
        }
    }

    /// Draws a frame. The grid takes the size of the frame's view, in whole cells; its old contents are lost.
    ///
    /// A cell has one character: the last one painted.
    ///
    /// The characters come from `assets`, which must own the frame's atlas and frame table.
    pub fn render(&mut self, frame: &Frame<'_>, assets: &Assets) {
        self.clear_to_view(&frame.viewport);
        let cameras = || frame.cameras.iter().map(|camera| camera.frame);
        let is_camera =
            |shown: FrameId| assets.is_camera_frame(shown) || cameras().any(|one| one == shown);
        let mut below = Vec::new();
        for painted in frame.layers {
            let view = unmagnified(&painted.projection, &frame.viewport);
            if painted.clip.is_some() {
                below.clone_from(&self.characters);
            }
            // Rectangles of the heads-up display are backgrounds of its texts, which must stay legible.
            let solid = if painted.is_display { ' ' } else { FILLED };
            let instances = painted.layer.columns().instances;
            let styles = painted.layer.styles().iter().copied().map(Some);
            for (instance, style) in instances.iter().zip(styles.chain(repeat(None))) {
                let instance = &with_flags(instance, style.unwrap_or_default());
                // The record of a tile or of a canvas's shape is in the layer.
                if let Some(number) = instance.shape() {
                    let Some(record) = painted.layer.shapes().get(number) else {
                        continue;
                    };
                    match painted.layer.shape_frame(number) {
                        None => self.put_shape(instance, &view, record, solid),
                        Some(frame) if is_camera(frame) => {}
                        Some(frame) => self.put_tile(instance, &view, record, frame, assets),
                    }
                    continue;
                }
                if is_camera(instance.frame()) {
                    continue;
                }
                let record = frame.frames.get(instance.frame());
                if let Some(record) = record.filter(|record| record.is_drawn()) {
                    self.put_shape(instance, &view, record, solid);
                    continue;
                }
                // The first slice of an image stands for the whole image.
                let is_further_slice = record.is_some_and(FrameRecord::is_further_slice);
                if is_visible(instance) && instance.frame() != FrameId::SQUARE && !is_further_slice
                {
                    match assets.frame_text(instance.frame()) {
                        Some(text) => self.put_text(instance, &view, &text),
                        None if assets.is_glyph_decoration(instance.frame()) => {}
                        None => self.put_image(instance, &view, frame, solid),
                    }
                }
            }
            if let Some(clip) = &painted.clip {
                self.restore_outside(clip, &frame.viewport, &below);
            }
        }
    }

    /// Restores the characters of cells whose middles are outside a rectangle, which is in pixels of the target.
    fn restore_outside(&mut self, clip: &Rect, viewport: &Viewport, below: &[char]) {
        let origin = Vec2::new(viewport.origin[0] as f32, viewport.origin[1] as f32);
        let [min, max] = [clip.min, clip.max].map(|corner| (corner - origin) / viewport.scale);
        for (index, (character, &before)) in self.characters.iter_mut().zip(below).enumerate() {
            let [column, row] = [index % self.columns, index / self.columns];
            let middle = (Vec2::new(column as f32, row as f32) + 0.5) * CELL;
            if !(middle.cmpge(min).all() && middle.cmplt(max).all()) {
                *character = before;
            }
        }
    }

    /// Returns the number of characters in a row.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// Returns the number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Returns every character, row after row: columns × rows of them, blanks included.
    pub fn characters(&self) -> &[char] {
        &self.characters
    }

    /// Returns the character in a cell, column and row counted from 0; `None` outside the grid.
    pub fn get(&self, column: usize, row: usize) -> Option<char> {
        let inside = column < self.columns && row < self.rows;
        inside.then(|| self.characters[row * self.columns + column])
    }

    /// Returns a row, counted from 0, without the blanks at its end; empty outside the grid.
    pub fn line(&self, row: usize) -> String {
        let end = self.columns * (row + 1);
        let cells = self.characters.get(self.columns * row..end);
        let line: String = cells.unwrap_or_default().iter().collect();
        line.trim_end_matches(' ').to_owned()
    }

    /// Returns the characters of a row, counted from 0, for writing; `None` outside the grid.
    pub(crate) fn row_mut(&mut self, row: usize) -> Option<&mut [char]> {
        if row >= self.rows {
            return None;
        }
        self.characters
            .get_mut(self.columns * row..self.columns * (row + 1))
    }

    /// Makes the grid a blank one of the view's whole cells.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "held within 0 to 65 536"
    )]
    fn clear_to_view(&mut self, viewport: &Viewport) {
        let size = Vec2::new(viewport.size[0] as f32, viewport.size[1] as f32);
        // Adds half a pixel, so that no cell is lost if the magnification was rounded. A view without area is 0 / 0:
        // NaN, which the cast makes 0.
        let cells = (size / viewport.scale + 0.5) / CELL;
        let [columns, rows] = cells
            .to_array()
            .map(|count| count.clamp(0.0, 65_536.0) as usize);
        (self.columns, self.rows) = (columns, rows);
        self.characters.clear();
        self.characters.resize(columns * rows, ' ');
    }

    /// Draws a tile of a map, whose record is made from `frame`: the characters of a text sprite in the middle of the
    /// tile, or the cells that an image covers.
    fn put_tile(
        &mut self,
        instance: &Instance,
        view: &Projection,
        record: &FrameRecord,
        frame: FrameId,
        assets: &Assets,
    ) {
        if !is_visible(instance) {
            return;
        }
        if let Some(text) = assets.frame_text(frame) {
            let half = Vec2::from_array(record.corners[3]) / 2.0;
            self.put_text_around(half, instance, view, &text);
        } else if let Some(quad) = project(instance, record, view).filter(|_| hides(instance)) {
            let character = if frame == FrameId::SOLID {
                FILLED
            } else {
                IMAGE
            };
            self.fill(self.covered_cells(&quad), character);
        }
    }

    /// Draws a frame of characters into the cells that are nearest to its pixels at scale 1.
    fn put_text(&mut self, instance: &Instance, view: &Projection, text: &FrameText<'_>) {
        let middle = Vec2::from_array(text.corner) + half_size(text);
        self.put_text_around(middle, instance, view, text);
    }

    /// Like [`Cells::put_text`], with the middle of the characters at `middle`, in texels from the anchor.
    fn put_text_around(
        &mut self,
        middle: Vec2,
        instance: &Instance,
        view: &Projection,
        text: &FrameText<'_>,
    ) {
        let [left, top] = first_cell(middle, instance, view, text);
        let flips = |flag| instance.flags().contains(flag);
        let flip_x = flips(InstanceFlags::FLIP_X);
        let flip_y = flips(InstanceFlags::FLIP_Y);
        let lines = text.characters.chunks_exact(usize::from(text.width));
        for (line, y) in lines.zip(0..text.height) {
            let y = i32::from(if flip_y { text.height - 1 - y } else { y });
            for (&character, x) in line.iter().zip(0..text.width) {
                let x = i32::from(if flip_x { text.width - 1 - x } else { x });
                let cell = self.index(left.map(|left| left + x), top.map(|top| top + y));
                if let Some(cell) = cell.filter(|_| text.draws(character)) {
                    self.characters[cell] = character;
                }
            }
        }
    }

    /// Fills the cells that a shape covers.
    fn put_shape(
        &mut self,
        instance: &Instance,
        view: &Projection,
        record: &FrameRecord,
        solid: char,
    ) {
        if !(is_visible(instance) && hides(instance)) {
            return;
        }
        if let Some(quad) = project(instance, record, view) {
            self.fill(self.covered_cells(&quad), solid);
        }
    }

    /// Fills the cells that a rectangle or an image covers; `solid` is the character of rectangles.
    fn put_image(
        &mut self,
        instance: &Instance,
        view: &Projection,
        frame: &Frame<'_>,
        solid: char,
    ) {
        let mut instance = *instance;
        let is_image = instance.frame() != FrameId::SOLID;
        if is_image {
            // An image is an upright box of `#` at any angle. Rectangles keep their angle, because lines are turned
            // rectangles.
            (instance.turn, instance.turn_motion) = (Turn::ZERO, TurnMotion::ZERO);
        }
        let record = frame.frames.whole(instance.frame());
        let quad = record.and_then(|record| project(&instance, &record, view));
        let Some(quad) = quad.filter(|_| hides(&instance)) else {
            return;
        };
        let cells = self.covered_cells(&quad);
        let character = match is_image {
            false => solid,
            true if cells.len() == self.characters.len() => ' ',
            true => IMAGE,
        };
        self.fill(cells, character);
    }

    /// Returns the indices of the cells that a quad covers. An upright quad covers the cells in its bounds. A turned
    /// quad covers the cells whose middles it contains, and the cells along its longer middle line, so that thin lines
    /// stay visible.
    fn covered_cells(&self, quad: &Quad) -> Vec<usize> {
        let [low, high] = quad.bounds();
        let columns = covered(low[0], high[0], GLYPH_WIDTH, self.columns);
        let rows = covered(low[1], high[1], GLYPH_HEIGHT, self.rows);
        let in_bounds = rows.flat_map(|row| columns.clone().map(move |column| (column, row)));
        let index = |(column, row)| row * self.columns + column;
        if quad.is_upright() {
            return in_bounds.map(index).collect();
        }
        let pixels = |[x, y]: [i32; 2]| Vec2::new(x as f32, y as f32) / SUBPIXELS as f32;
        let triangles = quad.triangles().map(|corners| corners.map(pixels));
        let is_inside = |&(column, row): &(usize, usize)| {
            let at = (Vec2::new(column as f32, row as f32) + 0.5) * CELL;
            triangles.iter().any(|triangle| has(triangle, at))
        };
        let mut cells: Vec<usize> = in_bounds.filter(is_inside).map(index).collect();
        let [first, right, below, opposite] = quad.corners().map(pixels);
        let along = [first.midpoint(below), right.midpoint(opposite)];
        let beside = [first.midpoint(right), below.midpoint(opposite)];
        let length = |[from, to]: [Vec2; 2]| from.distance(to);
        let line = match length(along) >= length(beside) {
            true => along,
            false => beside,
        };
        let [from, to] = line;
        let way = (to - from).normalize_or_zero();
        // Steps of half a cell's width, so that no cell is stepped over.
        let mut at = 0.0;
        while at <= length(line) {
            let place = from + way * at;
            let column = cell_of(place.x, GLYPH_WIDTH);
            cells.extend(self.index(column, cell_of(place.y, GLYPH_HEIGHT)));
            at += CELL.x / 2.0;
        }
        // Cells inside the quad may also be cells along the line. Duplicates are removed, because the number of cells
        // decides whether an image is a backdrop.
        cells.sort_unstable();
        cells.dedup();
        cells
    }

    fn fill(&mut self, cells: Vec<usize>, character: char) {
        for cell in cells {
            self.characters[cell] = character;
        }
    }

    /// Returns the index of a cell; `None` outside the grid.
    fn index(&self, column: Option<i32>, row: Option<i32>) -> Option<usize> {
        let (column, row) = (usize::try_from(column?).ok()?, usize::try_from(row?).ok()?);
        let inside = column < self.columns && row < self.rows;
        inside.then_some(row * self.columns + column)
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

/// Returns the column and row of a text's first cell. `middle` is the middle of its characters, in texels from the
/// anchor. `None` for a coordinate that is far away.
fn first_cell(
    middle: Vec2,
    instance: &Instance,
    view: &Projection,
    text: &FrameText<'_>,
) -> [Option<i32>; 2] {
    // Only the middle is scaled and turned: the characters are laid out upright around it.
    let half = half_size(text);
    let scale = Vec2::from_array(instance.scale.map(f32::from));
    let middle = (middle * scale).to_array();
    let middle = Vec2::from_array(turn_by(view.turn(), middle));
    let corner = Vec2::from_array(project_position(instance, view)) + (middle - half);
    [
        nearest_cell(corner.x, GLYPH_WIDTH),
        nearest_cell(corner.y, GLYPH_HEIGHT),
    ]
}

/// Returns half of the size of a text's cells, in pixels.
fn half_size(text: &FrameText<'_>) -> Vec2 {
    Vec2::new(text.width.into(), text.height.into()) * CELL / 2.0
}

/// Returns a projection to pixels of the unmagnified view, counted from the view's top left corner.
fn unmagnified(projection: &Projection, viewport: &Viewport) -> Projection {
    let [x, y] = viewport.scale.to_array();
    let [xx, xy, yx, yy] = projection.matrix;
    let [left, top] = viewport.origin.map(|at| at as f32);
    Projection {
        matrix: [xx / x, xy / x, yx / y, yy / y],
        translation: [
            (projection.translation[0] - left) / x,
            (projection.translation[1] - top) / y,
        ],
        texel_scale: [projection.texel_scale[0] / x, projection.texel_scale[1] / y],
        ..*projection
    }
}

/// Returns whether a position is in a triangle or on its edge. False for a triangle without an area.
fn has(triangle: &[Vec2; 3], at: Vec2) -> bool {
    let [first, second, third] = *triangle;
    let side = |from: Vec2, to: Vec2| (to - from).perp_dot(at - from);
    let sides = [side(first, second), side(second, third), side(third, first)];
    let area = (second - first).perp_dot(third - first);
    area != 0.0 && sides.iter().all(|&side| side * area >= 0.0)
}

/// Returns the instance of a row with this style. Materials are ignored. Modes that mix with all pixels below have the flag of light, because
/// they hide nothing either.
fn with_flags(instance: &Instance, style: RowStyle) -> Instance {
    let mut instance = *instance;
    if style.has_blend() {
        instance.set_flag(InstanceFlags::ADDITIVE, true);
    }
    instance
}

/// Returns false for a sprite that is hidden, fully transparent or without area.
fn is_visible(instance: &Instance) -> bool {
    let is_transparent = instance.tint == [0; 4] && !is_opaque(instance);
    let has_no_area = instance.scale.iter().any(|scale| scale.to_f32() == 0.0);
    !(instance.is_hidden() || is_transparent || has_no_area)
}

/// Returns whether a sprite hides most of the pixels below it, judged by its tint and flags, not by its texels.
fn hides(instance: &Instance) -> bool {
    let is_additive = instance.flags().contains(InstanceFlags::ADDITIVE);
    is_opaque(instance) || !is_additive && instance.tint[3] >= MIN_ALPHA
}

/// Returns whether a sprite replaces the pixels below, whatever its alpha. A sprite that is both opaque and additive
/// counts as additive, as in the other backends.
fn is_opaque(instance: &Instance) -> bool {
    let flags = instance.flags();
    flags.contains(InstanceFlags::OPAQUE) && !flags.contains(InstanceFlags::ADDITIVE)
}

/// Rounds a position in pixels to 1/256 pixel. `None` for positions that are not drawn: far away, and NaN.
#[expect(clippy::cast_possible_truncation, reason = "checked to be near")]
fn subpixels(pixels: f32) -> Option<i32> {
    // The product of a near position fits into 32 bits. The comparison is false for NaN.
    let near = pixels.abs() < FAR;
    near.then(|| (pixels * SUBPIXELS as f32 + 0.5).floor() as i32)
}

/// Returns the cell boundary that is nearest to this many pixels; halfway counts up.
fn nearest_cell(pixels: f32, cell: u16) -> Option<i32> {
    let cell = i32::from(cell) * SUBPIXELS;
    Some((subpixels(pixels)? + cell / 2).div_euclid(cell))
}

/// Returns the cell that a position in pixels is in; `None` if it is far away.
fn cell_of(pixels: f32, cell: u16) -> Option<i32> {
    Some(subpixels(pixels)?.div_euclid(i32::from(cell) * SUBPIXELS))
}

/// Returns the cells of `0..count` between two positions in 1/256 pixel. A cell is included if its middle lies between
/// them, as a pixel is if its centre does. If there is no such cell, returns the one that contains the midpoint of the
/// positions. Empty if the positions are the same.
fn covered(one: i32, other: i32, cell: u16, count: usize) -> Range<usize> {
    let cell = i32::from(cell) * SUBPIXELS;
    let (low, high) = (one.min(other), one.max(other));
    if low == high {
        return 0..0;
    }
    // Returns the first cell whose middle is not before a position.
    let from = |position: i32| (position + cell / 2 - 1).div_euclid(cell);
    let (mut first, mut end) = (from(low), from(high));
    if first == end {
        first = low.midpoint(high).div_euclid(cell);
        end = first + 1;
    }
    let inside = |cell: i32| usize::try_from(cell).unwrap_or(0).min(count);
    inside(first)..inside(end)
}

#[cfg(test)]
mod tests;
