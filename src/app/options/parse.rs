//! Parses command lines by a table of options, and generates the help from the same table.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use lexopt::Arg;

use super::error::{from_lexopt, unknown};
use super::extra::Extra;
use super::value::{draw_rate, file, film, got, named, size, whole};
use super::{Backend, Options};
use crate::base::usage_error::UsageError;
use crate::time::{PolicyName, Smoothing};

/// The result of parsing a command line.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(
    target_pointer_width = "64",
    expect(clippy::large_enum_variant, reason = "there is one for each run")
)]
pub enum ParseResult {
    /// Run with these options.
    Run(Options),
    /// Print this text to standard output and exit with code 0. Ends with a line feed.
    Help(String),
}

/// The common options in the order of the help. The help breaks a description at its line feeds. [`Options::set`]
/// stores each option.
pub(super) const COMMON: &[Extra] = &[
    Extra::flag(
        "headless",
        "run without a window and as fast as possible, on a\nsimulated clock; stops after 600 steps (see --steps)",
    ),
    Extra::flag("demo", "play the built-in demonstration"),
    Extra::value("steps", "N", "stop after N steps"),
    Extra::value(
        "seed",
        "N",
        "seed of the random numbers (default: from the clock)",
    ),
    Extra::path("record", "FILE", "record the input to this file"),
    Extra::path(
        "replay",
        "FILE",
        "replay the input of this file, and stop at its end",
    ),
    Extra::flag(
        "checksum",
        "print the checksum of the last step as the last line",
    ),
    Extra::value("checksum-every", "N", "print a checksum every N steps"),
    Extra::value(
        "screenshot",
        "FILE",
        "save the last frame as a picture (.png)",
    ),
    Extra::value(
        "capture",
        "FILE",
        "save the frames as a film (.gif, .apng, .dfrec), or\nas raw pixels (.raw, or - for standard output)",
    ),
    Extra::value("sound", "FILE", "save the sound track (.wav)"),
    Extra::value(
        "size",
        "WxH",
        "pixels of the window, screenshots and films, such as\n1280x720 (default: the program's)",
    ),
    Extra::flag("text", "print the last frame as text"),
    Extra::value("backend", "NAME", BACKENDS),
    Extra::value(
        "loop",
        "NAME",
        "the game loop: variable, interpolated, fixed, paced or\nelastic (default: the program's, else interpolated)",
    ),
    Extra::value(
        "draw-rate",
        "HZ",
        "frames per second; 0 draws as many as possible\n(default: the display's refresh rate)",
    ),
    Extra::value(
        "smoothing",
        "NAME",
        "between steps: none, interpolate, backward or forward\n(default: the program's, else interpolate)",
    ),
    Extra::value(
        "log",
        "LEVEL",
        "what to log: off, error, warn, info, debug or trace\n(default: the program's, else info)",
    ),
    Extra::path(
        "log-file",
        "FILE",
        "write the log to this file, which is replaced\n(default: the program's, else standard error)",
    ),
    Extra::flag("no-sound", "play nothing on the sound device"),
    Extra::flag("fps", "show the frame rate, as the key F9 does"),
    Extra::flag(
        "debug-overlay",
        "show what collides, and what it takes, as the key\nF8 does",
    ),
];

/// The help of `--backend`: the backends of this build.
const BACKENDS: &str = if cfg!(feature = "gpu") {
    "what draws: auto (default), gpu or software"
} else {
    "what draws: auto (default) or software"
};

/// Name of the option that prints the help. It is not in the table, because [`Options`] has no field for it.
pub(super) const HELP: &str = "help";

impl Options {
    /// Parses a command line, given without the program's name. `about` is a sentence for the help, which may be
    /// empty; `extras` are the program's own options and arguments.
    ///
    /// # Errors
    /// The first option or argument that is unknown, invalid, or excluded by another one.
    ///
    /// # Panics
    /// If an extra has the name of another option: a mistake in the program, not of its user.
    pub fn parse(
        program: &str,
        about: &str,
        extras: &[Extra],
        arguments: impl IntoIterator<Item = OsString>,
    ) -> Result<ParseResult, UsageError> {
        check(extras);
        let mut parser = lexopt::Parser::from_args(arguments);
        let mut options = Self::default();
        let mut seen = Vec::new();
        // The help is returned at its first request. The rest of the command line is not read, so that mistakes after
        // the request do not matter.
        let help = || ParseResult::Help(HelpRequest::new(program, about, extras).text(true));
        while let Some(argument) = parser.next().map_err(from_lexopt)? {
            match argument {
                Arg::Short(letter) => {
                    // The rest of the argument is read, too, so that `-headless` is an error and not `-h`.
                    let rest = parser.optional_value().unwrap_or_default();
                    if letter != 'h' || !rest.is_empty() {
                        let given = format!("{letter}{}", rest.display());
                        return Err(unknown("-", &given, extras));
                    }
                    return Ok(help());
                }
                Arg::Long(HELP) => return Ok(help()),
                Arg::Value(value) => options.extra.push_positional(extras, value)?,
                Arg::Long(name) => {
                    let name = name.to_owned();
                    if seen.contains(&name) {
                        return Err(UsageError::new(&name, "given twice"));
                    }
                    options.take(extras, &name, &mut parser)?;
                    seen.push(name);
                }
            }
        }
        options.check_exclusions()?;
        options.check_files()?;
        Ok(ParseResult::Run(options))
    }

    /// Rejects options that exclude one another.
    fn check_exclusions(&self) -> Result<(), UsageError> {
        let is_printing = self.captures_to_standard_output();
        let (replay, output) = (
            "given with --replay, whose file has its own",
            "given with --capture -, which needs standard output for itself",
        );
        let excluded = [
            ("seed", self.replay.is_some() && self.seed.is_some(), replay),
            ("demo", self.replay.is_some() && self.demo, replay),
            ("text", is_printing && self.text, output),
            ("checksum", is_printing && self.checksum, output),
            (
                "checksum-every",
                is_printing && self.checksum_every.is_some(),
                output,
            ),
        ];
        match excluded.into_iter().find(|(_, is_given, _)| *is_given) {
            Some((name, _, why)) => Err(UsageError::new(name, why)),
            None => Ok(()),
        }
    }

    /// Rejects a file that is given for two purposes: its content for one of them would be lost.
    fn check_files(&self) -> Result<(), UsageError> {
        let files = [
            ("replay", &self.replay),
            ("record", &self.record),
            ("capture", &self.capture),
            ("screenshot", &self.screenshot),
            ("sound", &self.sound),
            ("log-file", &self.log_file),
        ];
        let given = files
            .iter()
            .filter_map(|(name, path)| Some((*name, path.as_deref()?)));
        let given: Vec<_> = given.map(|(name, path)| (name, resolved(path))).collect();
        for (index, (name, path)) in given.iter().enumerate() {
            if let Some((other, _)) = given[..index].iter().find(|(_, other)| other == path) {
                let what = format!("the same file as --{other}, expected another one");
                return Err(UsageError::new(name, what));
            }
        }
        Ok(())
    }

    /// Reads the rest of a long option whose name was just read, and stores it.
    fn take(
        &mut self,
        extras: &[Extra],
        name: &str,
        parser: &mut lexopt::Parser,
    ) -> Result<(), UsageError> {
        let common = Extra::find(COMMON, name);
        let option = common.or_else(|| Extra::find(extras, name));
        let option = option.ok_or_else(|| unknown("--", name, extras))?;
        // The value of a flag (`--fps=1`) is left: the parser's next call returns it as an error.
        let value = option.takes_value().then(|| parser.value());
        let value = value.transpose().map_err(from_lexopt)?;
        if common.is_none() {
            return self.extra.set(option, value);
        }
        self.set(name, &value.unwrap_or_default())
            .map_err(|what| UsageError::new(name, what))
    }

    /// Stores the value of the common option of this name. The error is a message about an invalid value.
    fn set(&mut self, name: &str, value: &OsStr) -> Result<(), String> {
        match name {
            "headless" => self.headless = true,
            "demo" => self.demo = true,
            "steps" => self.steps = Some(whole(value, 1)?),
            "seed" => self.seed = Some(whole(value, 0)?),
            "record" => self.record = Some(PathBuf::from(value)),
            "replay" => self.replay = Some(PathBuf::from(value)),
            "checksum" => self.checksum = true,
            "checksum-every" => self.checksum_every = Some(whole(value, 1)?),
            "screenshot" => self.screenshot = Some(file(value, "png")?),
            "capture" => self.capture = Some(film(value)?),
            "sound" => self.sound = Some(file(value, "wav")?),
            "size" => self.size = Some(size(value)?),
            "text" => self.text = true,
            "backend" => self.backend = backend(value)?,
            "loop" => {
                self.policy = Some(named(value, PolicyName::NAMES)?);
            }
            "draw-rate" => self.draw_rate = Some(draw_rate(value)?),
            "smoothing" => {
                self.smoothing = Some(named(value, Smoothing::NAMES)?);
            }
            "log" => {
                self.log = Some(named(value, "off, error, warn, info, debug or trace")?);
            }
            "log-file" => self.log_file = Some(PathBuf::from(value)),
            "no-sound" => self.no_sound = true,
            "fps" => self.fps = true,
            "debug-overlay" => self.debug_overlay = true,
            _ => unreachable!("--{name} is in the table, and sets nothing"),
        }
        Ok(())
    }
}

/// Returns the path of a file without links and `..`, so that different paths of one file become equal. If the file
/// does not exist yet, resolves its folder. If that does not exist either, returns the path unchanged.
fn resolved(path: &Path) -> PathBuf {
    if let Ok(found) = path.canonicalize() {
        return found;
    }
    let folder = path.parent().filter(|folder| *folder != Path::new(""));
    let folder = folder.unwrap_or(Path::new(".")).canonicalize();
    match (folder, path.file_name()) {
        (Ok(folder), Some(name)) => folder.join(name),
        _ => path.to_owned(),
    }
}

/// Panics if two options have the same name.
fn check(extras: &[Extra]) {
    for (index, Extra { name, .. }) in extras.iter().enumerate() {
        let common = COMMON.iter().any(|common| common.name == *name);
        let common = common || *name == HELP;
        assert!(!common, "every program takes --{name}: choose another name");
        let twice = extras[..index].iter().any(|other| other.name == *name);
        assert!(!twice, "the program has two extras named {name}");
    }
}

/// The requested help.
#[derive(Clone, Debug)]
pub(in crate::app) struct HelpRequest {
    /// The program's name in the help.
    program: String,
    /// A sentence about the program; may be empty.
    about: String,
    /// The program's own options.
    extras: Vec<Extra>,
}

impl HelpRequest {
    pub(in crate::app) fn new(program: &str, about: &str, extras: &[Extra]) -> Self {
        Self {
            program: program.to_owned(),
            about: about.to_owned(),
            extras: extras.to_vec(),
        }
    }

    /// Returns the help: options in one column, descriptions in another. Without a demonstration, `--demo` has no
    /// effect and is omitted.
    pub(in crate::app) fn text(&self, has_demo: bool) -> String {
        let Self {
            program,
            about,
            extras,
        } = self;
        let (arguments, own): (Vec<&Extra>, Vec<&Extra>) =
            extras.iter().partition(|extra| extra.is_positional());
        let names = arguments.iter().map(|one| format!(" [{}]", one.name));
        let places: String = names.collect();
        let rows = |options: Vec<&Extra>| {
            let row = |option: &Extra| (option.usage(), option.help);
            options.into_iter().map(row).collect::<Vec<_>>()
        };
        let is_shown = |option: &&Extra| has_demo || option.name != "demo";
        let mut common = rows(COMMON.iter().filter(is_shown).collect());
        common.push((format!("-h, --{HELP}"), "print this help"));
        let sections = [
            ("Arguments".to_owned(), rows(arguments)),
            (format!("Options of {program}"), rows(own)),
            ("Options of every program".to_owned(), common),
        ];
        let widths = sections.iter().flat_map(|(_, rows)| rows);
        let widths = widths.map(|(usage, _)| usage.chars().count());
        let width = widths.max().unwrap_or(0);
        let line_break = format!("\n{:indent$}", "", indent = width + 4);

        let colon = if about.is_empty() { "" } else { ": " };
        let mut text = format!("{program}{colon}{about}\n\nUsage: {program} [OPTIONS]{places}\n");
        for (title, rows) in sections.iter().filter(|(_, rows)| !rows.is_empty()) {
            text += &format!("\n{title}:\n");
            for (usage, help) in rows {
                text += &format!("  {usage:width$}  {}\n", help.replace('\n', &line_break));
            }
        }
        text
    }
}

/// Parses the name of a backend.
fn backend(value: &OsStr) -> Result<Backend, String> {
    match value.to_str() {
        Some("auto") => Ok(Backend::Auto),
        Some("gpu") => Ok(Backend::Gpu),
        Some("software") => Ok(Backend::Software),
        _ => Err(got(value, "auto, gpu or software")),
    }
}
