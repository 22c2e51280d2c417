//! What the process has used, where the system tells it in a file.

use std::time::Duration;

/// How long the process's threads have run so far, those that ended left out.
pub(crate) fn cpu_time() -> Option<Duration> {
    let threads = std::fs::read_dir("/proc/self/task").ok()?;
    let nanoseconds = threads.flatten().filter_map(|thread| {
        let text = std::fs::read_to_string(thread.path().join("schedstat")).ok()?;
        text.split_ascii_whitespace().next()?.parse::<u64>().ok()
    });
    Some(Duration::from_nanos(nanoseconds.sum()))
}

/// The most memory the process has had at once, in MiB.
pub fn peak_memory_mib() -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kib: f64 = line.trim().trim_end_matches("kB").trim().parse().ok()?;
    Some(kib / 1024.0)
}
