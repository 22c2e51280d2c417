//! Free text: one quad per glyph.

use glam::Vec2;

use super::instance::Instance;
use super::layer::Layer;
use crate::assets::{Assets, GLYPH_HEIGHT, GLYPH_WIDTH};
use crate::color::Color;

/// On which side of its place a text lies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Align {
    /// It starts there. The default.
    #[default]
    Left,
    /// Its middle is there.
    Center,
    /// It ends there.
    Right,
}

/// The size of one character in world units, where a unit has this many pixels.
pub fn cell_size(unit: Vec2) -> Vec2 {
    Vec2::new(f32::from(GLYPH_WIDTH), f32::from(GLYPH_HEIGHT)) / unit
}

/// Puts a line of text into a layer, a row per character that is not a blank. `at` is the text's upper edge
/// and, by `align`, its left end, middle or right end; `cell` is the size of a character. All in world units.
pub fn put_text(
    layer: &mut Layer,
    assets: &mut Assets,
    text: &str,
    at: Vec2,
    align: Align,
    cell: Vec2,
    color: Color,
) {
    let width = text.chars().count() as f32 * cell.x;
    let left = match align {
        Align::Left => at.x,
        Align::Center => at.x - width / 2.0,
        Align::Right => at.x - width,
    };
    let mut x = left;
    for character in text.chars() {
        if character != ' ' {
            let mut glyph = Instance::new(Vec2::new(x, at.y), assets.glyph(character));
            glyph.set_tint(color);
            layer.push(None, glyph, Vec2::ZERO);
        }
        x += cell.x;
    }
}
