//! Where the game's images and sounds are.

use std::path::{Path, PathBuf};

/// Returns the folder of the game's files. A packaged game has it beside its program, and on macOS in the bundle's
/// `Resources`. During development it is the folder of the project.
pub fn assets() -> PathBuf {
    let program = std::env::current_exe().unwrap_or_default();
    let folder = program.parent().unwrap_or(Path::new("."));
    let packaged = [folder.join("assets"), folder.join("../Resources/assets")];
    let found = packaged.into_iter().find(|path| path.is_dir());
    found.unwrap_or_else(|| concat!(env!("CARGO_MANIFEST_DIR"), "/assets").into())
}
