//! The parts of a platform that the standard library does not have in browsers, where it panics or does nothing: clocks,
//! sleeping, arguments, the console, exiting.
//!
//! The engine calls these instead of the standard library. A leaf: it knows nothing of games, and imports no other room.

#[cfg(not(target_arch = "wasm32"))]
mod native;
#[cfg(target_arch = "wasm32")]
mod web;

#[cfg(not(target_arch = "wasm32"))]
pub(crate) use native::{
    HAS_THREADS, Instant, arguments, data_folder, exit, log_line, process_id, program, receive,
    sleep, standard_error, standard_output, system_time, take_panic_hook,
};
#[cfg(target_arch = "wasm32")]
pub(crate) use web::{
    HAS_THREADS, Instant, arguments, data_folder, exit, log_line, process_id, program, receive,
    sleep, standard_error, standard_output, system_time, take_panic_hook,
};
