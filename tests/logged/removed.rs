//! Logging can be removed at compile time by features of the crate `log`.

use damselfly::world::{Behavior, Context, Object};
use log::LevelFilter;

use crate::common::{core, steps};
use crate::logged::{keep_log, logged};

/// This variable is set where the test is built with `log/max_level_off`.
const REMOVED: &str = "DAMSELFLY_LOGGING_REMOVED";

#[derive(Clone)]
struct Faulty;

impl Behavior for Faulty {
    fn step(&mut self, _: &mut Context<'_>) {
        panic!("meant to happen");
    }
}

#[test]
fn a_program_compiled_without_logging_writes_nothing_and_runs_as_with_it() {
    if std::env::var_os(REMOVED).is_some() {
        assert_eq!(log::STATIC_MAX_LEVEL, LevelFilter::Off);
    }
    keep_log();
    let mut core = core();
    let object = Object::new("Told only where there is a log");
    let id = core.context().spawn_with(object, Faulty);
    steps(&mut core, 2);
    assert_eq!(core.world.faults(), 1);
    assert!(core.world.object(id).unwrap().is_disabled());
    let is_told = logged()
        .iter()
        .any(|line| line.contains("Told only where there is a log"));
    assert_eq!(is_told, log::STATIC_MAX_LEVEL != LevelFilter::Off);
}

#[test]
fn a_game_logs_by_the_facade_of_the_engine() {
    keep_log();
    damselfly::log::warn!("written by a game without a crate of its own");
    let is_told = logged()
        .iter()
        .any(|line| line == "written by a game without a crate of its own");
    assert_eq!(is_told, log::STATIC_MAX_LEVEL != LevelFilter::Off);
}
