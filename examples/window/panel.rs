//! The panel: border and grid of the view, a planet, the state of the window, and the latest input.

use damselfly::input::WheelUnit;
use damselfly::prelude::*;
use damselfly::world::{Canvas, Corner, FrameContext};

pub(crate) const GROUND: Color = Color::hex(0x141a2c);
/// Colour that only the border along the view's edges has.
pub(crate) const EDGE: Color = Color::hex(0xffc247);
/// Colour that only the disc behind the planet has. A stretched view shows the disc as an ellipse.
pub(crate) const DISC: Color = Color::hex(0x4fb6d8);
const GRID: Color = Color::hex(0x26304c);
const PALE: Color = Color::hex(0x9aa8cc);
/// Width of the border in pixels of the view.
pub(crate) const FRAME: f32 = 4.0;
/// Distance between grid lines, in pixels of the view.
const MESH: f32 = 40.0;
/// Steps per frame of the planet's rotation.
const STEPS_PER_FRAME: u64 = 10;
/// Corners for the frame rate, each with its name, in the order in which the key End selects them.
const CORNERS: [(Option<Corner>, &str); 5] = [
    (None, "hidden"),
    (Some(Corner::TopLeft), "top left"),
    (Some(Corner::TopRight), "top right"),
    (Some(Corner::BottomRight), "bottom right"),
    (Some(Corner::BottomLeft), "bottom left"),
];
/// Numbers of lines of the panel: lines drawn by steps, and lines drawn by frames below them.
const LINES: [u8; 2] = [14, 2];
/// Maximum number of typed characters that are kept.
const MOST_TYPED: usize = 24;

/// Requested and reported state of the window.
#[derive(Clone, Debug, Checksum)]
pub(crate) struct Panel {
    pub(crate) full_screen: bool,
    pub(crate) vsync: bool,
    pub(crate) cursor: bool,
    pub(crate) resizable: bool,
    /// Whether the player has started a film and not stopped it yet.
    pub(crate) films: bool,
    /// Index into `CORNERS`: the selected corner for the frame rate.
    corner: u8,
    /// Typed text, in the player's keyboard layout.
    pub(crate) typed: String,
    focused: bool,
    wheel: String,
}

impl Default for Panel {
    /// Returns the initial state of a window.
    fn default() -> Self {
        Self {
            full_screen: false,
            vsync: true,
            cursor: true,
            resizable: true,
            films: false,
            corner: 0,
            typed: String::new(),
            focused: true,
            wheel: "not turned yet".to_owned(),
        }
    }
}

/// Toggles a switch. Returns its new state.
pub(crate) fn flip(switch: &mut bool) -> bool {
    *switch = !*switch;
    *switch
}

impl Panel {
    fn write(&mut self, character: char) {
        if self.typed.chars().count() == MOST_TYPED {
            self.typed.remove(0);
        }
        self.typed.push(character);
    }

    /// Selects the next corner for the frame rate, or none to hide it. Returns the corner.
    pub(crate) fn next_corner(&mut self) -> Option<Corner> {
        let next = usize::from(self.corner) + 1;
        self.corner = if next == CORNERS.len() {
            0
        } else {
            self.corner + 1
        };
        CORNERS[usize::from(self.corner)].0
    }

    /// Returns the lines of the panel: a key or an input, and its current state.
    fn lines(&self, cx: &Context<'_>) -> [(&'static str, String); LINES[0] as usize] {
        let on = |is_on: bool| if is_on { "yes" } else { "no" }.to_owned();
        let size = cx.camera.view().size();
        let mouse = match cx.input.mouse_is_inside() {
            true => {
                let at = cx.input.mouse_position().floor();
                format!("at {}, {}", at.x, at.y)
            }
            false => "outside".to_owned(),
        };
        [
            ("F1 full screen", on(self.full_screen)),
            ("F2 waits for the display", on(self.vsync)),
            ("F3 pointer visible", on(self.cursor)),
            ("F4 resizable", on(self.resizable)),
            ("F5, F6 size", "once, twice".to_owned()),
            ("F11 title", "what was typed".to_owned()),
            ("Insert screenshot", "window.png".to_owned()),
            ("Home film", on(self.films)),
            (
                "End frame rate",
                CORNERS[usize::from(self.corner)].1.to_owned(),
            ),
            ("View", format!("{} x {}", size.x, size.y)),
            ("Focus", on(self.focused)),
            ("Mouse", mouse),
            ("Wheel", self.wheel.clone()),
            ("Typed", format!("{}_", self.typed)),
        ]
    }
}

impl Behavior for Panel {
    fn input(&mut self, event: &InputEvent, cx: &mut Context<'_>) {
        match *event {
            InputEvent::Key {
                key,
                character,
                pressed: true,
                repeat,
            } => match (key, character) {
                (Key::Escape, _) => cx.stop(),
                (Key::Backspace, _) => drop(self.typed.pop()),
                _ if !repeat && super::request(key, self, cx) => {}
                _ if !repeat && super::capture(key, self, cx) => {}
                (_, Some(character)) => self.write(character),
                _ => {}
            },
            InputEvent::Focus(focused) => self.focused = focused,
            InputEvent::Wheel { delta, unit } => {
                let unit = match unit {
                    WheelUnit::Lines => "lines",
                    _ => "pixels",
                };
                self.wheel = format!("by {}, {} {unit}", delta.x, delta.y);
            }
            _ => {}
        }
    }

    fn draw(&mut self, cx: &mut Context<'_>) {
        let lines = self.lines(cx);
        let view = cx.camera.view();
        let middle = view.center();
        let planet = cx.assets.sprite_named("planet");
        let frame = (cx.time.number / STEPS_PER_FRAME % 8) as u16;
        let mut canvas = cx.canvas(2);
        let mut x = MESH;
        while x < view.max.x {
            canvas.line(vec2(x, view.min.y), vec2(x, view.max.y), 1.0, GRID);
            x += MESH;
        }
        let mut y = MESH;
        while y < view.max.y {
            canvas.line(vec2(view.min.x, y), vec2(view.max.x, y), 1.0, GRID);
            y += MESH;
        }
        let disc = vec2(middle.x + 190.0, middle.y);
        canvas.circle(disc, 80.0, DISC);
        canvas.frame(disc, planet, frame, Color::WHITE);
        canvas.outline(view, FRAME, EDGE);
        let top = top(view);
        let title = TextStyle::from(Color::WHITE).scaled(2.0);
        canvas.text(top, "A window", title);
        for (row, (name, state)) in (3_u8..).zip(&lines) {
            write_line(&mut canvas, top, row, name, state);
        }
    }

    /// Shows the size, the position and the title of the window in this frame. Steps cannot read them.
    fn frame(&self, cx: &mut FrameContext<'_>) {
        let Some(window) = cx.window() else { return };
        let [width, height] = window.size;
        let size = format!("{width} x {height}");
        let place = match window.position {
            Some([x, y]) => format!("{size} at {x}, {y}"),
            None => size,
        };
        let title = window.title.clone();
        let top = top(cx.camera.view());
        let mut canvas = cx.canvas(2);
        write_line(&mut canvas, top, 3 + LINES[0], "Window", &place);
        write_line(&mut canvas, top, 4 + LINES[0], "Title", &title);
    }

    fn checksum(&self, sum: &mut ChecksumWriter) {
        self.write_checksum(sum);
    }
}

/// Returns the top left corner of the panel.
fn top(view: Rect) -> Vec2 {
    view.center() - vec2(280.0, 8.0 * f32::from(LINES[0] + LINES[1]) + 32.0)
}

/// Writes a line of the panel.
fn write_line(canvas: &mut Canvas<'_>, top: Vec2, row: u8, name: &str, state: &str) {
    let at = top + vec2(0.0, 16.0 * f32::from(row));
    canvas.text(at, name, PALE);
    canvas.text(at + vec2(208.0, 0.0), state, Color::WHITE);
}
