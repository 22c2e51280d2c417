//! The engine's drawings over a game: frame rate, debug overlay and rewind bar. The game does not know them.

use super::debug::{DebugOverlay, report};
use super::overlay::{self, Overlay};
use super::rewind_bar::{self, RewindBar};
use crate::app::options::Options;
use crate::assets::{Assets, Face};

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

    /// Adds the glyphs of all characters that overlays may show, so that nothing is added when one is shown. Ids and
    /// atlas positions must follow from settings and input alone, but the keys that show overlays are not input, and
    /// the numbers differ from run to run. Call it before the game starts, in every run.
    pub(crate) fn bake(assets: &mut Assets) {
        let all = [
            overlay::CHARACTERS,
            report::CHARACTERS,
            rewind_bar::CHARACTERS,
        ];
        for character in all.concat().chars() {
            assets.glyph_of(Face::default(), character);
        }
    }
}
