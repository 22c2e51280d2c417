//! Keys of a text entry for the clipboard.

use super::focus::Modifiers;
use crate::input::Key;

/// Command of a text entry for the clipboard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ClipboardCommand {
    Copy,
    Cut,
    Paste,
}

impl ClipboardCommand {
    /// Returns the command of a key that is pressed with these modifiers.
    pub(super) fn of(key: Key, character: Option<char>, modifiers: Modifiers) -> Option<Self> {
        if !modifiers.command() {
            return None;
        }
        // Checks the letter, not the key's position, because layouts differ. Some systems report a control character,
        // or none.
        let letter = match character {
            Some(character) if !character.is_control() => character.to_ascii_lowercase(),
            Some('\u{3}') => 'c',
            Some('\u{18}') => 'x',
            Some('\u{16}') => 'v',
            Some(_) => return None,
            None => match key {
                Key::C => 'c',
                Key::X => 'x',
                Key::V => 'v',
                _ => return None,
            },
        };
        match letter {
            'c' => Some(Self::Copy),
            'x' => Some(Self::Cut),
            'v' => Some(Self::Paste),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clipboard_commands_follow_the_layouts_letter() {
        let mut control = Modifiers::default();
        control.set(Key::ControlLeft, true);
        let mut command = Modifiers::default();
        command.set(Key::SuperRight, true);
        let mut alt_gr = control;
        alt_gr.set(Key::AltRight, true);
        use ClipboardCommand::{Copy, Cut, Paste};
        for (key, character, expected) in [
            (Key::C, None, Some(Copy)),
            (Key::X, Some('X'), Some(Cut)),
            (Key::I, Some('c'), Some(Copy)),
            (Key::C, Some('j'), None),
            (Key::Period, Some('\u{16}'), Some(Paste)),
            (Key::V, Some('\u{16}'), Some(Paste)),
            (Key::B, None, None),
        ] {
            assert_eq!(ClipboardCommand::of(key, character, control), expected);
            assert_eq!(ClipboardCommand::of(key, character, command), expected);
            assert_eq!(ClipboardCommand::of(key, character, alt_gr), None);
            let none = Modifiers::default();
            assert_eq!(ClipboardCommand::of(key, character, none), None);
        }
    }
}
