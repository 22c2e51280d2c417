//! Passes input to custom widgets.

use glam::Vec2;

use super::custom::{WidgetInput, WidgetReply};
use super::display::Hud;
use super::event::{ButtonPressed, HudSent, ValueChanged};
use super::input::Response;
use super::widget::WidgetId;
use crate::input::{ActionMap, MouseButton};

impl Hud {
    /// Passes input to a widget if it is a custom one. `Ignored` if it is of another kind.
    pub(super) fn custom_input(&mut self, id: WidgetId, input: WidgetInput) -> Response {
        if self.get(id).is_none_or(|widget| widget.custom().is_none()) {
            return Response::Ignored;
        }
        let Some(widget) = self.get_mut(id) else {
            return Response::Ignored;
        };
        let mut value = core::mem::take(&mut widget.value);
        let reply = widget.custom_mut().map_or(WidgetReply::Ignored, |custom| {
            custom.input(input, &mut value)
        });
        widget.value = value;
        // Moves and cancelled presses do not press the widget, but may change its value.
        let is_press = !matches!(
            input,
            WidgetInput::Moved { .. } | WidgetInput::Cancelled { .. }
        );
        if is_press || reply != WidgetReply::Pressed {
            self.send_reply(id, reply);
        }
        Response::of(reply != WidgetReply::Ignored)
    }

    /// Sends the event of a custom widget's reply.
    fn send_reply(&mut self, id: WidgetId, reply: WidgetReply) {
        let Some(widget) = self.row(id).map(|row| &self.widgets[row].widget) else {
            return;
        };
        let label = widget.label.clone();
        match reply {
            WidgetReply::Ignored | WidgetReply::Consumed => {}
            WidgetReply::Pressed => self.send(HudSent::Pressed(ButtonPressed { id, label })),
            WidgetReply::Changed => {
                let value = widget.value.clone();
                let chosen = widget.custom().and_then(|custom| custom.chosen_binding());
                if let Some((action, binding)) = chosen {
                    let action = action.to_owned();
                    self.send(HudSent::Bound { action, binding });
                }
                self.send(HudSent::Changed(ValueChanged { id, label, value }));
            }
        }
    }

    /// Advances the visible animated widgets.
    pub(crate) fn step_widgets(&mut self, actions: &ActionMap) {
        self.focus_first();
        for row in 0..self.widgets.len() {
            let placed = &self.widgets[row];
            let custom = placed.widget.custom();
            if !custom.is_some_and(|custom| custom.is_animated()) || !self.is_shown(&placed.widget)
            {
                continue;
            }
            let placed = &mut self.widgets[row];
            let (id, widget) = (placed.id, &mut placed.widget);
            let mut value = core::mem::take(&mut widget.value);
            let reply = widget.custom_mut().map_or(WidgetReply::Ignored, |custom| {
                custom.step(actions, &mut value)
            });
            widget.value = value;
            if reply != WidgetReply::Ignored {
                self.mark_changed();
                self.send_reply(id, reply);
            }
        }
    }

    /// Passes a press or a release to the widget on which the mouse button was pressed, if it is a custom one. The
    /// event is always consumed.
    pub(super) fn custom_button(
        &mut self,
        id: WidgetId,
        position: Vec2,
        input: impl FnOnce(Vec2) -> WidgetInput,
    ) -> Response {
        let Some(at) = self.in_area(id, position) else {
            return Response::Consumed;
        };
        self.custom_input(id, input(at));
        Response::Consumed
    }

    /// Passes a move to the widgets on which mouse buttons were pressed and are held. If there are none, passes it to
    /// the widget under the mouse. Only custom widgets receive it, and the event is never consumed.
    pub(super) fn custom_move(&mut self, position: Vec2) {
        let presses = &self.mouse.presses;
        let mut widgets: Vec<_> = presses.iter().map(|press| press.widget).collect();
        widgets.dedup();
        if widgets.is_empty() {
            widgets.extend(self.interactive_at(position));
        }
        for id in widgets {
            if let Some(at) = self.in_area(id, position) {
                self.custom_input(id, WidgetInput::Moved { at });
            }
        }
    }

    /// Notifies a custom widget that the press of a mouse button on it has ended without a release by the player.
    pub(super) fn custom_cancel(&mut self, id: WidgetId, button: MouseButton) {
        self.custom_input(id, WidgetInput::Cancelled { button });
    }

    fn in_area(&self, id: WidgetId, position: Vec2) -> Option<Vec2> {
        Some(self.layout(id)?.in_area(position))
    }
}
