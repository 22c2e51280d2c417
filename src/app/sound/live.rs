//! Live sound: sends the list of each step to the output's thread, which mixes it.
//!
//! The game's thread never waits, and allocates nothing once warm: the boxes of lists travel through a bounded channel
//! and come back. Each list is complete, so a list that is lost, because no device plays, needs no special handling.

mod backwards;
mod cadence;
mod clips;
mod clock;
mod fill;
mod pacing;
mod present;
mod queue;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::time::Duration;

use super::fill::FRAME_RATE;
use super::output::SoundOutput;
use super::streams::Streams;
use crate::assets::{ClipData, ClipId};
use crate::platform::{self, Instant};
use crate::sound::{MAX_VOICES, StepSounds};
use crate::time::{SoundStatistics, StepRate};
use crate::world::Core;
use clips::ClipFeed;
use fill::LiveFill;

/// Length of the steps whose lists may wait for the output's thread. A wireless device may request blocks of 100 ms.
const QUEUE_TIME: Duration = Duration::from_millis(250);

/// Least number of lists that may wait.
const LEAST_CAPACITY: usize = 64;

/// Largest number of lists that may wait: about 1 MiB.
const LARGEST_CAPACITY: usize = 256;

/// Largest number of clips that may wait for the output's thread.
const CLIP_CAPACITY: usize = 1024;

/// Longest wait for the fade-out at the end.
const FADE_WAIT: Duration = Duration::from_millis(10);

/// Plays the lists of steps on the system's sound device until it is dropped.
#[derive(Debug)]
pub(crate) struct LiveSound {
    feed: StepFeed,
    clips: ClipFeed,
    /// Time of the next line about gaps and late steps, in frames since the start.
    next_report: f64,
    /// Gaps and late steps up to the last line.
    reported: [u64; 2],
    /// Dropped last.
    output: SoundOutput,
}

/// The list of a step, and when to play it.
#[derive(Debug)]
struct LiveStep {
    list: StepSounds,
    /// First frame of the step in game time, at 48 000 frames per second.
    start: u64,
    /// Speed of the game's time.
    scale: f64,
    /// Time of its publication, in frames since [`StepFeed::epoch`].
    published: f64,
}

/// A clip that is ready to play, or `None` to silence it.
type ClipUpdate = (ClipId, Option<Arc<ClipData>>);

/// Sends the lists of steps.
#[derive(Debug)]
struct StepFeed {
    steps: SyncSender<Box<LiveStep>>,
    /// Boxes that were played.
    played: Receiver<Box<LiveStep>>,
    /// Boxes that are not in use.
    #[expect(clippy::vec_box, reason = "boxes are sent, which moves only a pointer")]
    spare: Vec<Box<LiveStep>>,
    shared: Arc<LiveShared>,
    epoch: Instant,
}

/// State shared with the output's thread.
#[derive(Debug, Default)]
struct LiveShared {
    is_paused: AtomicBool,
    is_muted: AtomicBool,
    /// Whether the output must fade out.
    is_closing: AtomicBool,
    /// Whether it has.
    has_faded: AtomicBool,
    /// While the game runs backwards, the first frame of the step that it shows, plus 1. Otherwise 0.
    backwards: AtomicU64,
    late_steps: AtomicU64,
    missing_blocks: AtomicU64,
    voices: AtomicUsize,
    /// Present wait from a step's publication to its first frame, in frames.
    margin: AtomicU64,
}

impl LiveSound {
    /// Starts to play steps of this rate. `name` is the game's name in the system's volume control. With
    /// `keeps_last_minute`, sound can be played backwards.
    pub(crate) fn start(name: &str, rate: StepRate, keeps_last_minute: bool) -> Self {
        let (ready, clips) = sync_channel(CLIP_CAPACITY);
        let (feed, fill) = connect(clips, Streams::start(), rate, keeps_last_minute);
        Self {
            clips: ClipFeed::start(ready),
            feed,
            next_report: 0.0,
            reported: [0; 2],
            output: SoundOutput::start(name, fill),
        }
    }

    /// Sends the list of the latest step, and clips that are new. `scale` is the speed of the game's time.
    pub(crate) fn send(&mut self, core: &Core, scale: f64) {
        self.clips.update(&core.assets);
        let now = frames_since(self.feed.epoch);
        self.feed.send(now, core.sound_frames(), scale, |list| {
            core.list_sounds(list)
        });
        if now >= self.next_report && log::log_enabled!(log::Level::Debug) {
            self.next_report = now + f64::from(FRAME_RATE);
            self.report_disturbances();
        }
    }

    /// Logs gaps and late steps since the last line, if there are any.
    fn report_disturbances(&mut self) {
        let now = self.statistics();
        let counts = [now.underruns, now.late_steps];
        let [gaps, late] = [0, 1].map(|kind| counts[kind] - self.reported[kind]);
        if gaps + late > 0 {
            self.reported = counts;
            let buffer = now.buffer.as_millis();
            log::debug!("sound: {gaps} gaps, {late} late steps; the buffer lasts {buffer} ms");
        }
    }

    /// Plays the sound before the latest step backwards.
    pub(crate) fn go_back(&self, core: &Core) {
        let frames = core.sound_frames().saturating_add(1);
        self.feed.shared.backwards.store(frames, Ordering::Release);
    }

    /// Ends [`Self::go_back`].
    pub(crate) fn go_on(&self) {
        self.feed.shared.backwards.store(0, Ordering::Release);
    }

    /// Fades out while the game is paused. Single steps are heard for their length.
    pub(crate) fn set_paused(&self, is_paused: bool) {
        self.feed
            .shared
            .is_paused
            .store(is_paused, Ordering::Release);
    }

    /// Mutes the device, or ends that.
    pub(crate) fn set_muted(&self, is_muted: bool) {
        self.feed.shared.is_muted.store(is_muted, Ordering::Release);
    }

    /// Returns measurements.
    pub(crate) fn statistics(&mut self) -> SoundStatistics {
        let shared = &self.feed.shared;
        let margin = shared.margin.load(Ordering::Relaxed);
        let output = self.output.statistics();
        let is_playing = output.device.is_some();
        SoundStatistics {
            is_playing,
            latency: output.latency,
            buffer: output.buffer,
            margin: Duration::from_secs(margin) / FRAME_RATE,
            underruns: output.underruns,
            late_steps: shared.late_steps.load(Ordering::Relaxed),
            missing_blocks: shared.missing_blocks.load(Ordering::Relaxed),
            voices: shared.voices.load(Ordering::Relaxed),
        }
    }
}

impl Drop for LiveSound {
    /// Fades out, and stops the output: within 50 ms.
    fn drop(&mut self) {
        let shared = &self.feed.shared;
        shared.is_closing.store(true, Ordering::Release);
        let end = Instant::now() + FADE_WAIT;
        let is_playing = self.output.statistics().device.is_some();
        while is_playing && !shared.has_faded.load(Ordering::Acquire) && Instant::now() < end {
            platform::sleep(Duration::from_millis(1));
        }
    }
}

impl StepFeed {
    /// Sends a list that `fill` writes, of a step that starts at this frame of game time. Drops it if too many wait.
    fn send(&mut self, now: f64, start: u64, scale: f64, fill: impl FnOnce(&mut StepSounds)) {
        self.spare.extend(self.played.try_iter());
        let Some(mut step) = self.spare.pop() else {
            return;
        };
        fill(&mut step.list);
        step.start = start;
        step.scale = scale;
        step.published = now;
        self.push(step);
    }

    fn push(&mut self, step: Box<LiveStep>) {
        use std::sync::mpsc::TrySendError::{Disconnected, Full};
        if let Err(Full(step) | Disconnected(step)) = self.steps.try_send(step) {
            self.spare.push(step);
        }
    }
}

/// Returns the number of lists that may wait in a game of this rate.
fn capacity_at(rate: StepRate) -> usize {
    let step = rate.step_time().as_nanos().max(1);
    let count = usize::try_from(QUEUE_TIME.as_nanos().div_ceil(step));
    let count = count.unwrap_or(LARGEST_CAPACITY);
    count.clamp(LEAST_CAPACITY, LARGEST_CAPACITY)
}

/// Returns both ends of a connection.
fn connect(
    clips: Receiver<ClipUpdate>,
    streams: Streams,
    rate: StepRate,
    keeps_last_minute: bool,
) -> (StepFeed, LiveFill) {
    let capacity = capacity_at(rate);
    let (steps, incoming) = sync_channel(capacity);
    let (back, played) = sync_channel(capacity);
    let shared = Arc::new(LiveShared::default());
    let step = || {
        Box::new(LiveStep {
            list: StepSounds {
                voices: Vec::with_capacity(MAX_VOICES),
                buses: Vec::with_capacity(16),
                ..StepSounds::default()
            },
            start: 0,
            scale: 1.0,
            published: 0.0,
        })
    };
    let feed = StepFeed {
        steps,
        played,
        spare: (0..capacity).map(|_| step()).collect(),
        shared: Arc::clone(&shared),
        epoch: Instant::now(),
    };
    let epoch = feed.epoch;
    let fill = LiveFill::new(
        incoming,
        back,
        clips,
        shared,
        epoch,
        streams,
        keeps_last_minute,
    );
    (feed, fill)
}

/// Returns how many frames of the device these frames of game time last. `scale` is the speed of the game's time.
fn device_frames(frames: u64, scale: f64) -> f64 {
    frames as f64 / scale.max(1e-3)
}

/// Returns the time since `epoch` in frames.
fn frames_since(epoch: Instant) -> f64 {
    epoch.elapsed().as_secs_f64() * f64::from(FRAME_RATE)
}

#[cfg(test)]
mod tests;
