//! Lines of text in outline fonts, read from their glyphs.
//!
//! A grid of cells does not show such lines well: narrow letters hide each other there, and wide ones have gaps between
//! them.

use glam::Vec2;

use super::{Cells, first_cell, half_size, is_visible, unmagnified};
use crate::assets::{Assets, Face};
use crate::geometry::turns::{Turn, turned};
use crate::render::frame::{Frame, Projection};
use crate::scene::Instance;

/// Maximum number of blanks between two words of a line. A glyph after a wider gap begins a new line.
const MAX_BLANKS: f32 = 8.0;

/// Maximum distance of two glyphs of a line across it, in pixels of the font. Turned positions are rounded.
const MAX_SLIP: f32 = 0.125;

/// A glyph that is drawn.
#[derive(Clone, Copy)]
struct DrawnGlyph {
    face: Face,
    /// The first characters that it stands for, with zeros behind them.
    characters: [char; 4],
    /// Advance in pixels of the font at scale 1.
    advance: f32,
    /// Anchor, in pixels of the font at scale 1.
    position: Vec2,
    turn: Turn,
    /// The index of its cell. `None` outside the view.
    cell: Option<usize>,
}

impl DrawnGlyph {
    fn of(instance: &Instance, view: &Projection, assets: &Assets, cells: &Cells) -> Option<Self> {
        let (variant, name, characters) = assets.outline_glyph(instance.frame())?;
        let text = assets.frame_text(instance.frame())?;
        let middle = Vec2::from_array(text.corner) + half_size(&text);
        let [column, row] = first_cell(middle, instance, view, &text);
        let [xx, _, yx, _] = view.matrix;
        let scale = instance.scale[0].to_f32() * variant.zoom.ratio() * view.texel_scale[0];
        Some(Self {
            face: variant.face,
            characters,
            advance: assets.glyph_advance(variant.face, name),
            position: instance.position * (Vec2::new(xx, yx).length() / scale),
            turn: instance.turn,
            cell: cells.index(column, row),
        })
    }

    /// Returns the number of blanks between this glyph and the next one. `None` if the next one begins another line.
    fn blanks_before(&self, next: &Self, assets: &Assets) -> Option<usize> {
        let along = turned(next.position - self.position, -self.turn, Vec2::ONE);
        let gap = along.x - self.advance;
        let blanks = (gap / assets.advance(self.face, ' ')).round();
        let is_level = next.turn == self.turn && along.y.abs() < MAX_SLIP;
        let is_same = next.face == self.face && is_level;
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "between 0 and 8"
        )]
        let count = blanks as usize;
        (is_same && (0.0..=MAX_BLANKS).contains(&blanks)).then_some(count)
    }
}

/// Returns the lines of text in outline fonts that a frame shows, in the order of painting. `cells` shows the same
/// frame: if the cell of a glyph has a character that is not in the glyph's line, the glyph counts as hidden.
pub(crate) fn glyph_lines(frame: &Frame<'_>, assets: &Assets, cells: &Cells) -> Vec<String> {
    let mut lines = Vec::new();
    for painted in frame.layers {
        let view = unmagnified(&painted.projection, &frame.viewport);
        let mut line: Vec<(DrawnGlyph, usize)> = Vec::new();
        for instance in painted.layer.columns().instances {
            let glyph = DrawnGlyph::of(instance, &view, assets, cells);
            let Some(glyph) = glyph.filter(|_| is_visible(instance)) else {
                continue;
            };
            let before = line.last();
            let blanks = before.map(|(before, _)| before.blanks_before(&glyph, assets));
            if blanks == Some(None) {
                end_line(&mut line, cells, &mut lines);
            }
            line.push((glyph, blanks.flatten().unwrap_or(0)));
        }
        end_line(&mut line, cells, &mut lines);
    }
    lines
}

/// Adds the visible parts of a line to `lines`. Each glyph comes with the number of blanks before it.
fn end_line(line: &mut Vec<(DrawnGlyph, usize)>, cells: &Cells, lines: &mut Vec<String>) {
    let mut text = String::new();
    for (glyph, blanks) in &*line {
        let shown = glyph.cell.map(|cell| cells.characters()[cell]);
        if line
            .iter()
            .any(|(other, _)| Some(other.characters[0]) == shown)
        {
            text.extend(core::iter::repeat_n(' ', *blanks));
            text.extend(
                glyph
                    .characters
                    .iter()
                    .filter(|&&character| character != '\0'),
            );
        } else {
            lines.push(in_order(&text));
            text.clear();
        }
    }
    lines.push(in_order(&text));
    line.clear();
}

/// Returns characters that are listed from left to right in the order of reading.
#[cfg(feature = "shaping")]
fn in_order(text: &str) -> String {
    crate::assets::logical_order(text)
}

/// Returns characters that are listed from left to right in the order of reading, which is the same.
#[cfg(not(feature = "shaping"))]
fn in_order(text: &str) -> String {
    text.to_owned()
}
