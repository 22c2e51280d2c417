//! Conversion of positions between the world and the view.

use glam::Vec2;

use super::Camera;
use crate::geometry::Rect;
use crate::geometry::turns::Turn;

impl Camera {
    /// Converts a position in the world to one in the view, zoomed and turned: in view units, which are world units at
    /// zoom 1, from the view's top left corner. The mouse position is in the same units.
    ///
    /// Uses the camera after the latest step, without smoothing and shaking, so that aiming is steady. The result does
    /// not depend on the window's shape: if a window stretches the view unevenly
    /// ([`Fit::Stretch`](crate::render::Fit::Stretch)), it is a position in the view before stretching.
    pub fn world_to_view(&self, position: Vec2) -> Vec2 {
        if self.turn() == Turn::ZERO {
            return (position - self.view().min) * self.zoom;
        }
        self.turned_to_view((position - self.center()) * self.zoom) + self.size / 2.0
    }

    /// Converts a position in the view to one in the world, in world units: the inverse of [`Camera::world_to_view`].
    pub fn view_to_world(&self, position: Vec2) -> Vec2 {
        if self.turn() == Turn::ZERO {
            return self.view().min + position / self.zoom;
        }
        self.center() + self.turned_to_world(position - self.size / 2.0) / self.zoom
    }

    /// Returns the smallest upright box around the visible area: [`Camera::view`], unless the camera is turned.
    pub fn seen(&self) -> Rect {
        if self.turn() == Turn::ZERO {
            return self.view();
        }
        let half = self.view_size() / 2.0;
        // Two corners are enough: the other two are opposite to them.
        let one = self.turned_to_world(half).abs();
        let other = self.turned_to_world(Vec2::new(half.x, -half.y)).abs();
        Rect::centered(self.center(), one.max(other) * 2.0)
    }

    /// Converts a distance along the world's axes to one along the view's.
    pub(super) fn turned_to_view(&self, distance: Vec2) -> Vec2 {
        self.turned(distance, -self.turn())
    }

    /// Converts a distance along the view's axes to one along the world's.
    pub(super) fn turned_to_world(&self, distance: Vec2) -> Vec2 {
        self.turned(distance, self.turn())
    }

    /// Turns a distance in world units clockwise, in the proportions of pixels.
    fn turned(&self, distance: Vec2, turn: Turn) -> Vec2 {
        if turn == Turn::ZERO {
            return distance;
        }
        let (sin, cos) = turn.sin_cos();
        // World units are not always square (a text cell has 8 × 16 pixels): turning in world units would shear the
        // view.
        let pixels = distance * self.unit;
        let turned = Vec2::new(
            cos * pixels.x - sin * pixels.y,
            sin * pixels.x + cos * pixels.y,
        );
        turned / self.unit
    }
}
