//! Paths, flow fields and lines of sight on grids of 256 × 256 cells.
//!
//! Run with `cargo bench --bench paths`. The budget of a path is 2 milliseconds.

use core::hint::black_box;
use criterion::{Criterion, criterion_group, criterion_main};
use damselfly::Random;
use damselfly::glam::{IVec2, ivec2};
use damselfly::paths::{FlowField, GridMoves, PathGrid};

const SIDE: i32 = 256;

/// Corridors that lead to and fro: the path visits every open cell.
fn maze() -> PathGrid {
    let mut grid = PathGrid::new(SIDE as u32, SIDE as u32);
    for y in (1..SIDE - 1).step_by(2) {
        grid.fill(ivec2(0, y), ivec2(SIDE - 1, y), PathGrid::BLOCKED);
        let gap = if y % 4 == 1 { SIDE - 1 } else { 0 };
        grid.set_cost(ivec2(gap, y), 1);
    }
    grid
}

/// Random rocks on a share of the cells, and random costs below `costs` on the others.
fn rocks(share: f32, costs: u8) -> PathGrid {
    let mut grid = PathGrid::new(SIDE as u32, SIDE as u32);
    let mut random = Random::new(5);
    for index in 0..SIDE * SIDE {
        let is_rock = random.range(0.0..1.0) < share;
        let cost = if is_rock {
            PathGrid::BLOCKED
        } else {
            random.range(1..costs)
        };
        grid.set_cost(ivec2(index % SIDE, index / SIDE), cost);
    }
    grid.set_cost(IVec2::ZERO, 1);
    grid.set_cost(IVec2::splat(SIDE - 1), 1);
    grid
}

/// An open field whose goal is walled in: every cell is explored in vain.
fn walled() -> PathGrid {
    let mut grid = PathGrid::new(SIDE as u32, SIDE as u32);
    grid.fill(
        ivec2(SIDE - 2, SIDE - 2),
        ivec2(SIDE - 1, SIDE - 1),
        PathGrid::BLOCKED,
    );
    grid.set_cost(IVec2::splat(SIDE - 1), 1);
    grid
}

fn bench(criterion: &mut Criterion) {
    let scenes = [
        ("open", PathGrid::new(SIDE as u32, SIDE as u32)),
        ("rocks", rocks(0.3, 2)),
        ("costs", rocks(0.1, 255)),
        ("maze", maze()),
        ("walled", walled()),
        ("walled_four", walled().with_moves(GridMoves::Four)),
    ];
    let (first, last) = (IVec2::ZERO, IVec2::splat(SIDE - 1));
    for (name, grid) in &scenes {
        // The last row of the maze is open, so that its last corridor leads there.
        let cells = grid.path(first, last).map_or(0, |path| path.cells.len());
        let mut group = criterion.benchmark_group(format!("paths/{name}"));
        group.bench_function(format!("path_of_{cells}_cells"), |bencher| {
            bencher.iter(|| grid.path(black_box(first), last));
        });
        let mut field = FlowField::new(grid, [last]);
        group.bench_function("flow_field", |bencher| {
            bencher.iter(|| field.update(grid, [black_box(first)]));
        });
        group.bench_function("sees", |bencher| {
            bencher.iter(|| grid.sees(black_box(first), last));
        });
        group.finish();
    }
}

criterion_group!(benches, bench);
criterion_main!(benches);
