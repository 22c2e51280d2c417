//! The widgets under the mouse and with the focus.

use glam::Vec2;

use super::arrange::PlacedWidget;
use super::display::Hud;
use super::layout::WidgetLayout;
use super::widget::{Widget, WidgetId};
use crate::base::outcome::Outcome;
use crate::geometry::Rect;
use crate::input::Key;

/// Methods for the focus and the mouse. A widget is interactive while it is visible on the current level, if it takes
/// the mouse. Buttons and text entries take the mouse, and so do custom widgets with
/// [`CustomWidget::mouse`](super::CustomWidget::mouse).
impl Hud {
    /// Returns the topmost interactive widget at a position of the view, in view units, as it was last drawn.
    pub fn at(&self, position: Vec2) -> Option<WidgetId> {
        self.interactive_at(position / self.cell)
    }

    /// Returns the bounds of a widget as it was last drawn, border included, in view units. `None` if it was not drawn.
    /// Within these bounds, and within its [clip rectangle](Widget::clip), the mouse is on the widget.
    pub fn bounds(&self, id: WidgetId) -> Option<Rect> {
        let Rect { min, max } = self.layout(id)?.shown_bounds();
        Some(Rect {
            min: min * self.cell,
            max: max * self.cell,
        })
    }

    /// Returns the widget that has the keyboard's focus.
    #[doc(alias = "gui_get_focus_owner")]
    pub fn focused(&self) -> Option<WidgetId> {
        // The focus is checked here, not when a widget is disabled or changes its level, because games change widgets
        // directly.
        let widget = self.keyboard.widget;
        widget.filter(|&id| self.focusable(id).is_some())
    }

    /// Sets the keyboard's focus to a button, a text entry or a custom widget that takes keys, and the cursor of a text
    /// entry to the end of its text. Arrow keys, the left stick and the directional pad then move the focus. `None`
    /// removes the focus. `Gone` if the widget cannot have the focus: it was removed, is of another kind, is disabled
    /// or invisible, is on another level, or is not in the open menu.
    #[doc(alias = "grab_focus")]
    pub fn focus(&mut self, id: Option<WidgetId>) -> Outcome {
        if id.is_some_and(|id| self.focusable(id).is_none()) {
            return Outcome::Gone;
        }
        if id != self.keyboard.widget {
            self.end_capture();
        }
        self.keyboard.widget = id;
        // A key that is held now was pressed before the widget had the focus, so its repeats are not text.
        self.keyboard.typed_key = None;
        self.keyboard.blink_start = self.step;
        let widget = id.and_then(|id| self.get_mut(id));
        if let Some(entry) = widget.and_then(Widget::entry_mut) {
            entry.edit(Key::End);
        }
        Outcome::Done
    }

    /// Returns whether a text entry has the focus. Keys are then typed text, not input for the game.
    pub fn is_typing(&self) -> bool {
        self.typing().is_some()
    }

    /// Returns whether the mouse is over an interactive widget, or was pressed on one and is still held. Code that
    /// polls [`Context::input`](crate::world::Context::input) should then ignore the mouse. Objects need no such check:
    /// they do not receive events that the display consumes.
    pub fn is_mouse_taken(&self) -> bool {
        let is_interactive = |&position: &Vec2| self.at(position).is_some();
        // Includes presses of this step: `Game::step` runs before the display has handled them, and a press may be
        // released in the same step.
        !self.mouse.presses.is_empty()
            || self.polled.position.as_ref().is_some_and(is_interactive)
            || self.polled.presses.iter().any(is_interactive)
    }

    /// Returns the topmost interactive widget at a position in characters. Uses the latest layout, because the player
    /// aims at the visible widgets.
    pub(super) fn interactive_at(&self, position: Vec2) -> Option<WidgetId> {
        let is_there = |placed: &&PlacedWidget| {
            let layout = placed.interactive_layout();
            layout.is_some_and(|layout| layout.contains(position))
                && !placed.hides(position, self.cell)
                && self.is_active(&placed.widget)
        };
        self.widgets
            .iter()
            .rev()
            .find(is_there)
            .map(|placed| placed.id)
    }

    /// Returns an interactive widget that is visible, and its layout.
    pub(super) fn interactive(&self, id: WidgetId) -> Option<(&Widget, &WidgetLayout)> {
        let placed = &self.widgets[self.row(id)?];
        let is_active = self.is_active(&placed.widget);
        Some((
            &placed.widget,
            placed.interactive_layout().filter(|_| is_active)?,
        ))
    }

    fn focusable(&self, id: WidgetId) -> Option<&Widget> {
        let widget = self.get(id)?;
        (self.is_active(widget) && widget.is_focusable()).then_some(widget)
    }

    /// Returns the text entry that has the focus.
    pub(super) fn typing(&self) -> Option<WidgetId> {
        let id = self.keyboard.widget?;
        self.focusable(id)?.entry().map(|_| id)
    }
}
