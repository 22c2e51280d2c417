//! Input is recorded to a file, and its replay is the same run.

use std::fs;
use std::path::Path;
use std::time::Duration;

use damselfly::replay::InputRecording;

use super::examples::{BALLS, EXAMPLES, Example, PLATFORMER, SAUCER_SHOOT, SPRITE_MARK};
use super::folder::Folder;
use super::gpu;
use super::program::{Program, Ran};
use crate::moments::moments;

/// Option of runs whose frames do not matter.
const FEW_FRAMES: &str = "--draw-rate 5";

/// Records a run. Returns its output.
fn record(example: &Example, file: &str, options: &str) -> Ran {
    let options = format!("--record {file} --checksum --log off {options}");
    example.headless(&options).expect(0)
}

/// Replays a file with an example. The example's own arguments are left out, because the recording contains them.
fn replay(example: &Example, file: &str, options: &str) -> Ran {
    let program = Program::example(example.name);
    let options = format!("--headless --replay {file} --checksum --log off {options}");
    program.options(&options).run()
}

#[test]
fn every_example_replays_to_the_same_checksum() {
    let folder = Folder::new("every-replay");
    for example in EXAMPLES {
        let file = folder.file(&format!("{}.replay", example.name));
        let options = format!("--steps 150 --seed 3 {FEW_FRAMES}");
        let recorded = record(example, &file, &options);
        let replayed = replay(example, &file, FEW_FRAMES);
        assert_eq!(replayed.code, Some(0), "{replayed}");
        assert_eq!(replayed.checksum(), recorded.checksum(), "{replayed}");
        assert_eq!(replayed.checksum().1, 150);
    }
}

#[test]
fn a_replay_is_the_same_with_every_backend_draw_rate_and_loop() {
    let folder = Folder::new("backends");
    let file = folder.file("run.replay");
    let recorded = record(&SAUCER_SHOOT, &file, "--steps 300 --seed 5");
    let mut ways = vec![
        "--backend software --draw-rate 144",
        "--draw-rate 7.5 --smoothing forward",
        "--loop fixed",
        "--loop paced",
        "--loop elastic",
        "--loop variable",
    ];
    if gpu::is_there("a replay drawn by the GPU") {
        ways.push("--backend gpu --draw-rate 10 --smoothing none");
    }
    for way in ways {
        let replayed = replay(&SAUCER_SHOOT, &file, way);
        assert_eq!(replayed.checksum(), recorded.checksum(), "{replayed}");
    }
}

/// The recording was made with `cargo run --release --example saucer_shoot -- --headless --demo --seed 11 --steps 900
/// --record FILE`. If the game or the steps change, it must be made again.
#[test]
fn the_sample_recording_replays_to_its_own_checksums() {
    let file = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/assets/samples/saucer_shoot.replay"
    );
    let recording = InputRecording::read(file).unwrap();
    assert!(recording.is_complete() && recording.checkpoints().len() == 30);
    let last = recording.checkpoints().last().unwrap();
    let replayed = replay(&SAUCER_SHOOT, file, "");
    let expected = (format!("{:016x}", last.checksum), 900);
    assert_eq!(replayed.code, Some(0), "{replayed}");
    let (checksum, step) = replayed.checksum();
    assert_eq!((checksum.to_owned(), step), expected);
}

/// `.ci/run` builds the examples in release mode and sets `DAMSELFLY_RELEASE_EXAMPLES` to their folder. Without that
/// variable, the test is skipped.
#[test]
fn recordings_of_a_debug_build_replay_in_both_builds_on_both_backends() {
    let Some(release) = std::env::var_os("DAMSELFLY_RELEASE_EXAMPLES") else {
        eprintln!(
            "SKIPPED: DAMSELFLY_RELEASE_EXAMPLES names no folder: replays in a release build"
        );
        return;
    };
    let mut backends = vec!["software"];
    if gpu::is_there("replays of a release build that the GPU draws") {
        backends.push("gpu");
    }
    let folder = Folder::new("release");
    for example in [SAUCER_SHOOT, BALLS, PLATFORMER] {
        let file = folder.file(&format!("{}.replay", example.name));
        // Draws only a few frames everywhere, because drawing on the processor is slow.
        let options = format!("--demo --steps 900 --seed 12 {FEW_FRAMES}");
        let recorded = record(&example, &file, &options);
        assert_eq!(recorded.checksum().1, 900);
        for backend in &backends {
            let builds = [
                Program::example(example.name),
                Program::example_in(Path::new(&release), example.name),
            ];
            for program in builds {
                let options =
                    format!("--headless --backend {backend} {FEW_FRAMES} --replay {file}");
                let replayed = program
                    .options(&options)
                    .options("--checksum --log off")
                    .run();
                assert_eq!(replayed.code, Some(0), "{replayed}");
                assert_eq!(replayed.checksum(), recorded.checksum(), "{replayed}");
            }
        }
    }
}

#[test]
fn a_replay_has_the_options_of_its_recording() {
    let folder = Folder::new("recorded-options");
    let file = folder.file("run.replay");
    // `SPRITE_MARK` has the arguments `--sprites 200`.
    let recorded = record(&SPRITE_MARK, &file, "--steps 20");
    let replayed = replay(&SPRITE_MARK, &file, "");
    assert_eq!(replayed.checksum(), recorded.checksum());
    let other = replay(&SPRITE_MARK, &file, "--sprites 300");
    assert_eq!(other.code, Some(1), "{other}");
    let line = other.only_line();
    assert!(
        line.contains("--sprites=200") && line.contains("--sprites=300"),
        "{line}"
    );
}

#[test]
fn a_recording_of_another_game_is_refused_with_both_names() {
    let folder = Folder::new("other-game");
    let file = folder.file("run.replay");
    record(&SAUCER_SHOOT, &file, "--steps 20");
    let other = replay(&SPRITE_MARK, &file, "");
    assert_eq!(other.code, Some(1), "{other}");
    let line = other.only_line();
    assert!(
        line.contains("Saucer Shoot") && line.contains(&file),
        "{line}"
    );
}

#[test]
fn a_changed_recording_is_noticed() {
    let folder = Folder::new("changed");
    let file = folder.file("run.replay");
    let recorded = record(&SAUCER_SHOOT, &file, "--steps 300 --seed 5");
    let bytes = fs::read(&file).unwrap();
    for share in [0.001, 0.1, 0.5, 0.9, 0.999] {
        let mut changed = bytes.clone();
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            clippy::cast_precision_loss,
            reason = "a place in a small file"
        )]
        let place = (bytes.len() as f64 * share) as usize;
        changed[place] ^= 1;
        let changed = folder.put("changed.replay", changed);
        let replayed = replay(&SAUCER_SHOOT, &changed, FEW_FRAMES);
        assert_eq!(replayed.code, Some(1), "{place}: {replayed}");
        assert!(replayed.only_line().contains("changed.replay"));
    }
    // A run with another seed, and its replay, end with another checksum.
    let other = folder.file("other.replay");
    record(&SAUCER_SHOOT, &other, "--steps 300 --seed 6");
    assert_ne!(
        recorded.checksum(),
        replay(&SAUCER_SHOOT, &other, FEW_FRAMES).checksum()
    );
}

#[test]
fn files_that_are_no_recordings_are_refused_in_one_line() {
    let folder = Folder::new("no-recordings");
    let picture = folder.put("a.replay", b"GIF89a, more or less");
    for file in [&picture, &folder.file("missing"), &folder.file("")] {
        let ran = replay(&SAUCER_SHOOT, file, "");
        assert_eq!(ran.code, Some(1), "{ran}");
        assert!(ran.only_line().contains(file.as_str()), "{ran}");
    }
}

#[test]
fn a_recording_replaces_an_older_file_only_at_its_end() {
    let folder = Folder::new("older");
    let file = folder.put("run.replay", "old");
    let mut running = SAUCER_SHOOT
        .headless(&format!("--record {file} --steps 1000000000"))
        .start();
    running.wait_for("backend ");
    wait_until(|| Path::new(&folder.file("run.replay.part")).exists());
    assert_eq!(fs::read(&file).unwrap(), b"old");
    running.signal("TERM");
    assert_eq!(running.end().code, Some(0));
    assert_eq!(folder.names(), ["run.replay"]);
    assert_eq!(replay(&SAUCER_SHOOT, &file, "--steps 10").code, Some(0));
}

#[test]
fn the_recording_of_a_killed_program_replays() {
    let folder = Folder::new("killed");
    let mut moments = moments();
    let mut steps = 0;
    for kill in 0..50 {
        let file = folder.file(&format!("{kill}.replay"));
        let running = SAUCER_SHOOT
            .headless(&format!(
                "--record {file} --steps 1000000000 --draw-rate 5 --log off"
            ))
            .start();
        let length = || fs::metadata(&file).map_or(0, |found| found.len());
        wait_until(|| length() > 0);
        // Every other recording must have steps, even on a slow machine.
        let begun = length();
        wait_until(|| kill % 2 == 0 || length() > begun);
        std::thread::sleep(Duration::from_millis(moments.range(0..120)));
        let flushed = InputRecording::read(&file).map_or(0, |run| run.steps().len());
        running.signal("KILL");
        assert_eq!(running.end().code, None);
        let replayed = replay(&SAUCER_SHOOT, &file, FEW_FRAMES);
        assert_eq!(replayed.code, Some(0), "{replayed}");
        assert!(replayed.checksum().1 >= flushed, "{flushed}: {replayed}");
        steps += replayed.checksum().1;
    }
    assert!(steps > 0, "none had a step");
}

#[test]
fn a_full_disk_ends_the_recording_and_not_the_game() {
    let folder = Folder::new("full-recordings");
    let whole = SAUCER_SHOOT
        .headless("--demo --seed 1 --steps 400 --draw-rate 5 --checksum")
        .expect(0);
    // The system limits file sizes, here to 16 blocks of 512 bytes. For the game, this is like a full disk.
    let limited = |options: &str| {
        Program::in_shell(
            r#"trap '' XFSZ; ulimit -f 16; exec "$0" "$@""#,
            "saucer_shoot",
        )
        .options("--headless --demo --seed 1 --steps 400 --draw-rate 5 --checksum --log error")
        .options(options)
    };
    let run = folder.file("a.replay");
    for older in [false, true] {
        let options = format!("--checksum-every 1 --record {run}");
        let ran = limited(&options).run();
        assert_eq!(ran.code, Some(1), "{ran}");
        assert!(
            ran.stderr.contains("the recording ends after step "),
            "{ran}"
        );
        // The game was still played to its end.
        assert_eq!(ran.checksum(), whole.checksum());
        let written = if older {
            let part = folder.file("a.replay.part");
            assert!(ran.stderr.contains(&format!("is in {part}")), "{ran}");
            part
        } else {
            run.clone()
        };
        assert_eq!(fs::metadata(&written).unwrap().len(), 8192);
        let replayed = replay(&SAUCER_SHOOT, &written, FEW_FRAMES);
        assert_eq!(replayed.code, Some(0), "{replayed}");
        assert!((10..400).contains(&replayed.checksum().1), "{replayed}");
    }
    // If the first record does not fit, no file remains.
    let none = folder.file("b.replay");
    let refused = SAUCER_SHOOT
        .headless("--record /dev/full --log off")
        .expect(1);
    assert!(refused.only_line().contains("/dev/full"), "{refused}");
    let full = Program::in_shell(
        r#"trap '' XFSZ; ulimit -f 0; exec "$0" "$@""#,
        "saucer_shoot",
    );
    full.options(&format!("--headless --log off --record {none}"))
        .expect(1);
    assert_eq!(folder.names(), ["a.replay", "a.replay.part"]);
    // The recording that the full disk cut off is renamed by the next one, not overwritten.
    let again = format!("--demo --seed 1 --steps 9 --record {run}");
    let ran = SAUCER_SHOOT.headless(&again).expect(0);
    assert!(
        ran.stderr
            .contains("a.replay.part, left behind by a killed program, to "),
        "{ran}"
    );
    assert_eq!(folder.names(), ["a.replay", "a.replay.part-1"]);
}

/// Waits until another process has fulfilled a condition.
fn wait_until(mut condition: impl FnMut() -> bool) {
    while !condition() {
        std::thread::sleep(Duration::from_millis(2));
    }
}
