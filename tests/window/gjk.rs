//! The GJK example with a real mouse and real keys.

use damselfly::Color;

use crate::play::on_each_backend;
use crate::xserver::{Area, Display, Key, Program};

const VIEW: [u32; 2] = [960, 540];
const WORLD: Area = Area([12, 44, 560, 424]);
/// Areas below the panels: the result for the two shapes, and the number of the shown step.
const RESULT: Area = Area([12, 430, 560, 470]);
const STEP: Area = Area([572, 430, 948, 490]);

const SHAPE: Color = Color::rgb(0xff, 0xa6, 0x57);
const MEETING: Color = Color::rgb(0xff, 0x6b, 0x7d);

/// Waits until an area contains a colour. Returns the extent of the colour.
fn wait_for(display: &Display, what: &str, area: Area, color: Color) -> Area {
    display.wait_for(what, || display.client.look(VIEW).extent(area, color))
}

#[test]
fn real_input_drags_and_turns_a_shape_and_shows_the_steps() {
    on_each_backend(|display, backend| {
        let game = Program::example("gjk", backend).on(display).opened("GJK");
        let Area([left, top, right, bottom]) = wait_for(display, "the box", WORLD, SHAPE);
        assert_eq!(
            [left, top, right, bottom].map(|side| side.div_ceil(8)),
            [42, 28, 59, 40]
        );
        wait_for(display, "the distance", RESULT, Color::WHITE);
        display.client.point_at([430, 260]);
        display.client.press_button();
        display.client.point_at([350, 250]);
        display.client.point_at([300, 230]);
        display.client.release_button();
        let moved = display.wait_for("the box where it was dragged", || {
            let seen = display.client.look(VIEW).extent(WORLD, SHAPE)?;
            let [x, y] = seen.center();
            (x.abs_diff(270) < 3 && y.abs_diff(240) < 3).then_some(seen)
        });
        wait_for(display, "the depth", RESULT, MEETING);
        wait_for(
            display,
            "the last step, which is of EPA",
            STEP,
            Color::TERMINAL_GREEN,
        );
        display.wait_for("a step of GJK", || {
            display.client.tap(Key::Left);
            display
                .client
                .look(VIEW)
                .extent(STEP, Color::TERMINAL_YELLOW)
        });
        display.client.press(Key::E);
        display.wait_for("the box to turn", || {
            let seen = display.client.look(VIEW).extent(WORLD, SHAPE);
            seen.filter(|&seen| seen != moved)
        });
        display.client.release(Key::E);
        display.client.tap(Key::Escape);
        game.ended().well();
    });
}
