//! Benchmark: runs named scenes without a window, at several sizes, on each backend. It prints a line of JSON for each,
//! and writes a report as one HTML file. With `--compare` it compares the lines of two runs, and with `--show` it shows a
//! scene.
//!
//! `scenes` has the scenes, `meter` measures one, `report` and `comparison` write the HTML.

mod adapters;
mod comparison;
mod html;
mod json;
mod machine;
mod meter;
mod plan;
mod record;
mod report;
mod scenes;
mod statistics;

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use damselfly::app::{self, App, Backend, Extra, Options, UsageError, print_line};
use damselfly::prelude::*;
use log::LevelFilter;

use adapters::{Adapter, adapters, listed};
use meter::{Limits, Meter};
use plan::{Plan, Run, shown};
use record::Record;
use scenes::{BenchScene, SceneGame, VIEW};

const EXTRAS: &[Extra] = &[
    Extra::flag("quick", "one small size of each scene, and fewer frames"),
    Extra::value("scenes", "LIST", "only these scenes, separated by commas"),
    Extra::value(
        "count",
        "N",
        "only this number of sprites, glyphs, …, 1 to 10000000\n[several]",
    ),
    Extra::value(
        "show",
        "SCENE",
        "show a scene in a window, or with --headless in an image,\nwithout measuring it",
    ),
    Extra::path(
        "report",
        "FILE.html",
        "file of the report [target/benchmark.html]",
    ),
    Extra::flag("adapters", "list the graphics adapters"),
    Extra::value("adapter", "N", "draw on adapter N of this list"),
    Extra::path(
        "compare",
        "A",
        "compare the lines in file A with those in B",
    ),
    Extra::positional("B", "the later lines of --compare A B"),
];

fn main() -> ExitCode {
    app::main(benchmark)
}

fn benchmark() -> Result<(), Error> {
    let about = "measures scenes, sizes and backends without a window";
    let app = App::from_args_with("Benchmark", about, EXTRAS)?;
    if let Some(help) = app.requested_help() {
        print_line(help.trim_end());
        return Ok(());
    }
    let options = app.options();
    check_combination(options)?;
    if let Some(before) = options.path("compare") {
        let after = options.positionals().first();
        let after = after.ok_or_else(|| UsageError::missing("B"))?;
        return compare(
            before,
            Path::new(after),
            &report_path(options, "comparison"),
        );
    }
    if let Some((scene, size)) = shown(options)? {
        let app = program(options.clone(), scene);
        return app.run_game(&mut SceneGame { scene, size });
    }
    if options.flag("adapters") {
        print_line(listed(&adapters()?));
        return Ok(());
    }
    let known = match options.backend {
        Backend::Software => Vec::new(),
        _ => adapters()?,
    };
    let adapter = chosen(options, &known)?;
    let plan = Plan::of(options, !known.is_empty())?;
    let path = report_path(options, "benchmark");
    // An unwritable report is noticed before the measurements.
    write(&path, "")?;
    let (records, failure) = measure_all(&plan, options, adapter, &known);
    write(&path, &report::html(&records))?;
    note(&format!("the report is {}", path.display()));
    failure.map_or(Ok(()), Err)
}

/// Rejects options that would have no effect.
fn check_combination(options: &Options) -> Result<(), UsageError> {
    let has = |name: &str| options.flag(name) || options.value(name).is_some();
    let compares = options.path("compare").is_some();
    let others = [
        ("compare", compares, &[][..]),
        ("adapters", options.flag("adapters"), &[]),
        ("show", options.value("show").is_some(), &["count"]),
    ];
    let own = [
        "quick", "scenes", "count", "show", "adapter", "adapters", "compare",
    ];
    for (mode, is_on, allowed) in others {
        let is_refused = |name: &&str| has(name) && *name != mode && !allowed.contains(name);
        if let Some(name) = own.iter().find(|name| is_on && is_refused(name)) {
            let why = format!("cannot be combined with --{mode}");
            return Err(UsageError::new(name, why));
        }
    }
    if !compares && !options.positionals().is_empty() {
        let why = "is missing: only --compare A B accepts positional arguments";
        return Err(UsageError::new("compare", why));
    }
    if options.value("show").is_some() {
        return Ok(());
    }
    for (name, given) in [
        ("demo", options.demo),
        ("steps", options.steps.is_some()),
        ("record", options.record.is_some()),
        ("replay", options.replay.is_some()),
        ("screenshot", options.screenshot.is_some()),
        ("capture", options.capture.is_some()),
        ("sound", options.sound.is_some()),
        ("text", options.text),
        ("checksum", options.checksum),
        ("checksum-every", options.checksum_every.is_some()),
        ("draw-rate", options.draw_rate.is_some()),
    ] {
        if given {
            return Err(UsageError::new(name, "requires --show"));
        }
    }
    Ok(())
}

/// Returns the number of the selected adapter.
fn chosen(options: &Options, known: &[Adapter]) -> Result<Option<usize>, UsageError> {
    let Some(number) = options.number_in::<usize>("adapter", 0..=999)? else {
        return Ok(None);
    };
    if options.backend == Backend::Software {
        let why = "has no effect with --backend software";
        return Err(UsageError::new("adapter", why));
    }
    if number >= known.len() {
        let known = listed(known).replace('\n', "; ");
        let what = format!("expected the number of an adapter, got \"{number}\" ({known})");
        return Err(UsageError::new("adapter", what));
    }
    Ok(Some(number))
}

/// Prints a line to standard error.
fn note(text: &str) {
    // A closed standard error must not cause a panic.
    let _ = writeln!(io::stderr(), "{text}");
}

fn report_path(options: &Options, name: &str) -> PathBuf {
    let given = options.path("report").map(Path::to_owned);
    given.unwrap_or_else(|| Path::new("target").join(name).with_extension("html"))
}

/// Writes a file. An existing one is replaced only when the new one is complete.
fn write(path: &Path, text: &str) -> Result<(), Error> {
    let failed = |error| Error::game(format!("{}: {error}", path.display()));
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(failed)?;
    }
    let mut part = path.as_os_str().to_owned();
    part.push(".part");
    fs::write(&part, text).map_err(failed)?;
    // Empty text only tests whether the file can be written.
    match text.is_empty() {
        true => fs::remove_file(&part).map_err(failed),
        false => fs::rename(&part, path).map_err(failed),
    }
}

/// Measures all runs and prints their lines. Returns the records, and the first failure: other runs continue after it.
fn measure_all(
    plan: &Plan,
    options: &Options,
    adapter: Option<usize>,
    known: &[Adapter],
) -> (Vec<Record>, Option<Error>) {
    let (mut records, mut failure) = (Vec::new(), None);
    for run in &plan.runs {
        let name = format!("{} of {} {}", run.scene.name, run.size, run.scene.unit);
        match measure(run, plan.limits, options, adapter) {
            Ok(Some(mut record)) => {
                let on = known.iter().find(|known| known.name == record.adapter);
                record.driver = on.map(|on| on.driver.clone()).unwrap_or_default();
                print_line(record.line());
                records.push(record);
            }
            // A signal has stopped the program.
            Ok(None) => break,
            Err(error) => {
                log::error!("{name}: {error}");
                failure.get_or_insert(Error::game(format!("{name}: {error}")));
            }
        }
    }
    (records, failure)
}

/// Returns the app of a scene.
fn program(options: Options, scene: &BenchScene) -> App {
    App::new("Benchmark", options)
        .pixels(VIEW[0], VIEW[1])
        .altitudes(scene.altitudes)
        .sound(false)
}

/// Measures a run. `None` if a signal stopped it.
fn measure(
    run: &Run,
    limits: Limits,
    options: &Options,
    adapter: Option<usize>,
) -> Result<Option<Record>, Error> {
    let image = options.size.unwrap_or(VIEW.map(u32::from));
    let options = Options {
        headless: true,
        // The meter ends the run.
        steps: Some(u64::MAX),
        seed: Some(options.seed.unwrap_or(1)),
        backend: run.backend,
        log: Some(options.log.unwrap_or(LevelFilter::Error)),
        ..options.clone()
    };
    let mut app = program(options, run.scene).rewind(0).frames_per_step(1);
    if let Some(number) = adapter.filter(|_| run.backend == Backend::Gpu) {
        app = app.adapter(number);
    }
    let meter = Arc::new(Mutex::new(Meter::new(limits)));
    let (observed, stopper) = (meter.clone(), app.loop_control());
    app = app.on_frame(move |frame| {
        let mut meter = lock(&observed);
        meter.add(&frame, Instant::now());
        if meter.is_over() {
            stopper.stop();
        }
    });
    let (scene, size) = (run.scene, run.size);
    app.run_game(&mut SceneGame { scene, size })?;
    let meter = lock(&meter);
    if meter.has_failed() {
        return Err(Error::game("the GPU failed"));
    }
    let image = image.map(u64::from);
    Ok(meter
        .is_over()
        .then(|| meter.record(scene.name, size, scene.unit, image)))
}

fn lock(meter: &Mutex<Meter>) -> MutexGuard<'_, Meter> {
    meter.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Compares two files of lines.
fn compare(before: &Path, after: &Path, report: &Path) -> Result<(), Error> {
    let (first, second) = (read(before)?, read(after)?);
    let compared = comparison::of(&first, &second);
    let names = [before, after].map(|path| path.display().to_string());
    print_line(comparison::text(&compared));
    write(report, &comparison::html(&compared, &names))?;
    note(&format!("the report is {}", report.display()));
    Ok(())
}

/// Reads a file of lines.
fn read(path: &Path) -> Result<Vec<Record>, Error> {
    let failed = |what: String| Error::game(format!("{}: {what}", path.display()));
    let text = fs::read_to_string(path).map_err(|error| failed(error.to_string()))?;
    let lines = text.lines().zip(1..);
    let lines = lines.filter(|(line, _)| !line.trim().is_empty());
    let records = lines.map(|(line, number)| {
        Record::parse(line).map_err(|fault| failed(format!("line {number} {fault}")))
    });
    let records: Vec<_> = records.collect::<Result<_, _>>()?;
    match records.is_empty() {
        true => Err(failed("has no lines of measurements".to_owned())),
        false => Ok(records),
    }
}
