//! What a file defines: types, functions, constants, fields and variants, by name.

use crate::source::{Source, Token, closing, tokens};

/// One name that is given to something.
#[derive(Debug)]
pub(crate) struct Definition<'a> {
    /// `struct`, `fn` and so on, `field` or `variant`.
    pub(crate) kind: &'a str,
    pub(crate) name: &'a str,
    /// The byte of the file where the name starts.
    pub(crate) at: usize,
    /// How many braces are open around it.
    pub(crate) depth: usize,
    /// Seen from outside its module.
    pub(crate) is_visible: bool,
    /// `pub` without a limit. The lint `unreachable_pub` sees to it that games see it, then.
    pub(crate) is_public: bool,
    /// What it is defined as: a field's or a constant's type, a function's parameters and result.
    pub(crate) what: String,
}

const ITEMS: [&str; 10] = [
    "struct",
    "enum",
    "trait",
    "type",
    "union",
    "fn",
    "const",
    "static",
    "mod",
    "macro_rules",
];

/// Everything that the code of a file defines, test items apart.
pub(crate) fn definitions(source: &Source) -> Vec<Definition<'_>> {
    defined_by(&source.tokens())
}

/// Everything that the code of a file defines, in test items too.
pub(crate) fn definitions_and_tests(source: &Source) -> Vec<Definition<'_>> {
    defined_by(&tokens(&source.code))
}

fn defined_by<'a>(tokens: &[Token<'a>]) -> Vec<Definition<'a>> {
    let mut found = Vec::new();
    let mut depth = 0_usize;
    for (index, (_, token)) in tokens.iter().enumerate() {
        match *token {
            "{" => depth += 1,
            "}" => depth = depth.saturating_sub(1),
            kind if ITEMS.contains(&kind) => {
                found.extend(item(tokens, index, depth));
                match kind {
                    "struct" => found.extend(fields(tokens, index, depth)),
                    "enum" => found.extend(variants(tokens, index, depth)),
                    _ => {}
                }
            }
            _ => {}
        }
    }
    found
}

fn item<'a>(tokens: &[Token<'a>], index: usize, depth: usize) -> Option<Definition<'a>> {
    // `const fn` defines a function, `const { … }` and `*const T` nothing, `fn(…)` is a type.
    let (at, name) = *tokens.get(index + 1)?;
    let is_name = name.starts_with(|c: char| c.is_alphabetic() || c == '_');
    // `(enum Name: …)` is an argument of a macro.
    let is_other = index > 0 && ["*", "("].contains(&tokens[index - 1].1);
    if !is_name || is_other || ITEMS.contains(&name) || ["mut", "_"].contains(&name) {
        return None;
    }
    let before = tokens[..index].iter().rev().map(|(_, token)| *token);
    let mut before = before.skip_while(|token| ["const", "unsafe", "async"].contains(token));
    let before = before.next();
    let what = tokens[index + 2..].iter().map(|(_, token)| *token);
    let what = what.take_while(|token| !["{", ";", "=", "where"].contains(token));
    Some(Definition {
        kind: tokens[index].1,
        name,
        at,
        depth,
        is_visible: matches!(before, Some("pub" | ")")),
        is_public: before == Some("pub"),
        what: what.collect::<Vec<_>>().join(" "),
    })
}

/// The named fields of the struct whose `struct` is at `index`.
fn fields<'a>(tokens: &[Token<'a>], index: usize, depth: usize) -> Vec<Definition<'a>> {
    let body = tokens[index..]
        .iter()
        .position(|(_, token)| ["{", ";", "("].contains(token));
    let Some(open) = body
        .map(|body| index + body)
        .filter(|open| tokens[*open].1 == "{")
    else {
        return Vec::new();
    };
    let mut found = Vec::new();
    let mut at = open + 1;
    let end = closing(tokens, open);
    while at < end {
        let is_name = tokens[at + 1].1 == ":" && tokens[at + 2].1 != ":" && tokens[at - 1].1 != ":";
        match tokens[at].1 {
            "#" => at = closing(tokens, at + 1),
            "(" => at = closing(tokens, at),
            name if is_name => {
                let next = next_field(tokens, at + 2, end);
                let what = tokens[at + 2..next].iter().map(|(_, token)| *token);
                found.push(Definition {
                    kind: "field",
                    name,
                    at: tokens[at].0,
                    depth: depth + 1,
                    is_visible: ["pub", ")"].contains(&tokens[at - 1].1),
                    is_public: tokens[at - 1].1 == "pub",
                    what: what.collect::<Vec<_>>().join(" "),
                });
                at = next;
            }
            _ => {}
        }
        at += 1;
    }
    found
}

/// The variants of the enum whose `enum` is at `index`.
fn variants<'a>(tokens: &[Token<'a>], index: usize, depth: usize) -> Vec<Definition<'a>> {
    let body = tokens[index..]
        .iter()
        .position(|(_, token)| ["{", ";", "(", ":"].contains(token));
    let Some(open) = body
        .map(|body| index + body)
        .filter(|open| tokens[*open].1 == "{")
    else {
        return Vec::new();
    };
    let mut found = Vec::new();
    let end = closing(tokens, open);
    let mut is_start = true;
    let mut at = open + 1;
    while at < end {
        match tokens[at].1 {
            "," => is_start = true,
            "#" => at = closing(tokens, at + 1),
            "(" | "{" | "[" => at = closing(tokens, at),
            name if is_start => {
                is_start = false;
                found.push(Definition {
                    kind: "variant",
                    name,
                    at: tokens[at].0,
                    depth: depth + 1,
                    is_visible: false,
                    is_public: false,
                    what: String::new(),
                });
            }
            _ => {}
        }
        at += 1;
    }
    found
}

/// The comma behind the type that starts at `at`.
fn next_field(tokens: &[Token<'_>], at: usize, end: usize) -> usize {
    let mut depth = 0_i32;
    for index in at..end {
        match tokens[index].1 {
            "<" | "(" | "[" | "{" => depth += 1,
            // `->` closes nothing.
            ">" if tokens[index - 1].1 != "-" => depth -= 1,
            ")" | "]" | "}" => depth -= 1,
            "," if depth == 0 => return index,
            _ => {}
        }
    }
    end
}

#[test]
fn items_and_fields_are_found_with_their_visibility() {
    let text = "pub struct A<T: B> { pub(crate) b: Map<K, fn(u8) -> V>, #[c] d: u8 }\nimpl E { pub const fn f(g: u8) {} const H: u8 = 1; }";
    let source = Source::new("src/x.rs".to_owned(), text.to_owned());
    let found = definitions(&source);
    let found: Vec<_> = found
        .iter()
        .map(|one| (one.kind, one.name, one.is_visible))
        .collect();
    let expected = [
        ("struct", "A", true),
        ("field", "b", true),
        ("field", "d", false),
        ("fn", "f", true),
        ("const", "H", false),
    ];
    assert_eq!(found, expected);
}

#[test]
fn variants_are_found_and_an_argument_of_a_macro_defines_nothing() {
    let text = "enum A<T> { #[b] C(D, E), F { g: T }, H = 1 << 3, I }\nsum!(enum J: 0 K);\n#[cfg(test)]\nmod l {}";
    let source = Source::new("src/x.rs".to_owned(), text.to_owned());
    let names = |found: Vec<Definition<'_>>| {
        let names = found.iter().map(|one| format!("{} {}", one.kind, one.name));
        names.collect::<Vec<_>>().join(", ")
    };
    let expected = "enum A, variant C, variant F, variant H, variant I";
    assert_eq!(names(definitions(&source)), expected);
    assert_eq!(
        names(definitions_and_tests(&source)),
        format!("{expected}, mod l")
    );
}
