//! Runs programs and checks their exit. A program must never panic, crash or hang, whatever its arguments are.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

use crate::processes::command_with_default_signals;

/// Time limit. A program that runs longer is considered to hang, even on a busy machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// A program to run, and its arguments.
#[derive(Debug)]
pub struct Program {
    command: Command,
    line: String,
}

/// Exit code and output of a program that has ended.
#[derive(Debug)]
pub struct Ran {
    /// `None` if a signal ended it.
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
    line: String,
}

/// A running program.
#[derive(Debug)]
pub struct Process {
    child: Child,
    /// Bytes read so far from standard output and standard error.
    read: [Vec<u8>; 2],
    open: usize,
    parts: Receiver<(usize, Vec<u8>)>,
    line: String,
    deadline: Instant,
}

impl Program {
    /// Returns the example of this name, which will run without a display.
    pub fn example(name: &str) -> Self {
        let path = path_of(name);
        Self::new(command_with_default_signals(&path), name)
    }

    /// Returns the example with this name from a folder with another build.
    pub fn example_in(folder: &Path, name: &str) -> Self {
        let path = folder.join(name);
        assert!(path.is_file(), "{path:?} is missing");
        Self::new(
            command_with_default_signals(&path),
            &path.display().to_string(),
        )
    }

    /// Returns a shell script as the program. In the script, `"$0" "$@"` runs the example with the arguments that are
    /// added later.
    pub fn in_shell(script: &str, name: &str) -> Self {
        let mut command = command_with_default_signals("sh");
        command.args(["-c", script]).arg(path_of(name));
        Self::new(command, &format!("sh -c '{script}' {name}"))
    }

    fn new(mut command: Command, line: &str) -> Self {
        command
            .env_remove("DISPLAY")
            .env_remove("WAYLAND_DISPLAY")
            .env_remove("WAYLAND_SOCKET")
            // Some drivers print an error if this variable is not set.
            .env("XDG_RUNTIME_DIR", std::env::temp_dir())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        Self {
            command,
            line: line.to_owned(),
        }
    }

    pub fn arguments<A: AsRef<std::ffi::OsStr>>(mut self, arguments: &[A]) -> Self {
        for argument in arguments {
            self.line += &format!(" {}", argument.as_ref().display());
            self.command.arg(argument);
        }
        self
    }

    /// Adds arguments, separated by blanks.
    pub fn options(self, options: &str) -> Self {
        self.arguments(&options.split_ascii_whitespace().collect::<Vec<_>>())
    }

    pub fn env(mut self, name: &str, value: &str) -> Self {
        self.line = format!("{name}={value} {}", self.line);
        self.command.env(name, value);
        self
    }

    pub fn without_env(mut self, name: &str) -> Self {
        self.line = format!("env -u {name} {}", self.line);
        self.command.env_remove(name);
        self
    }

    pub fn in_folder(mut self, folder: &Path) -> Self {
        self.command.current_dir(folder);
        self
    }

    pub fn stdout(mut self, to: impl Into<Stdio>) -> Self {
        self.command.stdout(to);
        self
    }

    pub fn stderr(mut self, to: impl Into<Stdio>) -> Self {
        self.command.stderr(to);
        self
    }

    pub fn start(mut self) -> Process {
        let mut child = self.command.spawn().unwrap();
        let (sender, parts) = channel();
        let mut open = 0;
        if let Some(pipe) = child.stdout.take() {
            open += 1;
            read_on(0, pipe, sender.clone());
        }
        if let Some(pipe) = child.stderr.take() {
            open += 1;
            read_on(1, pipe, sender);
        }
        Process {
            child,
            read: Default::default(),
            open,
            parts,
            line: self.line,
            deadline: Instant::now() + PATIENCE,
        }
    }

    /// Runs the program to its end.
    pub fn run(self) -> Ran {
        self.start().end()
    }

    /// Runs the program to its end and checks its exit code.
    pub fn expect(self, code: i32) -> Ran {
        let ran = self.run();
        assert_eq!(ran.code, Some(code), "{ran}");
        ran
    }
}

impl Process {
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Waits until standard error contains this text.
    pub fn wait_for(&mut self, text: &str) {
        while !self.stderr().contains(text) {
            assert!(self.read_part(), "`{}` ended: {}", self.line, self.stderr());
        }
    }

    /// Sends a signal, given by its name, to the program.
    pub fn signal(&self, name: &str) {
        let id = self.id().to_string();
        let sent = Command::new("kill").args(["-s", name, &id]).status();
        assert!(sent.unwrap().success());
    }

    #[cfg(target_os = "linux")]
    pub fn is_running(&mut self) -> bool {
        self.child.try_wait().unwrap().is_none()
    }

    /// Waits for the end of the program, and checks that it did not panic or crash.
    pub fn end(mut self) -> Ran {
        while self.read_part() {}
        let status = self.child.wait().unwrap();
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let ran = Ran {
            code: status.code(),
            stdout: text(&self.read[0]),
            stderr: text(&self.read[1]),
            line: self.line.clone(),
        };
        // A panic exits with 101. A shell reports an abort as 134, and a segmentation fault as 139.
        assert!(!ran.stderr.contains("panicked at"), "{ran}");
        let faults = [Some(101), Some(134), Some(139)];
        assert!(!faults.contains(&ran.code), "{ran}");
        ran
    }

    fn stderr(&self) -> std::borrow::Cow<'_, str> {
        String::from_utf8_lossy(&self.read[1])
    }

    /// Reads one more part of the output. Returns false at the end.
    fn read_part(&mut self) -> bool {
        while self.open > 0 {
            let left = self.deadline.saturating_duration_since(Instant::now());
            match self.parts.recv_timeout(left) {
                Ok((_, bytes)) if bytes.is_empty() => self.open -= 1,
                Ok((pipe, bytes)) => {
                    self.read[pipe].extend(bytes);
                    return true;
                }
                Err(_) => panic!("`{}` hangs after: {}", self.line, self.stderr()),
            }
        }
        false
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // Errors mean that the program has already ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Ran {
    /// Returns the only line of standard error.
    pub fn only_line(&self) -> &str {
        assert_eq!(self.stderr.lines().count(), 1, "{self}");
        self.stderr.trim_end()
    }

    /// Returns the digits and N of the last line of standard output, `checksum <16 hex digits> step <N>`.
    pub fn checksum(&self) -> (&str, u64) {
        let line = self.stdout.lines().next_back().unwrap_or_default();
        let words: Vec<_> = line.split(' ').collect();
        let ["checksum", digits, "step", step] = words[..] else {
            panic!("no checksum at the end: {self}");
        };
        let hexadecimal = |digit: u8| matches!(digit, b'0'..=b'9' | b'a'..=b'f');
        assert!(digits.len() == 16 && digits.bytes().all(hexadecimal));
        (digits, step.parse().unwrap())
    }
}

impl core::fmt::Display for Ran {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let Self {
            code,
            stdout,
            stderr,
            line,
        } = self;
        write!(
            f,
            "`{line}` ended with {code:?}\n--- stdout\n{stdout}\n--- stderr\n{stderr}"
        )
    }
}

/// Starts a thread that forwards the bytes of a pipe. An empty part marks the end.
fn read_on(number: usize, mut pipe: impl Read + Send + 'static, sender: Sender<(usize, Vec<u8>)>) {
    std::thread::spawn(move || {
        let mut buffer = [0; 4096];
        loop {
            let length = pipe.read(&mut buffer).unwrap_or(0);
            // Sending fails if the test has failed and dropped the receiver.
            if sender.send((number, buffer[..length].to_vec())).is_err() || length == 0 {
                return;
            }
        }
    });
}

/// Returns the path of an example. Cargo puts examples next to the folder that contains this test's program.
fn path_of(name: &str) -> PathBuf {
    let own = std::env::current_exe().unwrap();
    let folder = own.parent().and_then(Path::parent).unwrap();
    let path = folder.join("examples").join(name);
    let here = path.is_file();
    assert!(here, "{path:?} is missing: `cargo build --examples` first");
    path
}
