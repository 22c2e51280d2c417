//! Kinds of events that objects subscribe to.

use super::event::{CustomType, Event};
use crate::input::InputEvent;
use crate::scene::EventFlags;

/// Kinds of events that are sent to all objects. An object receives the kinds whose hooks its behaviours implement,
/// unless it withdraws: see [`ObjectMut::unsubscribe`](crate::world::ObjectMut::unsubscribe). It receives the custom
/// types that it subscribed to. Collisions, overlaps, leaving the world and events sent to the object itself reach it
/// in any case.
///
/// ```
/// # use damselfly::prelude::*;
/// #[derive(Clone)]
/// struct Hero;
///
/// impl Behavior for Hero {
///     fn step(&mut self, cx: &mut Context<'_>) {
///         cx.hud.add_to("Steps", 1);
///         cx.me().unsubscribe(Interest::Step); // no further steps
///     }
/// }
/// # let mut game = damselfly::app::Harness::start(App::new("Docs", Default::default()).cells(80, 24), |cx| {
/// #     cx.hud.add(Widget::new("Steps"));
/// #     cx.spawn_with(Object::default(), Hero);
/// #     Ok(())
/// # })?;
/// # game.steps(5);
/// # assert_eq!(game.world().hud.value("Steps"), Some(1));
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Interest {
    /// [`Event::Step`], before movement.
    Step,
    /// The phase after movement: [`Behavior::after`](crate::world::Behavior::after).
    After,
    /// The phase at a step's end, before removals: [`Behavior::finish`](crate::world::Behavior::finish).
    Finish,
    /// Keys, entered and pasted text, and changes of the window's focus.
    Keyboard,
    /// The mouse, touches, gamepads, custom devices and dropped files.
    Mouse,
    /// [`Event::Hud`].
    Hud,
    /// [`Event::LevelLeft`] and [`Event::LevelEntered`].
    Level,
    /// A custom event type: see [`Interest::of`].
    Custom(CustomType),
}

impl Interest {
    /// Returns the interest in a custom event type.
    pub fn of<T: 'static>() -> Self {
        Self::Custom(CustomType::of::<T>())
    }

    /// Returns the event flag of this kind.
    pub(crate) const fn flag(self) -> EventFlags {
        match self {
            Self::Step => EventFlags::STEP,
            Self::After => EventFlags::AFTER,
            Self::Finish => EventFlags::FINISH,
            Self::Keyboard => EventFlags::KEYBOARD,
            Self::Mouse => EventFlags::MOUSE,
            Self::Hud => EventFlags::HUD,
            Self::Level => EventFlags::LEVEL,
            // All custom types have one flag, because their number has no limit. `BehaviorTable` stores the types of
            // each object.
            Self::Custom(_) => EventFlags::CUSTOM,
        }
    }
}

impl Event {
    /// Returns the interest of the objects that receive this event when it is sent to all. `None` for an event that
    /// only reaches the objects that it concerns.
    pub(crate) fn interest(&self) -> Option<Interest> {
        match self {
            Self::Step => Some(Interest::Step),
            // A change of focus belongs to the keyboard, because losing the focus releases all keys.
            Self::Input(
                InputEvent::Key { .. }
                | InputEvent::Focus(_)
                | InputEvent::Text(_)
                | InputEvent::Preedit { .. }
                | InputEvent::Paste(_),
            ) => Some(Interest::Keyboard),
            Self::Input(_) => Some(Interest::Mouse),
            Self::Hud(_) => Some(Interest::Hud),
            Self::LevelLeft(_) | Self::LevelEntered(_) => Some(Interest::Level),
            Self::Custom(custom) => Some(Interest::Custom(custom.kind())),
            Self::Collision(_)
            | Self::OverlapBegun(_)
            | Self::OverlapEnded(_)
            | Self::OutOfBounds => None,
        }
    }
}
