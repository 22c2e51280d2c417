//! Asset paths, which are relative to one root and never leave it.
//!
//! [`read_capped`] reads every asset file. It validates the path as text, with the same result on every system, then
//! resolves links. It only opens regular files, and reads at most as many bytes as the caller allows.

use core::fmt;
use std::fs::{self, File};
use std::io;
#[cfg(any(feature = "aseprite", feature = "tiled", feature = "ldtk"))]
use std::path::Component;
use std::path::{Path, PathBuf};

use crate::files::{FileFault, read_regular};

/// The largest length of a path in bytes.
pub const MAX_PATH_BYTES: usize = 1024;

/// Why an asset's file could not be read.
#[derive(Debug)]
pub struct PathError {
    /// The requested path, truncated if it is very long.
    pub path: String,
    /// The asset root.
    pub root: PathBuf,
    /// The reason.
    pub fault: PathFault,
}

/// Why an asset's path or file was rejected.
#[derive(Debug)]
#[non_exhaustive]
pub enum PathFault {
    /// The path is empty.
    Empty,
    /// The path is longer than [`MAX_PATH_BYTES`].
    TooLong,
    /// The path is not UTF-8, or has a NUL or another control character in it.
    Unprintable,
    /// The path, or a link in it, leads out of the root.
    Outside,
    /// The path leads to a folder, a pipe or a device.
    NotAFile,
    /// The file is larger than the limit for its kind.
    TooLarge {
        /// The limit in bytes.
        limit: u64,
    },
    /// The file could not be found or read.
    Io(io::Error),
}

impl fmt::Display for PathError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { path, root, fault } = self;
        let root = root.display();
        match fault {
            PathFault::Empty => write!(f, "an empty path: name a file below {root}"),
            PathFault::TooLong => {
                write!(f, "{path}: the path is longer than {MAX_PATH_BYTES} bytes")
            }
            PathFault::Unprintable => {
                write!(f, "{path}: a path must be UTF-8 without control characters")
            }
            PathFault::Outside => write!(
                f,
                "{path}: outside the asset root {root}: use a path relative to it, without `..`"
            ),
            PathFault::NotAFile => write!(f, "{path}: not a regular file in {root}"),
            PathFault::TooLarge { limit } => {
                write!(
                    f,
                    "{path}: larger than {limit} bytes, the limit for its kind"
                )
            }
            PathFault::Io(error) if error.kind() == io::ErrorKind::NotFound => write!(
                f,
                "{path}: not found in {root}: check the name, or set another asset root"
            ),
            PathFault::Io(error) => write!(f, "{path}: could not be read in {root}: {error}"),
        }
    }
}

impl core::error::Error for PathError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match &self.fault {
            PathFault::Io(error) => Some(error),
            _ => None,
        }
    }
}

/// Returns the default asset root: the executable's folder, or the current folder if that is not known.
pub(super) fn default_root() -> PathBuf {
    // The current folder is the second choice: it depends on how the program was started.
    let executable = std::env::current_exe().ok();
    executable
        .as_deref()
        .and_then(Path::parent)
        .map_or_else(|| PathBuf::from("."), Path::to_path_buf)
}

/// Returns the file that `relative` names below `root`, as a path without links.
///
/// # Errors
/// The path is empty, absolute, too long or not text, leads out of the root by `..`, a drive or a link, or
/// does not exist.
pub(super) fn resolve(root: &Path, relative: &Path) -> Result<PathBuf, PathError> {
    find(root, relative).map_err(|fault| PathError {
        // The path is truncated for the log: it may be too long, which is then the error.
        path: relative.display().to_string().chars().take(200).collect(),
        root: root.to_path_buf(),
        fault,
    })
}

/// Returns the path of a file that another file names relative to itself, without `.` and, where possible, `..`.
/// Tilesets often lie next to the map's folder. Old versions of Tiled wrote backslashes on Windows.
#[cfg(any(feature = "aseprite", feature = "tiled", feature = "ldtk"))]
pub(crate) fn beside(file: &Path, source: &str) -> PathBuf {
    let folder = file.parent().unwrap_or_else(|| Path::new(""));
    let mut plain = PathBuf::new();
    // A path that is too long is refused when its file is read.
    let letters = source.chars().take(MAX_PATH_BYTES + 1);
    let source: String = letters
        .map(|letter| if letter == '\\' { '/' } else { letter })
        .collect();
    for part in folder.join(source).components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir if plain.file_name().is_some() => {
                plain.pop();
            }
            _ => plain.push(part),
        }
    }
    plain
}

/// Reads the file that `relative` names below `root`, if it has at most `limit` bytes.
///
/// # Errors
/// Those of [`resolve`]. The file is not a regular file (a pipe could block the game, and is never opened), is larger
/// than `limit`, or cannot be read.
pub(super) fn read_capped(root: &Path, relative: &Path, limit: u64) -> Result<Vec<u8>, PathError> {
    open_capped(root, relative, limit).map(|(bytes, _)| bytes)
}

/// Like [`read_capped`]. Also returns the opened file, to read parts of it again.
pub(super) fn open_capped(
    root: &Path,
    relative: &Path,
    limit: u64,
) -> Result<(Vec<u8>, File), PathError> {
    let file = resolve(root, relative)?;
    read_regular(&file, limit).map_err(|fault| PathError {
        path: relative.display().to_string(),
        root: root.to_path_buf(),
        fault: fault.into(),
    })
}

fn find(root: &Path, relative: &Path) -> Result<PathBuf, PathFault> {
    check_text(relative)?;
    // Resolves the root, too: if it is a link, no resolved path starts with it.
    let root = fs::canonicalize(root).map_err(PathFault::Io)?;
    let file = fs::canonicalize(root.join(relative)).map_err(PathFault::Io)?;
    // Compares components, not characters: `assets-old` is not below `assets`.
    match file.starts_with(&root) {
        true => Ok(file),
        false => Err(PathFault::Outside),
    }
}

/// Applies the rules that need no disk. A path must not name different files on different systems. On every system, a
/// backslash therefore counts as a separator, and a colon is refused, because it names a drive or a stream of a file on
/// Windows.
fn check_text(path: &Path) -> Result<(), PathFault> {
    let text = path.to_str().ok_or(PathFault::Unprintable)?;
    if text.is_empty() {
        return Err(PathFault::Empty);
    }
    if text.len() > MAX_PATH_BYTES {
        return Err(PathFault::TooLong);
    }
    if text.chars().any(char::is_control) {
        return Err(PathFault::Unprintable);
    }
    let separators = ['/', '\\'];
    // `..` is refused even where it would stay below the root: after a link it leads elsewhere, which depends on the
    // disk.
    let climbs = text.split(separators).any(|part| part == "..");
    if path.is_absolute() || text.starts_with(separators) || text.contains(':') || climbs {
        return Err(PathFault::Outside);
    }
    Ok(())
}

impl From<FileFault> for PathFault {
    fn from(fault: FileFault) -> Self {
        match fault {
            FileFault::NotAFile => Self::NotAFile,
            FileFault::TooLarge { limit } => Self::TooLarge { limit },
            FileFault::Io(error) => Self::Io(error),
            // These faults only occur for the game's own folder and files, not for assets.
            FileFault::NoHome | FileFault::Name => Self::Io(io::ErrorKind::NotFound.into()),
        }
    }
}

#[cfg(test)]
mod tests;
