//! The GPU for tests inside of the crate.

use core::fmt::Display;

use super::{GpuInstance, OffscreenRenderer, OffscreenSettings};

/// Returns a renderer on the machine's GPU. Without one, `None`, and the test says that it skipped.
///
/// # Panics
/// Panics without a GPU if `DAMSELFLY_REQUIRE_GPU` is 1.
pub(crate) fn gpu_or_skip() -> Option<OffscreenRenderer> {
    let opened = GpuInstance::new()
        .and_then(|instance| OffscreenRenderer::new(&instance, OffscreenSettings::default()));
    opened_or_skip(opened)
}

/// Returns what was opened on the machine's GPU. If that failed, `None`, and the test says that it skipped.
///
/// # Panics
/// Panics after a failure if `DAMSELFLY_REQUIRE_GPU` is 1.
pub(crate) fn opened_or_skip<T>(opened: Result<T, impl Display>) -> Option<T> {
    opened
        .inspect_err(|error| {
            let required = std::env::var_os("DAMSELFLY_REQUIRE_GPU").is_some_and(|it| it == "1");
            assert!(!required, "DAMSELFLY_REQUIRE_GPU=1: {error}");
            eprintln!("SKIPPED: no GPU: {error}");
        })
        .ok()
}
