//! The heads-up display as games reach it: the world's and the context's part of the room [`hud`](crate::hud).

use glam::Vec2;

use super::{Context, Event, World};
use crate::assets::Assets;
use crate::hud::{InputContext, Response, ViewId, ViewObject};
use crate::input::InputEvent;
use crate::scene::{Layer, cell_size};

/// The list.
impl World {
    /// Adds a view object to the heads-up display, on top of the others.
    pub fn add_view(&mut self, view: ViewObject) -> ViewId {
        self.hud.add(view)
    }

    /// Returns a view object, or `None` if it was removed.
    pub fn view(&self, id: ViewId) -> Option<&ViewObject> {
        self.hud.get(id)
    }

    /// Returns a view object to change, or `None` if it was removed.
    pub fn view_mut(&mut self, id: ViewId) -> Option<&mut ViewObject> {
        self.hud.get_mut(id)
    }

    /// Returns the value of the first view object with a label, on any level, in units of the game.
    pub fn view_value(&self, label: &str) -> Option<i64> {
        self.hud.value(label)
    }

    /// Removes a view object. Returns whether it existed.
    pub fn remove_view(&mut self, id: ViewId) -> bool {
        self.hud.remove(id)
    }

    /// Returns the heads-up display as a layer, whose unit is one character of the built-in font.
    pub fn view_layer(&self) -> &Layer {
        self.hud.layer()
    }

    /// Draws the heads-up display anew if it has changed. `screen` is the view's size in characters.
    pub(crate) fn draw_views(&mut self, assets: &mut Assets, screen: Vec2) {
        self.hud.redraw(assets, screen, self.level, self.step);
    }
}

/// Focus and input.
impl World {
    /// Returns the topmost button or text entry on the current level at a place of the view, in view units: where it was
    /// drawn last.
    pub fn view_at(&self, place: Vec2) -> Option<ViewId> {
        let place = place / cell_size(self.unit());
        self.hud.widget_at(place, self.level)
    }

    /// Returns the button or text entry that has the keyboard's focus.
    pub fn focused_view(&self) -> Option<ViewId> {
        self.hud.focused(self.level)
    }

    /// Gives the keyboard's focus to a button or a text entry, whose cursor goes to the text's end; `None` removes the
    /// focus. Returns false, and changes nothing, if there is no such widget on the current level or it is disabled.
    pub fn focus_view(&mut self, id: Option<ViewId>) -> bool {
        self.hud.set_focus(id, self.level, self.step)
    }

    /// Whether a text entry has the focus: keys are typed text then, and not meant for the game.
    pub fn is_typing(&self) -> bool {
        self.hud.typing(self.level).is_some()
    }
}

impl Context<'_> {
    /// Whether the mouse is over a button or a text entry of the heads-up display, or went down on one and is still
    /// held: what it does is not meant for the game. For code that polls [`Context::input`]; objects are not sent what
    /// the display consumes.
    pub fn is_mouse_taken(&self) -> bool {
        let is_widget = |place| self.world.view_at(place).is_some();
        // Presses of this step, too: the game's own part of a step runs before the display has handled them, and a
        // press may be released again in the same step.
        let is_press = |event: &InputEvent| match *event {
            InputEvent::MouseButton {
                pressed, position, ..
            } => pressed && is_widget(position),
            _ => false,
        };
        self.world.hud.has_mouse()
            || is_widget(self.input.mouse_position())
            || self.input.events().iter().any(is_press)
    }

    /// Offers one of the player's input events to the heads-up display, and delivers what follows. Returns whether it
    /// consumed the event.
    pub(super) fn hud_consumes_input(&mut self, event: &InputEvent) -> bool {
        let world = &mut *self.world;
        let input = InputContext {
            level: world.level,
            step: world.step,
            cell: cell_size(world.unit()),
            font: self.assets.font(),
            muted: self.input.is_muted(),
        };
        let event = match world.hud.handle_input(event, &input) {
            Response::Ignored => return false,
            Response::Consumed => return true,
            Response::Pressed(pressed) => Event::custom(pressed),
            Response::Entered(entered) => Event::custom(entered),
        };
        world.send(event);
        // Before the next input event: a button that is removed in response takes no part in that one.
        self.dispatch_queue();
        true
    }
}
