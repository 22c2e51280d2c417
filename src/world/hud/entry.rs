//! Text entries: a line of text that the player writes.

use std::borrow::Cow;

use crate::input::Key;
use crate::world::ViewId;

/// A line of text that the player writes, behind the view object's label.
///
/// A click sets the focus and the cursor, Tab moves the focus on (with shift: back). While it has the focus it takes
/// every key's press: characters and Backspace, Delete, Left, Right, Home and End, also as the keyboard repeats them;
/// Enter tells everybody interested in [`TextEntered`], and leaves text and focus as they are; Escape takes the focus
/// away. What is typed with Control (AltGr apart) or the Windows or command key held is no text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextEntry {
    /// What is written. Empty at first.
    pub text: String,
    /// Where typing goes: so many characters are before it. What is past the end counts as the end.
    pub cursor: usize,
    /// How many characters are seen. 16 at first; 0 counts as 1. The text moves along with the cursor.
    pub width: u16,
    /// Typing adds nothing to a text of so many characters. 64 at first.
    pub max_length: usize,
    /// What can be typed. Every character of the font at first.
    pub allowed: Allowed,
}

impl Default for TextEntry {
    fn default() -> Self {
        Self {
            text: String::new(),
            cursor: 0,
            width: 16,
            max_length: 64,
            allowed: Allowed::default(),
        }
    }
}

/// Which characters can be typed into a text entry. Never one that the font lacks: each takes one place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Allowed {
    /// All of them. The default.
    #[default]
    All,
    /// Letters and digits of any alphabet.
    Alphanumeric,
    /// 0 to 9.
    Digits,
    /// These.
    Only(Cow<'static, str>),
}

impl Allowed {
    /// Whether it is among them.
    pub fn has(&self, character: char) -> bool {
        match self {
            Self::All => true,
            Self::Alphanumeric => character.is_alphanumeric(),
            Self::Digits => character.is_ascii_digit(),
            Self::Only(these) => these.contains(character),
        }
    }
}

/// Enter was pressed in a text entry. Told to everybody interested: `world.listen(me, Interest::of::<TextEntered>())`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextEntered {
    /// Which one.
    pub id: ViewId,
    /// Its label.
    pub label: Cow<'static, str>,
    /// What was written.
    pub text: String,
}

impl TextEntry {
    /// How many characters are written.
    pub(super) fn length(&self) -> usize {
        self.text.chars().count()
    }

    /// The cursor, no further than the text's end.
    pub(super) fn place(&self) -> usize {
        self.cursor.min(self.length())
    }

    /// How many characters at the text's start are out of sight in a field of `width` characters. The cursor may stand
    /// behind the field's last character.
    pub(super) fn hidden(&self, width: usize) -> usize {
        self.place().saturating_sub(width)
    }

    /// Puts the cursor behind the text.
    pub(super) fn go_to_end(&mut self) {
        self.cursor = self.length();
    }

    /// Moves the cursor or takes a character away, if that is what the key does. Answers whether it is.
    pub(super) fn edit(&mut self, key: Key) -> bool {
        let (place, length) = (self.place(), self.length());
        let before = place.checked_sub(1);
        match key {
            Key::Left => self.cursor = before.unwrap_or(0),
            Key::Right => self.cursor = length.min(place + 1),
            Key::Home => self.cursor = 0,
            Key::End => self.cursor = length,
            Key::Backspace => {
                if let Some(before) = before {
                    self.take_out(before);
                }
                self.cursor = before.unwrap_or(0);
            }
            Key::Delete => {
                if place < length {
                    self.take_out(place);
                }
                self.cursor = place;
            }
            _ => return false,
        }
        true
    }

    /// Types a character, if it is allowed and there is room. `has_glyph` answers whether the font has it.
    pub(super) fn type_in(&mut self, character: char, has_glyph: bool) {
        let (place, length) = (self.place(), self.length());
        self.cursor = place;
        let fits = has_glyph && !character.is_control() && length < self.max_length;
        if fits && self.allowed.has(character) {
            self.text.insert(self.byte(place), character);
            self.cursor = place + 1;
        }
    }

    fn take_out(&mut self, place: usize) {
        let byte = self.byte(place);
        if byte < self.text.len() {
            self.text.remove(byte);
        }
    }

    fn byte(&self, place: usize) -> usize {
        let mut starts = self.text.char_indices();
        starts.nth(place).map_or(self.text.len(), |(byte, _)| byte)
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

    /// The same by a list of characters.
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
        fn editing_is_editing_a_list_of_characters(
            start in "[a-zé┌]{0,6}", cursor in 0..20_usize, most in 0..12_usize, width in 1..5_usize,
            typed in prop::collection::vec((any::<bool>(), 0..7_usize, "[xyzäя]"), 0..60),
        ) {
            let mut entry = TextEntry { text: start.clone(), cursor, max_length: most, ..TextEntry::default() };
            let mut text: Vec<char> = start.chars().collect();
            let mut place = cursor.min(text.len());
            for (types, key, character) in typed {
                let character = character.chars().next().unwrap();
                let typed = if types { Ok(character) } else { Err(KEYS[key]) };
                match typed {
                    Ok(character) => entry.type_in(character, true),
                    Err(key) => prop_assert_eq!(entry.edit(key), key != Key::Up),
                }
                model(&mut text, &mut place, typed, most);
                prop_assert_eq!(entry.text.chars().collect::<Vec<_>>(), text.clone());
                prop_assert_eq!(entry.place(), place);
                // The cursor is always in sight.
                prop_assert!((entry.hidden(width)..=entry.hidden(width) + width).contains(&place));
            }
        }
    }

    #[test]
    fn only_what_is_allowed_and_has_a_glyph_is_typed() {
        for (allowed, expected) in [
            (Allowed::All, "aé7-"),
            (Allowed::Alphanumeric, "aé7"),
            (Allowed::Digits, "7"),
            (Allowed::Only("-a".into()), "a-"),
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
