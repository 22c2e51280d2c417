//! `docs/features.md` has a line for each clause of the specification, with its proof. `clauses.txt` lists the clauses.
//!
//! A proof is a test (`tests/world/events.rs: name`), a part of a script (`.ci/wine: its heading`) or an example that a
//! person can run (`examples/pong`). A clause that nothing satisfies yet is **open**; its line may name tests of the part
//! that works. A clause that does not hold everywhere is **limited**; its line also names the paragraph of
//! `docs/limits.md`, as in `[Hidden windows](limits.md)`.

use crate::source::{Source, root, sources};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;

const CLAUSES: &str = include_str!("clauses.txt");

/// A line of a table in `docs/features.md`.
struct Line {
    clause: String,
    is_open: bool,
    is_limited: bool,
    /// The linked paragraph of `docs/limits.md`.
    limit: Option<String>,
    proofs: Vec<String>,
}

/// Returns whether a word is the id of a clause: a capital letter, digits, and at most one small letter.
fn is_clause(word: &str) -> bool {
    let Some(rest) = word.strip_prefix(|c: char| c.is_ascii_uppercase()) else {
        return false;
    };
    let number = rest.strip_suffix(|c: char| c.is_ascii_lowercase());
    let number = number.unwrap_or(rest);
    !number.is_empty() && number.chars().all(|c| c.is_ascii_digit())
}

/// Returns the title in a link of the form `[title](limits.md)`.
fn limit(proof: &str) -> Option<String> {
    let (before, _) = proof.split_once("](limits.md)")?;
    Some(before.rsplit_once('[')?.1.to_owned())
}

/// Returns the lines of the tables, `| clause | what | proof |`.
fn lines(text: &str) -> Vec<Line> {
    let rows = text.lines().filter_map(|line| line.strip_prefix("| "));
    let cells = rows.map(|row| row.trim_end_matches(['|', ' ']).split(" | "));
    let lines = cells.filter_map(|mut cells| {
        let clause = cells.next().filter(|cell| is_clause(cell))?;
        let proof = cells.last()?;
        let quoted = proof.split('`').skip(1).step_by(2);
        Some(Line {
            clause: clause.to_owned(),
            is_open: proof.starts_with("**open**"),
            is_limited: proof.starts_with("**limited**"),
            limit: limit(proof),
            proofs: quoted.map(str::to_owned).collect(),
        })
    });
    lines.collect()
}

/// Returns the names of tests that are not ignored.
fn tests(source: &Source) -> impl Iterator<Item = &str> {
    let lines: Vec<&str> = source.text.lines().map(str::trim).collect();
    let mut names = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        let above = lines[..index].iter().rev();
        let attributes: Vec<_> = above
            .take_while(|line| line.starts_with("#[") || line.starts_with("//"))
            .collect();
        let is_test = attributes.iter().any(|line| **line == "#[test]");
        let is_ignored = attributes.iter().any(|line| line.starts_with("#[ignore"));
        if let Some(rest) = line.strip_prefix("fn ").filter(|_| is_test && !is_ignored) {
            names.extend(rest.split(['(', '<']).next());
        }
    }
    names.into_iter()
}

/// Returns what is wrong with a proof, and a file that contains a test of its name, if there is one. `None` if the
/// proof is valid.
fn fault(proof: &str, files: &BTreeMap<String, BTreeSet<String>>) -> Option<String> {
    let Some((path, name)) = proof.split_once(": ") else {
        let is_example = proof.starts_with("examples/") && root().join(proof).is_dir();
        return (!is_example).then(|| format!("no example {proof}"));
    };
    if files.get(path).is_some_and(|tests| tests.contains(name)) {
        return None;
    }
    let mut elsewhere = files.iter().filter(|(_, tests)| tests.contains(name));
    let hint = elsewhere.next().map_or_else(
        || "renamed or removed: write its new name or another proof there".to_owned(),
        |(file, _)| format!("it is in {file} now"),
    );
    Some(format!("no test {name} in {path} ({hint})"))
}

fn faults(
    clauses: &str,
    text: &str,
    limits: &str,
    files: &BTreeMap<String, BTreeSet<String>>,
) -> Vec<String> {
    let mut missing: BTreeSet<&str> = clauses.lines().collect();
    let known = missing.clone();
    let mut faults = Vec::new();
    for Line {
        clause,
        is_open,
        is_limited,
        limit,
        proofs,
    } in lines(text)
    {
        if !known.contains(&*clause) {
            faults.push(format!("{clause}: no such clause in clauses.txt"));
        } else if !missing.remove(&*clause) {
            faults.push(format!("{clause}: listed twice"));
        }
        if proofs.is_empty() && !is_open {
            faults.push(format!("{clause}: neither a proof nor **open**"));
        }
        let is_known = limit.is_some_and(|title| limits.contains(&format!("- **{title}.** ")));
        if is_limited && !is_known {
            faults.push(format!(
                "{clause}: no link to a paragraph of docs/limits.md"
            ));
        }
        let wrong = proofs.iter().filter_map(|proof| fault(proof, files));
        faults.extend(wrong.map(|wrong| format!("{clause}: {wrong}")));
    }
    faults.extend(missing.iter().map(|clause| format!("{clause}: no line")));
    faults
}

/// Returns the headings that a script prints, by lines `echo "== heading"`.
fn headings(script: &str) -> BTreeSet<String> {
    let lines = script.lines();
    let headings = lines.filter_map(|line| line.strip_prefix("echo \"== ")?.strip_suffix('"'));
    headings.map(str::to_owned).collect()
}

/// Returns the tests of each file.
fn all_tests() -> BTreeMap<String, BTreeSet<String>> {
    let wine = fs::read_to_string(root().join(".ci/wine")).unwrap_or_default();
    let script = (".ci/wine".to_owned(), headings(&wine));
    let sources = ["src", "tests", "examples"].into_iter().flat_map(sources);
    let files = sources.map(|source| {
        let tests = tests(&source).map(str::to_owned).collect();
        (source.path, tests)
    });
    files.chain([script]).collect()
}

#[test]
fn every_test_that_a_document_names_exists() {
    let files = all_tests();
    for page in ["docs/verification.md", "docs/regressions.md"] {
        let text = fs::read_to_string(root().join(page)).unwrap();
        let quoted = text.split('`').skip(1).step_by(2);
        let named: Vec<_> = quoted.filter(|word| word.contains(".rs: ")).collect();
        assert!(named.len() > 3, "{page}: {named:?}");
        let faults: Vec<_> = named
            .iter()
            .filter_map(|proof| fault(proof, &files))
            .collect();
        assert!(faults.is_empty(), "correct {page}: {faults:#?}");
    }
}

#[test]
fn every_clause_has_a_line_and_every_proof_exists() {
    let text = fs::read_to_string(root().join("docs/features.md")).unwrap();
    let limits = fs::read_to_string(root().join("docs/limits.md")).unwrap();
    let faults = faults(CLAUSES, &text, &limits, &all_tests());
    assert!(
        faults.is_empty(),
        "correct these lines of docs/features.md: {faults:#?}"
    );
}

#[test]
fn every_kind_of_wrong_line_is_found() {
    let source = Source::new(
        "tests/a.rs".to_owned(),
        "#[test]\nfn there() {}\n#[test]\n#[ignore]\nfn ignored() {}\nfn helper() {}\n".to_owned(),
    );
    let tests = tests(&source).map(str::to_owned).collect();
    let files = BTreeMap::from([(source.path.clone(), tests)]);
    let text = "| clause | what | proof |\n|---|---|---|\n\
        | T1a | x | `tests/a.rs: there` |\n| T1b | x | `tests/a.rs: ignored` |\n\
        | T1c | x | `tests/b.rs: there` |\n| T1d | x | **open** |\n| T1e | x | later |\n\
        | T1a | x | `examples/pong` |\n| Z9 | x | `examples/none` |\n\
        | T1f | x | **limited** ([Pads](limits.md)); the rest: `tests/a.rs: there` |\n\
        | T1g | x | **limited** ([Keys](limits.md)); the rest: `tests/a.rs: there` |\n";
    let limits = "- **Pads.** None on the web.\n";
    let clauses = "T1a\nT1b\nT1c\nT1d\nT1e\nT1f\nT1g\nW3";
    let found = faults(clauses, text, limits, &files);
    let renamed = "renamed or removed: write its new name or another proof there";
    assert_eq!(
        found,
        [
            format!("T1b: no test ignored in tests/a.rs ({renamed})"),
            "T1c: no test there in tests/b.rs (it is in tests/a.rs now)".to_owned(),
            "T1e: neither a proof nor **open**".to_owned(),
            "T1a: listed twice".to_owned(),
            "Z9: no such clause in clauses.txt".to_owned(),
            "Z9: no example examples/none".to_owned(),
            "T1g: no link to a paragraph of docs/limits.md".to_owned(),
            "W3: no line".to_owned(),
        ]
    );
}
