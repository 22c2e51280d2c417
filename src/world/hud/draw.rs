//! The heads-up display as characters and filled cells.

use core::fmt::Write as _;
use core::iter::repeat_n;
use glam::Vec2;

use super::kind::{ProgressBar, ViewKind};
use super::layout::Layout;
use crate::assets::{Assets, FrameId, GLYPH_HEIGHT, GLYPH_WIDTH};
use crate::base::color::Color;
use crate::geometry::Rect;
use crate::scene::{Align, Instance, Layer, put_text};
use crate::world::{TextEntry, ViewId, ViewObject, World};

/// How strong the ground of a bar or a field is, of 255.
const GROUND: u16 = 44;
/// How strong a disabled button is, of 255.
const DISABLED: u16 = 100;
/// How wide the cursor is, in characters: two pixels.
const CURSOR: f32 = 0.25;
/// The size of a pixel, in characters.
const PIXEL: Vec2 = Vec2::new(1.0 / GLYPH_WIDTH as f32, 1.0 / GLYPH_HEIGHT as f32);

/// A bar's last character, by the eighths of it that are filled.
const EIGHTHS: [char; 8] = [' ', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

/// What the layer was drawn for. Whatever else changes the picture makes it `None` first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::world) struct Shown {
    level: u16,
    screen: Vec2,
    hovered: Option<ViewId>,
    held: Option<ViewId>,
    focused: Option<ViewId>,
    /// Whether the focused entry's cursor is seen, and not blinked away.
    cursor: bool,
}

impl World {
    /// Draws the heads-up display anew if it has changed. `screen` is the view's size in characters.
    pub(crate) fn draw_views(&mut self, assets: &mut Assets, screen: Vec2) {
        self.views.screen = screen;
        let now = self.shown_now(screen);
        if self.views.shown == Some(now) {
            return;
        }
        self.views.shown = Some(now);
        let level = self.level;
        let (objects, layer, line) = self.views.for_drawing();
        layer.clear();
        let mut pen = Pen {
            layer,
            assets,
            line,
        };
        for (id, view) in objects
            .iter()
            .filter(|(_, view)| view.level == 0 || view.level == level)
        {
            if let Some(layout) = Layout::of(view, screen) {
                Drawing::new(*id, view, &layout, &now).draw(&mut pen);
            }
        }
    }

    fn shown_now(&self, screen: Vec2) -> Shown {
        let attention = &self.views.attention;
        Shown {
            level: self.level,
            screen,
            hovered: attention.pointer.and_then(|place| self.widget_at(place)),
            held: attention.held(),
            focused: self.focused_view(),
            cursor: self.is_typing() && attention.cursor_is_seen(self.step),
        }
    }
}

/// What is drawn with.
struct Pen<'a> {
    layer: &'a mut Layer,
    assets: &'a mut Assets,
    /// Where lines are put together, so that a value that changes in every step allocates nothing.
    line: &'a mut String,
}

impl Pen<'_> {
    /// The line that was put together.
    fn text(&mut self, at: Vec2, color: Color) {
        put_text(
            self.layer,
            self.assets,
            self.line,
            at,
            Align::Left,
            Vec2::ONE,
            color,
        );
        self.line.clear();
    }

    /// Fills a rectangle, in characters.
    fn fill(&mut self, Rect { min, max }: Rect, color: Color) {
        let mut filled = Instance::new(min, FrameId::SOLID);
        let pixels = Vec2::new(f32::from(GLYPH_WIDTH), f32::from(GLYPH_HEIGHT));
        filled.set_scale((max - min) * pixels);
        filled.set_tint(color);
        self.layer.push(None, filled, Vec2::ZERO);
    }
}

/// One view object, in its colours of now.
struct Drawing<'a> {
    view: &'a ViewObject,
    layout: &'a Layout,
    /// Its colour, weaker if it is disabled.
    color: Color,
    is_hovered: bool,
    is_held: bool,
    is_focused: bool,
    has_cursor: bool,
}

impl<'a> Drawing<'a> {
    fn new(id: ViewId, view: &'a ViewObject, layout: &'a Layout, now: &Shown) -> Self {
        let (is_button, is_disabled) = match &view.kind {
            ViewKind::Button(button) => (!button.disabled, button.disabled),
            _ => (false, false),
        };
        let is_hovered = is_button && now.hovered == Some(id);
        let color = if is_disabled {
            faded(view.color, DISABLED)
        } else {
            view.color
        };
        Self {
            view,
            layout,
            color,
            is_hovered,
            is_held: is_hovered && now.held == Some(id),
            is_focused: now.focused == Some(id),
            has_cursor: now.focused == Some(id) && now.cursor,
        }
    }

    /// What is beneath first: the panel, filled cells, then characters.
    fn draw(&self, pen: &mut Pen<'_>) {
        let whole = self.layout.whole;
        if let Some(panel) = self.view.panel {
            pen.fill(whole, panel);
        }
        let mut ink = self.color;
        let mut edge = self.color;
        if self.is_hovered {
            ink = inverse(self.color);
            let inside = if self.is_held || !self.view.border {
                edge = ink;
                whole
            } else {
                whole.expanded(-1.0)
            };
            pen.fill(inside, self.color);
        } else if matches!(self.view.kind, ViewKind::Button(_)) && !self.view.border {
            pen.fill(whole, faded(self.color, GROUND));
        }
        if self.is_focused && self.view.border {
            self.draw_second_line(pen, edge);
        }
        pen.line
            .extend(self.view.label.chars().take(self.layout.label));
        pen.text(self.layout.at(0), ink);
        self.draw_kind(pen, ink);
        self.draw_edge(pen, edge);
    }

    fn draw_kind(&self, pen: &mut Pen<'_>, ink: Color) {
        let (field, width) = self.layout.field;
        if width > 0 {
            let from = self.layout.at(field);
            let ground = Rect::from_size(from, Vec2::new(width as f32, 1.0));
            pen.fill(ground, faded(self.color, GROUND));
        }
        match &self.view.kind {
            ViewKind::Value => self.write_number(pen, ink),
            ViewKind::Bar(bar) => {
                self.fill_bar(pen, bar);
                if bar.percent && self.view.show_value {
                    let percent = bar.share(self.view.value, 100);
                    self.write_value(pen, format_args!("{percent}%"), ink);
                } else {
                    self.write_number(pen, ink);
                }
            }
            ViewKind::Button(_) => {}
            ViewKind::Entry(entry) => self.write_entry(pen, entry),
        }
    }

    fn write_number(&self, pen: &mut Pen<'_>, ink: Color) {
        if self.view.show_value {
            let value = self.view.kind.held(self.view.value);
            self.write_value(pen, format_args!("{value}"), ink);
        }
    }

    /// A bar's value ends where its widest would, so that it stands still while it changes.
    fn write_value(&self, pen: &mut Pen<'_>, value: core::fmt::Arguments<'_>, ink: Color) {
        // Writing into a string cannot fail.
        let _ = pen.line.write_fmt(value);
        let (start, width) = self.layout.value;
        let indent = width.saturating_sub(pen.line.chars().count());
        pen.text(self.layout.at(start + indent), ink);
    }

    fn fill_bar(&self, pen: &mut Pen<'_>, bar: &ProgressBar) {
        let (start, width) = self.layout.field;
        let eighths = bar.share(self.view.value, u32::try_from(width * 8).unwrap_or(0));
        let eighths = usize::try_from(eighths).unwrap_or(0);
        pen.line.extend(repeat_n('█', eighths / 8));
        pen.line.push(EIGHTHS[eighths % 8]);
        pen.text(self.layout.at(start), self.color);
    }

    fn write_entry(&self, pen: &mut Pen<'_>, entry: &TextEntry) {
        let (start, width) = self.layout.field;
        let hidden = entry.hidden(width);
        if self.has_cursor {
            // Across the border of two characters.
            let at = self.layout.at(start + entry.place() - hidden) - Vec2::new(CURSOR / 2.0, 0.0);
            pen.fill(Rect::from_size(at, Vec2::new(CURSOR, 1.0)), self.color);
        }
        pen.line.extend(entry.text.chars().skip(hidden).take(width));
        pen.text(self.layout.at(start), self.color);
    }

    /// The inner line of a double border, two pixels inside of the outer one: the built-in font draws double lines as it
    /// does single ones.
    fn draw_second_line(&self, pen: &mut Pen<'_>, color: Color) {
        let Rect { min, max } = self.layout.whole;
        let min = min + Vec2::new(7.0, 10.0) * PIXEL;
        let max = max - Vec2::new(7.0, 11.0) * PIXEL;
        let line = Vec2::new(2.0, 1.0) * PIXEL;
        for (from, to) in [
            (min, Vec2::new(max.x, min.y + line.y)),
            (Vec2::new(min.x, max.y - line.y), max),
            (min, Vec2::new(min.x + line.x, max.y)),
            (Vec2::new(max.x - line.x, min.y), max),
        ] {
            pen.fill(Rect { min: from, max: to }, color);
        }
    }

    /// The border, of double lines around what has the focus. Where there is none, brackets show the focus.
    fn draw_edge(&self, pen: &mut Pen<'_>, color: Color) {
        let Rect { min, max } = self.layout.whole;
        let right = max.x - 1.0;
        let sides = match (self.view.border, self.is_focused) {
            (true, true) => "║║",
            (true, false) => "││",
            (false, true) => "[]",
            (false, false) => return,
        };
        let row = self.layout.start.y;
        for (x, side) in [min.x, right].into_iter().zip(sides.chars()) {
            pen.line.push(side);
            pen.text(Vec2::new(x, row), color);
        }
        if !self.view.border {
            return;
        }
        let [top, bottom] = if self.is_focused {
            [['╔', '═', '╗'], ['╚', '═', '╝']]
        } else {
            [['┌', '─', '┐'], ['└', '─', '┘']]
        };
        for (y, [left, line, right]) in [(min.y, top), (max.y - 1.0, bottom)] {
            pen.line.push(left);
            pen.line
                .extend(repeat_n(line, super::layout::whole(max.x - min.x - 2.0)));
            pen.line.push(right);
            pen.text(Vec2::new(min.x, y), color);
        }
    }
}

/// The same colour, this much of 255 of its opacity.
fn faded(color: Color, part: u16) -> Color {
    let alpha = u16::from(color.a) * part / 255;
    color.with_alpha(u8::try_from(alpha).unwrap_or(u8::MAX))
}

/// What is legible on cells filled with this colour: black, or white where that is dark.
fn inverse(color: Color) -> Color {
    let light = 2 * u32::from(color.r) + 5 * u32::from(color.g) + u32::from(color.b);
    if light < 8 * 100 {
        Color::WHITE
    } else {
        Color::BLACK
    }
}
