//! Output to a PulseAudio server by its native protocol, over a local socket. PipeWire serves this protocol, too.
//!
//! The crate `pulseaudio` encodes and decodes messages. Its client is not used: its handshake waits without a limit,
//! and it ignores underruns and streams that are moved, suspended or killed. Everything here runs on the thread
//! `sound`, with reads that last at most 20 ms. Only connections are made on another thread.

mod buffer;
mod connector;
mod handshake;
mod latency;
mod loss;
mod path;
mod stream;
mod wire;

use std::path::PathBuf;

use super::session::OutputSession;
use super::shared_fill::SharedFill;
use connector::Connector;
pub(super) use path::sockets;
use stream::PlaybackStream;

/// A client of PulseAudio servers.
#[derive(Debug)]
pub(super) struct PulseClient {
    /// Name of the game in the system's volume control.
    name: String,
    connector: Connector,
}

impl PulseClient {
    pub(super) fn new(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            connector: Connector::default(),
        }
    }

    /// Plays the frames of `fill` on the first server that listens at one of these paths. Returns the reason when the
    /// server is lost or the session is stopped.
    pub(super) fn play(
        &mut self,
        session: &mut OutputSession,
        fill: &SharedFill,
        sockets: &[PathBuf],
    ) -> String {
        let loss = match PlaybackStream::open(session, fill, self, sockets) {
            Ok(stream) => stream.run(),
            Err(loss) => loss,
        };
        loss.to_string()
    }
}

#[cfg(test)]
mod tests;
