//! Calls of a game's functions that may panic.

use core::sync::atomic::{AtomicBool, Ordering};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{PoisonError, RwLock};

/// Addresses of functions that have panicked.
static PANICKED: RwLock<Vec<usize>> = RwLock::new(Vec::new());

/// Whether there are any.
static HAS_PANICKED: AtomicBool = AtomicBool::new(false);

/// Returns the result of a call. `None` if it panics: this is logged once, and the function is not called again.
/// `address` is that of the function.
pub(super) fn guarded<T>(address: usize, call: impl FnOnce() -> T) -> Option<T> {
    // Relaxed, because a late value only means another panic, which is handled, too.
    if HAS_PANICKED.load(Ordering::Relaxed) {
        let panicked = PANICKED.read().unwrap_or_else(PoisonError::into_inner);
        if panicked.contains(&address) {
            return None;
        }
    }
    // Sound to unwind: the call shares no changing values, and the result of a failed call is discarded.
    if let Ok(result) = catch_unwind(AssertUnwindSafe(call)) {
        return Some(result);
    }
    let mut panicked = PANICKED.write().unwrap_or_else(PoisonError::into_inner);
    if !panicked.contains(&address) {
        panicked.push(address);
        HAS_PANICKED.store(true, Ordering::Relaxed);
        log::error!("the Rust function of a material or an effect panicked: drawing without it");
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_function_that_panics_is_not_called_again() {
        let calls = core::cell::Cell::new(0);
        let call = || {
            calls.set(calls.get() + 1);
            assert_eq!(calls.get(), 0, "a mistake of a game");
        };
        assert_eq!(guarded(1, call), None);
        assert_eq!(guarded(1, call), None);
        assert_eq!(calls.get(), 1);
        assert_eq!(guarded(2, || 5), Some(5));
    }
}
