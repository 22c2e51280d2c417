//! What a file defines: types, functions, constants, fields and what variants hold, by name.

use crate::source::{Source, Token, closing, is_word, tokens};

/// One name that is given to something.
#[derive(Debug)]
pub(crate) struct Definition<'a> {
    /// `struct`, `fn` and so on, `field` or `variant`.
    pub(crate) kind: &'a str,
    pub(crate) name: &'a str,
    /// The type or the trait in whose block it is.
    pub(crate) of: Option<&'a str>,
    /// The byte of the file where the name starts.
    pub(crate) at: usize,
    /// How many braces are open around it.
    pub(crate) depth: usize,
    /// Seen from outside its module.
    pub(crate) is_visible: bool,
    /// `pub` without a limit, or a function of such a trait. The lint `unreachable_pub` sees to it that games see it,
    /// then.
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
    // Of the block of the file's outermost level.
    let mut of = None;
    // The last token of the latest public trait.
    let mut trait_end = 0;
    for (index, (_, token)) in tokens.iter().enumerate() {
        match *token {
            "{" => depth += 1,
            "}" => {
                depth = depth.saturating_sub(1);
                of = of.filter(|_| depth > 0);
            }
            "impl" if depth == 0 && starts_item(tokens, index) => {
                of = implementing(&tokens[index + 1..]);
            }
            kind if ITEMS.contains(&kind) => {
                let mut item = item(tokens, index, depth);
                if let Some(item) = &mut item {
                    item.of = of;
                    item.is_public |= kind == "fn" && index < trait_end && depth == 1;
                    if kind == "trait" && item.is_public {
                        trait_end = body(tokens, index).map_or(0, |open| closing(tokens, open));
                    }
                }
                found.extend(item);
                match kind {
                    "trait" if depth == 0 => of = Some(tokens[index + 1].1),
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

/// Whether what is at `index` is the first word of an item: `impl` is also part of types.
fn starts_item(tokens: &[Token<'_>], index: usize) -> bool {
    let before = index.checked_sub(1).map(|before| tokens[before].1);
    before.is_none_or(|before| ["}", ";", "]", "unsafe"].contains(&before))
}

/// The type of an `impl`, from what stands behind the word: `A` of `<T> A<T> {` and of `B for x::A {`.
fn implementing<'a>(tokens: &[Token<'a>]) -> Option<&'a str> {
    let mut depth = 0_i32;
    let mut name = None;
    for (index, (_, token)) in tokens.iter().enumerate() {
        match *token {
            "{" | "where" => break,
            "<" => depth += 1,
            // `->` closes nothing.
            ">" if tokens[index - 1].1 != "-" => depth -= 1,
            "for" if depth == 0 => name = None,
            word if depth == 0 && word.starts_with(is_word) => name = Some(word),
            _ => {}
        }
    }
    name
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
    let mut open = 0_usize;
    let what = tokens[index + 2..].iter().map(|(_, token)| *token);
    let what = what.take_while(|token| {
        match *token {
            "(" | "[" => open += 1,
            ")" | "]" => open = open.saturating_sub(1),
            _ => {}
        }
        // `[u8; 4]` goes on behind its semicolon, `(impl Iterator<Item = T>)` behind its sign.
        open > 0 || !["{", ";", "=", "where"].contains(token)
    });
    Some(Definition {
        kind: tokens[index].1,
        name,
        of: None,
        at,
        depth,
        is_visible: matches!(before, Some("pub" | ")")),
        is_public: before == Some("pub"),
        what: what.collect::<Vec<_>>().join(" "),
    })
}

/// The brace that opens the body of what is at `index`; `None` for what has none, or is a tuple.
fn body(tokens: &[Token<'_>], index: usize) -> Option<usize> {
    let ends_head = |(_, token): &Token<'_>| ["{", ";", "("].contains(token);
    let open = index + tokens[index..].iter().position(ends_head)?;
    (tokens[open].1 == "{").then_some(open)
}

/// The named fields of the struct or variant that is at `index`.
fn fields<'a>(tokens: &[Token<'a>], index: usize, depth: usize) -> Vec<Definition<'a>> {
    let Some(open) = body(tokens, index) else {
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
                    of: None,
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
                    of: None,
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

/// A value that a variant of a public enum holds.
#[derive(Debug)]
pub(crate) struct Payload<'a> {
    pub(crate) owner: Token<'a>,
    pub(crate) variant: Token<'a>,
    /// The byte of the file where its name starts; that of the variant for a value without a name.
    pub(crate) at: usize,
    /// Its type; the types of all values of the variant if they have no names.
    pub(crate) what: String,
}

/// What the variants of a file's public enums hold.
pub(crate) fn payloads(source: &Source) -> Vec<Payload<'_>> {
    let tokens = source.tokens();
    let mut found = Vec::new();
    for index in 1..tokens.len() {
        let is_public_enum = tokens[index].1 == "enum" && tokens[index - 1].1 == "pub";
        if let Some(open) = body(&tokens, index).filter(|_| is_public_enum) {
            found.extend(payloads_of(&tokens, tokens[index + 1], open));
        }
    }
    found
}

/// What the variants of an enum hold whose body is opened at `open`.
fn payloads_of<'a>(tokens: &[Token<'a>], owner: Token<'a>, open: usize) -> Vec<Payload<'a>> {
    let end = closing(tokens, open);
    let mut found = Vec::new();
    let mut index = open + 1;
    while index < end {
        let variant = tokens[index];
        let payload = |at, what| Payload {
            owner,
            variant,
            at,
            what,
        };
        match (variant.1, tokens[index + 1].1) {
            // Attributes, and what a macro repeats.
            ("#" | "$", _) => index = closing(tokens, index + 1),
            (_, "{") => {
                let fields = fields(tokens, index, 0).into_iter();
                found.extend(fields.map(|field| payload(field.at, field.what)));
                index = closing(tokens, index + 1);
            }
            (_, "(") => {
                let last = closing(tokens, index + 1);
                let what = tokens[index + 2..last].iter().map(|(_, token)| *token);
                found.push(payload(variant.0, what.collect::<Vec<_>>().join(" ")));
                index = last;
            }
            _ => {}
        }
        index += 1;
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
fn functions_are_found_with_what_they_belong_to() {
    let text = "fn a(b: impl C) {}\nimpl<D: E<F>> G<D> { fn h() { fn i() {} } }\n#[j]\nimpl K<L> for m::N<'_> where O: P { fn q() {} }\ntrait R { fn s(); }\nfn t() {}";
    let source = Source::new("src/x.rs".to_owned(), text.to_owned());
    let found = definitions(&source);
    let found: Vec<_> = found.iter().map(|one| (one.of, one.name)).collect();
    let expected = [
        (None, "a"),
        (Some("G"), "h"),
        (Some("G"), "i"),
        (Some("N"), "q"),
        (None, "R"),
        (Some("R"), "s"),
        (None, "t"),
    ];
    assert_eq!(found, expected);
}

#[test]
fn what_variants_hold_is_found() {
    let text =
        "pub enum A { B, #[c] D(u8, [f32; 2]), E { f: u8, g: Vec<u8> }, H = 1 } enum I { J(u8) }";
    let source = Source::new("src/x.rs".to_owned(), text.to_owned());
    let found = payloads(&source);
    let found: Vec<_> = found
        .iter()
        .map(|one| (one.owner.1, one.variant.1, one.what.as_str()))
        .collect();
    let expected = [
        ("A", "D", "u8 , [ f32 ; 2 ]"),
        ("A", "E", "u8"),
        ("A", "E", "Vec < u8 >"),
    ];
    assert_eq!(found, expected);
}

#[test]
fn a_function_of_a_public_trait_is_public_and_known_in_full() {
    let text =
        "pub trait A { fn b(c: [u8; 2], d: impl E<F = G>) -> H; } impl A for I { fn b() {} }";
    let source = Source::new("src/x.rs".to_owned(), text.to_owned());
    let found = definitions(&source);
    let functions: Vec<_> = found.iter().filter(|one| one.kind == "fn").collect();
    assert_eq!(
        functions[0].what,
        "( c : [ u8 ; 2 ] , d : impl E < F = G > ) - > H"
    );
    assert!(functions[0].is_public && !functions[1].is_public);
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
