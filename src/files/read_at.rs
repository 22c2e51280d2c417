//! Reads parts of an open file.

use std::fs::File;
use std::io;

/// Whether [`read_exact_at`] works on this system.
pub(crate) const CAN_READ_AT: bool = cfg!(any(unix, windows));

/// Fills `bytes` from a position of a file on. Several threads may read the same file.
///
/// # Errors
/// The file cannot be read, or ends before.
#[cfg(unix)]
pub(crate) fn read_exact_at(file: &File, bytes: &mut [u8], position: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, bytes, position)
}

/// See the other systems.
#[cfg(windows)]
pub(crate) fn read_exact_at(
    file: &File,
    mut bytes: &mut [u8],
    mut position: u64,
) -> io::Result<()> {
    while !bytes.is_empty() {
        let count = std::os::windows::fs::FileExt::seek_read(file, bytes, position)?;
        if count == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        bytes = &mut bytes[count..];
        position += count as u64;
    }
    Ok(())
}

/// See the other systems.
#[cfg(not(any(unix, windows)))]
pub(crate) fn read_exact_at(_: &File, _: &mut [u8], _: u64) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}
