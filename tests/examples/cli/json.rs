//! The JSON line of the example `sprite_mark`.

use std::collections::BTreeMap;

use super::gpu;
use super::program::Program;

/// Keys that the line must have at least.
const KEYS: &str = "engine version backend adapter sprites frames frame_ms_median frame_ms_p99 step_ms_median \
     submit_ms_median gpu_ms_median cpu_ms_per_frame upload_bytes_per_frame draw_calls max_rss_mib";

/// Returns the members of the line. Strings keep their quotes.
fn measured(options: &str) -> BTreeMap<String, String> {
    let ran = Program::example("sprite_mark")
        .options("--headless --json --sprites 200 --frames 8 --seed 1")
        .options(options)
        .expect(0);
    assert_eq!(ran.stdout.lines().count(), 1, "one line: {ran}");
    let members = members(ran.stdout.trim_end());
    for key in KEYS.split_ascii_whitespace() {
        assert!(members.contains_key(key), "{key}: {ran}");
    }
    members
}

/// Parses a JSON object that contains no other objects. Panics if it is not valid JSON.
fn members(line: &str) -> BTreeMap<String, String> {
    let mut rest = line.strip_prefix('{').unwrap();
    let mut members = BTreeMap::new();
    loop {
        let key = value(&mut rest);
        assert!(key.starts_with('"'), "a key: {key}");
        rest = rest.strip_prefix(':').unwrap();
        let known = members.insert(key.trim_matches('"').to_owned(), value(&mut rest));
        assert_eq!(known, None, "{key} is there twice");
        match rest.strip_prefix(',') {
            Some(more) => rest = more,
            None => break,
        }
    }
    assert_eq!(rest, "}");
    members
}

/// Removes a string, a number or a word from the front of `rest`, and returns it.
fn value(rest: &mut &str) -> String {
    let length = match rest.strip_prefix('"') {
        Some(text) => {
            let mut escaped = false;
            let end = text.find(|letter: char| {
                assert!(!letter.is_control());
                let ends = letter == '"' && !escaped;
                escaped = letter == '\\' && !escaped;
                ends
            });
            end.unwrap() + 2
        }
        None => rest.find([',', '}', ':']).unwrap(),
    };
    let (value, after) = rest.split_at(length);
    *rest = after;
    let digits = value.strip_prefix('-').unwrap_or(value);
    let number = digits.starts_with(|first: char| first.is_ascii_digit())
        && digits.ends_with(|last: char| last.is_ascii_digit())
        && value.parse::<f64>().is_ok_and(f64::is_finite);
    let word = ["null", "true", "false"].contains(&value);
    assert!(value.starts_with('"') || number || word, "{value}");
    value.to_owned()
}

#[test]
fn the_line_has_every_key_of_the_comparison() {
    let line = measured("--backend software");
    for (key, expected) in [
        ("engine", "\"damselfly\""),
        ("backend", "\"software\""),
        ("sprites", "200"),
        ("frames", "8"),
        ("draw_calls", "1"),
        ("gpu_ms_median", "null"),
    ] {
        assert_eq!(line[key], expected, "{key}");
    }
    let number = |key: &str| line[key].parse::<f64>().unwrap();
    for key in [
        "frame_ms_median",
        "frame_ms_p99",
        "step_ms_median",
        "submit_ms_median",
    ] {
        assert!(number(key) > 0.0, "{key}: {line:?}");
    }
    assert!(
        number("frame_ms_p99") >= number("frame_ms_median"),
        "{line:?}"
    );
    assert!(
        number("step_ms_median") < number("frame_ms_median"),
        "{line:?}"
    );
    // The memory must include at least one frame: 1280 × 720 pixels take 3.5 MiB.
    assert!(number("cpu_ms_per_frame") > 0.0, "{line:?}");
    assert!(number("max_rss_mib") > 3.5, "{line:?}");
}

#[test]
fn frames_without_a_step_upload_no_instance() {
    if !gpu::is_there("frames_without_a_step_upload_no_instance") {
        return;
    }
    let number = |line: &BTreeMap<_, String>, key: &str| line[key].parse::<f64>().unwrap();
    let line = measured("--backend gpu");
    assert_eq!((&*line["backend"], &*line["draw_calls"]), ("\"gpu\"", "1"));
    // A frame uploads 200 instances of 32 bytes, and a few bytes per chunk.
    let bytes = number(&line, "instance_bytes_per_frame");
    assert!(bytes >= 6400.0, "{line:?}");
    assert!(number(&line, "upload_bytes_per_frame") >= bytes, "{line:?}");
    assert_eq!(line["instance_bytes_per_frame_without_step"], "null");
    // A device without timestamps has no GPU time.
    if line["gpu_ms_median"] != "null" {
        let gpu = number(&line, "gpu_ms_median");
        assert!(
            gpu > 0.0 && gpu < number(&line, "frame_ms_median"),
            "{line:?}"
        );
    }
    let line = measured("--backend gpu --frames-per-step 4");
    assert_eq!(number(&line, "instance_bytes_per_frame_without_step"), 0.0);
    assert_eq!(number(&line, "instance_bytes_per_frame"), bytes / 4.0);
    assert_eq!(line["draw_calls"], "1");
}

#[test]
fn a_ramp_prints_one_line_of_its_numbers() {
    let ran = Program::example("sprite_mark")
        .options("--ramp --headless --backend software --seed 1")
        .expect(0);
    assert_eq!(ran.stdout.lines().count(), 1, "one line: {ran}");
    // On a slow machine, even the smallest number of sprites is not in time.
    if ran.stdout.trim_end() == "null" {
        return;
    }
    let line = members(ran.stdout.trim_end());
    let number = |key: &str| line[key].parse::<f64>().unwrap();
    let frame = number("frame_ms_median");
    assert!(frame > 0.0 && frame <= 1000.0 / 60.0, "{ran}");
    // The ramp starts with 1000 sprites, and adds a quarter each time.
    let mut reported = 1000.0_f64;
    while reported < number("sprites") {
        reported += (reported / 4.0).floor();
    }
    assert_eq!(number("sprites"), reported, "{ran}");
}

#[test]
fn options_without_effect_are_refused() {
    for (options, named) in [
        ("--ramp --checksum", "--checksum: "),
        ("--ramp --json", "--json: "),
        ("--ramp --checksum-every 5", "--checksum-every: "),
        ("--ramp --record a.input", "--record: "),
        ("--frames 20", "--frames: "),
        ("--frames-per-step 2 --headless", "--frames-per-step: "),
    ] {
        let ran = Program::example("sprite_mark").options(options).expect(2);
        assert!(ran.only_line().starts_with(named), "{ran}");
    }
}
