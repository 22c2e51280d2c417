//! The name that was probably meant.

/// Returns the name that is nearest to the wanted one: that takes the fewest characters to insert, delete or replace; of
/// several, the first. `None` if none is near: more than a third of the characters, rounded up, would change.
///
/// Source: Wagner and Fischer, *The String-to-String Correction Problem* (1974).
pub(crate) fn nearest<'a>(wanted: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let limit = wanted.chars().count().div_ceil(3);
    names
        .map(|name| (distance(wanted, name), name))
        .filter(|(distance, name)| *distance <= limit && *distance < name.chars().count())
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| name)
}

/// Returns how many characters have to be inserted, deleted or replaced. Case does not count.
fn distance(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().flat_map(char::to_lowercase).collect();
    // A row of the table: distances of the characters of `one` so far to each beginning of `other`.
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (at, from) in one.chars().flat_map(char::to_lowercase).enumerate() {
        let mut diagonal = at;
        row[0] = at + 1;
        for (column, &to) in other.iter().enumerate() {
            let replaced = diagonal + usize::from(from != to);
            diagonal = row[column + 1];
            row[column + 1] = replaced.min(diagonal + 1).min(row[column] + 1);
        }
    }
    row[other.len()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_slip_of_the_keyboard_finds_what_was_meant() {
        let names = ["player", "plank", "Score"];
        let of = |wanted| nearest(wanted, names.into_iter());
        assert_eq!(of("palyer"), Some("player"));
        assert_eq!(of("score"), Some("Score"));
        assert_eq!(of("Scroe"), Some("Score"));
        assert_eq!(of("enemy"), None);
        assert_eq!(of(""), None);
        assert_eq!(nearest("x", [""].into_iter()), None);
    }

    proptest! {
        #[test]
        fn the_distance_is_the_same_both_ways_and_zero_for_the_same(
            one in "[a-d]{0,6}", other in "[a-d]{0,6}", third in "[a-d]{0,6}",
        ) {
            prop_assert_eq!(distance(&one, &other), distance(&other, &one));
            prop_assert_eq!(distance(&one, &other) == 0, one == other);
            prop_assert!(distance(&one, &third) <= distance(&one, &other) + distance(&other, &third));
        }
    }
}
