//! Standard output and standard error that are closed, full or never read cause no panic.

use std::fs::OpenOptions;

use super::examples::{EXAMPLES, Example};
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
fn full_output_stops_nothing() {
    let full = || OpenOptions::new().write(true).open("/dev/full").unwrap();
    for example in EXAMPLES {
        for (options, code) in [(PRINTING, 0), ("--help", 0), ("--bogus", 2)] {
            example.with(options).stdout(full()).expect(code);
            example.with(options).stderr(full()).expect(code);
        }
    }
    let json = "--sprites 10 --frames 2 --headless --backend software --json";
    Program::example("sprite_mark")
        .options(json)
        .stdout(full())
        .expect(0);
}
