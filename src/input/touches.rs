//! The state of all touches: the fingers on a touch screen.

use glam::Vec2;

use super::events::InputEvent;
use super::touch::{Touch, TouchPhase};
use crate::base::checksum::summed;
use crate::base::valid::is_valid;

/// The touches of a step.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Touches {
    /// Fingers on the screen as the game sees them, in order of their start.
    down: Vec<Touch>,
    /// Ids of the fingers that are physically on the screen, in the same order. The two differ after the input was
    /// muted.
    physical: Vec<u64>,
}

summed!(Touches: down, physical);

/// Maximum number of fingers at once, more than any screen reports. Further ones are ignored.
const MAX_TOUCHES: usize = 64;

impl Touches {
    pub(super) fn is_empty(&self) -> bool {
        self.down.is_empty() && self.physical.is_empty()
    }

    /// Returns the fingers on the screen as the game sees them, in order of their start.
    pub(super) fn down(&self) -> &[Touch] {
        &self.down
    }

    /// Applies an event, and passes the events that the game sees to `list`.
    pub(super) fn take(
        &mut self,
        mut touch: Touch,
        phase: TouchPhase,
        muted: bool,
        mut list: impl FnMut(InputEvent),
    ) {
        let is_whole = is_valid(touch.position) && touch.force.is_none_or(f32::is_finite);
        if phase.is_down() && !is_whole {
            return;
        }
        // Adding 0 turns −0 into 0.
        touch.force = touch.force.map(|force| force.clamp(0.0, 1.0) + 0.0);
        let at = self.down.iter().position(|down| down.id == touch.id);
        let is_new = !self.physical.contains(&touch.id);
        self.physical
            .retain(|&id| id != touch.id || phase == TouchPhase::Moved);
        match (phase, at) {
            (TouchPhase::Moved, Some(at)) => {
                touch.start = self.down[at].start;
                self.down[at] = touch;
                list(event(&touch, phase));
            }
            // The finger was put down while the input was muted.
            (TouchPhase::Moved, None) if !is_new => {}
            (TouchPhase::Began | TouchPhase::Moved, at) => {
                // The end of the earlier touch with this id was lost.
                if let Some(at) = at {
                    list(event(&self.down.remove(at), TouchPhase::Cancelled));
                }
                if self.physical.len() >= MAX_TOUCHES {
                    return;
                }
                self.physical.push(touch.id);
                if !muted {
                    touch.start = touch.position;
                    self.down.push(touch);
                    list(event(&touch, TouchPhase::Began));
                }
            }
            (TouchPhase::Ended | TouchPhase::Cancelled, Some(at)) => {
                let last = self.down.remove(at);
                if is_whole && phase == TouchPhase::Ended {
                    list(event(&touch, phase));
                } else {
                    list(event(&last, TouchPhase::Cancelled));
                }
            }
            (TouchPhase::Ended | TouchPhase::Cancelled, None) => {}
        }
    }

    /// Cancels all touches that the game sees, and passes the events to `list`.
    pub(super) fn cancel_all(&mut self, list: impl FnMut(InputEvent)) {
        let cancelled = self.down.drain(..);
        cancelled
            .map(|touch| event(&touch, TouchPhase::Cancelled))
            .for_each(list);
    }

    /// Returns the events that lead from these touches to `live`, the present ones. `is_released` is whether a loss of
    /// the focus has cancelled all touches.
    pub(super) fn catch_up(&self, live: &Self, is_released: bool) -> Vec<InputEvent> {
        let is_seen = |touches: &Self, id| touches.down.iter().any(|touch| touch.id == id);
        let gone = self.physical.iter().filter(|&&id| {
            let is_cancelled = is_seen(self, id) && !is_seen(live, id);
            is_cancelled || !live.physical.contains(&id)
        });
        let gone = gone.map(|&id| InputEvent::Touch {
            id,
            phase: TouchPhase::Cancelled,
            position: Vec2::ZERO,
            force: None,
        });
        let known = |id| {
            let known = self.down.iter().find(|known| known.id == id);
            known.filter(|_| !is_released)
        };
        let moved = live.down.iter().filter_map(|touch| {
            let phase = match known(touch.id) {
                None => TouchPhase::Began,
                Some(known) if (known.position, known.force) == (touch.position, touch.force) => {
                    return None;
                }
                Some(_) => TouchPhase::Moved,
            };
            Some(event(touch, phase))
        });
        gone.chain(moved).collect()
    }
}

fn event(touch: &Touch, phase: TouchPhase) -> InputEvent {
    InputEvent::Touch {
        id: touch.id,
        phase,
        position: touch.position,
        force: touch.force,
    }
}

#[cfg(test)]
mod tests {
    use super::TouchPhase::{Began, Cancelled, Ended, Moved};
    use super::*;
    use crate::input::InputState;
    use glam::vec2;

    fn touch(id: u64, phase: TouchPhase, x: f32) -> InputEvent {
        InputEvent::touch(id, phase, vec2(x, 0.0))
    }

    /// Passes the events of one step to a state, and checks what the game sees.
    fn check(input: &mut InputState, events: &[InputEvent], seen: &[InputEvent]) {
        input.begin_step(events);
        assert_eq!(input.events(), seen);
    }

    fn ids(input: &InputState) -> Vec<u64> {
        input.touches().iter().map(|touch| touch.id).collect()
    }

    #[test]
    fn touches_are_listed_in_the_order_of_their_beginning() {
        let mut input = InputState::new();
        let events = [
            touch(9, Began, 1.0),
            touch(2, Began, 2.0),
            touch(9, Moved, 4.0),
        ];
        check(&mut input, &events, &events);
        assert_eq!(ids(&input), [9, 2]);
        let first = input.touches()[0];
        assert_eq!((first.position.x, first.start.x), (4.0, 1.0));
        let began: Vec<_> = input.touches_just_began().map(|(id, _)| id).collect();
        assert_eq!(began, [9, 2]);
        let end = [touch(9, Ended, 5.0)];
        check(&mut input, &end, &end);
        assert_eq!(ids(&input), [2]);
        assert!(input.touches_just_ended().eq([(9, vec2(5.0, 0.0))]));
    }

    #[test]
    fn a_tap_within_a_step_began_and_ended_in_it() {
        let mut input = InputState::new();
        input.begin_step(&[touch(1, Began, 3.0), touch(1, Ended, 3.0)]);
        assert!(input.touches().is_empty());
        let counts = (
            input.touches_just_began().count(),
            input.touches_just_ended().count(),
        );
        assert_eq!(counts, (1, 1));
    }

    #[test]
    fn a_touch_whose_beginning_was_lost_begins_with_its_move() {
        let mut input = InputState::new();
        check(&mut input, &[touch(1, Moved, 3.0)], &[touch(1, Began, 3.0)]);
        let restarted = [touch(1, Cancelled, 3.0), touch(1, Began, 8.0)];
        check(&mut input, &[touch(1, Began, 8.0)], &restarted);
        check(&mut input, &[touch(5, Ended, 1.0)], &[]);
    }

    #[test]
    fn losing_the_focus_cancels_touches_until_they_begin_again() {
        let mut input = InputState::new();
        input.begin_step(&[touch(1, Began, 3.0)]);
        let lost = InputEvent::Focus(false);
        check(
            &mut input,
            core::slice::from_ref(&lost),
            &[lost.clone(), touch(1, Cancelled, 3.0)],
        );
        check(&mut input, &[touch(1, Moved, 4.0)], &[]);
        check(&mut input, &[touch(1, Ended, 4.0)], &[]);
        check(&mut input, &[touch(1, Began, 4.0)], &[touch(1, Began, 4.0)]);
    }

    #[test]
    fn a_finger_put_down_while_muted_stays_unseen() {
        let mut input = InputState::new();
        input.set_muted(true);
        check(&mut input, &[touch(1, Began, 3.0)], &[]);
        input.set_muted(false);
        check(&mut input, &[touch(1, Moved, 4.0)], &[]);
        assert!(input.touches().is_empty());
    }

    #[test]
    fn muting_cancels_the_touches_that_are_held() {
        let mut input = InputState::new();
        input.begin_step(&[touch(1, Began, 3.0)]);
        input.set_muted(true);
        check(
            &mut input,
            &[touch(1, Moved, 9.0)],
            &[touch(1, Cancelled, 3.0)],
        );
    }

    #[test]
    fn an_end_without_a_valid_position_cancels() {
        let mut input = InputState::new();
        let far = |phase| InputEvent::touch(1, phase, vec2(f32::NAN, 0.0));
        check(&mut input, &[far(Began)], &[]);
        input.begin_step(&[touch(1, Began, 3.0)]);
        check(&mut input, &[far(Moved)], &[]);
        check(&mut input, &[far(Ended)], &[touch(1, Cancelled, 3.0)]);
    }

    #[test]
    fn fingers_without_end_use_bounded_memory() {
        let mut input = InputState::new();
        let many: Vec<_> = (0..5000).map(|id| touch(id, Began, 1.0)).collect();
        input.begin_step(&many);
        assert_eq!(input.touches().len(), MAX_TOUCHES);
        let ends: Vec<_> = (0..5000).map(|id| touch(id, Ended, 1.0)).collect();
        input.begin_step(&ends);
        assert_eq!(input.touches, Touches::default());
    }

    #[test]
    fn force_is_clamped_and_never_negative_zero() {
        let mut input = InputState::new();
        for (given, expected) in [(-0.0, 0.0_f32), (0.5, 0.5), (3.0, 1.0)] {
            input.begin_step(&[InputEvent::Touch {
                id: 1,
                phase: Moved,
                position: Vec2::ZERO,
                force: Some(given),
            }]);
            let force = input.touches()[0].force.map(f32::to_bits);
            assert_eq!(force, Some(expected.to_bits()));
        }
    }
}
