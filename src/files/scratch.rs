//! A folder of a test's own, which is removed at the test's end.

use std::fs;
use std::path::PathBuf;

/// A folder below the system's temporary one.
pub(crate) struct Scratch(PathBuf);

impl Scratch {
    /// Returns an empty folder. `name` keeps tests that run at the same time apart.
    pub(crate) fn new(name: &str) -> Self {
        let folder = format!("damselfly-test-{}-{name}", std::process::id());
        let path = std::env::temp_dir().join(folder);
        fs::remove_dir_all(&path).ok();
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    /// Returns a path inside.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// What lies inside, sorted.
    pub(crate) fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).unwrap();
        let name = |entry: std::io::Result<fs::DirEntry>| entry.unwrap().file_name();
        let mut names: Vec<_> = entries
            .map(|entry| name(entry).into_string().unwrap())
            .collect();
        names.sort();
        names
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.0).ok();
    }
}
