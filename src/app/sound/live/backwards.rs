//! The sound of the last minute, for a game that runs backwards.

use std::collections::VecDeque;

use crate::app::sound::FADE;
use crate::app::sound::fill::FRAME_RATE;

/// Number of kept frames: one minute.
const KEPT: usize = 60 * FRAME_RATE as usize;

/// Largest distance from the frames of the shown step, as frames: 200 ms, or three steps if those are longer. A game that
/// goes back by a click on the bar is farther away.
const LARGEST_DISTANCE: u64 = 9600;

/// Frames after which a game that no longer goes back is silent: 100 ms, or two steps if those are longer.
const PATIENCE: u64 = 4800;

/// Most marks: more than a minute of the shortest nominal steps.
const MOST_MARKS: usize = 65_536;

/// The frames of the last minute, and the position in them while the game runs backwards.
pub(super) struct Backwards {
    /// Frame `n` is at `n` modulo the length.
    frames: Box<[[i16; 2]]>,
    /// Number of the next frame.
    newest: u64,
    /// Number of the oldest frame that no later one has overwritten, even one that is undone.
    oldest: u64,
    /// First frames of steps, in the order of their times and numbers.
    marks: VecDeque<StepMark>,
    /// State while the game runs backwards.
    playback: Option<ReversePlayback>,
}

/// The first frame of a step.
#[derive(Clone, Copy, Debug)]
struct StepMark {
    /// Time of the frame in game time.
    start: u64,
    /// Number of the frame.
    at: u64,
    /// Length of the step in frames of the device.
    length: u64,
}

/// Position and volume of the sound that plays backwards.
struct ReversePlayback {
    /// Number of the frame after the next one.
    at: u64,
    level: u16,
    /// First frame of the shown step in game time, and number of frames since it has changed.
    shown: u64,
    unchanged: u64,
}

impl Backwards {
    pub(super) fn new() -> Self {
        Self::of_length(KEPT)
    }

    /// Keeps this many frames.
    fn of_length(length: usize) -> Self {
        Self {
            frames: vec![[0; 2]; length].into(),
            newest: 0,
            oldest: 0,
            marks: VecDeque::with_capacity(MOST_MARKS),
            playback: None,
        }
    }

    /// Marks the next frame as the first one of a step that starts at this frame of game time, and lasts `length` frames
    /// of the device.
    pub(super) fn mark(&mut self, start: u64, length: u64) {
        while self.marks.back().is_some_and(|mark| mark.start >= start) {
            self.marks.pop_back();
        }
        let oldest = self.oldest;
        // The oldest frame may be in the middle of a step.
        while self.marks.len() == MOST_MARKS
            || self.marks.get(1).is_some_and(|mark| mark.at <= oldest)
        {
            self.marks.pop_front();
        }
        self.marks.push_back(StepMark {
            start,
            at: self.newest,
            length,
        });
    }

    /// Keeps frames, from −1 to 1.
    pub(super) fn keep(&mut self, frames: &[[f32; 2]]) {
        for frame in frames {
            let index = self.index(self.newest);
            #[expect(clippy::cast_possible_truncation, reason = "saturates")]
            let frame = frame.map(|sample| (sample * 32_767.0).round() as i16);
            self.frames[index] = frame;
            self.newest += 1;
        }
        let length = self.frames.len() as u64;
        self.oldest = self.oldest.max(self.newest.saturating_sub(length));
    }

    /// Returns whether sound plays backwards, or still fades out.
    pub(super) fn is_playing(&self) -> bool {
        self.playback.is_some()
    }

    /// Plays backwards. `shown` is the first frame of the step that the game shows, in game time; `None` once the game
    /// runs forwards: the sound then fades out. Returns the number of frames that were written to `out`.
    pub(super) fn play(&mut self, shown: Option<u64>, out: &mut [[f32; 2]]) -> usize {
        let mut playback = self.playback.take().unwrap_or(ReversePlayback {
            at: self.newest,
            level: FADE,
            shown: shown.unwrap_or_default(),
            unchanged: 0,
        });
        if let Some(shown) = shown.filter(|shown| *shown != playback.shown) {
            playback.shown = shown;
            playback.unchanged = 0;
        }
        let oldest = self.oldest;
        let mark = self.find(playback.shown);
        let length = mark.map_or(0, |mark| mark.length);
        let distance = LARGEST_DISTANCE.max(length.saturating_mul(3));
        let patience = PATIENCE.max(length.saturating_mul(2));
        let goal = mark.map(|mark| mark.at.max(oldest));
        for (done, frame) in out.iter_mut().enumerate() {
            // A step without a mark is not kept.
            let is_far = goal.is_none_or(|goal| goal.abs_diff(playback.at) > distance);
            if shown.is_none() || is_far || playback.unchanged > patience {
                playback.level = playback.level.saturating_sub(1);
                if playback.level == 0 {
                    if shown.is_some() || is_far {
                        playback.at = goal.unwrap_or(playback.at);
                    }
                    if shown.is_none() {
                        self.forget_after(playback.at);
                        return done;
                    }
                }
            } else {
                playback.level = FADE.min(playback.level + 1);
            }
            playback.unchanged += 1;
            *frame = [0.0; 2];
            if playback.level > 0 && playback.at > oldest {
                playback.at -= 1;
                // Fades out before the oldest frame.
                let left = u16::try_from(playback.at - oldest).unwrap_or(FADE);
                let factor = f32::from(playback.level.min(left)) / f32::from(FADE) / 32_767.0;
                let kept = self.frames[self.index(playback.at)];
                *frame = kept.map(|sample| f32::from(sample) * factor);
            }
        }
        self.playback = Some(playback);
        out.len()
    }

    /// Makes `newest` the number of the next frame. Discards the frames that were played backwards.
    fn forget_after(&mut self, newest: u64) {
        self.newest = newest;
        while self.marks.back().is_some_and(|mark| mark.at > newest) {
            self.marks.pop_back();
        }
    }

    /// Returns the mark of the latest step that starts no later than this.
    fn find(&self, start: u64) -> Option<StepMark> {
        let after = self.marks.partition_point(|mark| mark.start <= start);
        self.marks.get(after.checked_sub(1)?).copied()
    }

    fn index(&self, number: u64) -> usize {
        // Below the length, which is a `usize`.
        usize::try_from(number % self.frames.len() as u64).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests;
