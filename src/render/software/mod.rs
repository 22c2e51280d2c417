//! Draws without a GPU: the same pixels as the GPU backend, by the same integer rules.
//!
//! Built like a GPU. Changed instances, frame records and texels are copied into the backend's own memory; a vertex
//! stage projects the sprites; a raster stage draws the target in bands. Worker threads wait between frames. A repeated
//! frame allocates nothing.
//!
//! Each piece of a phase is written by one thread alone, which takes it by its number. The locks around pieces are
//! there so that the compiler can check this, without `unsafe`; no thread ever waits for one.
//!
//! The files, in the order of a frame:
//!
//! - `memory` and `texels`: the copies. `pass`: the targets. `workers`: the threads and their phases.
//! - `project`: instances become items, sorted into bands. The pixel rules come from `quad`.
//! - `bands`: a band of the target. `cover`, with the bits of `strips`: which items are hidden.
//! - `draw`: an item on a band. `spans`: the pixels of a turned one. `sample`: their texels.
//! - `bilinear`: the texels of an upright one that is filtered. `material`: the colours of one with a material.
//! - `effects`: the finished target of a group is changed, step by step.
//! - `kernels` and `linear_light`: texels are mixed with pixels. `lights`: a light map.
//!
//! `tests/pixels` compares its frames with those of a second renderer, which follows the same rules in the simplest
//! way.
//!
//! The backend reads [`Frame`]s and fills slices of pixels. It does not depend on a window.

mod bands;
mod bilinear;
mod cover;
mod draw;
mod effects;
mod kernels;
mod lights;
mod linear_light;
mod material;
mod memory;
mod pass;
mod pixel_bounds;
mod project;
mod sample;
mod spans;
mod strips;
#[cfg(test)]
mod tests;
mod texels;
mod workers;

use core::num::NonZeroUsize;
use core::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::thread;

use super::batch::Batch;
use super::cost::{DrawCost, LapClock};
use super::frame::{Frame, RenderStats};
use super::groups::PassKind;
use crate::assets::frame::FrameTableKey;
use memory::Memory;
use workers::{Work, Workers};

/// Settings of a [`SoftwareRenderer`].
#[derive(Clone, Copy, Debug, Default)]
pub struct SoftwareSettings {
    /// Drawing threads, including the calling one. Defaults to `None`: the machine's parallelism. With 1, no thread is
    /// started.
    pub threads: Option<NonZeroUsize>,
}

/// Draws frames into memory. A frame of another `Assets` than the last one copies everything again.
#[derive(Debug)]
pub struct SoftwareRenderer {
    /// Key of the last frame's `Assets`. Versions of copies are counted per `Assets`.
    source: Option<FrameTableKey>,
    batch: Batch,
    shared: Arc<SharedState>,
    workers: Workers<SharedState>,
    /// Cost of the last frame.
    cost: DrawCost,
}

/// The state that all drawing threads share.
#[derive(Debug)]
struct SharedState {
    /// Written by the calling thread between phases, read by all threads during one.
    memory: RwLock<Memory>,
    /// The next piece of the phase that no thread has taken yet.
    next: AtomicUsize,
}

/// A part of a frame's work, done by all threads together before the next begins.
#[derive(Clone, Copy, Debug)]
enum Phase {
    /// Instances become items. A piece is a sprite bin: a part of the chunks.
    Project,
    /// Items become pixels. A piece is a band of the target.
    Raster,
    /// The next step of a group's effects. A piece is a band of the target.
    Effect,
}

/// Bins per thread: several, because sprites differ in cost and a thread that is done takes the next bin.
const BINS_PER_THREAD: usize = 4;

impl Default for SoftwareRenderer {
    fn default() -> Self {
        Self::new(SoftwareSettings::default())
    }
}

impl SoftwareRenderer {
    /// Returns a renderer without a target, and starts its threads.
    pub fn new(settings: SoftwareSettings) -> Self {
        let threads = settings
            .threads
            .unwrap_or_else(|| thread::available_parallelism().unwrap_or(NonZeroUsize::MIN));
        let bins = if threads.get() == 1 {
            1
        } else {
            threads.get() * BINS_PER_THREAD
        };
        let shared = Arc::new(SharedState {
            memory: RwLock::new(Memory::new(bins)),
            next: AtomicUsize::new(0),
        });
        let workers = Workers::new(Arc::clone(&shared), threads);
        Self {
            source: None,
            batch: Batch::new(),
            shared,
            workers,
            cost: DrawCost::default(),
        }
    }

    /// Draws a frame into the backend's own target. Returns when it is finished. A frame whose width or height is 0 or
    /// above 65 535 pixels changes nothing, and returns counts of 0.
    pub fn render(&mut self, frame: &Frame<'_>) -> RenderStats {
        let Some(stats) = self.copy(frame) else {
            return RenderStats::default();
        };
        self.draw_copied();
        stats
    }

    /// First half of [`render`](Self::render): copies the contents of a frame, which may change afterwards. Returns
    /// `None` and copies nothing if the target's width or height is 0 or above 65 535 pixels.
    pub(crate) fn copy(&mut self, frame: &Frame<'_>) -> Option<RenderStats> {
        let target = frame.target.map(u16::try_from);
        let [Ok(width @ 1..), Ok(height @ 1..)] = target else {
            return None;
        };
        let mut clock = LapClock::start();
        let source = Some(frame.frames.key());
        if core::mem::replace(&mut self.source, source) != source {
            self.batch = Batch::new();
            let mut memory = write(&self.shared.memory);
            *memory = Memory::new(memory.bins.len());
        }
        // List what to copy and what to paint.
        self.batch.prepare(frame);
        let batch = clock.lap();
        // Copy what changed: the worker threads outlive the frame, and so cannot borrow from it.
        let upload_bytes = write(&self.shared.memory).copy(frame, [width, height], &self.batch);
        self.cost = DrawCost {
            batch,
            upload: clock.lap(),
            ..DrawCost::default()
        };
        // A camera without sprites only clears its image.
        let passes = self.batch.passes().iter();
        let drawn = passes.filter(|pass| pass.kind != PassKind::Camera || !pass.chunks.is_empty());
        let groups = drawn.count().saturating_sub(1);
        let steps = read(&self.shared.memory).step_count();
        let draw_calls = groups + steps + usize::from(!self.batch.chunks().is_empty());
        Some(RenderStats {
            draw_calls,
            upload_bytes,
            ..self.batch.stats()
        })
    }

    /// Second half of [`render`](Self::render): draws the copied frame.
    pub(crate) fn draw_copied(&mut self) {
        let mut clock = LapClock::start();
        write(&self.shared.memory).begin_passes();
        loop {
            // Instances become items, items become pixels.
            self.run(Phase::Project);
            self.run(Phase::Raster);
            while write(&self.shared.memory).begin_effect_step() {
                self.run(Phase::Effect);
            }
            if !write(&self.shared.memory).next_pass() {
                self.cost.submit = clock.lap();
                return;
            }
        }
    }

    /// Returns the cost of the last frame.
    pub fn cost(&self) -> DrawCost {
        self.cost
    }

    /// Returns the target's width and height in pixels: the last frame's; 0 before the first.
    pub fn size(&self) -> [u32; 2] {
        read(&self.shared.memory).own.size.map(u32::from)
    }

    /// Returns the number of threads that draw, the calling one included. Fewer than requested if the system refused
    /// some, and 1 after one has panicked.
    pub fn threads(&self) -> usize {
        self.workers.count()
    }

    /// Copies the target, row after row, each pixel `u32::from_le_bytes([r, g, b, 255])`.
    ///
    /// # Panics
    /// If `pixels` is not width × height long.
    pub fn copy_rgba(&self, pixels: &mut [u32]) {
        self.copy_pixels(pixels, |to, from| to.copy_from_slice(from));
    }

    /// Copies the target, row after row, each pixel `0x00RRGGBB`.
    ///
    /// # Panics
    /// If `pixels` is not width × height long.
    pub fn copy_xrgb(&self, pixels: &mut [u32]) {
        self.copy_pixels(pixels, |to, from| {
            for (to, from) in to.iter_mut().zip(from) {
                *to = from.swap_bytes() >> 8;
            }
        });
    }

    /// Calls `copy` for each band with its part of `pixels` and its pixels. Panics if `pixels` has another length.
    fn copy_pixels(&self, pixels: &mut [u32], copy: impl Fn(&mut [u32], &[u32])) {
        let memory = read(&self.shared.memory);
        let [width, height] = memory.own.size;
        assert_eq!(
            pixels.len(),
            usize::from(width) * usize::from(height),
            "the target is {width}x{height} pixels"
        );
        memory.own.copy_pixels(pixels, copy);
    }

    /// Runs a phase on all threads. If a worker panics, the calling thread repeats the phase and then draws alone,
    /// because a late frame is better than none.
    fn run(&mut self, phase: Phase) {
        self.shared.next.store(0, Ordering::Relaxed);
        if self.workers.run(phase) {
            return;
        }
        log::error!("a drawing thread panicked: the software renderer continues with one thread");
        self.workers.dismiss();
        self.shared.next.store(0, Ordering::Relaxed);
        self.shared.work(phase);
    }
}

impl Work for SharedState {
    type Phase = Phase;

    fn work(&self, phase: Phase) {
        let memory = read(&self.memory);
        match phase {
            Phase::Project => self.pieces(&memory.bins, |number, bin| {
                // Each bin has the next contiguous part of the chunks, so that the bins in sequence are in painting
                // order.
                let chunks = &memory.pass().chunks;
                let cut = |number: usize| chunks.start + chunks.len() * number / memory.bins.len();
                write(bin).project(&memory, cut(number)..cut(number + 1));
            }),
            Phase::Effect => {
                let pass = memory.pass();
                self.pieces(&pass.bands, |_, band| pass.apply_step(&mut lock(band)));
            }
            Phase::Raster => self.pieces(&memory.pass().bands, |number, band| {
                lock(band).draw(&memory, number)
            }),
        }
    }
}

impl SharedState {
    /// Takes pieces until none is left.
    fn pieces<T>(&self, all: &[T], mut work: impl FnMut(usize, &T)) {
        loop {
            // Relaxed ordering is enough: the number only says which piece to take, and the locks of the phases publish
            // the data.
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(piece) = all.get(number) else { return };
            work(number, piece);
        }
    }
}

// A lock is poisoned when a worker has panicked. `run` then repeats the phase, which overwrites the data that the lock
// guards.

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn read<T>(lock: &RwLock<T>) -> RwLockReadGuard<'_, T> {
    lock.read().unwrap_or_else(PoisonError::into_inner)
}

fn write<T>(lock: &RwLock<T>) -> RwLockWriteGuard<'_, T> {
    lock.write().unwrap_or_else(PoisonError::into_inner)
}
