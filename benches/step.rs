//! A step of many moving sprites and everything up to the backend's copy, beside the same by hand.
//!
//! The scene is the sprite mark's: N sprites of 16 × 16 pixels move and bounce at the edges of 1280 × 720, every
//! step. `README.md` says what each bench measures; the ratios are printed last.

mod step {
    pub(crate) mod engine;
    pub(crate) mod hand;
    pub(crate) mod ratios;
}

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, BenchmarkId, Criterion, Throughput};
use glam::Vec2;
use step::engine::{Engine, Mover};
use step::hand::Hand;

/// How many sprites.
pub(crate) const SIZES: [usize; 3] = [10_000, 100_000, 1_000_000];

/// A sprite's centre stays within these, but for the last move: the view less half a sprite.
pub(crate) const LOW: Vec2 = Vec2::splat(8.0);
/// As [`LOW`].
pub(crate) const HIGH: Vec2 = Vec2::new(1280.0 - 8.0, 720.0 - 8.0);

/// Turns back what has left the view.
#[inline(always)]
pub(crate) fn bounced(position: Vec2, velocity: Vec2) -> Vec2 {
    let turned = |at: f32, by: f32, low: f32, high: f32| {
        if at < low || at > high { -by } else { by }
    };
    Vec2::new(
        turned(position.x, velocity.x, LOW.x, HIGH.x),
        turned(position.y, velocity.y, LOW.y, HIGH.y),
    )
}

/// Where a sprite starts, and how fast: the same for all contenders.
pub(crate) fn start(count: usize) -> impl Iterator<Item = (Vec2, Vec2)> {
    let mut random = damselfly::Random::new(1);
    (0..count).map(move |_| {
        let mut pair = |x: f32, y: f32, low: Vec2| {
            Vec2::new(random.range_f32(low.x..x), random.range_f32(low.y..y))
        };
        (pair(HIGH.x, HIGH.y, LOW), pair(3.0, 3.0, Vec2::splat(-3.0)))
    })
}

/// Makes a contender only if its bench is wanted, and runs it over and over.
fn bench<T>(
    group: &mut BenchmarkGroup<'_, WallTime>,
    name: &str,
    count: usize,
    make: impl Fn() -> T,
    mut pass: impl FnMut(&mut T),
) {
    group.throughput(Throughput::Elements(count as u64));
    group.bench_function(BenchmarkId::new(name, count), |bencher| {
        let mut contender = make();
        bencher.iter(|| pass(&mut contender));
    });
}

fn moving(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("step");
    for count in SIZES {
        bench(&mut group, "hand", count, || Hand::new(count), Hand::step);
        for mover in Mover::ALL {
            let make = || Engine::new(count, mover);
            bench(&mut group, mover.name(), count, make, Engine::pass);
        }
    }
    group.finish();
}

fn still(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("still");
    for count in SIZES {
        let make = || {
            let mut engine = Engine::new(count, Mover::Nobody);
            engine.pass();
            engine
        };
        let check = |engine: &Engine| assert_eq!(engine.copied(), 0, "nothing moved");
        bench(&mut group, "step", count, make, |engine| {
            engine.pass();
            check(engine);
        });
        bench(&mut group, "frame", count, make, |engine| {
            engine.draw();
            check(engine);
        });
    }
    group.finish();
}

fn churn(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("churn");
    let count = 100_000;
    let make = || Engine::new(count, Mover::Nobody);
    bench(&mut group, "spawn_and_remove", count, make, Engine::renew);
    group.finish();
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    moving(&mut criterion);
    still(&mut criterion);
    churn(&mut criterion);
    criterion.final_summary();
    step::ratios::print();
}
