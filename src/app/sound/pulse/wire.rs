//! Messages to and from a PulseAudio server.
//!
//! A read that times out in the middle of a message must not lose its first bytes. So bytes are collected, and a
//! message is decoded once it is complete.

use std::io::{ErrorKind, Read, Write};

use pulseaudio::protocol::{
    Command, CommandReply, CommandTag, DESCRIPTOR_SIZE, PulseError, TagStructReader,
    encode_command_message, read_descriptor, write_memblock,
};

use super::loss::PulseLoss;

/// Version of the protocol that is spoken, if the server does not know less. From 21 on, replies contain property
/// lists. The crate allocates memory of the length that is written in these, and a damaged length can be 4 GiB.
pub(super) const VERSION: u16 = 20;

/// Longest accepted message in bytes. Real ones have less than a thousand.
const LONGEST_MESSAGE: u32 = 1 << 20;

/// Channel number of messages that are not samples.
const CONTROL: u32 = u32::MAX;

/// A message of the server.
#[derive(Debug, PartialEq)]
pub(super) enum PulseMessage {
    /// The answer to the command with this number, still encoded.
    Reply { command: u32, data: Vec<u8> },
    /// The server refused a command.
    Refusal(PulseError),
    /// An event of a stream.
    Event(Box<Command>),
    /// A message that an output can ignore.
    Other,
}

/// A connection to a server, and the incomplete message that was received last.
#[derive(Debug)]
pub(super) struct Wire<S> {
    socket: S,
    version: u16,
    /// Number of the next command.
    next: u32,
    received: Vec<u8>,
    /// The message being sent. Its memory is reused.
    sent: Vec<u8>,
}

impl<S: Read + Write> Wire<S> {
    /// Returns the wire of a connected socket. Reads and writes must have a timeout.
    pub(super) fn new(socket: S) -> Self {
        Self {
            socket,
            version: VERSION,
            next: 0,
            received: Vec::new(),
            sent: Vec::new(),
        }
    }

    /// Sets the version, if the server's is lower.
    pub(super) fn limit_version(&mut self, of_server: u16) {
        self.version = VERSION.min(of_server);
    }

    /// Sends a command and returns its number.
    ///
    /// # Errors
    /// The socket failed, or the server does not read.
    pub(super) fn send(&mut self, command: &Command) -> Result<u32, PulseLoss> {
        let number = self.next;
        self.next = number.wrapping_add(1);
        self.sent.clear();
        encode_command_message(&mut self.sent, number, command, self.version)?;
        self.write()?;
        Ok(number)
    }

    /// Sends samples to a stream.
    ///
    /// # Errors
    /// The socket failed, or the server does not read.
    pub(super) fn send_samples(&mut self, channel: u32, samples: &[u8]) -> Result<(), PulseLoss> {
        self.sent.clear();
        write_memblock(&mut self.sent, channel, samples, 0)?;
        self.write()
    }

    fn write(&mut self) -> Result<(), PulseLoss> {
        let written = self.socket.write_all(&self.sent);
        written.map_err(|error| match error.kind() {
            // The rest of the message is lost, so the connection is of no use any more.
            ErrorKind::WouldBlock | ErrorKind::TimedOut => PulseLoss::Late("does not read"),
            _ => error.into(),
        })
    }

    /// Returns the next message. Reads at most once, so `None` may be returned before the socket's timeout.
    ///
    /// # Errors
    /// The socket failed, the server closed the connection, or sent an invalid message.
    pub(super) fn receive(&mut self) -> Result<Option<PulseMessage>, PulseLoss> {
        if let Some(message) = self.take_message()? {
            return Ok(Some(message));
        }
        let mut bytes = [0; 4096];
        match self.socket.read(&mut bytes) {
            Ok(0) => return Err(PulseLoss::Closed),
            Ok(length) => self.received.extend_from_slice(&bytes[..length]),
            Err(error) => match error.kind() {
                // With a timeout, a read is interrupted by every signal, even if its handler restarts calls.
                ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted => {}
                _ => return Err(error.into()),
            },
        }
        self.take_message()
    }

    /// Returns whether a complete message was received that [`Self::receive`] has not returned yet.
    pub(super) fn has_message(&self) -> bool {
        let header = self.received.get(..DESCRIPTOR_SIZE);
        let descriptor = header.and_then(|mut header| read_descriptor(&mut header).ok());
        descriptor
            .is_some_and(|found| self.received.len() - DESCRIPTOR_SIZE >= found.length as usize)
    }

    /// Removes the first message from the received bytes, if it is complete.
    fn take_message(&mut self) -> Result<Option<PulseMessage>, PulseLoss> {
        let Some(mut header) = self.received.get(..DESCRIPTOR_SIZE) else {
            return Ok(None);
        };
        let descriptor = read_descriptor(&mut header)?;
        if descriptor.length > LONGEST_MESSAGE {
            return Err(PulseLoss::TooLong(descriptor.length));
        }
        let end = DESCRIPTOR_SIZE + descriptor.length as usize;
        let Some(payload) = self.received.get(DESCRIPTOR_SIZE..end) else {
            return Ok(None);
        };
        let message = match descriptor.channel {
            CONTROL => decode(payload, self.version)?,
            _ => PulseMessage::Other,
        };
        self.received.drain(..end);
        Ok(Some(message))
    }

    /// Decodes the data of a reply.
    ///
    /// # Errors
    /// The data is not a reply of type `T`.
    pub(super) fn decode_reply<T: CommandReply>(&self, mut data: &[u8]) -> Result<T, PulseLoss> {
        Ok(TagStructReader::new(&mut data, self.version).read()?)
    }
}

/// Decodes a message. Only messages that an output handles are decoded: others may contain property lists, see
/// [`VERSION`].
fn decode(payload: &[u8], version: u16) -> Result<PulseMessage, PulseLoss> {
    let mut rest = payload;
    let mut reader = TagStructReader::new(&mut rest, version);
    let tag: CommandTag = reader.read_enum()?;
    let command = reader.read_u32()?;
    Ok(match tag {
        CommandTag::Error => PulseMessage::Refusal(reader.read_enum()?),
        CommandTag::Reply => PulseMessage::Reply {
            command,
            data: rest.to_vec(),
        },
        CommandTag::Request
        | CommandTag::Underflow
        | CommandTag::PlaybackStreamKilled
        | CommandTag::PlaybackStreamMoved
        | CommandTag::PlaybackStreamSuspended => {
            let (_, event) = Command::read_tag_prefixed(&mut &*payload, version)?;
            PulseMessage::Event(Box::new(event))
        }
        _ => PulseMessage::Other,
    })
}

#[cfg(test)]
mod tests;
