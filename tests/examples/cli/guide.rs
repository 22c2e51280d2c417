//! The guide: its programs, the commands of its chapters, and its pictures.

use std::fs;
use std::path::{Path, PathBuf};

use super::folder::Folder;
use super::program::{Program, Ran};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Returns the names of the programs, in the order of the chapters.
fn programs() -> Vec<String> {
    let entries = fs::read_dir(root().join("examples/guide")).unwrap();
    let files = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let names = files.filter_map(|file| file.strip_suffix(".rs").map(|it| format!("guide_{it}")));
    let mut names: Vec<_> = names.collect();
    // The file `tests.rs` contains tests of the finished game, not a program.
    names.retain(|name| name != "guide_tests");
    names.sort();
    assert!(names.len() > 9, "{names:?}");
    names
}

/// Returns a program of the guide that saves its files in this folder.
fn program(name: &str, saves: &Folder) -> Program {
    let saves = saves.path().to_str().unwrap();
    Program::example(name).env("XDG_DATA_HOME", saves)
}

fn run(name: &str, saves: &Folder, options: &str) -> Ran {
    let options = format!("--headless --log off --draw-rate 5 {options}");
    program(name, saves).options(&options).expect(0)
}

/// Returns the commands in the `sh` blocks of a page.
fn commands(page: &str) -> Vec<String> {
    let text = fs::read_to_string(root().join("docs/guide").join(page)).unwrap();
    let blocks = text.split("```").skip(1).step_by(2);
    let blocks = blocks.filter_map(|block| block.strip_prefix("sh\n"));
    let lines = blocks.flat_map(str::lines).map(str::trim);
    let lines = lines.filter(|line| !line.is_empty());
    lines.map(str::to_owned).collect()
}

#[test]
fn every_program_of_the_guide_plays_the_same_run_again() {
    let folder = Folder::new("guide-replays");
    for name in programs() {
        let file = folder.file("run.replay");
        let recorded = run(
            &name,
            &folder,
            &format!("--seed 3 --steps 90 --checksum --record {file}"),
        );
        let again = run(&name, &folder, "--seed 3 --steps 90 --checksum");
        assert_eq!(again.checksum(), recorded.checksum(), "{name}");
        let replayed = run(&name, &folder, &format!("--checksum --replay {file}"));
        assert_eq!(replayed.checksum(), recorded.checksum(), "{name}");
        assert_eq!(replayed.checksum().1, 90);
    }
}

/// Returns the size and the pixels of an image.
fn pixels(path: &Path) -> ((u32, u32), Vec<u8>) {
    let picture = image::open(path).unwrap().into_rgb8();
    (picture.dimensions(), picture.into_raw())
}

#[test]
fn every_picture_of_the_guide_is_what_its_program_draws() {
    let folder = Folder::new("guide-pictures");
    let mut drawn = Vec::new();
    for line in commands("README.md") {
        let Some((name, options)) = line
            .strip_prefix("cargo run --example ")
            .and_then(|rest| rest.split_once(" -- "))
        else {
            continue;
        };
        let (options, picture) = options.split_once(" --screenshot ").unwrap();
        let file = folder.file("drawn.png");
        let options = format!("{options} --log off --screenshot {file}");
        program(name, &folder).options(&options).expect(0);
        let same = pixels(Path::new(&file)) == pixels(&root().join(picture));
        assert!(same, "draw it again, and look at it: {line}");
        drawn.push(root().join(picture));
    }
    let entries = fs::read_dir(root().join("docs/images/guide")).unwrap();
    let mut there: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    there.sort();
    assert_eq!(drawn, there, "each picture has a command");
}

/// Every `cargo run` of the guide without `--example` works with the finished game, without a window.
#[test]
fn every_command_of_the_guide_does_what_the_chapter_says() {
    let folder = Folder::new("guide-commands");
    let mut ran = 0;
    for page in fs::read_dir(root().join("docs/guide")).unwrap() {
        let page = page.unwrap().file_name().into_string().unwrap();
        for line in commands(&page) {
            let Some(rest) = line.strip_prefix("cargo run") else {
                let others = [
                    "cargo new ",
                    "cargo add ",
                    "cargo test",
                    "cargo build --release",
                ];
                assert!(
                    others.iter().any(|it| line.starts_with(it)),
                    "{page}: {line}"
                );
                continue;
            };
            if rest.starts_with(" --example ") {
                continue;
            }
            let options = rest.strip_prefix(" -- ").unwrap_or_default();
            let options = options.split("   #").next().unwrap();
            // A person would close the window. Here `--steps` ends the run.
            let ends = ["--replay", "--steps"]
                .iter()
                .any(|it| options.contains(it));
            let length = if ends { "" } else { "--steps 20" };
            let options = options.replace("--headless", "");
            let options = format!("--headless --log off {length} {options}");
            let program = program("guide_11_testing", &folder).in_folder(folder.path());
            program.options(&options).expect(0);
            ran += 1;
        }
    }
    assert!(ran > 4, "{ran} commands");
}

#[test]
fn a_run_without_a_window_knows_no_saved_score_and_leaves_none() {
    let saves = Folder::new("guide-saves");
    fs::create_dir(saves.path().join("Fireflies")).unwrap();
    saves.put("Fireflies/best.txt", "321\n");
    let ran = run("guide_10_saving", &saves, "--steps 20 --text");
    assert!(ran.stdout.contains("Best 0"), "{ran}");
    let kept = fs::read_to_string(saves.path().join("Fireflies/best.txt"));
    assert_eq!(kept.unwrap(), "321\n");
}
