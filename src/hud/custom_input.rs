//! Passes input to custom widgets.

use glam::Vec2;

use super::custom::{WidgetInput, WidgetReply};
use super::display::Hud;
use super::event::ButtonPressed;
use super::input::Response;
use super::widget::WidgetId;
use crate::input::MouseButton;

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
        match reply {
            WidgetReply::Ignored => Response::Ignored,
            WidgetReply::Consumed => Response::Consumed,
            WidgetReply::Pressed => Response::Pressed(ButtonPressed {
                id,
                label: widget.label.clone(),
            }),
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
        match self.custom_input(id, input(at)) {
            Response::Ignored => Response::Consumed,
            response => response,
        }
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
