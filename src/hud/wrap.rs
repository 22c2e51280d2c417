//! Wrapping of text in a font with a fixed width.

/// Returns the lines of a text, with at most `width` characters each; 0 means no limit. Lines end at line feeds, at the
/// last blank that fits, or within a word that is too long for any line. The blanks at a break are dropped.
pub(super) fn wrapped_lines(text: &str, width: usize) -> impl Iterator<Item = &str> + Clone {
    text.lines().flat_map(move |line| {
        let mut left = Some(line);
        core::iter::from_fn(move || {
            let rest = left?;
            let (line, next) = if width == 0 {
                (rest, None)
            } else {
                broken(rest, width)
            };
            left = next;
            Some(line)
        })
    })
}

/// Breaks a line. Returns the text before the break, and the text after it, if any.
fn broken(line: &str, width: usize) -> (&str, Option<&str>) {
    // Byte index of the first character that does not fit.
    let Some((end, _)) = line.char_indices().nth(width) else {
        return (line, None);
    };
    let fits = &line[..end];
    let (line, next) = if line[end..].starts_with(' ') {
        (fits, &line[end..])
    } else {
        match fits.rfind(' ') {
            Some(blank) if fits[..blank].trim_start().is_empty() => {
                // Leading blanks are dropped if the next word does not fit.
                return broken(line.trim_start_matches(' '), width);
            }
            Some(blank) => (&fits[..blank], &line[blank..]),
            None => (fits, &line[end..]),
        }
    };
    let next = next.trim_start_matches(' ');
    (
        line.trim_end_matches(' '),
        (!next.is_empty()).then_some(next),
    )
}

#[cfg(test)]
mod tests {
    use super::wrapped_lines;
    use proptest::prelude::*;

    fn lines(text: &str, width: usize) -> Vec<&str> {
        wrapped_lines(text, width).collect()
    }

    #[test]
    fn lines_are_broken_between_words() {
        assert_eq!(lines("the key is here", 7), ["the key", "is here"]);
        assert_eq!(lines("the keys are here", 8), ["the keys", "are here"]);
        assert_eq!(lines("one\ntwo three", 5), ["one", "two", "three"]);
        assert_eq!(lines("a  b", 1), ["a", "b"]);
    }

    #[test]
    fn a_word_that_is_too_long_is_broken_at_the_edge() {
        assert_eq!(lines("abcdefgh", 3), ["abc", "def", "gh"]);
        assert_eq!(lines("no abcdefgh", 4), ["no", "abcd", "efgh"]);
        assert_eq!(lines("äöüß", 2), ["äö", "üß"]);
    }

    #[test]
    fn without_a_width_only_line_feeds_end_lines() {
        assert_eq!(lines("one two\n\nthree", 0), ["one two", "", "three"]);
        assert_eq!(lines("one\n\ntwo", 9), ["one", "", "two"]);
    }

    proptest! {
        #[test]
        fn wrapping_only_drops_blanks(text in "[ab \nä]{0,40}", width in 1_usize..9) {
            let lines = lines(&text, width);
            prop_assert!(lines.iter().all(|line| line.chars().count() <= width), "{lines:?}");
            let ink = |text: &str| text.chars().filter(|c| !c.is_whitespace()).collect::<String>();
            prop_assert_eq!(ink(&text), ink(&lines.concat()));
            // Words that fit into a line stay whole.
            for word in text.split_whitespace().filter(|word| word.chars().count() <= width) {
                let whole = lines.iter().any(|line| line.split(' ').any(|part| part == word));
                let in_longer = text.split_whitespace().any(|other| other != word && other.contains(word));
                prop_assert!(whole || in_longer, "{word} in {lines:?}");
            }
        }
    }
}
