//! Where a panic that was caught came from, and what it said.

use core::any::Any;
use std::cell::{Cell, RefCell};
use std::panic::PanicHookInfo;

thread_local! {
    static CAUGHT: Cell<bool> = const { Cell::new(false) };
    /// Written by the hook that the app installs: a caught panic no longer knows its place.
    static LAST_PLACE: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Remembers where the panic that is starting came from. For a panic hook.
pub(crate) fn note_place(info: &PanicHookInfo<'_>) {
    LAST_PLACE.with(|place| {
        if let (Ok(mut place), Some(at)) = (place.try_borrow_mut(), info.location()) {
            *place = format!(" at {}:{}", at.file(), at.line());
        }
    });
}

/// ` at file:line` of this thread's latest panic, or nothing where no hook noted it. Asked once a panic.
pub(crate) fn last_place() -> String {
    LAST_PLACE.with(|place| {
        place
            .try_borrow_mut()
            .map(|mut place| core::mem::take(&mut *place))
            .unwrap_or_default()
    })
}

/// Runs something whose panics are caught and told by the caller, so that the usual hook keeps silent.
pub(crate) fn caught<R>(run: impl FnOnce() -> R) -> Result<R, Box<dyn Any + Send>> {
    let before = CAUGHT.replace(true);
    let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(run));
    CAUGHT.set(before);
    outcome
}

/// Whether a panic on this thread will be caught and told.
pub(crate) fn is_caught_here() -> bool {
    CAUGHT.get()
}

/// What a panic said.
pub(crate) fn message(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("no message")
}
