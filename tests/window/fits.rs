//! Fitting a view into a window of another shape.

use crate::play::on_each_backend;
use crate::xserver::{Area, Display, Key, Program, SCREEN};
use damselfly::Color;

/// Colour of the border along the edges of the example's view.
const EDGE: Color = Color::hex(0xffc247);
/// Colour of a disc with a diameter of 160 pixels of the view.
const DISC: Color = Color::hex(0x4fb6d8);

/// Opens the example with a view of 640 × 360 pixels and this `fit`, and resizes the window. Waits until the screen
/// shows these edges of the view and this size of the disc.
fn shows(fit: &str, edges: [u32; 4], disc: [u32; 2]) {
    on_each_backend(|display, backend| {
        let program = Program::example("window", backend).with(&["--fit", fit]);
        let game = program.on(display).opened("Window");
        wait_for_twice_the_size(display);
        display.client.resize(game.window, [900, 400]);
        wait_for(display, fit, edges, disc);
        // With F5 the game requests a window of the view's size.
        display.client.tap(Key::F5);
        wait_for_own_size(display);
        game.close();
    });
}

/// Waits until the screen shows the view at 640 × 360, the size that F5 requests.
pub(crate) fn wait_for_own_size(display: &Display) {
    let once = "the view in its own size";
    wait_for(display, once, [0, 0, 640, 360], [160, 160]);
}

/// Waits until the screen shows the view at twice its size: its size at the start, which F6 requests too.
pub(crate) fn wait_for_twice_the_size(display: &Display) {
    let twice = "the view, twice as large";
    wait_for(display, twice, [0, 0, 1280, 720], [320, 320]);
}

fn wait_for(display: &Display, what: &str, edges: [u32; 4], disc: [u32; 2]) {
    let whole = Area([0, 0, SCREEN[0], SCREEN[1]]);
    display.wait_for(what, || {
        let seen = display.client.look(SCREEN);
        let Area([left, top, right, bottom]) = seen.extent(whole, DISC)?;
        let is_there = seen.extent(whole, EDGE) == Some(Area(edges));
        (is_there && [right - left, bottom - top] == disc).then_some(())
    });
}

#[test]
fn a_letterboxed_view_is_centred_in_its_window() {
    shows("letterbox", [130, 20, 770, 380], [160, 160]);
}

#[test]
fn a_stretched_view_fills_a_window_of_another_shape() {
    shows("stretch", [0, 0, 900, 400], [225, 178]);
}

#[test]
fn an_expanding_view_shows_more_in_a_window_of_another_shape() {
    shows("expand", [0, 0, 900, 400], [160, 160]);
}
