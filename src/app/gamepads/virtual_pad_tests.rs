//! A virtual gamepad of the kernel, for tests of everything between a pad and the input queue. Needs write access to
//! `/dev/uinput`. Without it, the test reports that it is skipped; with `DAMSELFLY_REQUIRE_UINPUT=1` it fails.

use std::time::{Duration, Instant};

use evdev::uinput::VirtualDevice;
use evdev::{AbsInfo, AbsoluteAxisCode, AbsoluteAxisEvent, AttributeSet, KeyCode, KeyEvent};
use evdev::{BusType, InputId, UinputAbsSetup};

use super::Gamepads;
use crate::input::{InputEvent, InputQueue, InputState, PadAxis, PadButton, PadChange};

/// Longest wait for a change of the pad, for example until the system announces it.
const PATIENCE: Duration = Duration::from_secs(20);

/// Creates a virtual pad of a common kind, with sticks, triggers and buttons.
fn plugged_in() -> std::io::Result<VirtualDevice> {
    let buttons = [
        KeyCode::BTN_SOUTH,
        KeyCode::BTN_EAST,
        KeyCode::BTN_NORTH,
        KeyCode::BTN_WEST,
        KeyCode::BTN_TL,
        KeyCode::BTN_TR,
        KeyCode::BTN_SELECT,
        KeyCode::BTN_START,
        KeyCode::BTN_MODE,
        KeyCode::BTN_THUMBL,
        KeyCode::BTN_THUMBR,
    ];
    let stick = |axis| UinputAbsSetup::new(axis, AbsInfo::new(0, -32768, 32767, 16, 128, 0));
    let trigger = |axis| UinputAbsSetup::new(axis, AbsInfo::new(0, 0, 255, 0, 0, 0));
    let hat = |axis| UinputAbsSetup::new(axis, AbsInfo::new(0, -1, 1, 0, 0, 0));
    VirtualDevice::builder()?
        .name("Damselfly's test pad")
        // The pad has the ids of an Xbox 360 pad, because gilrs knows the buttons of that one.
        .input_id(InputId::new(BusType::BUS_USB, 0x045e, 0x028e, 0x0114))
        .with_keys(&AttributeSet::from_iter(buttons))?
        .with_absolute_axis(&stick(AbsoluteAxisCode::ABS_X))?
        .with_absolute_axis(&stick(AbsoluteAxisCode::ABS_Y))?
        .with_absolute_axis(&trigger(AbsoluteAxisCode::ABS_Z))?
        .with_absolute_axis(&stick(AbsoluteAxisCode::ABS_RX))?
        .with_absolute_axis(&stick(AbsoluteAxisCode::ABS_RY))?
        .with_absolute_axis(&trigger(AbsoluteAxisCode::ABS_RZ))?
        .with_absolute_axis(&hat(AbsoluteAxisCode::ABS_HAT0X))?
        .with_absolute_axis(&hat(AbsoluteAxisCode::ABS_HAT0Y))?
        .build()
}

/// The pad's input as a game receives it.
struct Seen {
    queue: InputQueue,
    state: InputState,
    events: Vec<InputEvent>,
}

impl Seen {
    /// Takes steps of the input state until a condition holds. Fails after `PATIENCE`.
    fn wait_for(&mut self, what: &str, holds: impl Fn(&InputState) -> bool) {
        let start = Instant::now();
        loop {
            self.events.clear();
            self.queue.drain_into(&mut self.events);
            self.state.begin_step(&self.events);
            if holds(&self.state) {
                return;
            }
            assert!(start.elapsed() < PATIENCE, "{what}");
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

#[test]
fn a_virtual_pad_reports_its_buttons_sticks_and_removal() {
    let mut device = match plugged_in() {
        Ok(device) => device,
        Err(error) => {
            let required = std::env::var_os("DAMSELFLY_REQUIRE_UINPUT").is_some_and(|it| it == "1");
            assert!(
                !required,
                "DAMSELFLY_REQUIRE_UINPUT=1, and no virtual pad: {error}"
            );
            eprintln!("SKIPPED: no virtual gamepad: {error}");
            return;
        }
    };
    let queue = InputQueue::new();
    let _pads = Gamepads::start(queue.clone());
    let mut seen = Seen {
        queue,
        state: InputState::new(),
        events: Vec::new(),
    };
    seen.wait_for("the pad is announced", |input| input.pad_is_connected(0));
    let press = |pressed| *KeyEvent::new(KeyCode::BTN_SOUTH, pressed);
    device.emit(&[press(1)]).expect("it is plugged in");
    seen.wait_for("a press", |input| input.pad_is_down(0, PadButton::South));
    let up = *AbsoluteAxisEvent::new(AbsoluteAxisCode::ABS_Y, -32768);
    device.emit(&[press(0), up]).expect("it is plugged in");
    seen.wait_for("a stick that is tilted up", |input| {
        !input.pad_is_down(0, PadButton::South) && input.pad_axis(0, PadAxis::LeftStickY) == -1.0
    });
    drop(device);
    seen.wait_for("it is gone", |input| {
        let gone = PadChange::Disconnected;
        let gone = InputEvent::Pad {
            pad: 0,
            change: gone,
        };
        input.events().contains(&gone) && !input.pad_is_connected(0)
    });
}
