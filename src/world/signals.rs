//! The outbox of signals: values for the program outside of the core, such as sounds to play.
//!
//! Signals leave the core and never come back: they are in no snapshot and in no checksum, and no step depends on them.

use core::any::{Any, type_name};
use core::fmt;

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
/// // The same step again, in silence.
/// core.restore(&before);
/// core.signals.silent = true;
/// core.step_with(StepInput::next(&core), |cx| cx.signal(Beep));
/// assert_eq!(core.signals.take::<Beep>(), []);
/// ```
#[derive(Default)]
pub struct Signals {
    queue: Vec<Signal>,
    /// Whether signals are dropped when they are sent. Defaults to false.
    pub silent: bool,
    refused: u64,
}

/// A value that the game sent, and the name of its type.
struct Signal {
    name: &'static str,
    value: Box<dyn Any + Send>,
}

impl Signals {
    // More than any step needs. Without a limit, a core whose signals are never taken would grow without end.
    /// The largest number of signals that wait: 65 536. Further ones are dropped and counted.
    pub const LIMIT: usize = 65_536;

    /// Returns the number of signals that wait to be taken.
    pub fn len(&self) -> usize {
        self.queue.len()
    }

    /// Returns whether no signal waits.
    pub fn is_empty(&self) -> bool {
        self.queue.is_empty()
    }

    /// Returns the number of signals dropped because [`Signals::LIMIT`] of them waited.
    pub fn refused(&self) -> u64 {
        self.refused
    }

    /// Takes the signals of one type, in order. Signals of other types stay.
    pub fn take<T: Send + 'static>(&mut self) -> Vec<T> {
        let is_wanted = |signal: &mut Signal| signal.value.is::<T>();
        let taken = self.queue.extract_if(.., is_wanted);
        taken
            .filter_map(|signal| Some(*signal.value.downcast().ok()?))
            .collect()
    }

    /// Takes all signals in order: calls `receive` with the name of each one's type, path included, and with the value,
    /// for `downcast_ref`.
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
        for Signal { name, value } in self.queue.drain(..) {
            receive(name, &*value);
        }
    }

    /// Drops all waiting signals.
    pub fn clear(&mut self) {
        self.queue.clear();
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
        self.queue.push(Signal {
            name: type_name::<T>(),
            value: Box::new(signal),
        });
    }
}

impl fmt::Debug for Signals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.queue.iter().map(|signal| signal.name);
        f.debug_list().entries(names).finish()
    }
}
