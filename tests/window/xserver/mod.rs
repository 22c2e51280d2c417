//! A screen of the test's own: an X server without a monitor, a client of it, and games that run on it.
//!
//! Everything that a test starts here ends with it, also when it fails. Waiting is always for something to be
//! seen, never for some time to pass; the limits only end tests that have failed.

mod client;
mod program;
mod screenshot;

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

use damselfly::Color;

pub(crate) use client::Key;
pub(crate) use program::{Game, Program, Signal};
pub(crate) use screenshot::{Area, Screenshot};

use client::{Client, WindowId};
use program::Process;

/// The longest that a test may take.
const TEST: Duration = Duration::from_secs(100);
/// The longest wait for one thing.
const WAIT: Duration = Duration::from_secs(30);
/// The time from one look to the next.
const GLANCE: Duration = Duration::from_millis(20);

/// What the screen shows where there is no window.
pub(crate) const BACKDROP: Color = Color::rgb(255, 0, 255);
/// The screen's size. A game of 640 × 384 pixels opens unmagnified, and can be magnified to twice its size.
pub(crate) const SCREEN: [u32; 2] = [1400, 800];

/// How many servers run. More than two would only wait for each other.
static SERVERS: Mutex<u32> = Mutex::new(0);
static SERVER_ENDED: Condvar = Condvar::new();
const MOST_SERVERS: u32 = 2;

/// One of the servers that may run at a time.
#[derive(Debug)]
struct Slot;

impl Slot {
    fn wait_for() -> Self {
        let running = SERVERS.lock().unwrap_or_else(PoisonError::into_inner);
        let full = |running: &mut u32| *running >= MOST_SERVERS;
        let mut running = SERVER_ENDED
            .wait_while(running, full)
            .unwrap_or_else(PoisonError::into_inner);
        *running += 1;
        Self
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        *SERVERS.lock().unwrap_or_else(PoisonError::into_inner) -= 1;
        SERVER_ENDED.notify_one();
    }
}

/// A display, with a keyboard and a mouse.
#[derive(Debug)]
pub(crate) struct Display {
    pub(crate) client: Client,
    number: u32,
    backdrop: WindowId,
    since: Instant,
    server: Process,
    _slot: Slot,
}

impl Drop for Display {
    fn drop(&mut self) {
        // In order, so that it leaves no files behind; if it ignores that, it is killed next.
        if self.server.is_running() {
            self.signal(Signal::Terminate);
            let start = Instant::now();
            while self.server.is_running() && start.elapsed() < Duration::from_secs(2) {
                std::thread::sleep(GLANCE);
            }
        }
    }
}

impl Display {
    /// Starts a server with these options of its own. Without a server the test is skipped with a
    /// message; with `DAMSELFLY_REQUIRE_DISPLAY=1` it fails.
    pub(crate) fn open(options: &[&str]) -> Option<Self> {
        let slot = Slot::wait_for();
        let [width, height] = SCREEN;
        let started = Command::new("Xvfb")
            .args(["-displayfd", "1", "-nolisten", "tcp", "-screen", "0"])
            .arg(format!("{width}x{height}x24"))
            .args(options)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn();
        let mut server = match started {
            Ok(child) => Process(child),
            Err(error) => {
                let required = is_set("DAMSELFLY_REQUIRE_DISPLAY");
                assert!(!required, "DAMSELFLY_REQUIRE_DISPLAY=1, and Xvfb: {error}");
                eprintln!("SKIPPED: Xvfb: {error}");
                return None;
            }
        };
        let mut line = String::new();
        let output = server.0.stdout.take().expect("it was asked for");
        BufReader::new(output)
            .read_line(&mut line)
            .expect("the server says its number");
        let number = line.trim().parse().expect("the server says its number");
        let client = Client::connect(number).expect("the server lets us in");
        // Away from where windows open: a pointer over a window is an event.
        client.point_at([1399, 799]);
        let [r, g, b] = [BACKDROP.r, BACKDROP.g, BACKDROP.b];
        let backdrop = client.cover(u32::from_be_bytes([0, r, g, b]));
        Some(Self {
            client,
            number,
            backdrop,
            since: Instant::now(),
            server,
            _slot: slot,
        })
    }

    /// Keys go to a window that no game has.
    pub(crate) fn focus_elsewhere(&self) {
        self.client.focus(self.backdrop);
    }

    /// Waits until `look` finds something.
    pub(crate) fn wait_for<T>(&self, what: &str, mut look: impl FnMut() -> Option<T>) -> T {
        let start = Instant::now();
        loop {
            if let Some(seen) = look() {
                return seen;
            }
            let waited = start.elapsed();
            assert!(waited < WAIT, "waited {waited:?} for {what}");
            assert!(self.since.elapsed() < TEST, "no time left for {what}");
            std::thread::sleep(GLANCE);
        }
    }

    /// Stops the server's process, or lets it go on, or ends it without a warning.
    pub(crate) fn signal(&self, signal: Signal) {
        signal.send(self.server.0.id());
    }
}

/// Whether an environment variable is 1.
pub(crate) fn is_set(name: &str) -> bool {
    std::env::var(name).is_ok_and(|value| value == "1")
}
