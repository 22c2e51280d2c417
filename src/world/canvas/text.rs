//! Text on a canvas.

use glam::Vec2;

use super::Canvas;
use super::transform::CanvasTransform;
use crate::scene::{Span, TextLayout, TextOutline, TextStyle, cell_size, put_glyphs};

impl Canvas<'_> {
    /// Draws text. `at`, in world units, is at the upper edge of the text and, depending on the style's alignment, at
    /// the left end, the middle or the right end of each line. A style is a [`Color`](crate::Color), or a
    /// [`TextStyle`] that also sets font, weight, scale, angle, outline, shadow, alignment and width of lines. A line
    /// feed, `'\n'`, begins a new line.
    ///
    /// ```
    /// # use damselfly::prelude::*;
    /// # let mut game = damselfly::app::Harness::start(App::new("Docs", Default::default()).pixels(320, 200), |_| Ok(()))?;
    /// # let mut cx = game.context();
    /// let title = TextStyle::new(Color::YELLOW).scaled(2.5).rotated(-0.1).centered();
    /// let title = title.with_outline(1.0, Color::RED).with_shadow(vec2(2.0, 2.0), Color::BLUE);
    /// cx.canvas(2).text(vec2(160.0, 80.0), "Level 2", title);
    /// # let image = game.image();
    /// # assert!([Color::YELLOW, Color::RED, Color::BLUE].iter().all(|&color| image.count(color) > 50));
    /// # Ok::<(), Error>(())
    /// ```
    pub fn text(&mut self, at: Vec2, text: &str, style: impl Into<TextStyle>) -> &mut Self {
        let style = style.into();
        self.spans(at, &[Span { text, style }], style.layout())
    }

    /// Like [`Canvas::text`], with `at` in world units, for a text in several styles. The layout decides alignment,
    /// width of lines and angle, and may be an [`Align`](crate::scene::Align) alone; the spans' styles do not affect
    /// them. Spans of different heights share a baseline.
    pub fn spans(
        &mut self,
        at: Vec2,
        spans: &[Span<'_>],
        layout: impl Into<TextLayout>,
    ) -> &mut Self {
        let layout = layout.into();
        self.check_text(spans, layout);
        let unit = self.unit();
        let (cell, transform) = (cell_size(unit), self.transform);
        self.put(at, |layer, assets| {
            let first = layer.len();
            put_glyphs(layer, assets, spans, at, cell, layout, transform.outer());
            if transform != CanvasTransform::IDENTITY {
                for row in first..layer.len() {
                    layer.edit_row(row, |instance| transform.place(instance, unit));
                }
            }
        })
    }

    /// Counts invalid values of a text. It is drawn nevertheless, without them: a missing text would be harder to
    /// understand than a text of another size.
    fn check_text(&mut self, spans: &[Span<'_>], layout: TextLayout) {
        if !layout.has_valid_wrap() {
            let result = format_args!("its lines are not wrapped");
            self.refuse_for("drawn text's width", result);
        }
        if !layout.has_valid_angle() {
            self.refuse_for("drawn text's angle", format_args!("it is not turned"));
        }
        if !spans.iter().all(|span| span.style.has_valid_scale()) {
            let largest = TextStyle::LARGEST_SCALE;
            let result = format_args!("the nearest scale from 1/64 to {largest} is used");
            self.refuse_for("drawn text's scale", result);
        }
        if !spans.iter().all(|span| span.style.has_valid_decorations()) {
            let widest = TextOutline::MAX_WIDTH;
            let result = format_args!("it is left out (outlines are at most {widest} wide)");
            self.refuse_for("drawn text's outline or shadow", result);
        }
    }
}
