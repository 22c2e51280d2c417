//! The control bar below the film: layout and drawing.

use damselfly::prelude::*;

/// Background colour behind the film.
pub(crate) const GROUND: Color = Color::hex(0x0b0e14);
const PANEL: Color = Color::hex(0x161b26);
const EDGE: Color = Color::hex(0x2a3345);
const TRACK: Color = Color::hex(0x303a4c);
const ACCENT: Color = Color::hex(0x5cc8ff);
const BRIGHT: Color = Color::hex(0xe6edf8);
const PALE: Color = Color::hex(0x8b98ae);
const WARNING: Color = Color::hex(0xffa657);
const UNDER_MOUSE: Color = Color::hex(0x243047);

/// Altitude of all drawings.
const SHOWN: u16 = 3;
/// Minimum width of the view, so that the line of keys fits.
const MIN_WIDTH: f32 = 640.0;
/// Maximum size of a small film after enlarging, and of a large film after shrinking.
const ENLARGED: Vec2 = vec2(640.0, 480.0);
const SHRUNK: Vec2 = vec2(1280.0, 640.0);
/// Height of the bar.
const BAR: f32 = 84.0;
const MARGIN: f32 = 16.0;
/// Offsets from the bar's top: seek bar, middle of the buttons, line of keys.
const SEEK_Y: f32 = 16.0;
const BUTTON_Y: f32 = 44.0;
const KEYS_Y: f32 = 65.0;
const BUTTON: f32 = 36.0;

const KEYS: &str = "Space play · ←→ frame · ↑↓ speed · R reverse · Home End · T text · Q quit";

/// Control that the mouse can press.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Control {
    ToStart,
    Slower,
    Back,
    Play,
    Forward,
    Faster,
    Reverse,
    Seek,
}

/// The buttons, from the left.
const BUTTONS: [Control; 7] = [
    Control::ToStart,
    Control::Slower,
    Control::Back,
    Control::Play,
    Control::Forward,
    Control::Faster,
    Control::Reverse,
];

/// Content of the control bar.
#[derive(Clone, Debug)]
pub(crate) struct Status {
    /// Position in the film, from 0 to 1.
    pub(crate) part: f32,
    pub(crate) is_playing: bool,
    pub(crate) is_backwards: bool,
    /// Text to the right of the buttons.
    pub(crate) text: String,
    /// Warning, shown instead of the keys.
    pub(crate) warning: Option<String>,
}

/// Positions of the controls in pixels of the view.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Layout {
    /// Magnification of the film.
    scale: f32,
    /// Size of the view.
    size: Vec2,
}

impl Layout {
    /// Returns the layout for frames of this size. Small films are enlarged by an integer factor, large films shrunk.
    pub(crate) fn of(film: [u32; 2]) -> Self {
        let film = Vec2::from_array(film.map(|side| side as f32));
        let times = (ENLARGED / film).min_element().floor().max(1.0);
        let scale = times.min((SHRUNK / film).min_element());
        let shown = (film * scale).ceil().max(Vec2::ONE);
        Self {
            scale,
            size: vec2(shown.x.max(MIN_WIDTH), shown.y + BAR),
        }
    }

    /// Returns the width and height of the view.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "at most what a film is enlarged or shrunk to, and the bar"
    )]
    pub(crate) fn view(&self) -> [u16; 2] {
        self.size.to_array().map(|side| side as u16)
    }

    /// Returns the magnification of the film.
    pub(crate) fn scale(&self) -> f32 {
        self.scale
    }

    /// Returns the magnification of the film's text: an integer of at least 1.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "saturates, which is more than any film is enlarged"
    )]
    pub(crate) fn text_scale(&self) -> u8 {
        self.scale.max(1.0) as u8
    }

    /// Returns the centre of the film.
    pub(crate) fn middle(&self) -> Vec2 {
        vec2(self.size.x, self.size.y - BAR) / 2.0
    }

    /// Converts an offset from the left top corner of the bar to a position in the view.
    fn in_bar(&self, x: f32, y: f32) -> Vec2 {
        vec2(x, self.size.y - BAR + y)
    }

    /// Returns both ends of the seek bar.
    fn seek_bar(&self) -> [Vec2; 2] {
        [MARGIN, self.size.x - MARGIN].map(|x| self.in_bar(x, SEEK_Y))
    }

    /// Returns the fraction of the film at a position on the seek bar, from 0 to 1.
    pub(crate) fn part_at(&self, place: Vec2) -> f32 {
        let [start, end] = self.seek_bar();
        ((place.x - start.x) / (end.x - start.x)).clamp(0.0, 1.0)
    }

    /// Returns the centre of a button or of the seek bar.
    pub(crate) fn place_of(&self, control: Control) -> Vec2 {
        match BUTTONS.iter().position(|&button| button == control) {
            Some(number) => self.in_bar(MARGIN + (number as f32 + 0.5) * BUTTON, BUTTON_Y),
            None => self.in_bar(self.size.x / 2.0, SEEK_Y),
        }
    }

    /// Returns the control at a position of the view.
    pub(crate) fn control_at(&self, place: Vec2) -> Option<Control> {
        let [start, end] = self.seek_bar();
        let slack = 10.0;
        let beside = place.x < start.x - slack || place.x > end.x + slack;
        if !beside && (place.y - start.y).abs() <= slack {
            return Some(Control::Seek);
        }
        let is_on = |control: &&Control| {
            let away = (place - self.place_of(**control)).abs();
            away.x < BUTTON / 2.0 && away.y < BUTTON / 2.0 - 2.0
        };
        BUTTONS.iter().find(is_on).copied()
    }

    /// Draws the bar. `mouse` is the control under the mouse, which is highlighted.
    pub(crate) fn draw(&self, status: &Status, mouse: Option<Control>, cx: &mut Context<'_>) {
        let top = self.in_bar(0.0, 0.0);
        cx.canvas(SHOWN)
            .rect(
                Rect {
                    min: top,
                    max: self.size,
                },
                PANEL,
            )
            .line(top, vec2(self.size.x, top.y), 2.0, EDGE);
        self.draw_seek_bar(status.part, mouse == Some(Control::Seek), cx);
        for control in BUTTONS {
            let is_on = match control {
                Control::Reverse => status.is_backwards,
                _ => false,
            };
            if mouse == Some(control) {
                let half = vec2(BUTTON / 2.0 - 2.0, BUTTON / 2.0 - 4.0);
                let middle = self.place_of(control);
                let rect = Rect {
                    min: middle - half,
                    max: middle + half,
                };
                cx.canvas(SHOWN).rect(rect, UNDER_MOUSE);
            }
            let color = if is_on || control == Control::Play {
                ACCENT
            } else {
                BRIGHT
            };
            self.draw_button(control, status.is_playing, color, cx);
        }
        let right = self.in_bar(self.size.x - MARGIN, BUTTON_Y - 8.0);
        let style = TextStyle::from(BRIGHT).aligned(Align::Right);
        cx.canvas(SHOWN).text(right, &status.text, style);
        let (keys, color) = match &status.warning {
            Some(warning) => (warning.as_str(), WARNING),
            None => (KEYS, PALE),
        };
        let middle = self.in_bar(self.size.x / 2.0, KEYS_Y);
        let style = TextStyle::from(color).centered();
        cx.canvas(SHOWN).text(middle, keys, style);
    }

    fn draw_seek_bar(&self, part: f32, is_under_mouse: bool, cx: &mut Context<'_>) {
        let [start, end] = self.seek_bar();
        let now = start.lerp(end, part);
        let width = if is_under_mouse { 6.0 } else { 4.0 };
        cx.canvas(SHOWN)
            .line(start, end, width, TRACK)
            .line(start, now, width, ACCENT)
            .circle(now, if is_under_mouse { 8.0 } else { 6.0 }, BRIGHT);
    }

    fn draw_button(&self, control: Control, is_playing: bool, color: Color, cx: &mut Context<'_>) {
        let middle = self.place_of(control);
        let mut canvas = cx.canvas(SHOWN);
        // The tip points right, or left if the width is negative.
        let triangle = |x: f32, size: Vec2| {
            let back = middle + vec2(x, 0.0);
            let tip = back + vec2(size.x, 0.0);
            [tip, back - vec2(0.0, size.y), back + vec2(0.0, size.y)]
        };
        let bar = |x: f32, half: f32| Rect {
            min: middle + vec2(x - 1.5, -half),
            max: middle + vec2(x + 1.5, half),
        };
        match control {
            Control::ToStart => canvas
                .rect(bar(-6.5, 7.0), color)
                .polygon(&triangle(7.0, vec2(-11.0, 7.0)), color),
            Control::Slower => canvas
                .polygon(&triangle(0.0, vec2(-9.0, 6.0)), color)
                .polygon(&triangle(9.0, vec2(-9.0, 6.0)), color),
            Control::Back => canvas
                .rect(bar(6.0, 7.0), color)
                .polygon(&triangle(3.0, vec2(-10.0, 7.0)), color),
            Control::Play if is_playing => canvas
                .rect(bar(-4.0, 9.0), color)
                .rect(bar(-3.0, 9.0), color)
                .rect(bar(3.0, 9.0), color)
                .rect(bar(4.0, 9.0), color),
            Control::Play => canvas.polygon(&triangle(-5.0, vec2(14.0, 9.0)), color),
            Control::Forward => canvas
                .rect(bar(-6.0, 7.0), color)
                .polygon(&triangle(-3.0, vec2(10.0, 7.0)), color),
            Control::Faster => canvas
                .polygon(&triangle(-9.0, vec2(9.0, 6.0)), color)
                .polygon(&triangle(0.0, vec2(9.0, 6.0)), color),
            Control::Reverse => canvas
                .line(
                    middle + vec2(-4.0, 0.0),
                    middle + vec2(9.0, 0.0),
                    3.0,
                    color,
                )
                .polygon(&triangle(-2.0, vec2(-8.0, 7.0)), color),
            Control::Seek => return,
        };
    }
}
