//! How much of the engine is documentation, and how much says why.

use crate::source::{Source, production};
use std::collections::BTreeMap;

/// The least percentage of lines, blank ones left out, that start with `///` or `//!`.
const DOCS: f64 = 18.0;

/// The least percentage of lines, blank ones left out, that have a plain comment, alone or behind code. Comments of
/// less than a sentence are left out.
const REASONS: f64 = 2.0;

#[derive(Clone, Copy, Default)]
struct Count {
    lines: usize,
    docs: usize,
    reasons: usize,
}

impl Count {
    /// The lines of a file, without its test items.
    fn of(source: &Source) -> Self {
        let written = source.production_text.lines();
        let mut count = Self {
            lines: written
                .clone()
                .filter(|line| !line.trim().is_empty())
                .count(),
            ..Self::default()
        };
        // Behind the code, or all of the line.
        let behind = written
            .zip(source.production.lines())
            .map(|(line, code)| line[code.trim_end().len()..].trim_start());
        let behind: Vec<_> = behind.collect();
        count.docs = behind.iter().filter(|line| is_doc(line)).count();
        let blocks = behind.chunk_by(|one, next| is_plain(one) && is_plain(next));
        for block in blocks.filter(|block| is_plain(block[0]) && is_sentence(&block.join(" "))) {
            count.reasons += block.len();
        }
        count
    }

    fn add(&mut self, other: Self) {
        self.lines += other.lines;
        self.docs += other.docs;
        self.reasons += other.reasons;
    }

    fn percent(&self, part: usize) -> f64 {
        part as f64 * 100.0 / self.lines as f64
    }
}

fn is_doc(line: &str) -> bool {
    line.starts_with("///") || line.starts_with("//!")
}

/// Whether a line is a comment, and no docs.
fn is_plain(line: &str) -> bool {
    line.starts_with("//") && !is_doc(line)
}

/// Whether a comment says something: headings and separators are no sentences.
fn is_sentence(comment: &str) -> bool {
    let words = comment.split_whitespace();
    let words = words.filter(|word| word.contains(char::is_alphabetic));
    words.count() >= 3 && comment.contains(['.', ':', '?'])
}

/// The whole engine's figures, and those of each room as a table.
fn figures() -> (Count, String) {
    let mut rooms = BTreeMap::<_, Count>::new();
    let mut all = Count::default();
    for source in production() {
        let room = source.module().into_iter().next();
        let count = Count::of(source);
        let room = room.unwrap_or("lib".into());
        rooms.entry(room).or_default().add(count);
        all.add(count);
    }
    let mut table = String::new();
    for (room, count) in rooms.iter().chain([(&"all".to_owned(), &all)]) {
        let [docs, reasons] = [count.docs, count.reasons].map(|part| count.percent(part));
        let lines = count.lines;
        table += &format!("{room}: {lines} lines, {docs:.1} % docs, {reasons:.1} % reasons\n");
    }
    (all, table)
}

#[test]
fn enough_lines_are_docs() {
    let (all, table) = figures();
    assert!(
        all.percent(all.docs) >= DOCS,
        "fewer than {DOCS} % of the lines are docs; say what things are, in which unit and when they fail:\n{table}"
    );
}

#[test]
fn enough_lines_say_why() {
    let (all, table) = figures();
    assert!(
        all.percent(all.reasons) >= REASONS,
        "fewer than {REASONS} % of the lines are comments; give the reason, and the road that was not taken:\n{table}"
    );
}

#[test]
fn headings_and_separators_are_no_reasons() {
    let text = "/// Docs.\nfn f() {} // Why it is so.\n\n// ---- The setters ----\n\n// Setters.\n\n// Because of that,\n// also.\nfn g() {}";
    let count = Count::of(&Source::new("src/x.rs".to_owned(), text.to_owned()));
    assert_eq!((count.lines, count.docs, count.reasons), (7, 1, 3));
}
