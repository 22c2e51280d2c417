//! A run that keeps the game's files in memory logs this, with the reason, at the first save.

use crate::logged::{keep_log, logged};
use damselfly::app::{App, Backend, Options};
use damselfly::prelude::*;

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
    keep_log();
    let options = Options {
        headless: true,
        steps: Some(3),
        backend: Backend::Software,
        ..options
    };
    let app = App::new("Saver", options).cells(20, 5);
    app.run_game(&mut Saver(file))
        .expect("the run ends in order");
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
