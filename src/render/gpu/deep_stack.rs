//! A thread with a large stack, for compilers of shaders.

/// Stack of a thread that compiles a shader: compilers are recursive.
const STACK_BYTES: usize = 64 << 20;

/// Returns the result of `act` on a thread with a large stack. `None` if it panics, or if there is no such thread.
pub(super) fn with_deep_stack<T: Send>(act: impl FnOnce() -> T + Send) -> Option<T> {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new()
            .name("shader".to_owned())
            .stack_size(STACK_BYTES);
        thread.spawn_scoped(scope, act).ok()?.join().ok()
    })
}
