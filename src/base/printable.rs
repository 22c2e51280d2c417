//! External text, such as names of files and options, made safe for terminals and logs.

use std::borrow::Cow;
use std::fmt::Write;

/// Maximum number of characters of a name or value in a message.
const LONGEST_VALUE: usize = 200;
/// Maximum number of characters of a line. Enough for long paths.
const LONGEST_LINE: usize = 2000;

/// Returns one line that is safe to print: control characters are escaped as in Rust (`\n`, `\u{1b}`), including those
/// that change the direction of text. The middle of a line that is too long is removed, because the reason of an error
/// is at its end.
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

/// Shortens a name or a value for a message, by removing its middle if it is too long.
pub(crate) fn cut(value: &str) -> Cow<'_, str> {
    shortened(value, LONGEST_VALUE)
}

/// Returns whether a character is a control character, a line or paragraph separator, or one that embeds, overrides or
/// isolates the direction of text, which can disguise it.
fn acts_on_a_terminal(character: char) -> bool {
    character.is_control()
        || matches!(
            character,
            '\u{2028}' | '\u{2029}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
        )
}

/// Returns the text if it has at most `most` characters. Otherwise, replaces its middle by `…`: three quarters of the
/// remaining characters are from the start, one quarter from the end.
fn shortened(text: &str, most: usize) -> Cow<'_, str> {
    // The length in bytes is compared first, because it is known: no text has more characters than bytes.
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
    fn only_characters_that_act_on_a_terminal_are_escaped() {
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
    fn the_middle_of_long_text_is_removed() {
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
            // An escaped character takes up to ten characters.
            prop_assert!(line.chars().count() <= 10 * (LONGEST_LINE + 3));
        }
    }
}
