//! Text sprites from files with mistakes. Any file is either read completely, or refused with the number of an existing
//! line.

#![expect(
    clippy::unwrap_used,
    reason = "a helper of a test fails as the test itself does"
)]

use std::fs;
use std::path::{Path, PathBuf};

use damselfly::Color;
use damselfly::assets::text_sprite::Layout;
use damselfly::assets::{TextSprite, TextSpriteError};

fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus")
}

/// Returns the names and contents of a folder's files, in order of name.
fn files(folder: &str) -> Vec<(String, Vec<u8>)> {
    let mut files: Vec<_> = fs::read_dir(corpus().join(folder))
        .unwrap()
        .map(|entry| {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            (name, fs::read(path).unwrap())
        })
        .collect();
    files.sort();
    assert!(files.len() > 5, "{folder} is there");
    files
}

fn good(name: &str) -> TextSprite {
    let bytes = fs::read(corpus().join("good").join(name)).unwrap();
    TextSprite::parse(name, &bytes).unwrap_or_else(|error| panic!("{error}"))
}

fn rows(sprite: &TextSprite) -> Vec<String> {
    let rows = sprite.cells().chunks(sprite.width().into());
    rows.map(|row| row.iter().collect()).collect()
}

#[test]
fn a_token_file_is_read_and_short_rows_are_padded() {
    let sprite = good("token.spr");
    assert_eq!(sprite.layout, Layout::Token);
    assert_eq!(
        (sprite.width(), sprite.height(), sprite.frame_count()),
        (6, 2, 2)
    );
    assert_eq!((sprite.color, sprite.slowdown), (Color::TERMINAL_GREEN, 1));
    assert_eq!(rows(&sprite), [r" _/\_ ", r"/____\", " _oo_ ", r"/____\"]);
}

#[test]
fn a_token_file_may_set_slowdown_and_colour() {
    let sprite = good("token-slowdown.spr");
    assert_eq!(
        (sprite.color, sprite.slowdown),
        (Color::rgb(0x10, 0xa0, 0xff), 5)
    );
    assert_eq!(rows(&sprite), ["=o>", "=O>"]);
}

#[test]
fn art_may_contain_the_words_that_end_frames() {
    let sprite = good("token-words-as-art.spr");
    assert_eq!(
        rows(&sprite),
        ["the  ", "end  ", "eof  ", "color", "frame", "end  "]
    );
}

#[test]
fn a_tagged_file_is_read_in_any_order_of_its_keys() {
    let sprite = good("tagged.spr");
    assert_eq!(sprite.layout, Layout::Tagged);
    assert_eq!(
        (sprite.width(), sprite.height(), sprite.frame_count()),
        (4, 2, 2)
    );
    assert_eq!((sprite.color, sprite.slowdown), (Color::TERMINAL_CYAN, 0));
    assert_eq!(sprite.transparency, Some('#'));
    assert_eq!(rows(&sprite)[2..], ["#<>#", " <> "]);
}

#[test]
fn a_tagged_file_may_give_each_cell_a_colour_of_its_own() {
    let sprite = good("tagged-inks.spr");
    let green = Color::rgb(0x40, 0xff, 0x40);
    assert_eq!(
        sprite.inks(),
        [
            ('r', Color::TERMINAL_RED),
            ('g', green),
            ('.', Color::TERMINAL_BLUE)
        ]
    );
    assert_eq!(rows(&sprite), [" /o\\ ", "<===>", " /O\\ ", "<~~~>"]);
    let colors: Vec<Color> = (0..20).map(|cell| sprite.cell_color(cell)).collect();
    let (w, r, g, b) = (
        Color::WHITE,
        Color::TERMINAL_RED,
        green,
        Color::TERMINAL_BLUE,
    );
    let expected = [
        [w, r, b, r, w],
        [g, g, g, g, g],
        [w, w, w, w, w],
        [w, g, g, g, w],
    ];
    assert_eq!(colors, expected.concat());
}

#[test]
fn a_sprite_has_up_to_255_inks() {
    let sprite = |inks: usize| {
        let mut text = "<HEADER>\nframes 1\nwidth 1\nheight 1\ncolor red\n".to_owned();
        for letter in ('\u{100}'..).take(inks) {
            text += &format!("ink {letter} white\n");
        }
        text +=
            "</HEADER>\n<BODY>\nx\nend\n\u{100}\nend\n</BODY>\n<FOOTER>\nversion 1\n</FOOTER>\n";
        TextSprite::parse("inks.spr", text.as_bytes())
    };
    assert_eq!(sprite(255).unwrap().inks().len(), 255);
    let error = sprite(256).unwrap_err().to_string();
    assert_eq!(error, "inks.spr:261:5: one more ink: the limit is 255");
}

#[test]
fn a_plain_file_is_read() {
    let sprite = good("plain.spr");
    assert_eq!(sprite.layout, Layout::Plain);
    assert_eq!(
        (sprite.width(), sprite.height(), sprite.frame_count()),
        (3, 2, 2)
    );
    assert_eq!((sprite.color, sprite.slowdown), (Color::TERMINAL_YELLOW, 4));
    assert_eq!(rows(&sprite), [r"/^\", r"\_/", "|^|", "|_|"]);
}

#[test]
fn width_counts_characters_and_not_bytes() {
    assert_eq!(rows(&good("boxes.spr")), ["┌─é┐", "│▓▀│", "└──┘"]);
}

#[test]
fn line_ends_byte_order_mark_and_trailing_blanks_change_nothing() {
    let sprite = good("token.spr");
    for same in [
        "crlf.spr",
        "lone-cr.spr",
        "mixed-ends.spr",
        "bom.spr",
        "trailing-blanks.spr",
    ] {
        assert_eq!(good(same), sprite, "{same}");
    }
}

#[test]
fn every_bad_file_is_refused_with_its_message() {
    let expected = fs::read_to_string(corpus().join("expected.txt")).unwrap();
    let mut expected: Vec<&str> = expected.lines().collect();
    expected.sort_unstable();
    let messages: Vec<String> = files("bad")
        .iter()
        .map(|(name, bytes)| match TextSprite::parse(name, bytes) {
            Ok(_) => format!("{name} was read"),
            Err(error) => error.to_string(),
        })
        .collect();
    for line in &expected {
        assert!(
            messages.iter().any(|message| message == line),
            "expected {line}\namong {messages:#?}"
        );
    }
    assert_eq!(messages.len(), expected.len());
}

#[test]
fn an_oversized_file_is_refused_before_it_is_read() {
    let error = TextSprite::parse("big.spr", &vec![b'1'; (16 << 20) + 1]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "big.spr:1:1: 16777217 bytes: the limit is 16777216 bytes"
    );
}

#[test]
fn a_file_of_one_endless_line_is_refused_with_a_short_message() {
    for byte in [b'1', b'a', 0] {
        let error = TextSprite::parse("a.spr", &vec![byte; 1 << 20]).unwrap_err();
        assert!(error.line == 1 && error.to_string().len() < 200, "{error}");
    }
}

#[test]
fn a_file_of_nothing_but_closing_words_is_refused_at_once() {
    let header = "frames 4096\nwidth 3\nheight 300\ncolor red\n";
    let file = header.to_owned() + &"end\n".repeat(1 << 20);
    let error = TextSprite::parse("a.spr", file.as_bytes()).unwrap_err();
    assert_eq!(error.what, "unexpected `end`");
}

#[test]
fn the_largest_sprites_are_read() {
    let row = "x".repeat(1024) + "\n";
    let file = "1\n1024\n1024\n0\nred\n".to_owned() + &row.repeat(1024);
    assert_eq!(
        TextSprite::parse("a.spr", file.as_bytes())
            .unwrap()
            .cells()
            .len(),
        1 << 20
    );
    let file = "4096\n1\n1\n0\nred\n".to_owned() + &"x\n".repeat(4096);
    assert_eq!(
        TextSprite::parse("a.spr", file.as_bytes())
            .unwrap()
            .frame_count(),
        4096
    );
}

/// Checks that parsing any bytes gives a complete sprite, or an error at a position inside the file.
fn holds(name: &str, bytes: &[u8]) {
    match TextSprite::parse(name, bytes) {
        Ok(sprite) => {
            let frame = usize::from(sprite.width()) * usize::from(sprite.height());
            assert_eq!(
                sprite.cells().len(),
                frame * usize::from(sprite.frame_count())
            );
        }
        Err(TextSpriteError {
            line,
            column,
            what,
            expected,
            ..
        }) => {
            let text = String::from_utf8_lossy(bytes)
                .replace("\r\n", "\n")
                .replace('\r', "\n");
            let lines = text.split('\n').count();
            assert!(
                (1..=lines).contains(&line),
                "{name}: line {line} of {lines}"
            );
            let longest = text
                .split('\n')
                .map(|line| line.chars().count())
                .max()
                .unwrap_or(0);
            assert!(
                (1..=longest + 1).contains(&column),
                "{name}: column {column}"
            );
            assert!(!what.is_empty() && !expected.is_empty());
        }
    }
}

#[test]
fn a_file_cut_at_any_byte_is_read_or_refused() {
    for (name, bytes) in files("good").iter().chain(&files("bad")) {
        (0..bytes.len()).for_each(|end| holds(name, &bytes[..end]));
    }
}

#[test]
fn a_file_with_any_byte_changed_is_read_or_refused() {
    for (name, mut bytes) in files("good") {
        for at in 0..bytes.len() {
            let whole = bytes[at];
            for change in 1..=255 {
                bytes[at] = whole ^ change;
                holds(&name, &bytes);
            }
            bytes[at] = whole;
        }
    }
}

#[test]
fn a_file_with_any_line_deleted_or_doubled_is_read_or_refused() {
    for (name, bytes) in files("good") {
        let Ok(text) = String::from_utf8(bytes) else {
            unreachable!("good files are UTF-8")
        };
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        for at in 0..lines.len() {
            let without = [&lines[..at], &lines[at + 1..]].concat().concat();
            let doubled = [&lines[..=at], &lines[at..]].concat().concat();
            holds(&name, without.as_bytes());
            holds(&name, doubled.as_bytes());
        }
    }
}

#[test]
fn a_missing_or_doubled_line_is_never_read_as_another_sprite() {
    for name in ["token.spr", "tagged.spr", "plain.spr", "tagged-inks.spr"] {
        let whole = fs::read_to_string(corpus().join("good").join(name)).unwrap();
        let lines: Vec<&str> = whole.split_inclusive('\n').collect();
        for at in 0..lines.len() {
            // Slowdown and transparency are optional: without such a line, the file is still a valid sprite.
            let optional = ["slowdown", "transparency"]
                .iter()
                .any(|key| lines[at].starts_with(key));
            let without = [&lines[..at], &lines[at + 1..]].concat().concat();
            assert!(
                optional || TextSprite::parse(name, without.as_bytes()).is_err(),
                "{without}"
            );
            let doubled = [&lines[..=at], &lines[at..]].concat().concat();
            assert!(
                TextSprite::parse(name, doubled.as_bytes()).is_err(),
                "{doubled}"
            );
        }
    }
}

#[test]
fn what_is_printed_reads_as_the_same_sprite() {
    for (name, bytes) in files("good") {
        let mut sprite = TextSprite::parse(&name, &bytes).unwrap();
        let printed = sprite.to_file_string();
        let read = TextSprite::parse("printed", printed.as_bytes()).unwrap();
        let tagged = sprite.transparency.is_some() || !sprite.inks().is_empty();
        let words = name.contains("words");
        assert!(words || (read.layout == Layout::Tagged) == tagged, "{name}");
        sprite.layout = read.layout;
        assert_eq!(read, sprite, "{name}");
    }
}

#[test]
fn printing_writes_header_and_frames() {
    let printed = good("token.spr").to_token_string();
    let expected = "frames 2\nwidth 6\nheight 2\ncolor green\nslowdown 1\n \
        _/\\_ \n/____\\\nend\n _oo_ \n/____\\\nend\neof\n";
    assert_eq!(printed, expected);
}
