//! Text sprites: pictures made of characters, read from files in three layouts.
//!
//! Bytes come first: a cap on their number, the byte-order mark, the line ends, the encoding. Then lines,
//! keys and rows, each checked where it is read, so that every fault has a line and a column, and memory
//! grows with what a file holds, never with a number that it names. Baking into texels is the store's.

mod columns;
mod header;
mod inks;
mod layouts;
mod lines;
mod print;
#[cfg(test)]
mod tests;

use core::fmt;

use super::frame::Anchor;
use crate::base::color::Color;

pub(super) use inks::Inks;

/// The largest file that is read: 16 MiB.
pub const MAX_FILE_BYTES: usize = 16 << 20;
/// The most frames a text sprite has.
pub const MAX_FRAMES: u16 = 4096;
/// The most characters a text sprite is wide, and the most rows it is high.
pub const MAX_SIDE: u16 = 1024;
/// The highest slowdown: steps per frame.
pub const MAX_SLOWDOWN: u16 = u16::MAX;
/// The most cells in all frames together: 4 Mi, which take 16 MiB.
pub const MAX_CELLS: usize = 4 << 20;
/// The most colours that the cells of one sprite have beside its own.
pub const MAX_INKS: usize = 255;

/// Which of the three layouts a text sprite was written in; its first line tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Layout {
    /// Starts with `frames N`; one key a line in a fixed order, frames closed by `end`, all by `eof`.
    Token,
    /// Starts with `<HEADER>`; keys in any order, then `<BODY>` and `<FOOTER>`.
    Tagged,
    /// Starts with a bare number; five bare lines, then nothing but rows.
    Plain,
}

/// A text sprite as its file has it: its characters and how they are shown. It has no label; the store
/// gives it one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextSprite {
    /// The colour its characters are drawn in, but for those that have an ink.
    pub color: Color,
    /// Steps per frame: 1 changes frames every step, 0 stands still. 1 where the file does not say.
    pub slowdown: u16,
    /// This character is not drawn, and still collides.
    pub transparency: Option<char>,
    /// How the file was laid out.
    pub layout: Layout,
    /// The point that lies at its object's position. No file says so: the middle, until a program changes it.
    pub anchor: Anchor,
    width: u16,
    height: u16,
    /// Row after row, frame after frame: frames × height × width, at least one.
    cells: Vec<char>,
    inks: Inks,
}

impl TextSprite {
    /// Reads a text sprite. `file` is only for the message of an error.
    ///
    /// Lines end in LF, CRLF or CR; the last may end in nothing. A blank cell is a space. Each character
    /// must take exactly one column: tabs, control characters, combining marks, and characters of two
    /// columns (Chinese, Japanese, Korean, emoji) are faults.
    ///
    /// A line that reads `end` closes a frame. So that art may hold the word too, a frame that has `end`
    /// where its next row is due still takes it for a row if the frame's rows are counted out by another
    /// `end` in the right place; the same goes for rows that read like a key, `eof` or `</BODY>`.
    ///
    /// **Colour per cell** is our extension of the tagged layout. `ink C COLOUR` in the header lets the character
    /// `C` stand for a colour; there may be up to [`MAX_INKS`] such lines, each with another character. A header
    /// with any has two blocks for each frame, each closed by `end`: the frame's rows, then as many rows of inks.
    /// There a blank is the sprite's own colour, and anything else must be one of the inks.
    ///
    /// ```text
    /// <HEADER>
    /// frames 1
    /// width 5
    /// height 2
    /// color white
    /// ink r red
    /// ink g #40ff40
    /// </HEADER>
    /// <BODY>
    ///  /o\
    /// <===>
    /// end
    ///   r
    /// ggggg
    /// end
    /// </BODY>
    /// <FOOTER>
    /// version 1
    /// </FOOTER>
    /// ```
    ///
    /// # Errors
    /// The first fault, with the line and column at which reading had to stop.
    pub fn parse(file: &str, bytes: &[u8]) -> Result<Self, TextSpriteError> {
        layouts::parse(bytes).map_err(|error| TextSpriteError {
            file: file.to_owned(),
            ..error
        })
    }

    /// Characters in a row, 1 to [`MAX_SIDE`].
    pub fn width(&self) -> u16 {
        self.width
    }

    /// Rows in a frame, 1 to [`MAX_SIDE`].
    pub fn height(&self) -> u16 {
        self.height
    }

    /// How many frames there are, 1 to [`MAX_FRAMES`].
    pub fn frame_count(&self) -> u16 {
        u16::try_from(self.frames().len()).unwrap_or(MAX_FRAMES)
    }

    /// Every frame in order, each as its cells, row after row.
    pub fn frames(&self) -> impl ExactSizeIterator<Item = &[char]> {
        let frame = usize::from(self.width) * usize::from(self.height);
        self.cells.chunks_exact(frame)
    }

    /// Every cell of every frame: frames × height × width characters.
    pub fn cells(&self) -> &[char] {
        &self.cells
    }

    /// The colour of the cell at this place in [`TextSprite::cells`]: its ink's, or the sprite's own.
    pub fn cell_color(&self, cell: usize) -> Color {
        self.inks.of(cell).unwrap_or(self.color)
    }

    /// The characters that stand for colours in the file, in its order; none where all cells have one colour.
    pub fn inks(&self) -> &[(char, Color)] {
        &self.inks.palette
    }

    /// Gives cells and inks away, so that they need not be copied.
    pub(super) fn into_cells(self) -> (Vec<char>, Inks) {
        (self.cells, self.inks)
    }
}

/// Why a text sprite could not be read. Shown as `file:line:column: what is wrong: what was expected`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextSpriteError {
    /// The file, as it was named by whoever asked for it.
    pub file: String,
    /// The line on which reading had to stop, counted from 1; the last one when the file ended too early.
    pub line: usize,
    /// The character in that line, counted from 1; one past the last when the line ended too early.
    pub column: usize,
    /// What is wrong.
    pub what: String,
    /// What was expected instead.
    pub expected: String,
}

impl TextSpriteError {
    /// A fault in a file whose name is put in later, by [`TextSprite::parse`].
    fn new(
        (line, column): (usize, usize),
        what: impl Into<String>,
        expected: impl Into<String>,
    ) -> Self {
        Self {
            file: String::new(),
            line,
            column,
            what: what.into(),
            expected: expected.into(),
        }
    }
}

impl fmt::Display for TextSpriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            file,
            line,
            column,
            what,
            expected,
        } = self;
        write!(f, "{file}:{line}:{column}: {what}: {expected}")
    }
}

impl core::error::Error for TextSpriteError {}
