//! The queue of events for the next step. The only part of this module that threads share.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use glam::Vec2;

use super::events::InputEvent;
use super::overflow::Overflow;
use super::touch::TouchPhase;

/// Collects the events for the next step. Clones are handles to the same queue and can be used on any thread.
///
/// Up to [`InputQueue::LIMIT`] events, none is lost, merged or reordered. Beyond that, only the latest state of each
/// key, button, control and touch and of the mouse is stored. It is drained after the queued events. The same happens
/// above [`InputQueue::MAX_BYTES`] of texts and files. Lost events are counted.
#[derive(Clone, Debug, Default)]
pub struct InputQueue {
    shared: Arc<Mutex<QueuedInput>>,
}

// Not a bounded channel: a full one either blocks the window's thread or rejects the newest event. A key whose release
// was rejected would stay down.
#[derive(Debug, Default)]
struct QueuedInput {
    waiting: VecDeque<InputEvent>,
    overflow: Overflow,
    /// Number of bytes of the waiting texts and files.
    bytes: usize,
    /// Latest valid position of the mouse, in view units.
    position: Vec2,
    lost: u64,
    rejected: u64,
}

impl InputQueue {
    /// Maximum number of individually queued events: 65 536. A mouse that reports 8000 times per second fills it after
    /// 8 seconds without a step.
    pub const LIMIT: usize = 65_536;

    /// Maximum number of bytes of waiting texts and files: 64 MiB. A text or file that exceeds it is lost.
    pub const MAX_BYTES: usize = 64 << 20;

    /// Returns an empty queue.
    pub fn new() -> Self {
        Self::default()
    }

    /// Appends an event. [Invalid](InputEvent::is_valid) events are counted and rejected, except for presses and
    /// releases of mouse buttons, which get the latest valid position, and the ends of touches, which are cancelled.
    pub fn push(&self, event: InputEvent) {
        let mut inner = self.lock();
        let Some(event) = inner.repaired(event) else {
            return;
        };
        // Once full, the overflow takes all events until both are drained. Otherwise, events would overtake one
        // another.
        let bytes = inner.bytes + event.payload_bytes();
        if bytes > Self::MAX_BYTES {
            inner.lost = inner.lost.saturating_add(1);
        } else if inner.waiting.len() < Self::LIMIT && inner.overflow.is_empty() {
            inner.bytes = bytes;
            inner.waiting.push_back(event);
        } else {
            let lost = inner.overflow.push(event);
            inner.lost = inner.lost.saturating_add(lost);
        }
    }

    /// Moves all events to the end of `out`, in order. Call it once, at the start of a step.
    pub fn drain_into(&self, out: &mut Vec<InputEvent>) {
        let mut inner = self.lock();
        inner.bytes = 0;
        out.extend(inner.waiting.drain(..));
        inner.overflow.drain_into(out);
    }

    /// Returns the number of events lost by overflow so far.
    pub fn lost(&self) -> u64 {
        self.lock().lost
    }

    /// Returns the number of invalid events so far.
    pub fn rejected(&self) -> u64 {
        self.lock().rejected
    }

    fn lock(&self) -> MutexGuard<'_, QueuedInput> {
        // No push leaves the queue half changed, so the data behind a poisoned lock is still valid.
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl QueuedInput {
    /// Returns the event, with a valid position if it is a button's. `None` if it is invalid otherwise. Counts invalid
    /// events, including repaired ones.
    fn repaired(&mut self, mut event: InputEvent) -> Option<InputEvent> {
        let is_valid = event.is_valid();
        self.rejected += u64::from(!is_valid);
        match &mut event {
            InputEvent::MouseMoved { position } | InputEvent::MouseButton { position, .. }
                if is_valid =>
            {
                self.position = *position;
            }
            // The event is kept despite its position, because a button whose release was dropped would stay down.
            InputEvent::MouseButton { position, .. } => *position = self.position,
            // As above: a finger whose end was dropped would stay on the screen.
            InputEvent::Touch {
                phase,
                position,
                force,
                ..
            } if !is_valid && !phase.is_down() => {
                (*phase, *position, *force) = (TouchPhase::Cancelled, Vec2::ZERO, None);
            }
            _ if !is_valid => return None,
            _ => {}
        }
        Some(event)
    }
}

#[cfg(test)]
mod tests {
    use super::super::events::{MouseButton, WheelUnit};
    use super::super::key::Key;
    use super::*;
    use glam::vec2;
    use std::thread;

    fn drain(queue: &InputQueue) -> Vec<InputEvent> {
        let mut events = vec![];
        queue.drain_into(&mut events);
        events
    }

    fn moved(x: f32) -> InputEvent {
        InputEvent::MouseMoved {
            position: vec2(x, 0.0),
        }
    }

    fn button(pressed: bool, x: f32) -> InputEvent {
        InputEvent::MouseButton {
            button: MouseButton::Left,
            pressed,
            position: vec2(x, 0.0),
        }
    }

    #[test]
    fn events_come_out_once_and_in_order_and_moves_are_not_merged() {
        let queue = InputQueue::new();
        let events = [
            moved(1.0),
            moved(1.0),
            InputEvent::press(Key::A),
            moved(2.0),
        ];
        events.iter().for_each(|event| queue.push(event.clone()));
        let mut out = vec![InputEvent::MouseEntered];
        queue.drain_into(&mut out);
        assert_eq!(out[1..], events, "after what is there already");
        assert_eq!(drain(&queue), []);
    }

    #[test]
    fn nothing_is_lost_up_to_the_limit() {
        let queue = InputQueue::new();
        for _ in 0..InputQueue::LIMIT / 2 {
            queue.push(InputEvent::press(Key::A));
            queue.push(InputEvent::release(Key::A));
        }
        assert_eq!(drain(&queue).len(), InputQueue::LIMIT);
        assert_eq!(queue.lost(), 0);
    }

    #[test]
    fn beyond_the_limit_final_states_stay_right_and_losses_are_counted() {
        let queue = InputQueue::new();
        queue.push(InputEvent::press(Key::A));
        queue.push(InputEvent::press(Key::B));
        for _ in 0..InputQueue::LIMIT {
            queue.push(moved(0.0));
        }
        queue.push(InputEvent::release(Key::A));
        queue.push(InputEvent::press(Key::C));
        queue.push(InputEvent::release(Key::C));
        queue.push(InputEvent::press(Key::D));
        let wheel = InputEvent::Wheel {
            delta: vec2(0.0, 1.0),
            unit: WheelUnit::Lines,
        };
        queue.push(wheel.clone());
        queue.push(moved(9.0));
        let events = drain(&queue);
        assert_eq!(
            events[InputQueue::LIMIT..],
            [
                moved(9.0),
                InputEvent::release(Key::A),
                InputEvent::release(Key::C),
                InputEvent::press(Key::D)
            ]
        );
        let pushed = InputQueue::LIMIT + 8;
        assert_eq!(queue.lost(), (pushed - events.len()) as u64);
        queue.push(wheel.clone());
        assert_eq!(drain(&queue), [wheel], "as good as new once drained");
    }

    #[test]
    fn four_threads_lose_nothing_and_each_keeps_its_order() {
        let queue = InputQueue::new();
        thread::scope(|scope| {
            for thread in 0..4u32 {
                let queue = queue.clone();
                scope.spawn(move || {
                    for number in 0..10_000 {
                        queue.push(InputEvent::press(Key::Unknown(thread * 10_000 + number)));
                    }
                });
            }
        });
        let mut next = [0, 10_000, 20_000, 30_000];
        for event in drain(&queue) {
            let InputEvent::Key {
                key: Key::Unknown(number),
                ..
            } = event
            else {
                panic!("{event:?} was never pushed")
            };
            let thread = &mut next[(number / 10_000) as usize];
            assert_eq!(number, *thread);
            *thread += 1;
        }
        assert_eq!(next, [10_000, 20_000, 30_000, 40_000]);
        assert_eq!(queue.lost(), 0);
    }

    #[test]
    fn a_million_events_use_bounded_memory_and_leave_no_key_stuck() {
        let queue = InputQueue::new();
        thread::scope(|scope| {
            for key in [Key::A, Key::B, Key::C, Key::D] {
                let queue = queue.clone();
                scope.spawn(move || {
                    for _ in 0..125_000 {
                        queue.push(InputEvent::press(key));
                        queue.push(InputEvent::release(key));
                    }
                });
            }
        });
        let events = drain(&queue);
        assert!(events.len() <= InputQueue::LIMIT + 4);
        assert_eq!(queue.lost(), 1_000_000 - events.len() as u64);
        for key in [Key::A, Key::B, Key::C, Key::D] {
            let of_key =
                |event: &&InputEvent| matches!(event, InputEvent::Key { key: k, .. } if *k == key);
            assert_eq!(events.iter().rfind(of_key), Some(&InputEvent::release(key)));
        }
    }

    #[test]
    fn invalid_numbers_are_rejected_without_losing_presses_or_releases() {
        let queue = InputQueue::new();
        queue.push(moved(3.0));
        queue.push(moved(f32::NAN));
        queue.push(InputEvent::Wheel {
            delta: vec2(f32::NAN, f32::INFINITY),
            unit: WheelUnit::Lines,
        });
        queue.push(button(true, 1e30));
        queue.push(button(false, 4.0));
        queue.push(button(true, f32::NAN));
        assert_eq!(
            drain(&queue),
            [
                moved(3.0),
                button(true, 3.0),
                button(false, 4.0),
                button(true, 4.0)
            ]
        );
        assert_eq!(queue.rejected(), 4);
    }

    #[test]
    fn waiting_texts_and_files_use_bounded_memory() {
        let queue = InputQueue::new();
        let text: Arc<str> = "x".repeat(InputEvent::MAX_TEXT_BYTES).into();
        for _ in 0..100 {
            queue.push(InputEvent::Paste(text.clone()));
        }
        queue.push(InputEvent::release(Key::A));
        let events = drain(&queue);
        assert_eq!(events.len(), 64 + 1);
        assert_eq!(queue.lost(), 36);
        queue.push(InputEvent::Paste(text));
        assert_eq!(drain(&queue).len(), 1, "as good as new once drained");
        queue.push(InputEvent::paste(
            "x".repeat(InputEvent::MAX_TEXT_BYTES + 1),
        ));
        assert_eq!((drain(&queue).len(), queue.rejected()), (0, 1));
    }

    #[test]
    fn an_invalid_end_of_a_touch_cancels_it() {
        let queue = InputQueue::new();
        let nowhere = vec2(f32::NAN, 0.0);
        for phase in TouchPhase::ALL {
            queue.push(InputEvent::touch(1, phase, nowhere));
        }
        let cancelled = InputEvent::touch(1, TouchPhase::Cancelled, Vec2::ZERO);
        assert_eq!(drain(&queue), [cancelled.clone(), cancelled]);
        assert_eq!(queue.rejected(), 4);
    }

    #[test]
    fn a_panic_while_holding_the_lock_does_not_break_the_queue() {
        let queue = InputQueue::new();
        queue.push(InputEvent::press(Key::A));
        let other = queue.clone();
        let panicked = thread::spawn(move || {
            let _guard = other.shared.lock().unwrap();
            panic!("on purpose");
        });
        assert!(panicked.join().is_err());
        queue.push(InputEvent::release(Key::A));
        assert_eq!(drain(&queue).len(), 2);
    }
}
