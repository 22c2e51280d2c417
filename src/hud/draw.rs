//! Draws widgets as characters and filled rectangles.

use core::fmt::Write as _;
use core::iter::repeat_n;
use glam::Vec2;

use super::custom_pen::WidgetPen;
use super::kind::{ProgressBar, WidgetKind};
use super::layout::{WidgetLayout, count};
use super::text_entry::TextEntry;
use super::value::WidgetValue;
use super::widget::{Widget, WidgetId};
use crate::assets::{Assets, FrameId, GLYPH_HEIGHT, GLYPH_WIDTH};
use crate::base::color::Color;
use crate::geometry::Rect;
use crate::scene::{EIGHTHS, Instance, Layer, TextStyle, put_text};

/// Opacity of the background of bars, text fields and buttons without a border, relative to the widget's colour: from 0
/// to 255.
const BACKGROUND: u16 = 44;
/// Opacity of a disabled button, relative to its colour: from 0 to 255.
const DISABLED: u16 = 100;
/// Width of the cursor, in characters: two pixels.
const CURSOR: f32 = 0.25;
/// Size of a pixel, in characters.
const PIXEL: Vec2 = Vec2::new(1.0 / GLYPH_WIDTH as f32, 1.0 / GLYPH_HEIGHT as f32);

/// State that determines the appearance of the display, in addition to the widgets themselves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct DisplayState {
    pub(super) level: u16,
    /// Size of the view, in characters.
    pub(super) view_size: Vec2,
    pub(super) hovered: Option<WidgetId>,
    pub(super) held: Option<WidgetId>,
    pub(super) focused: Option<WidgetId>,
    /// Whether the focused entry's cursor is visible, considering its blinking.
    pub(super) cursor_visible: bool,
}

/// Targets and resources for drawing.
#[derive(Debug)]
pub(super) struct DisplayPen<'a> {
    pub(super) layer: &'a mut Layer,
    pub(super) assets: &'a mut Assets,
    /// Buffer for the text that is drawn next; empty between drawings.
    pub(super) line: &'a mut String,
}

impl DisplayPen<'_> {
    /// Draws the buffered text at a position in the widget's own characters, and clears the buffer.
    fn text(&mut self, layout: &WidgetLayout, at: Vec2, color: Color) {
        let scale = u8::try_from(layout.scale).unwrap_or(u8::MAX);
        let style = TextStyle::from(color).scaled(scale.into());
        let at = layout.shown(at);
        put_text(self.layer, self.assets, self.line, at, Vec2::ONE, style);
        self.line.clear();
    }

    /// Fills a rectangle that is given in the widget's own characters.
    pub(super) fn fill(&mut self, layout: &WidgetLayout, Rect { min, max }: Rect, color: Color) {
        let [min, max] = [min, max].map(|corner| layout.shown(corner));
        let mut filled = Instance::new(min, FrameId::SOLID);
        // The solid frame has a size of one pixel, so its scale is the size in pixels.
        filled.set_scale((max - min) / PIXEL);
        filled.set_tint(color);
        self.layer.push(None, filled, Vec2::ZERO);
    }
}

/// Draws a widget. `usual` is the colour of widgets without their own. The widget changes only if its content panics.
pub(super) fn draw_widget(
    pen: &mut DisplayPen<'_>,
    id: WidgetId,
    widget: &mut Widget,
    layout: &WidgetLayout,
    state: &DisplayState,
    usual: Color,
) {
    let is_enabled = widget.enabled_button().is_some();
    let is_disabled = matches!(widget.kind, WidgetKind::Button(_)) && !is_enabled;
    let opacity = if is_disabled { DISABLED } else { 255 };
    let drawing = WidgetDrawing {
        widget,
        state,
        layout,
        color: faded(widget.color.unwrap_or(usual), opacity),
        is_hovered: is_enabled && state.hovered == Some(id),
        is_focused: state.focused == Some(id),
    };
    drawing.draw(pen);
    let color = drawing.color;
    if let WidgetKind::Custom(custom) = &mut widget.kind {
        let DisplayPen {
            layer,
            assets,
            line,
        } = pen;
        custom.draw(&mut WidgetPen {
            target: DisplayPen {
                layer,
                assets,
                line,
            },
            layout,
            value: &widget.value,
            color,
            is_hovered: state.hovered == Some(id),
            is_held: state.held == Some(id),
            is_focused: state.focused == Some(id),
        });
    }
}

/// A widget and the state that determines its drawing.
struct WidgetDrawing<'a> {
    widget: &'a Widget,
    state: &'a DisplayState,
    layout: &'a WidgetLayout,
    /// Colour of the widget, faded if it is disabled.
    color: Color,
    /// Whether the widget is an enabled button under the mouse.
    is_hovered: bool,
    is_focused: bool,
}

impl WidgetDrawing<'_> {
    /// Draws from back to front: the panel, the button's background, the second line of a focused border, then the
    /// label, the value, bar or text field, and the border. `draw_widget` draws the content of a custom widget
    /// afterwards.
    fn draw(&self, pen: &mut DisplayPen<'_>) {
        let bounds = self.layout.bounds;
        if let Some(panel) = self.widget.panel {
            pen.fill(self.layout, bounds, panel);
        }
        let mut text = self.color;
        let mut border = self.color;
        if self.is_hovered {
            text = inverse(self.color);
            let is_held = self.state.held == self.state.hovered;
            let inside = if is_held || !self.widget.border {
                border = text;
                bounds
            } else {
                bounds.expanded(-1.0)
            };
            pen.fill(self.layout, inside, self.color);
        } else if matches!(self.widget.kind, WidgetKind::Button(_)) && !self.widget.border {
            pen.fill(self.layout, bounds, faded(self.color, BACKGROUND));
        }
        if self.is_focused && self.widget.border {
            self.draw_second_line(pen, border);
        }
        self.draw_label(pen, text);
        self.draw_kind(pen, text);
        self.draw_border(pen, border);
    }

    fn draw_label(&self, pen: &mut DisplayPen<'_>, text: Color) {
        let lines = self
            .widget
            .lines(&self.widget.label)
            .take(self.layout.lines);
        for (number, line) in lines.enumerate() {
            // The line is cut to the width of the view, because every character is an instance of the layer, and a
            // label may have any length.
            let line = line.chars().take(self.layout.label.1);
            let column = self.layout.label_column(line.clone().count());
            pen.line.extend(line);
            pen.text(self.layout, self.layout.at(column, number), text);
        }
    }

    fn draw_kind(&self, pen: &mut DisplayPen<'_>, text: Color) {
        if let WidgetKind::Bar(_) | WidgetKind::Entry(_) = self.widget.kind {
            let background = faded(self.color, BACKGROUND);
            pen.fill(self.layout, self.layout.area(), background);
        }
        match &self.widget.kind {
            WidgetKind::Value => self.draw_value(pen, text),
            WidgetKind::Bar(bar) => {
                self.fill_bar(pen, bar);
                self.draw_value(pen, text);
            }
            WidgetKind::Button(_) | WidgetKind::Custom(_) => {}
            WidgetKind::Entry(entry) => self.draw_entry(pen, entry),
        }
    }

    /// Draws the value. A number is aligned to the right end of its reserved space, so that its last digit stays in
    /// place when it changes.
    fn draw_value(&self, pen: &mut DisplayPen<'_>, text: Color) {
        if !self.widget.show_value {
            return;
        }
        let (start, width) = self.layout.value;
        // Writing to a string cannot fail.
        let _ = match (&self.widget.value, &self.widget.kind) {
            (WidgetValue::Text(value), WidgetKind::Value) => {
                let lines = self.widget.lines(value).take(self.layout.lines);
                for (number, line) in lines.enumerate() {
                    pen.line.extend(line.chars().take(width));
                    pen.text(self.layout, self.layout.at(start, number), text);
                }
                return;
            }
            (value, WidgetKind::Bar(bar)) if bar.percent => {
                write!(pen.line, "{}%", bar.filled(bar.shown(value), 100))
            }
            (value, WidgetKind::Bar(bar)) => write!(pen.line, "{}", bar.shown(value)),
            (WidgetValue::Number(number), _) => write!(pen.line, "{number}"),
            (WidgetValue::Text(_), _) => return,
        };
        let indent = width.saturating_sub(pen.line.chars().count());
        pen.text(self.layout, self.layout.at(start + indent, 0), text);
    }

    fn fill_bar(&self, pen: &mut DisplayPen<'_>, bar: &ProgressBar) {
        let (start, width) = self.layout.field;
        // Conversions cannot fail: a layout has at most 65 535 characters per line.
        let eighths = bar.filled(
            bar.shown(&self.widget.value),
            u32::try_from(width * 8).unwrap_or(0),
        );
        let eighths = usize::try_from(eighths).unwrap_or(0);
        pen.line.extend(repeat_n('█', eighths / 8));
        // If the filled part ends at a whole character, this is a blank, which adds no instance.
        pen.line.push_str(EIGHTHS[eighths % 8]);
        pen.text(self.layout, self.layout.at(start, 0), self.color);
    }

    fn draw_entry(&self, pen: &mut DisplayPen<'_>, entry: &TextEntry) {
        let (start, width) = self.layout.field;
        let scroll = entry.scroll(width);
        if self.is_focused && self.state.cursor_visible {
            // The cursor is centred on the border between two characters.
            let cursor = self.layout.at(start + entry.clamped_cursor() - scroll, 0);
            let at = cursor - Vec2::new(CURSOR / 2.0, 0.0);
            pen.fill(
                self.layout,
                Rect::from_size(at, Vec2::new(CURSOR, 1.0)),
                self.color,
            );
        }
        pen.line.extend(entry.text.chars().skip(scroll).take(width));
        pen.text(self.layout, self.layout.at(start, 0), self.color);
    }

    /// Draws the inner line of a double border, because the built-in font draws double lines like single ones.
    fn draw_second_line(&self, pen: &mut DisplayPen<'_>, color: Color) {
        let Rect { min, max } = self.layout.bounds;
        // The font draws its border line through the middle of each character. The second line is closer to the
        // widget's centre, with a gap of two pixels between the two.
        let min = min + Vec2::new(7.0, 10.0) * PIXEL;
        let max = max - Vec2::new(7.0, 11.0) * PIXEL;
        let line = Vec2::new(2.0, 1.0) * PIXEL;
        for (from, to) in [
            (min, Vec2::new(max.x, min.y + line.y)),
            (Vec2::new(min.x, max.y - line.y), max),
            (min, Vec2::new(min.x + line.x, max.y)),
            (Vec2::new(max.x - line.x, min.y), max),
        ] {
            pen.fill(self.layout, Rect { min: from, max: to }, color);
        }
    }

    /// Draws the border, double around the focused widget. Without a border, brackets mark the focus.
    fn draw_border(&self, pen: &mut DisplayPen<'_>, color: Color) {
        let Rect { min, max } = self.layout.bounds;
        let sides = match (self.widget.border, self.is_focused) {
            (true, true) => ['║', '║'],
            (true, false) => ['│', '│'],
            (false, true) => ['[', ']'],
            (false, false) => return,
        };
        for line in 0..self.layout.lines {
            let y = self.layout.at(0, line).y;
            for (x, side) in [min.x, max.x - 1.0].into_iter().zip(sides) {
                pen.line.push(side);
                pen.text(self.layout, Vec2::new(x, y), color);
            }
        }
        if !self.widget.border {
            return;
        }
        let edges = if self.is_focused {
            [['╔', '═', '╗'], ['╚', '═', '╝']]
        } else {
            [['┌', '─', '┐'], ['└', '─', '┘']]
        };
        let width = count(max.x - min.x - 2.0);
        for (y, [left, line, right]) in [min.y, max.y - 1.0].into_iter().zip(edges) {
            pen.line.push(left);
            pen.line.extend(repeat_n(line, width));
            pen.line.push(right);
            pen.text(self.layout, Vec2::new(min.x, y), color);
        }
    }
}

/// Returns the colour with `share` / 255 of its opacity.
fn faded(color: Color, share: u16) -> Color {
    let alpha = u16::from(color.a) * share / 255;
    color.with_alpha(u8::try_from(alpha).unwrap_or(u8::MAX))
}

/// Returns a colour that is legible on this one: black, or white on dark colours.
fn inverse(color: Color) -> Color {
    // Weights of 2/8, 5/8 and 1/8 approximate luminance, in which green counts most.
    let light = 2 * u32::from(color.r) + 5 * u32::from(color.g) + u32::from(color.b);
    if light < 8 * 100 {
        Color::WHITE
    } else {
        Color::BLACK
    }
}
