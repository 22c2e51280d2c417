//! The input of a step: its state, and its events in order.
//!
//! Both come from the same queued events, so that polling and events give games the same input.

use glam::Vec2;

use super::button_input::{ButtonInput, Press};
use super::devices::Devices;
use super::events::{InputEvent, MouseButton};
use super::key::Key;
use super::mouse::Mouse;
use super::pad::{PadAxis, PadButton, PadChange, PadStick};
use super::pads::Pads;
use super::preedit::Preedit;
use super::touch::Touch;
use super::touches::Touches;
use crate::base::checksum::{Checksum, ChecksumWriter};
use crate::base::valid::is_valid;

/// Default number of pixels per view unit.
const CHARACTER: Vec2 = Vec2::new(8.0, 16.0);

/// The input as one step sees it. It changes only in [`InputState::begin_step`].
///
/// Methods for keys have no prefix: `is_down`, `just_pressed`, `just_released`. Methods for another device begin with
/// its name: `button_is_down`, `button_just_pressed`, `mouse_is_inside`, `pad_is_down`, `pad_just_released`.
///
/// Rules for keys and buttons:
/// * A press is new only if the key was up. Repeats are never new, even if the key was not known to be down. Repeats of
///   a held key are listed, with `repeat` set, for typing.
/// * A key that is pressed and released within one step was just pressed and just released, and is not down.
/// * Listed events of a key alternate: press, release, press. So do the mouse's entering and leaving. The release of a
///   key that is not down is discarded.
/// * Losing the focus releases every key and button. The releases are listed after the loss: keys first, then mouse
///   buttons, then buttons of gamepads, each in order.
/// * Muting releases them, too. Later events, except for the focus, are not listed until the input is unmuted. A key
///   that is still held then counts as up until it is pressed again.
/// * At most 1024 keys can be down at once; further ones are ignored. The same limit applies to controls of
///   [devices](InputEvent::Device) that are not at 0.
/// * Gamepads follow the rules of keys. Disconnecting a pad releases its buttons. A press or a movement connects a pad
///   that was not connected. Axes are read as 0 while muted, and after a lost focus until they move again.
/// * Devices keep their values without the focus and while muted, although they are read as 0 while muted.
/// * Touches alternate, too: began, moves, ended or cancelled. Losing the focus and muting cancel them; a finger that
///   is still on the screen then counts as absent until it is put down again. A touch whose beginning was lost begins
///   with its first move. At most 64 fingers count.
/// * Losing the focus and muting end the composing of an input method.
///
/// ```
/// use damselfly::glam::vec2;
/// use damselfly::input::{InputEvent, InputState, Key};
///
/// let mut input = InputState::new();
/// let position = vec2(3.0, 4.0);
/// input.begin_step(&[InputEvent::press(Key::Left), InputEvent::MouseMoved { position }]);
/// assert!(input.just_pressed(Key::Left) && input.is_down(Key::Left));
/// assert_eq!(input.mouse_position(), position);
/// // The next step has no events: the key is still down, but not just pressed.
/// input.begin_step(&[]);
/// assert!(!input.just_pressed(Key::Left) && input.is_down(Key::Left));
/// ```
#[doc(alias("keyboard", "mouse"))]
#[derive(Clone, Debug, PartialEq)]
pub struct InputState {
    pub(super) keys: ButtonInput<Key>,
    pub(super) buttons: ButtonInput<MouseButton>,
    mouse: Mouse,
    pub(super) devices: Devices,
    pub(super) pads: Pads,
    pub(super) touches: Touches,
    pub(super) preedit: Preedit,
    /// Whether files are dragged over the window.
    pub(super) files_hover: bool,
    focused: bool,
    muted: bool,
    mute_next: bool,
    /// Click slack, in pixels of the view.
    click_slack: f32,
    /// Pixels per view unit.
    unit: Vec2,
    events: Vec<InputEvent>,
}

impl InputState {
    /// The default of [`InputState::set_click_slack`]: 4 pixels.
    pub const CLICK_SLACK: f32 = 4.0;

    /// Returns a state in which nothing is held and the window has the focus. A view unit is a character of 8 × 16
    /// pixels.
    pub fn new() -> Self {
        Self::default()
    }

    /// Like [`InputState::new`], with a different number of pixels per view unit.
    pub fn for_unit(unit: Vec2) -> Self {
        Self {
            unit,
            ..Self::default()
        }
    }

    /// Starts a step: clears the presses and releases of the last step, and applies the events of this one in order.
    /// Does not allocate once its buffers have grown.
    pub fn begin_step(&mut self, events: &[InputEvent]) {
        self.events.clear();
        self.keys.begin_step();
        self.buttons.begin_step();
        self.mouse.begin_step();
        self.pads.buttons.begin_step();
        // Muting is applied after the old events are cleared, because it lists releases, and before the new events,
        // because it hides them.
        self.apply_mute();
        for event in events {
            self.take(event);
        }
    }

    /// Mutes (for a cutscene) or unmutes the input, starting with the next step. Defaults to unmuted.
    pub fn set_muted(&mut self, muted: bool) {
        self.mute_next = muted;
    }

    /// Returns whether this step's input is muted.
    pub fn is_muted(&self) -> bool {
        self.muted
    }

    /// Sets the maximum movement of the mouse along each axis between the press and release of a click; a longer
    /// movement is a drag. In pixels of the view at zoom 1, regardless of the window's scale. Negative values and NaN
    /// count as 0. Defaults to [`InputState::CLICK_SLACK`].
    pub fn set_click_slack(&mut self, pixels: f32) {
        self.click_slack = pixels.max(0.0);
    }

    /// Returns whether the key is down after this step's events.
    #[doc(alias("is_key_down", "pressed"))]
    pub fn is_down(&self, key: Key) -> bool {
        self.keys.down.contains(key)
    }

    /// Returns −1 while only `negative` is down, 1 while only `positive` is, and 0 while neither or both are.
    ///
    /// ```
    /// # use damselfly::prelude::*;
    /// # use damselfly::input::InputState;
    /// fn direction(input: &InputState) -> Vec2 {
    ///     vec2(input.axis(Key::Left, Key::Right), input.axis(Key::Up, Key::Down))
    /// }
    /// # let mut input = InputState::new();
    /// # input.begin_step(&[InputEvent::press(Key::Down)]);
    /// assert_eq!(direction(&input), vec2(0.0, 1.0));
    /// ```
    #[doc(alias = "get_axis")]
    pub fn axis(&self, negative: Key, positive: Key) -> f32 {
        let value = |key| f32::from(u8::from(self.is_down(key)));
        value(positive) - value(negative)
    }

    /// Returns whether the key went down in this step. It may be up again.
    #[doc(alias = "is_key_pressed")]
    pub fn just_pressed(&self, key: Key) -> bool {
        self.keys.pressed.contains(key)
    }

    /// Returns whether the key went up in this step. It may be down again.
    #[doc(alias = "is_key_released")]
    pub fn just_released(&self, key: Key) -> bool {
        self.keys.released.contains(key)
    }

    /// Returns the keys that are down, in order.
    pub fn held_keys(&self) -> impl ExactSizeIterator<Item = Key> + '_ {
        self.keys.down.iter()
    }

    /// Returns whether the button is down after this step's events.
    #[doc(alias("is_button_down", "is_mouse_down"))]
    pub fn button_is_down(&self, button: MouseButton) -> bool {
        self.buttons.down.contains(button)
    }

    /// Returns whether the button went down in this step. It may be up again.
    #[doc(alias("just_pressed_button", "is_button_just_pressed", "is_button_pressed"))]
    pub fn button_just_pressed(&self, button: MouseButton) -> bool {
        self.buttons.pressed.contains(button)
    }

    /// Returns whether the button went up in this step. It may be down again.
    #[doc(alias(
        "just_released_button",
        "is_button_just_released",
        "is_button_released"
    ))]
    pub fn button_just_released(&self, button: MouseButton) -> bool {
        self.buttons.released.contains(button)
    }

    /// Returns the buttons that are down, in order.
    pub fn held_buttons(&self) -> impl ExactSizeIterator<Item = MouseButton> + '_ {
        self.buttons.down.iter()
    }

    /// Returns whether the button was clicked in this step: released without a drag (see
    /// [`InputState::set_click_slack`]).
    #[doc(alias("just_clicked", "is_button_just_clicked"))]
    pub fn button_just_clicked(&self, button: MouseButton) -> bool {
        let is_it = |event: &InputEvent| matches!(event, InputEvent::Click { button: clicked, .. } if *clicked == button);
        self.events.iter().any(is_it)
    }

    /// Returns whether the button is down and the mouse has moved by more than the click slack since the press.
    #[doc(alias("is_dragging", "is_button_dragging"))]
    pub fn button_is_dragging(&self, button: MouseButton) -> bool {
        self.mouse.is_dragging(button)
    }

    /// Returns the mouse's position in view units. May be outside the view. (0, 0) until it is known.
    pub fn mouse_position(&self) -> Vec2 {
        self.mouse.position
    }

    /// Returns the mouse's movement in this step, in view units.
    pub fn mouse_motion(&self) -> Vec2 {
        self.mouse.motion
    }

    /// Returns whether the mouse moved in this step, even if it came back.
    #[doc(alias = "is_mouse_moving")]
    pub fn mouse_is_moving(&self) -> bool {
        self.mouse.moving
    }

    /// Returns whether the mouse is inside the window.
    #[doc(alias = "is_mouse_inside")]
    pub fn mouse_is_inside(&self) -> bool {
        self.mouse.inside
    }

    /// Returns the distance that the wheel turned in this step, in lines: x right, y down.
    pub fn wheel_lines(&self) -> Vec2 {
        self.mouse.wheel_lines
    }

    /// Returns the distance that a touchpad scrolled in this step, in view units: x right, y down.
    pub fn wheel_pixels(&self) -> Vec2 {
        self.mouse.wheel_pixels
    }

    /// Returns the latest value of a custom device's control, by the numbers of [`InputEvent::Device`]. 0 before the
    /// first value, and while the input is muted.
    ///
    /// ```
    /// use damselfly::input::{InputEvent, InputState};
    ///
    /// let mut input = InputState::new();
    /// input.begin_step(&[InputEvent::Device { device: 1, control: 7, value: 0.5 }]);
    /// input.begin_step(&[]);
    /// assert_eq!(input.device_value(1, 7), 0.5);
    /// ```
    #[doc(alias("gamepad", "joystick", "controller", "axis"))]
    pub fn device_value(&self, device: u32, control: u32) -> f32 {
        if self.muted {
            return 0.0;
        }
        self.devices.get((device, control))
    }

    /// Dead zone of sticks and triggers, as a share of their range: 0.15. Values grow from 0 at its border to 1. For
    /// sticks it is a circle.
    pub const PAD_DEAD_ZONE: f32 = 0.15;

    /// Returns whether a gamepad is connected. `pad` is the pad's index, from 0.
    #[doc(alias = "is_pad_connected")]
    pub fn pad_is_connected(&self, pad: u8) -> bool {
        self.pads.is_connected(pad)
    }

    /// Returns whether a button is down after this step's events. `pad` is the gamepad's index, from 0.
    ///
    /// ```
    /// use damselfly::input::{InputEvent, InputState, PadButton};
    ///
    /// let mut input = InputState::new();
    /// input.begin_step(&[InputEvent::pad_button(0, PadButton::South, true)]);
    /// assert!(input.pad_is_down(0, PadButton::South) && !input.pad_is_down(1, PadButton::South));
    /// ```
    #[doc(alias("gamepad", "joystick", "controller", "is_pad_down"))]
    pub fn pad_is_down(&self, pad: u8, button: PadButton) -> bool {
        self.pads.buttons.down.contains((pad, button))
    }

    /// Returns whether a button went down in this step. It may be up again. `pad` is the gamepad's index, from 0.
    #[doc(alias("just_pressed_pad", "is_pad_just_pressed"))]
    pub fn pad_just_pressed(&self, pad: u8, button: PadButton) -> bool {
        self.pads.buttons.pressed.contains((pad, button))
    }

    /// Returns whether a button went up in this step. It may be down again. `pad` is the gamepad's index, from 0.
    #[doc(alias("just_released_pad", "is_pad_just_released"))]
    pub fn pad_just_released(&self, pad: u8, button: PadButton) -> bool {
        self.pads.buttons.released.contains((pad, button))
    }

    /// Returns the position of a gamepad's stick: x right, y down, with a length from 0 to 1. Zero within the [dead
    /// zone](InputState::PAD_DEAD_ZONE), while muted, and for a pad that is not connected.
    pub fn pad_stick(&self, pad: u8, stick: PadStick) -> Vec2 {
        if self.muted {
            return Vec2::ZERO;
        }
        self.pads.stick(pad, stick)
    }

    /// Returns the value of a gamepad's axis, from −1 to 1. 0 within the [dead zone](InputState::PAD_DEAD_ZONE), while
    /// muted, and for a pad that is not connected.
    pub fn pad_axis(&self, pad: u8, axis: PadAxis) -> f32 {
        if self.muted {
            return 0.0;
        }
        self.pads.axis(pad, axis)
    }

    /// Returns whether the window has the keyboard focus.
    pub fn is_focused(&self) -> bool {
        self.focused
    }

    /// Returns this step's events in order, with the clicks and releases that they cause.
    pub fn events(&self) -> &[InputEvent] {
        &self.events
    }

    fn apply_mute(&mut self) {
        if self.mute_next && !self.muted {
            self.release_all();
        }
        self.muted = self.mute_next;
    }

    fn take(&mut self, event: &InputEvent) {
        match *event {
            InputEvent::Key { .. } => self.take_key(event.clone()),
            InputEvent::MouseButton {
                button,
                pressed,
                position,
            } => {
                // The event counts even if its position is invalid. Otherwise, a button could stay down.
                if is_valid(position) {
                    self.move_mouse(position);
                }
                self.take_button(button, pressed);
            }
            // The event counts even if its position is invalid. Otherwise, a finger could stay on the screen.
            InputEvent::Touch {
                id,
                phase,
                position,
                force,
            } => {
                let touch = Touch {
                    id,
                    position,
                    start: position,
                    force,
                };
                let (muted, events) = (self.muted, &mut self.events);
                self.touches
                    .take(touch, phase, muted, |event| events.push(event));
            }
            _ if !event.is_valid() => {}
            InputEvent::MouseMoved { position } => {
                self.move_mouse(position);
                self.list(event.clone());
            }
            InputEvent::Wheel { delta, unit } if !self.muted => {
                self.mouse.turn_wheel(delta, unit);
                self.list(event.clone());
            }
            InputEvent::MouseEntered | InputEvent::MouseLeft => {
                let is_inside = *event == InputEvent::MouseEntered;
                // X11 reports the leaving twice if a button is held beyond the window's edge.
                if is_inside != core::mem::replace(&mut self.mouse.inside, is_inside) {
                    self.list(event.clone());
                }
            }
            InputEvent::Focus(focused) => self.set_focus(focused),
            InputEvent::Device {
                device,
                control,
                value,
            } => {
                if self.devices.set((device, control), value) {
                    self.list(event.clone());
                }
            }
            InputEvent::Pad { pad, change } => self.take_pad(pad, change),
            InputEvent::Preedit { ref text, caret } => {
                let preedit = Preedit {
                    text: text.clone(),
                    caret,
                };
                if core::mem::replace(&mut self.preedit, preedit) != self.preedit {
                    self.list(event.clone());
                }
            }
            InputEvent::FilesHovered(hovered) => {
                if hovered != core::mem::replace(&mut self.files_hover, hovered) {
                    self.list(event.clone());
                }
            }
            InputEvent::Text(_) | InputEvent::Paste(_) | InputEvent::FileDropped(_) => {
                self.list(event.clone());
            }
            InputEvent::Wheel { .. } | InputEvent::Click { .. } => {}
        }
    }

    /// Moves a gamepad, and lists the changes that the game sees.
    fn take_pad(&mut self, pad: u8, change: PadChange) {
        let (muted, events) = (self.muted, &mut self.events);
        self.pads.take(pad, change, muted, |pad, change| {
            if !muted {
                events.push(InputEvent::Pad { pad, change });
            }
        });
    }

    /// Presses or releases a key, and lists the event if the game sees it.
    fn take_key(&mut self, mut event: InputEvent) {
        let InputEvent::Key {
            key,
            pressed,
            ref mut repeat,
            ..
        } = event
        else {
            return;
        };
        let seen = if pressed {
            let press = self.keys.press(key, *repeat, self.muted);
            // The state sets `repeat` itself: a second press without a release in between is always a repeat.
            *repeat = press == Press::Repeat;
            press != Press::Unseen
        } else {
            *repeat = false;
            self.keys.release(key)
        };
        if seen {
            self.list(event);
        }
    }

    /// Presses or releases a button. Lists the event, and a completed click, if the game sees it.
    fn take_button(&mut self, button: MouseButton, pressed: bool) {
        let position = self.mouse.position;
        if pressed {
            if self.buttons.press(button, false, self.muted) == Press::New {
                self.mouse.grab(button);
                self.list(button_event(button, true, position));
            }
        } else if self.buttons.release(button) {
            self.list(button_event(button, false, position));
            if self.mouse.release(button) {
                self.list(InputEvent::Click { button, position });
            }
        }
    }

    /// Sets the focus. Losing it releases everything.
    fn set_focus(&mut self, focused: bool) {
        self.focused = focused;
        // The focus is listed even while muted: a game may want to pause.
        self.events.push(InputEvent::Focus(focused));
        if !focused {
            // Releases in another program's window are never reported, so keys would stay down.
            self.release_all();
            self.keys.forget_physical();
            self.buttons.forget_physical();
            self.pads.forget_physical();
            self.preedit = Preedit::default();
        }
    }

    fn move_mouse(&mut self, position: Vec2) {
        let slack = self.click_slack / self.unit;
        self.mouse.move_to(position, slack, self.muted);
    }

    /// Lists an event of this step, unless muted.
    fn list(&mut self, event: InputEvent) {
        if !self.muted {
            self.events.push(event);
        }
    }

    /// Releases everything that the game sees down, and lists the releases.
    fn release_all(&mut self) {
        let events = &mut self.events;
        let position = self.mouse.position;
        self.keys
            .release_all(|key| events.push(InputEvent::release(key)));
        self.buttons
            .release_all(|button| events.push(button_event(button, false, position)));
        self.pads
            .release_all(|pad, change| events.push(InputEvent::Pad { pad, change }));
        self.touches.cancel_all(|event| events.push(event));
        if self.preedit.is_active() && !self.muted {
            events.push(Preedit::default().event());
        }
        // Removes the grabs, so that these releases cause no clicks: they do not come from the player.
        self.mouse.grabs.clear();
    }
}

impl Checksum for InputState {
    /// Adds everything that can affect a later step to a checksum. Excludes this step's presses, releases and events.
    fn write_checksum(&self, checksum: &mut ChecksumWriter) {
        (&self.keys, &self.buttons, &self.mouse, &self.devices).write_checksum(checksum);
        // The slack is written in characters, so that checksums match those of older recordings.
        let slack = self.click_slack / CHARACTER.x;
        (self.focused, self.muted, self.mute_next, slack).write_checksum(checksum);
        self.pads.write_checksum(checksum);
        // Omitted while empty, so that checksums match older recordings.
        let is_known_to_all = self.touches.is_empty() && self.preedit == Preedit::default();
        if !is_known_to_all || self.files_hover {
            (&self.touches, &self.preedit, self.files_hover).write_checksum(checksum);
        }
    }
}

fn button_event(button: MouseButton, pressed: bool, position: Vec2) -> InputEvent {
    InputEvent::MouseButton {
        button,
        pressed,
        position,
    }
}

impl Default for InputState {
    fn default() -> Self {
        Self {
            keys: ButtonInput::default(),
            buttons: ButtonInput::default(),
            mouse: Mouse::default(),
            devices: Devices::default(),
            pads: Pads::default(),
            touches: Touches::default(),
            preedit: Preedit::default(),
            files_hover: false,
            focused: true,
            muted: false,
            mute_next: false,
            click_slack: Self::CLICK_SLACK,
            unit: CHARACTER,
            events: vec![],
        }
    }
}

#[cfg(test)]
mod tests;
