//! A step and its frame on a GPU, up to the end of the submission. Compared with a hand-written loop, and with a
//! minimal wgpu program.
//!
//! The sprites and the loop are the same as in the bench `step`. Work of the device is not timed. However, a software
//! driver draws on the processor that runs the timed code, and disturbs the times. `benches/README.md` describes the
//! Vulkan layer `nulldraw`, which drops the draw calls. Not a criterion bench, because the contenders take turns and
//! only ratios have a meaning.

#[path = "frame/bare.rs"]
mod bare;
#[expect(
    dead_code,
    reason = "shared with the bench `step`, which uses more of it"
)]
#[path = "step/mod.rs"]
mod step;

use std::time::{Duration, Instant};

use bare::Bare;
use damselfly::render::gpu::{GpuInstance, OffscreenRenderer, OffscreenSettings};
use step::engine::{Engine, Mover};
use step::hand::Hand;

/// Numbers of sprites.
const SIZES: [u32; 3] = [10_000, 100_000, 1_000_000];
/// Rounds for each size. The fastest pass of each contender counts; the table also shows the median.
const ROUNDS: usize = 20;
/// Time of a contender in a round.
const TURN: Duration = Duration::from_millis(30);
/// Size of the image.
const PICTURE: [u32; 2] = [1280, 720];

/// A contender, and the times of its passes in nanoseconds.
struct Contender<'a> {
    name: &'static str,
    /// Runs a pass, and returns its time.
    pass: Box<dyn FnMut() -> Duration + 'a>,
    times: Vec<f64>,
}

impl<'a> Contender<'a> {
    fn new(name: &'static str, pass: impl FnMut() -> Duration + 'a) -> Self {
        Self {
            name,
            pass: Box::new(pass),
            times: Vec::new(),
        }
    }

    fn turn(&mut self) {
        let start = Instant::now();
        while start.elapsed() < TURN {
            let time = (self.pass)();
            self.times.push(time.as_secs_f64() * 1e9);
        }
    }

    /// Returns the minimum and the median.
    fn figures(&mut self) -> [f64; 2] {
        self.times.sort_by(f64::total_cmp);
        [self.times[0], self.times[self.times.len() / 2]]
    }
}

fn timed(work: impl FnOnce()) -> Duration {
    let start = Instant::now();
    work();
    start.elapsed()
}

/// Returns the contender that fills a wgpu buffer with the hand-written loop and submits a minimal frame.
fn by_hand_with_wgpu(count: u32) -> Option<impl FnMut() -> Duration> {
    let mut bare = Bare::new(count, PICTURE)?;
    let mut hand = Hand::new(count as usize);
    Some(move || {
        let time = timed(|| {
            let bytes: &[u8] = bytemuck::cast_slice(hand.packed());
            bare.frame(bytes.len(), |mut target| target.copy_from_slice(bytes));
        });
        bare.wait();
        time
    })
}

/// Returns the contender that takes a step of the engine and submits its frame.
fn engine(count: u32, mover: Mover) -> Option<impl FnMut() -> Duration> {
    let instance = GpuInstance::new().ok()?;
    let mut renderer = OffscreenRenderer::new(&instance, OffscreenSettings::default()).ok()?;
    let mut engine = Engine::new(count as usize, mover);
    Some(move || {
        let time = timed(|| {
            engine.step();
            engine.with_frame(|frame| {
                renderer.render(frame).expect("the frame is drawn");
            });
        });
        renderer.wait().expect("the frame is done");
        time
    })
}

/// Returns the contender that submits a minimal frame with one sprite.
fn nothing() -> Option<impl FnMut() -> Duration> {
    let mut bare = Bare::new(1, PICTURE)?;
    Some(move || {
        let time = timed(|| bare.frame(32, |mut target| target.copy_from_slice(&[0; 32])));
        bare.wait();
        time
    })
}

#[expect(clippy::print_stdout, reason = "it is what this is for")]
fn main() {
    // If this program runs as a test, its figures mean nothing.
    if std::env::args().any(|argument| argument == "--test" || argument == "--list") {
        return;
    }
    println!(
        "{:>16} {:>9} {:>10} {:>10} {:>6} {:>7}",
        "", "sprites", "least ns", "median ns", "/hand", "/wgpu"
    );
    for count in SIZES {
        let mut hand = Hand::new(count as usize);
        let Some(mut contenders) = contenders(count, &mut hand) else {
            println!("SKIPPED: there is no GPU adapter here");
            return;
        };
        for _ in 0..ROUNDS {
            contenders.iter_mut().for_each(Contender::turn);
        }
        let figures: Vec<_> = contenders.iter_mut().map(Contender::figures).collect();
        let (by_hand, with_wgpu) = (figures[0][0], figures[1][0]);
        for (contender, [least, median]) in contenders.iter().zip(&figures) {
            let per_sprite = f64::from(count);
            println!(
                "{:>16} {count:>9} {:>10.2} {:>10.2} {:>6.2} {:>7.2}",
                contender.name,
                least / per_sprite,
                median / per_sprite,
                least / by_hand,
                least / with_wgpu,
            );
        }
    }
}

/// Returns all contenders. `None` without an adapter.
fn contenders(count: u32, hand: &mut Hand) -> Option<Vec<Contender<'_>>> {
    Some(vec![
        Contender::new("hand", || timed(|| hand.step())),
        Contender::new("hand/wgpu", by_hand_with_wgpu(count)?),
        Contender::new("engine/columns", engine(count, Mover::Columns)?),
        Contender::new("engine/velocity", engine(count, Mover::Velocity)?),
        Contender::new("bare frame", nothing()?),
    ])
}
