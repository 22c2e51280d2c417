//! Prefixes a shader's names, so that several shaders can be joined.

use std::collections::BTreeSet;

use super::tokens::Token;

/// Returns a text whose declared names begin with a prefix. Members of structures and attributes keep their names.
pub(super) fn prefixed(
    text: &str,
    tokens: &[Token<'_>],
    declared: &BTreeSet<&str>,
    prefix: &str,
) -> String {
    let mut code = String::with_capacity(text.len() * 2);
    let mut copied = 0;
    let mut structure = Structure::default();
    for (number, token) in tokens.iter().enumerate() {
        let next = tokens.get(number + 1).map(|next| next.text);
        let before = number.checked_sub(1).map(|before| tokens[before].text);
        let is_member = structure.is_member(token.text, next);
        if declared.contains(token.text) && !is_member && !matches!(before, Some("." | "@")) {
            code.push_str(&text[copied..token.at]);
            code.push_str(prefix);
            copied = token.at;
        }
    }
    code.push_str(&text[copied..]);
    code
}

/// Whether the tokens are in the declaration of a structure.
#[derive(Default)]
struct Structure {
    is_declared: bool,
    is_open: bool,
}

impl Structure {
    /// Takes the next token. Returns whether it declares a member: a name before a colon.
    fn is_member(&mut self, token: &str, next: Option<&str>) -> bool {
        match token {
            "struct" => self.is_declared = true,
            "{" if self.is_declared => self.is_open = true,
            "}" => (self.is_declared, self.is_open) = (false, false),
            _ => return self.is_open && next == Some(":"),
        }
        false
    }
}
