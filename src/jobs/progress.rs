//! The argument of a running job, to report progress and detect cancellation.

use std::sync::atomic::{AtomicBool, AtomicU16, Ordering};

/// The argument of a job's function. Takes reports of the job's progress, and shows whether the job was cancelled.
#[derive(Debug, Default)]
pub struct Progress {
    permille: AtomicU16,
    cancelled: AtomicBool,
}

impl Progress {
    /// Sets the completed share, clamped to 0 to 1 and stored in thousandths. Progress never decreases: a smaller
    /// share, or NaN, is ignored. Cheap enough for every iteration of a loop.
    pub fn set(&self, share: f32) {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "between 0 and 1000; NaN becomes 0"
        )]
        let permille = (share.clamp(0.0, 1.0) * 1000.0) as u16;
        // Relaxed: the value is only displayed, and publishes no other memory.
        self.permille.fetch_max(permille, Ordering::Relaxed);
    }

    /// Sets the progress to `done` of `of` items, at most all of them. 0 of 0 counts as all.
    pub fn set_done(&self, done: usize, of: usize) {
        self.set(if of == 0 {
            1.0
        } else {
            done as f32 / of as f32
        });
    }

    /// Returns whether the result is no longer needed because the job was cancelled or the game has ended. A long job
    /// should check this regularly and then return any value. Otherwise, it occupies its thread until it is done.
    pub fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }

    /// Returns the progress in thousandths, 0 to 1000.
    pub(super) fn permille(&self) -> u16 {
        self.permille.load(Ordering::Relaxed)
    }

    /// Requests that the job stop. Irreversible.
    pub(super) fn cancel(&self) {
        // Relaxed: the flag publishes no other memory, and the job only stops a little later.
        self.cancelled.store(true, Ordering::Relaxed);
    }
}
