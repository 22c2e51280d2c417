//! The numbers of the debug overlay, and the legend of its colours.

use glam::Vec2;

use super::marks::color_of;
use crate::assets::{Assets, FrameId, GLYPH_HEIGHT, GLYPH_WIDTH};
use crate::base::color::Color;
use crate::render::RenderStats;
use crate::scene::{Instance, Layer, Span, TextLayout, TextStyle, put_spans, text_size};
use crate::time::SoundStatistics;
use crate::world::debug_marks::{MarkKind, SolidCounts};

/// Every character that a report may show.
pub(in crate::app::run) const CHARACTERS: &str = " 0123456789.abcdefghijklmnopqrstuvwxyzKM";
/// Background of the text, so that it is readable over any game.
const BACKGROUND: Color = Color::BLACK.with_alpha(170);
/// Distance between the text and the edge of the view, in characters.
const MARGIN: Vec2 = Vec2::new(0.5, 0.0);
const PLAIN: Color = Color::WHITE;

/// The overlay's numbers.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct DebugReport {
    pub(super) counts: SolidCounts,
    /// Number of pairs whose shapes were tested in the last step, because their boxes overlap.
    pub(super) tested: u64,
    /// Number of contacts found in the last step.
    pub(super) contacts: u64,
    /// Counts of drawing, without the overlay.
    pub(super) stats: RenderStats,
    /// Number of marks that are not drawn, because there are too many.
    pub(super) left_out: usize,
    /// Measurements of the sound device.
    pub(super) sound: SoundStatistics,
}

impl DebugReport {
    /// Returns the parts of the text with their colours. Lines end with line feeds.
    fn parts(&self) -> Vec<(String, Color)> {
        let Self { counts, stats, .. } = self;
        let mut parts = vec![(format!("objects {}\n", counts.total()), PLAIN)];
        let mut kind = |name: &str, count: usize, kind: MarkKind, end: &str| {
            // The text is opaque, even if the lines of this kind are faint.
            let color = color_of(kind).with_alpha(255);
            parts.push((format!("{name} {count}{end}"), color));
        };
        kind("hard", counts.hard, MarkKind::Hard, " ");
        kind("soft", counts.soft, MarkKind::Soft, " ");
        kind("one way", counts.one_way, MarkKind::OneWay, "\n");
        kind("sensors", counts.sensors, MarkKind::Sensor, " ");
        kind("spectral", counts.spectral, MarkKind::Spectral, "\n");
        parts.push((format!("pairs tested {}\n", self.tested), PLAIN));
        let contacts = MarkKind::Contact { age: 0.0 };
        parts.push((format!("contacts {}\n", self.contacts), color_of(contacts)));
        let (calls, sprites) = (stats.draw_calls, stats.sprites);
        let s = if calls == 1 { "" } else { "s" };
        let uploaded = bytes(stats.upload_bytes);
        let (drawn, skipped) = (stats.chunks_drawn, stats.chunks_skipped);
        let drawing = format!(
            "{calls} draw call{s} {sprites} sprites\nuploaded {uploaded}\nchunks {drawn} drawn {skipped} skipped"
        );
        parts.push((drawing, PLAIN));
        if let Some(text) = self.sound_line() {
            parts.push((text, PLAIN));
        }
        if self.left_out > 0 {
            let text = format!("\n{} shapes left out", self.left_out);
            parts.push((text, Color::TERMINAL_YELLOW));
        }
        parts
    }

    /// Returns the line about the sound device. `None` while none plays.
    fn sound_line(&self) -> Option<String> {
        let SoundStatistics {
            latency,
            buffer,
            underruns,
            late_steps,
            missing_blocks,
            voices,
            ..
        } = self.sound;
        let [latency, buffer] = [latency, buffer].map(|time| time.as_millis());
        self.sound.is_playing.then(|| {
            format!("\nsounds {voices} latency {latency} buffer {buffer} gaps {underruns} late {late_steps} missing {missing_blocks}")
        })
    }

    /// Writes the text into the lower left corner of a view with `rows` rows of characters.
    pub(super) fn write(&self, layer: &mut Layer, assets: &mut Assets, rows: f32) {
        let parts = self.parts();
        let spans = parts.iter().map(|(text, color)| Span {
            text,
            style: TextStyle::from(*color),
        });
        let spans: Vec<Span<'_>> = spans.collect();
        let layout = TextLayout::default();
        let size = text_size(assets, &spans, Vec2::ONE, layout);
        // If the view has fewer rows, only the upper lines are shown.
        let at = Vec2::new(0.0, (rows - size.y).max(0.0));
        let mut background = Instance::new(at, FrameId::SOLID);
        let cell = [GLYPH_WIDTH, GLYPH_HEIGHT].map(f32::from);
        background.set_scale((size + 2.0 * MARGIN) * Vec2::from_array(cell));
        background.set_tint(BACKGROUND);
        layer.push(None, background, Vec2::ZERO);
        put_spans(layer, assets, &spans, at + MARGIN, Vec2::ONE, layout);
    }
}

/// Returns a number of bytes as a short text.
fn bytes(count: usize) -> String {
    const KIB: usize = 1024;
    match count {
        0..10_000 => format!("{count} bytes"),
        10_000..10_240_000 => format!("{}.{} K", count / KIB, count % KIB * 10 / KIB),
        _ => format!("{} M", count / KIB / KIB),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::run::overlays::Overlays;
    use crate::assets::AssetSettings;
    use core::time::Duration;

    const FULL: DebugReport = DebugReport {
        counts: SolidCounts {
            hard: 1,
            soft: 2,
            one_way: 3,
            sensors: 4,
            spectral: 5,
        },
        tested: 66,
        contacts: 7,
        stats: RenderStats {
            sprites: 88,
            draw_calls: 2,
            instance_bytes: 0,
            upload_bytes: 123_456,
            chunks_drawn: 9,
            chunks_skipped: 10,
        },
        left_out: 11,
        sound: SoundStatistics {
            is_playing: true,
            latency: Duration::from_millis(12),
            buffer: Duration::from_millis(13),
            margin: Duration::from_millis(4),
            underruns: 14,
            late_steps: 15,
            missing_blocks: 17,
            voices: 16,
        },
    };

    fn text(report: &DebugReport) -> String {
        report.parts().into_iter().map(|(text, _)| text).collect()
    }

    #[test]
    fn a_report_counts_objects_tested_pairs_and_draw_calls() {
        let expected = "objects 15\nhard 1 soft 2 one way 3\nsensors 4 spectral 5\npairs tested 66\ncontacts 7\n\
                        2 draw calls 88 sprites\nuploaded 120.5 K\nchunks 9 drawn 10 skipped\nsounds 16 latency 12 buffer 13 gaps 14 late 15 missing 17\n\
                        11 shapes left out";
        assert_eq!(text(&FULL), expected);
        let plain = text(&DebugReport::default());
        assert!(!plain.contains("left out") && plain.contains("uploaded 0 bytes"));
    }

    #[test]
    fn numbers_of_bytes_are_short() {
        let counts = [9_999, 10_000, 10_240_000, 123_456_789];
        let texts = ["9999 bytes", "9.7 K", "9 M", "117 M"];
        assert_eq!(counts.map(bytes), texts);
    }

    #[test]
    fn a_report_shows_no_character_that_was_not_added_before() {
        let mut assets = Assets::new(AssetSettings::default());
        Overlays::bake(&mut assets);
        let size = |assets: &Assets| (assets.frames().version(), assets.atlas().version());
        let before = size(&assets);
        for report in [FULL, DebugReport::default()] {
            let mut layer = Layer::new();
            report.write(&mut layer, &mut assets, 24.0);
            assert!(layer.len() > 50);
        }
        let shown = text(&FULL) + &bytes(9) + &bytes(1 << 40);
        assert!(
            shown
                .chars()
                .all(|one| one == '\n' || CHARACTERS.contains(one))
        );
        assert_eq!(size(&assets), before);
    }
}
