//! Text entries: a line of text that the player edits.

use core::ops::Range;
use std::borrow::Cow;

use super::measure::byte_of;
use crate::base::checksum::summed;
use crate::input::Key;

/// A line of text that the player edits, after the widget's label.
///
/// Pressing the left mouse button on it sets the focus and the cursor. Tab moves the focus forwards, Shift and Tab
/// backwards. While the entry has the focus, it consumes every press of a key, repeats included. Characters are
/// inserted at the cursor, Backspace and Delete remove one, and Left, Right, Home and End move the cursor. Enter sends
/// a [`TextEntered`](super::TextEntered) and changes neither text nor focus. Escape removes the focus. Keys pressed
/// with Control (but not AltGr) or with the Windows or command key type nothing. With one of these modifiers, C copies
/// the whole text to the clipboard, X cuts it, and V pastes the clipboard's text without its line breaks.
///
/// Input methods compose text in it, underlined until it is entered. Keys then belong to the input method.
///
/// ```
/// # use damselfly::app::{Harness, Options};
/// use damselfly::prelude::*;
/// use damselfly::hud::TextEntry;
///
/// # fn main() -> Result<(), Error> {
/// # let app = App::new("Name", Options::default());
/// let mut game = Harness::start(app, |cx| {
///     let entry = TextEntry { width: 8, max_length: 12, ..TextEntry::default() };
///     let id = cx.hud.add(Widget::new("Name").kind(entry));
///     cx.hud.focus(Some(id));
///     Ok(())
/// })?;
/// game.type_text("Ann");
/// game.step();
/// assert!(game.shows("║ Name Ann      ║"));
/// assert!(game.world().hud.is_typing());
/// # Ok(())
/// # }
/// ```
#[doc(alias("line edit", "text field", "input field"))]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextEntry {
    /// The text. Defaults to an empty text. It may be longer than `max_length` and contain any character: only typing
    /// is limited.
    pub text: String,
    /// Number of characters before the cursor, where typing inserts. Defaults to 0. Values beyond the text's end count
    /// as its end.
    pub cursor: usize,
    /// Width of the field in characters of the built-in font. Defaults to 16. 0 counts as 1, and the width of the view
    /// is the maximum. The text scrolls with the cursor.
    pub width: u16,
    /// Number of characters at which typing stops. Defaults to 64.
    pub max_length: usize,
    /// Characters that can be typed. Defaults to all characters of the style's font.
    pub allowed: CharacterSet,
}

impl Default for TextEntry {
    fn default() -> Self {
        Self {
            text: String::new(),
            cursor: 0,
            width: 16,
            max_length: 64,
            allowed: CharacterSet::default(),
        }
    }
}

/// Characters that can be typed into a text entry. Characters missing in the style's font and its
/// fallback fonts can never be typed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum CharacterSet {
    /// All characters. The default.
    #[default]
    All,
    /// Letters and digits of any alphabet.
    Alphanumeric,
    /// The digits 0 to 9.
    Digits,
    /// The characters of this text.
    Only(Cow<'static, str>),
}

impl CharacterSet {
    /// Returns whether it contains a character.
    pub fn contains(&self, character: char) -> bool {
        match self {
            Self::All => true,
            Self::Alphanumeric => character.is_alphanumeric(),
            Self::Digits => character.is_ascii_digit(),
            Self::Only(these) => these.contains(character),
        }
    }
}

summed!(enum CharacterSet: 0 All, 1 Alphanumeric, 2 Digits, 3 Only(these));

summed!(TextEntry: text, cursor, width, max_length, allowed);

impl TextEntry {
    /// Returns the text's length, in characters.
    fn length(&self) -> usize {
        // The characters are counted on every call: the text is public and short, and a stored length could differ from
        // it.
        self.text.chars().count()
    }

    /// Returns the cursor, limited to the text's end.
    pub(super) fn clamped_cursor(&self) -> usize {
        self.cursor.min(self.length())
    }

    /// Handles a key that moves the cursor or deletes a character. Returns false for other keys.
    pub(super) fn edit(&mut self, key: Key) -> bool {
        let cursor = self.clamped_cursor();
        let before = cursor.saturating_sub(1);
        self.cursor = match key {
            Key::Left => before,
            Key::Right => self.length().min(cursor + 1),
            Key::Home => 0,
            Key::End => self.length(),
            Key::Backspace => {
                self.remove(before..cursor);
                before
            }
            Key::Delete => {
                self.remove(cursor..cursor + 1);
                cursor
            }
            _ => return false,
        };
        true
    }

    /// Inserts a character at the cursor if it is allowed and there is space. `has_glyph` is whether the font contains
    /// it.
    pub(super) fn type_in(&mut self, character: char, has_glyph: bool) {
        self.insert(character.encode_utf8(&mut [0; 4]), |_| has_glyph);
    }

    /// Inserts the allowed characters of a text at the cursor, up to the maximum length. `has_glyph` is whether the
    /// font contains a character.
    pub(super) fn insert(&mut self, text: &str, has_glyph: impl Fn(char) -> bool) {
        self.cursor = self.clamped_cursor();
        // Systems give some keys, such as Enter and Backspace, a control character as their text.
        let is_fit = |&it: &char| !it.is_control() && has_glyph(it) && self.allowed.contains(it);
        let space = self.max_length.saturating_sub(self.length());
        // Inserted at once: a pasted text may be long. At a byte within a character, `insert_str` would panic.
        let fitting: String = text.chars().filter(is_fit).take(space).collect();
        self.text
            .insert_str(byte_of(&self.text, self.cursor), &fitting);
        self.cursor += fitting.chars().count();
    }

    /// Removes characters. Ignores positions beyond the text's end.
    fn remove(&mut self, characters: Range<usize>) {
        let bytes = byte_of(&self.text, characters.start)..byte_of(&self.text, characters.end);
        self.text.drain(bytes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const KEYS: [Key; 7] = [
        Key::Left,
        Key::Right,
        Key::Home,
        Key::End,
        Key::Backspace,
        Key::Delete,
        Key::Up,
    ];

    /// Models a text entry by a list of characters: types a character or presses a key.
    fn model(text: &mut Vec<char>, cursor: &mut usize, typed: Result<char, Key>, most: usize) {
        match typed {
            Ok(character) if text.len() < most => {
                text.insert(*cursor, character);
                *cursor += 1;
            }
            Err(Key::Left) => *cursor = cursor.saturating_sub(1),
            Err(Key::Right) => *cursor = text.len().min(*cursor + 1),
            Err(Key::Home) => *cursor = 0,
            Err(Key::End) => *cursor = text.len(),
            Err(Key::Backspace) if *cursor > 0 => {
                *cursor -= 1;
                text.remove(*cursor);
            }
            Err(Key::Delete) if *cursor < text.len() => {
                text.remove(*cursor);
            }
            _ => {}
        }
    }

    proptest! {
        #[test]
        fn a_text_is_inserted_as_if_it_were_typed(
            text in "[a-e\u{e9}\n\t\u{5b57}]{0,20}",
            cursor in 0_usize..9,
            max_length in 0_usize..16,
        ) {
            let start = TextEntry {
                text: "h\u{e9}llo".into(),
                cursor,
                max_length,
                allowed: CharacterSet::Only("ab\u{e9}\u{5b57}\n".into()),
                ..TextEntry::default()
            };
            let has_glyph = |character| character != '\u{5b57}';
            let (mut typed, mut inserted) = (start.clone(), start);
            for character in text.chars() {
                typed.type_in(character, has_glyph(character));
            }
            inserted.insert(&text, has_glyph);
            typed.cursor = typed.clamped_cursor();
            prop_assert_eq!(inserted, typed);
        }

        #[test]
        fn editing_matches_a_list_of_characters(
            start in "[a-zé┌]{0,6}", cursor in 0..20_usize, most in 0..12_usize,
            typed in prop::collection::vec((any::<bool>(), 0..7_usize, "[xyzäя]"), 0..60),
        ) {
            let mut entry = TextEntry { text: start.clone(), cursor, max_length: most, ..TextEntry::default() };
            let mut text: Vec<char> = start.chars().collect();
            let mut position = cursor.min(text.len());
            for (types, key, character) in typed {
                let character = character.chars().next().unwrap();
                let typed = if types { Ok(character) } else { Err(KEYS[key]) };
                match typed {
                    Ok(character) => entry.type_in(character, true),
                    Err(key) => prop_assert_eq!(entry.edit(key), key != Key::Up),
                }
                model(&mut text, &mut position, typed, most);
                prop_assert_eq!(entry.text.chars().collect::<Vec<_>>(), text.clone());
                prop_assert_eq!(entry.clamped_cursor(), position);
            }
        }
    }

    #[test]
    fn only_allowed_characters_with_a_glyph_are_typed() {
        for (allowed, expected) in [
            (CharacterSet::All, "aé7-"),
            (CharacterSet::Alphanumeric, "aé7"),
            (CharacterSet::Digits, "7"),
            (CharacterSet::Only("-a".into()), "a-"),
        ] {
            let mut entry = TextEntry {
                allowed,
                ..TextEntry::default()
            };
            for character in ['a', 'é', '7', '-', '\n', '\u{8}', '\u{7f}'] {
                entry.type_in(character, true);
            }
            entry.type_in('b', false);
            assert_eq!(entry.text, expected);
        }
    }
}
