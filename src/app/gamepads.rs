//! The machine's gamepads. A thread reads them by gilrs, pushes their changes into the input queue, and shakes them.
//!
//! Not here: dead zones, releases on a lost focus, and actions. These are in `input` and the same in replays.

mod motors;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use gilrs::ev::filter::{Filter, Jitter, axis_dpad_to_button};
use gilrs::{Axis, Button, EventType, Gilrs, GilrsBuilder};

use crate::app::run::control::RumbleCommand;
use crate::input::{InputEvent, InputQueue, InputState, PadAxis, PadButton, PadChange};
use motors::{Motors, RumbleInbox};

/// Longest wait for an event before the thread checks whether it must stop.
const PATIENCE: Duration = Duration::from_millis(100);

/// Like [`PATIENCE`], in a game that has shaken a gamepad: the next rumble must begin in time.
const RUMBLING_PATIENCE: Duration = Duration::from_millis(8);

/// Reads gamepads until it is dropped.
#[derive(Debug)]
pub(crate) struct Gamepads(Arc<PadThread>);

#[derive(Debug)]
struct PadThread {
    is_focused: AtomicBool,
    is_stopped: AtomicBool,
    rumbles: RumbleInbox,
}

impl Gamepads {
    /// Starts a thread that pushes into this queue. If gamepads cannot be read, that is logged, and there are none.
    pub(crate) fn start(queue: InputQueue) -> Self {
        let shared = Arc::new(PadThread {
            is_focused: AtomicBool::new(true),
            is_stopped: AtomicBool::new(false),
            rumbles: RumbleInbox::default(),
        });
        let read = Arc::clone(&shared);
        let builder = std::thread::Builder::new().name("gamepads".into());
        if let Err(error) = builder.spawn(move || read_pads(&read, &queue)) {
            log::warn!("gamepads cannot be read: no thread: {error}");
        }
        Self(shared)
    }

    /// Sets whether the window has the focus. Without it, presses are meant for another program, and are ignored. No
    /// pad rumbles then.
    pub(crate) fn set_focused(&self, is_focused: bool) {
        self.0.is_focused.store(is_focused, Ordering::Relaxed);
        if !is_focused {
            self.0.rumbles.push(RumbleCommand::StopAll);
        }
    }

    /// Returns a function that shakes the pads, for any thread.
    pub(crate) fn rumbler(&self) -> impl Fn(RumbleCommand) + Send + 'static {
        let shared = Arc::clone(&self.0);
        move |command| {
            let is_stop = command == RumbleCommand::StopAll;
            if is_stop || shared.is_focused.load(Ordering::Relaxed) {
                shared.rumbles.push(command);
            }
        }
    }
}

impl Drop for Gamepads {
    // Does not wait for the thread: it owns nothing that must be stopped in order.
    fn drop(&mut self) {
        self.0.is_stopped.store(true, Ordering::Relaxed);
    }
}

fn read_pads(shared: &PadThread, queue: &InputQueue) {
    // The default filters of gilrs are turned off, because they include a dead zone. The engine has its own dead zone,
    // which also applies in replays.
    let builder = GilrsBuilder::new().with_default_filters(false);
    let mut gilrs = match builder.with_force_feedback(true).build() {
        Ok(gilrs) => gilrs,
        Err(error) => return log::warn!("gamepads cannot be read: {error}"),
    };
    let mut slots = PadSlots::default();
    // Dropped at the end of the thread, which stops all motors.
    let mut motors = Motors::default();
    while !shared.is_stopped.load(Ordering::Relaxed) {
        for command in shared.rumbles.take() {
            motors.carry_out(command, &slots.ids, &mut gilrs);
        }
        let patience = if motors.are_used {
            RUMBLING_PATIENCE
        } else {
            PATIENCE
        };
        let Some((id, event)) = next_event(&mut gilrs, patience) else {
            continue;
        };
        if event == EventType::Connected {
            log::info!("gamepad: {}", gilrs.gamepad(id).name());
        }
        let is_focused = shared.is_focused.load(Ordering::Relaxed);
        if let Some(change) = change(&event)
            && (is_focused || comes_to_rest(change))
        {
            slots.take(id.into(), change, |event| queue.push(event));
        }
    }
}

/// Waits for an event. `None` after a timeout.
fn next_event(gilrs: &mut Gilrs, patience: Duration) -> Option<(gilrs::GamepadId, EventType)> {
    let event = gilrs
        .next_event_blocking(Some(patience))
        .filter_ev(&axis_dpad_to_button, gilrs)
        .filter_ev(&Jitter::new(), gilrs)?;
    gilrs.update(&event);
    Some((event.id, event.event))
}

/// Returns whether a change releases a button, brings an axis into its dead zone, or connects or disconnects a pad. The
/// engine takes these changes even without the focus: otherwise, a button that was pressed just before the window lost
/// the focus would stay down.
fn comes_to_rest(change: PadChange) -> bool {
    match change {
        PadChange::Button { pressed, .. } => !pressed,
        PadChange::Axis { value, .. } => value.abs() <= InputState::PAD_DEAD_ZONE,
        PadChange::Connected | PadChange::Disconnected => true,
    }
}

/// Indices of gilrs's gamepads. A pad keeps its index while it is connected; a new pad gets the lowest free one.
#[derive(Debug, Default)]
struct PadSlots {
    ids: [Option<usize>; InputEvent::MAX_PADS as usize],
    /// Whether a gamepad that found no free index was logged.
    is_reported: bool,
}

impl PadSlots {
    /// Passes a change of a pad to `push`, with the pad's index. A pad that is new first gets an index. `id` is gilrs's
    /// id of the pad.
    fn take(&mut self, id: usize, change: PadChange, mut push: impl FnMut(InputEvent)) {
        let known = self.find(Some(id));
        let Some(slot) = known.or_else(|| self.find(None)) else {
            if !self.is_reported {
                self.is_reported = true;
                let most = InputEvent::MAX_PADS;
                log::warn!("only {most} gamepads can be used: further ones are ignored");
            }
            return;
        };
        let mut push = |change| {
            let pad = u8::try_from(slot).unwrap_or(u8::MAX);
            push(InputEvent::Pad { pad, change });
        };
        match change {
            PadChange::Disconnected => {
                self.ids[slot] = None;
                if known.is_some() {
                    push(change);
                }
            }
            _ => {
                self.ids[slot] = Some(id);
                // The first change of a pad connects it, because pads that were connected before the program started
                // are not always announced.
                if known.is_none() {
                    push(PadChange::Connected);
                }
                if change != PadChange::Connected {
                    push(change);
                }
            }
        }
    }

    fn find(&self, id: Option<usize>) -> Option<usize> {
        self.ids.iter().position(|&known| known == id)
    }
}

/// Converts an event of gilrs. `None` for a control that pads of the engine do not have, and for events of another
/// kind.
fn change(event: &EventType) -> Option<PadChange> {
    match *event {
        EventType::Connected => Some(PadChange::Connected),
        EventType::Disconnected => Some(PadChange::Disconnected),
        EventType::ButtonPressed(of, _) => button(of).map(|button| PadChange::Button {
            button,
            pressed: true,
        }),
        EventType::ButtonReleased(of, _) => button(of).map(|button| PadChange::Button {
            button,
            pressed: false,
        }),
        EventType::ButtonChanged(of, value, _) => {
            let axis = button(of).and_then(PadButton::axis)?;
            Some(PadChange::Axis { axis, value })
        }
        EventType::AxisChanged(of, value, _) => {
            let (axis, sign) = axis(of)?;
            let value = sign * value;
            Some(PadChange::Axis { axis, value })
        }
        _ => None,
    }
}

/// Converts a button of gilrs, which calls the shoulder buttons triggers, and the triggers second triggers.
fn button(of: Button) -> Option<PadButton> {
    Some(match of {
        Button::South => PadButton::South,
        Button::East => PadButton::East,
        Button::West => PadButton::West,
        Button::North => PadButton::North,
        Button::LeftTrigger => PadButton::LeftShoulder,
        Button::RightTrigger => PadButton::RightShoulder,
        Button::LeftTrigger2 => PadButton::LeftTrigger,
        Button::RightTrigger2 => PadButton::RightTrigger,
        Button::Select => PadButton::Select,
        Button::Start => PadButton::Start,
        Button::Mode => PadButton::Guide,
        Button::LeftThumb => PadButton::LeftStick,
        Button::RightThumb => PadButton::RightStick,
        Button::DPadUp => PadButton::DPadUp,
        Button::DPadDown => PadButton::DPadDown,
        Button::DPadLeft => PadButton::DPadLeft,
        Button::DPadRight => PadButton::DPadRight,
        Button::C | Button::Z | Button::Unknown => return None,
    })
}

/// Returns an axis and the sign of its values: gilrs's vertical axes point upwards.
fn axis(of: Axis) -> Option<(PadAxis, f32)> {
    Some(match of {
        Axis::LeftStickX => (PadAxis::LeftStickX, 1.0),
        Axis::LeftStickY => (PadAxis::LeftStickY, -1.0),
        Axis::RightStickX => (PadAxis::RightStickX, 1.0),
        Axis::RightStickY => (PadAxis::RightStickY, -1.0),
        // Directional pads are reported as buttons; the other axes belong to joysticks and wheels.
        Axis::DPadX | Axis::DPadY | Axis::LeftZ | Axis::RightZ | Axis::Unknown => return None,
    })
}

#[cfg(all(test, target_os = "linux"))]
mod virtual_pad_tests;

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// Returns the events that the slots push for a change.
    fn taken(slots: &mut PadSlots, id: usize, change: PadChange) -> Vec<(u8, PadChange)> {
        let mut pushed = vec![];
        slots.take(id, change, |event| match event {
            InputEvent::Pad { pad, change } => pushed.push((pad, change)),
            other => panic!("{other:?}"),
        });
        pushed
    }

    const PRESS: PadChange = PadChange::Button {
        button: PadButton::South,
        pressed: true,
    };

    #[test]
    fn a_new_pad_gets_the_lowest_free_index() {
        use PadChange::{Connected, Disconnected};
        let slots = &mut PadSlots::default();
        assert_eq!(taken(slots, 7, Connected), [(0, Connected)]);
        // The pad with id 3 was not announced as connected.
        assert_eq!(taken(slots, 3, PRESS), [(1, Connected), (1, PRESS)]);
        assert_eq!(taken(slots, 7, Disconnected), [(0, Disconnected)]);
        assert_eq!(taken(slots, 7, Disconnected), []);
        assert_eq!(taken(slots, 3, PRESS), [(1, PRESS)]);
        assert_eq!(taken(slots, 9, Connected), [(0, Connected)]);
        assert_eq!(taken(slots, 7, Connected), [(2, Connected)]);
    }

    #[test]
    fn a_ninth_pad_is_ignored_until_another_one_is_gone() {
        let slots = &mut PadSlots::default();
        for id in 0..8 {
            assert_eq!(taken(slots, id, PadChange::Connected).len(), 1);
        }
        assert_eq!(taken(slots, 8, PRESS), []);
        assert_eq!(taken(slots, 8, PadChange::Disconnected), []);
        taken(slots, 5, PadChange::Disconnected);
        assert_eq!(taken(slots, 8, PRESS).last(), Some(&(5, PRESS)));
    }

    #[test]
    fn without_the_focus_only_what_comes_to_rest_is_heard() {
        let axis = |value| PadChange::Axis {
            axis: PadAxis::LeftStickX,
            value,
        };
        let button = |pressed| PadChange::Button {
            button: PadButton::South,
            pressed,
        };
        let heard = [button(false), axis(0.0), axis(-0.1), PadChange::Connected];
        assert!(heard.into_iter().all(comes_to_rest));
        let unheard = [button(true), axis(0.5), axis(-1.0)];
        assert!(!unheard.into_iter().any(comes_to_rest));
    }

    #[test]
    fn each_button_and_stick_of_gilrs_is_one_of_the_engine() {
        let buttons = [
            Button::South,
            Button::East,
            Button::West,
            Button::North,
            Button::LeftTrigger,
            Button::RightTrigger,
            Button::LeftTrigger2,
            Button::RightTrigger2,
            Button::Select,
            Button::Start,
            Button::Mode,
            Button::LeftThumb,
            Button::RightThumb,
            Button::DPadUp,
            Button::DPadDown,
            Button::DPadLeft,
            Button::DPadRight,
        ];
        let all: BTreeSet<_> = buttons.into_iter().filter_map(button).collect();
        assert!(all.iter().eq(PadButton::ALL));
        assert_eq!(button(Button::LeftTrigger2), Some(PadButton::LeftTrigger));
        assert_eq!(button(Button::Unknown), None);
        // Up is −1, as y grows downwards in a view.
        assert_eq!(axis(Axis::LeftStickY), Some((PadAxis::LeftStickY, -1.0)));
        assert_eq!(axis(Axis::RightStickX), Some((PadAxis::RightStickX, 1.0)));
    }

    #[test]
    fn a_thread_that_reads_pads_ends_with_its_owner() {
        let pads = Gamepads::start(InputQueue::new());
        let shared = Arc::downgrade(&pads.0);
        drop(pads);
        let start = std::time::Instant::now();
        while shared.strong_count() > 0 {
            assert!(start.elapsed() < Duration::from_secs(30), "it still runs");
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}
