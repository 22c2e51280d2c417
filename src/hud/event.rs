//! HUD events, which change values of the display, and the events that widgets send.

use std::borrow::Cow;

use super::value::WidgetValue;
use super::widget::WidgetId;
use crate::base::checksum::summed;
use crate::input::Binding;

/// Changes the value of every widget that has this label and belongs to the current level, visible or not.
///
/// ```
/// # use damselfly::app::{Harness, Options};
/// use damselfly::prelude::*;
///
/// # fn main() -> Result<(), Error> {
/// # let app = App::new("Points", Options::default());
/// let mut game = Harness::start(app, |cx| {
///     cx.hud.add(Widget::new("Points"));
///     cx.hud.add(Widget::new("Weapon").value("Laser"));
///     cx.send(HudEvent::set("Points", 100));
///     cx.send(HudEvent::set("Weapon", "Net"));
///     cx.send_after(3, HudEvent::add("Points", -1));
///     Ok(())
/// })?;
/// game.step();
/// assert_eq!(game.world().hud.value("Points"), Some(100));
/// assert_eq!(game.world().hud.text("Weapon"), Some("Net"));
/// game.steps(2);
/// assert_eq!(game.world().hud.value("Points"), Some(99));
/// # Ok(())
/// # }
/// ```
#[doc(alias = "EventView")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HudEvent {
    /// Label of the widgets to change.
    pub label: Cow<'static, str>,
    /// Number to add, or new value: any number, in units of the game, or a text. Adding a text, setting a progress bar
    /// to a text, and adding a number to a text are rejected and counted.
    pub value: WidgetValue,
    /// Whether the number is added to the value or replaces it.
    pub change: HudChange,
}

/// Kind of change of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum HudChange {
    /// Adds to the value, up to the limits of `i64` or of a progress bar's range.
    Add,
    /// Replaces the value.
    Set,
}

summed!(HudEvent: label, value, change);
summed!(enum HudChange: 0 Add, 1 Set);

impl HudEvent {
    /// Returns an event that adds a number, in units of the game, to the values of a label.
    pub fn add(label: impl Into<Cow<'static, str>>, number: i64) -> Self {
        Self {
            label: label.into(),
            value: number.into(),
            change: HudChange::Add,
        }
    }

    /// Returns an event that sets the values of a label to a number, in units of the game, or to a text.
    pub fn set(label: impl Into<Cow<'static, str>>, value: impl Into<WidgetValue>) -> Self {
        Self {
            label: label.into(),
            value: value.into(),
            change: HudChange::Set,
        }
    }
}

/// A button was pressed, or a custom widget replied with [`WidgetReply::Pressed`](super::WidgetReply::Pressed). Sent to
/// all objects that subscribe to it: see [`Behavior::subscriptions`](crate::world::Behavior::subscriptions).
///
/// ```
/// # use damselfly::prelude::*;
/// # fn start_game(cx: &mut Context<'_>) { cx.hud.add(Widget::new("Level")); }
/// #[derive(Clone)]
/// struct Menu;
///
/// impl Behavior for Menu {
///     fn subscriptions(&self) -> EventTypes {
///         EventTypes::of::<ButtonPressed>()
///     }
///
///     fn event(&mut self, event: &CustomEvent, cx: &mut Context<'_>) {
///         if event.get::<ButtonPressed>().is_some_and(|pressed| pressed.label == "Start") {
///             start_game(cx);
///         }
///     }
/// }
/// # let mut game = damselfly::app::Harness::start(App::new("Docs", Default::default()).cells(80, 24), |cx| {
/// #     cx.hud.add(Widget::new("Start").kind(Button::default()));
/// #     cx.spawn_with(Object::default(), Menu);
/// #     Ok(())
/// # })?;
/// # game.tap(Key::Tab);
/// # game.step();
/// # assert!(!game.shows("Level"));
/// # game.tap(Key::Enter);
/// # game.step();
/// # assert!(game.shows("Level"));
/// # Ok::<(), Error>(())
/// ```
#[doc(alias("pressed", "clicked", "Interaction"))]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ButtonPressed {
    /// The button or custom widget.
    pub id: WidgetId,
    /// Label of the widget.
    pub label: Cow<'static, str>,
}

/// Enter was pressed in a text entry. Sent to all objects that subscribe to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextEntered {
    /// The text entry.
    pub id: WidgetId,
    /// Label of the text entry.
    pub label: Cow<'static, str>,
    /// Text of the text entry.
    pub text: String,
}

/// The player has changed the value of a slider, a check box, a list, tabs or a key chooser, has answered a dialogue, or
/// a custom widget replied with [`WidgetReply::Changed`](super::WidgetReply::Changed). Sent to all objects that
/// subscribe to it. Changes by the game are not sent.
///
/// ```
/// # use damselfly::prelude::*;
/// # use core::time::Duration;
/// use damselfly::hud::ValueChanged;
/// use damselfly::sound::Bus;
///
/// #[derive(Clone)]
/// struct Settings;
///
/// impl Behavior for Settings {
///     fn subscriptions(&self) -> EventTypes {
///         EventTypes::of::<ValueChanged>()
///     }
///
///     fn event(&mut self, event: &CustomEvent, cx: &mut Context<'_>) {
///         if let Some(volume) = event.get::<ValueChanged>().and_then(|it| it.number_of("Volume")) {
///             cx.buses.set_volume(Bus::MAIN, 3.0 * (volume as f32 - 10.0), Duration::ZERO);
///         }
///     }
/// }
/// # let app = App::new("Docs", Default::default()).cells(60, 20);
/// # let mut game = damselfly::app::Harness::start(app, |cx| {
/// #     let slider = cx.hud.add(Widget::slider("Volume", 0..=10).value(10));
/// #     cx.hud.focus(Some(slider));
/// #     cx.spawn_with(Object::default(), Settings);
/// #     Ok(())
/// # })?;
/// # game.step();
/// # game.tap(Key::Left);
/// # game.step();
/// # assert_eq!(game.world().buses.target_volume(Bus::MAIN), -3.0);
/// # Ok::<(), Error>(())
/// ```
#[doc(alias("value_changed", "toggled", "item_selected"))]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueChanged {
    /// The widget.
    pub id: WidgetId,
    /// Label of the widget.
    pub label: Cow<'static, str>,
    /// The new value.
    pub value: WidgetValue,
}

impl ValueChanged {
    /// Returns the new number of the widget with this label. `None` for other widgets, and for texts.
    pub fn number_of(&self, label: &str) -> Option<i64> {
        self.value.number().filter(|_| self.label == label)
    }
}

/// A menu was opened or closed, by the player or by the game. Sent to all objects that subscribe to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MenuToggled {
    /// Name of the menu.
    pub menu: &'static str,
    /// True if it was opened, false if it was closed.
    pub is_open: bool,
}

/// An event of the display that waits for delivery.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum HudSent {
    Pressed(ButtonPressed),
    Entered(TextEntered),
    Changed(ValueChanged),
    Toggled(MenuToggled),
    /// A key chooser has chosen a key for an action.
    Bound {
        /// Name of the action.
        action: String,
        binding: Binding,
    },
    /// A text entry has copied this text to the clipboard.
    Copied(String),
    /// A text entry asks for the clipboard's text.
    PasteWanted,
}
