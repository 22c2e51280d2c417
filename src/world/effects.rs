//! The outbox of effects: values for the program outside of the core, such as sounds to play.
//!
//! Effects leave the core and never come back: they are in no snapshot and in no checksum, and no step depends on them.

use core::any::{Any, TypeId, type_name};
use core::fmt;
use std::collections::VecDeque;

/// The effects of a core that were not taken yet, of any types, in the order in which the game sent them with
/// [`Context::effect`](super::Context::effect).
///
/// The program that steps a core handles them. An [`App`](crate::app::App) delivers them after every step, and a
/// [`Harness`](crate::app::Harness) keeps them for the test. A program that steps a [`Core`](super::Core) directly
/// takes them after every step ([`Effects::take`], [`Effects::deliver`]), or drops them ([`Effects::clear`]).
///
/// A repeated step, after [`Core::restore`](super::Core::restore), sends its effects again. To rewind or replay without
/// output, silence them with [`Effects::set_silent`]. Restoring does not affect effects that still wait.
///
/// ```
/// # use damselfly::world::{Core, CoreSettings, StepInput};
/// # use damselfly::assets::Assets;
/// #[derive(Debug, PartialEq)]
/// struct Beep;
///
/// # let mut core = Core::new(&CoreSettings::default(), Assets::new(Default::default()));
/// let before = core.snapshot();
/// core.step_with(StepInput::next(&core), |cx| cx.effect(Beep));
/// assert_eq!(core.effects.take::<Beep>(), [Beep]);
///
/// // The same step again, in silence.
/// core.restore(&before);
/// core.effects.set_silent(true);
/// core.step_with(StepInput::next(&core), |cx| cx.effect(Beep));
/// assert_eq!(core.effects.take::<Beep>(), []);
/// ```
#[derive(Default)]
pub struct Effects {
    /// A queue for each type, in the order of first use. They stay, so that effects allocate nothing once warm.
    kinds: Vec<EffectQueue>,
    /// The kind of each effect, as an index: the order among all types.
    order: VecDeque<usize>,
    silent: bool,
    refused: u64,
}

/// The effects of one type.
struct EffectQueue {
    id: TypeId,
    name: &'static str,
    values: Box<dyn AnyQueue>,
}

/// A queue of values of one type.
trait AnyQueue: Any + Send {
    /// Removes the first value, and hands it over if there is one.
    fn pop(&mut self, receive: &mut dyn FnMut(&dyn Any));
    fn clear(&mut self);
    fn as_any_mut(&mut self) -> &mut dyn Any;
}

impl<T: Send + 'static> AnyQueue for VecDeque<T> {
    fn pop(&mut self, receive: &mut dyn FnMut(&dyn Any)) {
        if let Some(value) = self.pop_front() {
            receive(&value);
        }
    }

    fn clear(&mut self) {
        Self::clear(self);
    }

    fn as_any_mut(&mut self) -> &mut dyn Any {
        self
    }
}

impl Effects {
    // More than any step needs. Without a limit, a core whose effects are never taken would grow without end.
    /// The largest number of effects that wait: 65 536. Further ones are dropped and counted.
    pub const LIMIT: usize = 65_536;

    /// Returns the number of effects that wait to be taken.
    pub fn len(&self) -> usize {
        self.order.len()
    }

    /// Returns whether no effect waits.
    pub fn is_empty(&self) -> bool {
        self.order.is_empty()
    }

    /// Returns the number of effects dropped because [`Effects::LIMIT`] of them waited.
    pub fn refused(&self) -> u64 {
        self.refused
    }

    /// Makes effects be dropped when they are sent, for repeated steps, or kept again. Waiting effects stay. Defaults
    /// to false.
    pub fn set_silent(&mut self, silent: bool) {
        self.silent = silent;
    }

    /// Returns whether effects are dropped when they are sent.
    pub fn is_silent(&self) -> bool {
        self.silent
    }

    /// Takes the effects of one type, in order. Effects of other types stay.
    pub fn take<T: Send + 'static>(&mut self) -> Vec<T> {
        let Some(kind) = self.find::<T>() else {
            return Vec::new();
        };
        self.order.retain(|&other| other != kind);
        self.queue::<T>(kind)
            .map_or_else(Vec::new, |queue| queue.drain(..).collect())
    }

    /// Takes all effects in order: calls `receive` with the name of each one's type, path included, and with the value,
    /// for `downcast_ref`.
    ///
    /// ```
    /// # use damselfly::world::{Core, CoreSettings};
    /// # use damselfly::assets::Assets;
    /// # let mut core = Core::new(&CoreSettings::default(), Assets::new(Default::default()));
    /// core.context().effect(7_u8);
    /// core.context().effect("seven");
    /// let mut heard = Vec::new();
    /// core.effects.deliver(|name, value| heard.push((name, value.is::<u8>())));
    /// assert_eq!(heard, [("u8", true), ("&str", false)]);
    /// assert!(core.effects.is_empty());
    /// ```
    pub fn deliver(&mut self, mut receive: impl FnMut(&'static str, &dyn Any)) {
        while let Some(kind) = self.order.pop_front() {
            let EffectQueue { name, values, .. } = &mut self.kinds[kind];
            values.pop(&mut |value| receive(name, value));
        }
    }

    /// Drops all waiting effects.
    pub fn clear(&mut self) {
        self.order.clear();
        for kind in &mut self.kinds {
            kind.values.clear();
        }
    }

    /// Adds an effect at the end, unless the outbox is silent or full.
    pub(super) fn send<T: Send + 'static>(&mut self, effect: T) {
        if self.silent {
            return;
        }
        if self.len() >= Self::LIMIT {
            self.refused += 1;
            if self.refused == 1 {
                log::warn!(
                    "{} effects wait and nobody takes them; further ones are dropped and counted",
                    self.len()
                );
            }
            return;
        }
        let kind = self.find::<T>().unwrap_or_else(|| {
            self.kinds.push(EffectQueue {
                id: TypeId::of::<T>(),
                name: type_name::<T>(),
                values: Box::new(VecDeque::<T>::new()),
            });
            self.kinds.len() - 1
        });
        if let Some(queue) = self.queue(kind) {
            queue.push_back(effect);
            self.order.push_back(kind);
        }
    }

    fn find<T: 'static>(&self) -> Option<usize> {
        // A linear search, because a game has few types of effects.
        let id = TypeId::of::<T>();
        self.kinds.iter().position(|kind| kind.id == id)
    }

    fn queue<T: 'static>(&mut self, kind: usize) -> Option<&mut VecDeque<T>> {
        self.kinds[kind].values.as_any_mut().downcast_mut()
    }
}

impl fmt::Debug for Effects {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.order.iter().map(|&kind| self.kinds[kind].name);
        f.debug_list().entries(names).finish()
    }
}
