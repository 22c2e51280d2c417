//! An X server without a monitor. It ends when this process does, even if this process is killed.

use std::io::{BufRead, BufReader};
use std::process::{Child, ChildStdin, Command, Stdio};

/// Starts the server, and kills it at the end of standard input. Only the test's process holds that input open, and the
/// system closes it even if the process is killed. A signal from the keyboard also reaches the shell, which ignores it
/// so that it can still kill the server. `kill -CONT` lets a stopped server end, too.
const SCRIPT: &str = r#"
    sh -c 'echo $$; exec Xvfb "$@"' sh "$@" &
    exec >&-
    trap '' INT HUP TERM
    read -r end
    kill $!; kill -CONT $!
    wait
"#;

/// A running server.
#[derive(Debug)]
pub(crate) struct Server {
    /// Display number.
    pub(crate) number: u32,
    /// Process id.
    pub(crate) process: u32,
    shell: Child,
    lifeline: Option<ChildStdin>,
}

impl Server {
    /// Starts a server with a screen of this size and with these options. `None` if it does not start, for example
    /// because Xvfb is not installed.
    pub(crate) fn start([width, height]: [u32; 2], options: &[&str]) -> Option<Self> {
        let mut shell = Command::new("sh")
            .args(["-c", SCRIPT, "sh"])
            .args(["-displayfd", "1", "-nolisten", "tcp", "-noreset"])
            .args(["-screen", "0", &format!("{width}x{height}x24")])
            .args(options)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .ok()?;
        let mut lines = BufReader::new(shell.stdout.take()?).lines();
        let lifeline = shell.stdin.take();
        let mut number = || lines.next()?.ok()?.trim().parse().ok();
        let (process, number) = (number()?, number()?);
        Some(Self {
            number,
            process,
            shell,
            lifeline,
        })
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.lifeline.take());
        let _ = self.shell.wait();
    }
}
