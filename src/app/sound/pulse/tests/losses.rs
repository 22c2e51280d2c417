//! Servers that fail. The reason of each loss is one line, and the next connection plays.

use super::fake_server::{CHANNEL, Client, FakeServer, PATIENCE};
use super::{RECONNECTION, start, start_on};
use pulseaudio::protocol::{AuthReply, Command, PulseError, Request, write_error};
use std::os::unix::net::UnixStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Lets a server misbehave by `script`. The loss must have a reason that contains `reason`, and the next connection
/// must play. The script returns the client if the connection stays open.
fn check(reason: &str, script: impl FnOnce(Client) -> Option<Client>) {
    let server = FakeServer::new();
    let (_output, opened, lost) = start(server.path.clone());
    let client = script(server.accept());
    let loss = lost.recv_timeout(PATIENCE).expect("a loss");
    assert!(
        loss.contains(reason) && loss.lines().count() == 1,
        "{loss:?}"
    );
    client.into_iter().for_each(Client::wait_for_end);
    opened.try_iter().for_each(drop);
    let mut client = server.accept_stream(80);
    assert_eq!(client.frames().len(), 10);
    opened.recv_timeout(PATIENCE).unwrap();
}

#[test]
fn a_server_that_closes_the_connection_is_tried_again() {
    check("closed", |client| {
        drop(client);
        None
    });
    check("closed", |mut client| {
        client.handshake(80);
        client.frames();
        // In the middle of a message.
        client.send_bytes(&[0; 13]);
        None
    });
}

#[test]
fn a_server_that_never_answers_is_tried_again() {
    check("did not answer within a second", Some);
    check("did not answer within a second", |mut client| {
        client.command();
        for _ in 0..150 {
            // One byte of a long message at a time.
            client.send_bytes(&[0]);
            std::thread::sleep(Duration::from_millis(7));
        }
        Some(client)
    });
    check("did not answer for a second", |mut client| {
        client.handshake(80);
        Some(client)
    });
}

#[test]
fn a_server_that_refuses_is_tried_again() {
    check("refused a command: Access failure", |mut client| {
        client.command();
        let mut bytes = vec![];
        write_error(&mut bytes, 0, &PulseError::AccessDenied).unwrap();
        client.send_bytes(&bytes);
        Some(client)
    });
    check("unsupported protocol version: 8", |mut client| {
        client.command();
        client.reply(&AuthReply {
            version: 8,
            ..AuthReply::default()
        });
        Some(client)
    });
    check("ended the stream", |mut client| {
        client.handshake(80);
        client.send(&Command::PlaybackStreamKilled(CHANNEL));
        Some(client)
    });
}

#[test]
fn garbage_of_a_server_ends_its_connection() {
    check("a message of 4294967295 bytes", |mut client| {
        client.send_bytes(&[0xff; 99]);
        Some(client)
    });
    check("invalid", |mut client| {
        client.handshake(80);
        client.send_bytes(&[
            0, 0, 0, 4, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4,
        ]);
        Some(client)
    });
    check("requested more frames", |mut client| {
        client.handshake(80);
        client.send(&Command::Request(Request {
            channel: CHANNEL,
            length: u32::MAX,
        }));
        Some(client)
    });
}

#[test]
fn a_server_that_never_reads_is_tried_again() {
    check("does not read", |mut client| {
        client.handshake(80);
        for _ in 0..40 {
            client.send(&Command::Request(Request {
                channel: CHANNEL,
                length: 8 * 1500,
            }));
        }
        std::thread::sleep(Duration::from_millis(200));
        Some(client)
    });
}

#[test]
fn a_server_that_appears_later_is_found() {
    // The fastest of three counts, because a machine may be busy for a moment.
    assert!((0..3).any(|_| time_to_find_a_server() < RECONNECTION));
}

/// Starts a server after an output's first loss. Returns the time until it has frames.
fn time_to_find_a_server() -> Duration {
    let server = FakeServer::new();
    let aside = server.path.with_extension("aside");
    std::fs::rename(&server.path, &aside).unwrap();
    let (_output, opened, lost) = start(server.path.clone());
    assert!(lost.recv().unwrap().starts_with("no PulseAudio server at "));
    std::fs::rename(&aside, &server.path).unwrap();
    let start = Instant::now();
    let mut client = server.accept_stream(80);
    assert_eq!(client.frames().len(), 10);
    let found = start.elapsed();
    opened.recv_timeout(PATIENCE).unwrap();
    found
}

#[test]
fn no_path_to_a_socket_is_a_reason_of_its_own() {
    let (openings, _opened) = std::sync::mpsc::channel();
    let (losses, lost) = std::sync::mpsc::channel();
    let ramp = super::Ramp { next: 0, openings };
    let mut client = super::super::PulseClient::new("ramp");
    let _output = crate::app::sound::output::SoundOutput::start_with(ramp, move |session, fill| {
        let loss = client.play(session, fill, &[]);
        losses.send(loss.clone()).ok();
        loss
    });
    assert!(lost.recv().unwrap().contains("PULSE_SERVER"));
}

#[test]
fn behind_a_silent_server_the_next_one_plays() {
    let (silent, playing) = (FakeServer::new(), FakeServer::new());
    let (_output, opened, lost) = start_on(vec![silent.path.clone(), playing.path.clone()]);
    let _client = silent.accept();
    let mut client = playing.accept_stream(80);
    assert_eq!(client.frames().len(), 10);
    opened.recv_timeout(PATIENCE).unwrap();
    assert!(lost.try_recv().is_err());
}

#[test]
fn a_server_that_accepts_no_connection_is_waited_for() {
    let server = FakeServer::new();
    let path = server.path.clone();
    let is_enough = Arc::new(AtomicBool::new(false));
    let ends = Arc::clone(&is_enough);
    // Fills the queue of connections. Dropped ones stay in it until the server accepts them.
    let filler = std::thread::spawn(move || {
        while !ends.load(Ordering::Acquire) {
            UnixStream::connect(&path).unwrap();
        }
    });
    let (_output, _opened, lost) = start(server.path.clone());
    // The first connections may still fit into the queue.
    let is_late = |loss: String| loss.contains("did not accept a connection within a second");
    while !is_late(lost.recv_timeout(PATIENCE).expect("a loss")) {}
    is_enough.store(true, Ordering::Release);
    // Once the queue has room, a connection succeeds.
    while !server.accept().has_sent() {}
    filler.join().unwrap();
}
