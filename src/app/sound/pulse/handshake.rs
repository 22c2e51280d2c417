//! The start of a connection: authentication, the client's name, and a playback stream.

use core::time::Duration;
use std::ffi::CString;
use std::fs::File;
use std::io::{self, Read};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::time::Instant;

use pulseaudio::cookie_path_from_env;
use pulseaudio::protocol::stream::{BufferAttr, StreamFlags};
use pulseaudio::protocol::{
    AuthParams, AuthReply, ChannelMap, Command, CommandReply, CreatePlaybackStreamReply,
    MIN_VERSION, PlaybackStreamParams, Prop, Props, ProtocolError, SampleFormat, SampleSpec,
    SetClientNameReply,
};

use super::connector::Connector;
use super::loss::PulseLoss;
use super::wire::{PulseMessage, VERSION, Wire};
use crate::app::sound::fill::FRAME_RATE;
use crate::app::sound::session::OutputSession;

/// Longest time of the handshake, after the connection.
const HANDSHAKE_TIME: Duration = Duration::from_secs(1);
/// Longest read. After it, the thread checks whether it must stop.
const READ_TIME: Duration = Duration::from_millis(20);
/// Longest write. The socket's own buffer has room for more than is ever sent at once.
const WRITE_TIME: Duration = Duration::from_millis(20);
/// Length of the cookie, which proves that the client may use the server.
const COOKIE_LENGTH: usize = 256;
/// Size of a frame in bytes.
pub(super) const FRAME_BYTES: u32 = 8;
/// Least number of frames of a request, 2.5 ms.
const LEAST_REQUEST: u32 = 120;
/// Most frames that a server may request at once, 2 seconds. More than the length of the buffer: a server makes the
/// buffer longer for a device that reads larger blocks, such as a wireless one.
pub(super) const MOST_REQUESTED: u32 = 2 * FRAME_RATE;

/// A connection with a playback stream.
pub(super) struct Connection {
    pub(super) wire: Wire<UnixStream>,
    pub(super) stream: CreatePlaybackStreamReply,
}

/// Creates a stream with a buffer of this many frames, on the first of these sockets whose server plays. Returns the last
/// error otherwise.
///
/// # Errors
/// No socket accepts a connection, or each server refuses the stream, or does not answer. For each socket, both take at
/// most a second.
pub(super) fn connect(
    session: &OutputSession,
    connector: &mut Connector,
    name: &str,
    sockets: &[PathBuf],
    buffer: u32,
) -> Result<Connection, PulseLoss> {
    let mut loss = PulseLoss::NoPath;
    for path in sockets {
        let socket = connector.connect(session, path);
        match socket.and_then(|socket| open(session, socket, name, buffer)) {
            Err(error) if !session.is_stopped() => loss = error,
            outcome => return outcome,
        }
    }
    Err(loss)
}

/// Creates a stream with a buffer of this many frames on a new connection.
fn open(
    session: &OutputSession,
    socket: UnixStream,
    name: &str,
    buffer: u32,
) -> Result<Connection, PulseLoss> {
    socket.set_read_timeout(Some(READ_TIME))?;
    socket.set_write_timeout(Some(WRITE_TIME))?;
    let mut asking = Handshake {
        session,
        wire: Wire::new(socket),
        end: Instant::now() + HANDSHAKE_TIME,
    };
    let server: AuthReply = asking.ask(&Command::Auth(authentication()))?;
    if server.version < MIN_VERSION {
        return Err(ProtocolError::UnsupportedVersion(server.version).into());
    }
    asking.wire.limit_version(server.version);
    let properties = properties(name);
    let _: SetClientNameReply = asking.ask(&Command::SetClientName(properties.clone()))?;
    let stream = asking.ask(&Command::CreatePlaybackStream(playback(properties, buffer)))?;
    Ok(Connection {
        wire: asking.wire,
        stream,
    })
}

/// A handshake that is under way.
struct Handshake<'a> {
    session: &'a OutputSession,
    wire: Wire<UnixStream>,
    end: Instant,
}

impl Handshake<'_> {
    /// Sends a command and waits for its reply.
    fn ask<T: CommandReply>(&mut self, command: &Command) -> Result<T, PulseLoss> {
        let number = self.wire.send(command)?;
        while Instant::now() < self.end {
            match self.wire.receive()? {
                Some(PulseMessage::Reply { command, data }) if command == number => {
                    return self.wire.decode_reply(&data);
                }
                Some(PulseMessage::Refusal(error)) => return Err(PulseLoss::Refused(error)),
                _ if self.session.is_stopped() => return Err(PulseLoss::Stopped),
                _ => {}
            }
        }
        Err(PulseLoss::Late("did not answer within a second"))
    }
}

/// Returns the first command. Servers on the same machine let their user in without a cookie, but require its length.
fn authentication() -> AuthParams {
    let path = cookie_path_from_env();
    let cookie = path.and_then(|path| read_cookie(&path).ok());
    let mut cookie = cookie.unwrap_or_default();
    cookie.resize(COOKIE_LENGTH, 0);
    AuthParams {
        version: VERSION,
        supports_shm: false,
        supports_memfd: false,
        cookie,
    }
}

/// Reads the cookie from a regular file. Opening a pipe would wait without a limit.
fn read_cookie(path: &Path) -> io::Result<Vec<u8>> {
    let mut cookie = Vec::with_capacity(COOKIE_LENGTH);
    if !path.metadata()?.is_file() {
        return Err(io::ErrorKind::InvalidInput.into());
    }
    let file = File::open(path)?;
    file.take(COOKIE_LENGTH as u64).read_to_end(&mut cookie)?;
    Ok(cookie)
}

/// Returns the name and the role in the system's volume control.
fn properties(name: &str) -> Props {
    let name = CString::new(name.replace('\0', " ")).unwrap_or_default();
    let mut properties = Props::new();
    properties.set(Prop::ApplicationName, &name);
    properties.set(Prop::MediaName, &name);
    properties.set(Prop::MediaRole, c"game");
    properties
}

/// Returns the settings of a stereo stream with a buffer of this many frames.
fn playback(props: Props, buffer: u32) -> PlaybackStreamParams {
    let format = if cfg!(target_endian = "big") {
        SampleFormat::Float32Be
    } else {
        SampleFormat::Float32Le
    };
    PlaybackStreamParams {
        sample_spec: SampleSpec {
            format,
            channels: 2,
            sample_rate: FRAME_RATE,
        },
        channel_map: ChannelMap::stereo(),
        buffer_attr: buffer_settings(buffer),
        props,
        flags: StreamFlags {
            early_requests: true,
            ..StreamFlags::default()
        },
        ..PlaybackStreamParams::default()
    }
}

/// Returns the settings of a buffer of this many frames, beside the device's own buffer.
///
/// The stream asks for early requests: then the device's buffer lasts as long as the least request. By the other flag of
/// the protocol, a half of the length would be the device's, and a delay of the other half would be a gap.
pub(super) fn buffer_settings(frames: u32) -> BufferAttr {
    BufferAttr {
        max_length: MOST_REQUESTED * FRAME_BYTES,
        target_length: frames * FRAME_BYTES,
        // After a gap, the stream continues with a full buffer: otherwise one gap would follow the other.
        pre_buffering: frames * FRAME_BYTES,
        minimum_request_length: LEAST_REQUEST * FRAME_BYTES,
        ..BufferAttr::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_regular_file_is_a_cookie() {
        let name = format!("damselfly-cookie-{}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::write(&path, [7; COOKIE_LENGTH + 9]).unwrap();
        assert_eq!(read_cookie(&path).unwrap(), [7; COOKIE_LENGTH]);
        std::fs::remove_file(&path).unwrap();
        for other in ["/dev/zero", "/", "/missing"] {
            assert!(read_cookie(Path::new(other)).is_err(), "{other}");
        }
    }
}
