//! What a job is lent while it runs.

use std::sync::atomic::{AtomicBool, AtomicU16, Ordering};

/// What a job is lent while it runs: where it says how far it is, and learns that nobody waits for it any more.
#[derive(Debug, Default)]
pub struct Progress {
    permille: AtomicU16,
    cancelled: AtomicBool,
}

impl Progress {
    /// Says which part is done, from 0 to 1; what is outside counts as the nearer end. It never goes back: less than
    /// before, or what is not a number, is ignored. Cheap enough for every turn of a loop.
    pub fn set(&self, part: f32) {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "between 0 and 1000; what is not a number becomes 0"
        )]
        let permille = (part.clamp(0.0, 1.0) * 1000.0) as u16;
        // Progress is for people: nothing else is read in its order.
        self.permille.fetch_max(permille, Ordering::Relaxed);
    }

    /// Says that so many of so many parts are done. Of 0 parts, all are.
    pub fn set_done(&self, done: usize, of: usize) {
        self.set(if of == 0 {
            1.0
        } else {
            done as f32 / of as f32
        });
    }

    /// Whether nobody waits for the result any more: the job was cancelled, or the game is over. A long job asks now
    /// and then, and returns anything; one that never asks keeps its thread busy to no end.
    pub fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }

    pub(super) fn permille(&self) -> u16 {
        self.permille.load(Ordering::Relaxed)
    }

    pub(super) fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }
}
