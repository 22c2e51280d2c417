//! Code that allocates nothing after a warm-up. A counting allocator counts allocations per thread.

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
mod world;
