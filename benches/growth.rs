//! Frames while the atlas grows: pictures are added as the game draws, until all 16 pages are full.
//!
//! A frame that opens a page is the slowest, because the device gets a larger texture. The bench shows whether such a
//! frame is still in time at 60 frames per second. Not a criterion bench, because each frame happens once. Everything
//! runs several times with a new renderer, and the fastest time of each frame counts: other work on the machine only
//! adds time.

#[expect(dead_code, reason = "only the way of building scenes is used")]
#[path = "../examples/scenes/mod.rs"]
mod scenes;

use std::time::{Duration, Instant};

use damselfly::Color;
use damselfly::assets::{AssetSettings, Assets, AtlasSettings, Pixels};
use damselfly::glam::{Vec2, vec2};
use damselfly::render::software::SoftwareRenderer;
use damselfly::render::{Frame, Projection};
use damselfly::scene::Instance;
use scenes::SceneData;

/// Rate at which pictures are added.
struct Pace {
    name: &'static str,
    /// A picture's width and height.
    side: u32,
    /// Number of pictures added at once.
    pictures: u32,
    /// Number of frames between two additions.
    every: usize,
}

const PACES: [Pace; 3] = [
    Pace {
        name: "a 300 × 300 each frame",
        side: 300,
        pictures: 1,
        every: 1,
    },
    Pace {
        name: "a 500 × 500 each frame",
        side: 500,
        pictures: 1,
        every: 1,
    },
    Pace {
        name: "eight 500 × 500 every 16 frames",
        side: 500,
        pictures: 8,
        every: 16,
    },
];
/// Number of frames before the first picture.
const WARM_UP: usize = 20;
/// Number of runs.
const ROUNDS: usize = 5;
/// Time of a frame at 60 frames per second.
const IN_TIME: Duration = Duration::from_nanos(16_666_667);

/// Time of one frame, including the pictures that are added with it, and whether they opened a page.
struct Sample {
    time: Duration,
    opens: bool,
}

#[expect(clippy::print_stdout, reason = "it is what this is for")]
fn main() {
    println!(
        "| pictures | backend | frames | median | slowest without a new page | slowest with one | late |"
    );
    println!("|---|---|--:|--:|--:|--:|--:|");
    for pace in &PACES {
        let rounds = (0..ROUNDS).map(|_| {
            let mut renderer = SoftwareRenderer::default();
            play(pace, &mut |frame| {
                renderer.render(frame);
            })
        });
        tell(pace, "software", &quickest(rounds));
        #[cfg(feature = "gpu")]
        on_the_gpu(pace);
    }
}

#[cfg(feature = "gpu")]
#[expect(clippy::print_stdout, reason = "it is what this is for")]
fn on_the_gpu(pace: &Pace) {
    use damselfly::render::gpu::{GpuInstance, OffscreenRenderer, OffscreenSettings};
    let made = || {
        let instance = GpuInstance::new()?;
        OffscreenRenderer::new(&instance, OffscreenSettings::default())
    };
    let name = match made() {
        Ok(renderer) => renderer.adapter().to_string(),
        Err(error) => return println!("no GPU: {error}"),
    };
    let rounds = (0..ROUNDS).map(|_| {
        let mut renderer = made().expect("it was there a moment ago");
        play(pace, &mut |frame| {
            renderer.render(frame).expect("the frame is drawn");
            renderer.wait().expect("the device answers");
        })
    });
    tell(pace, &name, &quickest(rounds));
}

/// Returns each frame from its fastest round.
fn quickest(rounds: impl Iterator<Item = Vec<Sample>>) -> Vec<Sample> {
    let least = |a: Vec<Sample>, b: Vec<Sample>| {
        let pairs = a.into_iter().zip(b);
        pairs
            .map(|(a, b)| if a.time < b.time { a } else { b })
            .collect()
    };
    rounds.reduce(least).unwrap_or_default()
}

/// Draws until every page is full. A frame shows the latest pictures next to each other.
fn play(pace: &Pace, draw: &mut dyn FnMut(&Frame<'_>)) -> Vec<Sample> {
    let mut assets = Assets::new(AssetSettings {
        atlas: AtlasSettings {
            max_pages: 16,
            ..AtlasSettings::default()
        },
        ..AssetSettings::default()
    });
    let mut seen: Vec<Instance> = Vec::new();
    let mut samples = Vec::new();
    let mut number = 0;
    'frames: for frame in 0.. {
        let pages = assets.atlas().pages().len();
        // Painted before the timed part, because painting a picture is not work of the atlas.
        let comes = frame >= WARM_UP && (frame - WARM_UP).is_multiple_of(pace.every);
        let pictures: Vec<_> = (0..if comes { pace.pictures } else { 0 })
            .map(|_| {
                number += 1;
                (number.to_string(), paint(pace.side, number))
            })
            .collect();
        let start = Instant::now();
        for (label, pixels) in &pictures {
            let Ok(sprite) = assets.add_image(label, pixels) else {
                break 'frames;
            };
            let frames = assets.sprite(sprite).expect("it was added").frames;
            seen.extend(frames.iter().map(|frame| Instance::new(Vec2::ZERO, frame)));
        }
        let latest = seen.iter().rev().take(8).zip(0_u8..);
        let latest = latest.map(|(sprite, place)| {
            let mut sprite = *sprite;
            // The sprites are small, because other benches measure drawing.
            sprite.set_scale(Vec2::splat(0.2));
            sprite.position = vec2(f32::from(place) * 150.0, 300.0);
            sprite
        });
        let data = SceneData::sized([1280, 720]).with_layer(Projection::IDENTITY, latest);
        data.with_frame(&assets, &mut *draw);
        samples.push(Sample {
            time: start.elapsed(),
            opens: assets.atlas().pages().len() > pages,
        });
    }
    samples.split_off(WARM_UP)
}

fn paint(side: u32, number: u32) -> Pixels {
    Pixels::from_fn(side, side, |x, y| {
        let [r, g, b, _] = (y * side + x).wrapping_mul(number).to_le_bytes();
        Color::rgb(r, g, b)
    })
}

#[expect(clippy::print_stdout, reason = "it is what this is for")]
fn tell(pace: &Pace, backend: &str, samples: &[Sample]) {
    let milliseconds = |time: Duration| format!("{:.2} ms", time.as_secs_f64() * 1e3);
    let slowest = |opens| {
        let such = samples.iter().filter(|sample| sample.opens == opens);
        milliseconds(such.map(|sample| sample.time).max().unwrap_or_default())
    };
    let mut times: Vec<_> = samples.iter().map(|sample| sample.time).collect();
    times.sort();
    let late = times.iter().filter(|&&time| time > IN_TIME).count();
    println!(
        "| {} | {backend} | {} | {} | {} | {} | {late} |",
        pace.name,
        times.len(),
        milliseconds(times[times.len() / 2]),
        slowest(false),
        slowest(true),
    );
}
