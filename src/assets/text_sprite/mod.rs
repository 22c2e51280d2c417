//! Text sprites: images made of characters, read from files in three layouts.
//!
//! `lines` checks the bytes: size, byte-order mark, line ends, encoding. Then keys and rows are read and validated one
//! by one. Every error has a line and a column, and memory grows with the rows of the file, not with a number in its
//! header. The store draws the texels.

mod columns;
mod header;
mod inks;
mod layouts;
mod lines;
mod print;
#[cfg(test)]
mod tests;

use core::fmt;
use core::ops::Range;

use super::frame::Anchor;
use crate::base::color::Color;

use inks::Inks;

/// Maximum size of a text sprite file, in bytes: 16 MiB.
pub const MAX_FILE_BYTES: usize = 16 << 20;
/// Maximum number of frames in a text sprite.
pub const MAX_FRAMES: u16 = 4096;
/// Maximum width and height of a text sprite, in characters.
pub const MAX_SIDE: u16 = 1024;
/// Maximum slowdown, in steps per frame.
pub const MAX_SLOWDOWN: u16 = u16::MAX;
/// Maximum number of cells in all frames together: 4 Mi, which take 16 MiB of memory.
pub const MAX_CELLS: usize = 4 << 20;
/// Maximum number of inks (colours of single cells) in one sprite. A cell stores its ink as one byte, and 0 is the
/// sprite's colour.
pub const MAX_INKS: usize = 255;

/// The three layouts of text sprite files, recognised by the first line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Layout {
    /// Starts with `frames N`: one key per line in a fixed order. `end` closes each frame, and `eof` the file.
    Token,
    /// Starts with `<HEADER>`; keys in any order, then `<BODY>` and `<FOOTER>`.
    Tagged,
    /// Starts with the number of frames: five lines with values only, then nothing but rows.
    Plain,
}

/// A parsed text sprite file: characters, colours and timing. [`Assets::add_parsed`](crate::assets::Assets::add_parsed)
/// gives it a label.
#[doc(alias = "ascii art")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextSprite {
    /// Colour of characters without an ink.
    pub color: Color,
    /// Steps per frame, 0 to [`MAX_SLOWDOWN`]: 1 changes frames every step, 0 never does. Defaults to 1.
    pub slowdown: u16,
    /// A character that is not drawn, like a blank. Defaults to none.
    pub transparency: Option<char>,
    /// Layout of the file.
    pub layout: Layout,
    /// Point of the sprite at its object's position. The file does not contain it, so it is the centre by default.
    pub anchor: Anchor,
    width: u16,
    height: u16,
    /// Row after row, frame after frame: frames × height × width, at least one.
    cells: Vec<char>,
    // The inks take one byte for each cell, less than a colour. A sprite without inks stores none.
    inks: Inks,
}

impl TextSprite {
    /// Reads a text sprite. `file` names it in errors.
    ///
    /// ```
    /// use damselfly::assets::TextSprite;
    ///
    /// let file = b"frames 2\nwidth 3\nheight 1\ncolor cyan\nslowdown 5\n<->\nend\n<=>\nend\neof\n";
    /// let sprite = TextSprite::parse("ship.spr", file)?;
    /// assert_eq!((sprite.frame_count(), sprite.width(), sprite.slowdown), (2, 3, 5));
    ///
    /// let error = TextSprite::parse("ship.spr", b"frames none").unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "ship.spr:1:8: frames none: expected 1 to 4096 in decimal digits"
    /// );
    /// # Ok::<(), damselfly::assets::TextSpriteError>(())
    /// ```
    ///
    /// Lines end in LF, CRLF or CR, which is optional after the last line. A blank cell is a space. Each character
    /// must take exactly one column: tabs, control characters, combining marks, and characters of two
    /// columns (Chinese, Japanese, Korean, emoji) are errors.
    ///
    /// The line `end` closes a frame. Art may contain this word: an `end` in place of a row is that row if an `end`
    /// follows after the frame's last row. The same holds for `eof`, for `</BODY>`, and in the first row of the token
    /// layout for keys that the header already has. The first `slowdown` is never a row.
    ///
    /// **Colour per cell** is our extension of the tagged layout. `ink C COLOUR` in the header defines the character
    /// `C` as a colour; there may be up to [`MAX_INKS`] such lines, each with a different character. With inks, each
    /// frame has two blocks, each closed by `end`: the frame's rows, and the same number of rows of inks. In the second
    /// block, a blank stands for the sprite's colour, and any other character must be an ink.
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
    /// The first error in the file, with its line and column.
    pub fn parse(file: &str, bytes: &[u8]) -> Result<Self, TextSpriteError> {
        layouts::parse(bytes).map_err(|error| TextSpriteError {
            file: file.to_owned(),
            ..error
        })
    }

    /// Returns the number of characters in a row, 1 to [`MAX_SIDE`].
    pub fn width(&self) -> u16 {
        self.width
    }

    /// Returns the number of rows in a frame, 1 to [`MAX_SIDE`].
    pub fn height(&self) -> u16 {
        self.height
    }

    /// Returns the number of frames, 1 to [`MAX_FRAMES`].
    pub fn frame_count(&self) -> u16 {
        u16::try_from(self.frames().len()).unwrap_or(MAX_FRAMES)
    }

    /// Returns the cells of each frame in order, row after row.
    pub fn frames(&self) -> impl ExactSizeIterator<Item = &[char]> {
        let frame = usize::from(self.width) * usize::from(self.height);
        self.cells.chunks_exact(frame)
    }

    /// Returns every cell of every frame: frames × height × width characters.
    pub fn cells(&self) -> &[char] {
        &self.cells
    }

    /// Returns the colour of the cell at this index in [`TextSprite::cells`]: its ink, or the sprite's colour.
    pub fn cell_color(&self, cell: usize) -> Color {
        self.inks.of(cell).unwrap_or(self.color)
    }

    /// Returns the inks in the order of the file. Empty if all cells have the sprite's colour.
    pub fn inks(&self) -> &[(char, Color)] {
        &self.inks.palette
    }

    /// Returns a frame's characters, row after row. An index past the end wraps around.
    pub fn frame(&self, index: usize) -> &[char] {
        &self.cells[self.cells_of(index)]
    }

    /// Returns whether a character of this sprite is drawn: neither a blank nor its transparency.
    pub fn draws(&self, character: char) -> bool {
        character != ' ' && Some(character) != self.transparency
    }

    /// Returns the ink of a cell, or `None` if the cell has the sprite's colour. Frames and cells count from 0; a frame
    /// index past the end wraps around.
    pub fn ink(&self, index: usize, cell: usize) -> Option<Color> {
        self.inks.of(self.cells_of(index).nth(cell)?)
    }

    /// Returns the indices of a frame's cells. It does not divide by 0: parsing rejects files without columns or rows.
    fn cells_of(&self, index: usize) -> Range<usize> {
        let length = usize::from(self.width) * usize::from(self.height);
        let first = index % (self.cells.len() / length) * length;
        first..first + length
    }
}

/// Why a text sprite could not be read. Displayed as `file:line:column: reason: expected …`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextSpriteError {
    /// Name of the file, from the caller.
    pub file: String,
    /// Line of the error, counted from 1. The last line if the file ended too early.
    pub line: usize,
    /// Column of the error, counted from 1. One past the last if the line ended too early.
    pub column: usize,
    /// The reason.
    pub what: String,
    /// The expected text.
    pub expected: String,
}

impl TextSpriteError {
    /// Returns an error without the file's name, which [`TextSprite::parse`] adds.
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

    /// Adds a hint to the expected text.
    fn hint(mut self, hint: impl fmt::Display) -> Self {
        self.expected += &format!(" ({hint})");
        self
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
