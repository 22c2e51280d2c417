//! Streams play like clips in memory.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use proptest::prelude::*;

use super::*;
use crate::assets::{Made, StreamReader, StreamSource, Streamed};

/// A stream of samples in memory, which counts its readers and what they read.
#[derive(Clone, Debug)]
pub(super) struct Stored(Arc<[f32]>, Arc<AtomicUsize>);

/// A reader of [`Stored`].
struct StoredReader(Arc<[f32]>, Arc<AtomicUsize>);

impl Stored {
    pub(super) fn new(samples: impl Into<Arc<[f32]>>) -> Self {
        Self(samples.into(), Arc::default())
    }

    pub(super) fn len(&self) -> u64 {
        self.0.len() as u64
    }

    pub(super) fn blocks_read(&self) -> usize {
        self.1.load(Ordering::Relaxed)
    }

    /// Returns the number of readers. The clip and the test have the stream, too.
    pub(super) fn readers(&self) -> usize {
        Arc::strong_count(&self.1) - 2
    }
}

impl StreamSource for Stored {
    fn open(&self) -> Box<dyn StreamReader> {
        Box::new(StoredReader(Arc::clone(&self.0), Arc::clone(&self.1)))
    }
}

impl StreamReader for StoredReader {
    fn read(&mut self, first_frame: u64, into: &mut [[f32; 2]]) {
        self.1.fetch_add(1, Ordering::Relaxed);
        let first = usize::try_from(first_frame).unwrap();
        for (at, frame) in into.iter_mut().enumerate() {
            *frame = [self.0[first + at]; 2];
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn a_stream_sounds_like_the_same_clip_in_memory(
        frames in 1_usize..60_000,
        rate in prop::sample::select(vec![8000_u32, 44_100, 48_000]),
        speed in 1000_u32..400_000,
        looped in any::<bool>(),
    ) {
        let samples: Arc<[f32]> = noise(frames).into();
        let length = frames as u64 * 48_000 * ONE / u64::from(rate);
        let stream = Arc::new(ClipData {
            rate,
            frames: frames as u64,
            source: ClipFrames::Stream(Streamed::new(Stored::new(Arc::clone(&samples)), frames as u64)),
        });
        let run = |data: Arc<ClipData>| {
            let mut mixer = mixer(&[data]);
            let mut position = 0;
            let mut all = Vec::new();
            for _ in 0..40 {
                let range = looped.then_some([length / 3, length]);
                let voice = VoiceStep { rate: [speed; 2], loop_range: range, ..sound(1, position) };
                all.extend(mix(&mut mixer, &list(800, &[voice])));
                position += 800 * u64::from(speed);
                if let Some([start, end]) = range && position >= end {
                    position = start + (position - start) % (end - start);
                }
            }
            all
        };
        let differs = run(clip(rate, samples)).iter().zip(run(stream)).position(|(expected, found)| *expected != found);
        prop_assert_eq!(differs, None);
    }
}

#[test]
fn a_made_clip_is_made_when_it_first_sounds() {
    let made = Made::new(|| vec![0.5; 100]);
    let data = Arc::new(ClipData {
        rate: 48_000,
        frames: 100,
        source: ClipFrames::Made(made),
    });
    let mut mixer = mixer(&[Arc::clone(&data)]);
    assert_eq!(
        mix(&mut mixer, &list(100, &[sound(1, 0)])),
        vec![[0.5; 2]; 100]
    );
}
