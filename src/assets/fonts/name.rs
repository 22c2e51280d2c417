//! Names of glyphs: a character, or a number in a font file.

/// The largest number of characters that a glyph is known by.
const CHARACTERS: usize = 4;

/// A glyph of a font.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GlyphName {
    /// The glyph of a character, or the box if the font lacks it.
    Character(char),
    /// A glyph that shaping chose.
    #[cfg_attr(
        not(feature = "shaping"),
        expect(dead_code, reason = "only shaping names glyphs by numbers")
    )]
    Shaped {
        /// Number of the glyph in its font file.
        id: u16,
        /// The first characters that it stands for, with zeros behind them.
        characters: [char; CHARACTERS],
    },
}

impl GlyphName {
    /// Returns a glyph that stands for some characters, perhaps none.
    #[cfg(feature = "shaping")]
    pub(crate) fn shaped(id: u16, text: &str) -> Self {
        let mut characters = ['\0'; CHARACTERS];
        for (slot, character) in characters.iter_mut().zip(text.chars()) {
            *slot = character;
        }
        Self::Shaped { id, characters }
    }

    /// Returns the first character that it stands for.
    pub(crate) fn first_character(self) -> char {
        self.characters()[0]
    }

    /// Returns the first characters that it stands for, with zeros behind them.
    pub(super) fn characters(self) -> [char; CHARACTERS] {
        match self {
            Self::Character(character) => [character, '\0', '\0', '\0'],
            Self::Shaped { characters, .. } => characters,
        }
    }
}
