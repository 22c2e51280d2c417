//! The engine calls the room `platform` instead of parts of the standard library that browsers lack.

use crate::paths::tree;
use crate::source::{Source, production};
use std::collections::BTreeSet;

/// The last two names of items of the standard library that panic in browsers, or do nothing.
const ONLY_NATIVE: [[&str; 2]; 8] = [
    ["env", "args"],
    ["env", "args_os"],
    ["io", "stderr"],
    ["process", "exit"],
    ["process", "id"],
    ["thread", "sleep"],
    ["time", "Instant"],
    ["SystemTime", "now"],
];

/// Files that no browser's build contains, and the room itself.
const EXEMPT: [&str; 2] = ["src/app/sound/pulse/", "src/platform/"];

fn is_native(path: &[String]) -> bool {
    let is_listed = |pair: &[String]| ONLY_NATIVE.iter().any(|native| pair == native);
    path.windows(2).any(is_listed)
}

/// Returns the lines that name such an item, in `use` declarations and elsewhere.
fn native_lines(source: &Source) -> BTreeSet<String> {
    let tokens = source.tokens();
    let mut lines = BTreeSet::new();
    for (index, (at, token)) in tokens.iter().enumerate() {
        let mut paths = Vec::new();
        if *token == "use" {
            tree(&tokens, index + 1, &[], &mut paths);
        } else if let [(_, room), (_, ":"), (_, ":"), (_, name), ..] = &tokens[index..] {
            paths.push([room, name].map(|name| (*name).to_owned()).to_vec());
        }
        if paths.iter().any(|path| is_native(path)) {
            lines.insert(source.place(*at));
        }
    }
    lines
}

#[test]
fn native_parts_of_std_are_called_by_platform_only() {
    let is_exempt = |source: &&Source| {
        let path = &source.path;
        path.ends_with("_tests.rs") || EXEMPT.iter().any(|exempt| path.starts_with(exempt))
    };
    let checked = production().filter(|source| !is_exempt(source));
    let lines: Vec<_> = checked.flat_map(native_lines).collect();
    assert!(lines.is_empty(), "use `crate::platform` here: {lines:#?}");
}

#[test]
fn native_parts_are_found_in_imports_and_in_code() {
    let lines = |code: &str| native_lines(&Source::new("src/x.rs".to_owned(), code.to_owned()));
    for code in [
        "use std::time::{Duration, Instant};",
        "fn f() { std::thread::sleep(time); }",
        "fn f() { SystemTime::now() }",
    ] {
        assert_eq!(
            lines(code),
            BTreeSet::from(["src/x.rs:1".to_owned()]),
            "{code}"
        );
    }
    for code in [
        "use crate::platform::Instant;",
        "fn f() { platform::sleep(time); }",
        "#[cfg(test)]\nmod tests { use std::time::Instant; }",
    ] {
        assert!(lines(code).is_empty(), "{code}");
    }
}
