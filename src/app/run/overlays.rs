//! The engine's drawings over a game: frame rate, debug overlay and rewind bar. The game does not know them.

use super::debug::DebugOverlay;
use super::overlay::Overlay;
use super::rewind_bar::RewindBar;
use crate::app::options::Options;
use crate::assets::Assets;

/// All overlays. By default none is shown.
#[derive(Debug, Default)]
pub(crate) struct Overlays {
    pub(crate) frame_rate: Overlay,
    pub(crate) debug: DebugOverlay,
    pub(crate) rewind: RewindBar,
}

impl Overlays {
    /// Returns the overlays; the options determine which are shown.
    pub(crate) fn of(options: &Options) -> Self {
        Self {
            frame_rate: Overlay::new(options.fps),
            debug: DebugOverlay::new(options.debug_overlay),
            rewind: RewindBar::default(),
        }
    }

    /// Adds every character that they may show, before a game starts: see [`Overlay::bake`].
    pub(crate) fn bake(assets: &mut Assets) {
        Overlay::bake(assets);
        DebugOverlay::bake(assets);
        RewindBar::bake(assets);
    }
}
