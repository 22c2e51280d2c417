use std::collections::BTreeMap;

use super::*;

#[test]
fn printable_ascii_is_typed_by_keys_of_a_us_keyboard() {
    let mut count = BTreeMap::new();
    for character in (' '..='~').map(key_of) {
        assert!(!matches!(character, Key::Unknown(_)), "{character:?}");
        *count.entry(character).or_insert(0) += 1;
    }
    // The space bar types one character. Each of the other 47 keys types two.
    assert_eq!(count.remove(&Key::Space), Some(1));
    assert!(count.len() == 47 && count.values().all(|&count| count == 2));
}

#[test]
fn characters_are_typed_by_their_own_keys() {
    let keys = ['a', 'Z', '7', '&', '"', '\\', ' '].map(key_of);
    let expected = [
        Key::A,
        Key::Z,
        Key::Digit7,
        Key::Digit7,
        Key::Quote,
        Key::Backslash,
        Key::Space,
    ];
    assert_eq!(keys, expected);
    assert_eq!(
        ['\u{e9}', '\n', '\u{131}'].map(key_of),
        [0xe9, 10, 0x131].map(Key::Unknown)
    );
}
