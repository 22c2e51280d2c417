//! SIGINT (Ctrl-C), SIGTERM and SIGHUP end a game properly.

use super::examples::{EXAMPLES, VIEWER};
use super::folder::Folder;
use super::program::Program;

/// Options of a run that would take hours without a signal.
const LONG: &str = "--steps 1000000000 --backend software";

#[test]
fn a_signal_ends_the_game_as_its_last_step_would() {
    for example in EXAMPLES {
        for signal in ["INT", "TERM", "HUP"] {
            let mut running = example.headless(LONG).options("--checksum").start();
            running.wait_for("backend ");
            running.signal(signal);
            let ran = running.end();
            assert_eq!(ran.code, Some(0), "{signal}: {ran}");
            ran.checksum();
        }
    }
}

#[test]
fn a_gif_is_complete_when_a_signal_ends_the_game() {
    let folder = Folder::new("signal");
    let (film, picture) = (folder.file("a.gif"), folder.file("a.png"));
    let options = format!("--capture {film} --screenshot {picture}");
    let mut running = VIEWER.headless(LONG).options(&options).start();
    running.wait_for("backend ");
    running.signal("TERM");
    let ran = running.end();
    assert_eq!(ran.code, Some(0), "{ran}");
    for file in [film, picture] {
        image::open(file).unwrap();
    }
    assert_eq!(folder.names(), ["a.gif", "a.png"]);
}

#[test]
fn a_signal_ends_a_measurement_in_order() {
    for (measure, report) in [("--json --frames 1000000", ""), ("--ramp", "{")] {
        let options = format!("--headless --backend software {measure}");
        let mut running = Program::example("sprite_mark").options(&options).start();
        running.wait_for("backend ");
        running.signal("INT");
        let ran = running.end();
        assert_eq!(ran.code, Some(0), "{measure}: {ran}");
        // A measurement of too few frames prints no report. A ramp reports the largest number of sprites that was drawn
        // in time, or `null`.
        let line = ran.stdout.trim_end();
        assert!(
            line.is_empty() || line == "null" || line.starts_with(report) && !report.is_empty(),
            "{ran}"
        );
    }
}

/// Each frame takes seconds, so the first signal alone would have no effect for a while.
#[test]
fn a_second_signal_ends_a_game_at_once() {
    let options = "--headless --backend software --sprites 4000000 --steps 1000";
    let mut running = Program::example("sprite_mark").options(options).start();
    running.wait_for("backend ");
    running.signal("INT");
    // Two signals within 50 ms count as one.
    std::thread::sleep(std::time::Duration::from_millis(150));
    running.signal("INT");
    let ran = running.end();
    assert_eq!(ran.code, Some(130), "{ran}");
}

/// The game has not started: opening the pipe waits for its reader.
#[test]
fn a_signal_ends_a_game_that_waits_for_its_films_reader() {
    let folder = Folder::new("unread");
    let pipe = folder.pipe("a.raw");
    let options = format!("--capture {pipe}");
    let running = VIEWER.headless(LONG).options(&options).start();
    std::thread::sleep(std::time::Duration::from_secs(1));
    running.signal("TERM");
    let ran = running.end();
    assert_eq!(ran.code, Some(130), "{ran}");
    assert!(ran.stderr.contains("has not responded"), "{ran}");
}

/// `nohup` starts programs with ignored signals, and so do shells for background jobs.
#[cfg(target_os = "linux")]
#[test]
fn a_signal_that_was_ignored_when_the_program_started_stays_ignored() {
    let mut running = Program::in_shell("trap '' INT HUP; exec \"$0\" \"$@\"", "saucer_shoot")
        .options("--headless --checksum")
        .options(LONG)
        .start();
    running.wait_for("backend ");
    running.signal("HUP");
    running.signal("INT");
    // If SIGINT were not ignored, a second one would end the game at once.
    std::thread::sleep(std::time::Duration::from_millis(200));
    running.signal("INT");
    std::thread::sleep(std::time::Duration::from_millis(200));
    assert!(running.is_running());
    running.signal("TERM");
    let ran = running.end();
    assert_eq!(ran.code, Some(0), "{ran}");
    ran.checksum();
}

/// At the limit the system sends SIGXFSZ, whose default action would end the program while it writes a file.
#[test]
fn a_film_beyond_the_file_size_limit_fails_with_one_line() {
    let folder = Folder::new("limit");
    let film = folder.file("a.dfrec");
    // The limit is in blocks of 512 bytes.
    let ran = Program::in_shell("ulimit -f 200; exec \"$0\" \"$@\"", "saucer_shoot")
        .options("--headless --demo --seed 7 --steps 600 --backend software --log off")
        .options(&format!("--capture {film}"))
        .run();
    assert_eq!(ran.code, Some(1), "{ran}");
    assert!(ran.only_line().contains("a.dfrec"), "{ran}");
}

/// A background job of a script ignores SIGINT, and `nohup` ignores SIGHUP.
#[test]
#[cfg(target_os = "linux")]
fn tests_send_signals_also_where_these_are_ignored() {
    use std::process::Command;

    use crate::processes::command_with_default_signals;

    let mut child = command_with_default_signals("cat");
    child.arg("/proc/self/status");
    let mut shell = Command::new("sh");
    shell.args(["-c", r#"trap "" INT TERM HUP; exec "$@""#, "sh"]);
    let ignored = |command: &mut Command| {
        let said = command.output().unwrap().stdout;
        let status = String::from_utf8(said).unwrap();
        let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
        let mask = u64::from_str_radix(mask.unwrap().trim(), 16).unwrap();
        [1, 2, 15].map(|signal| mask & 1 << (signal - 1) != 0)
    };
    let mut plain = Command::new("sh");
    plain
        .args(shell.get_args())
        .args(["cat", "/proc/self/status"]);
    assert_eq!(ignored(&mut plain), [true; 3]);
    shell.arg(child.get_program()).args(child.get_args());
    assert_eq!(ignored(&mut shell), [false; 3]);
}
