//! The display itself: the list of view objects, their values and the focus, and the layer they are drawn in.

use glam::Vec2;

use super::draw::{DisplayPen, DisplayState, draw_view};
use super::event::{ViewChange, ViewEvent};
use super::focus::{KeyboardFocus, MouseCapture};
use super::layout::ViewLayout;
use super::view_object::{ViewId, ViewObject};
use crate::assets::Assets;
use crate::base::checksum::summed;
use crate::input::Key;
use crate::scene::Layer;

/// The heads-up display. Places are in characters of the built-in font from the view's top left corner; `level` is the
/// world's current level, `step` the number of the step.
#[derive(Clone, Debug, Default)]
pub(crate) struct Display {
    /// In the order of their ids; the last is on top.
    views: Vec<(ViewId, ViewObject)>,
    next_id: u32,
    /// Its unit is one character.
    layer: Layer,
    /// The view's size when it was last drawn, in characters.
    pub(super) screen: Vec2,
    /// What the layer was drawn for. `None` when anything else that it shows has changed since.
    drawn_for: Option<DisplayState>,
    pub(super) keyboard: KeyboardFocus,
    pub(super) mouse: MouseCapture,
    /// Where lines are put together, so that a value that changes in every step allocates nothing.
    line: String,
}

summed!(Display: views, next_id, screen, keyboard, mouse; not layer, drawn_for, line);

impl Display {
    /// Adds a view object, on top of the others.
    pub(crate) fn add(&mut self, view: ViewObject) -> ViewId {
        let id = ViewId(self.next_id);
        self.next_id += 1;
        self.views.push((id, view));
        self.drawn_for = None;
        id
    }

    /// Returns a view object; `None` if it was removed.
    pub(crate) fn get(&self, id: ViewId) -> Option<&ViewObject> {
        self.row(id).map(|row| &self.views[row].1)
    }

    /// As [`Display::get`], to change. The display is drawn anew, whether or not it is changed.
    pub(crate) fn get_mut(&mut self, id: ViewId) -> Option<&mut ViewObject> {
        // Assumed to change, because the writes are not seen.
        self.drawn_for = None;
        self.row(id).map(|row| &mut self.views[row].1)
    }

    /// Removes a view object. Returns whether it existed.
    pub(crate) fn remove(&mut self, id: ViewId) -> bool {
        self.drawn_for = None;
        // Not `swap_remove`: the list is in the order of ids, which is the painting order, and `row` searches it.
        self.row(id).map(|row| self.views.remove(row)).is_some()
    }

    fn row(&self, id: ViewId) -> Option<usize> {
        self.views.binary_search_by_key(&id, |(id, _)| *id).ok()
    }

    /// Returns the value of the first view object with a label.
    pub(crate) fn value(&self, label: &str) -> Option<i64> {
        let mut views = self.views.iter();
        let found = views.find(|(_, view)| view.label == label);
        found.map(|(_, view)| view.value)
    }

    /// Returns the labels of all view objects.
    pub(crate) fn labels(&self) -> impl Iterator<Item = &str> + Clone {
        self.views.iter().map(|(_, view)| &*view.label)
    }

    /// Returns the view objects on a level. The last is on top.
    pub(super) fn views_on(
        &self,
        level: u16,
    ) -> impl DoubleEndedIterator<Item = (ViewId, &ViewObject)> {
        let views = self.views.iter().map(|(id, view)| (*id, view));
        views.filter(move |(_, view)| view.is_on(level))
    }

    /// Applies a view event to every view object with its label on a level.
    pub(crate) fn apply(&mut self, event: &ViewEvent, level: u16) {
        let has_label = |view: &ViewObject| view.label == event.label && view.is_on(level);
        for (_, view) in self.views.iter_mut().filter(|(_, view)| has_label(view)) {
            let value = view.kind.clamped(match event.change {
                ViewChange::Add => view.value.saturating_add(event.value),
                ViewChange::Set => event.value,
            });
            if core::mem::replace(&mut view.value, value) != value {
                self.drawn_for = None;
            }
        }
    }

    /// Returns the topmost widget at a place, where it was last drawn.
    pub(crate) fn widget_at(&self, place: Vec2, level: u16) -> Option<ViewId> {
        // In the view of the last drawing: the mouse is aimed at what is on the screen.
        let is_there = |view: &ViewObject| {
            view.kind.is_widget()
                && ViewLayout::of(view, self.screen).is_some_and(|layout| layout.contains(place))
        };
        let mut from_top = self.views_on(level).rev();
        from_top.find(|(_, view)| is_there(view)).map(|(id, _)| id)
    }

    /// Returns the widget that has the keyboard's focus.
    pub(crate) fn focused(&self, level: u16) -> Option<ViewId> {
        // Checked here and not where a widget becomes disabled or changes its level, because games change view objects
        // directly.
        let widget = self.keyboard.widget;
        widget.filter(|&id| self.focusable(id, level).is_some())
    }

    /// Sets or removes the focus; a text entry's cursor goes to its end. Returns whether that was possible.
    pub(crate) fn set_focus(&mut self, id: Option<ViewId>, level: u16, step: u64) -> bool {
        if id.is_some_and(|id| self.focusable(id, level).is_none()) {
            return false;
        }
        self.keyboard.widget = id;
        // A key that is still held was pressed for something else: its repeats are no text.
        self.keyboard.typed_key = None;
        self.keyboard.blink_start = step;
        let view = id.and_then(|id| self.get_mut(id));
        if let Some(entry) = view.and_then(ViewObject::entry_mut) {
            entry.edit(Key::End);
        }
        true
    }

    fn focusable(&self, id: ViewId, level: u16) -> Option<&ViewObject> {
        let view = self.get(id)?;
        (view.is_on(level) && view.is_focusable()).then_some(view)
    }

    /// Returns the text entry that has the focus.
    pub(crate) fn typing(&self, level: u16) -> Option<ViewId> {
        let id = self.keyboard.widget?;
        self.focusable(id, level)?.entry().map(|_| id)
    }

    /// Returns whether a mouse button went down on a widget and is still held.
    pub(crate) fn has_mouse(&self) -> bool {
        !self.mouse.presses.is_empty()
    }

    /// Returns everything drawn, in units of one character.
    pub(crate) fn layer(&self) -> &Layer {
        &self.layer
    }

    /// Draws everything anew if anything of it has changed. `screen` is the view's size in characters.
    pub(crate) fn redraw(&mut self, assets: &mut Assets, screen: Vec2, level: u16, step: u64) {
        self.screen = screen;
        let state = self.state(level, step);
        if self.drawn_for.replace(state) == Some(state) {
            return;
        }
        self.layer.clear();
        let mut pen = DisplayPen {
            layer: &mut self.layer,
            assets,
            line: &mut self.line,
        };
        for (id, view) in self.views.iter().filter(|(_, view)| view.is_on(level)) {
            draw_view(&mut pen, *id, view, &state);
        }
    }

    fn state(&self, level: u16, step: u64) -> DisplayState {
        let pointer = self.mouse.pointer;
        DisplayState {
            level,
            screen: self.screen,
            hovered: pointer.and_then(|place| self.widget_at(place, level)),
            held: self.mouse.held(),
            focused: self.focused(level),
            cursor_visible: self.typing(level).is_some() && self.keyboard.is_cursor_visible(step),
        }
    }
}
