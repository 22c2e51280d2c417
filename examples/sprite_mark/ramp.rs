//! A ramp: more and more sprites, until the median frame takes longer than 1/60 second, or `MOST` is reached.

use std::process::{Command, Stdio};

use damselfly::app::{App, print_line};
use damselfly::prelude::*;

use super::in_time::{IN_TIME, is_in_time, most_in_time};
use super::measure::{Measure, measure};
use super::scene::Scene;
use super::{MOST, json};

/// Number of measured frames for each number of sprites.
const FRAMES: usize = 30;

/// Prints the report for the largest number of sprites that were drawn in time, or `null`. `program` returns the app
/// for a run without a window; `None` for runs in windows.
pub(super) fn run(program: Option<impl Fn() -> App>) -> Result<(), Error> {
    let line = most_in_time(MOST, |sprites| match &program {
        Some(program) => in_a_picture(program(), sprites),
        None => in_a_window(sprites),
    })?;
    print_line(line.unwrap_or_else(|| "null".into()));
    Ok(())
}

/// Returns the measurements for this many sprites, or `None` if they were not in time.
fn in_a_picture(program: App, sprites: usize) -> Result<Option<String>, Error> {
    let counts = Measure {
        warm_up: 5,
        frames: FRAMES,
    };
    let mut line = None;
    let program = program.frames_per_step(1).rewind(0);
    measure(program, Scene::new(sprites), counts, |report| {
        let is_in_time = report.frame_median.as_secs_f64() <= IN_TIME;
        line = is_in_time.then(|| json(sprites, report));
    })?;
    Ok(line)
}

/// Like [`in_a_picture`], but in a child process, because a process can have only one event loop for windows.
fn in_a_window(sprites: usize) -> Result<Option<String>, Error> {
    let given = std::env::args_os().skip(1).filter(|it| it != "--ramp");
    let ran = std::env::current_exe().and_then(|program| {
        Command::new(program)
            .args(given)
            .args(["--json", "--sprites", &sprites.to_string()])
            .args(["--frames", &FRAMES.to_string()])
            .stderr(Stdio::inherit())
            .output()
    });
    let ran = ran.map_err(Error::game)?;
    if !ran.status.success() {
        let what = format!(
            "measuring {sprites} sprites in a window failed: {}",
            ran.status
        );
        return Err(Error::game(what));
    }
    let line = String::from_utf8_lossy(&ran.stdout).trim_end().to_owned();
    Ok(is_in_time(&line).then_some(line))
}
