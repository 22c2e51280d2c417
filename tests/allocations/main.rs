//! What allocates nothing, counted on the thread that does it, for which the allocator is one that counts.

mod balls;
mod churn;
#[expect(dead_code, reason = "not every test needs all of it")]
#[path = "../common/mod.rs"]
mod common;
mod frames;
mod games;
mod world;
