//! Time to draw unchanged sprites on the device (nothing is uploaded), compared with a naive wgpu program that draws
//! plain quads as the instances of one draw call.
//!
//! The time of a frame is the time of 1 to 100 consecutive frames, from the first submission to the end of drawing,
//! divided by their number. On a graphics card, submitting overlaps with drawing, so that mostly drawing counts; the
//! row `one` shows the fixed cost of a frame. On a software driver, submitting counts, too. Not a criterion bench,
//! because the contenders take turns and only ratios have a meaning.

#[path = "gpu/plain.rs"]
mod plain;
#[path = "gpu/scene.rs"]
mod scene;

use std::time::Instant;

use damselfly::render::Blending;
use damselfly::render::gpu::{GpuInstance, OffscreenRenderer, OffscreenSettings};
use plain::Plain;
use scene::Scene;

/// Number of turns of each contender. The quickest one counts.
const TURNS: usize = 12;
/// Intended time of a contender in a turn. It draws from 1 to 100 frames.
const TURN_SECONDS: f64 = 0.03;

/// Rows of the table: name, number of sprites, their side in pixels, and drawing mode.
const ROWS: [Row; 7] = [
    row("one", 1, 16, Kind::Upright),
    row("tiny", 100_000, 4, Kind::Upright),
    row("small", 100_000, 16, Kind::Upright),
    row("turned", 100_000, 16, Kind::Turned),
    row("filtered", 100_000, 16, Kind::Filtered),
    row("linear light", 100_000, 16, Kind::LinearLight),
    row("large", 10_000, 64, Kind::Upright),
];

/// Drawing mode of a row.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Upright,
    Turned,
    /// Linear filtering.
    Filtered,
    /// Colours blended in linear light.
    LinearLight,
}

pub(crate) struct Row {
    name: &'static str,
    count: u32,
    side: u16,
    kind: Kind,
}

const fn row(name: &'static str, count: u32, side: u16, kind: Kind) -> Row {
    Row {
        name,
        count,
        side,
        kind,
    }
}

impl Row {
    fn blending(&self) -> Blending {
        match self.kind {
            Kind::LinearLight => Blending::Linear,
            Kind::Upright | Kind::Turned | Kind::Filtered => Blending::Srgb,
        }
    }
}

/// Returns the time of a frame in seconds. `draw` submits this number of frames and waits for them.
fn seconds(frames: u32, draw: impl FnOnce(u32)) -> f64 {
    let start = Instant::now();
    draw(frames);
    start.elapsed().as_secs_f64() / f64::from(frames)
}

/// Returns the quickest frame of both contenders in milliseconds, the plain one first. `None` without an adapter.
fn measured(row: &Row) -> Option<[f64; 2]> {
    let instance = GpuInstance::new().ok()?;
    let mut renderer = OffscreenRenderer::new(&instance, OffscreenSettings::default()).ok()?;
    let scene = Scene::new(row);
    let plain = Plain::new(&scene, row)?;
    let mut best = [f64::INFINITY; 2];
    let mut frames = [1; 2];
    for turn in 0..=TURNS {
        let plain = seconds(frames[0], |frames| {
            (0..frames).for_each(|_| plain.frame());
            plain.wait();
        });
        let engine = scene.with_frame(|frame| {
            seconds(frames[1], |frames| {
                for _ in 0..frames {
                    renderer.render(frame).expect("it is drawn");
                }
                renderer.wait().expect("it is done");
            })
        });
        // Turn 0 is not counted, because its frame uploads the sprites and compiles the shader.
        if turn > 0 {
            best = [best[0].min(plain), best[1].min(engine)];
            frames = best.map(frames_in_a_turn);
        }
    }
    Some(best.map(|seconds| seconds * 1e3))
}

/// Returns the number of frames of this length, in seconds, that fit into a turn: 1 to 100.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "1 to 100"
)]
fn frames_in_a_turn(seconds: f64) -> u32 {
    (TURN_SECONDS / seconds).clamp(1.0, 100.0) as u32
}

#[expect(clippy::print_stdout, reason = "it is what this is for")]
fn main() {
    // If this program runs as a test, its figures mean nothing.
    if std::env::args().any(|argument| argument == "--test" || argument == "--list") {
        return;
    }
    println!(
        "{:>14} {:>9} {:>5} {:>10} {:>10} {:>7}",
        "", "sprites", "side", "plain ms", "engine ms", "/plain"
    );
    for row in &ROWS {
        let Some([plain, engine]) = measured(row) else {
            println!("SKIPPED: there is no GPU adapter here");
            return;
        };
        println!(
            "{:>14} {:>9} {:>5} {plain:>10.3} {engine:>10.3} {:>7.2}",
            row.name,
            row.count,
            row.side,
            engine / plain
        );
    }
}
