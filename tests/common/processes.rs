//! Starts child processes for tests.

use std::ffi::OsStr;
use std::process::Command;

/// Returns the command that runs `program` with the default action for SIGINT, SIGTERM and SIGHUP.
///
/// A child process inherits ignored signals, and the engine leaves them ignored. So tests that send signals would fail
/// in a background job and under `nohup`. Only Linux needs the reset: elsewhere the engine cannot see that a signal is
/// ignored.
pub(crate) fn command_with_default_signals(program: impl AsRef<OsStr>) -> Command {
    if cfg!(target_os = "linux") {
        let mut command = Command::new("env");
        command.arg("--default-signal=INT,TERM,HUP").arg(program);
        command
    } else {
        Command::new(program)
    }
}
