//! Connections to sockets, with a time limit.
//!
//! `UnixStream::connect` waits without a limit while a server accepts nothing and the queue of its socket is full.
//! Therefore, it runs on a thread of its own. If the thread still waits, the next try uses it again.

use core::time::Duration;
use std::io;
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::Instant;

use super::loss::PulseLoss;
use crate::app::sound::session::OutputSession;

/// Longest wait for a connection.
const CONNECT_TIME: Duration = Duration::from_secs(1);
/// Time between checks whether the thread must stop.
const CHECK_TIME: Duration = Duration::from_millis(20);

/// Connects to sockets, with at most one waiting thread for each path.
#[derive(Debug, Default)]
pub(super) struct Connector {
    waiting: Vec<Attempt>,
}

/// A connection that a thread waits for.
#[derive(Debug)]
struct Attempt {
    path: PathBuf,
    outcome: Receiver<io::Result<UnixStream>>,
}

impl Connector {
    /// Connects to a socket.
    ///
    /// # Errors
    /// The socket refuses the connection or does not accept it within a second, or the session is stopped.
    pub(super) fn connect(
        &mut self,
        session: &OutputSession,
        path: &Path,
    ) -> Result<UnixStream, PulseLoss> {
        let refused = |error| PulseLoss::NotConnected(path.to_owned(), error);
        let known = self
            .waiting
            .iter()
            .position(|attempt| attempt.path == path)
            .map(|at| self.waiting.swap_remove(at));
        let attempt = match known {
            Some(attempt) => attempt,
            None => Attempt::start(path).map_err(refused)?,
        };
        let end = Instant::now() + CONNECT_TIME;
        let loss = loop {
            match attempt.outcome.recv_timeout(CHECK_TIME) {
                Ok(outcome) => return outcome.map_err(refused),
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(refused(io::ErrorKind::Other.into()));
                }
                Err(RecvTimeoutError::Timeout) if session.is_stopped() => {
                    break PulseLoss::Stopped;
                }
                Err(RecvTimeoutError::Timeout) if Instant::now() >= end => {
                    break PulseLoss::Late("did not accept a connection within a second");
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        };
        self.waiting.push(attempt);
        Err(loss)
    }
}

impl Attempt {
    /// Starts a thread that connects. It ends with the attempt's outcome, which is dropped if nothing receives it.
    fn start(path: &Path) -> io::Result<Self> {
        let (sender, outcome) = sync_channel(1);
        let path = path.to_owned();
        let socket = path.clone();
        std::thread::Builder::new()
            .name("sound-connect".into())
            .spawn(move || sender.send(UnixStream::connect(socket)).ok())?;
        Ok(Self { path, outcome })
    }
}
