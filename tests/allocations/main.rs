//! Code that allocates nothing once warm. Allocations are counted by thread, with an allocator made for that.

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
