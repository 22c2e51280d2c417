//! Which input is for the heads-up display, and what comes of it.
//!
//! The rules are [`ViewKind`]'s. Each event is asked for by itself, in order, just before it would be told: a button
//! that the answer to one event removes takes no part in the next.

use glam::Vec2;

use super::attention::Grab;
use super::entry::TextEntered;
use super::kind::{ButtonPressed, ViewKind};
use super::layout::{Layout, whole};
use crate::assets::Assets;
use crate::input::{InputEvent, InputState, Key, MouseButton};
use crate::scene::cell_size;
use crate::world::{Context, Event, ViewId, ViewObject, World};

/// Who has the focus, and what is where.
impl World {
    /// The topmost button or text entry of the heads-up display at a place of the view, in view units. It is where it
    /// was drawn last.
    pub fn view_at(&self, place: Vec2) -> Option<ViewId> {
        self.widget_at(self.in_characters(place))
    }

    /// Which button or text entry has the keyboard's focus.
    pub fn focused_view(&self) -> Option<ViewId> {
        let focus = self.views.attention.focus?;
        self.can_focus(focus).then_some(focus)
    }

    /// Gives the keyboard's focus to a text entry (its cursor goes to the text's end) or to a button, or with `None` takes
    /// it away. Refused (answers false) if there is no such thing in this level, or it is disabled.
    pub fn focus_view(&mut self, id: Option<ViewId>) -> bool {
        if !id.is_none_or(|id| self.can_focus(id)) {
            return false;
        }
        let step = self.step;
        let attention = &mut self.views.attention;
        attention.focus = id;
        attention.typing = None;
        attention.blinks_since = step;
        if let Some(entry) = id
            .and_then(|id| self.view_mut(id))
            .and_then(ViewObject::entry_mut)
        {
            entry.go_to_end();
        }
        true
    }

    /// Whether a text entry has the focus: the player writes, and the keys are not meant for the game.
    pub fn is_typing(&self) -> bool {
        self.focused_view()
            .and_then(|id| self.view(id))
            .is_some_and(|view| view.entry().is_some())
    }

    fn can_focus(&self, id: ViewId) -> bool {
        self.view(id)
            .is_some_and(|view| self.is_current(view.level) && view.takes_focus())
    }

    pub(super) fn widget_at(&self, place: Vec2) -> Option<ViewId> {
        let (objects, screen) = (self.views.objects(), self.views.screen);
        let is_there = |view: &ViewObject| {
            view.kind.is_widget()
                && self.is_current(view.level)
                && Layout::of(view, screen).is_some_and(|layout| layout.has(place))
        };
        let mut from_above = objects.iter().rev();
        from_above
            .find(|(_, view)| is_there(view))
            .map(|(id, _)| *id)
    }

    /// View units to characters of the display.
    fn in_characters(&self, place: Vec2) -> Vec2 {
        place / cell_size(self.unit())
    }
}

impl Context<'_> {
    /// Whether the mouse is over a button or a text entry of the heads-up display, or went down there and is still held:
    /// what the mouse does is not meant for the game. For code that polls; objects that listen are not told of it.
    pub fn is_mouse_taken(&self) -> bool {
        let pressed_there = |event: &InputEvent| match *event {
            InputEvent::MouseButton {
                pressed: true,
                position,
                ..
            } => self.world.view_at(position).is_some(),
            _ => false,
        };
        !self.world.views.attention.grabs.is_empty()
            || self.world.view_at(self.input.mouse_position()).is_some()
            || self.input.events().iter().any(pressed_there)
    }
}

/// Taking input.
impl World {
    /// Lets the display have an event of the player's. Answers whether it took it.
    pub(in crate::world) fn display_takes(
        &mut self,
        input: &InputState,
        assets: &Assets,
        event: &InputEvent,
    ) -> bool {
        let released = self.views.attention.released.take();
        match *event {
            InputEvent::Key {
                key,
                character,
                pressed,
                repeat,
            } => {
                self.views.attention.modifiers.note(key, pressed);
                pressed && self.take_key(assets, key, character, repeat)
            }
            InputEvent::MouseMoved { position } => {
                self.point_at(position);
                false
            }
            InputEvent::MouseButton {
                button,
                pressed,
                position,
            } => {
                let place = self.point_at(position);
                if pressed {
                    self.press_at(place, button)
                } else {
                    self.release_at(input, place, button)
                }
            }
            InputEvent::Click { button, .. } => released == Some(button),
            InputEvent::MouseLeft => {
                self.views.attention.pointer = None;
                false
            }
            InputEvent::Focus(false) => {
                // Releases follow that are not the player's.
                for grab in &mut self.views.attention.grabs {
                    grab.is_off = true;
                }
                false
            }
            InputEvent::Focus(true)
            | InputEvent::MouseEntered
            | InputEvent::Wheel { .. }
            | InputEvent::Job(_) => false,
        }
    }

    /// The mouse is there, in view units. Answers where that is, in characters.
    fn point_at(&mut self, position: Vec2) -> Vec2 {
        let place = self.in_characters(position);
        self.views.attention.pointer = Some(place);
        place
    }

    fn press_at(&mut self, place: Vec2, button: MouseButton) -> bool {
        let found = self.widget_at(place);
        let is_left = button == MouseButton::Left;
        let Some(view) = found else {
            if is_left {
                self.views.attention.focus = None;
            }
            return false;
        };
        self.views.attention.grabs.push(Grab {
            button,
            view,
            is_off: false,
        });
        if is_left {
            self.click_entry(view, place);
        }
        true
    }

    /// Puts the focus and the cursor where an entry was pressed. Buttons leave the focus where it is: Enter is not to
    /// press again what the mouse has.
    fn click_entry(&mut self, id: ViewId, place: Vec2) {
        let screen = self.views.screen;
        let Some(view) = self.view(id).filter(|view| view.entry().is_some()) else {
            return;
        };
        let Some(layout) = Layout::of(view, screen) else {
            return;
        };
        let (start, width) = layout.field;
        let column = whole((place.x - layout.at(start).x).round()).min(width);
        let hidden = view.entry().map_or(0, |entry| entry.hidden(width));
        self.focus_view(Some(id));
        if let Some(entry) = self.view_mut(id).and_then(ViewObject::entry_mut) {
            entry.cursor = hidden + column;
            entry.cursor = entry.place();
        }
    }

    fn release_at(&mut self, input: &InputState, place: Vec2, button: MouseButton) -> bool {
        let attention = &mut self.views.attention;
        let mut grabs = attention.grabs.iter();
        let Some(at) = grabs.position(|grab| grab.button == button) else {
            return false;
        };
        let grab = attention.grabs.remove(at);
        attention.released = Some(button);
        // Muting releases buttons too.
        let is_meant = button == MouseButton::Left && !grab.is_off && !input.is_muted();
        if is_meant && self.widget_at(place) == Some(grab.view) {
            self.press_button(grab.view);
        }
        true
    }

    fn take_key(
        &mut self,
        assets: &Assets,
        key: Key,
        character: Option<char>,
        repeat: bool,
    ) -> bool {
        let modifiers = self.views.attention.modifiers;
        if key == Key::Tab && modifiers.tab() && self.move_focus(modifiers.shift()) {
            return true;
        }
        if self.is_typing() {
            self.type_key(assets, key, character, repeat);
            return true;
        }
        let focus = self.focused_view();
        let is_enter = matches!(key, Key::Enter | Key::NumpadEnter);
        let Some(button) = focus.filter(|_| is_enter).or_else(|| self.button_of(key)) else {
            return false;
        };
        if !repeat {
            self.press_button(button);
        }
        true
    }

    /// The first button in this level with this hot key.
    fn button_of(&self, key: Key) -> Option<ViewId> {
        let has_key = |view: &ViewObject| match &view.kind {
            ViewKind::Button(button) => button.hot_key == Some(key) && !button.disabled,
            _ => false,
        };
        let mut objects = self.views.objects().iter();
        objects
            .find(|(_, view)| has_key(view) && self.is_current(view.level))
            .map(|(id, _)| *id)
    }

    /// Moves the focus to the next widget in the order of the list, or to the one before; around its ends. Answers
    /// whether there is any.
    fn move_focus(&mut self, back: bool) -> bool {
        let focus = self.focused_view();
        let objects = self.views.objects().iter().map(|(id, _)| *id);
        let mut first = None;
        let mut last = None;
        let (mut before, mut after) = (None, None);
        for id in objects.filter(|&id| self.can_focus(id)) {
            first = first.or(Some(id));
            if last == focus && focus.is_some() {
                after = Some(id);
            }
            if Some(id) == focus {
                before = last;
            }
            last = Some(id);
        }
        let next = if back {
            before.or(last)
        } else {
            after.or(first)
        };
        next.is_some() && self.focus_view(next)
    }

    /// A key for the text entry that has the focus.
    fn type_key(&mut self, assets: &Assets, key: Key, character: Option<char>, repeat: bool) {
        let Some(id) = self.focused_view() else {
            return;
        };
        let step = self.step;
        let attention = &mut self.views.attention;
        // Where a key's press opened the entry, its repeats are no text.
        if repeat && attention.typing != Some(key) {
            return;
        }
        attention.typing = Some(key);
        attention.blinks_since = step;
        let types = attention.modifiers.types();
        let Some(view) = self.view_mut(id) else {
            return;
        };
        let label = view.label.clone();
        let Some(entry) = view.entry_mut() else {
            return;
        };
        match key {
            Key::Enter | Key::NumpadEnter if !repeat => {
                let text = entry.text.clone();
                self.send(Event::custom(TextEntered { id, label, text }));
            }
            Key::Enter | Key::NumpadEnter => {}
            Key::Escape => {
                self.focus_view(None);
            }
            _ if entry.edit(key) => {}
            _ => {
                if let Some(character) = character.filter(|_| types) {
                    let has_glyph = assets.font().glyph(character).is_some();
                    entry.type_in(character, has_glyph);
                }
            }
        }
    }

    /// Tells that a button was pressed, unless it is disabled or none.
    fn press_button(&mut self, id: ViewId) {
        let pressed = self.view(id).and_then(|view| match &view.kind {
            ViewKind::Button(button) if !button.disabled => Some(view.label.clone()),
            _ => None,
        });
        if let Some(label) = pressed {
            self.send(Event::custom(ButtonPressed { id, label }));
        }
    }
}
