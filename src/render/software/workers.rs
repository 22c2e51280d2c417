//! Threads that wait between frames and then help the calling thread with a stage of the work.
//!
//! Knows nothing of pixels: the work hands out its own pieces, and whoever comes takes the next. A stage is
//! over when every piece is done; a thread that wakes up too late is not waited for. Nothing is allocated
//! after the start.

use core::num::NonZeroUsize;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};

/// Work that several threads can do together.
pub(super) trait Work: Send + Sync + 'static {
    /// What the threads do together before they do the next.
    type Stage: Copy + Send + core::fmt::Debug + 'static;

    /// Takes pieces of a stage until none is left. Run by several threads at once.
    fn work(&self, stage: Self::Stage);
}

/// Helping threads, joined when dropped.
#[derive(Debug)]
pub(super) struct Workers<W: Work> {
    gate: Arc<Gate<W>>,
    threads: Vec<JoinHandle<()>>,
}

#[derive(Debug)]
struct Gate<W: Work> {
    work: Arc<W>,
    state: Mutex<State<W::Stage>>,
    opened: Condvar,
    left: Condvar,
}

#[derive(Debug)]
struct State<S> {
    /// The stage that may be joined.
    open: Option<S>,
    /// Counts stages, so that no thread joins one twice.
    number: u64,
    /// Threads that have joined and are not done.
    inside: usize,
    /// A thread has panicked.
    faulted: bool,
    quit: bool,
}

impl<W: Work> Workers<W> {
    /// Starts all threads but the calling one. Where the system refuses, there are fewer.
    pub(super) fn new(work: Arc<W>, threads: NonZeroUsize) -> Self {
        let state = State {
            open: None,
            number: 0,
            inside: 0,
            faulted: false,
            quit: false,
        };
        let gate = Arc::new(Gate {
            work,
            state: Mutex::new(state),
            opened: Condvar::new(),
            left: Condvar::new(),
        });
        let mut started = Vec::new();
        for number in 1..threads.get() {
            let gate = Arc::clone(&gate);
            let name = format!("damselfly raster {number}");
            match thread::Builder::new().name(name).spawn(move || gate.help()) {
                Ok(thread) => started.push(thread),
                Err(error) => {
                    log::warn!("software renderer: {number} threads instead of {threads}: {error}");
                    break;
                }
            }
        }
        Self {
            gate,
            threads: started,
        }
    }

    /// Does one stage, all threads together. Answers whether every helper got through it; if not, some of
    /// the work has not been done.
    #[must_use]
    pub(super) fn run(&self, stage: W::Stage) -> bool {
        if self.threads.is_empty() {
            self.gate.work.work(stage);
            return true;
        }
        let open = Open::new(&self.gate, stage);
        self.gate.work.work(stage);
        drop(open);
        !self.gate.lock().faulted
    }

    /// Threads that work on a stage, the calling one included.
    pub(super) fn count(&self) -> usize {
        self.threads.len() + 1
    }
}

impl<W: Work> Workers<W> {
    /// Sends the helpers home. From now on the calling thread works alone.
    pub(super) fn dismiss(&mut self) {
        self.gate.lock().quit = true;
        self.gate.opened.notify_all();
        for thread in self.threads.drain(..) {
            // An error means that it has panicked, which `run` has told.
            let _ = thread.join();
        }
    }
}

impl<W: Work> Drop for Workers<W> {
    fn drop(&mut self) {
        self.dismiss();
    }
}

impl<W: Work> Gate<W> {
    fn lock(&self) -> MutexGuard<'_, State<W::Stage>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A helper's life.
    fn help(&self) {
        let mut seen = 0;
        while let Some(stage) = self.join_next(&mut seen) {
            let _inside = Inside(self);
            self.work.work(stage);
        }
    }

    /// Waits for a stage that this thread has not seen, and enters it. `None`: go home.
    fn join_next(&self, seen: &mut u64) -> Option<W::Stage> {
        let mut state = self.lock();
        loop {
            if state.quit {
                return None;
            }
            if let Some(stage) = state.open
                && state.number != *seen
            {
                *seen = state.number;
                state.inside += 1;
                return Some(stage);
            }
            state = self
                .opened
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// A helper within a stage. Leaves it however it ends, so that nobody waits for a thread that panicked.
struct Inside<'a, W: Work>(&'a Gate<W>);

impl<W: Work> Drop for Inside<'_, W> {
    fn drop(&mut self) {
        let mut state = self.0.lock();
        state.inside -= 1;
        state.faulted |= thread::panicking();
        drop(state);
        self.0.left.notify_one();
    }
}

/// An open stage. Closed, and waited for, when dropped.
struct Open<'a, W: Work>(&'a Gate<W>);

impl<'a, W: Work> Open<'a, W> {
    fn new(gate: &'a Gate<W>, stage: W::Stage) -> Self {
        let mut state = gate.lock();
        state.open = Some(stage);
        state.number += 1;
        drop(state);
        gate.opened.notify_all();
        Self(gate)
    }
}

impl<W: Work> Drop for Open<'_, W> {
    fn drop(&mut self) {
        let mut state = self.0.lock();
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

    /// Pieces that are counted; stage 1 panics on helpers.
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
        type Stage = u32;

        fn work(&self, stage: u32) {
            let helper = thread::current()
                .name()
                .is_some_and(|name| name.starts_with("damselfly"));
            if stage == 1 {
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
    fn every_piece_of_every_stage_is_done_once() {
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
    fn a_helper_that_panics_is_told_and_not_waited_for() {
        let pieces = Pieces::new();
        let mut workers = Workers::new(Arc::clone(&pieces), NonZeroUsize::new(2).unwrap());
        assert!(!workers.run(1));
        workers.dismiss();
        pieces.next.store(0, Ordering::SeqCst);
        assert!(workers.run(0));
        assert_eq!(workers.count(), 1);
    }
}
