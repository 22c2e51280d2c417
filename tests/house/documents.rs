//! Links and paths in the documents lead to files.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use crate::guide::links;
use crate::source::root;
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
