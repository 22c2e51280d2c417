//! A description of the machine.

use std::fs;

/// The machine and the build of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Machine {
    /// Version of the engine.
    pub(crate) version: String,
    /// `release` or `debug`.
    pub(crate) build: String,
    /// Model of the processor, or its architecture.
    pub(crate) cpu: String,
    /// Number of threads that run at once.
    pub(crate) cores: u64,
    /// Name and version of the operating system.
    pub(crate) system: String,
}

impl Machine {
    /// Returns the description of this machine.
    pub(crate) fn this() -> Self {
        let cores = std::thread::available_parallelism();
        Self {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            build: match cfg!(debug_assertions) {
                true => "debug".to_owned(),
                false => "release".to_owned(),
            },
            cpu: cpu().unwrap_or_else(|| std::env::consts::ARCH.to_owned()),
            cores: cores.map_or(1, |cores| cores.get() as u64),
            system: system().unwrap_or_else(|| std::env::consts::OS.to_owned()),
        }
    }
}

/// Returns the bytes of this process that are in memory. `None` if the system does not report it.
pub(crate) fn resident_bytes() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let kib = value(&status, "VmRSS", ':')?;
    let kib: u64 = kib.trim_end_matches("kB").trim().parse().ok()?;
    Some(1024 * kib)
}

/// Returns the model of the processor, on Linux.
fn cpu() -> Option<String> {
    let text = fs::read_to_string("/proc/cpuinfo").ok()?;
    value(&text, "model name", ':').map(str::to_owned)
}

/// Returns the system and its kernel, on Linux.
fn system() -> Option<String> {
    let kernel = fs::read_to_string("/proc/sys/kernel/osrelease").ok()?;
    let release = fs::read_to_string("/etc/os-release").unwrap_or_default();
    let name = value(&release, "PRETTY_NAME", '=').unwrap_or("Linux");
    Some(format!(
        "{}, kernel {}",
        name.trim_matches('"'),
        kernel.trim()
    ))
}

/// Returns the value of the first line with this name.
fn value<'a>(text: &'a str, name: &str, sign: char) -> Option<&'a str> {
    let mut lines = text.lines().filter_map(|line| line.split_once(sign));
    let found = lines.find(|(found, _)| found.trim() == name);
    found.map(|(_, value)| value.trim())
}
