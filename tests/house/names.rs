//! No two types have the same name, including private types.

use crate::source::{Source, is_word, production};
use std::collections::BTreeMap;

const TYPES: [&str; 5] = ["struct", "enum", "trait", "type", "union"];

/// Types with two definitions, one for each state of a Cargo feature.
const DEFINED_TWICE: [&str; 1] = ["OutlineFont"];

/// Returns offset and name of each type that a file defines.
fn types(source: &Source) -> Vec<(usize, &str)> {
    let tokens = source.tokens();
    let mut found = Vec::new();
    let mut depth = 0_usize;
    for (index, (at, token)) in tokens.iter().enumerate() {
        // An argument of a macro names a type that is defined elsewhere.
        let is_argument = index > 0 && tokens[index - 1].1 == "(";
        match *token {
            "{" => depth += 1,
            "}" => depth = depth.saturating_sub(1),
            _ if is_argument => {}
            // A `type` within braces is an associated type: its trait chooses the name.
            kind if TYPES.contains(&kind) && (kind != "type" || depth == 0) => {
                let name = tokens.get(index + 1).map(|(_, name)| *name);
                let name = name.filter(|name| name.starts_with(is_word));
                found.extend(name.map(|name| (*at, name)));
            }
            _ => {}
        }
    }
    found
}

#[test]
fn no_two_types_have_one_name() {
    let mut places = BTreeMap::<_, Vec<_>>::new();
    for source in production() {
        for (at, name) in types(source) {
            places.entry(name).or_default().push(source.place(at));
        }
    }
    places.retain(|name, places| places.len() > 1 && !DEFINED_TWICE.contains(name));
    assert!(places.is_empty(), "rename all but one of each: {places:#?}");
}
