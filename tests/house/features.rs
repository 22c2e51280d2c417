//! `docs/features.md` names a proof for each feature, and `docs/mutations.md` a test for each mutation; this checks that
//! each of them exists.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use crate::source::{Source, root, sources};
use std::collections::{BTreeMap, BTreeSet};
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

/// The features that a build of plain `cargo test` lacks.
const NOT_DEFAULT: [&str; 6] = ["gamepad", "jpeg", "qoi", "tiled", "truetype", "webp"];

/// The names of the test functions that plain `.ci/run` runs without naming them: in the engine and in its test programs,
/// not left out, and not behind a feature that has to be asked for. Each with the path of its file.
fn plain_tests(sources: &[Source]) -> BTreeMap<String, BTreeSet<String>> {
    tests_in(sources, &NOT_DEFAULT)
}

/// The names of all test functions that need none of these features, each with the paths of its files.
fn tests_in(sources: &[Source], features: &[&str]) -> BTreeMap<String, BTreeSet<String>> {
    let gated = gated(sources, features);
    let mut tests: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for source in sources {
        // `src/tiles/tmx` stands for `src/tiles/tmx.rs` and for all that is in the folder.
        let is_gated = gated.iter().any(|module| {
            let rest = source.path.strip_prefix(module.as_str());
            rest.is_some_and(|rest| rest == ".rs" || rest.starts_with('/'))
        });
        if is_gated
            || source
                .text
                .lines()
                .any(|line| line.starts_with("#![cfg") && asks(line, features))
        {
            continue;
        }
        for name in test_functions(&source.text, features) {
            tests.entry(name).or_default().insert(source.path.clone());
        }
    }
    tests
}

/// The modules that exist with one of these features alone, as paths without `.rs`.
fn gated(sources: &[Source], features: &[&str]) -> Vec<String> {
    let mut modules = Vec::new();
    for source in sources {
        let own = source.path.trim_end_matches(".rs");
        let is_root = ["/lib", "/main", "/mod"]
            .iter()
            .any(|end| own.ends_with(end));
        let folder = if is_root {
            own.rsplit_once('/').map_or("", |(folder, _)| folder)
        } else {
            own
        };
        let lines: Vec<&str> = source.text.lines().map(str::trim).collect();
        for pair in lines
            .windows(2)
            .filter(|pair| pair[0].starts_with("#[cfg") && asks(pair[0], features))
        {
            let words: Vec<&str> = pair[1]
                .trim_end_matches([';', '{', ' '])
                .split(' ')
                .collect();
            if let [.., "mod", name] = words[..] {
                modules.push(format!("{folder}/{name}"));
            }
        }
    }
    modules
}

/// Whether a condition needs one of these features.
fn asks(condition: &str, features: &[&str]) -> bool {
    let needs = |feature: &str| condition.contains(&format!("feature = \"{feature}\""));
    features.iter().any(|feature| needs(feature)) && !condition.contains("not(")
}

/// The functions with `#[test]` that are not ignored and need none of these features.
fn test_functions(text: &str, features: &[&str]) -> Vec<String> {
    let mut found = Vec::new();
    for (at, _) in text.match_indices("fn ") {
        let name: String = text[at + 3..]
            .chars()
            .take_while(|c| c.is_alphanumeric() || *c == '_')
            .collect();
        let line = text[..at].rfind('\n').map_or(0, |end| end + 1);
        let is_alone = text[line..at].trim().is_empty();
        let above = text[..line].trim_end().lines().rev().map(str::trim);
        let attributes: Vec<&str> = above
            .take_while(|line| line.starts_with("#[") || line.starts_with("//"))
            .collect();
        let is_left_out = |line: &&&str| {
            line.starts_with("#[ignore") || (line.starts_with("#[cfg") && asks(line, features))
        };
        if is_alone
            && attributes.contains(&"#[test]")
            && !attributes.iter().any(|line| is_left_out(&line))
        {
            found.push(name);
        }
    }
    found
}

/// Programs of tests that are no functions with `#[test]`, because the test runner cannot run them. `cargo test` does.
const OWN_RUNNERS: [&str; 1] = ["device_loss"];

/// Whether there is such a module of tests, `world/levels` say, or such a program of them, with a test that counts.
fn has_tests(file: &str, tests: &BTreeMap<String, BTreeSet<String>>) -> bool {
    let own = format!("tests/{file}.rs");
    let folder = format!("tests/{file}/");
    let mut paths = tests.values().flatten();
    OWN_RUNNERS.contains(&file) || paths.any(|path| *path == own || path.starts_with(&folder))
}

#[test]
fn every_row_has_a_test_that_runs_and_every_proof_exists() {
    let sources: Vec<Source> = ["src", "tests"].into_iter().flat_map(sources).collect();
    let plain = plain_tests(&sources);
    let all = tests_in(&sources, &[]);
    let mut faults = Vec::new();
    for (id, proofs) in rows() {
        // An example or a bench is shown, but nothing runs it: it is no proof.
        let mut is_proven = false;
        for proof in proofs {
            let exists = match proof.split_once(' ') {
                Some(("example", name)) => {
                    root().join("examples").join(name).join("main.rs").exists()
                }
                Some(("bench", name)) => root().join("benches").join(format!("{name}.rs")).exists(),
                Some(("test", file)) => {
                    is_proven |= has_tests(file, &plain);
                    has_tests(file, &all) || OWN_RUNNERS.contains(&file)
                }
                // Those behind a feature run too, by name: they are no proof by themselves.
                _ => {
                    is_proven |= plain.contains_key(&proof);
                    all.contains_key(&proof)
                }
            };
            if !exists {
                faults.push(format!("{id}: there is no {proof}"));
            }
        }
        if !is_proven {
            faults.push(format!("{id} names no test that runs"));
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
fn the_test_that_notices_a_mutation_exists() {
    let sources: Vec<Source> = ["src", "tests"].into_iter().flat_map(sources).collect();
    let all = tests_in(&sources, &[]);
    let text = fs::read_to_string(root().join("docs/mutations.md")).unwrap();
    let is_row = |line: &&str| line.starts_with("| ") && line[2..].starts_with(char::is_numeric);
    let mut rows = 0;
    for line in text.lines().filter(is_row) {
        let outcome = line.trim_end_matches(" |").rsplit('|').next().unwrap();
        let test = outcome.split('`').nth(1);
        assert!(test.is_some_and(|test| all.contains_key(test)), "{line}");
        rows += 1;
    }
    assert_eq!(rows, 106);
}

#[test]
fn only_tests_that_run_count() {
    let file = |path: &str, text: &str| Source::new(path.to_owned(), text.to_owned());
    let sources = [
        file(
            "src/lib.rs",
            "#[cfg(feature = \"tiled\")]\nmod tmx;\n#[cfg(feature = \"gpu\")]\nmod gpu;\n",
        ),
        file("src/tmx/tests.rs", "#[test]\nfn behind_a_feature() {}\n"),
        file("src/gpu.rs", "    #[test]\n    fn by_default() {}\n"),
        file(
            "tests/scene/truetype.rs",
            "#![cfg(feature = \"truetype\")]\n#[test]\nfn asked_for() {}\n",
        ),
        file(
            "tests/world/main.rs",
            "#[test]\nfn runs() {}\n#[test]\n#[ignore]\nfn left_out() {}\nfn helper() {}\n// fn comment() {}\n",
        ),
    ];
    let tests = plain_tests(&sources);
    assert!(tests.keys().eq(["by_default", "runs"]), "{tests:?}");
    assert!(has_tests("world", &tests) && !has_tests("scene/truetype", &tests));
}

#[test]
fn programs_without_a_test_runner_are_those_of_the_manifest() {
    let manifest = fs::read_to_string(root().join("Cargo.toml")).unwrap();
    let sections = manifest.split("\n[[test]]\n").skip(1);
    let without: Vec<&str> = sections
        .filter(|section| {
            section
                .split("\n[")
                .next()
                .unwrap()
                .contains("harness = false")
        })
        .map(|section| section.split('"').nth(1).unwrap())
        .collect();
    assert_eq!(without, OWN_RUNNERS);
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

/// What `docs/audit.md` cites in its last column for a finding.
#[test]
fn every_test_that_the_audit_cites_exists() {
    let sources: Vec<Source> = ["src", "tests"].into_iter().flat_map(sources).collect();
    let all = tests_in(&sources, &[]);
    let text = fs::read_to_string(root().join("docs/audit.md")).unwrap();
    let (mut cited, mut missing) = (0, Vec::new());
    for line in text.lines().filter(|line| line.starts_with("| ")) {
        let last = line.trim_matches('|').rsplit('|').next().unwrap();
        for word in last.split('`').skip(1).step_by(2) {
            let is_sentence = word.matches('_').count() >= 3;
            let exists = match word.strip_prefix("test ") {
                Some(file) => has_tests(file, &all),
                None if is_sentence => all.contains_key(word),
                None => continue,
            };
            cited += 1;
            if !exists {
                missing.push(word);
            }
        }
    }
    assert!(cited > 60, "{cited} are cited");
    assert!(missing.is_empty(), "{missing:#?}");
}
