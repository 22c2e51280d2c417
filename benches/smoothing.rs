//! Frames between two steps on a GPU, up to the end of their submission. Each smoothing mode draws the same sprites at
//! several fractions of a step.
//!
//! These frames upload nothing, so their time should not depend on the number of sprites. Each frame begins after the
//! device has finished the previous one. `README.md` describes how to drop the draw calls of a software driver.

#[expect(
    dead_code,
    reason = "shared with the bench `step`, which uses more of it"
)]
#[path = "step/mod.rs"]
mod step;

use std::process::ExitCode;
use std::time::{Duration, Instant};

use damselfly::render::gpu::{GpuInstance, OffscreenRenderer, OffscreenSettings};
use damselfly::time::Smoothing;
use step::engine::{Engine, Mover};

/// Numbers of sprites.
const SIZES: [u32; 2] = [1_000, 1_000_000];
/// Number of steps for each mode.
const STEPS: usize = 60;
/// Frames between two steps: elapsed fractions of a step.
const FRACTIONS: [f32; 3] = [0.25, 0.5, 0.75];

/// Maximum difference between many and few sprites in the median time of a submission, in microseconds.
const BUDGET: f64 = 10.0;

/// Sprites and their renderer.
struct Scene {
    engine: Engine,
    renderer: OffscreenRenderer,
}

impl Scene {
    fn new(instance: &GpuInstance, count: u32) -> Option<Self> {
        Some(Self {
            engine: Engine::new(count as usize, Mover::Velocity),
            renderer: OffscreenRenderer::new(instance, OffscreenSettings::default()).ok()?,
        })
    }

    /// Draws a frame after the fraction `alpha` of a step. Returns the time up to the end of its submission.
    fn draw(&mut self, alpha: f32) -> Duration {
        let Self { engine, renderer } = self;
        let start = Instant::now();
        engine.with_frame_between(alpha, |frame| {
            renderer.render(frame).expect("the frame is drawn");
        });
        let time = start.elapsed();
        renderer.wait().expect("the frame is done");
        time
    }

    /// Takes a step and draws its frame.
    fn step(&mut self) {
        self.engine.step();
        self.draw(0.0);
    }
}

/// Returns the minimum and the median, in microseconds.
fn figures(times: &mut [Duration]) -> [f64; 2] {
    times.sort_unstable();
    [times[0], times[times.len() / 2]].map(|time| time.as_secs_f64() * 1e6)
}

#[expect(clippy::print_stdout, reason = "it is what this is for")]
fn main() -> ExitCode {
    // If this program runs as a test, its figures mean nothing.
    if std::env::args().any(|argument| argument == "--test" || argument == "--list") {
        return ExitCode::SUCCESS;
    }
    let scenes = GpuInstance::new().ok().and_then(|instance| {
        let [few, many] = SIZES.map(|count| Scene::new(&instance, count));
        Some([few?, many?])
    });
    let Some(mut scenes) = scenes else {
        println!("SKIPPED: there is no GPU adapter here");
        return ExitCode::SUCCESS;
    };
    let mut worst = 0.0_f64;
    println!(
        "{:>12} {:>9} {:>9} {:>10}",
        "", "sprites", "least us", "median us"
    );
    for smoothing in Smoothing::ALL {
        for scene in &mut scenes {
            scene.engine.smoothing = smoothing;
        }
        let mut times = [const { Vec::new() }; SIZES.len()];
        for step in 0..STEPS {
            scenes.iter_mut().for_each(Scene::step);
            for fraction in FRACTIONS {
                // The first frame after the steps finds cold caches. So the scenes take turns at being first.
                for turn in 0..SIZES.len() {
                    let which = (step + turn) % SIZES.len();
                    times[which].push(scenes[which].draw(fraction));
                }
            }
        }
        let figures = times.each_mut().map(|times| figures(times));
        for ([least, median], count) in figures.into_iter().zip(SIZES) {
            let name = format!("{smoothing:?}");
            println!("{name:>12} {count:>9} {least:>9.1} {median:>10.1}");
        }
        let more = [0, 1].map(|figure| figures[1][figure] - figures[0][figure]);
        println!("{:>22} {:>9.1} {:>10.1}", "more", more[0], more[1]);
        worst = worst.max(more[1]);
    }
    if worst > BUDGET {
        println!("{worst:.1} us more in the median, allowed are {BUDGET}");
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}
