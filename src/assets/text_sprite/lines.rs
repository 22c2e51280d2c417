//! Splits bytes into lines. Checks size, encoding, byte-order mark, line ends and the width rule.

use core::fmt;

use super::columns::is_one_column;
use super::{MAX_FILE_BYTES, TextSpriteError};

/// Description of the end of a file, for errors.
pub(super) const FILE_ENDS: &str = "the file ends here";

/// One line without its end.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line<'a> {
    /// Counted from 1.
    pub(super) number: usize,
    pub(super) text: &'a str,
}

impl<'a> Line<'a> {
    /// Returns the text without trailing blanks, which are invisible: for keywords.
    pub(super) fn keyword(self) -> &'a str {
        self.text.trim_end_matches(' ')
    }

    /// Returns the column one past the last character.
    pub(super) fn end_column(self) -> usize {
        self.text.chars().count() + 1
    }

    /// Returns an error at a column of this line, counted from 1.
    pub(super) fn error(
        self,
        column: usize,
        what: impl Into<String>,
        expected: impl Into<String>,
    ) -> TextSpriteError {
        TextSpriteError::new((self.number, column), what, expected)
    }
}

/// The lines of a file, taken one by one.
// This is a cursor, not a list of lines: it allocates nothing (bench `text_sprites`), and a copy of it can look ahead.
#[derive(Clone, Debug)]
pub(super) struct Lines<'a> {
    /// The text after the last line taken.
    rest: &'a str,
    /// The last line taken, for the error at the end of the file. Its number is 0 at the start.
    last: Line<'a>,
}

impl<'a> Lines<'a> {
    /// Returns a cursor at the start of a file. Validates the size and the encoding of the whole file.
    pub(super) fn new(bytes: &'a [u8]) -> Result<Self, TextSpriteError> {
        if bytes.len() > MAX_FILE_BYTES {
            return Err(TextSpriteError::new(
                (1, 1),
                format!("{} bytes", bytes.len()),
                format!("the limit is {MAX_FILE_BYTES} bytes"),
            ));
        }
        // Skips a byte-order mark at the start. Elsewhere it is an error, because it takes no column.
        let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        let rest = core::str::from_utf8(text).map_err(|error| not_utf8(text, &error))?;
        Ok(Self {
            rest,
            last: Line {
                number: 0,
                text: "",
            },
        })
    }

    /// Takes the next line, and checks that each character takes one column. `expected` is for the error at the end of
    /// the file.
    pub(super) fn take(
        &mut self,
        expected: impl fmt::Display,
    ) -> Result<Line<'a>, TextSpriteError> {
        match self.advance() {
            Some(line) => check_columns(line),
            None => {
                let line = self.last;
                Err(TextSpriteError::new(
                    (line.number.max(1), line.end_column()),
                    FILE_ENDS,
                    format!("expected {expected}"),
                ))
            }
        }
    }

    /// Returns the line `skip` lines after the next, without taking or validating it.
    pub(super) fn peek(&self, skip: usize) -> Option<Line<'a>> {
        let mut ahead = self.clone();
        for _ in 0..skip {
            ahead.advance()?;
        }
        ahead.advance()
    }

    /// Skips the next line without validating it.
    pub(super) fn skip(&mut self) {
        self.advance();
    }

    fn advance(&mut self) -> Option<Line<'a>> {
        if self.rest.is_empty() {
            return None;
        }
        let ends = self
            .rest
            .bytes()
            .position(|byte| matches!(byte, b'\n' | b'\r'));
        let (text, rest) = self.rest.split_at(ends.unwrap_or(self.rest.len()));
        self.rest = after_line_end(rest);
        let number = self.last.number + 1;
        self.last = Line { number, text };
        Some(self.last)
    }
}

/// Strips one line end: LF, CRLF, a CRLF that was converted twice, or the lone CR of old files.
fn after_line_end(rest: &str) -> &str {
    // The longest line end comes first: otherwise, a CRLF would count as two lines.
    ["\r\r\n", "\r\n", "\r", "\n"]
        .iter()
        .find_map(|end| rest.strip_prefix(end))
        .unwrap_or(rest)
}

/// Returns the line if each of its characters takes one column.
fn check_columns(line: Line<'_>) -> Result<Line<'_>, TextSpriteError> {
    // Fast path for lines of ASCII.
    if line.text.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
        return Ok(line);
    }
    let strange = (1..)
        .zip(line.text.chars())
        .find(|&(_, c)| !is_one_column(c));
    match strange {
        None => Ok(line),
        Some((column, character)) => Err(line.error(
            column,
            match character {
                '\t' => "a tab".to_owned(),
                _ => format!("character U+{:04X}", u32::from(character)),
            },
            "expected printable characters that take one column each",
        )),
    }
}

/// Returns the error about the first byte that is not UTF-8, with its line and column.
fn not_utf8(text: &[u8], error: &core::str::Utf8Error) -> TextSpriteError {
    let bad = error.valid_up_to();
    // The text before is valid, so nothing is replaced here.
    let before = String::from_utf8_lossy(&text[..bad]);
    // Uses the same cursor as for other lines, so that all line ends count alike.
    let mut lines = Lines {
        rest: &before,
        last: Line {
            number: 0,
            text: "",
        },
    };
    while lines.advance().is_some() {}
    let ended = before.is_empty() || before.ends_with(['\n', '\r']);
    let place = match ended {
        true => (lines.last.number + 1, 1),
        false => (lines.last.number, lines.last.end_column()),
    };
    TextSpriteError::new(
        place,
        format!("byte 0x{:02x} is not UTF-8", text[bad]),
        "expected a text file in UTF-8",
    )
}
