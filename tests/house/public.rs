//! The prelude and the world stay small enough to read.

use crate::source::{Token, closing, is_word, production, tokens};

/// Maximum number of names in the prelude.
const MOST_NAMES_IN_THE_PRELUDE: usize = 50;

/// Maximum number of public methods of [`World`](damselfly::world::World). Methods of one object are in `ObjectRef` and
/// `ObjectMut`.
const MOST_METHODS_OF_THE_WORLD: usize = 90;

/// Returns all names that a module re-exports; `*` counts as a name.
fn exported<'a>(tokens: &[Token<'a>], module: &str) -> Vec<&'a str> {
    let words = |at: usize| tokens.get(at).map_or("", |(_, word)| *word);
    let Some(start) = (0..tokens.len()).find(|&at| words(at) == "mod" && words(at + 1) == module)
    else {
        return Vec::new();
    };
    let body = &tokens[start..closing(tokens, start + 2)];
    let is_path = |at: usize| body.get(at + 1).is_some_and(|(_, word)| *word == ":");
    let mut names = Vec::new();
    let mut in_use = false;
    for (at, (_, word)) in body.iter().enumerate() {
        match *word {
            "use" => in_use = true,
            ";" => in_use = false,
            name if in_use && (name.starts_with(is_word) || name == "*") && !is_path(at) => {
                names.push(name);
            }
            _ => {}
        }
    }
    names
}

/// Returns the public methods of a type's inherent `impl`s in a file.
fn public_methods<'a>(tokens: &[Token<'a>], of: &str) -> Vec<&'a str> {
    let words = |at: usize| tokens.get(at).map_or("", |(_, word)| *word);
    let mut methods = Vec::new();
    for start in (0..tokens.len()).filter(|&at| words(at) == "impl") {
        if words(start + 1) != of || words(start + 2) != "{" {
            continue;
        }
        for at in start..closing(tokens, start + 2) {
            // `pub(crate) fn` has a parenthesis after `pub`.
            if words(at) == "pub" {
                let function = (at + 1..at + 4).find(|&next| words(next) == "fn");
                let is_plain = function
                    .is_some_and(|end| (at + 1..end).all(|next| words(next).starts_with(is_word)));
                if let (Some(function), true) = (function, is_plain) {
                    methods.push(words(function + 1));
                }
            }
        }
    }
    methods
}

#[test]
fn the_prelude_stays_small() {
    let lib = production().find(|source| source.path == "src/lib.rs");
    let tokens = lib.expect("the crate has a root").tokens();
    let names = exported(&tokens, "prelude");
    assert!(
        names.contains(&"Context"),
        "the prelude was read: {names:?}"
    );
    assert!(
        !names.contains(&"*"),
        "each name that a room gains would come into every game"
    );
    assert!(
        names.len() <= MOST_NAMES_IN_THE_PRELUDE,
        "{} names in the prelude, more than {MOST_NAMES_IN_THE_PRELUDE}; remove names that few games use: {names:?}",
        names.len()
    );
}

#[test]
fn the_world_has_few_methods() {
    let methods: Vec<_> = production()
        .filter(|source| source.path.starts_with("src/world/"))
        .flat_map(|source| public_methods(&source.tokens(), "World"))
        .collect();
    assert!(
        methods.contains(&"spawn"),
        "the world was read: {methods:?}"
    );
    assert!(
        methods.len() <= MOST_METHODS_OF_THE_WORLD,
        "{} public methods of `World`, more than {MOST_METHODS_OF_THE_WORLD}; what concerns one object belongs to its \
         handles: {methods:?}",
        methods.len()
    );
}

#[test]
fn names_and_methods_are_counted_as_they_are_written() {
    let text = "mod a { pub use b::C; } pub mod prelude { pub use d::e::{F, g::H}; pub use i::*; } use j::K;";
    assert_eq!(exported(&tokens(text), "prelude"), ["F", "H", "*"]);
    let text = "impl World { pub fn a(&self) { b(); } pub(crate) fn c() {} pub const fn d() {} fn e() {} } \
                impl Context { pub fn f() {} } impl World { pub fn g<T>() {} }";
    assert_eq!(public_methods(&tokens(text), "World"), ["a", "d", "g"]);
}
