//! Moves the focus, and carries out commands of the keyboard and of gamepads.

use glam::Vec2;

use super::command::WidgetCommand;
use super::custom::WidgetInput;
use super::display::Hud;
use super::input::Response;
use super::spatial::nearest;
use super::widget::{Widget, WidgetId};
use crate::geometry::Rect;

impl Hud {
    /// Carries out a command: offers it to the focused widget, then presses a button, moves the focus, changes tabs or
    /// closes the menu. If no widget has the focus and no menu is open, the game receives it.
    pub(super) fn command(&mut self, command: WidgetCommand, repeat: bool) -> Response {
        self.focus_first();
        // An open menu consumes directions and `Accept` even if they have no effect, so that the game does not react to
        // them.
        let is_kept = self.menus.top().is_some()
            && (command.is_direction() || command == WidgetCommand::Accept);
        let Some(focused) = self.focused() else {
            let is_closed = command == WidgetCommand::Cancel && self.command_display(command);
            return Response::of(is_closed || is_kept);
        };
        // Held keys repeat only movements.
        if repeat && !command.is_direction() {
            return Response::of(self.menus.top().is_some());
        }
        if self.custom_command(focused, command) {
            return Response::Consumed;
        }
        let is_done = match command {
            WidgetCommand::Accept => self.press_button(focused),
            WidgetCommand::NextPage | WidgetCommand::PreviousPage => self.turn_page(command),
            _ => self.command_display(command),
        };
        Response::of(is_done || is_kept)
    }

    /// Offers a command to a custom widget. Returns whether it was consumed.
    fn custom_command(&mut self, id: WidgetId, command: WidgetCommand) -> bool {
        let takes_keys = |widget: &Widget| widget.custom().is_some_and(|custom| custom.takes_keys);
        self.get(id).is_some_and(takes_keys)
            && self.custom_input(id, WidgetInput::Command(command)) == Response::Consumed
    }

    /// Offers a command to all other widgets that take keys, until one consumes it: for tabs, which need no focus.
    fn turn_page(&mut self, command: WidgetCommand) -> bool {
        // Iterates by index, because a widget may change the display.
        let mut at = 0;
        loop {
            let next = self.active().map(|placed| placed.id).nth(at);
            let Some(id) = next else {
                return false;
            };
            if self.custom_command(id, command) {
                return true;
            }
            at += 1;
        }
    }

    /// Moves the focus to the nearest widget in a direction. Returns whether there is one.
    pub(super) fn move_focus_towards(&mut self, command: WidgetCommand) -> bool {
        let Some(focused) = self.focused() else {
            return false;
        };
        let from = self.active().find(|placed| placed.id == focused);
        let area = from.and_then(|from| from.scrolled_in);
        let Some(from) = from.and_then(|from| Some(from.layout.as_ref()?.shown_bounds())) else {
            return self.move_focus(command == WidgetCommand::Up);
        };
        let others = self.active().filter_map(|placed| {
            let is_other = placed.widget.is_focusable() && placed.id != focused;
            let bounds = placed.layout.as_ref().filter(|_| is_other)?.shown_bounds();
            // If the focus is outside the scroll area, a widget scrolled out of view counts as lying at the area's
            // edge.
            let bounds = match placed.scrolled_in {
                Some(own) if area != Some(own) => Rect {
                    min: bounds.min.clamp(own.min, own.max),
                    max: bounds.max.clamp(own.min, own.max),
                },
                _ => bounds,
            };
            Some((placed.id, bounds))
        });
        let next = nearest(from, command, others);
        next.is_some_and(|next| self.focus(Some(next)).is_done())
    }

    /// Moves the focus to the next or previous widget in the order of adding, wrapping around. Returns whether there is
    /// one.
    pub(super) fn move_focus(&mut self, back: bool) -> bool {
        let focus = self.focused();
        let focusable = self.active().filter(|placed| placed.widget.is_focusable());
        let ids = focusable.map(|placed| Some(placed.id));
        // Ids beyond the focus come first. If there are none, the search wraps around to the others.
        let next = if back {
            ids.max_by_key(|&id| (id < focus, id))
        } else {
            ids.min_by_key(|&id| (id <= focus, id))
        };
        next.is_some_and(|next| self.focus(next).is_done())
    }

    /// Gives the focus to the widget under the mouse if a menu is open, so that only one widget is marked. Does nothing
    /// while the player types: a nudge of the mouse would end the typing.
    pub(super) fn focus_hovered(&mut self, pointer: Vec2) {
        if self.menus.top().is_none()
            || self.is_typing()
            || !self.mouse.presses.is_empty()
            || self.capturing().is_some()
        {
            return;
        }
        // Excludes text entries, because a text entry with the focus consumes all keys.
        let is_entry = |id: &WidgetId| self.get(*id).is_some_and(|it| it.entry().is_some());
        let hovered = self.interactive_at(pointer).filter(|id| !is_entry(id));
        if hovered.is_some() && hovered != self.focused() {
            self.focus(hovered);
        }
    }
}
