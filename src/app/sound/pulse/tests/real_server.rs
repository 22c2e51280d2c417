//! A real server: recordings of its monitor, a restart, a suspended sink, a moved stream.

use super::RECONNECTION;
use super::recorder::RealServer;
use crate::app::sound::fill::Fill;
use crate::app::sound::output::SoundOutput;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Plays frame n as `[sine(n), n / 2^22]`, where n is 1 at first. So each recorded frame tells its number.
pub(super) struct NumberedSine(pub(super) u32);

/// Returns frame n, see [`NumberedSine`].
pub(super) fn numbered(n: u32) -> [f32; 2] {
    // A triangle instead of a sine would do, but a sine shows errors of conversion in all of its range.
    let phase = f64::from(n % 480) / 480.0 * core::f64::consts::TAU;
    #[expect(
        clippy::cast_possible_truncation,
        clippy::disallowed_methods,
        reason = "a test's sine, rounded once"
    )]
    let sine = (0.8 * phase.sin()) as f32;
    #[expect(clippy::cast_precision_loss, reason = "below 2^22, so exact")]
    let number = n as f32 / 4_194_304.0;
    [sine, number]
}

/// Returns the number of a frame.
fn number(frame: [f32; 2]) -> u32 {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a positive number below 2^22"
    )]
    let number = (frame[1] * 4_194_304.0) as u32;
    number
}

impl Fill for NumberedSine {
    fn fill(&mut self, frames: &mut [[f32; 2]]) {
        for frame in frames {
            self.0 += 1;
            *frame = numbered(self.0);
        }
    }

    fn reopened(&mut self) {}
}

/// Starts an output to this socket.
pub(super) fn start(fill: impl Fill + 'static, socket: PathBuf) -> SoundOutput {
    let mut client = super::super::PulseClient::new("test");
    SoundOutput::start_with(fill, move |session, fill| {
        client.play(session, fill, core::slice::from_ref(&socket))
    })
}

/// Waits until the statistics have this device.
fn wait_for_device(output: &mut SoundOutput, device: Option<&str>) {
    let end = Instant::now() + Duration::from_secs(20);
    while output.statistics().device.as_deref() != device {
        assert!(
            Instant::now() < end,
            "{:?} instead of {device:?}",
            output.statistics()
        );
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn a_recording_of_the_monitor_is_bit_exact_but_for_gaps() {
    let Some(server) = RealServer::start("rate=48000 format=float32ne") else {
        return;
    };
    let recorder = server.record();
    let mut output = start(NumberedSine(0), server.socket());
    let frames = recorder.record_sound(2);
    let (mut silent, mut jumps, mut next) = (0, vec![], number(frames[0]));
    for frame in frames {
        if frame == [0.0; 2] {
            silent += 1;
        } else {
            assert_eq!(frame, numbered(number(frame)));
            if number(frame) != next {
                jumps.push((next, number(frame)));
            }
            next = number(frame) + 1;
        }
    }
    let underruns = output.statistics().underruns;
    eprintln!("{silent} silent frames, {underruns} gaps, {jumps:?}");
    assert!(
        silent == 0 && jumps.is_empty() || underruns > 0,
        "{silent} silent frames, {underruns} gaps, {jumps:?}"
    );
}

#[test]
fn a_restarted_server_plays_again() {
    let Some(mut server) = RealServer::start("rate=48000") else {
        return;
    };
    let mut output = start(NumberedSine(0), server.socket());
    server.record().record_sound(1);
    wait_for_device(&mut output, Some("first"));
    // The fastest of three counts, because a machine may be busy for a moment.
    let is_fast = (0..3).any(|_| {
        server.kill();
        wait_for_device(&mut output, None);
        std::thread::sleep(Duration::from_secs(4));
        server.restart();
        let start = Instant::now();
        let silence = server.record().wait_for_sound().duration_since(start);
        eprintln!("sound again after {silence:?}");
        wait_for_device(&mut output, Some("first"));
        silence < RECONNECTION
    });
    assert!(is_fast, "sound returns within two seconds");
}

#[test]
fn a_stream_follows_a_suspended_and_another_sink() {
    let Some(server) = RealServer::start("rate=48000") else {
        return;
    };
    let mut output = start(NumberedSine(0), server.socket());
    wait_for_device(&mut output, Some("first"));
    server.control(&["suspend-sink", "first", "1"]);
    wait_for_device(&mut output, None);
    // Longer than a device that plays may request nothing.
    std::thread::sleep(Duration::from_millis(1500));
    server.control(&["suspend-sink", "first", "0"]);
    wait_for_device(&mut output, Some("first"));
    server.record().record_sound(1);
    server.control(&[
        "load-module",
        "module-null-sink",
        "sink_name=second",
        "rate=44100",
    ]);
    let input = server.control(&["list", "short", "sink-inputs"]);
    let index = input.split_whitespace().next().unwrap();
    server.control(&["move-sink-input", index, "second"]);
    wait_for_device(&mut output, Some("second"));
    server.control(&["set-default-sink", "second"]);
    server.record().record_sound(1);
    // Without its sink, a stream is moved to the remaining one, or is killed and opened again there.
    let module = server.control(&["list", "short", "modules"]);
    let module = module.lines().find(|line| line.contains("second")).unwrap();
    server.control(&["unload-module", module.split_whitespace().next().unwrap()]);
    wait_for_device(&mut output, Some("first"));
    server.record().record_sound(1);
}
