//! The latency of a stream, from the server's reply.

use core::time::Duration;

use pulseaudio::protocol::TagStructReader;

use super::handshake::FRAME_BYTES;
use super::loss::PulseLoss;
use super::wire::VERSION;
use crate::app::sound::fill::FRAME_RATE;

/// Position of the two times of day in the reply: after two times with 9 bytes each, and a truth value.
const CLOCKS: usize = 19;
/// Position after the two times of day, with 9 bytes each.
const OFFSETS: usize = CLOCKS + 18;

/// Returns the time from the stream's latest frame to the loudspeaker: that of the frames in the stream's buffer, and
/// that of the device's own buffer. `None` if the stream does not play, for example after a gap.
///
/// # Errors
/// The data is not the reply to `GetPlaybackLatency`.
// The crate's own reader panics if a time of day is invalid, so these are left out.
pub(super) fn playback_latency(data: &[u8]) -> Result<Option<Duration>, PulseLoss> {
    let (mut start, mut offsets) = (data, data.get(OFFSETS..).unwrap_or_default());
    let mut start = TagStructReader::new(&mut start, VERSION);
    let (device, _source, is_playing) =
        (start.read_usec()?, start.read_usec()?, start.read_bool()?);
    let mut offsets = TagStructReader::new(&mut offsets, VERSION);
    let (written, read) = (offsets.read_i64()?, offsets.read_i64()?);
    let bytes = u64::try_from(written.saturating_sub(read)).unwrap_or(0);
    let buffered = bytes.saturating_mul(1_000_000) / u64::from(FRAME_BYTES * FRAME_RATE);
    let latency = Duration::from_micros(device.saturating_add(buffered));
    Ok(is_playing.then_some(latency))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use pulseaudio::protocol::{PlaybackLatency, TagStructWriter};
    use std::time::UNIX_EPOCH;

    proptest! {
        #[test]
        fn latency_is_the_device_plus_the_buffered_frames(
            device in 0_u64..1_000_000,
            frames in 0_i64..96_000,
            read_offset in 0_i64..1 << 40,
            source_usec in any::<u64>(),
            playing in any::<bool>(),
        ) {
            let reply = PlaybackLatency {
                sink_usec: device,
                source_usec,
                playing,
                local_time: UNIX_EPOCH,
                remote_time: UNIX_EPOCH + Duration::from_secs(4_000_000_000),
                write_offset: read_offset + 8 * frames,
                read_offset,
                underrun_for: 0,
                playing_for: 7,
            };
            let mut data = Vec::new();
            TagStructWriter::new(&mut data, VERSION).write(reply).unwrap();
            let expected = device as f64 + frames as f64 * 1e6 / 48_000.0;
            let latency = playback_latency(&data).unwrap();
            prop_assert_eq!(latency.is_some(), playing);
            let latency = latency.unwrap_or_default().as_micros() as f64;
            let expected = if playing { expected } else { 0.0 };
            prop_assert!((latency - expected).abs() <= 1.0, "{} and {}", latency, expected);
        }

        #[test]
        fn damaged_replies_are_errors_or_numbers(data in prop::collection::vec(any::<u8>(), 0..80)) {
            playback_latency(&data).ok();
        }
    }
}
