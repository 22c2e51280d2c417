//! Links and paths in the documents lead to files.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use crate::guide::links;
use crate::source::root;
use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

/// Returns the Markdown files of the root, `docs` and `benches`: folder, path and text of each.
fn documents() -> Vec<(PathBuf, String, String)> {
    let mut documents = Vec::new();
    for folder in [root(), root().join("docs"), root().join("benches")] {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|extension| extension == "md") {
                let text = fs::read_to_string(&path).unwrap();
                documents.push((folder.clone(), path.display().to_string(), text));
            }
        }
    }
    documents
}

#[test]
fn every_link_of_a_document_leads_to_a_file() {
    for (folder, name, text) in documents() {
        for link in links(&text) {
            let file = link.split('#').next().unwrap();
            assert!(folder.join(file).exists(), "{name}: {link}");
        }
    }
}

/// Main file of the reader's own game, which documents mention.
const OF_THE_READER: &str = "src/main.rs";

/// Returns whether a quoted word is the path of a source file or document: with folders, without blanks.
fn is_path(word: &str) -> bool {
    if word == OF_THE_READER {
        return false;
    }
    let has_ending = [".rs", ".md", ".wgsl"]
        .iter()
        .any(|end| word.ends_with(end));
    has_ending && word.contains('/') && !word.contains(' ')
}

#[test]
fn every_path_in_a_document_is_a_file() {
    let mut missing = Vec::new();
    for (folder, name, text) in documents() {
        let quoted = text
            .split('`')
            .skip(1)
            .step_by(2)
            .filter(|word| is_path(word));
        let bases = [root(), root().join("src"), folder];
        let wrong = quoted.filter(|path| !bases.iter().any(|base| base.join(path).exists()));
        missing.extend(wrong.map(|path| format!("{name}: {path}")));
    }
    assert!(
        missing.is_empty(),
        "correct these paths of documents: {missing:#?}"
    );
}

#[test]
fn both_tables_of_features_list_those_of_cargo() {
    let read = |file: &str| fs::read_to_string(root().join(file)).unwrap();
    let manifest = read("Cargo.toml");
    let table = manifest.split("[features]\n").nth(1).unwrap();
    let names: BTreeSet<_> = table
        .lines()
        .take_while(|line| !line.starts_with('['))
        .filter_map(|line| Some(line.split_once(" = ")?.0))
        .filter(|name| *name != "default" && !name.starts_with([' ', '#']))
        .collect();
    assert!(names.contains("gpu") && names.contains("exr"), "{names:?}");
    for file in ["docs/running.md", "src/lib.rs"] {
        let text = read(file);
        let table = text.split("| feature | default |").nth(1).unwrap();
        let rows = table.lines().skip(1);
        let rows = rows.map(|line| line.trim_start_matches("//! "));
        let rows = rows.take_while(|row| row.starts_with('|'));
        let first = rows.filter_map(|row| row.split('|').nth(1));
        let listed: BTreeSet<_> = first
            .flat_map(|cell| cell.split('`').skip(1).step_by(2))
            .collect();
        assert_eq!(listed, names, "{file}");
    }
}
