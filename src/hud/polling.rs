//! The player's changes and presses in a step, for code that polls.

use super::display::Hud;
use super::event::HudSent;
use super::widget::{Widget, WidgetId};
use crate::base::checksum::{Checksum, ChecksumWriter};

/// Widgets that the player has changed or pressed since the latest call of [`Hud::begin_input`].
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct PlayerActs {
    changed: Vec<WidgetId>,
    pressed: Vec<WidgetId>,
}

impl Checksum for PlayerActs {
    // A step without changes adds nothing, so that older recordings keep their checksums. Presses of buttons add
    // nothing, either: they follow from the step's input.
    fn write_checksum(&self, sum: &mut ChecksumWriter) {
        if !self.changed.is_empty() {
            self.changed.write_checksum(sum);
        }
    }
}

/// Methods for code that polls. In the hook `step` and later hooks, behaviours see the acts of the current step.
/// [`Game::step`](crate::app::Game::step) runs before the input and sees the acts of the previous step.
impl Hud {
    /// Returns the number of the first widget with this label that the player has changed in this step. Code that polls
    /// can use this instead of the event [`ValueChanged`](super::ValueChanged).
    ///
    /// ```
    /// # use damselfly::app::{Harness, Options};
    /// # use damselfly::prelude::*;
    /// # let app = App::new("Docs", Options::default()).cells(60, 20);
    /// # let mut game = Harness::start(app, |cx| {
    /// #     let slider = cx.hud.add(Widget::slider("Speed", 0..=10).value(5));
    /// #     cx.hud.focus(Some(slider));
    /// #     Ok(())
    /// # })?;
    /// # game.tap(Key::Right);
    /// # game.step();
    /// # let cx = game.context();
    /// assert_eq!(cx.hud.just_changed("Speed"), Some(6));
    /// # game.step();
    /// # assert_eq!(game.world().hud.just_changed("Speed"), None);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn just_changed(&self, label: &str) -> Option<i64> {
        let widget = self.acted_on(&self.acts.changed, label)?;
        widget.value.number()
    }

    /// Returns whether the player has pressed a button with this label in this step, or a custom widget with this label
    /// has replied [`WidgetReply::Pressed`](super::WidgetReply::Pressed). Code that polls can use this instead of the
    /// event [`ButtonPressed`](super::ButtonPressed).
    pub fn just_pressed(&self, label: &str) -> bool {
        self.acted_on(&self.acts.pressed, label).is_some()
    }

    fn acted_on(&self, ids: &[WidgetId], label: &str) -> Option<&Widget> {
        let mut widgets = ids.iter().filter_map(|&id| self.get(id));
        widgets.find(|widget| widget.label == label)
    }

    /// Queues an event of the display.
    pub(super) fn send(&mut self, sent: HudSent) {
        match &sent {
            HudSent::Changed(changed) => self.acts.changed.push(changed.id),
            HudSent::Pressed(pressed) => self.acts.pressed.push(pressed.id),
            _ => {}
        }
        self.sent.push_back(sent);
    }

    /// Removes the next event that waits for delivery.
    pub(crate) fn next_sent(&mut self) -> Option<HudSent> {
        self.sent.pop_front()
    }

    /// Begins the input of a step: forgets the acts of the last one, and repeats a held direction of a gamepad.
    /// A muted gamepad holds nothing.
    pub(crate) fn begin_input(&mut self, is_muted: bool) {
        self.acts.changed.clear();
        self.acts.pressed.clear();
        if is_muted {
            self.pads.clear();
        }
        let command = self.pads.step();
        if let Some(command) = command.filter(|_| self.capturing().is_none()) {
            self.command(command, true);
        }
    }
}
