//! Tests of memory: code that allocates nothing after a warm-up, the sizes of snapshots and sprites, and limits for
//! damaged maps. The allocator of this test program counts each thread's allocations separately.

mod balls;
mod churn;
#[expect(dead_code, reason = "not every test needs all of it")]
#[path = "../common/mod.rs"]
mod common;
mod drawn_objects;
mod frames;
mod games;
mod large_maps;
mod large_sprites;
mod large_worlds;
mod menus;
mod particles;
mod shaped_text;
mod snapshots;
mod sounds;
mod sprites;
mod tiled_maps;
mod tweens;
mod world;
