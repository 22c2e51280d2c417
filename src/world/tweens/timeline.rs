//! The times of a tween's parts. This module does not know the world: it reads and writes values through
//! [`TweenStage`].

use super::TweenTarget;
use super::list::TweenId;
use super::target::TweenProperty;
use super::value::TweenValue;
use crate::base::checksum::{Checksum, ChecksumWriter, summed};
use crate::base::id::ObjectId;
use crate::math::{Ease, angle_difference};
use crate::scene::TIME_TOLERANCE;

/// Reads and writes the values of targets.
pub(super) trait TweenStage {
    /// Returns the value of a part's property, and the value that the part ends with, as they are stored. `None` if the
    /// target is gone, or has no such property.
    fn begin(&mut self, part: &TweenPart) -> Option<[TweenValue; 2]>;

    /// Sets the value of a part's property. Drawing shows a jump if `jumps` is true. Returns false if the target is
    /// gone.
    fn write(&mut self, part: &TweenPart, value: TweenValue, jumps: bool) -> bool;
}

/// Meaning of a part's target value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TweenAim {
    /// The value itself.
    To,
    /// A displacement from the value at the beginning.
    By,
    /// An angle, which is reached the shorter way round.
    Nearest,
}

summed!(enum TweenAim: 0 To, 1 By, 2 Nearest);

/// The state of a part within a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PartState {
    /// It has never begun: the value that it starts from is not known yet.
    New,
    /// It waits for its time in this pass, or runs.
    Running,
    /// It has reached its end in this pass.
    Done,
    /// A newer tween has replaced it, or its target is gone.
    Dropped,
}

summed!(enum PartState: 0 New, 1 Running, 2 Done, 3 Dropped);

/// A part of a tween: one property of one target.
#[derive(Clone, Copy, Debug)]
pub(super) struct TweenPart {
    pub(super) target: TweenTarget,
    pub(super) property: TweenProperty,
    /// The value that it starts from. Meaningless while it is new.
    pub(super) from: TweenValue,
    pub(super) to: TweenValue,
    pub(super) aim: TweenAim,
    pub(super) ease: Ease,
    pub(super) state: PartState,
    /// Steps from the beginning of a pass until it begins.
    pub(super) start: u32,
    /// Steps that it takes.
    pub(super) length: u32,
}

impl Checksum for TweenPart {
    fn write_checksum(&self, sum: &mut ChecksumWriter) {
        (self.target, self.property, self.from, self.to).write_checksum(sum);
        (self.aim, self.state, self.start, self.length).write_checksum(sum);
        sum.u8(self.ease as u8);
    }
}

impl TweenPart {
    /// Returns whether both change the same value.
    pub(super) fn shares(&self, other: &Self) -> bool {
        self.property.shares(other.property) && self.target == other.target
    }

    /// Returns a number that is equal for parts that change the same value, and rarely for others.
    pub(super) fn code(&self) -> u64 {
        self.target.code() ^ self.property.code()
    }

    fn end(&self) -> f64 {
        f64::from(self.start) + f64::from(self.length)
    }

    /// Returns the elapsed share of its time.
    #[expect(clippy::cast_possible_truncation, reason = "a share from 0 to 1")]
    fn share(&self, time: f64) -> f32 {
        ((time - f64::from(self.start)) / f64::from(self.length)) as f32
    }

    /// Returns whether it begins at a time of the first pass.
    pub(super) fn begins(&self, time: f64) -> bool {
        self.state == PartState::New && time + TIME_TOLERANCE >= f64::from(self.start)
    }

    /// Plays it forwards at a time of a pass.
    fn play(&mut self, time: f64, stage: &mut impl TweenStage) {
        if time + TIME_TOLERANCE < f64::from(self.start) {
            return;
        }
        if self.state == PartState::New && !self.begin(stage) {
            self.state = PartState::Dropped;
            return;
        }
        let is_over = time + TIME_TOLERANCE >= self.end();
        let share = if is_over { 1.0 } else { self.share(time) };
        self.set(share, stage);
        if is_over && self.state == PartState::Running {
            self.state = PartState::Done;
        }
    }

    /// Plays it backwards: `time` is the time of a pass that runs forwards.
    fn play_back(&mut self, time: f64, stage: &mut impl TweenStage) {
        if time - TIME_TOLERANCE > self.end() {
            return;
        }
        let is_over = time - TIME_TOLERANCE <= f64::from(self.start);
        let share = if is_over { 0.0 } else { self.share(time) };
        self.set(share, stage);
        if is_over && self.state == PartState::Running {
            self.state = PartState::Done;
        }
    }

    /// Reads the value that it starts from. Returns false if there is none.
    fn begin(&mut self, stage: &mut impl TweenStage) -> bool {
        let Some([from, to]) = stage.begin(self) else {
            return false;
        };
        self.from = from;
        self.to = match (self.aim, from, to) {
            (TweenAim::By, ..) => from.plus(to),
            (TweenAim::Nearest, TweenValue::Number(from), TweenValue::Number(to)) => {
                #[expect(clippy::cast_possible_truncation, reason = "angles are of this type")]
                let by = angle_difference(from as f32, to as f32);
                TweenValue::Number(from + f64::from(by))
            }
            _ => to,
        };
        // The values are known now. An alpha has become a tint.
        self.property = self.property.stored();
        self.state = PartState::Running;
        true
    }

    fn set(&mut self, share: f32, stage: &mut impl TweenStage) {
        let value = self.from.between(self.to, self.ease.at(share));
        if !stage.write(self, value, false) {
            self.state = PartState::Dropped;
        }
    }
}

/// The time in which a tween runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TweenClock {
    /// The steps of the game.
    Steps,
    /// The layer time of an object. The tween ends without an event when the object is gone.
    Object(ObjectId),
    /// The layer time of an altitude.
    Altitude(u16),
}

summed!(enum TweenClock: 0 Steps, 1 Object(id), 2 Altitude(number));

/// A time of a tween.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct TweenMoment {
    /// Number of complete passes before it.
    pass: u64,
    /// Steps since the pass began.
    time: f64,
    /// Whether the last pass is over.
    pub(super) is_over: bool,
}

/// A tween: the times of its parts, which are stored beside it.
#[derive(Clone, Copy, Debug)]
pub(super) struct TweenTimeline {
    pub(super) id: TweenId,
    pub(super) name: &'static str,
    /// The object that receives the event of its end.
    pub(super) receiver: Option<ObjectId>,
    pub(super) clock: TweenClock,
    /// Number of its parts.
    pub(super) parts: u32,
    /// Number of its parts that have never begun.
    pub(super) new_parts: u32,
    /// Steps of a pass.
    pub(super) length: u32,
    /// Number of passes; 0 for no end.
    pub(super) passes: u32,
    /// Whether every second pass runs backwards.
    pub(super) ping_pong: bool,
    pub(super) is_paused: bool,
    /// Whether it ends in this step, and its parts are removed.
    pub(super) is_over: bool,
    /// Steps since it began.
    pub(super) elapsed: f64,
    /// Number of the pass that its parts were last played in, from 0.
    pub(super) pass: u64,
    /// Step in which it was made. It begins with the next one.
    pub(super) made_in: u64,
}

impl Checksum for TweenTimeline {
    fn write_checksum(&self, sum: &mut ChecksumWriter) {
        let Self {
            id,
            name,
            receiver,
            clock,
            parts,
            new_parts: _,
            length,
            passes,
            ping_pong,
            is_paused,
            is_over,
            elapsed,
            pass,
            made_in,
        } = *self;
        (id, name, receiver, clock).write_checksum(sum);
        (parts, length, passes, ping_pong, is_paused, is_over).write_checksum(sum);
        (elapsed, pass, made_in).write_checksum(sum);
    }
}

impl TweenTimeline {
    /// Returns the time of its parts now.
    pub(super) fn moment(&self) -> TweenMoment {
        self.moment_after(0.0)
    }

    /// Returns whether its time passes in a step.
    pub(super) fn runs_in(&self, step: u64) -> bool {
        !self.is_paused && self.made_in != step
    }

    /// Returns the time of its parts after more steps.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_precision_loss,
        reason = "not negative, and far below 2^53 in any game"
    )]
    pub(super) fn moment_after(&self, passed: f64) -> TweenMoment {
        let elapsed = self.elapsed + passed;
        let length = f64::from(self.length);
        let last = u64::from(self.passes.max(1)) - 1;
        let is_endless = self.passes == 0 && self.length > 0;
        let passed = if self.length == 0 {
            last + 1
        } else {
            ((elapsed + TIME_TOLERANCE) / length) as u64
        };
        if passed > last && !is_endless {
            return TweenMoment {
                pass: last,
                time: length,
                is_over: true,
            };
        }
        TweenMoment {
            pass: passed,
            // The tolerance may have begun the pass a little early.
            time: (elapsed - passed as f64 * length).max(0.0),
            is_over: false,
        }
    }

    /// Returns whether a part begins for the first time at a moment.
    pub(super) fn begins(&self, part: &TweenPart, now: TweenMoment) -> bool {
        part.state == PartState::New && (now.pass > 0 || part.begins(now.time))
    }

    /// Returns whether it has parts, and all of them are dropped.
    pub(super) fn is_replaced(&self, parts: &[TweenPart]) -> bool {
        let is_dropped = |part: &TweenPart| part.state == PartState::Dropped;
        !parts.is_empty() && parts.iter().all(is_dropped)
    }

    /// Returns the elapsed share of the current pass.
    #[expect(clippy::cast_possible_truncation, reason = "a share from 0 to 1")]
    pub(super) fn progress(&self) -> f32 {
        let now = self.moment();
        if now.is_over {
            return 1.0;
        }
        (now.time / f64::from(self.length)).min(1.0) as f32
    }

    /// Makes it end in the next step.
    pub(super) fn finish(&mut self) {
        self.is_paused = false;
        if self.passes == 0 {
            self.passes = u32::try_from(self.pass + 1).unwrap_or(u32::MAX);
        }
        self.elapsed = f64::from(self.length) * f64::from(self.passes);
    }

    /// Plays the parts up to a moment.
    pub(super) fn play(
        &mut self,
        parts: &mut [TweenPart],
        now: TweenMoment,
        stage: &mut impl TweenStage,
    ) {
        while self.pass < now.pass {
            self.play_at(parts, f64::from(self.length), stage);
            // A long step may span several passes. Skips an even number of them, because passes repeat in pairs.
            let left = now.pass - self.pass;
            self.pass += 1 + (left - 1) / 2 * 2;
            self.begin_pass(parts, stage);
        }
        self.play_at(parts, now.time, stage);
        if self.new_parts > 0 {
            let new = parts.iter().filter(|part| part.state == PartState::New);
            self.new_parts = new.fold(0, |count, _| count + 1);
        }
    }

    fn runs_back(&self) -> bool {
        self.ping_pong && self.pass % 2 == 1
    }

    /// Plays the parts at a time of the current pass.
    fn play_at(&self, parts: &mut [TweenPart], time: f64, stage: &mut impl TweenStage) {
        let plays =
            |part: &&mut TweenPart| matches!(part.state, PartState::New | PartState::Running);
        if self.runs_back() {
            let time = f64::from(self.length) - time;
            // Plays the last part first: two parts may change the same property one after the other.
            let parts = parts.iter_mut().rev().filter(plays);
            parts.for_each(|part| part.play_back(time, stage));
        } else {
            let parts = parts.iter_mut().filter(plays);
            parts.for_each(|part| part.play(time, stage));
        }
    }

    /// Begins a further pass.
    fn begin_pass(&self, parts: &mut [TweenPart], stage: &mut impl TweenStage) {
        // The part that changes a property first is reset last, so that its value counts.
        for part in parts.iter_mut().rev() {
            if part.state == PartState::Done {
                part.state = PartState::Running;
                let jumps = part.from != part.to;
                if !self.ping_pong && jumps && !stage.write(part, part.from, true) {
                    part.state = PartState::Dropped;
                }
            }
        }
    }
}
