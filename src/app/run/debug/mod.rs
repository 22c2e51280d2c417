//! The debug overlay: colliders, velocities and contacts over the game, and numbers in a corner. The game cannot detect
//! it.

mod lines;
mod marks;
pub(super) mod report;

use glam::Vec2;

use super::paint::{followed_sprite, projection_of};
use crate::geometry::Rect;
use crate::render::batch::ChunkRecord;
use crate::render::{Projection, RenderStats, Viewport};
use crate::scene::{Instance, Layer};
use crate::time::SoundStatistics;
use crate::world::Core;
use lines::LineBrush;
use marks::ToTarget;
use report::DebugReport;

/// Maximum number of marks in a frame. The first ones in act order are drawn, the others only counted.
const MOST_MARKS: usize = 4096;
/// The numbers are updated every this many steps, slowly enough to be read.
const STEPS_OF_A_REPORT: u64 = 10;

/// The debug overlay. F8 shows and hides it.
#[derive(Debug, Default)]
pub(crate) struct DebugOverlay {
    shown: bool,
    /// Positions are in pixels of the target, so that lines stay thin at any zoom. Drawn again in each frame, because
    /// camera and smoothing change.
    lines: Layer,
    /// Positions are in characters of the heads-up display.
    text: Layer,
    /// Number of the step that the text shows.
    text_of: Option<u64>,
    sound: SoundStatistics,
    /// Number of omitted marks in the latest frame.
    left_out: usize,
    /// Counts of the latest frame, without the overlay's own part.
    stats: RenderStats,
    /// Version of the text in the latest frame. The text is copied to the renderer again only when its version changes.
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

    /// Shows the overlay if it is hidden, otherwise hides it.
    pub(crate) fn toggle(&mut self) {
        *self = Self::new(!self.shown);
    }

    /// Sets the measurements of the sound device.
    pub(crate) fn set_sound(&mut self, sound: SoundStatistics) {
        self.sound = sound;
    }

    /// Sets whether the world keeps its contacts. Call it before each step, because a game may replace the world.
    pub(crate) fn prepare_step(&self, core: &mut Core) {
        core.world.keep_contacts(self.shown);
    }

    /// Writes the numbers in the lower left corner, if they are due after a step.
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
            tested: core.world.collision_trace().tested,
            contacts: core.world.collision_trace().found,
            stats: self.stats,
            left_out: self.left_out,
            sound: self.sound,
        };
        report.write(&mut self.text, &mut core.assets, rows);
    }

    /// Draws the marks of a frame. `k` is the smoothing factor.
    pub(crate) fn draw(&mut self, core: &Core, viewport: &Viewport, k: f32) {
        self.lines.clear();
        self.left_out = 0;
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
        let followed = followed_sprite(core, &core.world.camera);
        let mut drawn = 0;
        for altitude in world.altitudes() {
            let Some(settings) = world.altitude_settings(altitude) else {
                continue;
            };
            let to_target = ToTarget::from(projection_of(world, followed, settings, viewport, k));
            world.each_mark(altitude, to_target.seen(clip), |mark| {
                if drawn == MOST_MARKS {
                    self.left_out += 1;
                    return;
                }
                drawn += 1;
                to_target.draw(&mark, &mut brush);
            });
        }
    }

    /// Sets the counts of the latest frame, minus the overlay's own sprites, bytes and chunks, so that showing it does
    /// not change the numbers.
    pub(crate) fn set_stats(&mut self, stats: RenderStats) {
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

    /// Returns the counts of the overlay itself in the latest frame.
    fn own_stats(&self) -> RenderStats {
        let layers = [&self.lines, &self.text];
        let drawn = layers.into_iter().filter(|layer| !layer.is_empty());
        let chunks_drawn = drawn.clone().map(Layer::chunk_count).sum();
        // Lines are drawn again and copied in every frame, the text only when it has changed.
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

    /// Returns the lines, in pixels of the target; empty while hidden.
    pub(crate) fn lines(&self) -> &Layer {
        &self.lines
    }

    /// Returns the numbers, in characters of the heads-up display; empty while hidden.
    pub(crate) fn text(&self) -> &Layer {
        &self.text
    }
}

#[cfg(test)]
mod tests;
