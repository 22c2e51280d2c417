//! A ramp: more and more sprites, until a frame takes longer than 1/60 second.

use std::process::{Command, Stdio};

use damselfly::app::{App, Measure, print_line};
use damselfly::prelude::*;

use super::scene::Scene;
use super::{MOST, json};

/// The first number of sprites.
const FEWEST: usize = 1000;
/// Frames that are measured of each number.
const FRAMES: usize = 30;
/// Seconds of a frame in time.
const IN_TIME: f64 = 1.0 / 60.0;

/// Prints the report of the largest number of sprites drawn in time. `program` starts a run without a window.
pub(super) fn run(program: Option<impl Fn() -> App>) -> Result<(), Error> {
    let mut in_time = None;
    let mut sprites = FEWEST;
    loop {
        let line = match &program {
            Some(program) => in_a_picture(program(), sprites)?,
            None => in_a_window(sprites)?,
        };
        if line.is_none() || sprites >= MOST {
            print_line(line.or(in_time).unwrap_or_else(|| "null".into()));
            return Ok(());
        }
        in_time = line;
        // Grows by a quarter each time.
        sprites = (sprites + sprites / 4).min(MOST);
    }
}

/// Returns the measurements of this many sprites, if they are in time.
fn in_a_picture(program: App, sprites: usize) -> Result<Option<String>, Error> {
    let measure = Measure {
        warm_up: 5,
        frames: FRAMES,
    };
    let mut line = None;
    program
        .frames_per_step(1)
        .measure(&mut Scene::new(sprites), measure, |report| {
            let is_in_time = report.frame_median.as_secs_f64() <= IN_TIME;
            line = is_in_time.then(|| json(sprites, report));
        })?;
    Ok(line)
}

/// Like [`in_a_picture`], in a child process: a process can open windows on one event loop only.
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

/// Whether a line of measurements is of frames in time; false for a run that was ended before.
fn is_in_time(line: &str) -> bool {
    let field = line.split("\"frame_ms_median\":").nth(1);
    let number = field.and_then(|rest| rest.split(',').next()?.parse::<f64>().ok());
    number.is_some_and(|milliseconds| milliseconds <= 1000.0 * IN_TIME)
}
