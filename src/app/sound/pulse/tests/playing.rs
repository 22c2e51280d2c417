//! Requests and events of a server that works.

use super::fake_server::{CHANNEL, FakeServer, stream};
use super::start;
use proptest::prelude::*;
use pulseaudio::protocol::{
    AuthReply, Command, PlaybackLatency, PlaybackStreamMovedParams, Request, SetClientNameReply,
    StreamSuspendedParams, Underflow,
};
use std::time::{Duration, UNIX_EPOCH};

fn request(length: u32) -> Command {
    Command::Request(Request {
        channel: CHANNEL,
        length,
    })
}

/// Returns the reply of a server whose stream has 10 ms in its buffer, and whose device has 4 ms.
fn latency(playing: bool) -> PlaybackLatency {
    PlaybackLatency {
        sink_usec: 4_000,
        source_usec: 0,
        playing,
        local_time: UNIX_EPOCH,
        remote_time: UNIX_EPOCH,
        write_offset: 1000 + 480 * 8,
        read_offset: 1000,
        underrun_for: 0,
        playing_for: 0,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]
    // Lengths need not be whole frames. The oracle only counts bytes.
    #[test]
    fn a_stream_sends_the_requested_frames_in_order(lengths in prop::collection::vec(0_u32..4000, 1..20)) {
        let server = FakeServer::new();
        let (_output, opened, _) = start(server.path.clone());
        let mut client = server.accept_stream(lengths[0]);
        let total: u32 = lengths.iter().sum();
        for &length in &lengths[1..] {
            client.send(&request(length));
        }
        let mut next = 0_u16;
        while u32::from(next) < total / 8 {
            for frame in client.frames() {
                prop_assert_eq!(frame, [f32::from(next), -f32::from(next)]);
                next += 1;
            }
        }
        prop_assert_eq!(u32::from(next), total / 8);
        opened.recv().unwrap();
    }
}

#[test]
fn a_stream_works_with_a_server_that_sends_bytes_one_by_one() {
    let server = FakeServer::new();
    let (_output, ..) = start(server.path.clone());
    let mut client = server.accept_stream(80);
    assert_eq!(client.frames().len(), 10);
    let mut bytes = vec![];
    pulseaudio::protocol::write_command_message(&mut bytes, 1, &request(160), 20).unwrap();
    for byte in bytes {
        client.send_bytes(&[byte]);
        std::thread::sleep(Duration::from_millis(3));
    }
    assert_eq!(client.frames().len(), 20);
}

#[test]
fn gaps_grow_the_buffer_up_to_60_milliseconds() {
    let server = FakeServer::new();
    let (mut output, ..) = start(server.path.clone());
    let mut client = server.accept_stream(80);
    client.frames();
    let gap = Command::Underflow(Underflow {
        channel: CHANNEL,
        offset: 0,
    });
    for frames in [720, 1080, 1620, 2430, 2880] {
        client.send(&gap);
        let Command::SetPlaybackStreamBufferAttr(settings) = client.command() else {
            panic!("the buffer does not grow");
        };
        assert_eq!(
            (settings.index, settings.buffer_attr.target_length),
            (CHANNEL, frames * 8)
        );
        assert!(settings.early_requests && !settings.adjust_latency);
    }
    client.send(&gap);
    client.send(&request(80));
    // Samples follow, and no command.
    client.frames();
    assert_eq!(output.statistics().underruns, 6);
}

#[test]
fn statistics_have_the_measured_latency_of_the_device() {
    let server = FakeServer::new();
    let (mut output, ..) = start(server.path.clone());
    let mut client = server.accept_stream(80);
    client.frames();
    assert!(matches!(client.command(), Command::GetPlaybackLatency(it) if it.channel == CHANNEL));
    assert!(output.statistics().device.is_none(), "not measured yet");
    client.reply(&latency(true));
    // The reply to this request comes after the report of the latency.
    client.send(&request(8 * 77));
    while client.frames().len() != 77 {}
    let statistics = output.statistics();
    assert_eq!(statistics.device.as_deref(), Some("fake"));
    assert_eq!(statistics.latency, Duration::from_millis(14));
    assert_eq!(statistics.buffer, Duration::from_millis(10));
}

#[test]
fn a_suspended_device_is_waited_for_and_a_moved_stream_goes_on() {
    let server = FakeServer::new();
    let (mut output, _, lost) = start(server.path.clone());
    let mut client = server.accept();
    client.command();
    client.reply(&AuthReply {
        version: 35,
        ..AuthReply::default()
    });
    client.command();
    client.reply(&SetClientNameReply { client_id: 3 });
    client.command();
    client.reply(&stream(0, true));
    let gap = Command::Underflow(Underflow {
        channel: CHANNEL,
        offset: 0,
    });
    let resumed = Command::PlaybackStreamSuspended(StreamSuspendedParams {
        stream_index: 9,
        suspended: false,
    });
    client.send(&gap);
    // A device that does not play is measured, too: this shows that the server answers.
    for _ in 0..2 {
        assert!(matches!(client.command(), Command::GetPlaybackLatency(_)));
        client.reply(&latency(false));
    }
    client.send(&resumed);
    client.send(&Command::PlaybackStreamMoved(PlaybackStreamMovedParams {
        stream_index: 9,
        device_index: 2,
        device_name: c"other".into(),
        device_suspended: true,
        buffer_attr: Default::default(),
        configured_sink_latency: 0,
    }));
    client.send(&gap);
    client.send(&resumed);
    client.send(&request(80));
    assert_eq!(client.frames().len(), 10);
    assert!(output.statistics().device.is_none(), "not measured yet");
    assert!(matches!(client.command(), Command::GetPlaybackLatency(_)));
    client.reply(&latency(true));
    client.send(&request(80));
    assert_eq!(client.frames().len(), 10);
    assert_eq!(output.statistics().device.as_deref(), Some("other"));
    assert_eq!(
        output.statistics().underruns,
        0,
        "a suspended device has none"
    );
    assert!(lost.try_recv().is_err(), "a suspended device is not lost");
}
