//! How much of the engine is documentation, and how much says why.

use crate::source::{Source, production};
use std::collections::BTreeMap;

/// The least percentage of lines, blank ones left out, that start with `///` or `//!`.
const DOCS: f64 = 18.0;

/// The least percentage of lines, blank ones left out, that have a plain comment, alone or behind code.
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
        let mut count = Self::default();
        let lines = source
            .production_text
            .lines()
            .zip(source.production.lines());
        for (written, code) in lines.filter(|(written, _)| !written.trim().is_empty()) {
            // Behind the code, or all of the line.
            let rest = written[code.trim_end().len()..].trim_start();
            let is_doc = rest.starts_with("///") || rest.starts_with("//!");
            count.lines += 1;
            count.docs += usize::from(is_doc);
            count.reasons += usize::from(!is_doc && rest.starts_with("//"));
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
