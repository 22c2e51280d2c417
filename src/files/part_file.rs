//! A file that is readable while it is written, and that replaces an older one at its end.

use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use super::atomic_file::{remove_abandoned, rename};
use super::target::OutputTarget;
use super::with_ending;

/// The paths of a file that is being written. If an older file exists, the new one has `.part` added to its name until
/// it is complete.
#[derive(Debug)]
pub(crate) struct PartFile {
    /// Path of the file being written. `None` for a pipe or a device.
    path: Option<PathBuf>,
    /// Older file that this one will replace.
    replaces: Option<PathBuf>,
}

impl PartFile {
    /// Creates the file. If the file exists, the new one is written next to it, with `.part` added to its name, and
    /// replaces it on [`PartFile::replace`]. A device or a pipe is written directly. A `.part` file of a killed program
    /// is renamed and kept, and temporary files of killed programs are removed from the folder.
    ///
    /// # Errors
    /// Fails if another program writes the file, if the existing file is read-only, or if the file cannot be created.
    pub(crate) fn create(path: &Path) -> io::Result<(File, Self)> {
        let (file, path, replaces) = match OutputTarget::at(path)? {
            OutputTarget::Missing { path } => (create_new(&path)?, Some(path), None),
            OutputTarget::Special => (OpenOptions::new().write(true).open(path)?, None, None),
            OutputTarget::File {
                path: older,
                permissions,
            } => {
                refuse_if_written(&older)?;
                let part = with_ending(&older, ".part");
                keep_abandoned(&part)?;
                let file = create_new(&part)?;
                // Errors are ignored: not every file system has permissions, and the content matters more.
                file.set_permissions(permissions).ok();
                (file, Some(part), Some(older))
            }
        };
        if let Some(path) = &path {
            // The file is locked until it is closed. Errors are ignored: not every file system has locks. On Windows,
            // other programs cannot read a locked file.
            file.try_lock().ok();
            // `AtomicFile` does this, too, but some programs write no other files.
            remove_abandoned(path.parent().unwrap_or(Path::new("")));
        }
        Ok((file, Self { path, replaces }))
    }

    /// Returns whether the file is neither a pipe nor a device.
    pub(crate) fn is_regular(&self) -> bool {
        self.path.is_some()
    }

    /// Moves the complete file over the older one, if there is one.
    ///
    /// # Errors
    /// Fails if the older file cannot be replaced.
    pub(crate) fn replace(&self, file: &File) -> io::Result<()> {
        if let (Some(part), Some(older)) = (&self.path, &self.replaces) {
            file.sync_all()?;
            rename(part, older)?;
        }
        Ok(())
    }

    /// Removes the unfinished file. An older one with its name stays.
    pub(crate) fn remove(&self) {
        if let Some(path) = &self.path {
            std::fs::remove_file(path).ok();
        }
    }

    /// Adds the path of the `.part` file to an error.
    pub(crate) fn named_in(&self, error: io::Error) -> io::Error {
        match (&self.path, &self.replaces) {
            (Some(part), Some(_)) => {
                let part = part.display();
                let what = format!("{error}; the data written so far is in {part}");
                io::Error::new(error.kind(), what)
            }
            _ => error,
        }
    }
}

/// Creates a file that does not exist yet.
fn create_new(path: &Path) -> io::Result<File> {
    OpenOptions::new().write(true).create_new(true).open(path)
}

/// Fails if another program writes this file.
fn refuse_if_written(path: &Path) -> io::Result<()> {
    let file = OpenOptions::new().write(true).open(path)?;
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(written_by_another(path)),
        // Where files cannot be locked, it is unknown whether another program writes this one.
        _ => Ok(()),
    }
}

fn written_by_another(path: &Path) -> io::Error {
    let what = format!("another program is writing {}", path.display());
    io::Error::new(io::ErrorKind::ResourceBusy, what)
}

/// Renames an unfinished file of a killed program, if there is one, so that it is not overwritten: it may hold the only
/// data about a run.
///
/// # Errors
/// Fails if another program is writing the file, or if it cannot be renamed.
pub(crate) fn keep_abandoned(part: &Path) -> io::Result<()> {
    match OutputTarget::at(part)? {
        OutputTarget::File { .. } => refuse_if_written(part)?,
        OutputTarget::Missing { .. } | OutputTarget::Special => return Ok(()),
    }
    let names = (1..1000).map(|number| with_ending(part, &format!("-{number}")));
    let free = names.into_iter().find(|name| !name.exists());
    let free = free.unwrap_or_else(|| part.to_owned());
    std::fs::rename(part, &free)?;
    log::warn!(
        "renamed {}, left behind by a killed program, to {}",
        part.display(),
        free.display()
    );
    Ok(())
}
