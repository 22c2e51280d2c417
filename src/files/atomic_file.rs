//! A file that is replaced as a whole or not at all.

use std::ffi::OsStr;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::target::OutputTarget;
use crate::platform;

/// Number of temporary names to try. Killed programs with the same process id may have left some behind.
const ATTEMPTS: u32 = 100;
/// Maximum length of a file name on Windows, in UTF-16 units.
const LONGEST_NAME: usize = 255;
/// Prefix of a temporary file's name.
const PREFIX: &str = ".damselfly-";
/// Suffix of a temporary file's name.
const SUFFIX: &str = ".tmp";

/// A temporary file next to its target. [`AtomicFile::commit`] moves it over the target; dropping it removes it.
///
/// Links are followed. A target that is not a regular file, such as a pipe or a device, cannot be replaced and is
/// written directly.
#[derive(Debug)]
pub(crate) struct AtomicFile {
    /// `None` after the commit.
    writer: Option<BufWriter<File>>,
    /// Path of the temporary file, which is removed on drop. `None` if the target itself is written, and after the
    /// temporary file has moved.
    temporary: Option<PathBuf>,
    target: PathBuf,
}

impl AtomicFile {
    /// Creates the temporary file.
    ///
    /// # Errors
    /// Fails if the target's folder does not exist or is not writable, or if the target is a folder or read-only.
    pub(crate) fn create(target: impl AsRef<Path>) -> io::Result<Self> {
        let target = target.as_ref();
        let (path, permissions) = match OutputTarget::at(target)? {
            OutputTarget::Missing { path } => return Self::next_to(path),
            OutputTarget::Special => return Self::directly(target),
            OutputTarget::File { path, permissions } => (path, permissions),
        };
        let atomic = Self::next_to(path)?;
        if let Some(writer) = &atomic.writer {
            // Errors are ignored: not every file system has permissions, and the content matters more.
            writer.get_ref().set_permissions(permissions).ok();
        }
        Ok(atomic)
    }

    /// Replaces the target after the whole file has reached the disk.
    ///
    /// # Errors
    /// Fails if something could not be written, for example on a full disk, or if the target cannot be replaced.
    pub(crate) fn commit(mut self) -> io::Result<()> {
        let Some(writer) = self.writer.take() else {
            return Ok(());
        };
        let file = writer
            .into_inner()
            .map_err(io::IntoInnerError::into_error)?;
        let Some(temporary) = &self.temporary else {
            // A pipe or a device: there is nothing to rename, and not every one can be synchronised.
            return Ok(());
        };
        // The file is synchronised before the rename. Otherwise, a system crash in between could leave an empty target.
        synchronise_and_close(file)?;
        rename(temporary, &self.target)?;
        self.temporary = None;
        Ok(())
    }

    /// Overwrites bytes, starting at offset `at`.
    ///
    /// # Errors
    /// Fails if the bytes cannot be written, or if the target is a pipe.
    pub(crate) fn write_at(&mut self, at: u64, bytes: &[u8]) -> io::Result<()> {
        let writer = self.writer()?;
        writer.seek(SeekFrom::Start(at))?;
        writer.write_all(bytes)?;
        writer.seek(SeekFrom::End(0))?;
        Ok(())
    }

    /// Creates a temporary file in the target's folder.
    ///
    /// # Errors
    /// Fails if the target has no file name, or if no file can be created in its folder.
    fn next_to(target: PathBuf) -> io::Result<Self> {
        let name_is_missing =
            || io::Error::new(io::ErrorKind::InvalidInput, "the path has no file name");
        let name = target.file_name().ok_or_else(name_is_missing)?;
        // Windows would report this only on the rename, after everything is written.
        if cfg!(windows) && name.to_string_lossy().encode_utf16().count() > LONGEST_NAME {
            return Err(io::ErrorKind::InvalidFilename.into());
        }
        let (file, temporary) = temporary_in(target.parent().unwrap_or(Path::new("")))?;
        Ok(Self {
            writer: Some(BufWriter::new(file)),
            temporary: Some(temporary),
            target,
        })
    }

    /// Opens a target that is not a regular file.
    fn directly(target: &Path) -> io::Result<Self> {
        let file = OpenOptions::new().write(true).open(target)?;
        Ok(Self {
            writer: Some(BufWriter::new(file)),
            temporary: None,
            target: target.to_owned(),
        })
    }

    fn writer(&mut self) -> io::Result<&mut BufWriter<File>> {
        self.writer
            .as_mut()
            .ok_or_else(|| io::ErrorKind::BrokenPipe.into())
    }
}

impl Write for AtomicFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer()?.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer()?.flush()
    }
}

impl Drop for AtomicFile {
    fn drop(&mut self) {
        if let Some(writer) = self.writer.take() {
            // Discards the buffer, then closes the file: some systems cannot remove an open file.
            drop(writer.into_parts());
        }
        if let Some(temporary) = self.temporary.take() {
            fs::remove_file(temporary).ok();
        }
    }
}

/// Waits until a file has reached the disk, and closes it: some systems cannot rename an open file.
fn synchronise_and_close(file: File) -> io::Result<()> {
    file.sync_all()
}

/// Renames a file and, on Unix, waits until the new name has reached the disk. Otherwise, a system crash could bring
/// the old file back after the program reported success.
///
/// # Errors
/// Fails if the file cannot be renamed.
pub(super) fn rename(from: &Path, to: &Path) -> io::Result<()> {
    fs::rename(from, to)?;
    // Errors are ignored: not every file system supports this, and the file has its new name.
    sync_folder_of(to).ok();
    Ok(())
}

/// Synchronises the folder of a file. Does nothing except on Unix, because other systems cannot open folders as files.
fn sync_folder_of(path: &Path) -> io::Result<()> {
    if cfg!(not(unix)) {
        return Ok(());
    }
    let folder = path.parent().filter(|folder| *folder != Path::new(""));
    File::open(folder.unwrap_or(Path::new(".")))?.sync_all()
}

/// Creates a temporary file in this folder, and removes those that killed programs left there. The name is hidden, and
/// its length does not depend on the target's. The file stays locked until it is closed.
fn temporary_in(folder: &Path) -> io::Result<(File, PathBuf)> {
    remove_abandoned(folder);
    let process = platform::process_id();
    let mut taken = io::ErrorKind::AlreadyExists.into();
    for attempt in 0..ATTEMPTS {
        // The file is in the target's folder, because a rename across file systems would be a copy, which can fail
        // half-way.
        let path = folder.join(format!("{PREFIX}{process}-{attempt}{SUFFIX}"));
        match OpenOptions::new().write(true).create_new(true).open(&path) {
            Ok(file) => {
                // Lock errors are ignored: where files cannot be locked, they are not removed either. Another program
                // may have removed the file as abandoned just before it was locked.
                let is_locked = !matches!(file.try_lock(), Err(TryLockError::WouldBlock));
                if is_locked && path.exists() {
                    return Ok((file, path));
                }
            }
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => taken = error,
            Err(error) => return Err(error),
        }
    }
    Err(taken)
}

/// Removes the temporary files of killed programs from this folder: the unlocked ones. The system unlocks a file when
/// its program ends for any reason.
pub(super) fn remove_abandoned(folder: &Path) {
    // An empty path means the current folder.
    let folder = if folder.as_os_str().is_empty() {
        Path::new(".")
    } else {
        folder
    };
    let is_ours = |name: &OsStr| {
        let name = name.to_str();
        name.is_some_and(|name| name.starts_with(PREFIX) && name.ends_with(SUFFIX))
    };
    // Errors are ignored: files that cannot be removed stay.
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if !is_ours(&entry.file_name()) || !entry.file_type().is_ok_and(|kind| kind.is_file()) {
            continue;
        }
        let path = entry.path();
        if let Ok(file) = OpenOptions::new().write(true).open(&path)
            && file.try_lock().is_ok()
            && fs::remove_file(&path).is_ok()
        {
            log::info!(
                "removed {}, left behind by a killed program",
                path.display()
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Scratch;
    use super::*;

    fn put(target: &Path, content: &str) -> io::Result<()> {
        let mut file = AtomicFile::create(target)?;
        file.write_all(content.as_bytes())?;
        file.commit()
    }

    #[test]
    fn the_old_file_stays_until_the_new_one_is_complete() {
        let folder = Scratch::new("whole");
        let target = folder.path("a.txt");
        put(&target, "old").unwrap();
        let mut file = AtomicFile::create(&target).unwrap();
        file.write_all(b"new").unwrap();
        file.flush().unwrap();
        assert_eq!(fs::read_to_string(&target).unwrap(), "old");
        file.commit().unwrap();
        assert_eq!(fs::read_to_string(&target).unwrap(), "new");
        assert_eq!(folder.names(), ["a.txt"]);
    }

    #[test]
    fn a_file_that_is_not_committed_leaves_no_trace() {
        let folder = Scratch::new("dropped");
        let target = folder.path("a.txt");
        drop(AtomicFile::create(&target).unwrap());
        assert_eq!(folder.names(), [""; 0]);
        put(&target, "old").unwrap();
        let mut file = AtomicFile::create(&target).unwrap();
        file.write_all(b"new").unwrap();
        drop(file);
        assert_eq!(fs::read_to_string(&target).unwrap(), "old");
        assert_eq!(folder.names(), ["a.txt"]);
    }

    #[test]
    fn only_temporary_files_of_killed_programs_are_removed() {
        let folder = Scratch::new("abandoned");
        let living = AtomicFile::create(folder.path("a.txt")).unwrap();
        for name in [
            ".damselfly-1-0.tmp",
            ".damselfly-99999999-3.tmp",
            ".other-1-0.tmp",
        ] {
            fs::write(folder.path(name), "left").unwrap();
        }
        put(&folder.path("b.txt"), "b").unwrap();
        living.commit().unwrap();
        assert_eq!(folder.names(), [".other-1-0.tmp", "a.txt", "b.txt"]);
    }

    #[test]
    fn two_files_written_at_once_do_not_interfere() {
        let folder = Scratch::new("two");
        let mut one = AtomicFile::create(folder.path("a.txt")).unwrap();
        let mut two = AtomicFile::create(folder.path("b.txt")).unwrap();
        one.write_all(b"one").unwrap();
        two.write_all(b"two").unwrap();
        two.commit().unwrap();
        one.commit().unwrap();
        assert_eq!(fs::read_to_string(folder.path("a.txt")).unwrap(), "one");
        assert_eq!(folder.names(), ["a.txt", "b.txt"]);
    }

    #[test]
    fn creating_fails_at_once_where_nothing_can_be_written() {
        let folder = Scratch::new("refused");
        assert!(AtomicFile::create(folder.path("")).is_err(), "a folder");
        assert!(AtomicFile::create(folder.path("missing/a.txt")).is_err());
        assert!(AtomicFile::create("").is_err());
        assert!(AtomicFile::create(folder.path(&"long".repeat(100))).is_err());
        let target = folder.path("a.txt");
        put(&target, "old").unwrap();
        let mut permissions = fs::metadata(&target).unwrap().permissions();
        permissions.set_readonly(true);
        fs::set_permissions(&target, permissions).unwrap();
        let error = AtomicFile::create(&target).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::PermissionDenied);
        assert_eq!(folder.names(), ["a.txt"]);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_is_followed_and_permissions_stay() {
        use std::os::unix::fs::{PermissionsExt, symlink};

        let folder = Scratch::new("link");
        let (target, link) = (folder.path("a.txt"), folder.path("b.txt"));
        put(&target, "old").unwrap();
        fs::set_permissions(&target, fs::Permissions::from_mode(0o600)).unwrap();
        symlink(&target, &link).unwrap();
        put(&link, "new").unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read_to_string(&target).unwrap(), "new");
        let mode = fs::metadata(&target).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_to_nothing_stays_a_link_and_its_target_is_created() {
        use std::os::unix::fs::symlink;

        let folder = Scratch::new("dangling");
        fs::create_dir(folder.path("inner")).unwrap();
        // The path is a link to a second link. The target of each is relative to the link's own folder.
        symlink("inner/b", folder.path("a")).unwrap();
        symlink("../target.txt", folder.path("inner/b")).unwrap();
        put(&folder.path("a"), "new").unwrap();
        assert!(fs::symlink_metadata(folder.path("a")).unwrap().is_symlink());
        let target = folder.path("target.txt");
        assert!(fs::symlink_metadata(&target).unwrap().is_file());
        assert_eq!(fs::read_to_string(&target).unwrap(), "new");
        assert_eq!(folder.names(), ["a", "inner", "target.txt"]);
        symlink("missing/c", folder.path("d")).unwrap();
        assert!(put(&folder.path("d"), "new").is_err());
        assert!(fs::symlink_metadata(folder.path("d")).unwrap().is_symlink());
        symlink("e", folder.path("e")).unwrap();
        assert!(put(&folder.path("e"), "new").is_err(), "a circle");
    }

    #[test]
    fn the_folder_of_a_file_can_be_synchronised() {
        let folder = Scratch::new("synchronised");
        sync_folder_of(&folder.path("a.txt")).unwrap();
        sync_folder_of(Path::new("a.txt")).unwrap();
        let missing = sync_folder_of(&folder.path("missing/a.txt"));
        assert_eq!(missing.is_err(), cfg!(unix));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_device_is_written_and_not_replaced() {
        use std::os::unix::fs::FileTypeExt;

        put(Path::new("/dev/null"), "gone").unwrap();
        let error = put(Path::new("/dev/full"), "too much").unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::StorageFull);
        for device in ["/dev/null", "/dev/full"] {
            assert!(fs::metadata(device).unwrap().file_type().is_char_device());
        }
    }
}
