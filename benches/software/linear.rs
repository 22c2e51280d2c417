//! Linear filtering, compared with nearest filtering and with a naive loop that mixes four texels for each pixel.
//!
//! The contenders of a table take turns on one thread. The table shows the processor time of this thread.

use std::hint::black_box;
use std::num::NonZeroUsize;
use std::time::Duration;

use damselfly::glam::Vec2;
use damselfly::render::{SoftwareRenderer, SoftwareSettings};
use damselfly::scene::{Instance, InstanceFlags};

use super::common::clock::Clock;
use super::common::table::{self, Contender};
use super::{SIDE, Scene, TARGET, over, premultiplied_disc};

const COUNT: usize = 10_000;

/// An edit of the discs of a table.
type Change = fn(&mut Instance);

/// Prints the tables that the command line selects.
pub(super) fn tables() {
    let Some(wanted) = table::wanted() else {
        return;
    };
    let kinds: [(&str, Change); 3] = [
        ("linear/sub-pixel", |_| {}),
        ("linear/whole pixels", |sprite| {
            sprite.position = sprite.position.floor();
        }),
        ("linear/1.5x", |sprite| sprite.set_scale(Vec2::splat(1.5))),
    ];
    for (title, change) in kinds {
        if title.contains(&wanted) {
            print(title, change);
        }
    }
}

fn print(title: &str, change: Change) {
    let mut nearest = Scene::discs(COUNT, |_, sprite| change(sprite));
    let scene = || {
        Scene::discs(COUNT, |_, sprite| {
            change(sprite);
            sprite.set_flags(InstanceFlags::LINEAR);
        })
    };
    let (mut linear, plain) = (scene(), scene());
    let mut picture = vec![0; (TARGET[0] * TARGET[1]) as usize];
    check(&linear, &mut picture);
    let [mut first, mut second] = [one_thread(), one_thread()];
    table::print(
        title,
        COUNT,
        vec![
            Contender::timed("nearest", || {
                processor_time(|| nearest.draw_changed(&mut first))
            }),
            Contender::timed("linear", || {
                processor_time(|| linear.draw_changed(&mut second))
            }),
            Contender::timed("plain four-tap loop", || {
                processor_time(|| draw_plainly(&plain, black_box(&mut picture)))
            }),
        ],
    );
}

fn processor_time(pass: impl FnOnce()) -> Duration {
    let clock = Clock::new();
    let start = clock.now();
    pass();
    clock.now() - start
}

fn one_thread() -> SoftwareRenderer {
    SoftwareRenderer::new(SoftwareSettings {
        threads: NonZeroUsize::new(1),
    })
}

/// Panics if a channel of a pixel differs by more than 2 between the naive loop and the engine.
fn check(scene: &Scene, picture: &mut [u32]) {
    let mut renderer = one_thread();
    scene.draw(&mut renderer);
    let mut drawn = vec![0; picture.len()];
    renderer.copy_rgba(&mut drawn);
    draw_plainly(scene, picture);
    for (drawn, plain) in drawn.iter().zip(picture) {
        for (drawn, plain) in drawn.to_le_bytes().into_iter().zip(plain.to_le_bytes()) {
            assert!(drawn.abs_diff(plain) <= 2, "{drawn} instead of {plain}");
        }
    }
}

/// The naive loop: clips only at the edges of the image, uses no threads, and computes one channel at a time. Positions
/// are in 1/256 pixel and texture coordinates in 1/65536 texel, as in the engine, so that `check` can compare pixels.
fn draw_plainly(scene: &Scene, picture: &mut [u32]) {
    let disc = premultiplied_disc();
    picture.fill(0xff00_0000);
    for sprite in scene.layer.columns().instances {
        let scale = sprite.scale[0].to_f32();
        let snap = |length: f32| (length * 256.0 + 0.5).floor() as i32;
        let length = snap(SIDE as f32 * scale);
        let step = (65536.0 / scale).round() as i32;
        let corner = sprite
            .position
            .to_array()
            .map(|at| snap(at) + snap(SIDE as f32 * -0.5 * scale));
        // Ranges of the pixels whose centre is inside the sprite.
        let [columns, rows] = corner.map(|at| (at + 127) >> 8..(at + length + 127) >> 8);
        // Half a texel is subtracted, because the colour of a texel is at its centre.
        let first = corner.map(|at| ((((at >> 8) * 256 + 128 - at) * step) >> 8) - 32768);
        let at = |pixel: i32, axis: usize| first[axis] + (pixel - (corner[axis] >> 8)) * step;
        for y in rows {
            for x in columns.clone() {
                if x < 0 || y < 0 || x >= TARGET[0] as i32 || y >= TARGET[1] as i32 {
                    continue;
                }
                let texel = four_taps(&disc, at(x, 0), at(y, 1));
                let pixel = &mut picture[y as usize * TARGET[0] as usize + x as usize];
                *pixel = over(*pixel, texel, sprite.tint);
            }
        }
    }
}

/// Mixes the four texels around a position in 1/65536 texel.
fn four_taps(disc: &[u32], u: i32, v: i32) -> u32 {
    let texel = |x: i32, y: i32| {
        let [x, y] = [x, y].map(|at| at.clamp(0, SIDE as i32 - 1) as usize);
        disc[y * SIDE + x].to_le_bytes()
    };
    let (x, y) = (u >> 16, v >> 16);
    let [right, below] = [u, v].map(|at| (at >> 8 & 255) as u32);
    let (a, b) = (texel(x, y), texel(x + 1, y));
    let (c, d) = (texel(x, y + 1), texel(x + 1, y + 1));
    let mut mixed = [0; 4];
    for channel in 0..4 {
        let across =
            |left: u8, other: u8| u32::from(left) * (256 - right) + u32::from(other) * right;
        let upper = across(a[channel], b[channel]);
        let lower = across(c[channel], d[channel]);
        mixed[channel] = ((upper * (256 - below) + lower * below + 32768) >> 16) as u8;
    }
    u32::from_le_bytes(mixed)
}
