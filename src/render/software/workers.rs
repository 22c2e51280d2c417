//! Worker threads that wait between frames, and then help the calling thread with a phase of the work.
//!
//! This module does not depend on what is drawn: the work hands out its own pieces, the next piece to the next thread.
//! A phase is over when every piece is done; a thread that wakes up too late is not waited for. Nothing is allocated
//! after the start. The threads of `jobs` are not used, because they may be busy for seconds. Scoped threads would be
//! started again in each frame.

use core::num::NonZeroUsize;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};

/// Work that several threads can do together.
pub(super) trait Work: Send + Sync + 'static {
    /// A part of the work that all threads finish before the next begins.
    type Phase: Copy + Send + core::fmt::Debug + 'static;

    /// Takes pieces of a phase until none is left. Run by several threads at once.
    fn work(&self, phase: Self::Phase);
}

/// Worker threads, joined when dropped.
#[derive(Debug)]
pub(super) struct Workers<W: Work> {
    barrier: Arc<PhaseBarrier<W>>,
    /// The worker threads. The calling thread works, too, and is not among them.
    threads: Vec<JoinHandle<()>>,
}

/// Barrier where threads wait for a phase to begin, and the calling thread for it to end.
#[derive(Debug)]
struct PhaseBarrier<W: Work> {
    work: Arc<W>,
    state: Mutex<BarrierState<W::Phase>>,
    /// Notified when a phase is opened, and when the threads are to end.
    opened: Condvar,
    /// Notified when a thread leaves a phase. Only the calling thread waits for it.
    left: Condvar,
}

/// Data that the lock of a [`PhaseBarrier`] guards.
#[derive(Debug)]
struct BarrierState<S> {
    /// The phase that may be joined.
    open: Option<S>,
    /// Counts phases, so that no thread joins one twice.
    number: u64,
    /// Number of threads that have joined the phase and not finished.
    inside: usize,
    /// Whether a thread has panicked.
    faulted: bool,
    /// Whether the threads are to end.
    quit: bool,
}

impl<W: Work> Workers<W> {
    /// Starts all threads except the calling one; fewer if the system refuses.
    pub(super) fn new(work: Arc<W>, threads: NonZeroUsize) -> Self {
        let state = BarrierState {
            open: None,
            number: 0,
            inside: 0,
            faulted: false,
            quit: false,
        };
        let barrier = Arc::new(PhaseBarrier {
            work,
            state: Mutex::new(state),
            opened: Condvar::new(),
            left: Condvar::new(),
        });
        let mut started = Vec::new();
        for number in 1..threads.get() {
            let barrier = Arc::clone(&barrier);
            let name = format!("damselfly raster {number}");
            match thread::Builder::new()
                .name(name)
                .spawn(move || barrier.work_until_quit())
            {
                Ok(thread) => started.push(thread),
                Err(error) => {
                    log::warn!("software renderer: {number} threads instead of {threads}: {error}");
                    break;
                }
            }
        }
        Self {
            barrier,
            threads: started,
        }
    }

    /// Runs one phase on all threads. Returns whether no worker has panicked. If one has, some of the work may be
    /// missing.
    #[must_use]
    pub(super) fn run(&self, phase: W::Phase) -> bool {
        if self.threads.is_empty() {
            self.barrier.work.work(phase);
            return true;
        }
        // `open` is a guard: if the calling thread panics, dropping it closes the phase, and waits for the workers in
        // it.
        let open = OpenPhase::new(&self.barrier, phase);
        self.barrier.work.work(phase);
        drop(open);
        !self.barrier.lock().faulted
    }

    /// Returns the number of threads that work on a phase, the calling one included.
    pub(super) fn count(&self) -> usize {
        self.threads.len() + 1
    }
}

impl<W: Work> Workers<W> {
    /// Ends the workers. The calling thread works alone afterwards.
    pub(super) fn dismiss(&mut self) {
        self.barrier.lock().quit = true;
        self.barrier.opened.notify_all();
        for thread in self.threads.drain(..) {
            // An error means that the thread panicked, which `run` has already reported.
            let _ = thread.join();
        }
    }
}

impl<W: Work> Drop for Workers<W> {
    fn drop(&mut self) {
        self.dismiss();
    }
}

impl<W: Work> PhaseBarrier<W> {
    // Only plain values change under the lock, so a poisoned lock still guards valid data.
    fn lock(&self) -> MutexGuard<'_, BarrierState<W::Phase>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs the main loop of a worker.
    fn work_until_quit(&self) {
        let mut seen = 0;
        while let Some(phase) = self.join_next(&mut seen) {
            // A guard, so that a panic in the work leaves the phase, too.
            let _inside = Inside(self);
            self.work.work(phase);
        }
    }

    /// Waits for a phase that this thread has not seen, and joins it. `None`: the thread ends.
    fn join_next(&self, seen: &mut u64) -> Option<W::Phase> {
        let mut state = self.lock();
        loop {
            if state.quit {
                return None;
            }
            if let Some(phase) = state.open
                && state.number != *seen
            {
                *seen = state.number;
                state.inside += 1;
                return Some(phase);
            }
            state = self
                .opened
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// A worker within a phase. Dropped also by a panic, so that no thread waits for one that panicked.
struct Inside<'a, W: Work>(&'a PhaseBarrier<W>);

impl<W: Work> Drop for Inside<'_, W> {
    fn drop(&mut self) {
        let mut state = self.0.lock();
        state.inside -= 1;
        state.faulted |= thread::panicking();
        // The lock is released before notifying: the woken thread would otherwise have to wait for it.
        drop(state);
        self.0.left.notify_one();
    }
}

/// An open phase. Dropping it closes the phase, and waits for the workers in it.
struct OpenPhase<'a, W: Work>(&'a PhaseBarrier<W>);

impl<'a, W: Work> OpenPhase<'a, W> {
    fn new(barrier: &'a PhaseBarrier<W>, phase: W::Phase) -> Self {
        let mut state = barrier.lock();
        state.open = Some(phase);
        state.number += 1;
        drop(state);
        barrier.opened.notify_all();
        Self(barrier)
    }
}

impl<W: Work> Drop for OpenPhase<'_, W> {
    fn drop(&mut self) {
        let mut state = self.0.lock();
        // The phase is closed first, so that a thread that wakes up now does not join it. Then the threads inside are
        // waited for.
        state.open = None;
        while state.inside > 0 {
            state = self
                .0
                .left
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::sync::atomic::{AtomicUsize, Ordering};

    /// Counts how often each piece is done. In phase 1, helpers panic.
    struct Pieces {
        next: AtomicUsize,
        done: Vec<AtomicUsize>,
        /// Holds the calling thread back until a helper has come.
        helper_came: AtomicUsize,
    }

    impl Pieces {
        fn new() -> Arc<Self> {
            let done = (0..100).map(|_| AtomicUsize::new(0)).collect();
            Arc::new(Self {
                next: AtomicUsize::new(0),
                done,
                helper_came: AtomicUsize::new(0),
            })
        }
    }

    impl Work for Pieces {
        type Phase = u32;

        fn work(&self, phase: u32) {
            let helper = thread::current()
                .name()
                .is_some_and(|name| name.starts_with("damselfly"));
            if phase == 1 {
                if helper {
                    self.helper_came.store(1, Ordering::SeqCst);
                    panic!("a helper panics, as this test wants");
                }
                while self.helper_came.load(Ordering::SeqCst) == 0 {
                    thread::yield_now();
                }
            }
            while let Some(piece) = self.done.get(self.next.fetch_add(1, Ordering::SeqCst)) {
                piece.fetch_add(1, Ordering::SeqCst);
            }
        }
    }

    #[test]
    fn every_task_of_every_stage_runs_once() {
        for threads in 1..=4 {
            let pieces = Pieces::new();
            let workers = Workers::new(Arc::clone(&pieces), NonZeroUsize::new(threads).unwrap());
            for round in 1..=200 {
                pieces.next.store(0, Ordering::SeqCst);
                assert!(workers.run(0));
                assert!(
                    pieces
                        .done
                        .iter()
                        .all(|done| done.load(Ordering::SeqCst) == round)
                );
            }
        }
    }

    #[test]
    fn a_panic_of_a_worker_is_reported_and_does_not_block() {
        let pieces = Pieces::new();
        let mut workers = Workers::new(Arc::clone(&pieces), NonZeroUsize::new(2).unwrap());
        assert!(!workers.run(1));
        workers.dismiss();
        pieces.next.store(0, Ordering::SeqCst);
        assert!(workers.run(0));
        assert_eq!(workers.count(), 1);
    }
}
