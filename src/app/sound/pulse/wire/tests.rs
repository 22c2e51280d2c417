use super::*;
use proptest::prelude::*;
use pulseaudio::protocol::{
    PlaybackStreamMovedParams, Request, StreamSuspendedParams, Underflow, write_ack_message,
    write_command_message, write_error,
};
use std::collections::VecDeque;
use std::io;

/// A socket that returns these results of reads, one after the other, and then is closed.
#[derive(Default)]
struct ScriptedSocket {
    reads: VecDeque<io::Result<Vec<u8>>>,
    writes: VecDeque<io::Result<usize>>,
    written: Vec<u8>,
}

impl Read for ScriptedSocket {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let Some(read) = self.reads.pop_front() else {
            return Ok(0);
        };
        let bytes = read?;
        into[..bytes.len()].copy_from_slice(&bytes);
        Ok(bytes.len())
    }
}

impl Write for ScriptedSocket {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let length = self.writes.pop_front().unwrap_or(Ok(bytes.len()))?;
        self.written.extend_from_slice(&bytes[..length]);
        Ok(length)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Returns all messages up to the loss of the connection.
fn received(reads: Vec<io::Result<Vec<u8>>>) -> (Vec<PulseMessage>, PulseLoss) {
    let most_calls = 2 * reads.len() + 100;
    let mut wire = Wire::new(ScriptedSocket {
        reads: reads.into(),
        ..ScriptedSocket::default()
    });
    let mut messages = vec![];
    for _ in 0..most_calls {
        match wire.receive() {
            Ok(message) => messages.extend(message),
            Err(loss) => return (messages, loss),
        }
    }
    panic!("the connection is never lost");
}

fn message() -> impl Strategy<Value = (Vec<u8>, PulseMessage)> {
    let event = |command: Command| {
        let mut bytes = vec![];
        write_command_message(&mut bytes, u32::MAX, &command, VERSION).unwrap();
        (bytes, PulseMessage::Event(Box::new(command)))
    };
    let moved = |index| {
        Command::PlaybackStreamMoved(PlaybackStreamMovedParams {
            stream_index: index,
            device_index: 2,
            device_name: c"other".into(),
            device_suspended: false,
            buffer_attr: Default::default(),
            configured_sink_latency: 5,
        })
    };
    prop_oneof![
        (0_u32..9, 0_u32..99).prop_map(move |(channel, length)| event(Command::Request(Request {
            channel,
            length
        }))),
        (0_u32..9)
            .prop_map(move |channel| event(Command::Underflow(Underflow { channel, offset: 0 }))),
        (0_u32..9, any::<bool>()).prop_map(move |(stream_index, suspended)| {
            event(Command::PlaybackStreamSuspended(StreamSuspendedParams {
                stream_index,
                suspended,
            }))
        }),
        (0_u32..9).prop_map(move |index| event(moved(index))),
        (0_u32..9).prop_map(move |index| event(Command::PlaybackStreamKilled(index))),
        (0_u32..9).prop_map(|command| {
            let mut bytes = vec![];
            write_ack_message(&mut bytes, command).unwrap();
            (
                bytes,
                PulseMessage::Reply {
                    command,
                    data: vec![],
                },
            )
        }),
        Just(()).prop_map(|()| {
            let mut bytes = vec![];
            write_error(&mut bytes, 3, &PulseError::NoEntity).unwrap();
            (bytes, PulseMessage::Refusal(PulseError::NoEntity))
        }),
        // Samples are not for an output, and neither is `Started`.
        prop::collection::vec(any::<u8>(), 0..9).prop_map(|samples| {
            let mut bytes = vec![];
            write_memblock(&mut bytes, 1, &samples, 0).unwrap();
            (bytes, PulseMessage::Other)
        }),
        Just(()).prop_map(|()| {
            let mut bytes = vec![];
            write_command_message(&mut bytes, 1, &Command::Started(1), VERSION).unwrap();
            (bytes, PulseMessage::Other)
        }),
    ]
}

/// Returns what a socket reads from these bytes: pieces of these lengths, one of which is not 0. A piece of 0 bytes is
/// a timeout or a signal.
fn in_pieces(bytes: &[u8], lengths: &[usize]) -> Vec<io::Result<Vec<u8>>> {
    let (mut reads, mut rest) = (vec![], bytes);
    for (index, &length) in lengths.iter().cycle().enumerate() {
        if rest.is_empty() {
            break;
        }
        let (piece, after) = rest.split_at(length.min(rest.len()));
        reads.push(match piece.len() {
            0 if index % 2 == 0 => Err(ErrorKind::WouldBlock.into()),
            0 => Err(ErrorKind::Interrupted.into()),
            _ => Ok(piece.to_vec()),
        });
        rest = after;
    }
    reads
}

proptest! {
    #[test]
    fn messages_do_not_depend_on_the_split_of_their_bytes(
        messages in prop::collection::vec(message(), 0..20),
        lengths in prop::collection::vec(prop_oneof![Just(0), Just(1), 1_usize..90], 1..20),
    ) {
        let bytes: Vec<u8> = messages.iter().flat_map(|(bytes, _)| bytes.clone()).collect();
        let mut lengths = lengths;
        lengths.push(1);
        let (found, loss) = received(in_pieces(&bytes, &lengths));
        let expected: Vec<_> = messages.into_iter().map(|(_, message)| message).collect();
        prop_assert_eq!(found, expected);
        prop_assert!(matches!(loss, PulseLoss::Closed), "{loss}");
    }

    #[test]
    fn garbage_ends_the_connection_without_a_panic(
        messages in prop::collection::vec(message(), 1..5),
        flips in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..9),
        tail in prop::collection::vec(any::<u8>(), 0..99),
    ) {
        let mut bytes: Vec<u8> = messages.iter().flat_map(|(bytes, _)| bytes.clone()).collect();
        for (index, byte) in flips {
            let at = index.index(bytes.len());
            bytes[at] = byte;
        }
        bytes.extend(tail);
        received(vec![Ok(bytes)]);
    }

    #[test]
    fn damaged_replies_are_errors_and_cause_no_panic(data in prop::collection::vec(any::<u8>(), 0..200)) {
        let wire = Wire::new(ScriptedSocket::default());
        wire.decode_reply::<pulseaudio::protocol::AuthReply>(&data).ok();
        wire.decode_reply::<pulseaudio::protocol::SetClientNameReply>(&data).ok();
        wire.decode_reply::<pulseaudio::protocol::CreatePlaybackStreamReply>(&data).ok();
    }
}

#[test]
fn a_message_above_one_mebibyte_is_refused_by_its_header() {
    let header = |length: u32| {
        let mut bytes = vec![];
        write_memblock(&mut bytes, 1, &[], 0).unwrap();
        bytes[..4].copy_from_slice(&length.to_be_bytes());
        bytes
    };
    for length in [LONGEST_MESSAGE + 1, u32::MAX] {
        let (messages, loss) = received(vec![Ok(header(length))]);
        assert!(
            messages.is_empty() && matches!(loss, PulseLoss::TooLong(it) if it == length),
            "{loss}"
        );
    }
    let mut reads = vec![Ok(header(LONGEST_MESSAGE))];
    reads.extend((0..LONGEST_MESSAGE / 4096).map(|_| Ok(vec![0; 4096])));
    let (messages, loss) = received(reads);
    assert_eq!(messages, [PulseMessage::Other]);
    assert!(matches!(loss, PulseLoss::Closed), "{loss}");
}

#[test]
fn each_write_is_a_whole_message_or_a_loss() {
    let mut wire = Wire::new(ScriptedSocket {
        writes: [Ok(3), Err(ErrorKind::Interrupted.into()), Ok(5)].into(),
        ..ScriptedSocket::default()
    });
    assert_eq!(wire.send(&Command::Stat).unwrap(), 0);
    wire.send_samples(7, &[1, 2, 3]).unwrap();
    assert_eq!(wire.send(&Command::Stat).unwrap(), 1);
    let mut expected = vec![];
    write_command_message(&mut expected, 0, &Command::Stat, VERSION).unwrap();
    write_memblock(&mut expected, 7, &[1, 2, 3], 0).unwrap();
    write_command_message(&mut expected, 1, &Command::Stat, VERSION).unwrap();
    assert_eq!(wire.socket.written, expected);
    wire.socket.writes = [Ok(3), Err(ErrorKind::WouldBlock.into())].into();
    let loss = wire.send(&Command::Stat).unwrap_err();
    assert!(matches!(loss, PulseLoss::Late(_)), "{loss}");
}
