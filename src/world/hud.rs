//! The world's and the context's part of the heads-up display. Games reach the display itself: [`World::hud`].

use glam::Vec2;

use super::{Context, Event, World};
use crate::assets::Assets;
use crate::hud::{InputContext, Response};
use crate::input::InputEvent;
use crate::scene::cell_size;

impl World {
    /// Draws the heads-up display anew if it has changed. `screen` is the view's size in characters.
    pub(crate) fn draw_views(&mut self, assets: &mut Assets, screen: Vec2) {
        self.update_hud();
        self.hud.redraw(assets, screen);
    }

    /// Tells the display the level and the step. When either changes, and whenever it is drawn: games may put the display
    /// of another world into this one.
    pub(super) fn update_hud(&mut self) {
        let cell = cell_size(self.unit());
        self.hud.follow_world(self.level, self.step, cell);
    }
}

impl Context<'_> {
    /// Offers one of the player's input events to the heads-up display, and delivers what follows. Returns whether it
    /// consumed the event.
    pub(super) fn hud_consumes_input(&mut self, event: &InputEvent) -> bool {
        let world = &mut *self.world;
        let input = InputContext {
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
