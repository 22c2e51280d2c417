//! How a game's view fits a window: letterboxed, stretched, or expanded.

use glam::Vec2;

/// How the view is fitted into a window of another shape. Defaults to `Letterbox`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Fit {
    /// The view keeps its aspect ratio and is magnified by the largest whole number that fits, with bars around it. In
    /// a window smaller than the view it shrinks instead. The default.
    #[default]
    Letterbox,
    /// The view fills the window, without keeping its aspect ratio.
    Stretch,
    /// Like `Letterbox`, but the view shows more of the world instead of bars.
    Expand,
}

/// The view's size in world units, and the pixels of a unit before magnification.
///
/// ```
/// use damselfly::glam::vec2;
/// use damselfly::render::{Fit, ViewSettings};
///
/// let view = ViewSettings { size: vec2(80.0, 24.0), unit: vec2(8.0, 16.0), fit: Fit::Letterbox };
/// assert_eq!(view.pixels(), [640, 384]);
/// // Twice as large in a window of 1300 × 800 pixels, with bars of 10 and 16.
/// let viewport = view.viewport([1300, 800]);
/// assert_eq!((viewport.origin, viewport.size), ([10, 16], [1280, 768]));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ViewSettings {
    /// Width and height in world units.
    pub size: Vec2,
    /// Pixels per unit: (8, 16) for text cells, (1, 1) for pixels.
    pub unit: Vec2,
    /// How it is fitted into a window of another shape.
    pub fit: Fit,
}

/// The part of a target that shows the view, and its magnification. [`ViewSettings::viewport`] computes it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Viewport {
    /// Left and top, in pixels of the target.
    pub origin: [u32; 2],
    /// Width and height, in pixels of the target.
    pub size: [u32; 2],
    /// Magnification: pixels of the target per pixel of the view.
    pub scale: Vec2,
    /// Width and height in world units: the view's size, or more with [`Fit::Expand`].
    pub units: Vec2,
}

impl ViewSettings {
    /// Returns the view's size in pixels before magnification, at least 1 × 1.
    pub fn pixels(&self) -> [u32; 2] {
        [
            whole_pixels(self.size.x * self.unit.x),
            whole_pixels(self.size.y * self.unit.y),
        ]
    }

    /// Returns the part of a target that shows the view. `target` is its width and height in pixels. The bars of
    /// [`Fit::Letterbox`] are equally wide on both sides; with an odd number of pixels, the right or lower bar has one
    /// more.
    pub fn viewport(&self, target: [u32; 2]) -> Viewport {
        let view = self.pixels();
        let fit = [
            target[0] as f32 / view[0] as f32,
            target[1] as f32 / view[1] as f32,
        ];
        let even = fit[0].min(fit[1]);
        // Below 1 it is not rounded down: the result would be 0.
        let magnified = if even >= 1.0 { even.floor() } else { even };
        match self.fit {
            Fit::Stretch => Viewport {
                origin: [0, 0],
                size: target,
                scale: Vec2::from_array(fit),
                units: self.size,
            },
            Fit::Expand => {
                // A target without area has the magnification 0, and its units would be 0 / 0.
                let scale = Vec2::splat(magnified.max(f32::MIN_POSITIVE));
                let units = Vec2::new(target[0] as f32, target[1] as f32) / scale / self.unit;
                Viewport {
                    origin: [0, 0],
                    size: target,
                    scale,
                    units,
                }
            }
            Fit::Letterbox => {
                let scaled = |length: u32, room: u32| {
                    // The length is limited to the target, because `whole_pixels` returns at least 1, even for a target
                    // of 0 pixels.
                    whole_pixels((length as f32 * magnified).round()).min(room)
                };
                let size = [scaled(view[0], target[0]), scaled(view[1], target[1])];
                let origin = [(target[0] - size[0]) / 2, (target[1] - size[1]) / 2];
                Viewport {
                    origin,
                    size,
                    scale: Vec2::splat(magnified),
                    units: self.size,
                }
            }
        }
    }
}

impl Viewport {
    /// Returns the position in view units of a position in the target, in pixels: (0, 0) is the view's top left
    /// corner. Positions on the bars lie outside the view.
    pub fn to_view(&self, unit: Vec2, pixel: Vec2) -> Vec2 {
        let origin = Vec2::new(self.origin[0] as f32, self.origin[1] as f32);
        (pixel - origin) / (self.scale * unit)
    }
}

/// Returns a length in whole pixels, rounded down, at least 1, also for NaN and negative lengths. Sizes are checked
/// where a view is made.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "saturates, which is what is wanted"
)]
fn whole_pixels(length: f32) -> u32 {
    (length as u32).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(fit: Fit) -> ViewSettings {
        ViewSettings {
            size: Vec2::new(80.0, 24.0),
            unit: Vec2::new(8.0, 16.0),
            fit,
        }
    }

    #[test]
    fn a_letterboxed_view_is_magnified_by_a_whole_number_and_centred() {
        let viewport = cells(Fit::Letterbox).viewport([1500, 800]);
        assert_eq!((viewport.origin, viewport.size), ([110, 16], [1280, 768]));
        assert_eq!(viewport.scale, Vec2::splat(2.0));
    }

    #[test]
    fn a_window_smaller_than_the_view_shrinks_it_evenly() {
        let viewport = cells(Fit::Letterbox).viewport([320, 400]);
        assert_eq!((viewport.origin, viewport.size), ([0, 104], [320, 192]));
        assert_eq!(viewport.scale, Vec2::splat(0.5));
    }

    #[test]
    fn a_stretched_view_fills_the_window() {
        let viewport = cells(Fit::Stretch).viewport([1280, 384]);
        assert_eq!((viewport.origin, viewport.size), ([0, 0], [1280, 384]));
        assert_eq!(viewport.scale, Vec2::new(2.0, 1.0));
    }

    #[test]
    fn an_expanding_view_shows_more_world() {
        let viewport = cells(Fit::Expand).viewport([1600, 800]);
        assert_eq!(viewport.scale, Vec2::splat(2.0));
        assert_eq!(viewport.units, Vec2::new(100.0, 25.0));
    }

    #[test]
    fn mouse_positions_exclude_the_letterbox() {
        let view = cells(Fit::Letterbox);
        let viewport = view.viewport([1500, 800]);
        assert_eq!(
            viewport.to_view(view.unit, Vec2::new(110.0, 16.0)),
            Vec2::ZERO
        );
        assert_eq!(
            viewport.to_view(view.unit, Vec2::new(126.0, 48.0)),
            Vec2::ONE
        );
    }
}
