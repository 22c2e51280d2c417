//! The view as characters: for `--text`, tests and films.

use glam::Vec2;

use super::overlays::{Overlays, Shown};
use super::paint::{FrameStyle, paint};
use crate::assets::{GLYPH_HEIGHT, GLYPH_WIDTH};
use crate::base::color::Color;
use crate::render::{Blending, Cells, Fit, Frame, ViewSettings, glyph_lines};
use crate::world::FrameDrawings;

/// Runs the `frame` hooks, and returns the view's characters after the latest step. Each character of the built-in font
/// is one cell.
pub(crate) fn view_as_text(shown: Shown<'_>, drawn: &mut FrameDrawings) -> Cells {
    let mut cells = Cells::default();
    render_text(shown, drawn, &mut cells);
    cells
}

/// Like [`view_as_text`]. Also returns the view's lines of text in outline fonts.
pub(crate) fn view_as_lines(shown: Shown<'_>, drawn: &mut FrameDrawings) -> (Cells, Vec<String>) {
    let mut cells = Cells::default();
    let lines = paint_text(shown, drawn, |frame| {
        cells.render(frame, &shown.core.assets);
        glyph_lines(frame, &shown.core.assets, &cells)
    });
    (cells, lines)
}

/// Sets `cells` to the view's characters after the latest step, as [`view_as_text`] returns them.
pub(crate) fn render_text(shown: Shown<'_>, drawn: &mut FrameDrawings, cells: &mut Cells) {
    paint_text(shown, drawn, |frame| {
        cells.render(frame, &shown.core.assets)
    });
}

/// Runs the `frame` hooks, makes a frame in which each cell has the size of a glyph of the built-in font, and returns
/// the result of `draw`.
fn paint_text<R>(
    shown: Shown<'_>,
    drawn: &mut FrameDrawings,
    draw: impl FnOnce(&Frame<'_>) -> R,
) -> R {
    let core = shown.core;
    let view = ViewSettings {
        size: core.characters(),
        unit: Vec2::new(GLYPH_WIDTH.into(), GLYPH_HEIGHT.into()),
        fit: Fit::Letterbox,
    };
    let style = FrameStyle {
        view,
        background: Color::BLACK,
        blending: Blending::Srgb,
    };
    // Text shows the game without the engine's overlays.
    shown.draw_step(drawn);
    let mut overlays = Overlays {
        frame: core::mem::take(drawn),
        ..Overlays::default()
    };
    let result = paint(core, &style, &mut overlays, view.pixels(), 0.0, draw);
    *drawn = overlays.frame;
    result
}
