//! A step of many moving sprites and all work up to the backend's copy, compared with the same by hand.
//!
//! The scene is the same as in the example `sprite_mark`: N sprites of 16 × 16 pixels move in every step and bounce at
//! the edges of 1280 × 720. `README.md` describes each bench; the ratios are printed last.

#[path = "step/ratios.rs"]
mod ratios;
#[path = "step/mod.rs"]
mod step;

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, BenchmarkId, Criterion, Throughput};
use step::engine::{Engine, Mover};
use step::hand::Hand;

/// Numbers of sprites.
pub(crate) const SIZES: [usize; 3] = [10_000, 100_000, 1_000_000];

/// Creates a contender and runs it repeatedly, if its bench is selected.
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
        let make = || Hand::new(count);
        bench(&mut group, "hand", count, make, Hand::step);
        bench(&mut group, "hand/direct", count, make, Hand::step_directly);
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
    ratios::print();
}
