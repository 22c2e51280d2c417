//! Processor time and memory of the process.

#![expect(
    unreachable_pub,
    reason = "a program has no outside: here, `pub` marks what the other files may use"
)]

use std::time::Duration;

/// Returns the processor time of all threads so far; on Linux, only of those still running. `None` if the system does
/// not report it.
pub fn cpu_time() -> Option<Duration> {
    system::cpu_time()
}

/// Returns the peak memory of the process in MiB. `None` if the system does not report it.
pub fn peak_memory_mib() -> Option<f64> {
    Some(system::peak_memory_bytes()? as f64 / f64::from(1 << 20))
}

#[cfg(target_os = "linux")]
mod system {
    use std::fs;
    use std::time::Duration;

    /// Returns the processor time without threads that have ended. Threads that draw run as long as the game.
    pub(super) fn cpu_time() -> Option<Duration> {
        // `schedstat` counts nanoseconds. `/proc/self/stat` counts ticks of 10 ms, which is about the duration of a
        // frame.
        let threads = fs::read_dir("/proc/self/task").ok()?;
        let nanoseconds = threads.flatten().filter_map(|thread| {
            let text = fs::read_to_string(thread.path().join("schedstat")).ok()?;
            text.split_ascii_whitespace().next()?.parse::<u64>().ok()
        });
        Some(Duration::from_nanos(nanoseconds.sum()))
    }

    pub(super) fn peak_memory_bytes() -> Option<u64> {
        let status = fs::read_to_string("/proc/self/status").ok()?;
        let line = status
            .lines()
            .find_map(|line| line.strip_prefix("VmHWM:"))?;
        let kib: u64 = line.trim().trim_end_matches("kB").trim().parse().ok()?;
        Some(kib * 1024)
    }
}

#[cfg(any(target_vendor = "apple", target_os = "freebsd"))]
mod system {
    use std::time::Duration;

    use nix::sys::resource::{UsageWho, getrusage};
    use nix::sys::time::TimeVal;

    pub(super) fn cpu_time() -> Option<Duration> {
        let usage = getrusage(UsageWho::RUSAGE_SELF).ok()?;
        Some(duration(usage.user_time())? + duration(usage.system_time())?)
    }

    pub(super) fn peak_memory_bytes() -> Option<u64> {
        let usage = getrusage(UsageWho::RUSAGE_SELF).ok()?;
        let unit = if cfg!(target_vendor = "apple") {
            1
        } else {
            1024
        };
        Some(u64::try_from(usage.max_rss()).ok()? * unit)
    }

    fn duration(time: TimeVal) -> Option<Duration> {
        let seconds = u64::try_from(time.tv_sec()).ok()?;
        let microseconds = u64::try_from(time.tv_usec()).ok()?;
        Some(Duration::from_secs(seconds) + Duration::from_micros(microseconds))
    }
}

#[cfg(windows)]
mod system {
    use std::time::Duration;

    use winsafe::HPROCESS;

    pub(super) fn cpu_time() -> Option<Duration> {
        let (_, _, kernel, user) = HPROCESS::GetCurrentProcess().GetProcessTimes().ok()?;
        // The times are in units of 100 ns.
        let [kernel, user] = [kernel, user].map(u64::from);
        Some(Duration::from_micros(kernel + user) / 10)
    }

    pub(super) fn peak_memory_bytes() -> Option<u64> {
        let memory = HPROCESS::GetCurrentProcess().GetProcessMemoryInfo().ok()?;
        u64::try_from(memory.PeakWorkingSetSize).ok()
    }
}

#[cfg(not(any(
    target_os = "linux",
    target_vendor = "apple",
    target_os = "freebsd",
    windows
)))]
mod system {
    use std::time::Duration;

    pub(super) fn cpu_time() -> Option<Duration> {
        None
    }

    pub(super) fn peak_memory_bytes() -> Option<u64> {
        None
    }
}

#[cfg(all(test, any(target_os = "linux", target_vendor = "apple", windows)))]
mod tests {
    use std::time::Instant;

    use super::*;

    #[test]
    fn processor_time_grows_during_a_calculation() {
        let mut least = cpu_time().expect("this system reports it");
        let begin = Instant::now();
        let mut sum = 0_u64;
        // Some systems update the clock only every 16 ms. On Linux, the time of another test's thread disappears when
        // it ends.
        loop {
            let now = cpu_time().unwrap();
            if now >= least + Duration::from_millis(50) {
                break;
            }
            least = least.min(now);
            for number in 0..100_000 {
                sum = std::hint::black_box(sum.wrapping_add(number));
            }
            assert!(
                begin.elapsed() < Duration::from_secs(60),
                "no processor's time has passed in a minute"
            );
        }
    }

    #[test]
    fn peak_memory_includes_freed_memory() {
        let mib = 64;
        let filled = std::hint::black_box(vec![1_u8; mib << 20]);
        drop(filled);
        let peak = peak_memory_mib().expect("this system reports it");
        assert!((mib as f64..16_384.0).contains(&peak), "{peak} MiB");
    }
}
