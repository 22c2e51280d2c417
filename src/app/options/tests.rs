use super::super::builder::App;
use super::*;

const EXTRAS: &[Extra] = &[
    Extra::flag("json", "print a line of JSON"),
    Extra::value("sprites", "N", "number of sprites"),
    Extra::path("out", "FILE", "where to put it"),
    Extra::positional("FILE", "what to show"),
    Extra::positional("OTHER", "what else to show"),
];

fn parse(line: &str) -> Result<ParseResult, UsageError> {
    let arguments = line.split_whitespace().map(OsString::from);
    Options::parse("viewer", "shows things", EXTRAS, arguments)
}

fn run(line: &str) -> Options {
    match parse(line) {
        Ok(ParseResult::Run(options)) => options,
        other => panic!("{line}: {other:?}"),
    }
}

/// Returns the error message without the reference to the help at its end.
fn message(line: &str) -> String {
    let message = parse(line).expect_err(line).to_string();
    let without = message.strip_suffix("; see --help");
    without.expect("points to the help").to_owned()
}

#[test]
fn an_empty_command_line_gives_the_defaults() {
    assert_eq!(run(""), Options::default());
    assert_eq!(run("").backend, Backend::Auto);
}

#[test]
fn every_option_sets_its_field() {
    let with = |edit: fn(&mut Options)| {
        let mut options = Options::default();
        edit(&mut options);
        options
    };
    let path = |name: &str| Some(PathBuf::from(name));
    for (line, expected) in [
        ("--headless", with(|o| o.headless = true)),
        ("--demo", with(|o| o.demo = true)),
        ("--text", with(|o| o.text = true)),
        ("--checksum", with(|o| o.checksum = true)),
        ("--fps", with(|o| o.fps = true)),
        ("--no-sound", with(|o| o.no_sound = true)),
        ("--debug-overlay", with(|o| o.debug_overlay = true)),
        ("--steps 600", with(|o| o.steps = Some(600))),
        ("--steps=600", with(|o| o.steps = Some(600))),
        ("--seed 0", with(|o| o.seed = Some(0))),
        (
            "--seed 18446744073709551615",
            with(|o| o.seed = Some(u64::MAX)),
        ),
        ("--checksum-every 1", with(|o| o.checksum_every = Some(1))),
        (
            "--backend software",
            with(|o| o.backend = Backend::Software),
        ),
        ("--backend gpu", with(|o| o.backend = Backend::Gpu)),
        ("--loop fixed", with(|o| o.policy = Some(PolicyName::Fixed))),
        (
            "--loop interpolated",
            with(|o| o.policy = Some(PolicyName::Interpolated)),
        ),
        ("--size 1x16384", with(|o| o.size = Some([1, 16384]))),
        ("--draw-rate 0", with(|o| o.draw_rate = Some(0.0))),
        ("--draw-rate 59.94", with(|o| o.draw_rate = Some(59.94))),
        (
            "--smoothing backward",
            with(|o| o.smoothing = Some(Smoothing::Backward)),
        ),
        ("--log debug", with(|o| o.log = Some(LevelFilter::Debug))),
        ("--log off", with(|o| o.log = Some(LevelFilter::Off))),
    ] {
        assert_eq!(run(line), expected, "{line}");
    }
    assert_eq!(run("--screenshot a.png").screenshot, path("a.png"));
    assert_eq!(run("--log-file a.log").log_file, path("a.log"));
    for file in ["dir/B.GIF", "a.apng", "a.dfrec", "a.Raw", "-"] {
        assert_eq!(run(&format!("--capture {file}")).capture, path(file));
    }
}

#[test]
fn nothing_is_printed_among_the_pixels_of_a_film() {
    for option in ["--text", "--checksum", "--checksum-every 3"] {
        let error = message(&format!("--capture - {option}"));
        let (name, _) = option.split_once(' ').unwrap_or((option, ""));
        assert!(error.starts_with(&format!("{name}: given with --capture -")));
        run(&format!("--capture a.raw {option}"));
    }
}

#[test]
fn one_file_is_not_written_for_two_purposes() {
    let error = message("--capture a.dfrec --record a.dfrec");
    assert_eq!(
        error,
        "--capture: the same file as --record, expected another one"
    );
    for line in [
        "--capture src/../a.dfrec --record ./a.dfrec",
        "--replay Cargo.toml --record src/../Cargo.toml",
        "--capture a.gif --replay a.gif",
    ] {
        let error = message(line);
        assert!(error.contains("the same file as --"), "{line}: {error}");
    }
    run("--capture a.dfrec --record a.replay --screenshot a.png --replay b.replay");
}

#[test]
fn options_may_be_given_in_any_order() {
    let options = run("one --steps 5 --json --headless two --sprites 10");
    assert!(options.headless && options.flag("json"));
    assert_eq!(options.steps, Some(5));
    assert_eq!(options.positionals(), ["one", "two"]);
    assert_eq!(options.number("sprites"), Ok(Some(10_u32)));
}

#[test]
fn an_error_names_the_option_the_value_and_the_allowed_values() {
    for (line, expected) in [
        (
            "--steps 0",
            r#"--steps: expected an integer of at least 1, got "0""#,
        ),
        ("--steps", "--steps: its value is missing"),
        (
            "--steps=",
            r#"--steps: expected an integer of at least 1, got """#,
        ),
        ("--headless=1", r#"--headless: expected no value, got "1""#),
        ("--help-me", "--help-me: no such option"),
        ("-x", "-x: no such option"),
        ("--seed 1 --seed 1", "--seed: given twice"),
        ("--json --json", "--json: given twice"),
        (
            "--backend metal",
            r#"--backend: expected auto, gpu or software, got "metal""#,
        ),
        (
            "--loop FIXED",
            r#"--loop: expected variable, interpolated, fixed, paced or elastic, got "FIXED""#,
        ),
        (
            "--log loud",
            r#"--log: expected off, error, warn, info, debug or trace, got "loud""#,
        ),
        (
            "--smoothing all",
            r#"--smoothing: expected none, interpolate, backward or forward, got "all""#,
        ),
        (
            "--draw-rate fast",
            r#"--draw-rate: expected 0, or a number from 0.001 to 1000, got "fast""#,
        ),
        (
            "--screenshot a.jpg",
            r#"--screenshot: expected a file name that ends in .png, got "a.jpg""#,
        ),
        (
            "--screenshot .png",
            r#"--screenshot: expected a file name that ends in .png, got ".png""#,
        ),
        (
            "--capture a.mp4",
            r#"--capture: expected a file name that ends in .gif, .apng, .dfrec or .raw, or - for standard output, got "a.mp4""#,
        ),
        (
            "--size 640",
            r#"--size: expected a width and a height from 1 to 16384, such as 640x384, got "640""#,
        ),
        (
            "--size 0x16385",
            r#"--size: expected a width and a height from 1 to 16384, such as 640x384, got "0x16385""#,
        ),
        ("a b c", r#"argument: expected only FILE OTHER, got "c""#),
    ] {
        assert_eq!(message(line), expected, "{line}");
    }
}

#[test]
fn a_replay_has_its_own_seed_and_input() {
    let options = run("--record one --replay two");
    assert_eq!(options.record, Some("one".into()));
    assert_eq!(options.replay, Some("two".into()));
    for other in ["--seed 1", "--demo"] {
        let text = message(&format!("{other} --replay two"));
        assert!(text.contains("given with --replay"), "{text}");
    }
}

#[test]
fn own_options_are_the_same_again_after_they_were_recorded() {
    let given = run("--sprites -2.5 --json first");
    let arguments = given.extra.arguments();
    assert_eq!(ExtraValues::from_arguments(&arguments), given.extra);
    assert_eq!(arguments.len(), 3, "{arguments:?}");
}

#[test]
fn numbers_are_plain_decimals_in_range() {
    let bad = "+1 -1 1e3 0x10 1_000 1.5 inf NaN . ½ ٣ 18446744073709551616 one";
    for number in bad.split(' ') {
        message(&format!("--steps {number}"));
        message(&format!("--checksum-every {number}"));
    }
    for rate in "-1 1e3 inf nan NaN 1000.5 1e9 0.0001 .5 1.2.3 --fps".split(' ') {
        message(&format!("--draw-rate {rate}"));
    }
    message("--checksum-every 0");
    assert_eq!(run("--draw-rate 1000").draw_rate, Some(1000.0));
}

#[test]
fn a_programs_own_numbers_are_checked_as_strictly() {
    assert_eq!(run("").number::<u32>("sprites"), Ok(None));
    assert_eq!(run("--sprites -2.5").number("sprites"), Ok(Some(-2.5)));
    let error = run("--sprites 300").number::<u8>("sprites").unwrap_err();
    assert_eq!(
        error.to_string(),
        r#"--sprites: expected a decimal number, got "300"; see --help"#
    );
    assert_eq!(
        run("--sprites 7").number_in("sprites", 1..=7),
        Ok(Some(7_u32))
    );
    let error = run("--sprites 8")
        .number_in("sprites", 1..=7_u32)
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        r#"--sprites: expected a number from 1 to 7, got "8"; see --help"#
    );
}

#[test]
fn arguments_after_two_dashes_are_not_options() {
    assert_eq!(run("--fps -- --fps").positionals(), ["--fps"]);
}

#[test]
fn a_programs_own_options_are_distinguished() {
    let options = run("--out x/y --sprites 3");
    assert_eq!(options.path("out"), Some(Path::new("x/y")));
    assert_eq!(options.value("sprites"), Some("3"));
    assert_eq!((options.flag("json"), options.value("json")), (false, None));
}

#[cfg(unix)]
#[test]
fn only_paths_may_be_arguments_without_utf8() {
    use std::os::unix::ffi::OsStringExt;

    let parse = |line: &[&[u8]]| {
        let arguments = line.iter().map(|bytes| OsString::from_vec(bytes.to_vec()));
        Options::parse("viewer", "shows things", EXTRAS, arguments)
    };
    for option in [
        b"--seed".as_slice(),
        b"--backend",
        b"--log",
        b"--sprites",
        b"--capture",
    ] {
        let message = parse(&[option, b"\xff"]).unwrap_err().to_string();
        assert!(message.contains(r#"got "\xFF""#), "{message}");
    }
    for option in [
        b"--\xff".as_slice(),
        b"-\xff",
        b"--\xff=\xfe",
        b"--fps=\xff",
    ] {
        parse(&[option]).unwrap_err();
    }
    for path in [
        [b"--screenshot".as_slice(), b"\xff.png"],
        [b"--out", b"\xff"],
        [b"a", b"\xff"],
    ] {
        assert!(matches!(parse(&path), Ok(ParseResult::Run(_))));
    }
}

#[test]
fn help_is_a_result_and_not_an_error() {
    for line in ["--help", "-h", "--fps --help", "a --help --bogus"] {
        assert!(matches!(parse(line), Ok(ParseResult::Help(_))), "{line}");
    }
}

#[test]
fn the_help_names_everything_in_two_columns_of_a_terminal() {
    let Ok(ParseResult::Help(help)) = parse("--help") else {
        panic!("no help")
    };
    assert!(help.starts_with("viewer: shows things\n\nUsage: viewer [OPTIONS] [FILE] [OTHER]\n"));
    for option in parse::COMMON {
        assert!(
            help.contains(&format!("\n  --{} ", option.name)),
            "{}",
            option.name
        );
    }
    for extra in EXTRAS {
        assert!(help.contains(extra.help));
    }
    let wide = help.lines().find(|line| line.chars().count() > 80);
    assert_eq!(wide, None);
    let rows = help.lines().filter(|line| line.starts_with("  "));
    let columns: Vec<_> = rows
        .map(|line| &line[line.len().min(20)..line.len().min(22)])
        .collect();
    let gap = columns.iter().all(|column| *column == "  ");
    assert!(gap, "{help}");
}

#[test]
fn the_help_lists_no_demonstration_where_there_is_none() {
    let app = App::new("Pong", Options::default());
    assert_eq!(app.requested_help(), None);
    let mut app = app;
    app.help = Some(HelpRequest::new("pong", "", &[]));
    let help = app.requested_help().unwrap();
    assert!(
        !help.contains("--demo") && help.contains("--seed"),
        "{help}"
    );
    let help = app.demo(|_, _| vec![]).requested_help().unwrap();
    assert!(help.contains("\n  --demo "), "{help}");
}

#[test]
fn the_help_lists_no_option_of_a_later_version() {
    let Ok(ParseResult::Help(help)) = Options::parse("pong", "", &[], ["-h".into()]) else {
        panic!("no help")
    };
    assert!(
        help.starts_with("pong\n\nUsage: pong [OPTIONS]\n"),
        "{help}"
    );
    assert!(!help.contains("version"), "{help}");
}

#[test]
#[should_panic(expected = "every program takes --fps")]
fn an_extra_option_cannot_have_the_name_of_another() {
    let extras = [Extra::flag("fps", "")];
    let _ = Options::parse("game", "", &extras, []);
}
