//! The panel: edges and units of the view, state of the window, and the latest input.

use damselfly::input::WheelUnit;
use damselfly::prelude::*;

pub(crate) const GROUND: Color = Color::hex(0x141a2c);
/// Colour that only the border along the view's edges has.
pub(crate) const EDGE: Color = Color::hex(0xffc247);
/// Colour that only the disc in the middle has. A stretched view shows the disc as an ellipse.
pub(crate) const DISC: Color = Color::hex(0x4fb6d8);
const GRID: Color = Color::hex(0x26304c);
const PALE: Color = Color::hex(0x9aa8cc);
/// Width of the border in pixels of the view.
pub(crate) const FRAME: f32 = 4.0;
/// Distance between grid lines, in pixels of the view.
const MESH: f32 = 40.0;
/// Steps per frame of the planet's rotation.
const STEPS_PER_FRAME: u64 = 10;
/// Maximum number of typed characters that are kept.
const MOST_TYPED: usize = 24;

/// Requested and reported state of the window.
#[derive(Clone, Debug, Checksum)]
pub(crate) struct Panel {
    pub(crate) full_screen: bool,
    pub(crate) vsync: bool,
    pub(crate) cursor: bool,
    pub(crate) resizable: bool,
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

    /// Returns the lines of the panel: a key or an input, and its current state.
    fn lines(&self, cx: &Context<'_>) -> [(&'static str, String); 11] {
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
            ("F7 title", "what was typed".to_owned()),
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
        let top = middle - vec2(280.0, 8.0 * lines.len() as f32 + 32.0);
        let title = TextStyle::from(Color::WHITE).scaled(2);
        canvas.text(top, "A window", title);
        for (row, (name, state)) in (3_u8..).zip(&lines) {
            let at = top + vec2(0.0, 16.0 * f32::from(row));
            canvas.text(at, name, PALE);
            canvas.text(at + vec2(208.0, 0.0), state, Color::WHITE);
        }
    }

    fn checksum(&self, sum: &mut ChecksumWriter) {
        self.write_checksum(sum);
    }
}
