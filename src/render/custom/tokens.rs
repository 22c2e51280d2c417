//! Divides WGSL into tokens.

use super::fault::ShaderFault;

/// Characters that end a comment of a line in WGSL. Text after one of them is code.
const LINE_BREAKS: [char; 7] = [
    '\n', '\r', '\u{b}', '\u{c}', '\u{85}', '\u{2028}', '\u{2029}',
];

/// A word, a number or a single other character. Comments and blanks are left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token<'a> {
    /// Byte of the text where it begins.
    pub(super) at: usize,
    pub(super) text: &'a str,
}

impl Token<'_> {
    /// Returns whether it is a name or a keyword.
    pub(super) fn is_word(&self) -> bool {
        self.text
            .starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
    }

    /// Returns whether it is a number.
    pub(super) fn is_number(&self) -> bool {
        self.text.starts_with(|c: char| c.is_ascii_digit())
    }
}

/// Divides a text into tokens.
///
/// # Errors
/// A character outside of ASCII that is not in a comment, or a comment without an end.
pub(super) fn split(text: &str) -> Result<Vec<Token<'_>>, ShaderFault> {
    let bytes = text.as_bytes();
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let rest = &bytes[at..];
        let is_in_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
        let length = if rest.starts_with(b"//") {
            at += text[at..].find(LINE_BREAKS).unwrap_or(rest.len());
            continue;
        } else if rest.starts_with(b"/*") {
            let length = comment_length(rest);
            at += length
                .ok_or_else(|| ShaderFault::new(at, "expected `*/` at the end of a comment"))?;
            continue;
        } else if byte.is_ascii_whitespace() || byte == 0x0b {
            at += 1;
            continue;
        } else if is_in_word(&byte) {
            // A number with a fraction becomes several tokens. No check looks at numbers.
            rest.iter()
                .position(|byte| !is_in_word(byte))
                .unwrap_or(rest.len())
        } else {
            1
        };
        let Some(text) = text
            .get(at..at + length)
            .filter(|_| byte.is_ascii_graphic())
        else {
            let what = "expected ASCII outside of comments";
            return Err(ShaderFault::new(at, what));
        };
        tokens.push(Token { at, text });
        at += length;
    }
    Ok(tokens)
}

/// Returns the length of a comment, which may contain others. `None` without an end.
fn comment_length(bytes: &[u8]) -> Option<usize> {
    let (mut at, mut depth) = (0, 0);
    loop {
        match bytes.get(at..at + 2)? {
            b"/*" => (at, depth) = (at + 2, depth + 1),
            b"*/" if depth == 1 => return Some(at + 2),
            b"*/" => (at, depth) = (at + 2, depth - 1),
            _ => at += 1,
        }
    }
}
