//! `docs/features.md` names a proof for each feature; this checks that each of them exists.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use crate::source::{root, sources};
use std::collections::BTreeSet;
use std::fs;

/// The rows of the table: an id, and the proofs in backticks in the last column.
fn rows() -> Vec<(String, Vec<String>)> {
    let text = fs::read_to_string(root().join("docs/features.md")).unwrap();
    let mut rows = Vec::new();
    for line in text.lines().filter(|line| line.starts_with("| ")) {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        let id = cells[0];
        let is_id = id.len() >= 2
            && id.starts_with(|c: char| c.is_ascii_uppercase())
            && id[1..].chars().all(|c| c.is_ascii_digit());
        if is_id {
            let proofs = cells
                .last()
                .unwrap()
                .split('`')
                .skip(1)
                .step_by(2)
                .map(str::to_owned)
                .collect();
            rows.push((id.to_owned(), proofs));
        }
    }
    rows
}

/// Whether there is a test function of this name that is not left out.
fn is_test(sources: &str, name: &str) -> bool {
    let start = format!("fn {name}(");
    sources.match_indices(&start).any(|(at, _)| {
        let above = sources[..at].trim_end().lines().rev();
        let attributes: Vec<&str> = above
            .map(str::trim)
            .take_while(|line| line.starts_with("#[") || line.starts_with("///"))
            .collect();
        attributes.contains(&"#[test]")
            && !attributes.iter().any(|line| line.starts_with("#[ignore"))
    })
}

/// Whether there is such a module of tests, `world/levels` say, or such a program of them.
fn is_test_file(file: &str) -> bool {
    let tests = root().join("tests");
    [".rs", "/main.rs", "/mod.rs"]
        .iter()
        .any(|end| tests.join(format!("{file}{end}")).exists())
}

#[test]
fn every_proof_is_a_test_an_example_or_a_bench() {
    let sources = ["src", "tests", "benches"].into_iter().flat_map(sources);
    let sources: String = sources.map(|source| source.text).collect();
    let mut missing = Vec::new();
    for (id, proofs) in rows() {
        assert!(!proofs.is_empty(), "{id} names no proof");
        for proof in proofs {
            let exists = match proof.split_once(' ') {
                Some(("example", name)) => {
                    root().join("examples").join(name).join("main.rs").exists()
                }
                Some(("bench", name)) => root().join("benches").join(format!("{name}.rs")).exists(),
                Some(("test", file)) => is_test_file(file),
                _ => is_test(&sources, &proof),
            };
            if !exists {
                missing.push(format!("{id}: {proof}"));
            }
        }
    }
    assert!(missing.is_empty(), "no such proofs: {missing:#?}");
}

#[test]
fn every_feature_is_listed_once() {
    let ids: Vec<String> = rows().into_iter().map(|(id, _)| id).collect();
    assert!(!ids.is_empty(), "docs/features.md lists no features");
    let unique: BTreeSet<&String> = ids.iter().collect();
    assert_eq!(
        unique.len(),
        ids.len(),
        "a feature is listed twice: {ids:?}"
    );
}
