//! Gamepads of a harness press actions.

use damselfly::app::{App, Harness, Options};
use damselfly::input::{PadAxis, PadButton};

#[test]
fn the_axis_of_a_trigger_presses_the_action_of_its_button() {
    for (axis, button, pad) in [
        (PadAxis::LeftTrigger, PadButton::LeftTrigger, 0),
        (PadAxis::RightTrigger, PadButton::RightTrigger, 3),
    ] {
        let app = App::new("Pads", Options::default()).cells(20, 10);
        let mut game = Harness::start(app, |cx| {
            cx.actions.bind("fire", [button]);
            Ok(())
        })
        .unwrap();
        let mut seen = |value: f32| {
            game.pad_axis(pad, axis, value);
            game.step();
            let actions = &game.world().actions;
            let events = (actions.just_pressed("fire"), actions.just_released("fire"));
            (events, actions.is_down("fire"), actions.value("fire"))
        };
        // Some pads report a released trigger as -1.
        assert_eq!(seen(-1.0), ((false, false), false, 0.0));
        assert_eq!(seen(1.0), ((true, false), true, 1.0));
        assert_eq!(seen(1.0), ((false, false), true, 1.0));
        assert_eq!(seen(-1.0), ((false, true), false, 0.0));
        assert_eq!(seen(-1.0), ((false, false), false, 0.0));
    }
}
