//! Finds the most similar known name, for messages about unknown names.

/// Maximum number of characters in a compared name. The time of a comparison grows with the square of this number.
const MAX_CHARACTERS: usize = 64;

/// Returns the name most similar to `wanted`: the one with the fewest insertions, deletions, replacements and swaps of
/// neighbouring characters, ignoring case. Among equally similar names, returns the first. Ignores names that need too
/// many changes: more than a third of the characters of the longer name, and more than one. `None` if no name is left.
pub(crate) fn nearest<'a>(wanted: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let wanted = characters(wanted)?;
    let mut best: Option<(usize, &'a str)> = None;
    for name in names {
        let Some(characters) = characters(name) else {
            continue;
        };
        // At least one edit is allowed, even in the shortest names: `b` matches `a`, but not `it`.
        let allowed = (wanted.len().max(characters.len()) / 3).max(1);
        let limit = best.map_or(allowed, |(edits, _)| allowed.min(edits.saturating_sub(1)));
        // The lengths of names differ by at most the number of edits between them.
        if wanted.len().abs_diff(characters.len()) > limit {
            continue;
        }
        let edits = edits(&wanted, &characters);
        if edits <= limit && best.is_none_or(|(fewest, _)| edits < fewest) {
            best = Some((edits, name));
        }
    }
    best.map(|(_, name)| name)
}

/// Returns the characters of a name in lower case. `None` if it is empty or too long to compare.
fn characters(name: &str) -> Option<Vec<char>> {
    let lower = name.chars().take(MAX_CHARACTERS + 1);
    let lower: Vec<char> = lower.flat_map(char::to_lowercase).collect();
    (1..=MAX_CHARACTERS).contains(&lower.len()).then_some(lower)
}

/// Returns the number of edits between two names. No character is edited twice.
fn edits(from: &[char], to: &[char]) -> usize {
    // Computes the table of all prefixes' distances row by row. Only the last three rows are stored.
    let mut before_last: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=to.len()).collect();
    for (row, &character) in from.iter().enumerate() {
        let mut current = vec![row + 1];
        for (column, &other) in to.iter().enumerate() {
            let replaced = last[column] + usize::from(character != other);
            let mut fewest = replaced.min(last[column + 1] + 1).min(current[column] + 1);
            let swapped =
                row > 0 && column > 0 && from[row - 1] == other && to[column - 1] == character;
            if swapped {
                fewest = fewest.min(before_last[column - 1] + 1);
            }
            current.push(fewest);
        }
        before_last = core::mem::replace(&mut last, current);
    }
    last[to.len()]
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_misspelt_name_is_found() {
        let names = ["ship", "spark", "saucer", "Score"];
        for (wanted, expected) in [
            ("sprak", Some("spark")),
            ("Saucer", Some("saucer")),
            ("sauser", Some("saucer")),
            ("score", Some("Score")),
            ("shipp", Some("ship")),
            ("hip", Some("ship")),
            ("explosion", None),
            ("", None),
        ] {
            assert_eq!(nearest(wanted, names.into_iter()), expected, "{wanted}");
        }
    }

    #[test]
    fn the_first_of_equally_similar_names_is_returned() {
        assert_eq!(nearest("bat", ["cat", "bar"].into_iter()), Some("cat"));
        assert_eq!(nearest("bat", ["bar", "cat"].into_iter()), Some("bar"));
        assert_eq!(nearest("bat", ["bar", "bat"].into_iter()), Some("bat"));
    }

    #[test]
    fn empty_and_very_long_names_are_never_returned() {
        let long = "a".repeat(65);
        let names = [&*long, ""];
        assert_eq!(nearest(&long, names.into_iter()), None);
        let just_right = &long[..64];
        assert_eq!(
            nearest(just_right, [just_right].into_iter()),
            Some(just_right)
        );
    }

    /// Computes the same number as `edits`, directly by the recursive definition.
    fn plain(from: &[char], to: &[char]) -> usize {
        let (Some((a, from_rest)), Some((b, to_rest))) = (from.split_last(), to.split_last())
        else {
            return from.len() + to.len();
        };
        let mut fewest = plain(from_rest, to_rest) + usize::from(a != b);
        fewest = fewest.min(plain(from_rest, to) + 1);
        fewest = fewest.min(plain(from, to_rest) + 1);
        if let (Some((c, from_rest)), Some((d, to_rest))) =
            (from_rest.split_last(), to_rest.split_last())
            && (a, c) == (d, b)
        {
            fewest = fewest.min(plain(from_rest, to_rest) + 1);
        }
        fewest
    }

    proptest! {
        #[test]
        fn edits_match_their_definition(
            from in prop::collection::vec(prop::char::range('a', 'c'), 0..6),
            to in prop::collection::vec(prop::char::range('a', 'c'), 0..6),
        ) {
            prop_assert_eq!(edits(&from, &to), plain(&from, &to));
        }

        #[test]
        fn the_nearest_name_has_the_fewest_edits(
            wanted in "[ab]{1,6}", names in prop::collection::vec("[ab]{1,6}", 0..6),
        ) {
            let letters = |name: &str| name.chars().collect::<Vec<_>>();
            let distance = |name: &str| plain(&letters(&wanted), &letters(name));
            let allowed = |name: &&String| {
                distance(name) <= (wanted.len().max(name.len()) / 3).max(1)
            };
            let fewest = names.iter().filter(allowed).min_by_key(|name| distance(name));
            let found = nearest(&wanted, names.iter().map(String::as_str));
            prop_assert_eq!(found, fewest.map(String::as_str));
        }
    }
}
