//! Frames, and the three backends that draw them.
//!
//! [`Frame`] is plain data. `batch` decides what has to be copied and painted, `quad` where its pixels are; `gpu`
//! and `software` carry that out by the same integer rules, and [`Cells`] draws characters. The renderer knows no
//! game, no window and no clock.
//!
//! [`ViewSettings`] and [`Viewport`] say where a game's view lies in a target, `projection` how a camera sees a layer
//! of it, and `cull` which chunks of a layer cannot be seen.

pub(crate) mod batch;
mod cells;
mod cull;
mod frame;
#[cfg(feature = "gpu")]
pub mod gpu;
mod projection;
pub(crate) mod quad;
pub mod software;
mod viewport;

pub use cells::Cells;
pub use frame::{Blending, Frame, PaintedLayer, Projection, RenderStats};
pub use software::{SoftwareRenderer, SoftwareSettings};
pub use viewport::{Fit, ViewSettings, Viewport};
