//! Signals without a receiver and receivers that panic are logged.

use crate::logged::{keep_log, logged};
use damselfly::app::{App, Backend, Options};
use damselfly::prelude::*;

fn headless() -> App {
    let options = Options {
        headless: true,
        steps: Some(3),
        backend: Backend::Software,
        ..Options::default()
    };
    App::new("Loud", options).cells(20, 5)
}

/// Sends a value at its start and in each step.
struct Sends<T>(T);

impl<T: Copy + Send + 'static> Game for Sends<T> {
    fn start(&mut self, cx: &mut Context<'_>) -> Result<(), Error> {
        cx.signal(self.0);
        Ok(())
    }

    fn step(&mut self, cx: &mut Context<'_>) {
        cx.signal(self.0);
    }
}

fn lines_with(part: &str) -> Vec<String> {
    logged()
        .into_iter()
        .filter(|line| line.contains(part))
        .collect()
}

#[derive(Clone, Copy)]
struct NobodyWantsThis;

#[test]
fn a_type_of_signals_without_a_receiver_is_logged_once() {
    keep_log();
    headless().run_game(&mut Sends(NobodyWantsThis)).unwrap();
    let lines = lines_with("NobodyWantsThis");
    assert_eq!(lines.len(), 1, "{lines:?}");
    assert!(lines[0].contains("no receiver"), "{lines:?}");
}

#[derive(Clone, Copy)]
struct Fragile;

#[test]
fn a_receiver_that_panics_is_named_once() {
    keep_log();
    headless()
        .on_signal(|_: &Fragile| panic!("meant to happen in a receiver"))
        .run_game(&mut Sends(Fragile))
        .unwrap();
    let lines = lines_with("Fragile");
    assert_eq!(lines.len(), 1, "{lines:?}");
    assert!(
        lines[0].contains("meant to happen in a receiver"),
        "{lines:?}"
    );
    assert!(lines[0].contains("signals.rs:"), "{lines:?}");
}
