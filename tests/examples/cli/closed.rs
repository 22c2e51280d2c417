//! Standard output and standard error that are closed, full or never read cause no panic.

#[cfg(target_os = "linux")]
use std::fs::OpenOptions;

#[cfg(target_os = "linux")]
use super::examples::VIEWER;
use super::examples::{EXAMPLES, Example};
#[cfg(target_os = "linux")]
use super::folder::Folder;
use super::program::Program;

const PRINTING: &str =
    "--headless --steps 2 --backend software --text --checksum --checksum-every 1";

fn in_shell(example: &Example, redirection: &str) -> Program {
    Program::in_shell(&format!("exec \"$0\" \"$@\" {redirection}"), example.name)
        .arguments(example.arguments)
}

#[test]
fn closed_output_stops_nothing() {
    for example in EXAMPLES {
        for redirection in [">&-", "2>&-", ">&- 2>&-", "<&- >&- 2>&-"] {
            in_shell(example, redirection).options(PRINTING).expect(0);
            in_shell(example, redirection).options("--help").expect(0);
            in_shell(example, redirection).options("--bogus").expect(2);
        }
    }
}

#[test]
fn output_that_is_never_read_stops_nothing() {
    for example in EXAMPLES {
        for options in [PRINTING, "--help"] {
            let nobody = || {
                let (reader, writer) = std::io::pipe().unwrap();
                drop(reader);
                writer
            };
            example.with(options).stdout(nobody()).expect(0);
            example.with(options).stderr(nobody()).expect(0);
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn full_output_stops_nothing_and_is_an_error_at_the_end() {
    let full = || OpenOptions::new().write(true).open("/dev/full").unwrap();
    let lost = |program: Program| {
        let ran = program.stdout(full()).expect(1);
        let last = ran.stderr.lines().last().unwrap_or_default();
        assert!(last.starts_with("standard output: No space left"), "{ran}");
    };
    for example in EXAMPLES {
        for (options, code) in [(PRINTING, 0), ("--help", 0), ("--bogus", 2)] {
            match code {
                0 => lost(example.with(options)),
                _ => _ = example.with(options).stdout(full()).expect(code),
            }
            example.with(options).stderr(full()).expect(code);
        }
    }
    let json = "--sprites 10 --frames 2 --headless --backend software --json";
    lost(Program::example("sprite_mark").options(json));
    lost(VIEWER.with("--print"));
}

/// The standard output is a non-blocking pipe, and its reader starts late.
#[cfg(target_os = "linux")]
#[test]
fn no_line_is_lost_on_a_full_pipe_that_does_not_block() {
    use std::io::Read;
    use std::os::unix::fs::OpenOptionsExt;

    const O_NONBLOCK: i32 = 0o4000;
    let (mut reader, writer) = std::io::pipe().unwrap();
    let descriptor = std::os::fd::AsRawFd::as_raw_fd(&writer);
    // Opens the writing end again, as non-blocking: `std::io::pipe` only creates blocking ends.
    let unblocked = OpenOptions::new()
        .write(true)
        .custom_flags(O_NONBLOCK)
        .open(format!("/proc/self/fd/{descriptor}"))
        .unwrap();
    drop(writer);
    // The text is about four times as long as the capacity of a pipe.
    let rows = "@".repeat(99) + "\n";
    let sprite = "10\n99\n250\n1\nred\n".to_owned() + &rows.repeat(2500);
    let folder = Folder::new("full-pipe");
    let file = folder.put("large.spr", sprite);
    let program = Program::example("viewer").options("--print");
    let running = program.arguments(&[&file]).stdout(unblocked).start();
    let reading = std::thread::spawn(move || {
        std::thread::sleep(std::time::Duration::from_secs(2));
        let mut text = String::new();
        reader.read_to_string(&mut text).unwrap();
        text
    });
    let ran = running.end();
    assert_eq!(ran.code, Some(0), "{ran}");
    let text = reading.join().unwrap();
    assert_eq!(text.matches(&rows).count(), 2500);
    assert!(text.ends_with("end\neof\n"));
}
