//! What the engine itself draws over a game, of which the game knows nothing: the frame rate and the debug overlay.

use super::debug::DebugOverlay;
use super::overlay::Overlay;
use super::rewind_bar::RewindBar;
use crate::app::options::Options;
use crate::assets::Assets;

/// Everything that is drawn over a game. By default nothing is shown.
#[derive(Debug, Default)]
pub(crate) struct Overlays {
    pub(crate) frame_rate: Overlay,
    pub(crate) debug: DebugOverlay,
    pub(crate) rewind: RewindBar,
}

impl Overlays {
    /// Returns those that the options show.
    pub(crate) fn of(options: &Options) -> Self {
        Self {
            frame_rate: Overlay::new(options.fps),
            debug: DebugOverlay::new(options.debug_overlay),
            rewind: RewindBar::default(),
        }
    }

    /// Adds every character that they may ever show, before a game starts: see [`Overlay::bake`].
    pub(crate) fn bake(assets: &mut Assets) {
        Overlay::bake(assets);
        DebugOverlay::bake(assets);
        RewindBar::bake(assets);
    }
}
