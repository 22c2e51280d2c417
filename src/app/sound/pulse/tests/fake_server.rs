//! A server in the test's process, which does what a script says.

use pulseaudio::protocol::{
    AuthReply, Command, CreatePlaybackStreamReply, DESCRIPTOR_SIZE, SampleFormat, SampleSpec,
    SetClientNameReply, read_descriptor, write_command_message, write_reply_message,
};
use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use super::super::wire::VERSION;

/// Channel of the stream on the server, another number than its index.
pub(super) const CHANNEL: u32 = 5;

/// Wait after which a test fails instead of hanging.
pub(super) const PATIENCE: Duration = Duration::from_secs(30);

/// A socket that listens in a temporary folder. Removed on drop.
pub(in crate::app::sound::pulse) struct FakeServer {
    listener: UnixListener,
    pub(in crate::app::sound::pulse) path: PathBuf,
}

impl FakeServer {
    pub(in crate::app::sound::pulse) fn new() -> Self {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("damselfly-pulse-{}-{number}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::remove_file(&path).ok();
        Self {
            listener: UnixListener::bind(&path).unwrap(),
            path,
        }
    }

    /// Waits for a client.
    pub(in crate::app::sound::pulse) fn accept(&self) -> Client {
        let (socket, _) = self.listener.accept().unwrap();
        socket.set_read_timeout(Some(PATIENCE)).unwrap();
        Client {
            socket: BufReader::new(socket),
            number: 0,
        }
    }

    /// Waits for a client and creates its stream, which then wants `requested` bytes.
    pub(super) fn accept_stream(&self, requested: u32) -> Client {
        let mut client = self.accept();
        client.handshake(requested);
        client
    }
}

impl Drop for FakeServer {
    fn drop(&mut self) {
        std::fs::remove_file(&self.path).ok();
    }
}

/// A message of a client.
pub(super) enum FromClient {
    Command(Box<Command>),
    Frames(Vec<[f32; 2]>),
}

/// A connected client, seen by the server.
pub(in crate::app::sound::pulse) struct Client {
    socket: BufReader<UnixStream>,
    /// Number of the last command.
    pub(super) number: u32,
}

impl Client {
    pub(super) fn handshake(&mut self, requested: u32) {
        assert!(matches!(self.command(), Command::Auth(settings) if settings.cookie.len() == 256));
        self.reply(&AuthReply {
            version: VERSION,
            ..AuthReply::default()
        });
        assert!(matches!(self.command(), Command::SetClientName(_)));
        self.reply(&SetClientNameReply { client_id: 3 });
        let Command::CreatePlaybackStream(wanted) = self.command() else {
            panic!("no stream is created");
        };
        assert_eq!(
            [
                wanted.sample_spec.channels.into(),
                wanted.sample_spec.sample_rate
            ],
            [2, 48_000]
        );
        assert_eq!(wanted.buffer_attr.target_length, 480 * 8);
        self.reply(&stream(requested, false));
    }

    /// Waits for a byte, or the end of the connection. Returns whether there is a byte.
    pub(super) fn has_sent(&mut self) -> bool {
        self.socket.fill_buf().is_ok_and(|bytes| !bytes.is_empty())
    }

    /// Waits for the next command.
    pub(super) fn command(&mut self) -> Command {
        match self.message() {
            FromClient::Command(command) => *command,
            FromClient::Frames(frames) => panic!("{} frames instead of a command", frames.len()),
        }
    }

    /// Waits for the next samples. A command before them is an error, but for a measurement of the latency.
    pub(super) fn frames(&mut self) -> Vec<[f32; 2]> {
        loop {
            match self.message() {
                FromClient::Frames(frames) => return frames,
                FromClient::Command(command) => {
                    assert!(
                        matches!(*command, Command::GetPlaybackLatency(_)),
                        "{command:?} instead of frames"
                    );
                }
            }
        }
    }

    /// Waits for the next message.
    pub(super) fn message(&mut self) -> FromClient {
        let mut header = [0; DESCRIPTOR_SIZE];
        self.socket.read_exact(&mut header).unwrap();
        let descriptor = read_descriptor(&mut &header[..]).unwrap();
        let mut bytes = vec![0; descriptor.length as usize];
        self.socket.read_exact(&mut bytes).unwrap();
        if descriptor.channel == CHANNEL {
            let sample = |bytes: &[u8]| f32::from_ne_bytes(bytes.try_into().unwrap());
            let frame = |bytes: &[u8]| [sample(&bytes[..4]), sample(&bytes[4..])];
            return FromClient::Frames(bytes.chunks_exact(8).map(frame).collect());
        }
        let (number, command) = Command::read_tag_prefixed(&mut &bytes[..], VERSION).unwrap();
        self.number = number;
        FromClient::Command(Box::new(command))
    }

    /// Replies to the last command.
    pub(super) fn reply<T: pulseaudio::protocol::CommandReply>(&mut self, reply: &T) {
        let number = self.number;
        write_reply_message(self.socket.get_mut(), number, reply, VERSION).unwrap();
    }

    pub(super) fn send(&mut self, event: &Command) {
        write_command_message(self.socket.get_mut(), u32::MAX, event, VERSION).unwrap();
    }

    /// Sends bytes, unless the client has closed the connection.
    pub(super) fn send_bytes(&mut self, bytes: &[u8]) {
        self.socket.get_mut().write_all(bytes).ok();
    }

    /// Waits until the client closes the connection.
    pub(super) fn wait_for_end(mut self) {
        // A client that closes with unread messages resets the connection.
        self.socket.read_to_end(&mut vec![]).ok();
    }
}

/// Returns the reply to the creation of a stream.
pub(super) fn stream(requested_bytes: u32, suspended: bool) -> CreatePlaybackStreamReply {
    CreatePlaybackStreamReply {
        channel: CHANNEL,
        stream_index: 9,
        requested_bytes,
        sample_spec: SampleSpec {
            format: SampleFormat::Float32Le,
            channels: 2,
            sample_rate: 48_000,
        },
        sink_name: Some(c"fake".into()),
        suspended,
        ..CreatePlaybackStreamReply::default()
    }
}
