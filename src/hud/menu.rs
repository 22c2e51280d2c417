//! Menus: sets of widgets that are shown only while they are open, one above another.

use super::command::WidgetCommand;
use super::display::Hud;
use super::event::{HudSent, MenuToggled};
use super::widget::WidgetId;
use crate::base::checksum::{Checksum, ChecksumWriter, summed};
use crate::base::outcome::Outcome;

/// Maximum number of menus that are open above one another.
const MOST_OPEN: usize = 32;

/// The open menus. The last is on top: only its widgets are shown and take input.
#[derive(Clone, Debug, Default)]
pub(super) struct MenuStack {
    open: Vec<OpenMenu>,
    /// Step when the player last closed a menu.
    closed_in: Option<u64>,
    /// Step when the game last toggled a menu.
    toggled_in: Option<u64>,
}

/// An open menu.
#[derive(Clone, Copy, Debug)]
struct OpenMenu {
    name: &'static str,
    /// Widget with the focus when it was opened.
    focus_before: Option<WidgetId>,
}

summed!(OpenMenu: name, focus_before);

impl Checksum for MenuStack {
    // Adds nothing without menus, so that older recordings have the same checksums. The steps of changes have no effect
    // in later steps.
    fn write_checksum(&self, sum: &mut ChecksumWriter) {
        if !self.open.is_empty() {
            self.open.write_checksum(sum);
        }
    }
}

impl MenuStack {
    /// Returns the name of the menu on top.
    pub(super) fn top(&self) -> Option<&'static str> {
        self.open.last().map(|menu| menu.name)
    }
}

/// Methods for menus: widgets with a [`menu`](super::Widget::menu) are shown only while it is the topmost open one.
///
/// While a menu is open, only its widgets take input. Widgets without a menu stay visible, but inactive. One of its
/// widgets always has the focus. Arrow keys, the left stick and the directional pad move it. Escape or the east button
/// of a gamepad closes the menu.
impl Hud {
    /// Opens a menu above the others, and gives the focus to its first widget that can have it. If the menu is already
    /// open, closes all menus above it instead. `Refused` and counted if 32 menus are open.
    ///
    /// ```
    /// # use damselfly::app::{Harness, Options};
    /// use damselfly::prelude::*;
    ///
    /// # fn main() -> Result<(), Error> {
    /// # let app = App::new("Menu", Options::default()).cells(60, 20);
    /// let mut game = Harness::start(app, |cx| {
    ///     cx.hud.add(Widget::button("Play").menu("main").closes_menu());
    ///     cx.hud.add(Widget::button("Settings").menu("main").opens("settings"));
    ///     cx.hud.add(Widget::slider("Volume", 0..=10).value(7).menu("settings"));
    ///     cx.hud.open_menu("main");
    ///     Ok(())
    /// })?;
    /// game.step();
    /// assert!(game.shows("║   Play   ║"));
    /// game.tap(Key::Down);
    /// game.tap(Key::Enter);
    /// game.step();
    /// assert_eq!(game.world().hud.open_menu_name(), Some("settings"));
    /// assert!(game.shows("Volume"));
    /// # Ok(())
    /// # }
    /// ```
    #[doc(alias("push_menu", "popup", "show"))]
    pub fn open_menu(&mut self, name: &'static str) -> Outcome {
        if let Some(at) = self.menus.open.iter().position(|menu| menu.name == name) {
            while self.menus.open.len() > at + 1 {
                self.close_menu();
            }
            return Outcome::Done;
        }
        if self.menus.open.len() == MOST_OPEN {
            self.refuse(&format_args!(
                "cannot open the menu {name:?}: {MOST_OPEN} menus are open, which is the limit"
            ));
            return Outcome::Refused;
        }
        self.end_capture();
        self.silence_held_directions();
        let focus_before = self.keyboard.widget.take();
        self.menus.open.push(OpenMenu { name, focus_before });
        self.mark_changed();
        self.focus_first();
        self.send(HudSent::Toggled(MenuToggled {
            menu: name,
            is_open: true,
        }));
        Outcome::Done
    }

    /// Closes the topmost menu, and gives the focus back to the widget that had it before. `Gone` if none is open.
    pub fn close_menu(&mut self) -> Outcome {
        self.end_capture();
        let Some(OpenMenu { name, focus_before }) = self.menus.open.pop() else {
            return Outcome::Gone;
        };
        self.mark_changed();
        self.silence_held_directions();
        if !self.focus(focus_before).is_done() {
            self.keyboard.widget = None;
        }
        self.send(HudSent::Toggled(MenuToggled {
            menu: name,
            is_open: false,
        }));
        Outcome::Done
    }

    /// Keeps held directions from repeating in another menu.
    fn silence_held_directions(&mut self) {
        self.pads.silence();
        self.keyboard.command_key = None;
    }

    /// Closes all menus. `Gone` if none is open.
    pub fn close_menus(&mut self) -> Outcome {
        let was_open = self.close_menu();
        while self.close_menu().is_done() {}
        was_open
    }

    /// Opens a menu if none is open, otherwise closes all menus. Does nothing if the player has closed a menu in this
    /// step, or after another call in this step. After a call, Escape closes no menu until the next step. The game can
    /// therefore use Escape for this call, both in code that polls and in event hooks.
    pub fn toggle_menu(&mut self, name: &'static str) -> Outcome {
        let now = Some(self.step);
        let is_answered = self.menus.closed_in == now || self.menus.toggled_in == now;
        // The key may be meant for a widget that waits for one.
        if is_answered || self.capturing().is_some() {
            return Outcome::Done;
        }
        self.menus.toggled_in = now;
        if self.menus.open.is_empty() {
            self.open_menu(name)
        } else {
            self.close_menus()
        }
    }

    /// Returns the name of the topmost open menu. A game usually stands still while one is open: see the guide's chapter
    /// on the display.
    pub fn open_menu_name(&self) -> Option<&'static str> {
        self.menus.top()
    }

    /// Lets later calls of [`Hud::toggle_menu`] in this step do nothing.
    pub(super) fn refuse_toggles(&mut self) {
        self.menus.toggled_in = Some(self.step);
    }

    /// Closes the topmost menu, or all, at the player's command.
    pub(super) fn close_by_player(&mut self, all: bool) -> bool {
        let outcome = if all {
            self.close_menus()
        } else {
            self.close_menu()
        };
        if outcome.is_done() {
            self.menus.closed_in = Some(self.step);
        }
        outcome.is_done()
    }

    /// Gives the focus to the first widget that can have it, if a menu is open and no widget has the focus.
    pub(super) fn focus_first(&mut self) {
        if self.menus.top().is_some() && self.focused().is_none() {
            self.move_focus(false);
        }
    }

    /// Carries out a command that no widget has taken. Returns whether it did anything.
    pub(super) fn command_display(&mut self, command: WidgetCommand) -> bool {
        match command {
            WidgetCommand::Cancel if self.menus.toggled_in == Some(self.step) => true,
            WidgetCommand::Cancel => self.close_by_player(false),
            _ if command.is_direction() => self.move_focus_towards(command),
            _ => false,
        }
    }
}
