//! The view as characters: for `--text`, tests and films.

use glam::Vec2;

use super::overlays::Overlays;
use super::paint::{FrameStyle, paint};
use crate::assets::{GLYPH_HEIGHT, GLYPH_WIDTH};
use crate::base::color::Color;
use crate::render::{Blending, Cells, Fit, Frame, ViewSettings, glyph_lines};
use crate::world::Core;

/// Returns the view's characters after the latest step. Each character of the built-in font is one cell.
pub(crate) fn view_as_text(core: &Core) -> Cells {
    let mut cells = Cells::default();
    render_text(core, &mut cells);
    cells
}

/// Returns the view's characters after the latest step, and its lines of text in outline fonts.
pub(crate) fn view_as_lines(core: &Core) -> (Cells, Vec<String>) {
    let mut cells = Cells::default();
    let lines = paint_text(core, |frame| {
        cells.render(frame, &core.assets);
        glyph_lines(frame, &core.assets, &cells)
    });
    (cells, lines)
}

/// Sets `cells` to the view's characters after the latest step.
pub(crate) fn render_text(core: &Core, cells: &mut Cells) {
    paint_text(core, |frame| cells.render(frame, &core.assets));
}

/// Makes a frame whose pixels are those of cells, and returns the result of `draw`.
fn paint_text<R>(core: &Core, draw: impl FnOnce(&Frame<'_>) -> R) -> R {
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
    let nothing = &mut Overlays::default();
    paint(core, &style, nothing, view.pixels(), 0.0, draw)
}
