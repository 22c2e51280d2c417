//! Every listing of the guide is a part of its program, and every link leads to a file.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use crate::source::root;
use std::collections::BTreeSet;
use std::fs;

/// Separates two parts of a program in one listing.
const GAP: &str = "// …";

/// Returns the pages of the guide in order: file name and text.
fn pages() -> Vec<(String, String)> {
    let entries = fs::read_dir(root().join("docs/guide")).unwrap();
    let mut pages: Vec<_> = entries
        .map(|entry| {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            (name, fs::read_to_string(path).unwrap())
        })
        .collect();
    pages.sort();
    pages
}

/// Returns the chapters, without the page of contents.
fn chapters() -> Vec<(String, String)> {
    let mut chapters = pages();
    chapters.retain(|(name, _)| name != "README.md");
    assert!(chapters.len() > 9, "{chapters:?}");
    chapters
}

/// Returns the fenced blocks: language and text.
fn blocks(page: &str) -> Vec<(&str, &str)> {
    let parts = page.split("```").skip(1).step_by(2);
    parts.map(|part| part.split_once('\n').unwrap()).collect()
}

/// Returns the targets of links and images, except those on other sites.
pub(crate) fn links(page: &str) -> impl Iterator<Item = &str> {
    let targets = page.split("](").skip(1);
    let targets = targets.filter_map(|rest| rest.split_once(')').map(|(target, _)| target));
    targets.filter(|target| !target.starts_with("http"))
}

/// Returns the program files of a chapter, relative to `examples`.
fn programs(chapter: &str) -> impl Iterator<Item = &str> {
    let files = links(chapter).filter_map(|link| link.strip_prefix("../../examples/"));
    files.filter(|name| name.ends_with(".rs"))
}

/// Returns the lines of a listing or a program, without indentation and blank lines.
fn lines(code: &str) -> Vec<&str> {
    let lines = code.lines().map(str::trim);
    lines.filter(|line| !line.is_empty()).collect()
}

/// Returns the first part of a listing that the program lacks. The lines of a part must follow each other in the
/// program, and the parts must have the program's order.
fn stray_part<'a>(listing: &'a str, program: &str) -> Option<Vec<&'a str>> {
    let (program, listing) = (lines(program), lines(listing));
    let mut from = 0;
    for part in listing.split(|&line| line == GAP) {
        let found = program[from..]
            .windows(part.len().max(1))
            .position(|lines| lines == part);
        match found {
            Some(at) if !part.is_empty() => from += at + part.len(),
            _ => return Some(part.to_vec()),
        }
    }
    None
}

#[test]
fn every_listing_stands_in_the_program_of_its_chapter() {
    let (mut seen, mut strays) = (0, Vec::new());
    for (name, chapter) in chapters() {
        let files = programs(&chapter).map(|file| root().join("examples").join(file));
        let program: String = files
            .map(|path| fs::read_to_string(path).unwrap())
            .collect();
        for (kind, text) in blocks(&chapter) {
            assert!(
                ["rust", "sh", "toml", "text"].contains(&kind),
                "{name}: {kind}"
            );
            if kind == "rust" {
                seen += 1;
                let stray = stray_part(text, &program);
                strays.extend(stray.map(|part| format!("{name}: {part:#?}")));
            }
        }
    }
    assert!(seen > 20, "{seen} listings");
    assert!(
        strays.is_empty(),
        "these listings are not in the programs: {strays:#?}"
    );
}

#[test]
fn a_listing_may_leave_out_parts_but_change_no_line() {
    let program = "a\n  b\n\nc\nd\n";
    assert_eq!(stray_part("b\n    c", program), None);
    assert_eq!(stray_part("a\n// …\nd", program), None);
    assert_eq!(stray_part("a\nc", program), Some(vec!["a", "c"]));
    assert_eq!(stray_part("d\n// …\na", program), Some(vec!["a"]));
    assert_eq!(stray_part("e", program), Some(vec!["e"]));
    assert_eq!(stray_part("", program), Some(vec![]));
}

#[test]
fn the_pause_menu_of_the_guide_has_25_lines() {
    let program = fs::read_to_string(root().join("examples/guide/06_menu.rs")).unwrap();
    let length = |name: &str| {
        let start = format!("fn {name}(");
        let lines = program.lines().skip_while(|line| !line.starts_with(&start));
        lines.take_while(|line| *line != "}").count() + 1
    };
    let lengths = ["add_menu", "step_menu"].map(length);
    assert!(lengths.iter().all(|&length| length > 5), "{lengths:?}");
    assert!(lengths.iter().sum::<usize>() <= 25, "{lengths:?}");
}

#[test]
fn every_program_is_an_example_and_has_a_chapter() {
    let manifest = fs::read_to_string(root().join("examples/Cargo.toml")).unwrap();
    let entries = fs::read_dir(root().join("examples/guide")).unwrap();
    let files = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let files: BTreeSet<_> = files.filter(|name| name.ends_with(".rs")).collect();
    for file in &files {
        let name = file.trim_end_matches(".rs");
        if name == "tests" {
            continue;
        }
        let entry = format!("name = \"guide_{name}\"\npath = \"guide/{file}\"");
        assert!(manifest.contains(&entry), "{entry}");
    }
    let chapters = chapters();
    let shown: BTreeSet<_> = chapters
        .iter()
        .flat_map(|(_, chapter)| programs(chapter))
        .filter_map(|file| file.strip_prefix("guide/"))
        .collect();
    assert_eq!(
        files.iter().map(String::as_str).collect::<BTreeSet<_>>(),
        shown
    );
}

#[test]
fn every_link_of_the_guide_leads_to_a_file() {
    let folder = root().join("docs/guide");
    for (name, page) in pages() {
        for link in links(&page) {
            let file = link.split('#').next().unwrap();
            assert!(folder.join(file).exists(), "{name}: {link}");
        }
    }
    let readme = fs::read_to_string(root().join("README.md")).unwrap();
    assert!(links(&readme).any(|link| link == "docs/guide/README.md"));
}

#[test]
fn each_chapter_has_a_picture_and_leads_to_the_next() {
    let contents = &pages()[pages().len() - 1];
    assert_eq!(contents.0, "README.md");
    let chapters = chapters();
    let names: Vec<_> = chapters.iter().map(|(name, _)| name.as_str()).collect();
    let listed: Vec<_> = links(&contents.1)
        .filter(|link| names.contains(link))
        .collect();
    assert_eq!(listed, names, "in the order of the contents");
    for (index, (name, chapter)) in chapters.iter().enumerate() {
        let next = names.get(index + 1).copied().unwrap_or("README.md");
        assert_eq!(links(chapter).last(), Some(next), "{name}");
        let picture = format!("../images/guide/{}.png", &name[..2]);
        assert!(links(chapter).any(|link| link == picture), "{name}");
    }
}

#[test]
fn readme_and_guide_start_a_project_alike() {
    let readme = fs::read_to_string(root().join("README.md")).unwrap();
    let settings = |page: &str| {
        let mut blocks = blocks(page).into_iter();
        let found = blocks.find(|(kind, text)| *kind == "toml" && text.contains("[profile.dev"));
        found.map(|(_, text)| text.to_owned())
    };
    let (first, guide) = (settings(&readme), settings(&chapters()[0].1));
    assert!(first.is_some() && first == guide, "{first:?}\n{guide:?}");
}
