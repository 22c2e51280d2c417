//! A public number says in its docs what it is of; a setting also from where to where it goes, and its default.

use crate::definitions::{Definition, definitions, payloads};
use crate::source::{Source, production, tokens};
use std::collections::BTreeMap;

/// Types that mean nothing without a unit.
const NUMBERS: [&str; 14] = [
    "u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "isize", "f32", "f64",
    "Vec2",
];

/// Units, and what is counted.
const UNITS: [&str; 29] = [
    "bit",
    "bits",
    "byte",
    "bytes",
    "cells",
    "characters",
    "checksum",
    "chunks",
    "columns",
    "factors",
    "frames",
    "instances",
    "lines",
    "mib",
    "percent",
    "pixel",
    "pixels",
    "radians",
    "ratio",
    "rows",
    "second",
    "seconds",
    "seed",
    "sprites",
    "steps",
    "texel",
    "texels",
    "thousandths",
    "units",
];

/// What is a number without a unit, if the docs say of what it is one: `the index of …`, `the object's index`.
const WITHOUT_UNIT: [&str; 13] = [
    "code",
    "factor",
    "fraction",
    "index",
    "length",
    "level",
    "number",
    "numbers",
    "percentage",
    "probability",
    "share",
    "unit",
    "version",
];

/// Words of which each is behind one of [`WITHOUT_UNIT`] and before what it is a number of.
const OF: [&str; 4] = ["of", "in", "into", "below"];

/// Pairs of words that are before what is counted, or say how.
const COUNTS: [[&str; 2]; 6] = [
    ["how", "many"],
    ["how", "often"],
    ["this", "many"],
    ["as", "many"],
    ["counted", "from"],
    ["numbered", "from"],
];

/// What says from where to where a number goes, beside `0 to 255`.
const RANGES: [&str; 13] = [
    "at least ",
    "at most ",
    "not above ",
    "above 0",
    "below 0",
    "finite",
    "count as ",
    "counts as ",
    "clamped",
    "within ±",
    "wraps around",
    "any number",
    "any bits",
];

/// How a type comes by its default.
#[derive(Clone, Copy, Debug, PartialEq)]
enum DefaultBy {
    Hand,
    Derive,
}

/// A public number, or a public function that takes or returns numbers.
struct Number {
    /// Where it is, and its name.
    place: String,
    docs: String,
    /// The docs of the type whose field it is.
    owner: String,
    is_field: bool,
    is_setting: bool,
}

/// Docs in lower case, in one line and without their examples.
fn prose(docs: &str) -> String {
    let text: String = docs.split("```").step_by(2).collect();
    let words: Vec<_> = text.split_whitespace().collect();
    words.join(" ").to_lowercase()
}

impl Number {
    fn says_its_unit(&self) -> bool {
        let docs = prose(&self.docs);
        let words = docs.split(|c: char| !c.is_alphanumeric());
        let words: Vec<_> = words.filter(|word| !word.is_empty()).collect();
        let says_of_what = words.windows(2).any(|pair| {
            let is_of = WITHOUT_UNIT.contains(&pair[0]) && OF.contains(&pair[1]);
            // What `'s` leaves.
            let is_possessed = pair[0] == "s" && WITHOUT_UNIT.contains(&pair[1]);
            is_of || is_possessed || COUNTS.contains(&[pair[0], pair[1]])
        });
        words.iter().any(|word| UNITS.contains(word)) || says_of_what || goes_from_to(&words)
    }

    fn says_its_range(&self) -> bool {
        let docs = prose(&self.docs) + " " + &prose(&self.owner);
        let words: Vec<_> = docs.split(' ').collect();
        goes_from_to(&words) || RANGES.iter().any(|range| docs.contains(range))
    }

    fn says_its_default(&self) -> bool {
        let docs = prose(&self.docs) + " " + &prose(&self.owner);
        docs.contains("default")
    }
}

/// `0 to 255`, say, or `−1 or 1`, or `1 to` a constant.
fn goes_from_to(words: &[&str]) -> bool {
    let starts = |word: &str| word.ends_with(|c: char| c.is_ascii_digit());
    words
        .windows(2)
        .any(|pair| starts(pair[0]) && ["to", "or"].contains(&pair[1]))
}

fn is_number(what: &str) -> bool {
    // The bytes of a file have no other unit.
    let what = what.replace("& [ u8 ]", "");
    what.split(' ').any(|word| NUMBERS.contains(&word))
}

/// Whether a struct has a public field without a name that is a number: `( pub u16 )`.
fn is_tuple_of_numbers(what: &str) -> bool {
    what.split(" , ").any(|field| {
        let field = field.trim_start_matches("( ");
        field.starts_with("pub ") && !field.starts_with("pub (") && is_number(field)
    })
}

/// The types with a default, by name.
fn defaults<'a>(sources: impl Iterator<Item = &'a Source>) -> BTreeMap<&'a str, DefaultBy> {
    let mut found = BTreeMap::new();
    for source in sources {
        for rest in source.production.split("impl Default for ").skip(1) {
            let name = rest.split([' ', '<']).next().unwrap_or("");
            found.insert(name, DefaultBy::Hand);
        }
        for rest in source.production.split("derive(").skip(1) {
            let (derived, item) = rest.split_once(')').unwrap_or_default();
            if tokens(derived).iter().any(|(_, token)| *token == "Default") {
                let words = tokens(item.split(['{', ';']).next().unwrap_or(""));
                let head = words
                    .windows(2)
                    .find(|pair| ["struct", "enum"].contains(&pair[0].1));
                found.extend(head.map(|pair| (pair[1].1, DefaultBy::Derive)));
            }
        }
    }
    found
}

/// Every public number of a file.
fn numbers(source: &Source, defaults: &BTreeMap<&str, DefaultBy>) -> Vec<Number> {
    let all = definitions(source);
    let mut found: Vec<_> = all
        .iter()
        .filter(|one| one.is_public && !source.is_hidden(one.at))
        .filter_map(|one| number(source, &all, one, defaults))
        .collect();
    for payload in payloads(source).iter().filter(|one| is_number(&one.what)) {
        let (enum_at, enum_name) = payload.owner;
        found.push(Number {
            place: format!("{}: {}", source.place(payload.at), payload.variant.1),
            docs: source.docs(payload.at) + "\n" + &source.docs(payload.variant.0),
            owner: source.docs(enum_at),
            is_field: true,
            is_setting: defaults.contains_key(enum_name),
        });
    }
    found
}

fn number(
    source: &Source,
    all: &[Definition<'_>],
    found: &Definition<'_>,
    defaults: &BTreeMap<&str, DefaultBy>,
) -> Option<Number> {
    let owner = all
        .iter()
        .rfind(|other| other.kind == "struct" && other.at <= found.at);
    let owner = owner.filter(|_| ["field", "struct"].contains(&found.kind));
    let default = owner.and_then(|owner| defaults.get(owner.name));
    let is_setter = ["set_", "with_"]
        .iter()
        .any(|start| found.name.starts_with(start));
    let (takes, _) = found.what.rsplit_once(") - >").unwrap_or((&found.what, ""));
    let (is_a_number, is_setting) = match found.kind {
        "fn" => (is_number(&found.what), is_setter && is_number(takes)),
        "field" => (is_number(&found.what), default.is_some()),
        "struct" => (is_tuple_of_numbers(&found.what), default.is_some()),
        "const" => (is_number(&found.what), false),
        _ => (false, false),
    };
    // A default that is derived is the same for all fields, and said once, as is the range of counts and measurements.
    let owner = owner.filter(|_| default == Some(&DefaultBy::Derive));
    is_a_number.then(|| Number {
        place: format!("{}: {}", source.place(found.at), found.name),
        docs: source.docs(found.at),
        owner: owner.map_or_else(String::new, |owner| source.docs(owner.at)),
        is_field: found.kind != "fn",
        is_setting,
    })
}

/// The numbers of these files for which `lacks` holds.
fn lacking<'a>(
    sources: impl Iterator<Item = &'a Source> + Clone,
    lacks: impl Fn(&Number) -> bool,
) -> Vec<String> {
    let defaults = defaults(sources.clone());
    let all = sources.flat_map(|source| numbers(source, &defaults));
    all.filter(lacks).map(|number| number.place).collect()
}

fn lacks_unit(number: &Number) -> bool {
    !number.says_its_unit()
}

fn lacks_range(number: &Number) -> bool {
    number.is_setting && !number.says_its_range()
}

fn lacks_default(number: &Number) -> bool {
    number.is_setting && number.is_field && !number.says_its_default()
}

#[test]
fn every_public_number_says_its_unit() {
    let faults = lacking(production(), lacks_unit);
    assert!(
        faults.is_empty(),
        "say in the docs in which unit these are, or of what they are a ratio, a count or an index: {faults:#?}"
    );
}

#[test]
fn every_number_of_a_setting_says_its_range() {
    let faults = lacking(production(), lacks_range);
    assert!(
        faults.is_empty(),
        "say in the docs from where to where these go, and what becomes of others: {faults:#?}"
    );
}

#[test]
fn every_number_of_a_setting_says_its_default() {
    let faults = lacking(production(), lacks_default);
    assert!(
        faults.is_empty(),
        "say in the docs what these are by default: {faults:#?}"
    );
}

/// What the made-up file lacks: the names behind the places, for each of the three rules.
fn faults_of(text: &str) -> [Vec<String>; 3] {
    let source = Source::new("src/x.rs".to_owned(), text.to_owned());
    let rules: [fn(&Number) -> bool; 3] = [lacks_unit, lacks_range, lacks_default];
    rules.map(|rule| {
        let faults = lacking([&source].into_iter(), rule).into_iter();
        let name = |fault: String| fault.rsplit(' ').next().unwrap_or("").to_owned();
        faults.map(name).collect()
    })
}

#[test]
fn numbers_without_docs_are_found_wherever_they_are() {
    let text = "
        #[derive(Clone, Default)]
        pub struct A { pub b: u8, c: u8 }
        pub struct D(pub f32);
        pub struct E(f32);
        pub enum F { G(Vec2), H { i: Option<u8> } }
        impl Default for F { fn default() -> Self { todo!() } }
        impl A {
            /// Returns the number, the frame, the part.
            pub fn j(&self) -> (bool, [f32; 2]) {}
            pub fn set_k(&mut self, k: impl Into<Vec2>) {}
            pub fn with_l(l: bool) -> u8 {}
            pub fn m(m: D, bytes: &[u8]) {}
            fn n(n: u8) {}
            #[doc(hidden)]
            pub fn q(q: u8) {}
        }
        pub trait O { fn p(&self) -> u8; }
    ";
    let [units, ranges, defaults] = faults_of(text);
    assert_eq!(units, ["b", "D", "j", "set_k", "with_l", "p", "G", "H"]);
    assert_eq!(ranges, ["b", "set_k", "G", "H"]);
    assert_eq!(defaults, ["b", "G", "H"]);
}

#[test]
fn numbers_with_docs_are_in_order() {
    let text = "
        /// Each is 0 by default.
        #[derive(Default)]
        pub struct A {
            /// Pixels, at least 0.
            pub b: u8,
        }
        pub enum F {
            /// Seconds.
            G(f32),
        }
        impl A {
            /// Returns the index of its frame.
            pub fn j(&self) -> usize {}
            /// In radians; refused unless
            /// finite.
            pub fn set_k(&mut self, k: f32) {}
        }
    ";
    assert_eq!(faults_of(text), [const { Vec::<String>::new() }; 3]);
}

#[test]
fn a_default_that_is_written_by_hand_is_said_at_each_field() {
    let text = "
        /// Has a default.
        pub struct A {
            /// Pixels, at most 9.
            pub b: u8,
        }
        impl Default for A { fn default() -> Self { todo!() } }
    ";
    assert_eq!(faults_of(text)[2], ["b"]);
}
