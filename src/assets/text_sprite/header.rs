//! The header: its keys, their values and limits. All layouts read their numbers and colours here.

use super::lines::Line;
use super::{MAX_CELLS, MAX_FRAMES, MAX_SIDE, MAX_SLOWDOWN, TextSpriteError};
use crate::base::color::Color;

/// The keys of a header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum HeaderKey {
    Frames,
    Width,
    Height,
    Color,
    Slowdown,
    Transparency,
}

impl HeaderKey {
    pub(super) const ALL: [Self; 6] = [
        Self::Frames,
        Self::Width,
        Self::Height,
        Self::Color,
        Self::Slowdown,
        Self::Transparency,
    ];
    /// The required keys, in the order of the token layout.
    pub(super) const REQUIRED: [Self; 4] = [Self::Frames, Self::Width, Self::Height, Self::Color];

    /// Returns the word that stands for it in files.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Frames => "frames",
            Self::Width => "width",
            Self::Height => "height",
            Self::Color => "color",
            Self::Slowdown => "slowdown",
            Self::Transparency => "transparency",
        }
    }

    /// Returns the key that a line starts with, if any.
    pub(super) fn of(line: Line<'_>) -> Option<Self> {
        let word = split(line).0;
        Self::ALL.into_iter().find(|key| key.name() == word)
    }
}

/// A header as far as it has been read.
#[derive(Debug)]
pub(super) struct Header {
    /// 0 until it is read, and then at least 1, like width and height.
    pub(super) frames: u16,
    pub(super) width: u16,
    pub(super) height: u16,
    pub(super) color: Color,
    pub(super) slowdown: u16,
    pub(super) transparency: Option<char>,
    /// The number of the line that has each key of [`HeaderKey::ALL`], 0 for none.
    given: [usize; 6],
}

impl Header {
    pub(super) fn new() -> Self {
        Self {
            frames: 0,
            width: 0,
            height: 0,
            color: Color::WHITE,
            slowdown: 1,
            transparency: None,
            given: [0; 6],
        }
    }

    /// Reads the value of `key` from a line that starts with it.
    pub(super) fn read_pair(
        &mut self,
        key: HeaderKey,
        line: Line<'_>,
    ) -> Result<(), TextSpriteError> {
        let first = self.given[key as usize];
        if first != 0 {
            let name = key.name();
            return Err(line.error(
                1,
                format!("{name} is given twice"),
                format!("expected it once, and line {first} has it"),
            ));
        }
        let (_, value, column) = split(line);
        self.read_value(key, line, value, column)
            .map_err(|error| match key {
                HeaderKey::Slowdown => error.hint("leave the line out for 1"),
                _ => error,
            })
    }

    /// Reads the value of `key` from a line that consists of that value.
    pub(super) fn read_bare(
        &mut self,
        key: HeaderKey,
        line: Line<'_>,
    ) -> Result<(), TextSpriteError> {
        self.read_value(key, line, line.keyword(), 1)
    }

    /// Returns whether the key has been read.
    pub(super) fn has(&self, key: HeaderKey) -> bool {
        self.given[key as usize] != 0
    }

    /// Returns the first required key that has not been read.
    pub(super) fn missing(&self) -> Option<HeaderKey> {
        HeaderKey::REQUIRED.into_iter().find(|&key| !self.has(key))
    }

    fn read_value(
        &mut self,
        key: HeaderKey,
        line: Line<'_>,
        value: &str,
        column: usize,
    ) -> Result<(), TextSpriteError> {
        let number = |low, high| number(key.name(), line, value, column, low, high);
        match key {
            HeaderKey::Frames => self.frames = number(1, MAX_FRAMES)?,
            HeaderKey::Width => self.width = number(1, MAX_SIDE)?,
            HeaderKey::Height => self.height = number(1, MAX_SIDE)?,
            HeaderKey::Slowdown => self.slowdown = number(0, MAX_SLOWDOWN)?,
            HeaderKey::Color => self.color = color(line, value, column)?,
            HeaderKey::Transparency => self.transparency = Some(character(line, value, column)?),
        }
        self.given[key as usize] = line.number;
        // The cells are checked after each key, because the tagged layout has the keys in any order. They are checked
        // before any row is read, because short rows are padded to the width: a small file could otherwise take much
        // memory.
        self.check_cells(line, column)
    }

    /// Refuses more cells than a text sprite may have. Until all three numbers are known, one of them is 0.
    fn check_cells(&self, line: Line<'_>, column: usize) -> Result<(), TextSpriteError> {
        let (frames, width, height) = (self.frames, self.width, self.height);
        let cells = usize::from(frames) * usize::from(width) * usize::from(height);
        if cells <= MAX_CELLS {
            return Ok(());
        }
        Err(line.error(
            column,
            format!("{frames} frames of {width}x{height} are {cells} cells"),
            format!("the limit is {MAX_CELLS}"),
        ))
    }
}

/// Returns the line's first word, the trimmed rest, and the column of the rest.
pub(super) fn split(line: Line<'_>) -> (&str, &str, usize) {
    let text = line.keyword();
    let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
    let value = rest.trim_start_matches(' ');
    let before = &text[..text.len() - value.len()];
    (word, value, before.chars().count() + 1)
}

/// Cuts text from a file to at most 40 characters, for messages.
pub(super) fn shown(text: &str) -> String {
    const LONGEST: usize = 40;
    match text.char_indices().nth(LONGEST) {
        None => text.to_owned(),
        Some((cut, _)) => format!("{}…", &text[..cut]),
    }
}

/// Reads decimal digits and nothing else, within limits. Rust's own `parse` accepts a plus sign, too.
fn number(
    name: &str,
    line: Line<'_>,
    text: &str,
    column: usize,
    low: u16,
    high: u16,
) -> Result<u16, TextSpriteError> {
    let what = format!("{name} {}", shown(text));
    if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        let what = if text.is_empty() {
            format!("{name} without a value")
        } else {
            what
        };
        let expected = format!("expected {low} to {high} in decimal digits");
        return Err(line.error(column, what, expected));
    }
    // A number that does not fit into 16 bits is above the limit, and reported as such.
    match text.parse::<u16>() {
        Ok(value) if value < low => {
            Err(line.error(column, what, format!("expected at least {low}")))
        }
        Ok(value) if value <= high => Ok(value),
        _ => Err(line.error(column, what, format!("the limit is {high}"))),
    }
}

/// Reads a colour as [`Color::parse`] does.
pub(super) fn color(line: Line<'_>, text: &str, column: usize) -> Result<Color, TextSpriteError> {
    Color::parse(text).ok_or_else(|| {
        let what = match text {
            "" => "color without a value".to_owned(),
            _ => format!("color {}", shown(text)),
        };
        let names: Vec<_> = Color::NAMED.iter().map(|(name, _)| *name).collect();
        let names = names.join(", ");
        let expected =
            format!("expected {names}, a name of CSS, #rgb, #rgba, #rrggbb or #rrggbbaa");
        let error = line.error(column, what, expected);
        match Color::parse(&text.to_ascii_lowercase()) {
            Some(_) => error.hint("names are in lower case"),
            None => error,
        }
    })
}

/// Reads the value of `transparency`: exactly one character.
fn character(line: Line<'_>, text: &str, column: usize) -> Result<char, TextSpriteError> {
    let mut characters = text.chars();
    match (characters.next(), characters.next()) {
        (Some(only), None) => Ok(only),
        _ => Err(line.error(
            column,
            format!("transparency of {} characters", text.chars().count()),
            "expected one character, and not a blank",
        )),
    }
}
