//! The location and message of caught panics.
//!
//! Uses two thread-local values, because a panic hook and the code that catches a panic have no other way to exchange
//! data.

use core::any::Any;
use std::cell::{Cell, RefCell};
use std::panic::PanicHookInfo;

thread_local! {
    static CAUGHT: Cell<bool> = const { Cell::new(false) };
    /// Written by the app's panic hook: the payload of a caught panic has no location.
    static LAST_LOCATION: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Stores the location of the panic that is starting. For a panic hook.
pub(crate) fn store_location(info: &PanicHookInfo<'_>) {
    LAST_LOCATION.with(|last| {
        // Not `borrow_mut`, because a panic within a panic hook aborts the process.
        if let (Ok(mut last), Some(at)) = (last.try_borrow_mut(), info.location()) {
            *last = format!(" at {}:{}", at.file(), at.line());
        }
    });
}

/// Takes the location of this thread's latest panic, as ` at file:line`. Empty without a hook, and on further calls.
pub(crate) fn last_location() -> String {
    LAST_LOCATION.with(|place| {
        place
            .try_borrow_mut()
            .map(|mut place| core::mem::take(&mut *place))
            .unwrap_or_default()
    })
}

/// Runs a function and catches its panics. The caller reports them; the app's hook does not print them.
pub(crate) fn caught<R>(run: impl FnOnce() -> R) -> Result<R, Box<dyn Any + Send>> {
    // The old value is restored, because calls nest.
    let before = CAUGHT.replace(true);
    let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(run));
    CAUGHT.set(before);
    outcome
}

/// Returns whether this thread is inside [`caught`], which will catch a panic. Where panics abort, as in browsers,
/// nothing catches them.
pub(crate) fn is_caught_here() -> bool {
    cfg!(panic = "unwind") && CAUGHT.get()
}

/// Returns the message of a panic.
pub(crate) fn message(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("no message")
}
