//! View events, which change values of the display, and the events that its widgets send.

use std::borrow::Cow;

use super::view_object::ViewId;
use crate::base::checksum::summed;

/// Changes the value of every view object with a label, on the current level and on level 0.
///
/// ```
/// # use damselfly::app::{Harness, Options};
/// use damselfly::prelude::*;
///
/// # fn main() -> Result<(), Error> {
/// # let app = App::new("Points", Options::default());
/// let mut game = Harness::start(app, |cx| {
///     cx.world.add_view(ViewObject { label: "Points".into(), ..ViewObject::default() });
///     cx.world.send(ViewEvent::set("Points", 100));
///     cx.world.send_after(3, ViewEvent::add("Points", -1));
///     Ok(())
/// })?;
/// game.step();
/// assert_eq!(game.world().view_value("Points"), Some(100));
/// game.steps(2);
/// assert_eq!(game.world().view_value("Points"), Some(99));
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ViewEvent {
    /// The label of the view objects to change.
    pub label: Cow<'static, str>,
    /// The number to add, or the new value, in units of the game: any number.
    pub value: i64,
    /// Whether the number is added to the value or replaces it.
    pub change: ViewChange,
}

/// How a view event changes a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ViewChange {
    /// Adds to it, up to the ends of `i64` or of a progress bar's range.
    Add,
    /// Replaces it.
    Set,
}

summed!(ViewEvent: label, value, change);
summed!(enum ViewChange: 0 Add, 1 Set);

impl ViewEvent {
    /// Returns an event that adds to the values of a label, in units of the game.
    pub fn add(label: impl Into<Cow<'static, str>>, value: i64) -> Self {
        Self {
            label: label.into(),
            value,
            change: ViewChange::Add,
        }
    }

    /// Returns an event that replaces the values of a label, in units of the game.
    pub fn set(label: impl Into<Cow<'static, str>>, value: i64) -> Self {
        Self {
            label: label.into(),
            value,
            change: ViewChange::Set,
        }
    }
}

/// A button was pressed. Sent to every object with an interest in it: `Interest::of::<ButtonPressed>()`.
///
/// ```
/// # use damselfly::prelude::*;
/// # fn start_game(_: &mut Context<'_>) {}
/// fn on_event(event: &Event, cx: &mut Context<'_>) {
///     if let Some(pressed) = event.get::<ButtonPressed>() {
///         if pressed.label == "Start" {
///             start_game(cx);
///         }
///     }
/// }
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ButtonPressed {
    /// The button.
    pub id: ViewId,
    /// Its label.
    pub label: Cow<'static, str>,
}

/// Enter was pressed in a text entry. Sent to every object with an interest in it: `Interest::of::<TextEntered>()`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextEntered {
    /// The text entry.
    pub id: ViewId,
    /// Its label.
    pub label: Cow<'static, str>,
    /// Its text.
    pub text: String,
}
