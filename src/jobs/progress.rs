//! The argument of a running job: it reports progress and learns of a cancellation.

use std::sync::atomic::{AtomicBool, AtomicU16, Ordering};

/// The argument of a job's function: sets the job's progress, and returns whether the job was cancelled.
#[derive(Debug, Default)]
pub struct Progress {
    permille: AtomicU16,
    cancelled: AtomicBool,
}

impl Progress {
    /// Sets the part that is done, clamped to 0 to 1 and stored in thousandths. Progress never decreases: a smaller part,
    /// or NaN, is ignored. Cheap enough for every iteration of a loop.
    pub fn set(&self, part: f32) {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "between 0 and 1000; what is not a number becomes 0"
        )]
        let permille = (part.clamp(0.0, 1.0) * 1000.0) as u16;
        // Relaxed: only shown, and no other memory is published by it.
        self.permille.fetch_max(permille, Ordering::Relaxed);
    }

    /// Sets the fraction of the job that is done to `done` of `of` parts, at most all; 0 of 0 counts as all.
    pub fn set_done(&self, done: usize, of: usize) {
        self.set(if of == 0 {
            1.0
        } else {
            done as f32 / of as f32
        });
    }

    /// Returns whether the result is no longer needed: the job was cancelled, or the game has ended. A long job should
    /// check this regularly and then return any value; otherwise it occupies its thread until it is done.
    pub fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }

    /// Returns the progress in thousandths: 0 to 1000.
    pub(super) fn permille(&self) -> u16 {
        self.permille.load(Ordering::Relaxed)
    }

    /// Requests that the job stop. It cannot be taken back.
    pub(super) fn cancel(&self) {
        // Relaxed: the job only stops earlier because of it, and its result is dropped unseen.
        self.cancelled.store(true, Ordering::Relaxed);
    }
}
