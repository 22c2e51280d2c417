//! The source as text: files, and their code without comments, literals and tests.
//!
//! The rules search for words; there is no parser. All views of a file have the same length, so an offset is valid in
//! each of them.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// A Rust file.
pub(crate) struct Source {
    /// Path relative to the repository's root, with `/` between folders.
    pub(crate) path: String,
    /// The text as written.
    pub(crate) text: String,
    /// The text without test items.
    pub(crate) production_text: String,
    /// The text with blanks in place of comments and literals.
    pub(crate) code: String,
    /// The text with blanks in place of comments, literals and test items.
    pub(crate) production: String,
}

/// A word or sign of the code: its offset and its text.
pub(crate) type Token<'a> = (usize, &'a str);

pub(crate) fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Returns all Rust files below a folder of the repository, in order.
pub(crate) fn sources(folder: &str) -> Vec<Source> {
    let mut files = Vec::new();
    collect(&root().join(folder), &mut files);
    files.sort();
    let sources = files.iter().map(|file| Source::read(file)).collect();
    assert!(!files.is_empty(), "no files below {folder}: mend the rule");
    sources
}

/// Returns the files of the engine, read once for all rules.
pub(crate) fn engine() -> impl Iterator<Item = &'static Source> + Clone {
    static SOURCES: OnceLock<Vec<Source>> = OnceLock::new();
    SOURCES.get_or_init(|| sources("src")).iter()
}

/// Returns the files of the engine without test files.
pub(crate) fn production() -> impl Iterator<Item = &'static Source> + Clone {
    engine().filter(|source| !source.is_of_tests())
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}

impl Source {
    fn read(file: &Path) -> Self {
        let path = file.strip_prefix(root()).unwrap().to_string_lossy();
        let path = path.replace('\\', "/");
        Self::new(path, fs::read_to_string(file).unwrap())
    }

    pub(crate) fn new(path: String, text: String) -> Self {
        let code = without_comments(&text);
        let tests = test_items(&code);
        let production = without(&code, &tests);
        let production_text = without(&text, &tests);
        Self {
            path,
            text,
            production_text,
            code,
            production,
        }
    }

    /// Returns whether the whole file is tests: `tests.rs`, or in a folder `tests`.
    pub(crate) fn is_of_tests(&self) -> bool {
        self.path.split(['/', '.']).any(|part| part == "tests")
    }

    /// Returns the module path of a file of `src`, such as `["scene", "layer"]`. Empty for the root of the crate.
    pub(crate) fn module(&self) -> Vec<String> {
        let path = self.path.strip_prefix("src/").unwrap();
        let path = path.strip_suffix(".rs").unwrap();
        let parts = path.split('/').map(str::to_owned);
        let mut parts: Vec<_> = parts.collect();
        if parts.last().is_some_and(|last| last == "mod") || path == "lib" {
            parts.pop();
        }
        parts
    }

    /// Returns `file:line` for messages.
    pub(crate) fn place(&self, at: usize) -> String {
        let line = self.text[..at].matches('\n').count() + 1;
        format!("{}:{line}", self.path)
    }

    /// Returns the tokens of the code without tests.
    pub(crate) fn tokens(&self) -> Vec<Token<'_>> {
        tokens(&self.production)
    }
}

pub(crate) fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

pub(crate) fn tokens(code: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(first) = code[at..].chars().next() {
        let rest = &code[at..];
        let length = match rest.find(|c| !is_word(c)).unwrap_or(rest.len()) {
            0 => first.len_utf8(),
            word => word,
        };
        if !first.is_whitespace() {
            tokens.push((at, &rest[..length]));
        }
        at += length;
    }
    tokens
}

/// Returns the index of the token that closes the bracket at `open`, or of the last token.
pub(crate) fn closing(tokens: &[Token<'_>], open: usize) -> usize {
    let mut depth = 0_usize;
    for (index, (_, token)) in tokens.iter().enumerate().skip(open) {
        match *token {
            "{" | "(" | "[" => depth += 1,
            "}" | ")" | "]" => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            return index;
        }
    }
    tokens.len() - 1
}

/// Blanks a range of bytes and keeps line feeds.
fn blank(text: &mut [u8], from: usize, to: usize) {
    for byte in &mut text[from..to] {
        if *byte != b'\n' {
            *byte = b' ';
        }
    }
}

/// Returns the text with blank comments and literals.
fn without_comments(text: &str) -> String {
    let mut bytes = text.as_bytes().to_vec();
    let mut at = 0;
    while at < text.len() {
        let length = literal_or_comment(text, at);
        if length > 0 {
            blank(&mut bytes, at, at + length);
        }
        at += length.max(1);
        while !text.is_char_boundary(at) {
            at += 1;
        }
    }
    String::from_utf8(bytes).unwrap()
}

/// Returns the length in bytes of the comment or literal that starts here, or 0.
fn literal_or_comment(text: &str, at: usize) -> usize {
    let rest = &text[at..];
    let until = |end: &str, skip: usize| rest[skip..].find(end).map_or(rest.len(), |i| skip + i);
    let is_inside_a_word = text[..at].ends_with(is_word);
    if rest.starts_with("//") {
        until("\n", 0)
    } else if rest.starts_with("/*") {
        until("*/", 2) + 2
    } else if rest.starts_with('r') && !is_inside_a_word {
        let hashes = rest[1..].bytes().take_while(|byte| *byte == b'#').count();
        let end = format!("\"{}", "#".repeat(hashes));
        let is_raw = rest[1 + hashes..].starts_with('"');
        usize::from(is_raw) * (until(&end, hashes + 2) + end.len())
    } else if rest.starts_with('"') {
        quoted(rest, b'"')
    } else if let Some(behind) = rest.strip_prefix('\'') {
        // A lifetime has no quote after its first letter.
        let mut chars = behind.chars();
        let is_char = chars.next() == Some('\\') || chars.next() == Some('\'');
        usize::from(is_char) * quoted(rest, b'\'')
    } else {
        0
    }
}

/// Returns the length in bytes of a quoted literal, including the quotes.
fn quoted(rest: &str, quote: u8) -> usize {
    let mut is_escaped = false;
    for (at, byte) in rest.bytes().enumerate().skip(1) {
        if byte == quote && !is_escaped {
            return at + 1;
        }
        is_escaped = byte == b'\\' && !is_escaped;
    }
    rest.len()
}

/// Returns the ranges of items with `#[cfg(test)]`.
fn test_items(code: &str) -> Vec<Range<usize>> {
    const MARK: &str = "#[cfg(test)]";
    let marks = code.match_indices(MARK);
    let item = |(at, _)| {
        let tokens = tokens(&code[at + MARK.len()..]);
        let ends_item = |(_, token): &Token<'_>| ["{", ";"].contains(token);
        let end = tokens.iter().position(ends_item);
        let end = closing(&tokens, end.unwrap_or(0));
        at..at + MARK.len() + tokens[end].0 + 1
    };
    marks.map(item).collect()
}

fn without(text: &str, parts: &[Range<usize>]) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for part in parts {
        blank(&mut bytes, part.start, part.end);
    }
    String::from_utf8(bytes).unwrap()
}

#[test]
fn the_code_of_a_file_is_without_comments_literals_and_tests() {
    let text = "fn a<'a>() { \"fn b // \\\" \"; '\"'; r#\"fn \"c\"# } // fn d\n#[cfg(test)]\nmod tests { fn e() {} }\nfn f() {}";
    let source = Source::new("src/x.rs".to_owned(), text.to_owned());
    assert_eq!(source.production.len(), text.len());
    let words = source.tokens();
    let functions = words.windows(2).filter(|pair| pair[0].1 == "fn");
    assert_eq!(
        functions.map(|pair| pair[1].1).collect::<Vec<_>>(),
        ["a", "f"]
    );
    assert_eq!(source.place(text.len()), "src/x.rs:4");
}
