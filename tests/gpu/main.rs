//! Pictures of the GPU backend, and what keeps them alike to those of the software backend.
#![cfg(feature = "gpu")]

mod backends_agree;
mod blending;
mod frames;
mod large_images;
#[path = "../common/pictures.rs"]
mod pictures;
#[path = "../../examples/scenes/mod.rs"]
mod scenes;
mod sprites;
mod tile_maps;
mod tiles;
mod unloading;
