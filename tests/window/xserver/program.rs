//! Examples as processes: starting them, controlling them, and checking their exit.

use std::io::Read;
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use super::client::WindowId;
use super::{Display, GLANCE, WAIT};
use crate::processes::command_with_default_signals;

/// Time limit for a window to close.
const SOON: Duration = Duration::from_secs(5);
/// Maximum number of steps of a game, so that it ends soon even if its test is killed.
const STEPS: &str = "4000";

/// A process that is killed when it is dropped.
#[derive(Debug)]
struct Process(Child);

impl Drop for Process {
    fn drop(&mut self) {
        // Both calls fail if the process has already ended, which is fine.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A signal for a process.
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

/// An example, and the way to start it.
#[derive(Clone, Debug)]
pub(crate) struct Program<'a> {
    name: &'a str,
    /// Folder of the program; `None` for this test's build.
    folder: Option<PathBuf>,
    arguments: Vec<&'a str>,
    environment: Vec<(&'a str, &'a str)>,
    /// Whether all threads of the program share one processor.
    on_one_processor: bool,
}

impl<'a> Program<'a> {
    /// Returns the example with this name, drawn with this backend.
    pub(crate) fn example(name: &'a str, backend: &'a str) -> Self {
        Self {
            name,
            folder: None,
            arguments: vec!["--backend", backend, "--no-sound"],
            environment: Vec::new(),
            on_one_processor: false,
        }
    }

    pub(crate) fn with(mut self, arguments: &[&'a str]) -> Self {
        self.arguments.extend(arguments);
        self
    }

    /// Lets the program play on a sound device. Others are silent, because their sound would disturb people and take
    /// time.
    pub(crate) fn with_sound(mut self) -> Self {
        self.arguments.retain(|argument| *argument != "--no-sound");
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

    /// Returns the same program in a release build, from the folder in `DAMSELFLY_RELEASE_EXAMPLES`; `None` if that is
    /// not set. The release build may lack windows.
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
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        if !self.arguments.contains(&"--steps") {
            command.args(["--steps", STEPS]);
        }
        command
    }

    /// Starts the program on a screen.
    pub(crate) fn on<'d>(&self, display: &'d Display) -> Game<'d> {
        self.on_named(display, &display.name())
    }

    /// Starts the program on the screen with this name. `display` is another screen, on which the test runs.
    pub(crate) fn on_named<'d>(&self, display: &'d Display, name: &str) -> Game<'d> {
        let mut command = self.command();
        command.env("DISPLAY", name).current_dir(display.folder());
        let child = command.spawn();
        Game {
            display,
            window: 0,
            process: Process(child.expect("the example starts")),
        }
    }
}

/// A running game.
#[derive(Debug)]
pub(crate) struct Game<'a> {
    pub(crate) display: &'a Display,
    pub(crate) window: WindowId,
    process: Process,
}

impl Game<'_> {
    /// Waits until the game's window is open, and gives it the keyboard focus.
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

    /// Returns a number from a file of the process in `/proc`: the word `column` of the first line that starts with
    /// `line`.
    fn number(&self, file: &str, line: &str, column: usize) -> u64 {
        let path = format!("/proc/{}/{file}", self.process.0.id());
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        let line = text.lines().find(|text| text.starts_with(line));
        let number = line.and_then(|line| line.split_whitespace().nth(column)?.parse().ok());
        number.unwrap_or_else(|| panic!("{path}: {text}"))
    }

    /// Returns the memory in use, in MiB.
    pub(crate) fn memory(&self) -> u64 {
        self.number("status", "VmRSS:", 1) / 1024
    }

    /// Returns the processor time that the process has used.
    pub(crate) fn processor_time(&self) -> Duration {
        // Adds user and kernel time, which are in units of 10 ms.
        Duration::from_millis(10 * (self.number("stat", "", 13) + self.number("stat", "", 14)))
    }

    pub(crate) fn has_ended(&mut self) -> bool {
        let status = self.process.0.try_wait();
        status.expect("it is our child").is_some()
    }

    /// Waits until the game ends.
    pub(crate) fn ended(mut self) -> Ended {
        end_of(&mut self.process)
    }

    /// Asks the game to close, as a person would, and checks that it soon ends in order.
    pub(crate) fn close(self) -> Ended {
        let start = Instant::now();
        self.display.client.ask_to_close(self.window);
        let ended = self.ended();
        ended.well();
        assert!(start.elapsed() < SOON, "{}", ended.said);
        ended
    }
}

/// Exit status and output of a program that has ended.
#[derive(Debug)]
pub(crate) struct Ended {
    pub(crate) status: ExitStatus,
    /// Standard output.
    pub(crate) printed: String,
    /// Standard error.
    pub(crate) said: String,
}

impl Ended {
    /// Checks that the program ended without a panic and with status 0.
    pub(crate) fn well(&self) {
        self.without_panic();
        assert_eq!(self.status.code(), Some(0), "{}", self.said);
    }

    pub(crate) fn without_panic(&self) {
        assert!(!self.said.contains("panicked at"), "{}", self.said);
    }

    /// Returns the number of the last step, from the line with the checksum.
    pub(crate) fn steps(&self) -> u64 {
        let last = self.printed.split_whitespace().last();
        let steps = last.and_then(|number| number.parse().ok());
        steps.unwrap_or_else(|| panic!("{:?}: no step", self.printed))
    }
}

/// Waits until a process ends.
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
