//! Viewer: shows a text sprite or an image, animated, in a view of 80 × 24 cells. With `--print` it writes the file to
//! standard output instead.
//!
//! This file reads the command line, `picture.rs` reads the file, and `show.rs` displays it.

pub mod picture;
pub mod show;

use std::path::Path;
use std::process::ExitCode;

use damselfly::app::{self, App, Extra, Options, UsageError, print_line};
use damselfly::assets::AtlasSettings;
use damselfly::prelude::*;
use picture::{Cut, Picture};
use show::Show;

const EXTRAS: &[Extra] = &[
    Extra::positional(
        "FILE",
        "a text sprite in any layout, or a PNG, GIF, BMP or TGA image",
    ),
    Extra::flag(
        "print",
        "print the header and the frames to standard output",
    ),
    Extra::value(
        "slowdown",
        "N",
        "steps per frame, 0 to 65535; 0 stops the animation\n[the sprite's own; 3 for images]",
    ),
    Extra::value(
        "grid",
        "CxR",
        "cut the image into C columns and R rows of frames",
    ),
];

fn main() -> ExitCode {
    // If `main` returned the error, Rust would print `Error: ` before the file position, and editors could not jump
    // there.
    app::main(view)
}

fn view() -> Result<(), Error> {
    let app = App::from_args_with("Viewer", "shows a text sprite or an image", EXTRAS)?
        .cells(80, 24)
        // Text sprites are made for the engine Dragonfly, which takes 30 steps per second.
        .steps_per_second(30)
        // The background is not black, because sprites may be black themselves.
        .background(Color::rgb(36, 36, 48))
        .sound(false);
    if let Some(help) = app.requested_help() {
        print_line(help.trim_end());
        return Ok(());
    }
    let options = app.options();
    let Some(file) = options.positionals().first() else {
        return Err(UsageError::missing("FILE").into());
    };
    let path = Path::new(file);
    let cut = cut(options)?;
    if options.flag("print") {
        check_print(options)?;
    }
    let picture = Picture::read(path, cut)?;
    if options.flag("print") {
        print_line(picture.print().trim_end_matches('\n'));
        return Ok(());
    }
    // Frames share the pages of the atlas. A frame that is larger than a usual page needs larger pages.
    let atlas = AtlasSettings::default();
    let page_size = picture.page_size().max(atlas.page_size);
    let name = path.file_name().unwrap_or(path.as_os_str());
    let name = name.to_string_lossy().into_owned();
    app.atlas(AtlasSettings { page_size, ..atlas })
        .run(move |cx| Show::start(&name, picture, cx))
}

/// Rejects options that have no effect with `--print`, because nothing is shown.
fn check_print(options: &Options) -> Result<(), UsageError> {
    for (name, given) in [
        ("checksum", options.checksum),
        ("checksum-every", options.checksum_every.is_some()),
        ("text", options.text),
        ("screenshot", options.screenshot.is_some()),
        ("capture", options.capture.is_some()),
        ("record", options.record.is_some()),
        ("replay", options.replay.is_some()),
        ("demo", options.demo),
        ("steps", options.steps.is_some()),
        ("size", options.size.is_some()),
        ("fps", options.fps),
        ("no-sound", options.no_sound),
        ("debug-overlay", options.debug_overlay),
    ] {
        if given {
            let why = "cannot be combined with --print";
            return Err(UsageError::new(name, why));
        }
    }
    Ok(())
}

/// Returns the options for the frames.
fn cut(options: &Options) -> Result<Cut, UsageError> {
    let grid = options.value("grid").map(|text| {
        let fault = || UsageError::new("grid", format!("expected CxR, like 4x2, got {text:?}"));
        grid(text).ok_or_else(fault)
    });
    Ok(Cut {
        slowdown: options.number_in("slowdown", 0..=u16::MAX)?,
        grid: grid.transpose()?,
    })
}

/// Parses columns and rows such as `4x2`. Both must be at least 1.
fn grid(text: &str) -> Option<(u16, u16)> {
    let number = |digits: &str| {
        let plain = digits.bytes().all(|byte| byte.is_ascii_digit());
        let number = digits.parse().ok();
        number.filter(|&number: &u16| plain && number > 0)
    };
    let (columns, rows) = text.split_once('x')?;
    Some((number(columns)?, number(rows)?))
}
