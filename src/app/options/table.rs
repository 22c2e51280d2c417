//! The one table of what every program takes: it reads the command line, and the help is written from it.

use std::ffi::OsStr;

use super::Options;
use super::names::PolicyName;
use super::value::{draw_rate, file, film, named, whole};

/// An option that every program takes.
pub(super) struct Known {
    /// Without dashes.
    pub(super) name: &'static str,
    pub(super) take: Take,
    /// A line of the help; a line feed breaks it.
    pub(super) help: &'static str,
}

/// What an option does. Values have a name for the help; what is wrong with them is answered as a sentence.
pub(super) enum Take {
    Flag(fn(&mut Options)),
    Value(&'static str, fn(&mut Options, &OsStr) -> Result<(), String>),
    /// Belongs to every program, but not yet to this version; and what to say.
    Absent(&'static str, &'static str),
}

/// In the order of the help.
pub(super) const TABLE: &[Known] = &[
    Known {
        name: "headless",
        take: Take::Flag(|options| options.headless = true),
        help: "run without a window, on a simulated clock, as fast as\npossible; stops after 600 steps unless told otherwise",
    },
    Known {
        name: "demo",
        take: Take::Flag(|options| options.demo = true),
        help: "play the built-in demonstration input",
    },
    Known {
        name: "steps",
        take: Take::Value("N", |options, value| {
            options.steps = Some(whole(value, 1)?);
            Ok(())
        }),
        help: "stop after N steps",
    },
    Known {
        name: "seed",
        take: Take::Value("N", |options, value| {
            options.seed = Some(whole(value, 0)?);
            Ok(())
        }),
        help: "seed the random numbers (default: by the time, and logged)",
    },
    Known {
        name: "record",
        take: Take::Absent("FILE", "recording input is not in this version"),
        help: "record the input (not in this version)",
    },
    Known {
        name: "replay",
        take: Take::Absent("FILE", "replaying input is not in this version"),
        help: "replay recorded input (not in this version)",
    },
    Known {
        name: "checksum",
        take: Take::Flag(|options| options.checksum = true),
        help: "print the last step's checksum as the last line",
    },
    Known {
        name: "checksum-every",
        take: Take::Value("N", |options, value| {
            options.checksum_every = Some(whole(value, 1)?);
            Ok(())
        }),
        help: "print a checksum every N steps",
    },
    Known {
        name: "screenshot",
        take: Take::Value("FILE", |options, value| {
            options.screenshot = Some(file(value, "png")?);
            Ok(())
        }),
        help: "save the last picture (.png)",
    },
    Known {
        name: "capture",
        take: Take::Value("FILE", |options, value| {
            options.capture = Some(film(value)?);
            Ok(())
        }),
        help: "film what is shown (.gif)",
    },
    Known {
        name: "text",
        take: Take::Flag(|options| options.text = true),
        help: "print the last picture as text",
    },
    Known {
        name: "backend",
        take: Take::Value("NAME", |options, value| {
            options.backend = named(value, "auto, gpu or software")?;
            Ok(())
        }),
        help: "what draws: auto (default), gpu or software",
    },
    Known {
        name: "loop",
        take: Take::Value("NAME", |options, value| {
            options.policy = Some(policy(value)?);
            Ok(())
        }),
        help: "the loop policy: interpolated or fixed (variable, paced\nand elastic are not in this version)",
    },
    Known {
        name: "draw-rate",
        take: Take::Value("HZ", |options, value| {
            options.draw_rate = Some(draw_rate(value)?);
            Ok(())
        }),
        help: "draws per second; 0 draws on every pass",
    },
    Known {
        name: "smoothing",
        take: Take::Value("NAME", |options, value| {
            options.smoothing = Some(named(value, "none, interpolate, backward or forward")?);
            Ok(())
        }),
        help: "between steps: none, interpolate, backward or forward",
    },
    Known {
        name: "log",
        take: Take::Value("LEVEL", |options, value| {
            options.log = Some(named(value, "off, error, warn, info, debug or trace")?);
            Ok(())
        }),
        help: "log: off, error, warn, info, debug or trace",
    },
    Known {
        name: "fps",
        take: Take::Flag(|options| options.fps = true),
        help: "show the frame rate",
    },
];

/// The name of the option that answers with the help; not in the table, because it is no part of a run.
pub(super) const HELP: &str = "help";

/// The option of this name, given without dashes.
pub(super) fn find(name: &str) -> Option<&'static Known> {
    TABLE.iter().find(|known| known.name == name)
}

fn policy(value: &OsStr) -> Result<PolicyName, String> {
    if ["variable", "paced", "elastic"]
        .iter()
        .any(|later| value == *later)
    {
        return Err(format!(
            "got {value:?}, which is not in this version, allowed is interpolated or fixed"
        ));
    }
    named(value, "interpolated or fixed")
}
