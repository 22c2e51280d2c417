//! The pause menu of the guide in a window: with real keys alone, and with a real mouse alone, through three levels.

use damselfly::Color;
use damselfly::app::{App, Harness, Options};

use crate::play::on_each_backend;
use crate::xserver::{Area, Display, Game, Key, Program, SCREEN};

#[expect(dead_code, reason = "its own `main`")]
#[path = "../../examples/guide/06_menu.rs"]
mod menu;

const ALL: Area = Area([0, 0, SCREEN[0], SCREEN[1]]);
/// Background of the focused widget, and of the others.
const CHOSEN: Color = Color::hex(0x3a4a8c);
const PANEL: Color = Color::hex(0x141a38);

/// Returns the vertical position of the focused widget's centre.
fn focus(display: &Display) -> Option<u32> {
    let seen = display.client.look(SCREEN).extent(ALL, CHOSEN)?;
    Some(seen.center()[1])
}

/// Opens the program, and waits for its first frame. Returns how much it is magnified, too.
fn opened<'d>(display: &'d Display, backend: &str) -> (Game<'d>, u16) {
    let program = Program::example("guide_06_menu", backend);
    let game = program.on(display).opened("Menu");
    let Area([_, _, right, _]) = display.wait_for("the button", || {
        display.client.look(SCREEN).extent(ALL, PANEL)
    });
    // The button is at the right end of the view, which is 640 pixels wide.
    let scale = u16::try_from(right / 640).expect("the screen is small");
    (game, scale)
}

/// Taps a key, and waits until another widget has the focus.
fn tap(display: &Display, key: Key, before: Option<u32>) -> Option<u32> {
    display.client.tap(key);
    display.wait_for("the focus to move", || {
        focus(display).filter(|&now| Some(now) != before).map(Some)
    })
}

#[test]
fn real_keys_alone_leave_through_three_levels() {
    on_each_backend(|display, backend| {
        let (game, _) = opened(display, backend);
        let resume = tap(display, Key::P, None);
        // From "Resume" up to "Leave", which wraps around; then two levels further.
        let leave = tap(display, Key::Up, resume);
        let stay = tap(display, Key::Enter, leave);
        let night = tap(display, Key::Down, stay);
        let no = tap(display, Key::Enter, night);
        tap(display, Key::Down, no);
        display.client.tap(Key::Enter);
        game.ended().well();
    });
}

/// Returns where the program draws the widgets of the way out, in pixels.
fn way_out() -> Vec<[u16; 2]> {
    let app = App::new("Menu", Options::default()).pixels(640, 360);
    let mut game = Harness::start(app, menu::start).expect("it starts");
    game.step();
    let labels = ["Menu", "Leave", "Leave the night", "Yes"];
    let places = labels.map(|label| {
        let hud = &game.world().hud;
        let bounds = hud.find(label).and_then(|id| hud.bounds(id));
        let bounds = bounds.unwrap_or_else(|| panic!("{label} is visible"));
        let middle = bounds.min.midpoint(bounds.max);
        game.click_at(middle);
        game.step();
        middle.as_u16vec2().to_array()
    });
    places.to_vec()
}

#[test]
fn a_real_mouse_alone_leaves_through_three_levels() {
    let places = way_out();
    on_each_backend(|display, backend| {
        let (game, scale) = opened(display, backend);
        let places = places.iter().map(|place| place.map(|at| at * scale));
        let places: Vec<_> = places.collect();
        let (last, others) = places.split_last().expect("four places");
        let mut before = None;
        for &place in others {
            display.client.point_at(place);
            display.client.click();
            let next = display.wait_for("the next menu", || {
                focus(display).filter(|&now| Some(now) != before)
            });
            before = Some(next);
        }
        display.client.point_at(*last);
        display.client.click();
        game.ended().well();
    });
}
