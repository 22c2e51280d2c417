//! The view as characters: for `--text`, tests and films.

use glam::Vec2;

use super::overlays::{Overlays, Shown};
use super::paint::{FrameStyle, paint};
use crate::assets::{GLYPH_HEIGHT, GLYPH_WIDTH};
use crate::base::color::Color;
use crate::render::{Blending, Cells, Fit, Frame, ViewSettings};
use crate::world::FrameDrawings;

/// Returns the view's characters after the latest step. Each character of the built-in font is one cell.
pub(crate) fn view_as_text(shown: Shown<'_>, drawn: &mut FrameDrawings) -> Cells {
    let mut cells = Cells::default();
    render_text(shown, drawn, &mut cells);
    cells
}

/// Sets `cells` to the view's characters after the latest step, with the drawings of the draw hooks, which run.
pub(crate) fn render_text(shown: Shown<'_>, drawn: &mut FrameDrawings, cells: &mut Cells) {
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
    let draw = |frame: &Frame<'_>| cells.render(frame, &core.assets);
    // Text shows the game without the engine's overlays.
    shown.draw_step(drawn);
    let mut overlays = Overlays {
        frame: core::mem::take(drawn),
        ..Overlays::default()
    };
    paint(core, &style, &mut overlays, view.pixels(), 0.0, draw);
    *drawn = overlays.frame;
}
