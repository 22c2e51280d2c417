//! Sprite mark: N sprites of 16 × 16 pixels move in every step, and bounce at the edges. With `--json` it measures some
//! frames and prints one line of JSON. With `--ramp` it looks for the largest number of sprites that are drawn in time.
//! Otherwise it runs until its window is closed.

mod in_time;
mod measure;
mod ramp;
mod samples;
mod scene;
mod usage;

use std::process::ExitCode;

use damselfly::app::{self, App, Extra, Options, UsageError, print_line};
use damselfly::prelude::*;
use measure::{Measure, Report, measure};
use scene::Scene;
use usage::peak_memory_mib;

const EXTRAS: &[Extra] = &[
    Extra::value("sprites", "N", "number of sprites, 1 to 10000000 [10000]"),
    Extra::value(
        "frames",
        "F",
        "number of measured frames, 1 to 1000000 [300]",
    ),
    Extra::value("frames-per-step", "K", "frames per step, 1 to 1000 [1]"),
    Extra::flag(
        "ramp",
        "add sprites until a frame takes more than 1/60 s:\na window for each number, or none with --headless",
    ),
    Extra::flag("json", "measure and print one line of JSON"),
];

/// Number of frames before the first measured one.
const WARM_UP: usize = 30;

/// Maximum number of sprites.
const MOST: usize = 10_000_000;

fn main() -> ExitCode {
    app::main(sprite_mark)
}

fn sprite_mark() -> Result<(), Error> {
    let about = "draws many sprites and measures frame times";
    let app = App::from_args_with("Sprite mark", about, EXTRAS)?;
    if let Some(help) = app.requested_help() {
        print_line(help.trim_end());
        return Ok(());
    }
    let mut options = app.options().clone();
    check_combination(&options)?;
    if options.flag("json") || options.flag("ramp") {
        // The number of measured frames ends the game. So the number of steps needs no limit, even without a window.
        options.steps.get_or_insert(u64::MAX);
    }
    let app = program(options.clone());
    let number = |name, most, usual| {
        let given = app.options().number_in::<usize>(name, 1..=most);
        given.map(|given| given.unwrap_or(usual))
    };
    let sprites = number("sprites", MOST, 10_000)?;
    let frames = number("frames", 1_000_000, 300)?;
    let frames_per_step = number("frames-per-step", 1000, 1)?;
    if options.flag("ramp") {
        let picture = || program(options.clone());
        return ramp::run(options.headless.then_some(picture));
    }
    let mut scene = Scene::new(sprites);
    if !options.flag("json") {
        return app.run_game(&mut scene);
    }
    let frames_per_step = u32::try_from(frames_per_step).unwrap_or(1);
    let counts = Measure {
        warm_up: WARM_UP,
        frames,
    };
    let app = app.frames_per_step(frames_per_step).rewind(0);
    measure(app, scene, counts, |report| {
        print_line(json(sprites, report));
    })
}

/// Rejects options that would have no effect.
fn check_combination(options: &Options) -> Result<(), UsageError> {
    if options.flag("ramp") {
        for (name, given) in [
            ("json", options.flag("json")),
            ("sprites", options.value("sprites").is_some()),
            ("checksum", options.checksum),
            ("checksum-every", options.checksum_every.is_some()),
            ("record", options.record.is_some()),
            ("replay", options.replay.is_some()),
            ("text", options.text),
            ("screenshot", options.screenshot.is_some()),
            ("capture", options.capture.is_some()),
        ] {
            if given {
                let why = "cannot be combined with --ramp";
                return Err(UsageError::new(name, why));
            }
        }
    }
    for name in ["frames", "frames-per-step"] {
        if options.value(name).is_some() && !options.flag("json") {
            return Err(UsageError::new(name, "requires --json"));
        }
    }
    Ok(())
}

/// Returns the app without its scene.
fn program(options: Options) -> App {
    App::new("Sprite mark", options)
        .pixels(1280, 720)
        .altitudes(1)
        .sound(false)
        // The size is fixed, so that all measurements compare, even on large monitors.
        .window(|window| {
            window.size = Some([1280, 720]);
            window.resizable = false;
        })
}

/// Returns the measurements as one line of JSON. Units are milliseconds, bytes and MiB.
fn json(sprites: usize, report: &Report) -> String {
    let ms = |time: std::time::Duration| format!("{:.4}", time.as_secs_f64() * 1000.0);
    let or_null = |value: Option<String>| value.unwrap_or_else(|| "null".into());
    let fields = [
        ("engine", quoted("damselfly")),
        ("version", quoted(env!("CARGO_PKG_VERSION"))),
        ("backend", quoted(&report.backend)),
        ("adapter", quoted(&report.adapter)),
        ("sprites", sprites.to_string()),
        ("frames", report.frames.to_string()),
        ("frame_ms_median", ms(report.frame_median)),
        ("frame_ms_p99", ms(report.frame_p99)),
        ("step_ms_median", ms(report.step_median)),
        ("submit_ms_median", ms(report.submit_median)),
        ("gpu_ms_median", or_null(report.gpu_median.map(ms))),
        ("cpu_ms_per_frame", or_null(report.cpu_per_frame.map(ms))),
        (
            "upload_bytes_per_frame",
            format!("{:.0}", report.upload_bytes),
        ),
        (
            "instance_bytes_per_frame",
            format!("{:.0}", report.instance_bytes),
        ),
        (
            "instance_bytes_per_frame_without_step",
            or_null(
                report
                    .instance_bytes_without_step
                    .map(|bytes| format!("{bytes:.0}")),
            ),
        ),
        ("draw_calls", report.draw_calls.to_string()),
        (
            "max_rss_mib",
            or_null(peak_memory_mib().map(|mib| format!("{mib:.1}"))),
        ),
    ];
    let fields: Vec<String> = fields
        .iter()
        .map(|(name, value)| format!("\"{name}\":{value}"))
        .collect();
    format!("{{{}}}", fields.join(","))
}

fn quoted(text: &str) -> String {
    let escaped: String = text
        .chars()
        .flat_map(|character| match character {
            '"' | '\\' => vec!['\\', character],
            control if control.is_control() => vec![' '],
            other => vec![other],
        })
        .collect();
    format!("\"{escaped}\"")
}
