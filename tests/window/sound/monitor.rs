//! What a server's null sink plays, and the sound track that it should be.

use std::time::{Duration, Instant};

use super::likeness;
use super::recorder::{RealServer, Recorder};

/// Frames of a second.
pub(super) const SECOND: usize = 48_000;

/// Size of a sound track's header, and of a frame.
const HEADER: usize = 80;
const FRAME: usize = 4;

/// Loudness from which a frame is heard: above the rounding of 16 bits.
const HEARD: f32 = 1e-3;

/// A recording of the monitor, left and right added.
pub(super) struct Monitor {
    recorder: Recorder,
    pub(super) frames: Vec<f32>,
    /// Time of the first frame, from the block of frames that arrived earliest.
    begun: Option<Instant>,
    /// Arrival time of the last frames.
    pub(super) arrived: Option<Instant>,
}

impl Monitor {
    pub(super) fn start(server: &RealServer) -> Self {
        Self {
            recorder: server.record(),
            frames: Vec::new(),
            begun: None,
            arrived: None,
        }
    }

    /// Waits for the next frames. Returns them.
    pub(super) fn listen(&mut self) -> &[f32] {
        let (now, frames) = self.recorder.next();
        let before = self.frames.len();
        self.frames.extend(frames.iter().map(|[l, r]| l + r));
        self.arrived = Some(now);
        let begun = now.checked_sub(time(self.frames.len()));
        self.begun = self.begun.or(begun).min(begun);
        &self.frames[before..]
    }

    /// Listens for this many frames.
    pub(super) fn listen_for(&mut self, frames: usize) {
        let end = self.frames.len() + frames;
        while self.frames.len() < end {
            self.listen();
        }
    }

    /// Listens until there is a sound. Returns the number of its first frame.
    pub(super) fn listen_for_sound(&mut self, limit: Duration) -> usize {
        let begin = Instant::now();
        loop {
            let from = self.frames.len();
            let heard = self.listen().iter().position(|it| it.abs() > HEARD);
            if let Some(at) = heard {
                return from + at;
            }
            assert!(begin.elapsed() < limit, "no sound in {limit:?}");
        }
    }

    /// Returns the time at which this frame was played.
    pub(super) fn time_of(&self, frame: usize) -> Instant {
        self.begun.expect("frames were heard") + time(frame)
    }
}

/// Returns how long these frames last.
fn time(frames: usize) -> Duration {
    Duration::from_secs(1) * u32::try_from(frames).unwrap() / 48_000
}

/// A second of a recording, compared with the track.
#[derive(Clone, Copy, Debug)]
pub(super) struct Compared {
    /// Likeness to the most similar second of the track.
    pub(super) likeness: f64,
    /// Frames from its start in the recording to its start in the track.
    pub(super) offset: i64,
}

/// A sound track, left and right added.
pub(super) struct Track(Vec<f32>);

impl Track {
    /// Reads the file of `--sound`.
    pub(super) fn read(file: &str) -> Self {
        let bytes = std::fs::read(file).expect("the track is written");
        let sample = |bytes: &[u8]| f32::from(i16::from_le_bytes(bytes.try_into().unwrap()));
        let frame = |frame: &[u8]| (sample(&frame[..2]) + sample(&frame[2..])) / 32_768.0;
        Self(bytes[HEADER..].chunks_exact(FRAME).map(frame).collect())
    }

    /// Finds a second of a recording in the track, within 200 ms of `offset`, or in the first 14 seconds without that.
    /// The tune repeats later. `None` if it is not there or silent.
    pub(super) fn find(&self, heard: &[f32], at: usize, offset: Option<i64>) -> Option<Compared> {
        let second = heard.get(at..at + SECOND)?;
        let range = match offset {
            None => 0..14 * SECOND,
            Some(offset) => {
                let expected = usize::try_from(offset + i64::try_from(at).unwrap()).unwrap_or(0);
                expected.saturating_sub(SECOND / 5)..expected + SECOND / 5
            }
        };
        let found = likeness::find(second, &self.0, range)?;
        Some(Compared {
            likeness: found.likeness,
            offset: i64::try_from(found.start).unwrap() - i64::try_from(at).unwrap(),
        })
    }
}
