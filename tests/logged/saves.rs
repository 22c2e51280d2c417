//! A run that keeps the game's files in memory logs this, with the reason, at the first save. A replay writes no files.

use std::path::Path;

use crate::logged::{keep_log, logged};
use damselfly::app::{App, Backend, Options};
use damselfly::prelude::*;

/// One byte more than a file may have.
const TOO_LARGE: usize = (16 << 20) + 1;

/// Writes a file in each step. Before the third one, the files are larger than the limit and cannot be written.
struct LateSaver(&'static str);

impl Game for LateSaver {
    fn start(&mut self, _: &mut Context<'_>) -> Result<(), Error> {
        Ok(())
    }

    fn step(&mut self, cx: &mut Context<'_>) {
        match cx.time.number {
            0..3 => cx.files.write(self.0, vec![0; TOO_LARGE]),
            _ => cx.files.write(self.0, b"score"),
        };
    }
}

/// Writes a file in each step.
struct Saver(&'static str);

impl Game for Saver {
    fn start(&mut self, _: &mut Context<'_>) -> Result<(), Error> {
        Ok(())
    }

    fn step(&mut self, cx: &mut Context<'_>) {
        cx.files.write(self.0, b"score");
    }
}

/// Returns the log lines about a file, after a headless run of three steps.
fn lines_about(file: &'static str, options: Options) -> Vec<String> {
    lines_of(
        &mut Saver(file),
        file,
        Options {
            steps: Some(3),
            ..options
        },
    )
}

/// Returns the log lines about a file, after a headless run of a game.
fn lines_of(game: &mut dyn Game, file: &str, options: Options) -> Vec<String> {
    keep_log();
    let options = Options {
        headless: true,
        backend: Backend::Software,
        ..options
    };
    let app = App::new("Saver", options).cells(20, 5);
    app.run_game(game).expect("the run ends in order");
    logged()
        .into_iter()
        .filter(|line| line.contains(file))
        .collect()
}

#[test]
fn the_first_save_of_a_headless_run_is_logged_once() {
    let lines = lines_about("headless.save", Options::default());
    assert_eq!(lines.len(), 1, "{lines:?}");
    assert!(
        lines[0].contains("kept in memory") && lines[0].contains("headless;"),
        "{lines:?}"
    );
}

#[test]
fn the_first_save_of_a_demonstration_is_logged_once() {
    let options = Options {
        demo: true,
        ..Options::default()
    };
    let lines = lines_about("demo.save", options);
    assert_eq!(lines.len(), 1, "{lines:?}");
    assert!(lines[0].ends_with("this is a demonstration"), "{lines:?}");
}

#[test]
fn a_replay_carries_out_no_saves_of_its_game() {
    let file = "replayed.save";
    let recording = Path::new(env!("CARGO_TARGET_TMPDIR")).join("saves.replay");
    let record = Options {
        record: Some(recording.clone()),
        ..Options::default()
    };
    let recorded = lines_about(file, record);
    assert_eq!(recorded.len(), 1, "{recorded:?}");
    let replay = Options {
        replay: Some(recording),
        ..Options::default()
    };
    assert_eq!(lines_about(file, replay), recorded);
}

#[test]
fn a_failed_write_is_not_logged_as_kept_in_memory() {
    let file = "late.save";
    let run = |steps| {
        let options = Options {
            steps: Some(steps),
            ..Options::default()
        };
        lines_of(&mut LateSaver(file), file, options)
    };
    let is_kept = |line: &&String| line.contains("kept in memory");
    let failed = run(2);
    assert_eq!(failed.iter().filter(is_kept).count(), 0, "{failed:?}");
    assert!(
        failed.iter().any(|line| line.contains("larger than")),
        "{failed:?}"
    );
    // The first file that is written is logged, once, although others failed before.
    let written = run(6);
    assert_eq!(written.iter().filter(is_kept).count(), 1, "{written:?}");
}
