//! A screen for tests: an X server without a monitor, a client of it, and games that run on it.
//!
//! Servers without options serve one test after the other, and end with the program. All other processes that a test
//! starts here end with the test, even if it fails. Functions wait until something is seen, never for a fixed time; time
//! limits only end tests that have failed.

mod client;
mod drop;
mod manager;
mod permits;
mod program;
mod screenshot;

use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use damselfly::Color;

pub(crate) use client::Key;
pub(crate) use manager::Manager;
pub(crate) use permits::Permits;
pub(crate) use program::{Ended, Game, Program, Signal};
pub(crate) use screenshot::{Area, Screenshot};

use client::{Client, WindowId};

use crate::xvfb::Server;

/// Time limit of a test.
const TEST: Duration = Duration::from_secs(100);
/// Time limit of one wait.
const WAIT: Duration = Duration::from_secs(30);
/// Time between two looks.
const GLANCE: Duration = Duration::from_millis(20);

/// Colour of the screen outside windows.
pub(crate) const BACKDROP: Color = Color::rgb(255, 0, 255);
/// The screen's size. A game of 640 × 384 pixels opens unmagnified, and can be magnified to twice its size.
pub(crate) const SCREEN: [u32; 2] = [1400, 800];

/// Idle servers without options. A server has one keyboard, one mouse, and one position at which windows open, so it
/// serves one test at a time.
static IDLE: Mutex<Vec<Server>> = Mutex::new(Vec::new());

fn idle() -> MutexGuard<'static, Vec<Server>> {
    IDLE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A server, and the permits of its test: none if the caller has them.
#[derive(Debug)]
struct Turn {
    /// `None` at the beginning and at the end.
    server: Option<Server>,
    /// Whether the server can serve another test later.
    is_reusable: bool,
    _permits: Option<Permits>,
}

impl Turn {
    fn server(&self) -> &Server {
        self.server.as_ref().expect("it was started")
    }
}

impl Drop for Turn {
    /// Ends the server, or keeps it for another test. After this, the permits are given back.
    fn drop(&mut self) {
        let server = self.server.take();
        if self.is_reusable {
            idle().extend(server);
        }
    }
}

/// A display with a keyboard and a mouse, used by one test.
#[derive(Debug)]
pub(crate) struct Display {
    pub(crate) client: Client,
    backdrop: WindowId,
    since: Instant,
    turn: Turn,
}

impl Display {
    /// Waits for a permit and returns an idle server, or a new one. Without a server the test is skipped with a message,
    /// or fails if `DAMSELFLY_REQUIRE_DISPLAY=1` is set.
    pub(crate) fn shared() -> Option<Self> {
        Self::reused(Some(Permits::one()))
    }

    /// Like [`Display::shared`], for tests that measure time: at most one other test runs at the same time.
    pub(crate) fn quiet() -> Option<Self> {
        Self::reused(Some(Permits::all_but_one()))
    }

    /// Like [`Display::shared`], for tests that measure time: no other test runs at the same time.
    pub(crate) fn alone() -> Option<Self> {
        Self::reused(Some(Permits::all()))
    }

    /// Like [`Display::shared`], for callers that have permits.
    pub(crate) fn permitted() -> Option<Self> {
        Self::reused(None)
    }

    fn reused(permits: Option<Permits>) -> Option<Self> {
        let kept = idle().pop();
        Some(Self::on(Turn {
            server: Some(kept.or_else(|| start(&[]))?),
            is_reusable: true,
            _permits: permits,
        }))
    }

    /// Starts a separate server with these options, for tests that stop or kill the server, or need another kind of
    /// server.
    pub(crate) fn own(options: &[&str]) -> Option<Self> {
        let permits = Permits::one();
        Some(Self::on(Turn {
            server: Some(start(options)?),
            is_reusable: false,
            _permits: Some(permits),
        }))
    }

    /// Resets the server: no key is down, keys go to the window under the mouse, and the windows of earlier tests are
    /// gone.
    fn on(turn: Turn) -> Self {
        let client = Client::connect(turn.server().number).expect("the server lets us in");
        client.release_all();
        client.focus_under_pointer();
        // Moves the pointer away from where windows open, because a pointer over a window would cause events.
        client.point_at([1399, 799]);
        let [r, g, b] = [BACKDROP.r, BACKDROP.g, BACKDROP.b];
        let backdrop = client.cover(u32::from_be_bytes([0, r, g, b]));
        let display = Self {
            client,
            backdrop,
            since: Instant::now(),
            turn,
        };
        std::fs::create_dir_all(display.folder()).expect("a folder for the games");
        display.wait_for("the windows of an earlier test to go", || {
            (display.client.windows() == [backdrop]).then_some(())
        });
        display
    }

    fn number(&self) -> u32 {
        self.turn.server().number
    }

    /// Returns the name of the display for programs.
    pub(crate) fn name(&self) -> String {
        format!(":{}", self.number())
    }

    /// Returns the folder in which games on this display run. No other test uses it at the same time.
    pub(crate) fn folder(&self) -> PathBuf {
        PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("display-{}", self.number()))
    }

    /// Gives the keyboard focus to the backdrop, a window that belongs to no game.
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

    /// Sends a signal to the server's process: stops it, continues it, or kills it.
    pub(crate) fn signal(&self, signal: Signal) {
        signal.send(self.turn.server().process);
    }
}

fn start(options: &[&str]) -> Option<Server> {
    let server = Server::start(SCREEN, options);
    if server.is_none() {
        let required = is_set("DAMSELFLY_REQUIRE_DISPLAY");
        assert!(!required, "DAMSELFLY_REQUIRE_DISPLAY=1, and no Xvfb");
        eprintln!("SKIPPED: Xvfb is not installed");
    }
    server
}

/// Returns whether an environment variable is 1.
pub(crate) fn is_set(name: &str) -> bool {
    std::env::var(name).is_ok_and(|value| value == "1")
}
