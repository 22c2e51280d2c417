//! A playing sound: its clip, movement, gain and fade.

use std::sync::Arc;

use kira::Frame;

use super::super::FADE;
use super::super::ramp::Ramp;
use super::super::streams::Streams;
use super::StepSpan;
use super::bulk::{BULK, BulkReading};
use super::fade::Fade;
use super::motion::{UNITS, VoiceMotion, clamp};
use super::region::Loop;
use super::source::FrameSource;
use super::source_motion::SourceMotion;
use crate::assets::ClipData;
use crate::assets::SOUND_RATE as RATE;
use crate::sound::{SoundId, VoiceStep};

/// A sample above this counts as damaged, as NaN does: it is silent. Sums of such samples cannot overflow.
const LOUDEST: f32 = 1e6;

/// A playing sound.
pub(super) struct Playback {
    pub(super) id: SoundId,
    bus: u8,
    clip: Arc<ClipData>,
    source: FrameSource,
    looped: Option<Loop>,
    motion: VoiceMotion,
    /// Frames since the start of the step.
    frame: i64,
    /// How far it may stay behind the positions of lists, because it started in a late step.
    behind: i64,
    source_motion: SourceMotion,
    gain: [Ramp; 2],
    fade: Fade,
    /// The fade around frames of a stream that are not decoded yet.
    gap: Fade,
    /// Whether frames were rendered.
    has_sounded: bool,
    /// Whether the latest list does not have the sound.
    pub(super) leaving: bool,
}

impl Playback {
    /// Starts a sound of a list. It fades in, unless it starts with its first frame. That frame also follows the last one
    /// of a loop, so that a sound that was played before fades in there, too. `None` while too many streams play.
    pub(super) fn new(
        clip: &Arc<ClipData>,
        voice: &VoiceStep,
        span: StepSpan<'_>,
        streams: &mut Streams,
    ) -> Option<Self> {
        let is_seam = voice.loop_range.is_some_and(|[start, _]| start == 0) && !span.is_new(voice);
        let is_start = voice.position == 0 && !is_seam;
        let level = if is_start { FADE } else { 0 };
        let mut playback = Self {
            id: voice.id,
            bus: voice.bus,
            source: FrameSource::open(clip, streams)?,
            clip: Arc::clone(clip),
            looped: Loop::new(voice.loop_range, source_rate(clip)),
            motion: VoiceMotion::default(),
            frame: 0,
            behind: 0,
            source_motion: SourceMotion::default(),
            gain: voice.gain.map(Ramp::at),
            fade: Fade { level, out: false },
            gap: Fade::FULL,
            has_sounded: false,
            leaving: false,
        };
        let passed = span.passed(voice);
        playback.behind = span.behind(voice);
        playback.move_on(clamp(voice.position).saturating_sub(passed), voice, span);
        Some(playback)
    }

    /// Continues by the next list, if it has the same sound at this position. Returns false otherwise.
    pub(super) fn proceed(
        &mut self,
        clip: &Arc<ClipData>,
        voice: &VoiceStep,
        span: StepSpan<'_>,
    ) -> bool {
        if self.bus != voice.bus || !Arc::ptr_eq(&self.clip, clip) {
            return false;
        }
        self.looped = Loop::new(voice.loop_range, source_rate(clip));
        let passed = span.passed(voice);
        let expected = self.wrap(clamp(voice.position).saturating_add(passed));
        let position = self.position();
        let behind = self.ahead(position, expected);
        let allowed = behind.clamp(0, self.behind);
        if behind.abs_diff(allowed) > span.tolerance {
            return false;
        }
        self.behind = allowed;
        for (ramp, gain) in self.gain.iter_mut().zip(voice.gain) {
            ramp.head_for(gain, span.length - span.late);
        }
        self.move_on(position.saturating_sub(passed), voice, span);
        if self.looped.is_some() && span.late == 0 {
            self.motion.approach(behind, span);
        }
        true
    }

    /// Begins to end: with a fade, or by its own end if that is near: at most `tolerance` away in the clip, and in the
    /// output's time.
    pub(super) fn leave(&mut self, tolerance: u64) {
        self.leaving = true;
        self.fade.out = self.rest() > tolerance.min(self.motion.reach(tolerance));
    }

    /// Returns whether a leaving sound has faded out or ended.
    pub(super) fn is_over(&self) -> bool {
        self.leaving && (self.fade.is_silent() || self.rest() == 0)
    }

    /// Begins the step of a list. `origin` is the position at the step's first frame.
    fn move_on(&mut self, origin: i64, voice: &VoiceStep, span: StepSpan<'_>) {
        self.motion = VoiceMotion::new(voice, span.step, span.length);
        self.motion.origin = origin;
        self.frame = clamp(span.late);
        self.source_motion =
            SourceMotion::new(origin, source_rate(&self.clip), self.looped.as_ref());
    }

    /// Returns the present position, in the loop.
    fn position(&self) -> i64 {
        let offset = self.motion.whole_offset(self.frame);
        self.wrap(self.motion.origin.saturating_add(offset))
    }

    /// Returns a position, taken into the loop.
    fn wrap(&self, position: i64) -> i64 {
        self.looped.map_or(position, |range| range.wrap(position))
    }

    /// Returns the distance of two positions.
    fn distance(&self, a: i64, b: i64) -> u64 {
        self.looped
            .map_or(a.abs_diff(b), |range| range.distance(a, b))
    }

    /// Returns how far position `b` is ahead of `a`, negative if it is behind, by the shorter way round the loop.
    fn ahead(&self, a: i64, b: i64) -> i64 {
        let (straight, shorter) = (b.saturating_sub(a), self.distance(a, b));
        let is_straight = straight.unsigned_abs() == shorter;
        let sign = if is_straight {
            straight.signum()
        } else {
            -straight.signum()
        };
        sign * clamp(shorter)
    }

    /// Returns the distance to the sound's end, in 1/65 536 frame. A loop never ends.
    fn rest(&self) -> u64 {
        if self.looped.is_some() {
            return u64::MAX;
        }
        let unit = u128::from(RATE) * u128::from(UNITS.unsigned_abs());
        let length = u128::from(self.clip.frames) * unit / u128::from(self.clip.rate.max(1));
        let length = i64::try_from(length).unwrap_or(i64::MAX);
        u64::try_from(length.saturating_sub(self.position())).unwrap_or(0)
    }

    /// Requests the next frames of a stream. If some are not decoded in time, the sound fades out before them.
    fn supply(&mut self, frames: usize) {
        let now = self.motion.offset(self.frame);
        let end = self.frame.saturating_add(frames as i64) + i64::from(FADE);
        let distance = self.source_motion.distance(now, self.motion.offset(end));
        let (index, _) = self.source_motion.clone().at(now);
        let is_there = self.source.supply(index, distance, self.looped.as_ref());
        if !is_there && !self.has_sounded {
            self.gap.level = 0;
        }
        self.gap.out = !is_there;
        self.has_sounded = true;
    }

    /// Renders the next frames.
    pub(super) fn render(&mut self, out: &mut [Frame]) {
        self.supply(out.len());
        // Copies, which a processor keeps in registers.
        let (motion, looped) = (self.motion, self.looped);
        let mut source_motion = self.source_motion;
        let inside = self.source.inside(looped.as_ref());
        let mut bulk = BulkReading::default();
        let mut first = self.frame;
        for part in out.chunks_mut(BULK) {
            let next = first + part.len() as i64;
            if let Some(inside) = inside
                && let Ok(part) = <&mut [Frame; BULK]>::try_from(&mut *part)
                && source_motion.find_bulk(&motion, first, inside, &mut bulk)
                && self.source.read(&bulk, part).is_some()
            {
                first = next;
                continue;
            }
            for (frame, k) in part.iter_mut().zip(first..) {
                let (index, fraction) = source_motion.at(motion.offset(k));
                *frame = self.source.between(index, fraction, looped.as_ref());
            }
            first = next;
        }
        self.source_motion = source_motion;
        self.frame = first;
        self.scale(out);
    }

    /// Multiplies frames by gain and fade.
    fn scale(&mut self, out: &mut [Frame]) {
        let [left, right] = &mut self.gain;
        let is_faded = !(self.fade.is_full() && self.gap.is_full());
        if left.is_settled() && right.is_settled() && !is_faded {
            // Nearly always. Equal to the loop below, but simple enough for vector instructions.
            let [left, right] = [left.target(), right.target()];
            for frame in out {
                *frame = Frame::new(valid(frame.left * left), valid(frame.right * right));
            }
            return;
        }
        for frame in out {
            let fade = self.fade.advance() * self.gap.advance();
            frame.left = valid(frame.left * left.advance() * fade);
            frame.right = valid(frame.right * right.advance() * fade);
        }
    }
}

/// Returns the clip's frames per second.
fn source_rate(clip: &ClipData) -> i64 {
    i64::from(clip.rate.max(1))
}

/// Returns a sample, or silence in place of NaN, infinity and damaged samples.
#[inline]
fn valid(sample: f32) -> f32 {
    if sample.abs() <= LOUDEST { sample } else { 0.0 }
}
