//! Makes the first finger on a touch screen drive the mouse.

use glam::Vec2;

use super::events::{InputEvent, MouseButton};
use super::touch::TouchPhase;

/// The finger that drives the mouse.
///
/// Games and widgets for the mouse then work by touch. Mouse events are made when touches arrive, so recordings contain
/// both, and a replay makes none.
#[derive(Clone, Debug, Default)]
pub(crate) struct TouchMouse {
    /// Id of the finger that was put down while no other one drove the mouse.
    id: Option<u64>,
}

/// Position of the mouse after a cancelled touch, in view units. It is outside every view, so that the release of the
/// button clicks nothing.
const NOWHERE: Vec2 = Vec2::splat(-1000.0);

impl TouchMouse {
    /// Returns the events of the mouse that follow a change of a touch.
    pub(crate) fn events(
        &mut self,
        id: u64,
        phase: TouchPhase,
        position: Vec2,
    ) -> [Option<InputEvent>; 2] {
        let moved = |position| Some(InputEvent::MouseMoved { position });
        let left = |pressed, position| {
            let button = MouseButton::Left;
            Some(InputEvent::MouseButton {
                button,
                pressed,
                position,
            })
        };
        let is_first = self.id.is_none_or(|first| first == id) && phase == TouchPhase::Began;
        if !is_first && self.id != Some(id) {
            return [None, None];
        }
        self.id = phase.is_down().then_some(id);
        match phase {
            TouchPhase::Began => [moved(position), left(true, position)],
            TouchPhase::Moved => [moved(position), None],
            TouchPhase::Ended => [moved(position), left(false, position)],
            TouchPhase::Cancelled => [moved(NOWHERE), left(false, NOWHERE)],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::TouchPhase::{Began, Cancelled, Ended, Moved};
    use super::*;
    use crate::input::InputState;
    use glam::vec2;

    /// Passes touches of a step to a state, with the events of the mouse.
    fn step(input: &mut InputState, mouse: &mut TouchMouse, touches: &[(u64, TouchPhase, f32)]) {
        let mut events = vec![];
        for &(id, phase, x) in touches {
            let position = vec2(x, 0.0);
            events.push(InputEvent::touch(id, phase, position));
            events.extend(mouse.events(id, phase, position).into_iter().flatten());
        }
        input.begin_step(&events);
    }

    #[test]
    fn the_first_finger_is_the_left_button() {
        let (mut input, mut mouse) = (InputState::new(), TouchMouse::default());
        step(&mut input, &mut mouse, &[(5, Began, 3.0), (6, Began, 8.0)]);
        assert!(input.button_just_pressed(MouseButton::Left));
        step(&mut input, &mut mouse, &[(6, Moved, 9.0), (5, Moved, 3.25)]);
        assert_eq!(input.mouse_position().x, 3.25);
        step(&mut input, &mut mouse, &[(6, Ended, 9.0), (5, Ended, 3.0)]);
        assert!(input.button_just_clicked(MouseButton::Left));
        assert_eq!(input.mouse_position().x, 3.0);
    }

    #[test]
    fn a_second_finger_never_takes_over_the_mouse() {
        let (mut input, mut mouse) = (InputState::new(), TouchMouse::default());
        step(
            &mut input,
            &mut mouse,
            &[(1, Began, 1.0), (2, Began, 2.0), (1, Ended, 1.0)],
        );
        step(&mut input, &mut mouse, &[(2, Moved, 7.0), (2, Ended, 7.0)]);
        assert_eq!(input.mouse_position().x, 1.0);
        step(&mut input, &mut mouse, &[(2, Began, 7.0)]);
        assert_eq!(input.mouse_position().x, 7.0);
    }

    #[test]
    fn a_cancelled_touch_releases_without_a_click() {
        let (mut input, mut mouse) = (InputState::new(), TouchMouse::default());
        step(
            &mut input,
            &mut mouse,
            &[(1, Began, 0.0), (1, Cancelled, 0.0)],
        );
        assert!(input.button_just_released(MouseButton::Left));
        assert!(!input.button_just_clicked(MouseButton::Left));
    }
}
