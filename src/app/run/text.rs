//! The screen as characters: what `--text` prints, tests read and films keep beside their pixels.

use glam::Vec2;

use super::overlays::Overlays;
use super::painter::{Look, Painter};
use crate::assets::{GLYPH_HEIGHT, GLYPH_WIDTH};
use crate::base::color::Color;
use crate::render::{Blending, Cells, Fit, Frame, ViewSettings};
use crate::world::Core;

/// Returns the screen's characters after the latest step: a view whose pixels are those of the game's, so that each
/// character of the built-in font is one cell.
pub(crate) fn screen_as_text(core: &Core) -> Cells {
    let mut cells = Cells::default();
    render_text(core, &mut Painter::default(), &mut cells);
    cells
}

/// Makes `cells` the screen's characters after the latest step.
pub(crate) fn render_text(core: &Core, painter: &mut Painter, cells: &mut Cells) {
    let view = ViewSettings {
        size: core.characters(),
        unit: Vec2::new(GLYPH_WIDTH.into(), GLYPH_HEIGHT.into()),
        fit: Fit::Letterbox,
    };
    let look = Look {
        view,
        background: Color::BLACK,
        blending: Blending::Srgb,
    };
    let draw = |frame: &Frame<'_>| cells.render(frame, &core.assets);
    let nothing = &mut Overlays::default();
    painter.paint(core, &look, nothing, view.pixels(), 0.0, draw);
}
