//! Parses values of options into a number, a path or a choice, or returns a message with the allowed values.

use core::fmt::Display;
use std::ffi::OsStr;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use crate::base::printable::cut;
use crate::capture::FilmFormat;
use crate::time::{DrawRate, StepRate};
use crate::world::WindowRequest;

/// Returns the message about an invalid value.
pub(super) fn got(value: &OsStr, expected: &str) -> String {
    let value = format!("{value:?}");
    format!("expected {expected}, got {}", cut(&value))
}

/// Parses a decimal number: digits, optionally with a point and a minus. No exponent, no infinity, no plus.
pub(super) fn decimal<T: FromStr>(value: &OsStr) -> Option<T> {
    let text = value.to_str()?;
    // `parse` alone would also accept "inf", "nan", "1e9" and "+1".
    let digits = text.strip_prefix('-').unwrap_or(text);
    let plain = digits
        .bytes()
        .all(|byte| byte.is_ascii_digit() || byte == b'.');
    (plain && digits.starts_with(|first: char| first.is_ascii_digit()))
        .then(|| text.parse().ok())
        .flatten()
}

/// Parses a number within these bounds, both included.
pub(super) fn within<T>(value: &OsStr, allowed: &RangeInclusive<T>) -> Result<T, String>
where
    T: FromStr + PartialOrd + Display,
{
    decimal(value)
        .filter(|number| allowed.contains(number))
        .ok_or_else(|| {
            let (low, high) = (allowed.start(), allowed.end());
            got(value, &format!("a number from {low} to {high}"))
        })
}

/// Parses an integer of at least `low`.
pub(super) fn whole(value: &OsStr, low: u64) -> Result<u64, String> {
    decimal(value)
        .filter(|&number| number >= low)
        .ok_or_else(|| got(value, &format!("an integer of at least {low}")))
}

/// Parses a number of frames per second, in the range of [`DrawRate`]: 0, or from 0.001 to 1000.
pub(super) fn draw_rate(value: &OsStr) -> Result<f64, String> {
    decimal(value)
        .filter(|&rate| DrawRate::per_second(rate).is_ok())
        .ok_or_else(|| {
            let (low, high) = (StepRate::MIN, StepRate::MAX);
            got(value, &format!("0, or a number from {low} to {high}"))
        })
}

/// Parses a width and a height in pixels, such as `640x384`.
pub(super) fn size(value: &OsStr) -> Result<[u32; 2], String> {
    let most = WindowRequest::MAX_PIXELS;
    let side = |text: &str| within(OsStr::new(text), &(1..=most)).ok();
    let sides = value.to_str().and_then(|text| text.split_once('x'));
    sides
        .and_then(|(width, height)| Some([side(width)?, side(height)?]))
        .ok_or_else(|| {
            let allowed = format!("a width and a height from 1 to {most}, such as 640x384");
            got(value, &allowed)
        })
}

/// Returns the path of a file whose name has this extension, in upper or lower case.
pub(super) fn file(value: &OsStr, ending: &str) -> Result<PathBuf, String> {
    let extension = Path::new(value).extension();
    if extension.is_some_and(|extension| extension.eq_ignore_ascii_case(ending)) {
        Ok(PathBuf::from(value))
    } else {
        Err(got(value, &format!("a file name that ends in .{ending}")))
    }
}

/// Returns the path of a film. Its name determines the format.
pub(super) fn film(value: &OsStr) -> Result<PathBuf, String> {
    let path = PathBuf::from(value);
    match FilmFormat::of(&path) {
        Some(_) => Ok(path),
        None => Err(got(value, FilmFormat::NAMES)),
    }
}

/// Parses the name of a choice. `allowed` lists the names.
pub(super) fn named<T: FromStr>(value: &OsStr, allowed: &str) -> Result<T, String> {
    let parsed = value.to_str().and_then(|name| name.parse().ok());
    parsed.ok_or_else(|| got(value, allowed))
}
