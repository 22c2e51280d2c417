//! The outbox of signals: values for the program outside of the core, such as sounds to play.
//!
//! Signals leave the core and never come back: they are in no snapshot and in no checksum, and no step depends on them.

use core::any::{Any, TypeId, type_name};
use core::fmt;
use std::collections::VecDeque;

/// The signals of a core that were not taken yet, of any types, in the order in which the game sent them with
/// [`Context::signal`](super::Context::signal).
///
/// The program that steps a core handles them. An [`App`](crate::app::App) delivers them after every step, and a
/// [`Harness`](crate::app::Harness) keeps them for the test. A program that steps a [`Core`](super::Core) directly
/// takes them after every step ([`Signals::take`], [`Signals::deliver`]), or drops them ([`Signals::clear`]).
///
/// A repeated step, after [`Core::restore`](super::Core::restore), sends its signals again. To rewind or replay without
/// output, silence them with [`Signals::silent`]. Restoring does not affect signals that still wait.
///
/// ```
/// # use damselfly::world::{Core, CoreSettings, StepInput};
/// # use damselfly::assets::Assets;
/// #[derive(Debug, PartialEq)]
/// struct Beep;
///
/// # let mut core = Core::new(&CoreSettings::default(), Assets::new(Default::default()));
/// let before = core.snapshot();
/// core.step_with(StepInput::next(&core), |cx| cx.signal(Beep));
/// assert_eq!(core.signals.take::<Beep>(), [Beep]);
///
/// // Repeats the step without sending signals.
/// core.restore(&before);
/// core.signals.silent = true;
/// core.step_with(StepInput::next(&core), |cx| cx.signal(Beep));
/// assert_eq!(core.signals.take::<Beep>(), []);
/// ```
#[derive(Default)]
pub struct Signals {
    /// A queue for each type, in the order of first use. Empty queues stay, so that later signals of their types
    /// allocate nothing.
    kinds: Vec<SignalQueue>,
    /// The queue of each waiting signal, as an index in `kinds`, in the order of sending among all types.
    order: VecDeque<usize>,
    /// Whether signals are dropped when they are sent. Defaults to false.
    pub silent: bool,
    refused: u64,
}

/// The signals of one type.
struct SignalQueue {
    id: TypeId,
    name: &'static str,
    values: Box<dyn AnyQueue>,
}

/// A queue of values of one type.
trait AnyQueue: Any + Send {
    /// Removes the first value, and passes it to `receive` if there is one.
    fn pop(&mut self, receive: &mut dyn FnMut(&dyn Any));
}

impl<T: Send + 'static> AnyQueue for VecDeque<T> {
    fn pop(&mut self, receive: &mut dyn FnMut(&dyn Any)) {
        if let Some(value) = self.pop_front() {
            receive(&value);
        }
    }
}

impl Signals {
    // Without a limit, a core whose signals are never taken would grow without end.
    /// The largest number of signals that wait: 65 536. Further ones are dropped and counted.
    pub const LIMIT: usize = 65_536;

    /// Returns the number of signals that wait to be taken.
    pub fn len(&self) -> usize {
        self.order.len()
    }

    /// Returns whether no signal waits.
    pub fn is_empty(&self) -> bool {
        self.order.is_empty()
    }

    /// Returns the number of signals dropped because [`Signals::LIMIT`] of them waited.
    pub fn refused(&self) -> u64 {
        self.refused
    }

    /// Takes the signals of one type, in order. Signals of other types stay.
    pub fn take<T: Send + 'static>(&mut self) -> Vec<T> {
        let Some(kind) = self.find::<T>() else {
            return Vec::new();
        };
        self.order.retain(|&other| other != kind);
        self.queue::<T>(kind)
            .map_or_else(Vec::new, |queue| queue.drain(..).collect())
    }

    /// Takes all signals in order. Calls `receive` with each signal's value, for `downcast_ref`, and with the name of
    /// its type, path included.
    ///
    /// ```
    /// # use damselfly::world::{Core, CoreSettings};
    /// # use damselfly::assets::Assets;
    /// # let mut core = Core::new(&CoreSettings::default(), Assets::new(Default::default()));
    /// core.context().signal(7_u8);
    /// core.context().signal("seven");
    /// let mut heard = Vec::new();
    /// core.signals.deliver(|name, value| heard.push((name, value.is::<u8>())));
    /// assert_eq!(heard, [("u8", true), ("&str", false)]);
    /// assert!(core.signals.is_empty());
    /// ```
    pub fn deliver(&mut self, mut receive: impl FnMut(&'static str, &dyn Any)) {
        // Signals are taken one by one: if `receive` panics, the rest still waits.
        while let Some(kind) = self.order.pop_front() {
            let SignalQueue { name, values, .. } = &mut self.kinds[kind];
            values.pop(&mut |value| receive(name, value));
        }
    }

    /// Drops all waiting signals.
    pub fn clear(&mut self) {
        self.deliver(|_, _| ());
    }

    /// Adds a signal at the end, unless the outbox is silent or full.
    pub(super) fn send<T: Send + 'static>(&mut self, signal: T) {
        if self.silent {
            return;
        }
        if self.len() >= Self::LIMIT {
            self.refused += 1;
            if self.refused == 1 {
                log::warn!(
                    "{} signals wait and are not taken; further ones are dropped and counted",
                    self.len()
                );
            }
            return;
        }
        let kind = self.find::<T>().unwrap_or_else(|| {
            self.kinds.push(SignalQueue {
                id: TypeId::of::<T>(),
                name: type_name::<T>(),
                values: Box::new(VecDeque::<T>::new()),
            });
            self.kinds.len() - 1
        });
        if let Some(queue) = self.queue(kind) {
            queue.push_back(signal);
            self.order.push_back(kind);
        }
    }

    fn find<T: 'static>(&self) -> Option<usize> {
        // A linear search, because a game has few types of signals.
        let id = TypeId::of::<T>();
        self.kinds.iter().position(|kind| kind.id == id)
    }

    fn queue<T: 'static>(&mut self, kind: usize) -> Option<&mut VecDeque<T>> {
        let values: &mut dyn Any = &mut *self.kinds[kind].values;
        values.downcast_mut()
    }
}

impl fmt::Debug for Signals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.order.iter().map(|&kind| self.kinds[kind].name);
        f.debug_list().entries(names).finish()
    }
}
