//! Output by cpal: WASAPI on Windows, Core Audio on macOS, ALSA on Linux with the feature `alsa`.
//!
//! The system calls back on a thread of its own. The thread `sound` only waits for errors.

use core::fmt;
use core::time::Duration;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};

use cpal::traits::{DeviceTrait, HostTrait, StreamTrait};
use cpal::{BufferSize, Device, Error, ErrorKind, OutputCallbackInfo, Stream, StreamConfig};

use super::fill::FRAME_RATE;
use super::session::OutputSession;
use super::shared_fill::{SharedFill, locked};

/// Requested length of the device's buffer in frames, 10 ms.
const BUFFER: u32 = 480;
/// Longest wait for the device to open a stream.
const OPENING_TIME: Duration = Duration::from_secs(1);
/// Time between checks whether the thread must stop.
const CHECK_TIME: Duration = Duration::from_millis(20);

/// Most events that wait for the thread `sound`. Further ones are lost: the system's thread must not wait or allocate.
const MOST_EVENTS: usize = 64;

/// Why a device does not play, or no longer.
#[derive(Debug)]
enum CpalLoss {
    /// The system has no output device.
    NoDevice,
    /// The device failed.
    Failed(Error),
    /// The session was stopped.
    Stopped,
}

impl fmt::Display for CpalLoss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoDevice => write!(f, "there is no output device"),
            Self::Failed(error) => write!(f, "{error}"),
            Self::Stopped => write!(f, "stopped"),
        }
    }
}

impl From<Error> for CpalLoss {
    fn from(error: Error) -> Self {
        Self::Failed(error)
    }
}

/// An event of the system's thread.
enum DeviceEvent {
    Latency(Duration),
    Error(Error),
}

/// Plays the frames of `fill` on the default device. Returns the reason when the device is lost or
/// the session is stopped.
pub(super) fn play(session: &mut OutputSession, fill: &SharedFill) -> String {
    let loss = match open(fill) {
        Ok(opened) => opened.run(session),
        Err(loss) => loss,
    };
    loss.to_string()
}

/// A stream that plays until it is dropped.
struct OpenStream {
    _stream: Stream,
    events: Receiver<DeviceEvent>,
    device: Arc<str>,
    buffer: Duration,
}

/// Opens the default device with a short buffer, or with its own buffer if it refuses that.
fn open(fill: &SharedFill) -> Result<OpenStream, CpalLoss> {
    let device = cpal::default_host()
        .default_output_device()
        .ok_or(CpalLoss::NoDevice)?;
    locked(fill).reopened();
    let (sender, events) = sync_channel(MOST_EVENTS);
    let stream = build(&device, BufferSize::Fixed(BUFFER), fill, &sender)
        .or_else(|_| build(&device, BufferSize::Default, fill, &sender))?;
    stream.play()?;
    let frames = stream.buffer_size().unwrap_or(BUFFER);
    let name = device
        .description()
        .map(|description| description.name().to_owned());
    Ok(OpenStream {
        _stream: stream,
        events,
        device: name.unwrap_or_else(|_| "the default device".into()).into(),
        buffer: Duration::from_secs(1) * frames / FRAME_RATE,
    })
}

fn build(
    device: &Device,
    buffer_size: BufferSize,
    fill: &SharedFill,
    events: &SyncSender<DeviceEvent>,
) -> Result<Stream, Error> {
    let config = StreamConfig {
        channels: 2,
        sample_rate: FRAME_RATE,
        buffer_size,
    };
    let (fill, latencies, errors) = (Arc::clone(fill), events.clone(), events.clone());
    let delayed = Arc::clone(&fill);
    let mut frames_until_report = 0;
    let on_frames = move |samples: &mut [f32], info: &OutputCallbackInfo| {
        let frames = bytemuck::cast_slice_mut(samples);
        // The source is locked elsewhere only while a device is reopened. The system's thread must not wait for that.
        match fill.try_lock() {
            Ok(mut fill) => fill.fill(frames),
            Err(_) => frames.fill([0.0; 2]),
        }
        frames_until_report -= i64::try_from(frames.len()).unwrap_or(0);
        if frames_until_report < 0 {
            frames_until_report = FRAME_RATE.into();
            let times = info.timestamp();
            let latency = times.playback.duration_since(times.callback);
            latencies.try_send(DeviceEvent::Latency(latency)).ok();
        }
    };
    let on_error = move |error: Error| {
        if error.kind() == ErrorKind::Xrun
            && let Ok(mut fill) = delayed.try_lock()
        {
            fill.gap();
        }
        errors.try_send(DeviceEvent::Error(error)).ok();
    };
    device.build_output_stream(config, on_frames, on_error, Some(OPENING_TIME))
}

impl OpenStream {
    /// Waits for errors until the device is lost or the session is stopped.
    fn run(self, session: &mut OutputSession) -> CpalLoss {
        while !session.is_stopped() {
            match self.events.recv_timeout(CHECK_TIME) {
                Ok(DeviceEvent::Latency(latency)) => {
                    session.report_playing(&self.device, latency, self.buffer)
                }
                Ok(DeviceEvent::Error(error)) => match error.kind() {
                    ErrorKind::Xrun => session.count_underrun(),
                    // The stream goes on.
                    ErrorKind::DeviceChanged | ErrorKind::RealtimeDenied => {}
                    _ => return CpalLoss::Failed(error),
                },
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return CpalLoss::NoDevice,
            }
        }
        CpalLoss::Stopped
    }
}
