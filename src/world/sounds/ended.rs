//! The event of a sound that has reached its end.

use std::sync::Arc;

use crate::sound::SoundId;
use crate::world::Context;
use crate::world::events::event::Event;

/// A sound has played to its end. Delivered in the step that follows from its length: to the object whose behaviour has
/// played it, and to each other object that subscribed to `SoundEnded` (see
/// [`Behavior::subscriptions`](crate::world::Behavior::subscriptions)); before the results of jobs. A sound that loops,
/// is stopped, gives way to another one or loses its object sends none.
///
/// ```
/// use damselfly::prelude::*;
/// use damselfly::sound::{SoundId, Synth};
/// use damselfly::world::SoundEnded;
///
/// #[derive(Clone, Default)]
/// struct Speaker { line: Option<SoundId> }
///
/// impl Behavior for Speaker {
///     fn step(&mut self, cx: &mut Context<'_>) {
///         if self.line.is_none() {
///             self.line = Some(cx.play("hello"));
///         }
///     }
///
///     fn event(&mut self, event: &CustomEvent, cx: &mut Context<'_>) {
///         if event.get::<SoundEnded>().is_some_and(|ended| Some(ended.sound) == self.line) {
///             cx.hud.set("Said", 1);
///         }
///     }
/// }
/// # let mut game = damselfly::app::Harness::start(App::new("Docs", Default::default()), |cx| {
/// #     cx.assets.add_sound("hello", Synth::sine().envelope(0.0, 0.1, 0.0))?;
/// #     cx.hud.add(Widget::new("Said"));
/// #     cx.spawn_with(Object::default(), Speaker::default());
/// #     Ok(())
/// # })?;
/// # game.steps(7);
/// # assert_eq!(game.world().hud.value("Said"), Some(0));
/// # game.step();
/// # assert_eq!(game.world().hud.value("Said"), Some(1));
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SoundEnded {
    /// The sound, whose id is stale.
    pub sound: SoundId,
    /// The label of its clip.
    pub label: Arc<str>,
}

impl Context<'_> {
    /// Tells of the sounds that ended at the beginning of this step, in the order of playing.
    pub(in crate::world) fn dispatch_ended_sounds(&mut self) {
        while let Some(ended) = self.world.sounds.take_ended() {
            // An event is allocated, and most sounds end without a listener.
            if !self.world.is_noticed::<SoundEnded>(ended.owner) {
                continue;
            }
            let event = Event::custom(SoundEnded {
                sound: ended.id,
                label: ended.label,
            });
            self.dispatch_arrival(ended.owner, &event);
        }
    }
}
