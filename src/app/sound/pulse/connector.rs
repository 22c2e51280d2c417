//! Connections to sockets, with a time limit.
//!
//! `UnixStream::connect` waits without a limit while a server accepts nothing and the queue of its socket is full.
//! Therefore, it runs on a thread of its own. The next try waits for the same thread if that is not done.

use core::time::Duration;
use std::io;
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError, sync_channel};
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
        // The server of an outcome from before this call may have ended.
        let known = known.filter(Attempt::still_waits);
        let mut is_earlier = known.is_some();
        let mut attempt = match known {
            Some(attempt) => attempt,
            None => Attempt::start(path).map_err(refused)?,
        };
        let end = Instant::now() + CONNECT_TIME;
        let loss = loop {
            match attempt.outcome.recv_timeout(CHECK_TIME) {
                // This was the queue of a server that has ended. Another server may have the path by now.
                Ok(Err(_)) if is_earlier => {
                    attempt = Attempt::start(path).map_err(refused)?;
                    is_earlier = false;
                }
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
    /// Returns whether the thread still waits. Drops the outcome otherwise.
    fn still_waits(&self) -> bool {
        matches!(self.outcome.try_recv(), Err(TryRecvError::Empty))
    }

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::sound::pulse::tests::FakeServer;
    use std::sync::Arc;
    use std::sync::mpsc::SyncSender;

    /// Returns a connector with an earlier attempt at a server's socket, and its end.
    fn waiting(server: &FakeServer) -> (Connector, SyncSender<io::Result<UnixStream>>) {
        let (sender, outcome) = sync_channel(1);
        let path = server.path.clone();
        let waiting = vec![Attempt { path, outcome }];
        (Connector { waiting }, sender)
    }

    fn check(mut connector: Connector, server: &FakeServer) {
        let session = OutputSession::new(Arc::default());
        let socket = connector.connect(&session, &server.path);
        let address = socket.expect("a connection").peer_addr().unwrap();
        assert_eq!(address.as_pathname(), Some(&*server.path));
        server.accept();
    }

    #[test]
    fn the_outcome_of_an_earlier_server_is_ignored() {
        let server = FakeServer::new();
        for error in [true, false] {
            let (connector, sender) = waiting(&server);
            let outcome = if error {
                Err(io::ErrorKind::ConnectionRefused.into())
            } else {
                Ok(UnixStream::pair().unwrap().0)
            };
            sender.send(outcome).unwrap();
            check(connector, &server);
        }
        // A thread that has ended without an outcome.
        let (connector, sender) = waiting(&server);
        drop(sender);
        check(connector, &server);
    }

    #[test]
    fn an_earlier_attempt_that_fails_late_is_repeated() {
        let server = FakeServer::new();
        let (connector, sender) = waiting(&server);
        let fails = std::thread::spawn(move || {
            std::thread::sleep(CHECK_TIME);
            sender.send(Err(io::ErrorKind::ConnectionRefused.into()))
        });
        check(connector, &server);
        fails.join().unwrap().ok();
    }
}
