//! A public number says what it counts, in its docs: the unit, and for a setting the default.

use crate::definitions::{Definition, definitions};
use crate::source::{Source, production};
use std::collections::BTreeSet;

/// Types that mean nothing without a unit.
const NUMBERS: [&str; 14] = [
    "u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "isize", "f32", "f64",
    "Vec2",
];

/// Words of which one says what a number is of: a unit, what is counted, or from where to where it goes.
const UNITS: [&str; 46] = [
    "altitudes",
    "bits",
    "bytes",
    "calls",
    "cells",
    "characters",
    "chunks",
    "columns",
    "components",
    "factor",
    "fonts",
    "fraction",
    "frame",
    "frames",
    "groups",
    "index",
    "inks",
    "instances",
    "keys",
    "layers",
    "length",
    "level",
    "levels",
    "line",
    "lines",
    "number",
    "part",
    "percent",
    "pixel",
    "pixels",
    "premultiplied",
    "radians",
    "rows",
    "second",
    "seconds",
    "seed",
    "share",
    "sprites",
    "step",
    "steps",
    "texel",
    "texels",
    "unit",
    "units",
    "updates",
    "version",
];

/// Public fields and constants that are numbers.
fn numbers(source: &Source) -> impl Iterator<Item = Definition<'_>> {
    let is_number =
        |found: &Definition<'_>| found.what.split(' ').any(|word| NUMBERS.contains(&word));
    let is_value = |found: &Definition<'_>| ["field", "const"].contains(&found.kind);
    definitions(source)
        .into_iter()
        .filter(move |found| found.is_public && is_value(found) && is_number(found))
}

/// `0 to 255`, say.
fn says_a_range(words: &[&str]) -> bool {
    let is_number = |word: &str| word.parse::<u32>().is_ok();
    words
        .windows(3)
        .any(|words| is_number(words[0]) && words[1] == "to" && is_number(words[2]))
}

#[test]
fn every_public_number_says_its_unit() {
    let mut faults = Vec::new();
    for source in production() {
        for found in numbers(source) {
            let docs = source.docs(found.at).to_lowercase();
            let words = docs.split(|c: char| !c.is_alphanumeric());
            let words: Vec<_> = words.filter(|word| !word.is_empty()).collect();
            if !words.iter().any(|word| UNITS.contains(word)) && !says_a_range(&words) {
                faults.push(format!("{}: {}", source.place(found.at), found.name));
            }
        }
    }
    assert!(
        faults.is_empty(),
        "say in the docs in which unit these are, and from where to where: {faults:#?}"
    );
}

/// The structs whose defaults are written by hand, so that a reader cannot guess them.
fn with_defaults() -> BTreeSet<String> {
    let heads =
        production().flat_map(|source| source.production.split("impl Default for ").skip(1));
    heads
        .map(|rest| rest.split([' ', '<']).next().unwrap_or("").to_owned())
        .collect()
}

#[test]
fn every_number_of_a_setting_says_its_default() {
    let settings = with_defaults();
    let mut faults = Vec::new();
    for source in production() {
        let all = definitions(source);
        for found in numbers(source).filter(|found| found.kind == "field") {
            let owner = all
                .iter()
                .rev()
                .find(|other| other.kind == "struct" && other.at < found.at);
            let is_setting = owner.is_some_and(|owner| settings.contains(owner.name));
            if is_setting && !source.docs(found.at).to_lowercase().contains("default") {
                faults.push(format!("{}: {}", source.place(found.at), found.name));
            }
        }
    }
    assert!(
        faults.is_empty(),
        "say in the docs what these are by default: {faults:#?}"
    );
}
