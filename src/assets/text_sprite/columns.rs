//! The width rule: characters that take exactly one column.
//!
//! This is an allow list. A missing character causes a clear error, but an accepted wide or combining character would
//! shift every cell after it in the row. From the Unicode data: printable, not combining, East Asian width neither wide
//! nor full, no emoji presentation.

/// Printable ranges of one column, both ends included, in order.
const NARROW: &[(char, char)] = &[
    (' ', '~'),
    // No-break space to IPA and modifier letters, without the soft hyphen.
    ('\u{a0}', '\u{ac}'),
    ('\u{ae}', '\u{2ff}'),
    // Greek, Cyrillic (without its combining marks), extended Latin and Greek.
    ('\u{370}', '\u{377}'),
    ('\u{37a}', '\u{37f}'),
    ('\u{384}', '\u{482}'),
    ('\u{48a}', '\u{52f}'),
    ('\u{1e00}', '\u{1fff}'),
    // Punctuation, without spaces of other widths and marks that steer the text's direction.
    ('\u{2010}', '\u{2027}'),
    ('\u{2030}', '\u{205e}'),
    ('\u{2070}', '\u{209c}'),
    ('\u{20a0}', '\u{20c0}'),
    // Letter-like, numbers, arrows, mathematics, technical.
    ('\u{2100}', '\u{2319}'),
    ('\u{231c}', '\u{2328}'),
    ('\u{232b}', '\u{23e8}'),
    ('\u{23ed}', '\u{23ef}'),
    ('\u{23f1}', '\u{23f2}'),
    ('\u{23f4}', '\u{2426}'),
    ('\u{2440}', '\u{244a}'),
    // Enclosed letters, boxes, blocks, geometric shapes.
    ('\u{2460}', '\u{25fc}'),
    ('\u{25ff}', '\u{2613}'),
    // Symbols and dingbats without the emoji.
    ('\u{2616}', '\u{2647}'),
    ('\u{2654}', '\u{267e}'),
    ('\u{2680}', '\u{2692}'),
    ('\u{2694}', '\u{26a0}'),
    ('\u{26a2}', '\u{26a9}'),
    ('\u{26ac}', '\u{26bc}'),
    ('\u{26bf}', '\u{26c3}'),
    ('\u{26c6}', '\u{26cd}'),
    ('\u{26cf}', '\u{26d3}'),
    ('\u{26d5}', '\u{26e9}'),
    ('\u{26eb}', '\u{26f1}'),
    ('\u{26f4}', '\u{26f4}'),
    ('\u{26f6}', '\u{26f9}'),
    ('\u{26fb}', '\u{26fc}'),
    ('\u{26fe}', '\u{2704}'),
    ('\u{2706}', '\u{2709}'),
    ('\u{270c}', '\u{2727}'),
    ('\u{2729}', '\u{274b}'),
    ('\u{274d}', '\u{274d}'),
    ('\u{274f}', '\u{2752}'),
    ('\u{2756}', '\u{2756}'),
    ('\u{2758}', '\u{2794}'),
    ('\u{2798}', '\u{27af}'),
    ('\u{27b1}', '\u{27be}'),
    // Braille, more arrows and mathematics.
    ('\u{27c0}', '\u{2b1a}'),
    ('\u{2b1d}', '\u{2b4f}'),
    ('\u{2b51}', '\u{2b54}'),
    ('\u{2b56}', '\u{2bff}'),
    ('\u{fffd}', '\u{fffd}'),
    // Blocks of old computers.
    ('\u{1fb00}', '\u{1fbfa}'),
];

/// Returns whether a character takes exactly one column and is printable, or is a space.
pub(super) fn is_one_column(character: char) -> bool {
    let after = NARROW.partition_point(|&(first, _)| first <= character);
    after > 0 && character <= NARROW[after - 1].1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_in_order_and_does_not_overlap() {
        assert!(NARROW.iter().all(|(first, last)| first <= last));
        assert!(NARROW.windows(2).all(|pair| pair[0].1 < pair[1].0));
    }

    #[test]
    fn glyphs_of_the_font_take_one_column() {
        let printable = (0x20..=0x7e).chain(0xa0..=0xff).chain(0x2500..=0x259f);
        let but_soft_hyphen = printable.filter(|&code| code != 0xad);
        for code in but_soft_hyphen {
            assert!(is_one_column(char::from_u32(code).unwrap()), "U+{code:04X}");
        }
    }

    #[test]
    fn control_combining_wide_and_emoji_characters_are_refused() {
        for character in "\0\t\u{b}\u{1b}\u{7f}\u{85}\u{ad}\u{301}\u{488}\u{200b}\u{200d}\u{202e}\u{20dd}\
            \u{2060}\u{3000}あ中한\u{fe0f}\u{feff}Ａ⌚⏰◽☔♈⚡⚽⛄✅❌➕⬛⭐🙂🇩\u{e0001}\u{10ffff}"
            .chars()
        {
            assert!(!is_one_column(character), "U+{:04X}", u32::from(character));
        }
    }
}
