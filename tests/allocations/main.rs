//! Tests of memory: code that allocates nothing after a warm-up, and the sizes of snapshots and sprites. The test's
//! allocator counts for each thread.

mod balls;
mod churn;
#[expect(dead_code, reason = "not every test needs all of it")]
#[path = "../common/mod.rs"]
mod common;
mod frames;
mod games;
mod particles;
mod snapshots;
mod sprites;
mod tiled_maps;
mod world;
