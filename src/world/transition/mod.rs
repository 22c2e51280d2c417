//! Transitions between levels: the view closes, the level changes, and the view opens.

mod change;
pub(super) mod running;

pub use change::ViewClosed;
