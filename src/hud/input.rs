//! Input events that the display consumes, and its responses.
//!
//! [`WidgetKind`](super::WidgetKind) describes the rules. Events are handled one by one, in order, just before they
//! would be sent to objects: a button that is removed in response to one event does not take part in the next.

use glam::Vec2;

use super::clipboard_keys::ClipboardCommand;
use super::command::WidgetCommand;
use super::composed_line::cursor_at;
use super::custom::WidgetInput;
use super::display::Hud;
use super::event::{ButtonPressed, HudSent, TextEntered};
use super::focus::CapturedPress;
use super::kind::MenuChange;
use super::measure::WidgetMeasure;
use super::widget::{Widget, WidgetId};
use crate::assets::Assets;
use crate::input::{Binding, InputEvent, Key, MouseButton, PadChange, Preedit, WheelUnit};

/// Further data for handling an input event.
#[derive(Debug)]
pub(crate) struct InputContext<'a> {
    /// Fonts of the display.
    pub(crate) assets: &'a Assets,
    /// Whether input is muted. If it is, releases come from the muting rather than from the player, and press no
    /// button.
    pub(crate) muted: bool,
}

/// Response of the display to an input event. Events that result wait in [`Hud::sent`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Response {
    /// The event was not consumed.
    Ignored,
    /// The event was consumed.
    Consumed,
}

impl Response {
    /// Returns `Consumed` if the event was consumed.
    pub(super) fn of(is_consumed: bool) -> Self {
        if is_consumed {
            Self::Consumed
        } else {
            Self::Ignored
        }
    }
}

impl Hud {
    /// Handles one of the player's input events.
    pub(crate) fn handle_input(&mut self, event: &InputEvent, cx: &InputContext<'_>) -> Response {
        // A click directly follows its release. After any other event, a click belongs to the game.
        let released = self.mouse.released.take();
        if let Some(response) = self.capture(event) {
            return response;
        }
        match *event {
            InputEvent::Key {
                key,
                character,
                pressed,
                repeat,
            } => {
                self.keyboard.modifiers.set(key, pressed);
                if pressed {
                    return self.key_down(key, character, repeat, cx);
                }
            }
            InputEvent::MouseButton {
                button,
                pressed,
                position,
            } => {
                let pointer = position / self.cell;
                self.mouse.pointer = Some(pointer);
                return if pressed {
                    self.mouse_down(pointer, button, cx)
                } else {
                    self.mouse_up(pointer, button, cx)
                };
            }
            InputEvent::Click { button, .. } if released == Some(button) => {
                return Response::Consumed;
            }
            InputEvent::MouseMoved { position } => {
                let pointer = position / self.cell;
                self.mouse.pointer = Some(pointer);
                self.custom_move(pointer);
                self.focus_hovered(pointer);
            }
            InputEvent::Wheel { delta, unit } => {
                let pointer = self.mouse.pointer;
                let target = pointer.and_then(|pointer| self.interactive_at(pointer));
                if let Some(id) = target {
                    let response = self.custom_input(id, WidgetInput::Wheel { delta, unit });
                    if response == Response::Consumed {
                        return response;
                    }
                }
                if let Some(pointer) = pointer {
                    return self.scroll_at(pointer, delta.y, unit);
                }
            }
            InputEvent::Text(ref text) | InputEvent::Paste(ref text) => {
                return self.insert_text(text, cx);
            }
            InputEvent::Preedit { ref text, caret } => {
                return self.compose(Preedit {
                    text: text.clone(),
                    caret,
                });
            }
            InputEvent::MouseLeft => self.mouse.pointer = None,
            InputEvent::Pad { pad, change } => {
                let Some(command) = self.pads.take(pad, change) else {
                    return Response::Ignored;
                };
                let response = self.command(command, false);
                // An axis is a state, which the game receives like moves of the mouse.
                let is_axis = matches!(change, PadChange::Axis { .. });
                return if is_axis { Response::Ignored } else { response };
            }
            InputEvent::Focus(false) => {
                self.pads.clear();
                // Releases of all held buttons follow this event. They do not come from the player, so they must press
                // no button.
                for press in &mut self.mouse.presses {
                    press.cancelled = true;
                }
            }
            _ => {}
        }
        Response::Ignored
    }

    fn mouse_down(
        &mut self,
        position: Vec2,
        button: MouseButton,
        cx: &InputContext<'_>,
    ) -> Response {
        let is_left = button == MouseButton::Left;
        let Some(widget) = self.interactive_at(position) else {
            // A menu keeps the focus, so that keys and gamepads always find it.
            if is_left && self.menus.top().is_none() {
                self.keyboard.widget = None;
            }
            return Response::Ignored;
        };
        self.mouse.presses.push(CapturedPress {
            button,
            widget,
            cancelled: false,
        });
        if is_left {
            self.click_entry(widget, position, cx);
            self.click_custom(widget);
        }
        self.custom_button(widget, position, |at| WidgetInput::Pressed { button, at })
    }

    /// Sets the focus to a pressed custom widget that takes keys.
    fn click_custom(&mut self, id: WidgetId) {
        let custom = self.get(id).and_then(Widget::custom);
        if custom.is_some_and(|custom| custom.takes_keys) {
            self.focus(Some(id));
        }
    }

    /// Sets the focus and the cursor of a pressed text entry. A pressed button does not get the focus, so that Enter
    /// does not press it a second time.
    fn click_entry(&mut self, id: WidgetId, position: Vec2, cx: &InputContext<'_>) {
        let measure = WidgetMeasure {
            assets: cx.assets,
            style: self.style(),
        };
        // The cursor is computed before the focus is set: setting it moves the cursor to the text's end, which may
        // scroll the text away from the mouse.
        let cursor = self.interactive(id).and_then(|(widget, layout)| {
            let column = layout.field_column(position);
            Some(cursor_at(widget.entry()?, column, layout.field.1, &measure))
        });
        let Some(cursor) = cursor else {
            return;
        };
        self.focus(Some(id));
        if let Some(entry) = self.get_mut(id).and_then(Widget::entry_mut) {
            entry.cursor = cursor;
        }
    }

    fn mouse_up(&mut self, position: Vec2, button: MouseButton, cx: &InputContext<'_>) -> Response {
        let mut presses = self.mouse.presses.iter();
        let Some(at) = presses.position(|press| press.button == button) else {
            return Response::Ignored;
        };
        let press = self.mouse.presses.remove(at);
        self.mouse.released = Some(button);
        // As in desktop programs, a button is pressed on release. Moving away first cancels the press.
        let is_meant = button == MouseButton::Left && !press.cancelled && !cx.muted;
        if is_meant
            && self.interactive_at(position) == Some(press.widget)
            && self.press_button(press.widget)
        {
            return Response::Consumed;
        }
        // The widget may have disappeared meanwhile: it then has no area for the position.
        if press.cancelled || cx.muted || self.layout(press.widget).is_none() {
            self.custom_cancel(press.widget, button);
            return Response::Consumed;
        }
        let is_on_it = self.interactive_at(position) == Some(press.widget);
        self.custom_button(press.widget, position, |at| WidgetInput::Released {
            button,
            at,
            is_on_it,
        })
    }

    fn key_down(
        &mut self,
        key: Key,
        character: Option<char>,
        repeat: bool,
        cx: &InputContext<'_>,
    ) -> Response {
        let modifiers = self.keyboard.modifiers;
        // Keys belong to the input method until the text is entered.
        if self.keyboard.preedit.is_active() && self.is_typing() {
            return Response::Consumed;
        }
        let is_tab = key == Key::Tab && modifiers.allow_tab();
        // Tab is handled before text, so that it leaves a text entry.
        if is_tab && self.move_focus(modifiers.shift()) {
            return Response::Consumed;
        }
        let is_enter = matches!(key, Key::Enter | Key::NumpadEnter);
        if let Some(entry) = self.typing() {
            // Repeats of a key pressed before the entry had the focus are not text.
            if repeat && self.keyboard.typed_key != Some(key) {
                return Response::Consumed;
            }
            self.keyboard.typed_key = Some(key);
            // The blinking starts again, so that the cursor is visible right after a key.
            self.keyboard.blink_start = self.step;
            if is_enter && !repeat {
                self.enter_text(entry);
                return Response::Consumed;
            }
            let leaves = matches!(key, Key::Up | Key::Down | Key::Escape);
            if leaves && self.menus.top().is_some() {
                self.command_by_key(key, repeat);
                return Response::Consumed;
            }
            if let Some(command) = ClipboardCommand::of(key, character, modifiers) {
                return if repeat {
                    Response::Consumed
                } else {
                    self.use_clipboard(command)
                };
            }
            let character = character.filter(|_| modifiers.allow_typing() && !is_enter);
            // The event is always consumed: while the player types, keys are not for the game.
            self.type_key(entry, key, character, cx);
            return Response::Consumed;
        }
        if let Some(focused) = self.focused() {
            let key = WidgetInput::Key {
                key,
                character,
                repeat,
            };
            let response = self.custom_input(focused, key);
            if !matches!(response, Response::Ignored) {
                return response;
            }
        }
        let is_button = |id: &WidgetId| {
            let widget = self.get(*id);
            widget.is_some_and(|widget| widget.enabled_button().is_some())
        };
        let focused = self.focused().filter(|id| is_enter && is_button(id));
        match focused.or_else(|| self.button_of(key)) {
            Some(button) if !repeat => {
                self.press_button(button);
                Response::Consumed
            }
            // A held key presses once. The game does not receive its repeats, either.
            Some(_) => Response::Consumed,
            None if modifiers.allow_typing() => self.command_by_key(key, repeat),
            None => Response::Ignored,
        }
    }

    /// Returns the first button with a hot key.
    fn button_of(&self, key: Key) -> Option<WidgetId> {
        let hot_key = |widget: &Widget| widget.enabled_button()?.hot_key;
        let found = self
            .active()
            .find(|placed| hot_key(&placed.widget) == Some(key));
        found.map(|placed| placed.id)
    }

    /// Edits a text entry by a key, or by the character that the key types.
    fn type_key(&mut self, id: WidgetId, key: Key, character: Option<char>, cx: &InputContext<'_>) {
        if key == Key::Escape {
            self.focus(None);
            return;
        }
        let font = self.style().font;
        if let Some(entry) = self.get_mut(id).and_then(Widget::entry_mut)
            && !entry.edit(key)
            && let Some(character) = character
        {
            entry.type_in(character, cx.assets.can_draw(font, character));
        }
    }

    fn enter_text(&mut self, id: WidgetId) {
        let entered = |widget: &Widget| Some((widget.label.clone(), widget.entry()?.text.clone()));
        if let Some((label, text)) = self.get(id).and_then(entered) {
            self.send(HudSent::Entered(TextEntered { id, label, text }));
        }
    }

    /// Presses a button, if it is enabled. Returns whether it is.
    pub(super) fn press_button(&mut self, id: WidgetId) -> bool {
        let pressed = |widget: &Widget| Some((widget.label.clone(), widget.enabled_button()?.menu));
        let Some((label, menu)) = self.get(id).and_then(pressed) else {
            return false;
        };
        self.send(HudSent::Pressed(ButtonPressed { id, label }));
        match menu {
            MenuChange::None => {}
            MenuChange::Open(name) => {
                self.open_menu(name);
            }
            MenuChange::Close => {
                self.close_by_player(false);
            }
            MenuChange::CloseAll => {
                self.close_by_player(true);
            }
        }
        true
    }

    /// Sends Escape to the focused widget if it waits for a key or button, so that it stops waiting.
    pub(super) fn end_capture(&mut self) {
        if let Some(id) = self.capturing() {
            self.custom_input(id, WidgetInput::Captured(Binding::Key(Key::Escape)));
        }
    }

    /// Returns the focused widget if it waits for any key or button.
    pub(super) fn capturing(&self) -> Option<WidgetId> {
        let id = self.focused()?;
        let custom = self.get(id)?.custom()?;
        custom.is_capturing().then_some(id)
    }

    /// Passes a press to the focused widget if it waits for any key or button. `None` if no widget waits, or if the
    /// event is not a press.
    fn capture(&mut self, event: &InputEvent) -> Option<Response> {
        let id = self.capturing()?;
        // Records the stick's tilt and drops its command. Neither a captured tilt nor the smaller ones before it may
        // give a command later.
        if let InputEvent::Pad { pad, change } = *event {
            self.pads.take(pad, change);
            self.pads.silence();
        }
        let Some(binding) = Binding::pressed_in(event) else {
            return matches!(event, InputEvent::Pad { .. }).then_some(Response::Ignored);
        };
        match *event {
            InputEvent::Key { key, .. } => self.keyboard.modifiers.set(key, true),
            // The release is consumed, too, and presses nothing.
            InputEvent::MouseButton { button, .. } => self.mouse.presses.push(CapturedPress {
                button,
                widget: id,
                cancelled: true,
            }),
            _ => {}
        }
        self.custom_input(id, WidgetInput::Captured(binding));
        // The same press may be the game's key for its menu.
        self.refuse_toggles();
        Some(Response::Consumed)
    }

    /// Scrolls the area under the mouse, if any.
    fn scroll_at(&mut self, pointer: Vec2, turned: f32, unit: WheelUnit) -> Response {
        // A notch of the wheel scrolls by the height of a widget with a border.
        let rows = match unit {
            WheelUnit::Lines => turned * 3.0,
            WheelUnit::Pixels => (turned / self.cell.y).abs().ceil().copysign(turned),
        };
        let is_scrolled = turned != 0.0 && self.arranger.scrolls.scroll(pointer, rows);
        if is_scrolled {
            self.mark_changed();
        }
        Response::of(is_scrolled)
    }

    fn command_by_key(&mut self, key: Key, repeat: bool) -> Response {
        let Some(command) = WidgetCommand::of_key(key) else {
            return Response::Ignored;
        };
        // Ignores repeats of a key that was pressed before the menu opened, for example to walk.
        if repeat && self.keyboard.command_key != Some(key) {
            return Response::of(self.menus.top().is_some());
        }
        let response = self.command(command, repeat);
        if !repeat {
            let is_command = response == Response::Consumed && command.is_direction();
            self.keyboard.command_key = is_command.then_some(key);
        }
        response
    }
}
