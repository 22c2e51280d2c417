//! Draws widgets as characters, filled rectangles and icons.

use core::fmt::Write as _;
use core::iter::repeat_n;
use glam::Vec2;

use super::composed_line::ComposedLine;
use super::custom_pen::WidgetPen;
use super::display_pen::{DisplayPen, PIXEL};
use super::frame::FrameDrawing;
use super::kind::{ProgressBar, WidgetKind};
use super::layout::WidgetLayout;
use super::measure::WidgetMeasure;
use super::shades::{BACKGROUND, faded, inverse};
use super::style::WidgetLook;
use super::text_entry::TextEntry;
use super::value::WidgetValue;
use super::widget::{Widget, WidgetId};
use crate::base::color::Color;
use crate::geometry::Rect;
use crate::input::Preedit;
use crate::scene::{Align, EIGHTHS};

/// Opacity of a disabled button, relative to its colour: from 0 to 255.
const DISABLED: u16 = 100;
/// Width of the cursor, in characters: two pixels.
const CURSOR: f32 = 0.25;

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

/// Draws a widget. The widget changes only if its content panics.
pub(super) fn draw_widget(
    pen: &mut DisplayPen<'_>,
    id: WidgetId,
    widget: &mut Widget,
    layout: &WidgetLayout,
    (state, preedit): (&DisplayState, &Preedit),
) {
    let drawing = WidgetDrawing::of(pen, id, widget, layout, (state, preedit));
    drawing.draw(pen);
    let color = drawing.text;
    if let WidgetKind::Custom(custom) = &mut widget.kind {
        custom.draw(&mut WidgetPen {
            target: pen.reborrow(),
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
    preedit: &'a Preedit,
    layout: &'a WidgetLayout,
    /// The widget's own colour, faded if it is disabled: for backgrounds of its parts.
    color: Color,
    /// Colour of its text, bar and marks.
    text: Color,
    /// Colour of its border.
    border: Color,
    /// Tint of its frame's sprite.
    tint: Color,
    panel: Option<Color>,
    /// Whether it is drawn in inverse video: an enabled button under the mouse, if the style has no look for it.
    is_inverse: bool,
    is_held: bool,
    is_focused: bool,
}

impl<'a> WidgetDrawing<'a> {
    fn of(
        pen: &DisplayPen<'_>,
        id: WidgetId,
        widget: &'a Widget,
        layout: &'a WidgetLayout,
        (state, preedit): (&'a DisplayState, &'a Preedit),
    ) -> Self {
        let style = pen.style;
        let is_enabled = widget.enabled_button().is_some();
        let is_disabled = matches!(widget.kind, WidgetKind::Button(_)) && !is_enabled;
        let is_hovered = state.hovered == Some(id) && widget.is_focusable();
        let is_focused = state.focused == Some(id);
        let is_held = state.held == Some(id) && state.held == state.hovered;
        let opacity = if is_disabled && style.disabled.text.is_none() {
            DISABLED
        } else {
            255
        };
        let color = faded(widget.color.unwrap_or(style.color), opacity);
        let mut look = WidgetLook::default();
        for (applies, over) in [
            (is_disabled, style.disabled),
            (is_focused, style.focused),
            (is_hovered, style.hovered),
            (is_held && is_hovered, style.pressed),
        ] {
            if applies {
                look = look.under(over);
            }
        }
        // In a menu, the widget under the mouse also has the focus, and the style's look for the focus marks it.
        let has_look = !style.hovered.is_empty()
            || !style.pressed.is_empty()
            || is_focused && !style.focused.is_empty();
        let is_inverse = is_hovered && is_enabled && !has_look;
        Self {
            widget,
            state,
            preedit,
            layout,
            color,
            text: look.text.unwrap_or(color),
            border: look.border.unwrap_or(color),
            tint: look.border.unwrap_or(faded(Color::WHITE, opacity)),
            panel: look.panel.or(widget.panel).or(style.panel),
            is_inverse,
            is_held,
            is_focused,
        }
    }

    /// Draws from back to front: the panel and the frame's picture, the button's background, the second line of a
    /// focused border, then the icon, the label, the value, bar or text field, and the border. `draw_widget` draws the
    /// content of a custom widget afterwards.
    fn draw(&self, pen: &mut DisplayPen<'_>) {
        let bounds = self.layout.bounds;
        let mut frame = FrameDrawing {
            layout: self.layout,
            has_border: self.widget.border,
            is_focused: self.is_focused,
            color: self.border,
            tint: self.tint,
        };
        frame.draw_back(pen, self.panel);
        let mut text = self.text;
        if self.is_inverse {
            text = inverse(self.color);
            let inside = if self.is_held || !self.widget.border {
                frame.color = text;
                bounds
            } else {
                bounds.expanded(-1.0)
            };
            pen.fill(self.layout, inside, self.color);
        } else if matches!(self.widget.kind, WidgetKind::Button(_))
            && !self.widget.border
            && self.panel.is_none()
        {
            pen.fill(self.layout, bounds, faded(self.color, BACKGROUND));
        }
        frame.draw_second_line(pen);
        self.draw_label(pen, text);
        self.draw_kind(pen, text);
        frame.draw(pen);
    }

    fn draw_label(&self, pen: &mut DisplayPen<'_>, text: Color) {
        if let Some(icon) = self.widget.icon {
            let at = self.layout.at(self.layout.icon.0, 0);
            pen.icon(self.layout, at, icon, Color::WHITE);
        }
        let (start, width) = self.layout.label;
        self.draw_lines(
            pen,
            self.widget.shown_label(),
            (start, width),
            self.layout.label_align,
            text,
        );
    }

    /// Draws the lines of a text in a space of the widget's line.
    fn draw_lines(
        &self,
        pen: &mut DisplayPen<'_>,
        text: &str,
        space: (usize, usize),
        align: Align,
        color: Color,
    ) {
        let most = self.layout.lines / self.layout.line_rows;
        for (number, line) in self.widget.lines(text).take(most).enumerate() {
            // A label may be wider than the view, and every character is an instance of the layer.
            pen.line.push_str(line);
            pen.cut(space.1);
            pen.text(self.layout, space, number, align, color);
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
            WidgetKind::Custom(custom) if custom.value_digits() > 0 => self.draw_value(pen, text),
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
        // Writing to a string cannot fail.
        let _ = match (&self.widget.value, &self.widget.kind) {
            (WidgetValue::Text(value), WidgetKind::Value) => {
                return self.draw_lines(pen, value, self.layout.value, Align::Left, text);
            }
            (value, WidgetKind::Bar(bar)) if bar.percent => {
                write!(pen.line, "{}%", bar.filled(bar.shown(value), 100))
            }
            (value, WidgetKind::Bar(bar)) => write!(pen.line, "{}", bar.shown(value)),
            (WidgetValue::Number(number), _) => write!(pen.line, "{number}"),
            (WidgetValue::Text(_), _) => return,
        };
        pen.text(self.layout, self.layout.value, 0, Align::Right, text);
    }

    fn fill_bar(&self, pen: &mut DisplayPen<'_>, bar: &ProgressBar) {
        let (start, width) = self.layout.field;
        // Conversions cannot fail: a layout has at most 65 535 characters per line.
        let eighths = bar.filled(
            bar.shown(&self.widget.value),
            u32::try_from(width * 8).unwrap_or(0),
        );
        if self.layout.line_rows > 1 {
            // The characters of the bar would fill only the first row.
            let Rect { min, max } = self.layout.area();
            let right = min.x + eighths as f32 / 8.0;
            let filled = Rect {
                min,
                max: Vec2::new(right, max.y),
            };
            return pen.fill(self.layout, filled, self.text);
        }
        let eighths = usize::try_from(eighths).unwrap_or(0);
        pen.line.extend(repeat_n('█', eighths / 8));
        // If the filled part ends at a whole character, this is a blank, which adds no instance.
        pen.line.push_str(EIGHTHS[eighths % 8]);
        pen.characters(self.layout, self.layout.at(start, 0), self.text);
    }

    fn draw_entry(&self, pen: &mut DisplayPen<'_>, entry: &TextEntry) {
        let (start, width) = self.layout.field;
        let nothing = Preedit::default();
        let preedit = if self.is_focused {
            self.preedit
        } else {
            &nothing
        };
        let measure = WidgetMeasure {
            assets: pen.assets,
            style: pen.style,
        };
        let line = ComposedLine::write(pen.line, entry, preedit, width, &measure);
        let left = self.layout.at(start, 0);
        let height = self.layout.line_rows as f32;
        if self.is_focused && self.state.cursor_visible {
            // The cursor is centred on the border between two characters.
            let at = left + Vec2::new(line.cursor - CURSOR / 2.0, 0.0);
            let size = Vec2::new(CURSOR, height);
            pen.fill(self.layout, Rect::from_size(at, size), self.text);
        }
        if !line.underlined.is_empty() {
            let min = left + Vec2::new(line.underlined.start, height - PIXEL.y);
            let max = left + Vec2::new(line.underlined.end, height);
            pen.fill(self.layout, Rect { min, max }, self.text);
        }
        pen.text(self.layout, (start, width), 0, Align::Left, self.text);
    }
}
