//! The graphics adapters of the machine.

/// A graphics adapter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Adapter {
    /// Name, graphics API, and whether it is software.
    pub(crate) name: String,
    /// The driver and its version; may be empty.
    pub(crate) driver: String,
}

/// Returns all adapters in the order of preference. Empty without a driver.
///
/// # Errors
/// `WGPU_BACKEND` is invalid.
#[cfg(feature = "gpu")]
pub(crate) fn adapters() -> Result<Vec<Adapter>, damselfly::Error> {
    let found = damselfly::render::gpu::GpuInstance::new()?.adapters();
    let described = found.into_iter().map(|adapter| Adapter {
        name: adapter.to_string(),
        driver: adapter.driver,
    });
    Ok(described.collect())
}

/// Without the feature `gpu`, there are none.
#[cfg(not(feature = "gpu"))]
pub(crate) fn adapters() -> Result<Vec<Adapter>, damselfly::Error> {
    Ok(Vec::new())
}

/// Returns the text of `--adapters`: a line for each adapter, with its number.
pub(crate) fn listed(adapters: &[Adapter]) -> String {
    if adapters.is_empty() {
        return "no graphics adapter".to_owned();
    }
    let line = |(number, adapter): (usize, &Adapter)| {
        let Adapter { name, driver } = adapter;
        format!("{number}: {name}, driver {driver}")
    };
    let lines: Vec<_> = adapters.iter().enumerate().map(line).collect();
    lines.join("\n")
}
