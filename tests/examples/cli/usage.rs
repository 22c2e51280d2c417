//! Help texts and usage errors.

use super::examples::{EXAMPLES, SPRITE_MARK};
use super::program::Program;

/// Options of every example. Only examples with a demonstration list `--demo`.
const OPTIONS: &str = "--help --headless --demo --steps --seed --record --replay --checksum --checksum-every \
     --screenshot --capture --sound --text --backend --loop --draw-rate --smoothing --log --log-file --no-sound --fps --debug-overlay";

#[test]
fn the_help_names_every_option_and_exits_with_zero() {
    for example in EXAMPLES {
        let ran = Program::example(example.name).options("--help").expect(0);
        let words: Vec<_> = ran.stdout.split([' ', '\n', ',']).collect();
        for option in OPTIONS.split_ascii_whitespace() {
            let has_effect = option != "--demo" || example.has_demo;
            assert_eq!(words.contains(&option), has_effect, "{option}: {ran}");
        }
        assert!(ran.stdout.starts_with(&format!("{}: ", example.name)));
        assert_eq!(ran.stderr, "");
    }
}

#[test]
fn wrong_usage_is_reported_in_one_line_that_names_the_option() {
    for options in [
        "--steps abc",
        "--steps 0",
        "--steps -1",
        "--steps 18446744073709551616",
        "--steps",
        "--steps=",
        "--seed 1.5",
        "--bogus",
        "--backend metal",
        "--loop sometimes",
        "--draw-rate fast",
        "--draw-rate NaN",
        "--smoothing all",
        "--log loud",
        "--screenshot picture.jpg",
        "--capture film.mp4",
        "--headless=yes",
        "--fps --fps",
        "-x",
    ] {
        check(options);
    }
    for options in [
        "--sprites 0",
        "--sprites many",
        "--sprites 10000001",
        "--frames 0 --json",
        "--frames-per-step 1001 --json",
    ] {
        check(options);
    }
}

#[test]
fn arguments_that_are_not_text_are_refused_without_a_panic() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    for bytes in [b"\xff".as_slice(), b"--\xff", b"--seed=\xff"] {
        let ran = Program::example("sprite_mark")
            .arguments(&[OsStr::from_bytes(bytes)])
            .expect(2);
        ran.only_line();
    }
}

#[test]
fn a_long_option_with_one_dash_is_wrong_usage_and_not_help() {
    for (option, meant) in [
        ("-headless", Some("--headless")),
        ("-hedless", Some("--headless")),
        ("-steps", Some("--steps")),
        ("-help", Some("--help")),
        ("--chekcsum", Some("--checksum")),
        ("-hxyzzy", None),
    ] {
        let ran = SPRITE_MARK.with("").arguments(&[option]).expect(2);
        let line = ran.only_line();
        assert!(
            line.starts_with(&format!("{option}: no such option")),
            "{ran}"
        );
        let hint = meant.map(|meant| format!("did you mean {meant}?"));
        assert!(hint.is_none_or(|hint| line.contains(&hint)), "{ran}");
        assert_eq!(ran.stdout, "");
    }
    assert_eq!(SPRITE_MARK.with("-h").expect(0).stderr, "");
}

#[test]
fn an_error_is_one_short_line_without_control_characters() {
    let long = "a".repeat(120_000);
    for (argument, code) in [
        ("--\u{1b}[31m".to_owned(), 2),
        ("--seed=\u{1b}[31m\n".to_owned(), 2),
        ("two\nlines\u{1b}]0;title\u{7}.spr".to_owned(), 1),
        (format!("--{long}"), 2),
        (format!("--seed={long}"), 2),
        (format!("-{long}"), 2),
        (long, 1),
    ] {
        let ran = Program::example("viewer")
            .arguments(&[&argument])
            .expect(code);
        let line = ran.only_line();
        let limit = if code == 2 { 400 } else { 2100 };
        assert!(line.chars().count() < limit && !line.contains(char::is_control));
    }
    // The log must escape control characters too. The file's name appears in log lines; the title of the window does
    // not.
    let folder = super::folder::Folder::new("log-lines");
    let file = folder.file("a\n\u{1b}[31m.png");
    let ran = Program::example("viewer")
        .options("--headless --steps 1 --backend software --log debug --screenshot")
        .arguments(&[&file])
        .arguments(super::examples::VIEWER.arguments)
        .expect(0);
    assert!(!ran.stderr.contains('\u{1b}'), "{ran}");
    assert!(
        ran.stderr.lines().all(|line| line.starts_with("20")),
        "{ran}"
    );
}

/// Checks that each example reports a usage error in one line, which starts with the option's name. Options of
/// `sprite_mark` are checked with this example only.
fn check(options: &str) {
    for example in EXAMPLES {
        let own = options.contains("--sprites") || options.contains("--frames");
        if own && example.name != SPRITE_MARK.name {
            continue;
        }
        let ran = example.headless(options).expect(2);
        let option = options.split([' ', '=']).next().unwrap();
        let line = ran.only_line();
        assert!(line.starts_with(&format!("{option}: ")), "{ran}");
        assert_eq!(ran.stdout, "");
    }
}
