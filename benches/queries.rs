//! Spatial queries among 100 000 solid objects that fill a tenth of the world.
//!
//! Run with `cargo bench --bench queries`.

use core::hint::black_box;
use criterion::{Criterion, criterion_group, criterion_main};
use damselfly::assets::{AssetSettings, Assets};
use damselfly::geometry::{Circle, Rect};
use damselfly::glam::{Vec2, vec2};
use damselfly::world::{Bounds, BroadPhase, Core, CoreSettings, Object};
use damselfly::{ObjectId, Random};

const OBJECTS: u32 = 100_000;
const SIDE: f32 = 16_000.0;

fn filled(phase: BroadPhase) -> (Core, Vec<ObjectId>) {
    let settings = CoreSettings {
        view: Vec2::splat(SIDE),
        unit: Vec2::ONE,
        broad_phase: phase,
        ..CoreSettings::default()
    };
    let mut core = Core::new(&settings, Assets::new(AssetSettings::default()));
    let mut random = Random::new(3);
    let mut cx = core.context();
    let ids = (0..OBJECTS).map(|_| {
        let at = vec2(random.range(0.0..SIDE), random.range(0.0..SIDE));
        let bounds = Bounds::Fixed(Rect::centered(Vec2::ZERO, Vec2::splat(16.0)));
        cx.spawn(Object {
            bounds,
            ..Object::default().at(at)
        })
    });
    let ids = ids.collect();
    (core, ids)
}

fn bench(criterion: &mut Criterion) {
    for (name, phase) in [
        ("grid", BroadPhase::Grid),
        ("sweep_and_prune", BroadPhase::SweepAndPrune),
    ] {
        let (core, ids) = filled(phase);
        let mut random = Random::new(4);
        let mut place = move || {
            vec2(
                random.range(200.0..SIDE - 200.0),
                random.range(200.0..SIDE - 200.0),
            )
        };
        let mut group = criterion.benchmark_group(format!("queries/{name}"));
        let space = || core.world.space();
        group.bench_function("in_box", |bencher| {
            bencher.iter(|| space().in_box(Rect::centered(place(), Vec2::splat(64.0))));
        });
        group.bench_function("in_circle", |bencher| {
            bencher.iter(|| {
                space().in_circle(Circle {
                    center: place(),
                    radius: 32.0,
                })
            });
        });
        group.bench_function("ray", |bencher| {
            bencher.iter(|| space().ray(place(), vec2(150.0, 90.0)));
        });
        group.bench_function("first_hit", |bencher| {
            bencher.iter(|| space().first_hit(place(), vec2(150.0, 90.0)));
        });
        group.bench_function("nearest", |bencher| {
            bencher.iter(|| space().nearest(place(), 200.0));
        });
        let mut next = 0;
        group.bench_function("overlapping", |bencher| {
            bencher.iter(|| {
                next = (next + 7919) % ids.len();
                space().overlapping(black_box(ids[next]))
            });
        });
        group.finish();
    }
}

criterion_group!(benches, bench);
criterion_main!(benches);
