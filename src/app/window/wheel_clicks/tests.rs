use super::*;
use winit::event::MouseScrollDelta;

fn button(button: u32, state: ElementState) -> DeviceEvent {
    DeviceEvent::Button { button, state }
}

#[test]
fn releases_of_a_clicking_wheel_are_ignored() {
    let mut clicks = WheelClicks::default();
    for number in [4, 5, 6, 7, 5] {
        clicks.follow(&button(number, ElementState::Pressed));
        assert!(!clicks.take_release());
        clicks.follow(&button(number, ElementState::Released));
        assert!(clicks.take_release());
        assert!(!clicks.take_release());
    }
}

#[test]
fn a_release_outside_the_window_hides_no_wheel_turn() {
    let turned = DeviceEvent::MouseWheel {
        delta: MouseScrollDelta::LineDelta(0.0, 1.0),
    };
    for next in [turned, button(4, ElementState::Pressed)] {
        let mut clicks = WheelClicks::default();
        clicks.follow(&button(5, ElementState::Released));
        clicks.follow(&next);
        assert!(!clicks.take_release());
    }
}

#[test]
fn other_buttons_are_no_wheels() {
    let mut clicks = WheelClicks::default();
    for number in [1, 2, 3, 8, 9] {
        clicks.follow(&button(number, ElementState::Released));
        assert!(!clicks.take_release());
    }
}
