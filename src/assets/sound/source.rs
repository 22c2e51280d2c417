//! Sources of clips.

use xxhash_rust::xxh64::Xxh64;

use super::data::{ClipData, ClipFrames, Made, StreamSource, Streamed};

/// What a clip is made from: samples of the program, or something that computes them, such as a
/// [`Synth`](crate::sound::Synth).
///
/// ```
/// # use damselfly::prelude::*;
/// use damselfly::assets::ClipSource;
///
/// # let mut assets = Assets::new(Default::default());
/// // A tenth of a second of 480 Hz.
/// let wave = (0..4800).map(|frame| if frame % 100 < 50 { 0.2 } else { -0.2 });
/// let beep = assets.add_sound("beep", ClipSource::samples(48_000, 1, wave.collect::<Vec<_>>()))?;
/// # assert_eq!(assets.clip(beep).map(|clip| clip.duration().as_millis()), Some(100));
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct ClipSource {
    /// The frames, or the reason why there are none.
    pub(in crate::assets) data: Result<ClipData, String>,
    /// Identifies the content: equal sources are the same clip.
    pub(in crate::assets) sum: u64,
}

impl PartialEq for ClipSource {
    /// Compares the contents by their checksums.
    fn eq(&self, other: &Self) -> bool {
        (self.sum, self.data.is_ok()) == (other.sum, other.data.is_ok())
    }
}

impl ClipSource {
    /// Returns a source of samples from −1 to 1, at `rate` frames per second. With two channels, left and right follow
    /// one another. A sample that is not finite counts as 0.
    ///
    /// Adding it fails unless `rate` is from 1 to 384 000, there are one or two channels, and all frames are whole.
    pub fn samples(rate: u32, channels: u8, samples: impl Into<Vec<f32>>) -> Self {
        let mut samples = samples.into();
        let mut sum = Xxh64::new(u64::from(rate) << 8 | u64::from(channels));
        for sample in &mut samples {
            if !sample.is_finite() {
                *sample = 0.0;
            }
            sum.update(&sample.to_bits().to_le_bytes());
        }
        let count = samples.len();
        let data = match (rate, channels) {
            (0 | 384_001.., _) => Err(format!("expected a rate from 1 to 384000, got {rate}")),
            (_, 0 | 3..) => Err(format!("expected 1 or 2 channels, got {channels}")),
            _ if !count.is_multiple_of(channels.into()) => Err(format!(
                "expected an even number of samples for two channels, got {count}"
            )),
            (_, 1) => Ok(ClipData {
                rate,
                frames: count as u64,
                source: ClipFrames::Mono(samples.into()),
            }),
            _ => Ok(ClipData {
                rate,
                frames: count as u64 / 2,
                source: ClipFrames::Stereo(samples.into()),
            }),
        };
        let sum = sum.digest();
        Self { data, sum }
    }

    /// Returns a source whose samples `compute` returns when an output first needs them. They are at
    /// [`SOUND_RATE`](super::SOUND_RATE), with one channel, and `length` in number. `sum` identifies them.
    pub(crate) fn computed(
        length: u64,
        sum: u64,
        compute: impl Fn() -> Vec<f32> + Send + Sync + 'static,
    ) -> Self {
        let data = ClipData {
            rate: super::SOUND_RATE,
            frames: length,
            source: ClipFrames::Made(Made::new(compute)),
        };
        Self {
            data: Ok(data),
            sum,
        }
    }

    /// Returns a source of two channels whose frames are read while they play. `sum` identifies them.
    pub(crate) fn streamed(
        rate: u32,
        frames: u64,
        sum: u64,
        stream: impl StreamSource + 'static,
    ) -> Self {
        let source = ClipFrames::Stream(Streamed::new(stream, frames));
        let data = ClipData {
            rate,
            frames,
            source,
        };
        Self {
            data: Ok(data),
            sum,
        }
    }

    /// Returns a source that cannot be added, for this reason.
    pub(crate) fn refused(reason: String) -> Self {
        Self {
            data: Err(reason),
            sum: 0,
        }
    }
}
