//! Receivers of signals: an app's functions for the values that its game sends out of the core.

use core::any::{Any, TypeId, type_name};
use core::fmt;

use crate::base::logging::LogOnce;
use crate::base::panics;
use crate::world::Signals;

/// Calls one receiver with a value of its type.
type Receive = Box<dyn FnMut(&dyn Any) + Send>;

/// A function that receives the signals of one type.
struct Receiver {
    type_id: TypeId,
    type_name: &'static str,
    /// `None` once it has panicked.
    receive: Option<Receive>,
}

/// The receivers of an app's signals.
#[derive(Default)]
pub(crate) struct SignalReceivers {
    receivers: Vec<Receiver>,
    /// Types without a receiver that were logged.
    reported: LogOnce,
}

impl fmt::Debug for SignalReceivers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.receivers.iter().map(|receiver| receiver.type_name);
        f.debug_list().entries(names).finish()
    }
}

impl SignalReceivers {
    /// Adds a receiver of the signals of type `T`.
    pub(crate) fn add<T: Send + 'static>(&mut self, mut receive: impl FnMut(&T) + Send + 'static) {
        self.receivers.push(Receiver {
            type_id: TypeId::of::<T>(),
            type_name: type_name::<T>(),
            receive: Some(Box::new(move |value| {
                if let Some(value) = value.downcast_ref() {
                    receive(value);
                }
            })),
        });
    }

    /// Takes all signals and calls the receivers of each in the order of adding.
    pub(crate) fn deliver(&mut self, signals: &mut Signals) {
        // This is checked first, because most steps send no signals.
        if !signals.is_empty() {
            signals.deliver(|name, value| self.receive(name, value));
        }
    }

    fn receive(&mut self, type_name: &'static str, value: &dyn Any) {
        let type_id = value.type_id();
        let mut is_heard = false;
        for receiver in &mut self.receivers {
            if receiver.type_id == type_id {
                // A receiver that has panicked counts as one, too: the panic was logged, so no missing receiver is
                // reported.
                is_heard = true;
                receiver.call(value);
            }
        }
        if !is_heard && self.reported.is_new(type_name) {
            log::warn!("signals of type `{type_name}` have no receiver: see `App::on_signal`");
        }
    }
}

impl Receiver {
    /// Calls the function. If it panics, it is never called again.
    fn call(&mut self, value: &dyn Any) {
        let Some(receive) = &mut self.receive else {
            return;
        };
        if let Err(panic) = panics::caught(|| receive(value)) {
            let (message, place) = (panics::message(&*panic), panics::last_location());
            let name = self.type_name;
            log::error!(
                "a receiver of signals of type `{name}` panicked{place}: {message}; it is not called again"
            );
            self.receive = None;
        }
    }
}
