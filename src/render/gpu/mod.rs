//! The GPU backend: draws a [`Frame`](super::Frame) with wgpu, into a window or offscreen.
//!
//! Read `renderer.rs` first: its `render` is a frame, start to end. Only this folder uses `wgpu`. `batch` decides which
//! chunks are painted, and `quad` which pixels; `shaders/sprite.wgsl` mirrors `quad`. Nothing here ends the program: a
//! lost device, a missing driver and a refused call are returned as errors.
//!
//! - `adapter`, `device`: which driver draws, what it allows, and what it reports.
//! - `renderer`: a frame. `clip_space`: its coordinates. `pipeline`: the shader, compiled. `filters`: whether a frame needs its linear filter.
//!   `pieces`: how chunks are cut for drawing.
//! - `memory`: what is on the device: `instances`, `table` (projections, chunks, frames), `texture` and `pages` (the
//!   atlas). `staging`: how bytes get there.
//! - `timestamps`: how long the device takes.
//! - `offscreen`: a target that can be read back.
//! - `window`, `surface`, `swapchain`, `recovery`: a window, whose surface or device may be lost.
//! - `layout_tests`, `reciprocal_tests`: compare the shader with Rust.

mod adapter;
mod cameras;
mod clip_space;
mod device;
mod draws;
mod effects;
mod error;
mod filters;
mod groups;
mod instances;
#[cfg(test)]
mod layout_tests;
mod lights;
mod memory;
mod offscreen;
#[cfg(test)]
mod opened_for_tests;
mod pages;
mod pieces;
mod pipeline;
#[cfg(test)]
mod reciprocal_tests;
mod recovery;
mod renderer;
mod shaders;
mod staging;
mod surface;
mod swapchain;
mod table;
mod texture;
mod timestamps;
mod window;

pub use adapter::{AdapterChoice, AdapterSummary, GpuInstance};
pub use device::GpuLimits;
pub use error::GpuError;
pub use offscreen::{OffscreenRenderer, OffscreenSettings};
#[cfg(test)]
pub(crate) use opened_for_tests::{gpu_or_skip, opened_or_skip};
pub use surface::{GpuSurface, Vsync};
pub use swapchain::Skip;
pub use window::{PresentOutcome, PresentedFrame, WindowRenderer, WindowRendererSettings};
