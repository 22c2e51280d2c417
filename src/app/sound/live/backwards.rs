//! The sound of the last minute, for a game that runs backwards.

use std::collections::VecDeque;

use crate::app::sound::FADE;
use crate::app::sound::fill::FRAME_RATE;

/// Number of kept frames: one minute.
const KEPT: usize = 60 * FRAME_RATE as usize;

/// Largest distance from the frames of the shown step, as frames: 200 ms. A game that goes back by a click on the bar
/// is farther away.
const LARGEST_DISTANCE: u64 = 9600;

/// Frames after which a game that no longer goes back is silent: 100 ms.
const PATIENCE: u64 = 4800;

/// The frames of the last minute, and the position in them while the game runs backwards.
pub(super) struct Backwards {
    /// Frame `n` is at `n` modulo the length.
    frames: Box<[[i16; 2]]>,
    /// Number of the next frame.
    newest: u64,
    /// First frames of steps: in game time, and in `frames`.
    marks: VecDeque<[u64; 2]>,
    /// State while the game runs backwards.
    playback: Option<ReversePlayback>,
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
        Self {
            frames: vec![[0; 2]; KEPT].into(),
            newest: 0,
            marks: VecDeque::with_capacity(8192),
            playback: None,
        }
    }

    /// Notes that the next frame is the first one of a step that starts at this frame of game time.
    pub(super) fn mark(&mut self, start: u64) {
        while self.marks.back().is_some_and(|[later, _]| *later >= start) {
            self.marks.pop_back();
        }
        let oldest = self.oldest();
        while self.marks.front().is_some_and(|[_, at]| *at < oldest) {
            self.marks.pop_front();
        }
        self.marks.push_back([start, self.newest]);
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
        let goal = self.find(playback.shown);
        let oldest = self.oldest();
        for (done, frame) in out.iter_mut().enumerate() {
            let is_far = goal.is_some_and(|goal| goal.abs_diff(playback.at) > LARGEST_DISTANCE);
            let is_silent = shown.is_none() || is_far || playback.unchanged > PATIENCE;
            if is_silent {
                playback.level = playback.level.saturating_sub(1);
                if playback.level == 0 {
                    if shown.is_none() {
                        // What was played backwards has not happened.
                        self.newest = playback.at;
                        return done;
                    }
                    playback.at = goal.unwrap_or(playback.at);
                }
            } else {
                playback.level = FADE.min(playback.level + 1);
            }
            playback.unchanged += 1;
            *frame = [0.0; 2];
            if playback.level > 0 && playback.at > oldest {
                playback.at -= 1;
                let factor = f32::from(playback.level) / f32::from(FADE) / 32_767.0;
                let kept = self.frames[self.index(playback.at)];
                *frame = kept.map(|sample| f32::from(sample) * factor);
            }
        }
        self.playback = Some(playback);
        out.len()
    }

    /// Returns the number of the oldest kept frame.
    fn oldest(&self) -> u64 {
        self.newest.saturating_sub(KEPT as u64)
    }

    /// Returns the number of the first frame of the latest step that starts no later than this.
    fn find(&self, start: u64) -> Option<u64> {
        let after = self.marks.partition_point(|[at, _]| *at <= start);
        let [_, at] = self.marks.get(after.checked_sub(1)?)?;
        Some(*at)
    }

    fn index(&self, number: u64) -> usize {
        // Below the length, which is a `usize`.
        usize::try_from(number % KEPT as u64).unwrap_or_default()
    }
}
