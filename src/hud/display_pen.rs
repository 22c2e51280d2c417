//! The display's pen for widgets, in their own characters.

use core::fmt::{Display, Write as _};
use glam::Vec2;

use super::layout::{WidgetLayout, count, indent};
use super::measure::{WidgetMeasure, byte_of};
use super::style::{HudStyle, WidgetIcon};
use crate::assets::{Assets, FrameId, GLYPH_HEIGHT, GLYPH_WIDTH};
use crate::base::color::Color;
use crate::geometry::Rect;
use crate::scene::pieces::PieceImage;
use crate::scene::{Align, Instance, Layer, NineSlice, TextStyle, put_text};

/// Size of a pixel, in characters.
pub(super) const PIXEL: Vec2 = Vec2::new(1.0 / GLYPH_WIDTH as f32, 1.0 / GLYPH_HEIGHT as f32);

/// Targets and resources for drawing.
#[derive(Debug)]
pub(super) struct DisplayPen<'a> {
    pub(super) layer: &'a mut Layer,
    pub(super) assets: &'a mut Assets,
    pub(super) style: &'a HudStyle,
    /// Buffer for the text that is drawn next; empty between drawings.
    pub(super) line: &'a mut String,
}

impl DisplayPen<'_> {
    /// Returns a pen with the same targets and a shorter lifetime.
    pub(super) fn reborrow(&mut self) -> DisplayPen<'_> {
        DisplayPen {
            layer: self.layer,
            assets: self.assets,
            style: self.style,
            line: self.line,
        }
    }

    pub(super) fn measure(&self) -> WidgetMeasure<'_> {
        WidgetMeasure {
            assets: self.assets,
            style: self.style,
        }
    }

    /// Appends a text to the buffer.
    pub(super) fn write(&mut self, text: impl Display) {
        // Writing to a string cannot fail.
        let _ = write!(self.line, "{text}");
    }

    /// Shortens the buffered text to fit into this number of columns in the display's font.
    pub(super) fn cut(&mut self, columns: usize) {
        let measure = self.measure();
        let end = byte_of(self.line, measure.fitting(self.line, columns));
        self.line.truncate(end);
    }

    /// Draws the buffered text in the built-in font, and clears the buffer. Used for lines, bars and marks, which fill
    /// whole characters. `at` is in the widget's own characters.
    pub(super) fn characters(&mut self, layout: &WidgetLayout, at: Vec2, color: Color) {
        self.put(layout, at, TextStyle::from(color));
    }

    /// Draws the buffered text in the display's font, and clears the buffer. `line` is the line's number. `column`
    /// and `width` are the space for the text in this line, and `align` is its position in that space.
    pub(super) fn text(
        &mut self,
        layout: &WidgetLayout,
        (column, width): (usize, usize),
        line: usize,
        align: Align,
        color: Color,
    ) {
        let at = layout.text_line(column, line);
        let shift = self.shift(width as f32, align);
        self.text_at(layout, at + shift, color);
    }

    /// Returns the distance of the aligned buffered line from the left end of a space of this width.
    fn shift(&self, width: f32, align: Align) -> Vec2 {
        let measure = self.measure();
        let x = if measure.is_built_in() {
            // Whole characters, for the text mode.
            let spare = count(width).saturating_sub(self.line.chars().count());
            indent(align, spare) as f32
        } else {
            let spare = (width - measure.pixels(self.line) * PIXEL.x).max(0.0);
            let part = match align {
                Align::Left => 0.0,
                Align::Center => 0.5,
                Align::Right => 1.0,
            };
            // Whole pixels, so that strokes stay sharp.
            (spare * part / PIXEL.x).round() * PIXEL.x
        };
        Vec2::new(x, 0.0)
    }

    /// Draws the buffered text in the display's font, and clears the buffer. `at` is the upper left corner of a line.
    /// The text is centred vertically in the rows of the line.
    pub(super) fn text_at(&mut self, layout: &WidgetLayout, at: Vec2, color: Color) {
        let style = self.style.text(color);
        let height = self.assets.font_metrics(style.font).line_height * PIXEL.y;
        let spare = (layout.line_rows as f32 - height).max(0.0);
        let down = (spare / 2.0 / PIXEL.y).floor() * PIXEL.y;
        self.put(layout, at + Vec2::new(0.0, down), style);
    }

    fn put(&mut self, layout: &WidgetLayout, at: Vec2, style: TextStyle) {
        let scale = u8::try_from(layout.scale).unwrap_or(u8::MAX);
        let at = layout.shown(at);
        put_text(
            self.layer,
            self.assets,
            self.line,
            at,
            Vec2::ONE,
            style.scaled(scale.into()),
        );
        self.line.clear();
    }

    /// Fills a rectangle in the widget's own characters.
    pub(super) fn fill(&mut self, layout: &WidgetLayout, Rect { min, max }: Rect, color: Color) {
        let [min, max] = [min, max].map(|corner| layout.shown(corner));
        self.fill_shown(Rect { min, max }, color);
    }

    /// Fills a rectangle in characters of the display.
    pub(super) fn fill_shown(&mut self, Rect { min, max }: Rect, color: Color) {
        let mut filled = Instance::new(min, FrameId::SOLID);
        // The solid frame has a size of one pixel, so its scale is the size in pixels.
        filled.set_scale((max - min) / PIXEL);
        filled.set_tint(color);
        self.layer.push(None, filled, Vec2::ZERO);
    }

    /// Draws a sprite with borders over the bounds of a widget.
    pub(super) fn nine_slice(&mut self, layout: &WidgetLayout, slices: NineSlice, tint: Color) {
        let image = PieceImage::new(self.assets, slices.sprite, slices.frame);
        let Some(image) = image.filter(|image| image.has_room(slices.borders)) else {
            return;
        };
        let Rect { min, max } = layout.bounds;
        let mut piece = Instance::new(layout.shown(min), FrameId::SOLID);
        piece.set_scale(Vec2::splat(layout.scale as f32));
        piece.set_tint(tint);
        let size = (max - min) / PIXEL;
        image.nine_slice(slices.borders, Vec2::ZERO, size, &mut |record| {
            self.layer.push_shape(piece, record);
        });
    }

    /// Draws an icon with its upper left corner at a position in the widget's own characters.
    pub(super) fn icon(&mut self, layout: &WidgetLayout, at: Vec2, icon: WidgetIcon, tint: Color) {
        let Some(sprite) = self.assets.sprite(icon.sprite) else {
            return;
        };
        let frame = sprite.frames.wrapping(icon.frame.into());
        let size = Vec2::new(sprite.size_px.0.into(), sprite.size_px.1.into());
        let origin = -Vec2::from(sprite.anchor.corner()) * size;
        let mut instance = Instance::new(layout.shown(at + origin * PIXEL), frame);
        instance.set_scale(Vec2::splat(layout.scale as f32));
        instance.set_tint(tint);
        self.layer.push_slices(instance, self.assets.frames());
    }
}
