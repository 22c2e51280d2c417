//! The view as characters: for `--text`, tests and films.

use glam::Vec2;

use super::overlays::Overlays;
use super::paint::{FrameStyle, paint};
use crate::assets::{GLYPH_HEIGHT, GLYPH_WIDTH};
use crate::base::color::Color;
use crate::render::{Blending, Cells, Fit, Frame, ViewSettings};
use crate::world::Core;

/// Returns the view's characters after the latest step. Each character of the built-in font is one cell.
pub(crate) fn view_as_text(core: &Core) -> Cells {
    let mut cells = Cells::default();
    render_text(core, &mut cells);
    cells
}

/// Sets `cells` to the view's characters after the latest step.
pub(crate) fn render_text(core: &Core, cells: &mut Cells) {
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
    let draw = |frame: &Frame<'_>| cells.render(frame, &core.assets);
    let nothing = &mut Overlays::default();
    paint(core, &style, nothing, view.pixels(), 0.0, draw);
}
