//! Runs without a window: the same options give the same run, independent of drawing.

use super::examples::{
    BALLS, BREAKOUT, EXAMPLES, Example, PLATFORMER, PONG, SAUCER_SHOOT, SHOOTER, SPRITE_MARK,
    VIEWER,
};
use super::gpu;
#[cfg(target_os = "linux")]
use super::program::Program;

const STEPS: &str = "--steps 12 --seed 5 --checksum --backend software --log warn";

/// Returns the checksum after `STEPS` with these additional options. The frames are small, because only the state of
/// the game matters.
fn checksum(example: &Example, options: &str) -> String {
    let small = example.headless(STEPS).options("--size 160x96");
    let ran = small.options(options).expect(0);
    let (digits, step) = ran.checksum();
    assert_eq!(step, 12, "{ran}");
    digits.to_owned()
}

#[test]
fn the_same_options_give_the_same_checksum() {
    for example in EXAMPLES {
        assert_eq!(checksum(example, ""), checksum(example, ""));
    }
}

#[test]
fn another_seed_gives_another_game() {
    let with_seed = |seed| {
        let options = format!("--steps 3 --checksum --backend software --seed {seed}");
        let ran = SPRITE_MARK.headless(&options).expect(0);
        ran.checksum().0.to_owned()
    };
    assert_ne!(with_seed(1), with_seed(2));
}

#[test]
fn the_log_starts_with_the_banner_and_names_the_backend() {
    for level in ["info", "debug", "trace"] {
        let options = format!("--steps 2 --seed 7 --backend software --log {level}");
        let ran = SPRITE_MARK.headless(&options).expect(0);
        let first = ran.stderr.lines().next().unwrap_or_default();
        let parts = ["INFO", "damselfly", env!("CARGO_PKG_VERSION"), "seed 7"];
        assert!(parts.iter().all(|part| first.contains(part)), "{ran}");
        let backends = ran
            .stderr
            .lines()
            .filter(|line| line.contains(": backend software"));
        assert_eq!(backends.count(), 1, "{ran}");
    }
}

#[test]
fn a_seed_from_the_clock_is_logged_even_with_errors_only() {
    for (options, lines) in [
        ("--log warn", 1),
        ("--log error", 1),
        ("--log off", 0),
        // A seed given by an option is not logged.
        ("--log warn --seed 3", 0),
    ] {
        let ran = SPRITE_MARK.headless("--steps 2 --backend software");
        let ran = ran.options(options).expect(0);
        let found = ran.stderr.lines().filter(|line| line.contains("seed "));
        assert_eq!(found.count(), lines, "{options}: {ran}");
    }
}

/// Names that match nothing are logged after 120 steps.
#[test]
fn a_played_demonstration_logs_no_warning() {
    for example in [SAUCER_SHOOT, BREAKOUT, PLATFORMER] {
        let options = "--demo --steps 200 --seed 7 --backend software --size 160x96 --log warn";
        let ran = example.headless(options).expect(0);
        assert_eq!(ran.stderr, "", "{ran}");
    }
}

#[test]
fn a_default_seed_is_logged_and_repeats_the_run() {
    let options = "--steps 2 --checksum --backend software";
    let first = SPRITE_MARK.headless(options).expect(0);
    let (_, after) = first.stderr.split_once("seed ").unwrap();
    let digits = after.find(|letter: char| !letter.is_ascii_digit());
    let seed = &after[..digits.unwrap_or(after.len())];
    let again = SPRITE_MARK
        .headless(options)
        .options(&format!("--seed {seed}"))
        .expect(0);
    assert_eq!(first.checksum(), again.checksum());
}

#[test]
fn the_draw_rate_does_not_affect_the_game() {
    for example in EXAMPLES {
        let usual = checksum(example, "");
        for rate in ["1", "7", "30", "240", "0"] {
            let options = format!("--draw-rate {rate}");
            assert_eq!(checksum(example, &options), usual, "{options}");
        }
    }
}

#[test]
fn smoothing_does_not_affect_the_game() {
    for example in EXAMPLES {
        let usual = checksum(example, "");
        for smoothing in ["none", "interpolate", "backward", "forward"] {
            let options = format!("--smoothing {smoothing} --draw-rate 100");
            assert_eq!(checksum(example, &options), usual, "{options}");
        }
    }
}

#[test]
fn every_policy_plays_the_same_game() {
    for example in EXAMPLES {
        let usual = checksum(example, "");
        for options in [
            "--loop interpolated",
            "--loop fixed",
            "--loop fixed --draw-rate 1",
            "--loop fixed --draw-rate 7",
            "--loop fixed --draw-rate 240 --smoothing forward",
            "--loop fixed --draw-rate 0",
            "--loop paced",
            "--loop paced --draw-rate 7",
            "--loop paced --draw-rate 240",
            "--loop elastic",
            "--loop elastic --draw-rate 7 --smoothing backward",
            "--loop elastic --draw-rate 240",
        ] {
            assert_eq!(checksum(example, options), usual, "{options}");
        }
    }
}

#[test]
fn a_variable_step_plays_as_many_steps_and_the_same_each_time() {
    for example in EXAMPLES {
        let options = "--loop variable --draw-rate 45";
        assert_eq!(checksum(example, options), checksum(example, options));
    }
}

#[test]
fn the_backend_does_not_affect_the_game() {
    if !gpu::is_there("the_backend_does_not_affect_the_game") {
        return;
    }
    for example in EXAMPLES {
        let with = |backend| {
            let options = format!("--steps 4 --seed 5 --checksum --backend {backend}");
            let ran = example.headless(&options).expect(0);
            ran.checksum().0.to_owned()
        };
        let software = with("software");
        assert_eq!(with("gpu"), software);
        assert_eq!(with("auto"), software);
    }
}

#[test]
fn checksums_of_earlier_steps_precede_the_last_one() {
    let ran = SPRITE_MARK
        .headless(STEPS)
        .options("--checksum-every 4")
        .expect(0);
    let steps: Vec<_> = ran
        .stdout
        .lines()
        .map(|line| line.rsplit(' ').next().unwrap())
        .collect();
    assert_eq!(steps, ["4", "8", "12", "12"]);
    let lines: Vec<_> = ran.stdout.lines().collect();
    assert_eq!(lines[2], lines[3]);
    assert_ne!(lines[0][..25], lines[1][..25]);
}

#[test]
fn the_screen_can_be_printed_as_text() {
    let ran = VIEWER.headless(STEPS).options("--text").expect(0);
    assert!(ran.stdout.contains("(@)"), "the picture: {ran}");
    let caption = "dragonfly.spr: token layout, 21x9 cells, frame 1/4, slowdown 3";
    assert!(ran.stdout.contains(caption), "{ran}");
    // Standard output has 24 rows, then the checksum.
    assert_eq!(ran.stdout.lines().count(), 25, "{ran}");
    assert_eq!(ran.checksum().1, 12);
    let ran = SPRITE_MARK.headless(STEPS).options("--text").expect(0);
    assert!(ran.stdout.contains('#'), "images are shown by #: {ran}");
}

#[test]
fn nothing_is_printed_without_an_option_for_it() {
    for example in EXAMPLES {
        let ran = example.headless("--steps 2 --log off").expect(0);
        assert_eq!((&*ran.stdout, &*ran.stderr), ("", ""));
    }
}

#[test]
fn the_golden_checksum_is_the_same_on_every_backend() {
    // The tests that play these games without the app expect the same constants. Those of Balls are in
    // tests/allocations/balls.rs, the others in tests/examples. Pong has no demonstration, so here it gets no input.
    const GOLDEN: [(Example, &str, u64); 5] = [
        (SAUCER_SHOOT, "eb39b36aa2f7aac4", 600),
        (BALLS, "4924286410dbe1b8", 400),
        (PONG, "69be66894cef05c6", 900),
        (BREAKOUT, "436029a90141b549", 600),
        (SHOOTER, "becd3e5547d168d9", 300),
    ];
    let mut ways = vec![
        "--backend software --draw-rate 10",
        "--backend software --draw-rate 75 --smoothing forward --loop fixed --size 160x96",
    ];
    if gpu::is_there("the_golden_checksum_is_the_same_on_every_backend") {
        ways.push("--backend gpu --draw-rate 1 --smoothing none");
    }
    for (example, checksum, steps) in GOLDEN {
        let options = format!("--steps {steps} --seed 1 --checksum --log warn");
        for way in &ways {
            let ran = example.headless(&options).options(way).expect(0);
            assert_eq!(ran.checksum(), (checksum, steps), "{}, {way}", example.name);
        }
    }
}

#[test]
fn a_draw_rate_gives_that_many_frames() {
    // 60 steps at 30 per second take two seconds. The first frame comes before the first step.
    for (rate, frames) in [("15", 30..=32), ("30", 60..=62), ("60", 119..=122)] {
        let options =
            format!("--steps 60 --seed 1 --backend software --log debug --draw-rate {rate}");
        let ran = SAUCER_SHOOT.headless(&options).expect(0);
        let (before, _) = ran.stderr.split_once(" frames,").unwrap();
        let drawn: u32 = before.rsplit(' ').next().unwrap().parse().unwrap();
        assert!(frames.contains(&drawn), "{drawn} frames at {rate} Hz");
    }
}

#[test]
fn the_last_picture_shows_the_last_step_with_every_smoothing() {
    let folder = super::folder::Folder::new("last_picture");
    let pictures: Vec<Vec<u8>> = ["none", "interpolate", "backward", "forward"]
        .iter()
        .map(|smoothing| {
            let file = folder.path().join(format!("{smoothing}.png"));
            let options = format!(
                "--steps 50 --seed 1 --backend software --smoothing {smoothing} --screenshot {}",
                file.display()
            );
            SAUCER_SHOOT.headless(&options).expect(0);
            std::fs::read(file).unwrap()
        })
        .collect();
    assert!(pictures.windows(2).all(|pair| pair[0] == pair[1]));
}

#[test]
fn a_headless_run_has_600_steps_by_default() {
    for example in [VIEWER, SPRITE_MARK] {
        let ran = example.headless("--checksum --log off --draw-rate 10");
        assert_eq!(ran.expect(0).checksum().1, 600);
    }
}

#[test]
fn a_demonstration_that_a_program_lacks_is_one_without_input() {
    let checksum = |options: &str| {
        let options = format!("--steps 9 --seed 1 --checksum --backend software {options}");
        VIEWER.headless(&options).expect(0)
    };
    let ran = checksum("--demo");
    assert!(ran.stderr.contains("plays without input"), "{ran}");
    assert_eq!(ran.checksum(), checksum("").checksum());
}

/// A single processor only makes the game slower, because its threads take turns.
#[cfg(target_os = "linux")]
#[test]
fn on_a_single_processor_a_game_is_the_same() {
    let alone = Program::in_shell("exec taskset -c 0 \"$0\" \"$@\"", "saucer_shoot")
        .options("--headless --demo --seed 7 --steps 600 --checksum --backend software")
        .expect(0);
    let ran = SAUCER_SHOOT
        .headless("--demo --seed 7 --steps 600 --checksum --backend software")
        .expect(0);
    assert_eq!(alone.checksum(), ran.checksum());
}

/// The limit in KiB is enough for the program, but not for an image of this size.
#[cfg(target_os = "linux")]
#[test]
fn a_picture_too_large_for_memory_is_refused_in_one_line() {
    let ran = Program::in_shell("ulimit -v 1500000; exec \"$0\" \"$@\"", "saucer_shoot")
        .options("--headless --backend software --steps 5 --log off --size 16384x16384")
        .run();
    assert_eq!(ran.code, Some(1), "{ran}");
    let line = ran.only_line();
    let says = |what: &str| line.contains(what);
    assert!(
        says("16384 x 16384") && says("2048 MiB") && says("--size"),
        "{ran}"
    );
}
