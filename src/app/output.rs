//! Standard output, which may be closed or full at any time: that is not a reason to panic.

use std::io::Write;

/// Writes one line to standard output. A pipe that closed early is not an error.
pub fn line(text: impl core::fmt::Display) {
    let mut out = std::io::stdout().lock();
    let _ = writeln!(out, "{text}").and_then(|()| out.flush());
}

/// Prints a checksum as SPEC has it.
pub(crate) fn checksum_line(checksum: u64, step: u64) {
    line(format_args!("checksum {checksum:016x} step {step}"));
}
