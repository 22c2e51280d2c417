//! Checks for a GPU that tests can use.

/// Returns whether there is a GPU, or a driver that emulates one. If not, reports that `test` is skipped.
///
/// # Panics
/// Panics if there is none and `DAMSELFLY_REQUIRE_GPU` is 1.
pub fn is_there(test: &str) -> bool {
    let found = any();
    if !found {
        let required = std::env::var("DAMSELFLY_REQUIRE_GPU").is_ok_and(|value| value == "1");
        assert!(!required, "DAMSELFLY_REQUIRE_GPU is 1: there is no GPU");
        eprintln!("SKIPPED: no GPU: {test}");
    }
    found
}

#[cfg(feature = "gpu")]
fn any() -> bool {
    damselfly::render::gpu::GpuInstance::new().is_ok_and(|instance| !instance.adapters().is_empty())
}

#[cfg(not(feature = "gpu"))]
fn any() -> bool {
    false
}
