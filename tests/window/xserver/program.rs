//! Examples as processes: starting them, acting on them, and their exit.

use std::io::Read;
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use super::client::WindowId;
use super::{Display, GLANCE, WAIT};
use crate::processes::command_with_default_signals;

/// The longest wait for a window to close.
const SOON: Duration = Duration::from_secs(5);
/// A game stops after this many steps, so that it ends soon even if its test is killed.
const STEPS: &str = "4000";

/// A process that ends when it is dropped.
#[derive(Debug)]
struct Process(Child);

impl Drop for Process {
    fn drop(&mut self) {
        // Both fail if it has ended, which is just as well.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Signal for a process.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Signal {
    Interrupt,
    Terminate,
    Kill,
    Stop,
    Continue,
}

impl Signal {
    pub(super) fn send(self, process: u32) {
        let name = match self {
            Self::Interrupt => "INT",
            Self::Terminate => "TERM",
            Self::Kill => "KILL",
            Self::Stop => "STOP",
            Self::Continue => "CONT",
        };
        let kill = format!("kill -{name} {process}");
        let sent = Command::new("sh").args(["-c", &kill]).status();
        assert!(sent.is_ok_and(|status| status.success()), "{kill}");
    }
}

/// An example, and how to start it.
#[derive(Clone, Debug)]
pub(crate) struct Program<'a> {
    name: &'a str,
    /// Folder of the program; `None` for this test's build.
    folder: Option<PathBuf>,
    arguments: Vec<&'a str>,
    environment: Vec<(&'a str, &'a str)>,
    /// Whether all its threads share a processor.
    on_one_processor: bool,
}

impl<'a> Program<'a> {
    /// The example with this name, drawn by this backend.
    pub(crate) fn example(name: &'a str, backend: &'a str) -> Self {
        Self {
            name,
            folder: None,
            arguments: vec!["--backend", backend],
            environment: Vec::new(),
            on_one_processor: false,
        }
    }

    pub(crate) fn with(mut self, arguments: &[&'a str]) -> Self {
        self.arguments.extend(arguments);
        self
    }

    pub(crate) fn under(mut self, name: &'a str, value: &'a str) -> Self {
        self.environment.push((name, value));
        self
    }

    pub(crate) fn on_one_processor(self) -> Self {
        Self {
            on_one_processor: true,
            ..self
        }
    }

    /// The same of a release build, in the folder that `DAMSELFLY_RELEASE_EXAMPLES` names. `None` if it names none.
    /// Such a build may have no windows.
    pub(crate) fn of_release_build(&self) -> Option<Self> {
        let folder = std::env::var_os("DAMSELFLY_RELEASE_EXAMPLES")?;
        Some(Self {
            folder: Some(folder.into()),
            ..self.clone()
        })
    }

    fn command(&self) -> Command {
        let test = std::env::current_exe().expect("a test has a file");
        let built = test.ancestors().nth(2).expect("it is in a folder of tests");
        let folder = self.folder.clone();
        let file = folder.unwrap_or(built.join("examples")).join(self.name);
        assert!(file.exists(), "{file:?}: `cargo build --examples` makes it");
        let mut command = if self.on_one_processor {
            let mut command = command_with_default_signals("taskset");
            command.args(["-c", "0"]).arg(file);
            command
        } else {
            command_with_default_signals(file)
        };
        command
            .args(&self.arguments)
            .env_remove("WAYLAND_DISPLAY")
            .env_remove("WAYLAND_SOCKET")
            .env_remove("WINIT_X11_SCALE_FACTOR")
            .envs(self.environment.iter().copied())
            .current_dir(env!("CARGO_TARGET_TMPDIR"))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        if !self.arguments.contains(&"--steps") {
            command.args(["--steps", STEPS]);
        }
        command
    }

    /// Starts it on a screen.
    pub(crate) fn on<'d>(&self, display: &'d Display) -> Game<'d> {
        self.on_named(display, &format!(":{}", display.number()))
    }

    /// Starts it on the screen with this name, next to another one.
    pub(crate) fn on_named<'d>(&self, display: &'d Display, name: &str) -> Game<'d> {
        let child = self.command().env("DISPLAY", name).spawn();
        Game {
            display,
            window: 0,
            process: Process(child.expect("the example starts")),
        }
    }
}

/// A game that runs.
#[derive(Debug)]
pub(crate) struct Game<'a> {
    pub(crate) display: &'a Display,
    pub(crate) window: WindowId,
    process: Process,
}

impl Game<'_> {
    /// Waits until its window is open, and gives it the keys.
    pub(crate) fn opened(mut self, title: &str) -> Self {
        let client = &self.display.client;
        let process = &mut self.process;
        self.window = self.display.wait_for("a window", || {
            let ended = process.0.try_wait().ok().flatten();
            if let Some(status) = ended {
                panic!("no window: {}", end_with(process, status).said);
            }
            client
                .find(title)
                .filter(|&window| client.is_mapped(window))
        });
        client.focus(self.window);
        self
    }

    pub(crate) fn signal(&self, signal: Signal) {
        signal.send(self.process.0.id());
    }

    /// A number of a line of one of the process's files in `/proc`: which `column`, on the line that starts so.
    fn number(&self, file: &str, line: &str, column: usize) -> u64 {
        let path = format!("/proc/{}/{file}", self.process.0.id());
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        let line = text.lines().find(|text| text.starts_with(line));
        let number = line.and_then(|line| line.split_whitespace().nth(column)?.parse().ok());
        number.unwrap_or_else(|| panic!("{path}: {text}"))
    }

    /// Memory in use, in MiB.
    pub(crate) fn memory(&self) -> u64 {
        self.number("status", "VmRSS:", 1) / 1024
    }

    /// Time that processors have spent on it.
    pub(crate) fn processor_time(&self) -> Duration {
        // User and kernel time, in hundredths of a second.
        Duration::from_millis(10 * (self.number("stat", "", 13) + self.number("stat", "", 14)))
    }

    /// Waits for its end.
    pub(crate) fn ended(mut self) -> Ended {
        end_of(&mut self.process)
    }

    /// Asks it to close, as a person does, and waits for its end, which must be soon and in order.
    pub(crate) fn close(self) -> Ended {
        let start = Instant::now();
        self.display.client.ask_to_close(self.window);
        let ended = self.ended();
        ended.well();
        assert!(start.elapsed() < SOON, "{}", ended.said);
        ended
    }
}

/// How a program ended, and what it said.
#[derive(Debug)]
pub(crate) struct Ended {
    pub(crate) status: ExitStatus,
    /// Standard output.
    pub(crate) printed: String,
    /// Standard error.
    pub(crate) said: String,
}

impl Ended {
    /// It ended in order.
    pub(crate) fn well(&self) {
        self.without_panic();
        assert_eq!(self.status.code(), Some(0), "{}", self.said);
    }

    pub(crate) fn without_panic(&self) {
        assert!(!self.said.contains("panicked at"), "{}", self.said);
    }

    /// The number of the last step, off the line with the checksum.
    pub(crate) fn steps(&self) -> u64 {
        let last = self.printed.split_whitespace().last();
        let steps = last.and_then(|number| number.parse().ok());
        steps.unwrap_or_else(|| panic!("{:?}: no step", self.printed))
    }
}

/// Waits for a process's end.
fn end_of(process: &mut Process) -> Ended {
    let start = Instant::now();
    loop {
        if let Some(status) = process.0.try_wait().expect("it is our child") {
            return end_with(process, status);
        }
        if start.elapsed() > WAIT {
            let _ = process.0.kill();
            let status = process.0.wait().expect("it is our child");
            panic!("it did not end: {}", end_with(process, status).said);
        }
        std::thread::sleep(GLANCE);
    }
}

fn end_with(process: &mut Process, status: ExitStatus) -> Ended {
    let (mut printed, mut said) = (String::new(), String::new());
    if let Some(mut pipe) = process.0.stdout.take() {
        let _ = pipe.read_to_string(&mut printed);
    }
    if let Some(mut pipe) = process.0.stderr.take() {
        let _ = pipe.read_to_string(&mut said);
    }
    Ended {
        status,
        printed,
        said,
    }
}
