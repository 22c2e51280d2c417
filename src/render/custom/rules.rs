//! Token-level rules for custom shaders. They also keep texts from the compilers that would need much memory or a deep
//! stack.

use std::collections::BTreeSet;

use super::fault::{ShaderFault, signature};
use super::tokens::Token;
use crate::assets::shader::CustomKind;

/// Maximum depth of brackets and of chains of `else`.
const MOST_NESTED: usize = 40;

/// Maximum number of tokens in a statement.
const MOST_TOKENS: usize = 1000;

/// Maximum number of operators in a statement.
const MOST_OPERATORS: usize = 128;

/// Maximum length of an array.
const MOST_ELEMENTS: u32 = 256;

/// Words with the reason why they are rejected.
const REJECTED: [(&str, &[&str]); 5] = [
    (
        "directives are the engine's",
        &["enable", "requires", "diagnostic", "override"],
    ),
    (
        "a shader cannot discard a pixel: return a transparent colour",
        &["discard"],
    ),
    (
        "derivatives are not available",
        &[
            "dpdx",
            "dpdy",
            "fwidth",
            "dpdxCoarse",
            "dpdyCoarse",
            "fwidthCoarse",
            "dpdxFine",
            "dpdyFine",
            "fwidthFine",
        ],
    ),
    (
        "barriers and atomics are not available",
        &[
            "workgroupBarrier",
            "storageBarrier",
            "textureBarrier",
            "workgroupUniformLoad",
            "atomic",
            "subgroupBarrier",
        ],
    ),
    (
        "a pointer to this memory is not available",
        &["workgroup", "storage", "uniform", "private"],
    ),
];

/// Attributes that a shader may have.
const ATTRIBUTES: [&str; 1] = ["must_use"];

/// Names that the engine's declarations use.
const TAKEN: [&str; 12] = [
    "function",
    "SpriteTexel",
    "read_texel",
    "EffectPixel",
    "read_pixel",
    "vec2",
    "vec3",
    "vec4",
    "array",
    "f32",
    "i32",
    "u32",
];

/// Returns the names that a shader declares at module scope.
///
/// # Errors
/// The first part of the text that no shader may have, or the missing function.
pub(super) fn check<'a>(
    kind: CustomKind,
    text: &str,
    tokens: &[Token<'a>],
) -> Result<BTreeSet<&'a str>, ShaderFault> {
    let mut depth = Depth::default();
    let mut declared = BTreeSet::new();
    let (mut length, mut operators) = (0, 0);
    for (number, token) in tokens.iter().enumerate() {
        let after = |distance: usize| tokens.get(number + distance);
        let next = after(1).map_or("", |next| next.text);
        depth.take(token, next)?;
        reject(token, next)?;
        if token.text == "array" && next == "<" {
            check_length(&tokens[number..])?;
        }
        if token.text == "array" && next == "(" {
            let what = "expected the type of an array, like `array<f32, 4>(…)`";
            return Err(ShaderFault::new(token.at, what));
        }
        let is_end = matches!(token.text, ";" | "{" | "}");
        let is_operator = "+-*/%&|^<>!~=".contains(token.text);
        (length, operators) = match is_end {
            true => (0, 0),
            false => (length + 1, operators + usize::from(is_operator)),
        };
        if length > MOST_TOKENS || operators > MOST_OPERATORS {
            let what = format!(
                "a statement has more than {MOST_TOKENS} words or {MOST_OPERATORS} operators: divide it"
            );
            return Err(ShaderFault::new(token.at, what));
        }
        if depth.is_module() && matches!(token.text, "fn" | "struct" | "const" | "alias") {
            let Some(name) = after(1).filter(|name| name.is_word()) else {
                continue;
            };
            if TAKEN.contains(&name.text) {
                let what = format!("`{}` is the engine's: choose another name", name.text);
                return Err(ShaderFault::new(name.at, what));
            }
            declared.insert(name.text);
        }
        if depth.is_module() && token.text == "var" {
            let what = "a variable at module scope is not available: use `const`, or a variable in a function";
            return Err(ShaderFault::new(token.at, what));
        }
    }
    if let Some(at) = depth.unclosed() {
        return Err(ShaderFault::new(at, "this bracket is not closed"));
    }
    let name = kind.function();
    let is_declared = tokens
        .windows(2)
        .any(|pair| pair[0].text == "fn" && pair[1].text == name);
    if !is_declared {
        let what = format!("expected a function {}", signature(kind));
        return Err(ShaderFault::new(text.len(), what));
    }
    Ok(declared)
}

/// Rejects words and attributes that no shader may have.
fn reject(token: &Token<'_>, next: &str) -> Result<(), ShaderFault> {
    if token.text == "@" && !ATTRIBUTES.contains(&next) {
        let what = format!(
            "`@{next}` is not available: entry points, bindings and layouts are the engine's"
        );
        return Err(ShaderFault::new(token.at, what));
    }
    let found = REJECTED
        .iter()
        .find(|(_, words)| words.contains(&token.text));
    match found {
        Some((reason, _)) => {
            let what = format!("`{}`: {reason}", token.text);
            Err(ShaderFault::new(token.at, what))
        }
        None => Ok(()),
    }
}

/// Checks the length of an array, beginning with its `array`: a number, so that no compiler computes a large one.
fn check_length(tokens: &[Token<'_>]) -> Result<(), ShaderFault> {
    let mut depth = 0;
    for (number, token) in tokens.iter().enumerate().skip(1) {
        match token.text {
            "<" => depth += 1,
            ">" if depth == 1 => return Ok(()),
            ">" => depth -= 1,
            "," if depth == 1 => {
                let length = tokens.get(number + 1);
                if length.is_some_and(|length| length.text == ">") {
                    return Ok(());
                }
                let value = length.and_then(|length| {
                    let digits = length.text.trim_end_matches(['u', 'i']);
                    let value = digits.parse::<u32>().ok();
                    value.filter(|value| *value <= MOST_ELEMENTS)
                });
                let end = tokens.get(number + 2).map_or("", |end| end.text);
                if value.is_none() || !matches!(end, ">" | ",") {
                    let at = length.map_or(token.at, |length| length.at);
                    let what = format!(
                        "the length of an array is not a number of at most {MOST_ELEMENTS}"
                    );
                    return Err(ShaderFault::new(at, what));
                }
            }
            _ if token.is_word() || token.is_number() || token.text == "," => {}
            _ => return Ok(()),
        }
    }
    Ok(())
}

/// Depth of brackets and of chains of `else`.
#[derive(Default)]
struct Depth {
    /// Open brackets: each with the number of its `else` in a row.
    open: Vec<usize>,
    /// Bytes of the text where they are.
    places: Vec<usize>,
    /// The same outside of brackets.
    outside: usize,
    chained: usize,
}

impl Depth {
    /// Takes the next token.
    fn take(&mut self, token: &Token<'_>, next: &str) -> Result<(), ShaderFault> {
        match token.text {
            "(" | "[" | "{" => {
                self.open.push(0);
                self.places.push(token.at);
            }
            ")" | "]" | "}" => {
                if self.places.pop().is_none() {
                    return Err(ShaderFault::new(token.at, "this bracket closes nothing"));
                }
                self.chained -= self.open.pop().unwrap_or(0);
                if next != "else" && token.text == "}" {
                    self.chained -= core::mem::take(self.chain());
                }
            }
            "else" => {
                *self.chain() += 1;
                self.chained += 1;
            }
            _ => {}
        }
        if self.open.len() + self.chained > MOST_NESTED {
            let what = format!("nested deeper than {MOST_NESTED} levels, each `else` counted");
            return Err(ShaderFault::new(token.at, what));
        }
        Ok(())
    }

    fn chain(&mut self) -> &mut usize {
        self.open.last_mut().unwrap_or(&mut self.outside)
    }

    /// Returns the byte of the innermost open bracket.
    fn unclosed(&self) -> Option<usize> {
        self.places.last().copied()
    }

    fn is_module(&self) -> bool {
        self.open.is_empty()
    }
}
