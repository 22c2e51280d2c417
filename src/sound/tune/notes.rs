//! Notes as text.

use core::iter::Peekable;
use core::str::Chars;

use crate::sound::note::Note;

/// Ticks per beat: the unit of all lengths. Divisible by 2, 3, 4, 6, 8, 12, 16, 24, 32 and 48.
pub(super) const TICKS: u32 = 96;

/// The longest note, in beats.
const MOST_BEATS: u32 = 999;

/// A note or a rest of a voice, in ticks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TimedNote {
    pub(super) start: u64,
    pub(super) length: u32,
    /// `None` for a rest.
    pub(super) note: Option<Note>,
}

impl TimedNote {
    /// Returns the tick at which it ends.
    pub(super) fn end(&self) -> u64 {
        self.start + u64::from(self.length)
    }

    /// Returns the same note, delayed by a number of ticks.
    pub(super) fn later(self, ticks: u64) -> Self {
        Self {
            start: self.start + ticks,
            ..self
        }
    }
}

/// Why notes cannot be read: the column, counted from 1, in characters, and the reason.
type Mistake = (usize, String);

/// Reads the notes and rests of a voice.
pub(super) fn read(text: &str) -> Result<Vec<TimedNote>, Mistake> {
    let mut reader = NoteReader::new(text);
    let mut notes = Vec::new();
    let mut start = 0;
    while let Some(first) = reader.first() {
        let note = reader.note(first)?;
        let length = reader.length()?;
        reader.end()?;
        let timed = TimedNote {
            start,
            length,
            note,
        };
        start = timed.end();
        notes.push(timed);
    }
    Ok(notes)
}

/// Reads notes one by one.
#[derive(Debug)]
struct NoteReader<'a> {
    rest: Peekable<Chars<'a>>,
    /// Number of characters read.
    column: usize,
    /// Octave of the last note.
    octave: u8,
    /// Length of the last note or rest.
    length: u32,
}

impl<'a> NoteReader<'a> {
    fn new(text: &'a str) -> Self {
        Self {
            rest: text.chars().peekable(),
            column: 0,
            octave: 4,
            length: TICKS,
        }
    }

    /// Reads the first character of the next note or rest. `None` at the end.
    fn first(&mut self) -> Option<char> {
        while self.take(is_between).is_some() {}
        self.take(|_| true)
    }

    /// Reads a note up to its octave. `None` for a rest.
    fn note(&mut self, first: char) -> Result<Option<Note>, Mistake> {
        if first == '-' {
            return Ok(None);
        }
        let column = self.column;
        let semitones = match self.take(|next| matches!(next, '#' | 'b')) {
            Some('#') => 1,
            Some(_) => -1,
            None => 0,
        };
        let octave = self.take(|next| next.is_ascii_digit());
        let octave = octave
            .and_then(|digit| digit.to_digit(10))
            .map(u8::try_from);
        self.octave = octave.and_then(Result::ok).unwrap_or(self.octave);
        let note = Note::new(first, self.octave, semitones);
        let what = || {
            format!("expected a note from `a` to `g`, a rest `-` or a bar line `|`, got {first:?}")
        };
        note.map(Some).ok_or_else(|| (column, what()))
    }

    /// Reads a length, if there is one. Returns the length in ticks.
    fn length(&mut self) -> Result<u32, Mistake> {
        let column = self.column + 1;
        let times = self.number('*')?;
        let divisor = self.number('/')?;
        if times.is_none() && divisor.is_none() {
            return Ok(self.length);
        }
        let (times, divisor) = (times.unwrap_or(1), divisor.unwrap_or(1));
        let ticks = times * TICKS;
        if !ticks.is_multiple_of(divisor) {
            let what = format!("expected a multiple of 1/{TICKS} beat, got {times}/{divisor}");
            return Err((column, what));
        }
        self.length = ticks / divisor;
        Ok(self.length)
    }

    /// Reads a number from 1 to 999 after a sign. `None` if the sign does not follow.
    fn number(&mut self, sign: char) -> Result<Option<u32>, Mistake> {
        if self.take(|next| next == sign).is_none() {
            return Ok(None);
        }
        let column = self.column + 1;
        let mut digits = String::new();
        while let Some(digit) = self.take(|next| next.is_ascii_digit()) {
            digits.push(digit);
        }
        match digits.parse() {
            Ok(number @ 1..=MOST_BEATS) => Ok(Some(number)),
            _ => {
                let what = format!(
                    "expected an integer from 1 to {MOST_BEATS} after `{sign}`, got {digits:?}"
                );
                Err((column, what))
            }
        }
    }

    /// Checks that the note ends here.
    fn end(&mut self) -> Result<(), Mistake> {
        match self.rest.peek() {
            Some(next) if !is_between(*next) => {
                let what = format!("expected a blank after the note, got {next:?}");
                Err((self.column + 1, what))
            }
            _ => Ok(()),
        }
    }

    /// Reads the next character if it is one of these.
    fn take(&mut self, is_one: impl FnOnce(char) -> bool) -> Option<char> {
        let next = self.rest.next_if(|next| is_one(*next))?;
        self.column += 1;
        Some(next)
    }
}

/// Returns whether a character separates notes.
fn is_between(character: char) -> bool {
    character == '|' || character.is_whitespace()
}
