//! Tests images that programs make.

use proptest::prelude::*;

use super::super::{AssetSettings, Assets};
use super::*;

const CLEAR: Color = Color::TRANSPARENT;

/// Returns a text for each row of pixels: `.` for a transparent pixel, `#` for any other.
fn rows(pixels: &Pixels) -> Vec<String> {
    let letter = |x, y| match pixels.get(x, y) {
        Some(CLEAR) => '.',
        Some(_) => '#',
        None => '!',
    };
    let row = |y| (0..pixels.width).map(|x| letter(x, y)).collect();
    (0..pixels.height).map(row).collect()
}

#[test]
fn a_new_image_is_transparent_and_a_filled_one_is_a_rectangle() {
    assert_eq!(rows(&Pixels::new(2, 1)), [".."]);
    let filled = Pixels::filled(2, 3, Color::TERMINAL_RED);
    assert_eq!((filled.width, filled.height), (2, 3));
    assert_eq!(filled.rgba, [240, 84, 84, 255].repeat(6));
}

#[test]
fn a_function_is_asked_for_each_pixel_row_after_row() {
    let mut asked = Vec::new();
    let pixels = Pixels::from_fn(2, 2, |x, y| {
        asked.push((x, y));
        let [x, y] = [x, y].map(|at| u8::try_from(at).unwrap_or(0));
        Color::rgba(x, y, 7, 8)
    });
    assert_eq!(asked, [(0, 0), (1, 0), (0, 1), (1, 1)]);
    assert_eq!(pixels.rgba[8..], [0, 1, 7, 8, 1, 1, 7, 8]);
}

#[test]
fn letters_are_pixels_and_blanks_are_transparent() {
    let palette = [('a', Color::TERMINAL_RED), ('b', Color::TERMINAL_BLUE)];
    for text in ["a b\nb", "\na b\nb\n", "\r\na b\r\nb\r\n"] {
        let pixels = Pixels::from_letters(text, &palette).unwrap();
        assert_eq!((pixels.width, pixels.height), (3, 2), "{text:?}");
        let row = |y| [0, 1, 2].map(|x| pixels.get(x, y).unwrap());
        assert_eq!(row(0), [Color::TERMINAL_RED, CLEAR, Color::TERMINAL_BLUE]);
        assert_eq!(row(1), [Color::TERMINAL_BLUE, CLEAR, CLEAR]);
    }
    let blank = [(' ', Color::TERMINAL_CYAN), (' ', Color::TERMINAL_RED)];
    let pixels = Pixels::from_letters("  ", &blank).unwrap();
    assert_eq!(pixels, Pixels::filled(2, 1, Color::TERMINAL_CYAN));
}

#[test]
fn an_unknown_letter_is_named_with_its_line_and_column() {
    for (text, line) in [("aa\naéx", 2), ("\naa\naéx", 3)] {
        let error = Pixels::from_letters(text, &[('a', Color::TERMINAL_RED)]).unwrap_err();
        let expected = format!("line {line}, column 2: the letter 'é' is not in the palette");
        assert_eq!(error.to_string(), expected);
    }
    let long = "a".repeat(8193);
    let error = Pixels::from_letters(&long, &[]).unwrap_err();
    assert!(matches!(error, ImageError::TooLarge { size: [8193, 1] }));
}

#[test]
fn a_disc_is_round_and_as_large_as_its_square() {
    assert_eq!(rows(&Pixels::disc(1, Color::TERMINAL_RED)), ["#"]);
    assert_eq!(rows(&Pixels::disc(2, Color::TERMINAL_RED)), ["##", "##"]);
    let five = [".###.", "#####", "#####", "#####", ".###."];
    assert_eq!(rows(&Pixels::disc(5, Color::TERMINAL_RED)), five);
    for diameter in 0..40 {
        let disc = Pixels::disc(diameter, Color::TERMINAL_RED);
        let turned = Pixels::from_fn(diameter, diameter, |x, y| {
            disc.get(y, diameter - 1 - x).unwrap()
        });
        assert_eq!(disc, turned, "{diameter}");
        let middle = rows(&disc).into_iter().nth(diameter as usize / 2);
        assert!(middle.is_none_or(|row| !row.contains('.')), "{diameter}");
    }
}

#[test]
fn images_of_invalid_size_are_refused_when_added() {
    let mut assets = Assets::new(AssetSettings::default());
    let empty = Pixels::from_letters("\n", &[]).unwrap();
    let huge = Pixels::filled(u32::MAX, u32::MAX, Color::TERMINAL_RED);
    assert_eq!(huge.get(0, 0), None);
    for pixels in [empty, huge, Pixels::new(8193, 1), Pixels::default()] {
        let error = assets.add_image("x", &pixels).unwrap_err().to_string();
        assert!(error.contains("expected 1 to 8192 px a side"), "{error}");
    }
}

proptest! {
    #[test]
    fn setting_a_pixel_changes_only_that_pixel(
        [width, height] in [0..9_u32, 0..9], [x, y] in [0..12_u32, 0..12],
    ) {
        let mut pixels = Pixels::filled(width, height, Color::TERMINAL_RED);
        pixels.set(x, y, Color::TERMINAL_BLUE);
        let inside = x < width && y < height;
        prop_assert_eq!(pixels.get(x, y), inside.then_some(Color::TERMINAL_BLUE));
        let changed = pixels.rgba.chunks(4).filter(|pixel| pixel[0] == Color::TERMINAL_BLUE.r).count();
        prop_assert_eq!(changed, usize::from(inside));
    }
}

#[test]
fn missing_bytes_are_not_pixels() {
    let mut pixels = Pixels {
        width: 2,
        height: 1,
        rgba: vec![9; 7],
    };
    assert_eq!(pixels.get(0, 0), Some(Color::rgba(9, 9, 9, 9)));
    assert_eq!(pixels.get(1, 0), None);
    pixels.set(1, 0, Color::TERMINAL_RED);
    pixels.set(u32::MAX, u32::MAX, Color::TERMINAL_RED);
    assert_eq!(pixels.rgba, [9; 7]);
}
