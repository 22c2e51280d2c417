//! The folder for a game's files.

use std::fs;
use std::path::{Path, PathBuf};

use super::error::{FileError, FileFault};
use crate::platform;

/// Device names that Windows reserves, in lower case. `com` and `lpt` with a digit are reserved, too.
const DEVICES: [&str; 4] = ["con", "prn", "aux", "nul"];

/// Returns the folder for a game's saved games and settings. Creates it if it does not exist.
///
/// The folder has the game's name and lies in the system's folder for user data: `$XDG_DATA_HOME` or `~/.local/share`
/// on Linux, `~/Library/Application Support` on macOS, `%APPDATA%` on Windows. Characters that one of these systems
/// does not allow in names are replaced by `_`.
///
/// # Errors
/// Fails if the user has no home folder, or if the folder cannot be created.
#[doc(alias("data_dir", "config_dir", "user_data", "save", "settings"))]
pub fn save_folder(game: &str) -> Result<PathBuf, FileError> {
    let name = folder_name(game);
    let data = platform::data_folder()
        .ok_or_else(|| FileError::new("find", Path::new(&name), FileFault::NoHome))?;
    let folder = data.join(name);
    match fs::create_dir_all(&folder) {
        Ok(()) => Ok(folder),
        Err(error) => Err(FileError::new("create", &folder, error)),
    }
}

/// Changes a name so that every system allows it for a folder or a file: replaces separators, for example, and removes
/// dots at both ends.
pub(super) fn folder_name(game: &str) -> String {
    let is_allowed = |c: char| !c.is_control() && !r#"/\:*?"<>|"#.contains(c);
    let replaced: String = game
        .chars()
        .map(|c| if is_allowed(c) { c } else { '_' })
        // Most file systems allow 255 bytes, and a character takes at most 4.
        .take(60)
        .collect();
    // Windows drops trailing dots and blanks. Elsewhere, a leading dot would hide the folder.
    let name = replaced.trim_matches(['.', ' ']);
    let stem = name.split('.').next().unwrap_or_default().to_lowercase();
    let port = |prefix| {
        let digit = stem.strip_prefix(prefix);
        digit.is_some_and(|digit| digit.len() == 1 && digit.bytes().all(|b| b.is_ascii_digit()))
    };
    if name.is_empty() {
        "game".to_owned()
    } else if DEVICES.contains(&stem.as_str()) || port("com") || port("lpt") {
        format!("{name}_")
    } else {
        name.to_owned()
    }
}

#[cfg(test)]
mod tests {
    #[cfg(target_os = "linux")]
    use super::super::{Scratch, read, write_atomically};
    use super::*;
    use proptest::prelude::*;
    #[cfg(target_os = "linux")]
    use std::process::Command;

    #[test]
    fn valid_names_stay_unchanged() {
        for (name, folder) in [
            ("Saucer Shoot", "Saucer Shoot"),
            ("Große Fahrt 2", "Große Fahrt 2"),
            ("a/b\\c:d", "a_b_c_d"),
            ("..", "game"),
            ("../../etc", "_.._etc"),
            ("", "game"),
            (" .hidden. ", "hidden"),
            ("con", "con_"),
            ("Com1.sav", "Com1.sav_"),
            ("comet", "comet"),
            ("line\nfeed", "line_feed"),
        ] {
            assert_eq!(folder_name(name), folder, "{name:?}");
        }
    }

    /// Environment variable that is set only in the test's child process: the folder in which the game's folder must
    /// appear.
    #[cfg(target_os = "linux")]
    const HOME_OF_TEST: &str = "DAMSELFLY_TEST_HOME";

    // The test starts itself in a child process, because changing this process's environment needs unsafe code.
    #[cfg(target_os = "linux")]
    #[test]
    fn the_folder_is_where_linux_has_it_and_is_created() {
        if let Some(home) = std::env::var_os(HOME_OF_TEST) {
            let folder = save_folder("Test/Game").unwrap();
            assert!(folder.is_dir());
            assert_eq!(folder, Path::new(&home).join("Test_Game"));
            write_atomically(folder.join("a.save"), "saved").unwrap();
            assert_eq!(save_folder("Test/Game").unwrap(), folder, "as it is");
            return;
        }
        let scratch = Scratch::new("home");
        let test = "files::folder::tests::the_folder_is_where_linux_has_it_and_is_created";
        let run = |data: &str, home: &Path, expected: &Path| {
            let ran = Command::new(std::env::current_exe().unwrap())
                .args(["--exact", test])
                .env("XDG_DATA_HOME", data)
                .env("HOME", home)
                .env(HOME_OF_TEST, expected)
                .output()
                .unwrap();
            let text = String::from_utf8_lossy(&ran.stdout);
            assert!(ran.status.success() && text.contains("1 passed"), "{text}");
            let saved = read(expected.join("Test_Game/a.save"), 10).unwrap();
            assert_eq!(saved.unwrap(), b"saved");
        };
        let (data, home) = (scratch.path("data"), scratch.path("home"));
        run(data.to_str().unwrap(), &home, &data);
        run("", &home, &home.join(".local/share"));
        run("relative", &home, &home.join(".local/share"));
    }

    proptest! {
        #[test]
        fn every_name_is_one_folder_in_its_folder(game in ".{0,80}") {
            let name = folder_name(&game);
            let parts: Vec<_> = Path::new(&name).components().collect();
            prop_assert_eq!(parts.len(), 1);
            prop_assert!(matches!(parts[0], std::path::Component::Normal(_)));
            prop_assert!(name.len() < 250 && !name.ends_with(['.', ' ']));
        }
    }
}
