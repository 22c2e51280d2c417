//! The bar that shows, while a game runs backwards, how far back it is and how far it can go.

use core::iter::repeat_n;
use glam::Vec2;

use crate::assets::{Assets, GLYPH_HEIGHT, GLYPH_WIDTH};
use crate::base::color::Color;
use crate::scene::{Layer, TextStyle, put_text};
use crate::world::Core;

/// Character of the bar for the part of the run up to the current step. `GONE` is for the part that was undone.
const LEFT: char = '█';
const GONE: char = '░';
/// Text for a game that is too large.
const TOO_LARGE: &str = "« too large to be rewound";
/// Every character that the bar may show.
pub(super) const CHARACTERS: &str = "0123456789.-s « too large to be rewound█░";
/// Number of columns to the left of the bar, for the time.
const BEFORE: f32 = 11.0;
/// Number of columns of dark background to the left and the right of the bar, in total.
const GROUND: usize = 13;
/// Number of columns to the right of the bar.
const AFTER: f32 = 2.0;

/// Range of steps within which a game can be rewound, and the current step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RewindRange {
    pub(crate) oldest: u64,
    pub(crate) now: u64,
    pub(crate) newest: u64,
}

/// The bar, over the last row of the view.
#[derive(Debug, Default)]
pub(crate) struct RewindBar {
    /// Positions are in characters of the heads-up display.
    layer: Layer,
}

impl RewindBar {
    /// Returns the layer to draw over the game; empty while it is hidden.
    pub(crate) fn layer(&self) -> &Layer {
        &self.layer
    }

    pub(crate) fn hide(&mut self) {
        self.layer.clear();
    }

    /// Shows that a game cannot be rewound.
    pub(crate) fn show_too_large(&mut self, core: &mut Core) {
        self.layer.clear();
        let row = BarLayout::of(core.characters()).row;
        self.put(
            &mut core.assets,
            TOO_LARGE,
            Vec2::new(1.0, row),
            Color::TERMINAL_YELLOW,
        );
    }

    /// Shows the current step. `rate` is in steps per second.
    pub(crate) fn show(&mut self, core: &mut Core, range: RewindRange, rate: f64) {
        self.layer.clear();
        let BarLayout { row, from, columns } = BarLayout::of(core.characters());
        let RewindRange {
            oldest,
            now,
            newest,
        } = range;
        let ground = LEFT.to_string().repeat(usize::from(columns) + GROUND);
        let shade = Color::BLACK.with_alpha(210);
        self.put(&mut core.assets, &ground, Vec2::new(0.0, row), shade);
        #[expect(clippy::cast_precision_loss, reason = "for eyes")]
        let seconds = newest.saturating_sub(now) as f64 / rate;
        let time = format!("« -{seconds:.1} s");
        self.put(&mut core.assets, &time, Vec2::new(1.0, row), Color::WHITE);
        let all = newest.saturating_sub(oldest).max(1);
        let left = (now.saturating_sub(oldest) * u64::from(columns)).div_ceil(all);
        let left = u16::try_from(left).unwrap_or(columns).min(columns);
        let bar = repeat_n(LEFT, left.into()).chain(repeat_n(GONE, (columns - left).into()));
        let bar: String = bar.collect();
        self.put(
            &mut core.assets,
            &bar,
            Vec2::new(from, row),
            Color::TERMINAL_CYAN,
        );
    }

    fn put(&mut self, assets: &mut Assets, text: &str, at: Vec2, color: Color) {
        let style = TextStyle::from(color);
        put_text(&mut self.layer, assets, text, at, Vec2::ONE, style);
    }

    /// Returns the step at a position, in view units. Positions to the left and right of the bar count as its ends, and
    /// the row above it counts, too. `None` above that row, and if the view is too narrow for a bar.
    pub(crate) fn step_at(core: &Core, place: Vec2, range: RewindRange) -> Option<u64> {
        let glyph = Vec2::new(f32::from(GLYPH_WIDTH), f32::from(GLYPH_HEIGHT));
        let at = place * core.world.unit() / glyph;
        let BarLayout { row, from, columns } = BarLayout::of(core.characters());
        // Also accepts positions up to a row above, because the bar is thin.
        if at.y < row - 1.0 || columns == 0 {
            return None;
        }
        let share = ((at.x - from) / f32::from(columns)).clamp(0.0, 1.0);
        let all = range.newest.saturating_sub(range.oldest);
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            clippy::cast_precision_loss,
            reason = "a share of a number of steps"
        )]
        let steps = (all as f64 * f64::from(share)).round() as u64;
        Some(range.oldest + steps)
    }
}

/// Position of the bar, in characters.
struct BarLayout {
    row: f32,
    from: f32,
    columns: u16,
}

impl BarLayout {
    /// Returns the position in the last row of a display of this size.
    fn of(characters: Vec2) -> Self {
        let columns = (characters.x.floor() - BEFORE - AFTER).clamp(0.0, f32::from(u16::MAX));
        Self {
            row: (characters.y.floor() - 1.0).max(0.0),
            from: BEFORE,
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "clamped"
            )]
            columns: columns as u16,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::{App, Options};
    use glam::vec2;

    const RANGE: RewindRange = RewindRange {
        oldest: 100,
        now: 150,
        newest: 200,
    };

    #[test]
    fn a_click_on_the_bar_is_a_step() {
        let core = App::new("A test", Options::default()).cells(80, 24).core(0);
        let at = |x, y| RewindBar::step_at(&core, vec2(x, y), RANGE);
        // The bar extends from column 11 to column 78.
        assert_eq!(at(11.0, 23.5), Some(100));
        assert_eq!(at(44.5, 23.5), Some(150));
        assert_eq!(at(78.0, 22.5), Some(200));
        assert_eq!((at(0.0, 23.0), at(80.0, 23.0)), (Some(100), Some(200)));
        assert_eq!(at(44.5, 21.0), None, "too far above");
    }

    #[test]
    fn showing_any_place_adds_nothing_to_a_cores_assets() {
        let mut core = App::new("A test", Options::default()).cells(80, 24).core(0);
        let size = |core: &Core| {
            (
                core.assets.frames().version(),
                core.assets.atlas().version(),
            )
        };
        let before = size(&core);
        let mut bar = RewindBar::default();
        bar.show(&mut core, RANGE, 60.0);
        assert!(!bar.layer().is_empty());
        bar.show_too_large(&mut core);
        bar.hide();
        assert!(bar.layer().is_empty());
        assert_eq!(size(&core), before);
    }
}
