//! Text from elsewhere, such as names of files and options, on its way to a terminal or a log.

use std::borrow::Cow;
use std::fmt::Write;

/// The largest number of characters of a name or value in a message.
const LONGEST_VALUE: usize = 200;
/// The largest number of characters of a line. Paths may have this length; nothing that is of use has more.
const LONGEST_LINE: usize = 2000;

/// Returns one line that does nothing to a terminal: control characters as Rust writes them (`\n`, `\u{1b}`), and so
/// those that turn the direction of text. Of a line that is too long the middle is left out: its end says what is wrong.
pub(crate) fn line(text: &str) -> Cow<'_, str> {
    let short = shortened(text, LONGEST_LINE);
    if !short.chars().any(acts_on_a_terminal) {
        return short;
    }
    let mut escaped = String::with_capacity(short.len());
    for character in short.chars() {
        if acts_on_a_terminal(character) {
            let _ = write!(escaped, "{}", character.escape_default());
        } else {
            escaped.push(character);
        }
    }
    escaped.into()
}

/// Returns a name or a value for a message. Of one that is too long the middle is left out.
pub(crate) fn cut(value: &str) -> Cow<'_, str> {
    shortened(value, LONGEST_VALUE)
}

/// Control characters, line and paragraph separators, and marks of direction, which make text look like another one.
fn acts_on_a_terminal(character: char) -> bool {
    character.is_control()
        || matches!(
            character,
            '\u{2028}' | '\u{2029}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
        )
}

/// Returns the first three quarters and the last quarter of `most` characters.
fn shortened(text: &str, most: usize) -> Cow<'_, str> {
    // A character has at least one byte.
    if text.len() <= most || text.chars().count() <= most {
        return text.into();
    }
    let last = most / 4;
    let place = |found: Option<(usize, char)>| found.map_or(0, |(place, _)| place);
    let head = &text[..place(text.char_indices().nth(most - last))];
    let tail = &text[place(text.char_indices().nth_back(last - 1))..];
    format!("{head} … {tail}").into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn text_stays_as_it_is_and_what_acts_on_a_terminal_is_escaped() {
        for (text, expected) in [
            ("a.spr: no such file", "a.spr: no such file"),
            (r"C:\games\größe █", r"C:\games\größe █"),
            ("\u{1b}[31mred", r"\u{1b}[31mred"),
            ("two\nlines\r", r"two\nlines\r"),
            ("bell\u{7} \u{9b}1m", r"bell\u{7} \u{9b}1m"),
            ("\u{202e}rps.a", r"\u{202e}rps.a"),
        ] {
            assert_eq!(line(text), expected);
        }
    }

    #[test]
    fn of_what_is_too_long_the_middle_is_left_out() {
        assert_eq!(cut(&"é".repeat(200)), "é".repeat(200));
        let long = "a".repeat(120_000) + ": File name too long";
        assert_eq!(line(&long).chars().count(), 2003);
        assert!(line(&long).ends_with("a: File name too long"));
        let expected = "é".repeat(150) + " … " + &"é".repeat(50);
        assert_eq!(cut(&"é".repeat(201)), expected);
    }

    proptest! {
        #[test]
        fn any_text_becomes_one_line_of_bounded_length(text in any::<String>(), times in 1usize..200) {
            let text = text.repeat(times);
            let line = line(&text);
            prop_assert!(!line.chars().any(char::is_control));
            // An escaped character takes up to ten.
            prop_assert!(line.chars().count() <= 10 * (LONGEST_LINE + 3));
        }
    }
}
