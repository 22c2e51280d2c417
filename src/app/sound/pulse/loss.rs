//! Why a PulseAudio server does not play, or no longer.

use core::fmt;
use std::io;
use std::path::PathBuf;

use pulseaudio::protocol::{ProtocolError, PulseError};

/// Why a server does not play, or no longer. Displayed as one line.
#[derive(Debug)]
pub(super) enum PulseLoss {
    /// The environment names no local socket.
    NoPath,
    /// The connection to this socket failed.
    NotConnected(PathBuf, io::Error),
    /// Reading from the socket or writing to it failed.
    Socket(io::Error),
    /// The server closed the connection.
    Closed,
    /// A message cannot be decoded.
    Invalid(ProtocolError),
    /// A message is longer than any real one: its length in bytes.
    TooLong(u32),
    /// The server refused a command.
    Refused(PulseError),
    /// The server did not do this in time.
    Late(&'static str),
    /// The server requested more frames than fit into the longest buffer.
    TooGreedy,
    /// The server ended the stream, for example because its device was removed.
    Killed,
    /// The session was stopped.
    Stopped,
}

impl fmt::Display for PulseLoss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoPath => write!(
                f,
                "no path to a PulseAudio socket: expected a local one in PULSE_SERVER, or XDG_RUNTIME_DIR"
            ),
            Self::NotConnected(path, error) => {
                write!(f, "no PulseAudio server at \"{}\": {error}", path.display())
            }
            Self::Socket(error) => write!(f, "PulseAudio: {error}"),
            Self::Closed => write!(f, "the PulseAudio server closed the connection"),
            Self::Invalid(error) => write!(f, "PulseAudio: {error}"),
            Self::TooLong(length) => write!(f, "PulseAudio: a message of {length} bytes"),
            Self::Refused(error) => write!(f, "the PulseAudio server refused a command: {error}"),
            Self::Late(what) => write!(f, "the PulseAudio server {what}"),
            Self::TooGreedy => write!(
                f,
                "the PulseAudio server requested more frames than fit into the buffer"
            ),
            Self::Killed => write!(f, "the PulseAudio server ended the stream"),
            Self::Stopped => write!(f, "stopped"),
        }
    }
}

impl From<io::Error> for PulseLoss {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            // A server that is killed resets the connection if it has not read everything.
            io::ErrorKind::ConnectionReset | io::ErrorKind::BrokenPipe => Self::Closed,
            _ => Self::Socket(error),
        }
    }
}

impl From<ProtocolError> for PulseLoss {
    fn from(error: ProtocolError) -> Self {
        Self::Invalid(error)
    }
}
