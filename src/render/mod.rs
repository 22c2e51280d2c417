//! What a frame is, and the two backends that draw it by the same integer rules.
//!
//! [`Frame`] is plain data. [`batch`] decides what has to be copied and painted, [`quad`] where its pixels
//! are; `gpu` and `software` only carry that out. The renderer knows no game, no window and no clock.

pub mod batch;
mod cull;
mod frame;
#[cfg(feature = "gpu")]
pub mod gpu;
mod projection;
pub mod quad;
pub mod software;
mod viewport;

pub use frame::{Blending, Frame, PaintedLayer, Projection, RenderStats};
pub use software::{SoftwareRenderer, SoftwareSettings};
pub use viewport::{Fit, View, Viewport};
