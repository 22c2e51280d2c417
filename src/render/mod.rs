//! Frames, and the three backends that draw them.
//!
//! [`Frame`] is plain data. `batch` decides what is copied and painted, and `quad` which pixels. `gpu` and `software`
//! carry that out by the same integer rules, and [`Cells`] draws characters. Nothing here depends on a game. Only `gpu`
//! uses windows. Clocks measure the cost of frames, and the waits of `gpu`.
//!
//! [`ViewSettings`] and [`Viewport`] place a game's view in a target, `projection` converts from a camera, and `cull`
//! finds chunks out of view.

pub(crate) mod batch;
mod cameras;
mod cells;
mod clip;
mod cost;
mod cull;
mod effects;
mod frame;
#[cfg(feature = "gpu")]
pub mod gpu;
mod groups;
mod light;
mod margin;
mod projection;
pub(crate) mod quad;
pub mod software;
mod viewport;

pub use cameras::PaintedCamera;
pub use cells::Cells;
pub(crate) use cells::glyph_lines;
pub use cost::DrawCost;
pub use effects::ViewEffects;
pub use frame::{Blending, Frame, PaintedLayer, Projection, RenderStats};
pub use groups::LayerGroup;
pub use light::{Beam, GroupLight, PixelLight};
pub(crate) use projection::FollowedSprite;
pub use software::{SoftwareRenderer, SoftwareSettings};
pub use viewport::{Fit, ViewSettings, Viewport};
