//! The drawings of a frame that are not part of the world: by the `frame` hooks of the game and of behaviours, and by
//! the engine (frame rate, debug overlay and rewind bar).

use super::debug::{DebugOverlay, report};
use super::overlay::{self, Overlay};
use super::rewind_bar::{self, RewindBar};
use crate::app::game::Game;
use crate::app::options::Options;
use crate::assets::{Assets, Face};
use crate::time::{DrawTime, Smoothing};
use crate::world::{Core, FrameDrawings, WindowState};

/// A core and its game, which a frame shows.
#[derive(Clone, Copy)]
pub(crate) struct Shown<'a> {
    pub(crate) core: &'a Core,
    pub(crate) game: &'a dyn Game,
    pub(crate) window: Option<&'a WindowState>,
}

/// All overlays. By default none is shown.
#[derive(Debug, Default)]
pub(crate) struct Overlays {
    pub(crate) frame_rate: Overlay,
    pub(crate) debug: DebugOverlay,
    pub(crate) rewind: RewindBar,
    /// Drawings of the `frame` hooks.
    pub(crate) frame: FrameDrawings,
}

impl Overlays {
    /// Returns the overlays; the options determine which are shown.
    pub(crate) fn of(options: &Options) -> Self {
        Self {
            frame_rate: Overlay::new(options.fps),
            debug: DebugOverlay::new(options.debug_overlay),
            rewind: RewindBar::default(),
            frame: FrameDrawings::default(),
        }
    }

    /// Runs the `frame` hooks of the game and of behaviours.
    pub(crate) fn run_hooks(&mut self, shown: Shown<'_>, time: DrawTime, smoothing: Smoothing) {
        shown.draw_frame(&mut self.frame, time, smoothing);
    }

    /// Runs the `frame` hooks for a frame that shows the latest step without smoothing.
    pub(crate) fn run_hooks_of_step(&mut self, shown: Shown<'_>) {
        shown.draw_step(&mut self.frame);
    }

    /// Adds the glyphs of overlays and of printable ASCII, plain and bold, and the box for missing characters. Call it
    /// before the game starts, in every run: ids and atlas positions must follow from settings and input alone, and the
    /// keys that show overlays are not input. `frame` hooks can then write ASCII text.
    pub(crate) fn bake(assets: &mut Assets) {
        let all = [
            overlay::CHARACTERS,
            report::CHARACTERS,
            rewind_bar::CHARACTERS,
        ];
        let all = all.concat();
        // No font has `char::MAX`, so it adds the box for missing characters.
        for character in all.chars().chain('!'..='~').chain([char::MAX]) {
            assets.glyph_of(Face::default(), character);
        }
        let bold = Face {
            bold: true,
            ..Face::default()
        };
        for character in ('!'..='~').chain([char::MAX]) {
            assets.glyph_of(bold, character);
        }
    }
}

impl Shown<'_> {
    /// Runs the `frame` hooks of the game and of behaviours.
    pub(crate) fn draw_frame(
        self,
        drawn: &mut FrameDrawings,
        time: DrawTime,
        smoothing: Smoothing,
    ) {
        let Self { core, game, window } = self;
        core.draw_frame(drawn, time, smoothing, window, |cx| game.frame(cx));
    }

    /// Runs the `frame` hooks for a frame that shows the latest step without smoothing.
    pub(crate) fn draw_step(self, drawn: &mut FrameDrawings) {
        self.draw_frame(drawn, self.core.step_draw_time(), Smoothing::None);
    }
}
