//! The GPU backend: draws a [`Frame`](super::Frame) with wgpu, into a window or into a picture of its own.
//!
//! Read `renderer.rs` first: its `render` is a frame, start to end. `wgpu` is named in this folder and nowhere else.
//! What is painted and where is decided by [`batch`](super::batch) and [`quad`](super::quad), which
//! `shaders/sprite.wgsl` mirrors. Nothing here ends the program: a lost device, a missing driver and a refused call are
//! errors that are returned.

mod adapter;
mod device;
mod error;
mod instances;
#[cfg(test)]
mod layout;
mod memory;
mod offscreen;
mod pages;
mod pipeline;
mod renderer;
mod staging;
mod surface;
mod swapchain;
mod table;
mod texture;
mod window;

pub use adapter::{AdapterChoice, AdapterSummary, GpuInstance};
pub use device::GpuLimits;
pub use error::GpuError;
pub use offscreen::{OffscreenRenderer, OffscreenSettings};
pub use surface::{GpuSurface, Vsync};
pub use swapchain::Skip;
pub use window::{Presented, PresentedFrame, WindowRenderer, WindowRendererSettings};
