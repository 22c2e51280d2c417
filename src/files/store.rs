//! Storage of a running game's files: in its folder, or in memory.

use std::collections::BTreeMap;
use std::path::PathBuf;

use super::{FileError, FileFault, MAX_FILE_BYTES, read, save_folder, write_atomically};

/// Storage of a game's files.
#[derive(Debug)]
pub(crate) enum FileStore {
    /// Files in the folder of the game with this name. The path is set on first use.
    Game(String, Option<PathBuf>),
    /// Files in memory, for runs that must neither depend on the user's files nor change them.
    Memory(BTreeMap<String, Vec<u8>>),
}

impl FileStore {
    /// Reads a file. `None` if it does not exist.
    pub(crate) fn read(&mut self, name: &str) -> Result<Option<Vec<u8>>, FileError> {
        let path = self.path("read", name)?;
        match self {
            Self::Memory(files) => Ok(files.get(name).cloned()),
            Self::Game(..) => read(path, MAX_FILE_BYTES),
        }
    }

    /// Writes a file, replacing an existing one.
    pub(crate) fn write(&mut self, name: &str, bytes: &[u8]) -> Result<(), FileError> {
        let path = self.path("write", name)?;
        if bytes.len() as u64 > MAX_FILE_BYTES {
            let fault = FileFault::TooLarge {
                limit: MAX_FILE_BYTES,
            };
            return Err(FileError::new("write", &path, fault));
        }
        match self {
            Self::Memory(files) => {
                files.insert(name.to_owned(), bytes.to_vec());
                Ok(())
            }
            Self::Game(..) => write_atomically(path, bytes),
        }
    }

    /// Returns the path of a file. In memory, the path is the name.
    fn path(&mut self, action: &'static str, name: &str) -> Result<PathBuf, FileError> {
        if !is_file_name(name) {
            return Err(FileError::new(action, name.as_ref(), FileFault::Name));
        }
        let Self::Game(game, folder) = self else {
            return Ok(name.into());
        };
        let folder = match folder {
            Some(folder) => folder,
            None => folder.insert(save_folder(game)?),
        };
        Ok(folder.join(name))
    }
}

/// Returns whether every system accepts `name` as the name of a file in a folder.
fn is_file_name(name: &str) -> bool {
    super::folder::folder_name(name) == name
}

#[cfg(test)]
mod tests {
    use super::super::Scratch;
    use super::*;

    #[test]
    fn files_stay_inside_the_game_folder() {
        let folder = Scratch::new("store");
        let at = folder.path("game");
        std::fs::create_dir(&at).unwrap();
        std::fs::write(folder.path("secret"), "1").unwrap();
        for mut store in [
            FileStore::Game("Test".into(), Some(at.clone())),
            FileStore::Memory(BTreeMap::new()),
        ] {
            assert_eq!(store.read("slot 1.save").unwrap(), None);
            store.write("slot 1.save", b"one").unwrap();
            store.write("slot 1.save", b"two").unwrap();
            assert_eq!(store.read("slot 1.save").unwrap().unwrap(), b"two");
            for name in ["../secret", "/etc/passwd", "a/b", "", "..", "a\\b", "nul"] {
                let error = store.read(name).unwrap_err().to_string();
                assert!(error.contains("not a valid file name"), "{error}");
                assert!(store.write(name, b"").is_err(), "{name}");
            }
        }
        assert_eq!(folder.names(), ["game", "secret"]);
    }

    /// Environment variable that is set only in the test's child process: the folder to which it writes until it is
    /// killed.
    #[cfg(unix)]
    const FOLDER_OF_TEST: &str = "DAMSELFLY_TEST_STORE";

    // The test starts itself in child processes, which write until it kills them.
    #[cfg(unix)]
    #[test]
    fn a_kill_while_saving_leaves_the_old_or_the_new_file() {
        use std::process::{Command, Stdio};
        use std::time::Duration;
        let save = |number: u8| vec![number; 100_000];
        if let Some(folder) = std::env::var_os(FOLDER_OF_TEST) {
            let mut store = FileStore::Game("Test".into(), Some(folder.into()));
            for number in (0..=u8::MAX).cycle() {
                store.write("a.save", &save(number)).unwrap();
            }
        }
        let folder = Scratch::new("killed");
        let mut store = FileStore::Game("Test".into(), Some(folder.path("")));
        store.write("a.save", &save(7)).unwrap();
        let test = "files::store::tests::a_kill_while_saving_leaves_the_old_or_the_new_file";
        let mut seen = std::collections::BTreeSet::new();
        for kill in 0..40 {
            let mut child = Command::new(std::env::current_exe().unwrap())
                .args(["--exact", test])
                .env(FOLDER_OF_TEST, folder.path(""))
                .stdout(Stdio::null())
                .spawn()
                .unwrap();
            std::thread::sleep(Duration::from_millis(10 + kill * 3));
            child.kill().unwrap();
            child.wait().unwrap();
            let bytes = store.read("a.save").unwrap().unwrap();
            assert_eq!(bytes, save(bytes[0]), "kill {kill}");
            seen.insert(bytes[0]);
        }
        assert!(
            seen.len() > 3,
            "some were killed while they saved: {seen:?}"
        );
    }

    #[test]
    fn a_file_above_the_limit_is_not_written() {
        let bytes = vec![0; 1 + usize::try_from(MAX_FILE_BYTES).unwrap()];
        let mut store = FileStore::Memory(BTreeMap::new());
        assert!(store.write("a", &bytes).is_err());
        assert!(store.write("a", &bytes[1..]).is_ok());
    }
}
