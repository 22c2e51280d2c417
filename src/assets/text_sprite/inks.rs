//! Colour per cell, our extension of the tagged layout: `ink` lines in the header, and a second block of rows
//! after the rows of each frame. See [`TextSprite::parse`](super::TextSprite::parse).

use super::header::{color, shown, split};
use super::lines::Line;
use super::{MAX_INKS, TextSpriteError};
use crate::base::color::Color;

/// The word that a header line with an ink starts with.
pub(super) const KEY: &str = "ink";

/// Colours of single cells, which replace the sprite's colour.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Inks {
    /// Letter and colour of each ink, in the order of the header.
    pub(super) palette: Vec<(char, Color)>,
    /// One byte for each cell: 0 for the sprite's colour, or the index in the palette plus 1. Empty without inks.
    pub(super) cells: Vec<u8>,
}

impl Inks {
    /// Returns the ink of the cell at this index. `None` for the sprite's colour.
    pub(crate) fn of(&self, cell: usize) -> Option<Color> {
        let ink = usize::from(*self.cells.get(cell)?).checked_sub(1)?;
        self.palette.get(ink).map(|&(_, color)| color)
    }

    /// Returns the letter of the cell at this index. A blank for the sprite's colour.
    pub(super) fn letter(&self, cell: usize) -> char {
        let ink = self.cells.get(cell).copied().unwrap_or(0);
        let known = usize::from(ink)
            .checked_sub(1)
            .and_then(|ink| self.palette.get(ink));
        known.map_or(' ', |&(letter, _)| letter)
    }
}

/// The inks read so far, with their line numbers.
#[derive(Debug, Default)]
pub(super) struct Palette {
    inks: Vec<(char, Color)>,
    /// Line that defines each ink, for the error about a second definition.
    lines: Vec<usize>,
}

impl Palette {
    /// Returns whether a header line defines an ink.
    pub(super) fn owns(line: Line<'_>) -> bool {
        split(line).0 == KEY
    }

    /// Reads `ink C COLOUR`.
    pub(super) fn read(&mut self, line: Line<'_>) -> Result<(), TextSpriteError> {
        let (_, value, column) = split(line);
        let (letter, rest) = value.split_at(value.find(' ').unwrap_or(value.len()));
        let mut characters = letter.chars();
        let (Some(ink), None) = (characters.next(), characters.next()) else {
            let what = match letter {
                "" => "ink without a letter".to_owned(),
                _ => format!("ink {}", shown(letter)),
            };
            return Err(line.error(column, what, "expected one character and its color"));
        };
        if let Some(first) = self.inks.iter().position(|&(known, _)| known == ink) {
            return Err(line.error(
                column,
                format!("ink {ink} is given twice"),
                format!("expected it once, and line {} has it", self.lines[first]),
            ));
        }
        if self.inks.len() == MAX_INKS {
            let limit = format!("the limit is {MAX_INKS}");
            return Err(line.error(column, "one more ink", limit));
        }
        let name = rest.trim_start_matches(' ');
        let before = &value[..value.len() - name.len()];
        let column = column + before.chars().count();
        self.inks.push((ink, color(line, name, column)?));
        self.lines.push(line.number);
        Ok(())
    }

    pub(super) fn is_empty(&self) -> bool {
        self.inks.is_empty()
    }

    /// Appends a row of letters, padded to `width` with the sprite's colour. The row has at most `width` characters.
    ///
    /// # Errors
    /// A letter is neither a blank nor an ink of the header.
    pub(super) fn push_row(
        &self,
        line: Line<'_>,
        width: usize,
        cells: &mut Vec<u8>,
    ) -> Result<(), TextSpriteError> {
        let end = cells.len() + width;
        for (column, letter) in (1..).zip(line.text.chars()) {
            cells.push(self.number(letter).ok_or_else(|| {
                let known: Vec<_> = self.inks.iter().map(|(ink, _)| ink.to_string()).collect();
                let known = shown(&known.join(", "));
                let expected = format!("expected a blank or one of {known}");
                line.error(
                    column,
                    format!("ink {letter} is not in the header"),
                    expected,
                )
            })?);
        }
        cells.resize(end, 0);
        Ok(())
    }

    /// Returns the inks, with the ink number of each of the sprite's cells.
    pub(super) fn with_cells(self, cells: Vec<u8>) -> Inks {
        Inks {
            palette: self.inks,
            cells,
        }
    }

    /// Returns the number of a letter in [`Inks::cells`]. `None` for an unknown letter.
    fn number(&self, letter: char) -> Option<u8> {
        if letter == ' ' {
            return Some(0);
        }
        let ink = self.inks.iter().position(|&(known, _)| known == letter)?;
        u8::try_from(ink + 1).ok()
    }
}
