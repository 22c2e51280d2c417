//! The debug overlay: what collides, how it moves and where it met, over the game, and numbers in a corner. No part of the
//! game, which cannot tell whether it is shown.

mod lines;
mod marks;
mod report;

use glam::Vec2;

use super::painter::projection_of;
use crate::assets::Assets;
use crate::geometry::Rect;
use crate::render::batch::ChunkRecord;
use crate::render::{Projection, RenderStats, Viewport};
use crate::scene::{AltitudeSettings, Instance, Layer};
use crate::world::Core;
use lines::LineBrush;
use marks::ToPicture;
use report::DebugReport;

/// The most marks in a frame: the first ones in act order.
const MOST_MARKS: usize = 4096;
/// The most cells of the broad phase in a frame. Where there are more, they are too small to be told apart.
const MOST_CELLS: usize = 2048;
/// The numbers are written anew every this many steps: faster than that, nobody reads them.
const STEPS_OF_A_REPORT: u64 = 10;

/// The debug overlay. F8 shows and hides it.
#[derive(Debug, Default)]
pub(crate) struct DebugOverlay {
    shown: bool,
    /// In pixels of the picture: lines are as thin whatever the zoom. Drawn anew in each frame, because the camera and
    /// smoothing are those of the frame.
    lines: Layer,
    /// In characters of the display.
    text: Layer,
    /// The number of the step that the text is of.
    text_of: Option<u64>,
    /// Marks of the latest frame that were left out.
    left_out: usize,
    /// The same of cells.
    cells_left_out: usize,
    /// What drawing the latest frame took, without the overlay's own part.
    stats: RenderStats,
    /// The version of the text when that frame was drawn: it is copied only if it is another one.
    drawn_text: Option<u64>,
}

impl DebugOverlay {
    /// Returns an overlay, shown or hidden.
    pub(crate) fn new(shown: bool) -> Self {
        Self {
            shown,
            ..Self::default()
        }
    }

    /// Adds every character that it may ever show, for the reason of [`Overlay::bake`](super::overlay::Overlay::bake). To
    /// be called before the game starts, in every run.
    pub(crate) fn bake(assets: &mut Assets) {
        report::bake(assets);
    }

    /// Shows or hides it.
    pub(crate) fn toggle(&mut self) {
        *self = Self::new(!self.shown);
    }

    /// Tells the world whether its contacts are shown. To be called before each step: a game may replace the world.
    pub(crate) fn prepare_step(&self, core: &mut Core) {
        core.world.keep_contacts(self.shown);
    }

    /// Writes the numbers, in the lower left corner, if that is due after a step.
    pub(crate) fn after_step(&mut self, core: &mut Core) {
        let step = core.step_number();
        let is_due = self
            .text_of
            .is_none_or(|of| step < of || step - of >= STEPS_OF_A_REPORT);
        if !self.shown || !is_due {
            return;
        }
        self.text_of = Some(step);
        self.text.clear();
        let rows = core.characters().y.floor();
        let report = DebugReport {
            counts: core.world.solid_counts(),
            tested: core.world.collision_trace().tested(),
            contacts: core.world.collision_trace().found(),
            stats: self.stats,
            left_out: self.left_out,
            cells_left_out: self.cells_left_out,
        };
        report.write(&mut self.text, &mut core.assets, rows);
    }

    /// Draws the marks of a frame. `k` is the factor of smoothing.
    pub(crate) fn draw(&mut self, core: &Core, viewport: &Viewport, k: f32) {
        self.lines.clear();
        (self.left_out, self.cells_left_out) = (0, 0);
        if !self.shown {
            return;
        }
        let [min, size] =
            [viewport.origin, viewport.size].map(|[x, y]| Vec2::new(x as f32, y as f32));
        let clip = Rect::from_size(min, size);
        let mut brush = LineBrush {
            layer: &mut self.lines,
            clip,
        };
        let world = &core.world;
        // Beneath all others, and where the world is seen without parallax.
        let whole = AltitudeSettings::default();
        let to_picture = ToPicture::from(projection_of(world, &whole, viewport, k));
        let mut cells = 0;
        world.each_cell(to_picture.seen(clip), |mark| {
            if cells == MOST_CELLS {
                self.cells_left_out += 1;
                return;
            }
            cells += 1;
            to_picture.draw(&mark, &mut brush);
        });
        let mut drawn = 0;
        for altitude in world.altitudes() {
            let Some(settings) = world.altitude_settings(altitude) else {
                continue;
            };
            let to_picture = ToPicture::from(projection_of(world, settings, viewport, k));
            world.each_mark(altitude, to_picture.seen(clip), |mark| {
                if drawn == MOST_MARKS {
                    self.left_out += 1;
                    return;
                }
                drawn += 1;
                to_picture.draw(&mark, &mut brush);
            });
        }
    }

    /// Notes what drawing a frame took. The overlay's own part is left out: the numbers are those of the game.
    pub(crate) fn note_stats(&mut self, stats: RenderStats) {
        let own = self.own_stats();
        self.drawn_text = self.text_version();
        self.stats = RenderStats {
            sprites: stats.sprites.saturating_sub(own.sprites),
            draw_calls: stats.draw_calls,
            instance_bytes: stats.instance_bytes.saturating_sub(own.instance_bytes),
            upload_bytes: stats.upload_bytes.saturating_sub(own.upload_bytes),
            chunks_drawn: stats.chunks_drawn.saturating_sub(own.chunks_drawn),
            chunks_skipped: stats.chunks_skipped,
        };
    }

    /// What drawing the overlay took in the latest frame.
    fn own_stats(&self) -> RenderStats {
        let layers = [&self.lines, &self.text];
        let drawn = layers.into_iter().filter(|layer| !layer.is_empty());
        let chunks_drawn = drawn.clone().map(Layer::chunk_count).sum();
        // The lines are new in every frame.
        let text_is_new = self.drawn_text != self.text_version();
        let copied = self.lines.len() + if text_is_new { self.text.len() } else { 0 };
        let instance_bytes = copied * size_of::<Instance>();
        let tables = chunks_drawn * size_of::<ChunkRecord>()
            + drawn.clone().count() * size_of::<Projection>();
        RenderStats {
            sprites: drawn.map(Layer::len).sum(),
            instance_bytes,
            upload_bytes: instance_bytes + tables,
            chunks_drawn,
            ..RenderStats::default()
        }
    }

    fn text_version(&self) -> Option<u64> {
        (!self.text.is_empty()).then(|| self.text.chunk_version(0))
    }

    /// The lines, in pixels of the picture; empty while it is hidden.
    pub(crate) fn lines(&self) -> &Layer {
        &self.lines
    }

    /// The numbers, in characters of the display; empty while it is hidden.
    pub(crate) fn text(&self) -> &Layer {
        &self.text
    }
}

#[cfg(test)]
mod tests;
