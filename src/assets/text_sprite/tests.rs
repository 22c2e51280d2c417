//! Tests properties of random sprites and files. `tests/scene/text_sprites.rs` tests the files of the corpus.

use proptest::prelude::*;

use super::*;

/// Generates characters, half of them letters of `end` and `eof`, so that random rows often look like a closing word.
fn cell() -> impl Strategy<Value = char> {
    prop::sample::select(vec!['e', 'n', 'd', 'o', 'f', ' ', '#', 'é', '█', '/'])
}

/// Generates a palette of up to 5 inks, and for each of `cells` cells one of the inks or none.
fn inks(cells: usize) -> impl Strategy<Value = Inks> {
    let letters = vec!['e', 'n', 'd', '#', '.'];
    let palette = prop::sample::subsequence(letters, 0..=5).prop_shuffle();
    let colors = prop::collection::vec(any::<[u8; 4]>(), 5);
    let picks = prop::collection::vec(0u8..=5, cells);
    (palette, colors, picks).prop_map(|(letters, colors, picks)| {
        let colors = colors
            .into_iter()
            .map(|[r, g, b, a]| Color::rgba(r, g, b, a));
        let palette: Vec<_> = letters.into_iter().zip(colors).collect();
        let most = u8::try_from(palette.len()).unwrap();
        let cells = picks.into_iter().map(|pick| pick.min(most));
        match most {
            0 => Inks::default(),
            _ => Inks {
                palette,
                cells: cells.collect(),
            },
        }
    })
}

fn sprite() -> impl Strategy<Value = TextSprite> {
    let size = (1u16..4, 1u16..5, 1u16..4);
    size.prop_flat_map(|(frames, width, height)| {
        let count = usize::from(frames) * usize::from(width) * usize::from(height);
        let cells = prop::collection::vec(cell(), count);
        let looks = (any::<[u8; 4]>(), prop::option::of(Just('#')));
        (cells, any::<u16>(), looks, inks(count)).prop_map(
            move |(cells, slowdown, ([r, g, b, a], transparency), inks)| TextSprite {
                color: Color::rgba(r, g, b, a),
                slowdown,
                transparency,
                layout: Layout::Tagged,
                anchor: Anchor::Center,
                width,
                height,
                cells,
                inks,
            },
        )
    })
}

/// Rows, most of which look like keywords of a file.
const WORDS: [&str; 12] = [
    "end",
    "eof",
    "</BODY>",
    "slowdown 2",
    "slowdown",
    "frames 1",
    "width 3",
    "height 2",
    "color red",
    "ink a red",
    "abc",
    "",
];

fn lines(text: &str) -> String {
    text.split(", ")
        .map(|line| line.to_owned() + "\n")
        .collect()
}

#[test]
fn a_slowdown_never_replaces_a_missing_row() {
    for file in [
        "frames 1, width 10, height 3, color red, slowdown 2, aaa, bbb, end, eof",
        "frames 2, width 10, height 3, color red, slowdown 2, aaa, bbb, end, aaa, bbb, ccc, end, eof",
        "frames 1, width 10, height 1, color red, slowdown 2, end, eof",
    ] {
        let error = TextSprite::parse("a.spr", lines(file).as_bytes()).unwrap_err();
        assert_eq!(error.what, "unexpected `end`", "{error}");
    }
}

#[test]
fn after_a_slowdown_the_last_row_may_read_end() {
    let file = "frames 1, width 10, height 2, color red, slowdown 2, aaa, end, end, eof";
    let sprite = TextSprite::parse("a.spr", lines(file).as_bytes()).unwrap();
    assert_eq!(sprite.slowdown, 2);
    let rows: String = sprite.cells().iter().collect();
    assert_eq!(rows, "aaa       end       ");
}

#[test]
fn a_repeated_key_is_a_row_if_the_count_fits() {
    let file = "frames 1, width 10, height 2, color red, slowdown 2, slowdown 3, bbb, end, eof";
    let sprite = TextSprite::parse("a.spr", lines(file).as_bytes()).unwrap();
    assert_eq!(sprite.slowdown, 2);
    assert!(sprite.cells().starts_with(&['s', 'l', 'o', 'w']));
    let file = "frames 1, width 10, height 1, color red, slowdown 2, slowdown 3, bbb, end, eof";
    let error = TextSprite::parse("a.spr", lines(file).as_bytes()).unwrap_err();
    assert_eq!(error.what, "slowdown is given twice");
}

fn error_of(file: &str) -> String {
    let error = TextSprite::parse("a.spr", lines(file).as_bytes());
    error.unwrap_err().to_string()
}

#[test]
fn white_space_after_the_end_is_ignored() {
    for (file, last) in [
        (
            "<HEADER>, frames 1, width 1, height 1, color red, </HEADER>, <BODY>, x, end, </BODY>, <FOOTER>, \
            version 1, </FOOTER>",
            "</FOOTER>",
        ),
        ("frames 1, width 1, height 1, color red, x, end, eof", "eof"),
        ("1, 1, 1, 1, red, x", "row 1"),
    ] {
        for after in [
            "\t ",
            "\t",
            "  \n\t\t\n",
            "\u{a0}\u{3000}",
            "\u{c}\r\n \u{b}",
        ] {
            let text = lines(file) + after;
            assert!(
                TextSprite::parse("a.spr", text.as_bytes()).is_ok(),
                "{text:?}"
            );
        }
        let text = lines(file) + "\t\nmore";
        let error = TextSprite::parse("a.spr", text.as_bytes()).unwrap_err();
        let expected = format!("expected nothing after {last}");
        assert!(error.expected.starts_with(&expected), "{error}");
    }
}

#[test]
fn colours_of_a_text_sprite_have_every_form() {
    for (word, color) in [
        ("#f80", Color::rgb(255, 136, 0)),
        ("#F808", Color::rgba(255, 136, 0, 136)),
        ("#102030", Color::rgb(16, 32, 48)),
        ("#10203040", Color::rgba(16, 32, 48, 64)),
        ("rebeccapurple", Color::rgb(102, 51, 153)),
    ] {
        let file = format!(
            "<HEADER>, frames 1, width 1, height 1, color {word}, ink r {word}, </HEADER>, <BODY>, x, end, r, end, \
            </BODY>, <FOOTER>, version 1, </FOOTER>"
        );
        let sprite = TextSprite::parse("a.spr", lines(&file).as_bytes()).unwrap();
        assert_eq!((sprite.color, sprite.ink(0, 0)), (color, Some(color)));
    }
}

#[test]
fn messages_say_what_to_do() {
    let start = "frames 1, width 1, height 1, color red";
    let tagged =
        "<HEADER>, frames 2, width 1, height 1, color red, </HEADER>, <BODY>, x, end, x, end";
    for (file, expected) in [
        (
            format!("{start}, slowdown, x, end, eof"),
            "5:9: slowdown without a value: expected 0 to 65535 in decimal digits (leave the line out for 1)",
        ),
        (
            format!("{start}, slowdown -1, x, end, eof"),
            "5:10: slowdown -1: expected 0 to 65535 in decimal digits (leave the line out for 1)",
        ),
        (
            format!("{start}, slowdown 65536, x, end, eof"),
            "5:10: slowdown 65536: the limit is 65535 (leave the line out for 1)",
        ),
        (
            tagged.replace("red", "red, slowdown"),
            "6:9: slowdown without a value: expected 0 to 65535 in decimal digits (leave the line out for 1)",
        ),
        (
            tagged.replace("frames 2", "slowdown -1, frames 2"),
            "2:10: slowdown -1: expected 0 to 65535 in decimal digits (leave the line out for 1)",
        ),
        (
            tagged.replace("red", "red, slowdown 65536"),
            "6:10: slowdown 65536: the limit is 65535 (leave the line out for 1)",
        ),
        (
            format!("{start}, x, end, y, end, eof"),
            "7:1: unexpected `y`: expected `eof` (after 1 frame, as the header says)",
        ),
        (
            format!("{tagged}, x, end, </BODY>"),
            "12:1: unexpected `x`: expected `</BODY>` (after 2 frames, as the header says)",
        ),
        (
            tagged.to_owned(),
            "11:4: the file ends here: expected `</BODY>` (after 2 frames, as the header says)",
        ),
        (
            format!("{}, x, end, eof", start.replace("frames 1", "frames 2")),
            "7:1: unexpected `eof`: expected row 1 of 1 of frame 2 (the header says 2 frames)",
        ),
        (
            format!("{}, x, end", start.replace("frames 1", "frames 2")),
            "6:4: the file ends here: expected row 1 of 1 of frame 2 (the header says 2 frames)",
        ),
        (
            "2, 2, 1, 1, red, xy".to_owned(),
            "6:3: the file ends here: expected row 2 of 2 (the header says frames 2, height 1)",
        ),
        (
            "1, 2, 1, 1, red, xyz".to_owned(),
            "6:3: a row of 3 characters: expected exactly 2",
        ),
        (
            "1, 2, 1, 1, Tomato, xy".to_owned(),
            "5:1: color Tomato: expected black, red, green, yellow, blue, magenta, cyan, white, a name of CSS, #rgb, \
            #rgba, #rrggbb or #rrggbbaa (names are in lower case) (line 5 of five: frames, width, height, slowdown, \
            color)",
        ),
        (
            "1, 2, 1, green, xy".to_owned(),
            "4:1: slowdown green: expected 0 to 65535 in decimal digits (line 4 of five: frames, width, height, \
            slowdown, color)",
        ),
        (
            "1, 3, 1, 1, red, xy".to_owned(),
            "6:3: a row of 2 characters: expected exactly 3 (blanks at its end count)",
        ),
        (
            format!("{start}, \t, end, eof"),
            "5:1: a tab: expected printable characters that take one column each",
        ),
    ] {
        assert_eq!(error_of(&file), format!("a.spr:{expected}"));
    }
}

proptest! {
    #[test]
    fn a_printed_sprite_reads_as_itself(sprite in sprite()) {
        let printed = sprite.to_file_string();
        let tagged = sprite.transparency.is_some() || !sprite.inks().is_empty();
        let layout = if printed.starts_with("<HEADER>") { Layout::Tagged } else { Layout::Token };
        prop_assert!(layout == Layout::Tagged || !tagged);
        let expected = TextSprite { layout, ..sprite };
        prop_assert_eq!(TextSprite::parse("printed", printed.as_bytes()), Ok(expected));
    }

    #[test]
    fn printed_art_that_looks_like_keywords_parses_back(
        frames in 1u16..4,
        rows in prop::collection::vec(prop::sample::select(WORDS.to_vec()), 12),
        height in 1u16..5,
    ) {
        const WIDTH: u16 = 14;
        let count = usize::from(frames * height);
        let rows: Vec<_> = rows.into_iter().cycle().take(count).collect();
        let padded = rows.iter().map(|row| format!("{row:<0$}", usize::from(WIDTH)));
        let sprite = TextSprite {
            color: Color::rgb(1, 2, 3),
            slowdown: 7,
            transparency: None,
            layout: Layout::Tagged,
            anchor: Anchor::Center,
            width: WIDTH,
            height,
            cells: padded.collect::<String>().chars().collect(),
            inks: Inks::default(),
        };
        let printed = sprite.to_file_string();
        let is_key = rows[0].starts_with(|c| "sfwhc".contains(c));
        let words = is_key || rows.iter().any(|row| matches!(*row, "end" | "eof"));
        prop_assert!(printed.starts_with("<HEADER>") || !words);
        let layout = if printed.starts_with("<HEADER>") { Layout::Tagged } else { Layout::Token };
        let expected = TextSprite { layout, ..sprite.clone() };
        prop_assert_eq!(TextSprite::parse("printed", printed.as_bytes()), Ok(expected));
        let token = TextSprite { layout: Layout::Token, ..sprite.clone() };
        prop_assert_eq!(TextSprite::parse("printed", sprite.to_token_string().as_bytes()), Ok(token));
    }

    #[test]
    fn the_token_layout_loses_only_transparency_and_inks(sprite in sprite()) {
        let printed = sprite.to_token_string();
        let expected = TextSprite {
            layout: Layout::Token,
            transparency: None,
            inks: Inks::default(),
            ..sprite
        };
        prop_assert_eq!(TextSprite::parse("printed", printed.as_bytes()), Ok(expected));
    }

    #[test]
    fn lines_in_any_order_parse_or_name_the_error_position(
        picks in prop::collection::vec(0usize..16, 0..30),
    ) {
        const LINES: [&str; 16] = [
            "frames 1", "width 3", "height 1", "color red", "slowdown 2", "<HEADER>", "</HEADER>", "<BODY>",
            "</BODY>", "end", "eof", "abc", "1", "", "ink a red", "ink",
        ];
        let text: String = picks.iter().map(|&pick| LINES[pick].to_owned() + "\n").collect();
        if let Err(error) = TextSprite::parse("a.spr", text.as_bytes()) {
            prop_assert!(error.line >= 1 && error.line <= picks.len().max(1));
            prop_assert!(error.column >= 1);
        }
    }

    #[test]
    fn any_bytes_at_all_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        if let Err(error) = TextSprite::parse("a.spr", &bytes) {
            prop_assert!(error.to_string().starts_with("a.spr:"));
        }
    }
}
