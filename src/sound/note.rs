//! The names of notes, such as `a4`, `c#5` and `bb3`, and their frequencies.

/// A note as the number of semitones above C of octave −1, as in MIDI: `a4` is 69.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Note(i16);

impl Note {
    /// Returns the note of a letter, an octave and a number of semitones added to it. `None` if it is not a letter from
    /// `a` to `g`.
    pub(super) fn new(letter: char, octave: u8, semitones: i16) -> Option<Self> {
        let above_c = match letter.to_ascii_lowercase() {
            'c' => 0,
            'd' => 2,
            'e' => 4,
            'f' => 5,
            'g' => 7,
            'a' => 9,
            'b' => 11,
            _ => return None,
        };
        Some(Self(12 * (i16::from(octave) + 1) + above_c + semitones))
    }

    /// Returns the note of a whole name: letter, `#` or `b` or neither, and octave. `None` for other text.
    pub(super) fn named(name: &str) -> Option<Self> {
        let mut rest = name.chars();
        let letter = rest.next()?;
        let (semitones, octave) = match rest.as_str().strip_prefix(['#', 'b']) {
            Some(octave) if name[letter.len_utf8()..].starts_with('#') => (1, octave),
            Some(octave) => (-1, octave),
            None => (0, rest.as_str()),
        };
        let [digit @ b'0'..=b'9'] = octave.as_bytes() else {
            return None;
        };
        Self::new(letter, digit - b'0', semitones)
    }

    /// Returns the frequency in equal temperament, in hertz. `a4` has 440 Hz.
    pub(super) fn frequency(self) -> f64 {
        440.0 * libm::exp2((f64::from(self.0) - 69.0) / 12.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_notes_have_their_number() {
        let notes = [
            ("a4", 69),
            ("c4", 60),
            ("C4", 60),
            ("c#4", 61),
            ("db4", 61),
            ("b3", 59),
            ("bb3", 58),
            ("cb4", 59),
            ("b#3", 60),
            ("c0", 12),
            ("b9", 131),
        ];
        for (name, number) in notes {
            assert_eq!(Note::named(name), Some(Note(number)), "{name}");
        }
        for name in [
            "", "a", "4", "h4", "a10", "a4 ", "a##4", "ab", "é4", "a#é", "#4",
        ] {
            assert_eq!(Note::named(name), None, "{name}");
        }
    }

    #[test]
    fn an_octave_doubles_the_frequency_and_a4_has_440_hertz() {
        let hertz = |name| Note::named(name).unwrap().frequency();
        assert_eq!(hertz("a4"), 440.0);
        assert_eq!(hertz("a5"), 880.0);
        assert!((hertz("c4") - 261.625_565).abs() < 1e-6);
        assert!((hertz("c0") - 16.351_598).abs() < 1e-6);
    }
}
