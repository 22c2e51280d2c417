//! Checks that the oracle does not use the code that it tests.

use std::fs;
use std::path::Path;

/// Code that could compute a pixel instead of the oracle: the engine, packages that the engine computes with, and the
/// sine of the platform.
const FOREIGN: [&str; 8] = [
    "damselfly",
    "crate::",
    "bytemuck",
    "glam",
    "half::",
    "libm",
    "wide::",
    ".sin",
];

#[test]
fn the_oracle_uses_nothing_but_the_standard_library() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pixels/oracle");
    let files: Vec<_> = fs::read_dir(folder).unwrap().collect();
    assert!(files.len() >= 8);
    for file in files {
        let path = file.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        let found: Vec<_> = FOREIGN
            .iter()
            .filter(|word| text.contains(**word))
            .collect();
        assert!(found.is_empty(), "{} uses {found:?}", path.display());
    }
}
