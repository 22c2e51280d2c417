//! Which input events the display consumes, and the responses to them.
//!
//! The rules are [`WidgetKind`](super::WidgetKind)'s. Events are handled one by one, in order, just before they would be
//! sent to objects: a button that is removed in response to one event takes no part in the next.

use glam::Vec2;

use super::display::Hud;
use super::event::{ButtonPressed, TextEntered};
use super::focus::CapturedPress;
use super::widget::{Widget, WidgetId};
use crate::assets::Font;
use crate::input::{InputEvent, Key, MouseButton};

/// What handling an input event needs beside the display.
#[derive(Debug)]
pub(crate) struct InputContext<'a> {
    /// The font in which text entries are drawn.
    pub(crate) font: &'a Font,
    /// Whether input is muted: the releases that follow are not the player's.
    pub(crate) muted: bool,
}

/// The display's response to an input event.
#[derive(Debug)]
pub(crate) enum Response {
    /// It did not consume the event.
    Ignored,
    /// It consumed the event.
    Consumed,
    /// It consumed the event, which pressed a button.
    Pressed(ButtonPressed),
    /// It consumed the event, which was Enter in a text entry.
    Entered(TextEntered),
}

impl Hud {
    /// Handles one of the player's input events.
    pub(crate) fn handle_input(&mut self, event: &InputEvent, cx: &InputContext<'_>) -> Response {
        // A click comes right after its release, so any other event in between means that it belongs to nothing here.
        let released = self.mouse.released.take();
        match *event {
            InputEvent::Key {
                key,
                character,
                pressed,
                repeat,
            } => {
                self.keyboard.modifiers.note(key, pressed);
                if pressed {
                    return self.key_down(key, character, repeat, cx);
                }
            }
            InputEvent::MouseButton {
                button,
                pressed,
                position,
            } => {
                let place = position / self.cell;
                self.mouse.pointer = Some(place);
                return if pressed {
                    self.mouse_down(place, button)
                } else {
                    self.mouse_up(place, button, cx)
                };
            }
            InputEvent::Click { button, .. } if released == Some(button) => {
                return Response::Consumed;
            }
            InputEvent::MouseMoved { position } => self.mouse.pointer = Some(position / self.cell),
            InputEvent::MouseLeft => self.mouse.pointer = None,
            InputEvent::Focus(false) => {
                // The releases of everything that was held come next; the player did not let go.
                for press in &mut self.mouse.presses {
                    press.cancelled = true;
                }
            }
            _ => {}
        }
        Response::Ignored
    }

    fn mouse_down(&mut self, place: Vec2, button: MouseButton) -> Response {
        let is_left = button == MouseButton::Left;
        let Some(widget) = self.widget_at(place) else {
            if is_left {
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
            self.click_entry(widget, place);
        }
        Response::Consumed
    }

    /// Sets the focus and the cursor of a pressed text entry. Buttons leave the focus where it is, so that Enter does
    /// not press them a second time.
    fn click_entry(&mut self, id: WidgetId, place: Vec2) {
        // Before the focus is set: that moves the cursor to the text's end, and the text may scroll away from the
        // mouse.
        let column = self.widget(id).and_then(|(view, layout)| {
            Some(view.entry()?.scroll(layout.field.1) + layout.field_column(place))
        });
        let Some(column) = column else {
            return;
        };
        self.focus(Some(id));
        if let Some(entry) = self.get_mut(id).and_then(Widget::entry_mut) {
            entry.cursor = column;
            entry.cursor = entry.clamped_cursor();
        }
    }

    fn mouse_up(&mut self, place: Vec2, button: MouseButton, cx: &InputContext<'_>) -> Response {
        let mut presses = self.mouse.presses.iter();
        let Some(at) = presses.position(|press| press.button == button) else {
            return Response::Ignored;
        };
        let press = self.mouse.presses.remove(at);
        self.mouse.released = Some(button);
        // As in desktop programs, a button is pressed on release: moving away first takes the press back.
        let is_meant = button == MouseButton::Left && !press.cancelled && !cx.muted;
        if is_meant && self.widget_at(place) == Some(press.widget) {
            return self.press_button(press.widget);
        }
        Response::Consumed
    }

    fn key_down(
        &mut self,
        key: Key,
        character: Option<char>,
        repeat: bool,
        cx: &InputContext<'_>,
    ) -> Response {
        let modifiers = self.keyboard.modifiers;
        let is_tab = key == Key::Tab && modifiers.allow_tab();
        // Before text, so that Tab leads out of a text entry.
        if is_tab && self.move_focus(modifiers.shift()) {
            return Response::Consumed;
        }
        let is_enter = matches!(key, Key::Enter | Key::NumpadEnter);
        if let Some(entry) = self.typing() {
            // Repeats of a key that was pressed before the entry had the focus are no text.
            if repeat && self.keyboard.typed_key != Some(key) {
                return Response::Consumed;
            }
            self.keyboard.typed_key = Some(key);
            // The cursor is visible right after a key, wherever the blinking was.
            self.keyboard.blink_start = self.step;
            if is_enter && !repeat {
                return self.enter_text(entry);
            }
            let character = character.filter(|_| modifiers.allow_typing() && !is_enter);
            // Consumed whatever the key does: while the player types, no key is meant for the game.
            self.type_key(entry, key, character, cx);
            return Response::Consumed;
        }
        // A button: a focused text entry was handled above.
        let focused = self.focused().filter(|_| is_enter);
        match focused.or_else(|| self.button_of(key)) {
            Some(button) if !repeat => self.press_button(button),
            // A held key presses once. Its repeats are not sent to the game, either.
            Some(_) => Response::Consumed,
            None => Response::Ignored,
        }
    }

    /// Returns the first button with a hot key.
    fn button_of(&self, key: Key) -> Option<WidgetId> {
        let hot_key = |view: &Widget| view.enabled_button()?.hot_key;
        let found = self
            .shown()
            .find(|placed| hot_key(&placed.view) == Some(key));
        found.map(|placed| placed.id)
    }

    /// Moves the focus to the next widget in the order of adding, or to the one before, wrapping around. Returns
    /// whether there is any.
    fn move_focus(&mut self, back: bool) -> bool {
        let focus = self.focused();
        let focusable = self.shown().filter(|placed| placed.view.is_focusable());
        let ids = focusable.map(|placed| Some(placed.id));
        // Ids beyond the focus come before all others.
        let next = if back {
            ids.max_by_key(|&id| (id < focus, id))
        } else {
            ids.min_by_key(|&id| (id <= focus, id))
        };
        next.is_some_and(|next| self.focus(next).is_done())
    }

    /// Edits a text entry by a key, or by the character that the key types.
    fn type_key(&mut self, id: WidgetId, key: Key, character: Option<char>, cx: &InputContext<'_>) {
        if key == Key::Escape {
            self.focus(None);
        } else if let Some(entry) = self.get_mut(id).and_then(Widget::entry_mut)
            && !entry.edit(key)
            && let Some(character) = character
        {
            entry.type_in(character, cx.font.glyph(character).is_some());
        }
    }

    fn enter_text(&self, id: WidgetId) -> Response {
        let entered = |view: &Widget| Some((view.label.clone(), view.entry()?.text.clone()));
        match self.get(id).and_then(entered) {
            Some((label, text)) => Response::Entered(TextEntered { id, label, text }),
            None => Response::Consumed,
        }
    }

    /// Presses a button, unless it is disabled or something else.
    fn press_button(&self, id: WidgetId) -> Response {
        let pressed = |view: &Widget| view.enabled_button().map(|_| view.label.clone());
        match self.get(id).and_then(pressed) {
            Some(label) => Response::Pressed(ButtonPressed { id, label }),
            None => Response::Consumed,
        }
    }
}
