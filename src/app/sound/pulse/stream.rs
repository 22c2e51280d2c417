//! A playback stream: answers the server's requests with frames, and follows its events.

use core::time::Duration;
use std::os::unix::net::UnixStream;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Instant, UNIX_EPOCH};

use pulseaudio::protocol::{Command, LatencyParams, SetPlaybackStreamBufferAttrParams};

use super::PulseClient;
use super::buffer::BufferLength;
use super::handshake::{Connection, FRAME_BYTES, MOST_REQUESTED, buffer_settings, connect};
use super::latency::playback_latency;
use super::loss::PulseLoss;
use super::wire::{PulseMessage, Wire};
use crate::app::sound::session::OutputSession;
use crate::app::sound::shared_fill::{SharedFill, locked};

/// Time between measurements of the latency, and longest wait for the reply. So a server that hangs is lost after two
/// of these times. A server may request no frames for longer: a null sink that was idle does so for two seconds.
const MEASURING_TIME: Duration = Duration::from_secs(1);

/// A playback stream on a server.
pub(super) struct PlaybackStream<'a> {
    session: &'a mut OutputSession,
    fill: &'a SharedFill,
    wire: Wire<UnixStream>,
    channel: u32,
    /// Name of the server's device.
    device: Arc<str>,
    is_suspended: bool,
    buffer: BufferLength,
    /// Requested bytes that are not sent yet.
    owed_bytes: u32,
    /// Time of the last measurement of the latency.
    measured_at: Instant,
    /// Number of the command that measures the latency, until its reply is received.
    measurement: Option<u32>,
    /// Frames being sent. The memory is reused.
    frames: Vec<[f32; 2]>,
}

impl<'a> PlaybackStream<'a> {
    /// Opens a stream on the first server that listens at one of these paths.
    ///
    /// # Errors
    /// There is no server, or it refuses the stream or does not answer within a second.
    pub(super) fn open(
        session: &'a mut OutputSession,
        fill: &'a SharedFill,
        client: &mut PulseClient,
        sockets: &[PathBuf],
    ) -> Result<Self, PulseLoss> {
        let now = Instant::now();
        let buffer = BufferLength::new(now);
        let PulseClient { name, connector } = client;
        let frames = buffer.frames();
        let Connection { wire, stream } = connect(session, connector, name, sockets, frames)?;
        locked(fill).reopened();
        let mut opened = Self {
            session,
            fill,
            wire,
            channel: stream.channel,
            device: device_name(stream.sink_name.as_deref()),
            is_suspended: false,
            buffer,
            owed_bytes: stream.requested_bytes,
            measured_at: now,
            measurement: None,
            frames: Vec::new(),
        };
        opened.set_suspended(stream.suspended);
        opened.play()?;
        Ok(opened)
    }

    /// Plays until the server is lost or the session is stopped. Returns the reason.
    pub(super) fn run(mut self) -> PulseLoss {
        loop {
            if let Err(loss) = self.turn() {
                return loss;
            }
        }
    }

    /// Handles at most one message, and what is due.
    fn turn(&mut self) -> Result<(), PulseLoss> {
        if self.session.is_stopped() {
            return Err(PulseLoss::Stopped);
        }
        match self.wire.receive()? {
            Some(PulseMessage::Event(event)) => self.follow(*event)?,
            Some(PulseMessage::Reply { command, data }) if self.measurement == Some(command) => {
                self.measurement = None;
                if let Some(latency) = playback_latency(&data)? {
                    self.report(latency);
                }
            }
            Some(PulseMessage::Refusal(error)) => return Err(PulseLoss::Refused(error)),
            _ => {}
        }
        // Requests that were received together are one: a thread that is late must mix all their frames for one time.
        if !self.wire.has_message() {
            self.play()?;
        }
        let now = Instant::now();
        if now - self.measured_at >= MEASURING_TIME {
            self.measure(now)?;
        }
        Ok(())
    }

    fn follow(&mut self, event: Command) -> Result<(), PulseLoss> {
        match event {
            Command::Request(request) => {
                self.owed_bytes = self.owed_bytes.saturating_add(request.length);
                Ok(())
            }
            Command::Underflow(_) if !self.is_suspended => {
                self.session.count_underrun();
                locked(self.fill).gap();
                if self.buffer.grow(Instant::now()) {
                    self.resize_buffer()?;
                }
                Ok(())
            }
            Command::PlaybackStreamSuspended(event) => {
                self.set_suspended(event.suspended);
                Ok(())
            }
            Command::PlaybackStreamMoved(event) => {
                self.device = device_name(Some(&event.device_name));
                self.set_suspended(event.device_suspended);
                Ok(())
            }
            Command::PlaybackStreamKilled(_) => Err(PulseLoss::Killed),
            _ => Ok(()),
        }
    }

    /// Sends as many frames as the requested bytes have room for.
    fn play(&mut self) -> Result<(), PulseLoss> {
        let bytes = self.owed_bytes;
        if bytes > MOST_REQUESTED * FRAME_BYTES {
            return Err(PulseLoss::TooGreedy);
        }
        self.owed_bytes = bytes % FRAME_BYTES;
        self.frames.resize((bytes / FRAME_BYTES) as usize, [0.0; 2]);
        if self.frames.is_empty() {
            return Ok(());
        }
        locked(self.fill).fill(&mut self.frames);
        self.wire
            .send_samples(self.channel, bytemuck::cast_slice(&self.frames))
    }

    fn set_suspended(&mut self, is_suspended: bool) {
        self.is_suspended = is_suspended;
        if is_suspended {
            self.session.report_suspended(&self.device);
        }
    }

    fn resize_buffer(&mut self) -> Result<(), PulseLoss> {
        let settings = SetPlaybackStreamBufferAttrParams {
            index: self.channel,
            buffer_attr: buffer_settings(self.buffer.frames()),
            adjust_latency: false,
            early_requests: true,
        };
        self.wire
            .send(&Command::SetPlaybackStreamBufferAttr(settings))
            .map(drop)
    }

    /// Requests the latency, and shrinks the buffer if that is due.
    fn measure(&mut self, now: Instant) -> Result<(), PulseLoss> {
        if self.measurement.is_some() {
            return Err(PulseLoss::Late("did not answer for a second"));
        }
        self.measured_at = now;
        // The server only returns this time.
        let settings = LatencyParams {
            channel: self.channel,
            now: UNIX_EPOCH,
        };
        self.measurement = Some(self.wire.send(&Command::GetPlaybackLatency(settings))?);
        if self.buffer.shrink(now) {
            self.resize_buffer()?;
        }
        Ok(())
    }

    fn report(&mut self, latency: Duration) {
        if !self.is_suspended {
            self.session
                .report_playing(&self.device, latency, self.buffer.duration());
        }
    }
}

fn device_name(name: Option<&core::ffi::CStr>) -> Arc<str> {
    name.map_or_else(
        || "a PulseAudio server".into(),
        |name| name.to_string_lossy().into(),
    )
}
