//! Every example in the docs has a test that checks its result.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use crate::source::{production, root};
use std::fs;

/// Examples without an assertion: file, a line of the example, and file and name of the test that checks it.
const PLAYED_ELSEWHERE: [(&str, &str, &str, &str); 6] = [
    (
        "README.md",
        "App::from_args(\"Coins\")",
        "tests/app/readme.rs",
        "a_coin_that_is_touched_counts_and_is_elsewhere",
    ),
    (
        "src/lib.rs",
        "App::from_args(\"Coins\")",
        "tests/app/readme.rs",
        "a_coin_that_is_touched_counts_and_is_elsewhere",
    ),
    (
        "src/lib.rs",
        "use damselfly::prelude::*;",
        "tests/house/public.rs",
        "the_prelude_stays_small",
    ),
    (
        "src/app/process.rs",
        "UsageError::missing(\"FILE\")",
        "tests/examples/cli/viewer.rs",
        "a_missing_file_is_wrong_usage",
    ),
    (
        "src/app/process.rs",
        "damselfly::app::main(",
        "tests/examples/cli/usage.rs",
        "wrong_usage_is_reported_in_one_line_that_names_the_option",
    ),
    (
        "src/files/mod.rs",
        "files::save_folder",
        "src/files/folder.rs",
        "the_folder_is_where_linux_has_it_and_is_created",
    ),
];

/// Returns the compiled examples of a text: the code in fences, without comment markers.
fn examples(text: &str) -> Vec<String> {
    let mut examples = Vec::new();
    let mut current: Option<(bool, String)> = None;
    for line in text.lines() {
        let comment = line.trim_start();
        let line = ["/// ", "//! ", "///", "//!"]
            .into_iter()
            .find_map(|mark| comment.strip_prefix(mark))
            .unwrap_or(line);
        let Some(kind) = line.trim_start().strip_prefix("```") else {
            if let Some((_, code)) = &mut current {
                code.push_str(line);
                code.push('\n');
            }
            continue;
        };
        current = match current.take() {
            Some((is_compiled, code)) => {
                examples.extend(is_compiled.then_some(code));
                None
            }
            None => {
                let is_compiled = kind
                    .split(',')
                    .all(|word| ["", "rust", "no_run", "should_panic"].contains(&word.trim()));
                Some((is_compiled, String::new()))
            }
        };
    }
    examples
}

fn texts() -> Vec<(String, String)> {
    let readme = fs::read_to_string(root().join("README.md")).unwrap();
    let files = production().map(|source| (source.path.clone(), source.production_text.clone()));
    files.chain([("README.md".to_owned(), readme)]).collect()
}

#[test]
fn every_example_in_the_docs_is_looked_at() {
    let mut seen = 0;
    let mut faults = Vec::new();
    for (path, text) in texts() {
        for example in examples(&text) {
            seen += 1;
            let elsewhere = PLAYED_ELSEWHERE
                .iter()
                .any(|(file, line, ..)| *file == path && example.contains(line));
            if !example.contains("assert") && !elsewhere {
                faults.push(format!("{path}:\n{example}"));
            }
        }
    }
    assert!(seen > 100, "the docs were read: {seen} examples");
    assert!(
        faults.is_empty(),
        "these examples assert nothing; add hidden lines that look at what they do: {faults:#?}"
    );
}

#[test]
fn the_tests_that_play_an_example_exist() {
    let texts = texts();
    for (file, line, test_file, test) in PLAYED_ELSEWHERE {
        let (_, text) = texts.iter().find(|(path, _)| path == file).unwrap();
        let silent = |example: &String| example.contains(line) && !example.contains("assert");
        assert!(
            examples(text).iter().any(silent),
            "{file} has no such example any more: {line}"
        );
        let tests = fs::read_to_string(root().join(test_file)).unwrap();
        assert!(
            tests.contains(&format!("fn {test}(")),
            "{test_file} has no test {test}"
        );
    }
}

#[test]
fn the_first_page_shows_the_game_that_is_tested() {
    let tested = fs::read_to_string(root().join("tests/app/readme.rs")).unwrap();
    let texts = texts();
    for page in ["README.md", "src/lib.rs"] {
        let (_, text) = texts.iter().find(|(path, _)| path == page).unwrap();
        let game = examples(text).remove(0);
        let (_, game) = game.split_once("#[derive").unwrap();
        let (game, main) = game.split_once("fn main").unwrap();
        assert!(
            tested.contains(game.trim()),
            "the game of {page} is not the one of tests/app/readme.rs:\n{game}"
        );
        assert!(
            main.contains(".pixels(320, 240).run(start)"),
            "{page}: {main}"
        );
    }
}

/// Returns the number of lines that are neither blank nor comments.
fn lines_of_code(program: &str) -> usize {
    let lines = program.lines().map(str::trim);
    lines
        .filter(|line| !line.is_empty() && !line.starts_with("//"))
        .count()
}

#[test]
fn pong_and_the_first_game_have_the_documented_length() {
    let pong = fs::read_to_string(root().join("examples/pong/main.rs")).unwrap();
    let readme = fs::read_to_string(root().join("README.md")).unwrap();
    let (pong, first) = (lines_of_code(&pong), lines_of_code(&examples(&readme)[0]));
    assert!(pong < 60 && (1..40).contains(&first), "{pong}, {first}");
    for claim in [
        format!("`src/main.rs` ({first} lines)"),
        format!("`pong` ({pong} lines)"),
    ] {
        assert!(readme.contains(&claim), "expected in README.md: {claim}");
    }
}

#[test]
fn an_example_is_what_stands_in_a_fence_of_rust() {
    let text = "/// ```\n/// a();\n/// ```\n//! ```text\n//! b\n//! ```\n```rust,no_run\nc();\n```\n```ignore\nd\n```";
    assert_eq!(examples(text), ["a();\n", "c();\n"]);
}
