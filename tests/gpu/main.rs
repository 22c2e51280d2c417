//! Frames of the GPU backend, compared with frames of the software backend.
#![cfg(feature = "gpu")]

mod backends_agree;
mod blend_modes;
mod blending;
mod cameras;
mod clips;
mod costs;
mod custom;
#[expect(
    dead_code,
    reason = "shared with the tests `pixels`, which compare by it"
)]
#[path = "../pixels/describe.rs"]
mod describe;
#[path = "../../examples/effects/shaders.rs"]
mod effect_shaders;
mod effects;
mod films;
mod frames;
mod groups;
mod large_images;
mod lights;
mod materials;
#[expect(
    dead_code,
    unused_imports,
    reason = "shared with the tests `pixels`, which use all of it"
)]
#[path = "../pixels/oracle/mod.rs"]
mod oracle;
#[path = "../common/pictures.rs"]
mod pictures;
#[path = "../pixels/random_clips.rs"]
mod random_clips;
#[path = "../pixels/random_effects.rs"]
mod random_effects;
#[expect(
    dead_code,
    reason = "shared with the tests `pixels`, which use all of it"
)]
#[path = "../pixels/rng.rs"]
mod rng;
#[path = "../../examples/scenes/mod.rs"]
mod scenes;
mod slices;
mod sprites;
mod text;
mod tile_maps;
mod tolerance;
mod unloading;
