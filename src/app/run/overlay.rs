//! The frame rate, drawn over the world. Not part of the world.

use glam::Vec2;

use crate::assets::Assets;
use crate::base::color::Color;
use crate::scene::{Align, Layer, TextStyle, put_text};
use crate::world::Corner;

/// Text after the number.
const UNIT: &str = " fps";
/// Every character that the frame rate may show.
pub(super) const CHARACTERS: &str = "0123456789 fps";

/// The frame rate in frames per second, in a corner. F9 and the game show and hide it.
#[derive(Debug, Default)]
pub(crate) struct Overlay {
    layer: Layer,
    shown: bool,
    /// Corner in which it is shown, also the next time.
    corner: Corner,
    /// The current number, its colour and position.
    text: Option<(u32, Color, Vec2)>,
}

impl Overlay {
    /// Returns an overlay, shown or hidden. It is empty until the first update.
    pub(crate) fn new(shown: bool) -> Self {
        Self {
            shown,
            ..Self::default()
        }
    }

    /// Shows or hides it. Once shown, it is empty until the next update.
    pub(crate) fn toggle(&mut self) {
        self.shown = !self.shown;
        self.layer.clear();
        self.text = None;
    }

    /// Shows it in a corner, or hides it. Once shown, it is empty until the next update.
    pub(crate) fn show(&mut self, corner: Option<Corner>) {
        self.shown = corner.is_some();
        self.corner = corner.unwrap_or(self.corner);
        self.layer.clear();
        self.text = None;
    }

    /// Draws the frame rate again if its number, colour or position has changed. It is white while a film is recorded.
    /// `size` is the view's size in characters.
    pub(crate) fn update(
        &mut self,
        frames_per_second: f64,
        is_recording: bool,
        assets: &mut Assets,
        size: Vec2,
    ) {
        let fps = rounded(frames_per_second);
        let color = if is_recording {
            Color::WHITE
        } else {
            color(fps)
        };
        // The text ends at a whole character: an expanded view may end within one, and glyphs at that end would lie
        // between pixels.
        let (right, last) = (size.x.floor(), size.y.floor() - 1.0);
        let (at, align) = match self.corner {
            Corner::TopLeft => (Vec2::ZERO, Align::Left),
            Corner::TopRight => (Vec2::new(right, 0.0), Align::Right),
            Corner::BottomLeft => (Vec2::new(0.0, last), Align::Left),
            Corner::BottomRight => (Vec2::new(right, last), Align::Right),
        };
        // Unchanged text is kept, because every change of the layer is copied to the GPU.
        if !self.shown || self.text == Some((fps, color, at)) {
            return;
        }
        self.text = Some((fps, color, at));
        self.layer.clear();
        put_text(
            &mut self.layer,
            assets,
            &format!("{fps}{UNIT}"),
            at,
            Vec2::ONE,
            TextStyle::from(color).aligned(align),
        );
    }

    /// Returns the layer to draw over everything else; empty while it is hidden.
    pub(crate) fn layer(&self) -> &Layer {
        &self.layer
    }
}

/// Returns the colour of a frame rate: green, yellow below 25, red below 15 frames per second.
fn color(fps: u32) -> Color {
    match fps {
        0..15 => Color::TERMINAL_RED,
        15..25 => Color::TERMINAL_YELLOW,
        _ => Color::TERMINAL_GREEN,
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "saturates, which is what is wanted"
)]
fn rounded(rate: f64) -> u32 {
    (rate + 0.5) as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::{App, Options};
    use crate::assets::AssetSettings;

    const SIZE: Vec2 = Vec2::new(80.0, 24.0);

    #[test]
    fn the_rate_is_green_then_yellow_under_25_then_red_under_15() {
        assert_eq!([60, 25, 24, 15, 14, 0].map(color), {
            let (g, y, r) = (
                Color::TERMINAL_GREEN,
                Color::TERMINAL_YELLOW,
                Color::TERMINAL_RED,
            );
            [g, g, y, y, r, r]
        });
    }

    #[test]
    fn showing_any_rate_adds_nothing_to_a_cores_assets() {
        let mut assets = App::new("A test", Options::default()).core(0).assets;
        let size = |assets: &Assets| (assets.frames().version(), assets.atlas().version());
        let before = size(&assets);
        let mut overlay = Overlay::new(true);
        for rate in [0.0, 59.7, 1234.0, 567_890.0, 1e30] {
            overlay.update(rate, false, &mut assets, SIZE);
            assert!(!overlay.layer().is_empty());
        }
        assert_eq!(size(&assets), before);
    }

    #[test]
    fn the_overlay_redraws_on_change_and_is_white_while_filming() {
        let mut assets = Assets::new(AssetSettings::default());
        let mut overlay = Overlay::new(true);
        overlay.update(59.7, false, &mut assets, SIZE);
        let version = overlay.layer().chunk_version(0);
        overlay.update(60.2, false, &mut assets, SIZE);
        assert_eq!(overlay.layer().chunk_version(0), version);
        let color = |overlay: &Overlay| overlay.layer().columns().instances[0].tint;
        assert_eq!(color(&overlay), Color::TERMINAL_GREEN.premultiplied());
        overlay.update(60.2, true, &mut assets, SIZE);
        assert_eq!(color(&overlay), Color::WHITE.premultiplied());
        overlay.update(60.2, false, &mut assets, SIZE);
        assert_eq!(color(&overlay), Color::TERMINAL_GREEN.premultiplied());
        overlay.toggle();
        overlay.update(10.0, false, &mut assets, SIZE);
        assert!(overlay.layer().is_empty());
    }

    #[test]
    fn the_rate_is_shown_in_each_corner_of_the_view() {
        let mut assets = Assets::new(AssetSettings::default());
        let mut overlay = Overlay::new(true);
        // The default corner, before the game chooses one.
        for (corner, first) in [
            (None, [74.0, 0.0]),
            (Some(Corner::TopLeft), [0.0, 0.0]),
            (Some(Corner::TopRight), [74.0, 0.0]),
            (Some(Corner::BottomLeft), [0.0, 23.0]),
            (Some(Corner::BottomRight), [74.0, 23.0]),
        ] {
            if corner.is_some() {
                overlay.show(corner);
            }
            overlay.update(60.0, false, &mut assets, Vec2::new(80.5, 24.9));
            let at = overlay.layer().columns().instances[0].position;
            assert_eq!(at.to_array(), first, "{corner:?}");
        }
        overlay.show(None);
        overlay.update(61.0, false, &mut assets, SIZE);
        assert!(overlay.layer().is_empty());
        // F9 shows it in the latest corner.
        overlay.toggle();
        overlay.update(61.0, false, &mut assets, SIZE);
        assert_eq!(overlay.layer().columns().instances[0].position.y, 23.0);
    }
}
