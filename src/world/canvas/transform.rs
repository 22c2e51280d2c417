//! The transform of a canvas: where, at which angle and how large it draws.

use glam::Vec2;

use super::Canvas;
use super::shape_space::ShapeSpace;
use crate::geometry::quads::{Piece, Stroke};
use crate::geometry::turns::{Turn, turned};
use crate::scene::{Instance, Outer};

/// Moves, turns and scales drawings, about the canvas's origin. Scales are the same along both axes, so that sprites
/// and text keep their right angles.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct CanvasTransform {
    /// Position of the origin, in world units. NaN after an invalid change, so that drawings are refused until the
    /// transform is reset.
    origin: Vec2,
    turn: Turn,
    scale: f32,
}

impl CanvasTransform {
    /// Changes nothing.
    pub(super) const IDENTITY: Self = Self {
        origin: Vec2::ZERO,
        turn: Turn::ZERO,
        scale: 1.0,
    };

    /// Returns the position of a point. `unit` is the number of pixels per world unit.
    pub(super) fn point(&self, at: Vec2, unit: Vec2) -> Vec2 {
        self.origin + self.offset(at, unit)
    }

    /// Turns and scales an offset between two points. Leaves out the origin, because it moves both points alike.
    pub(super) fn offset(&self, by: Vec2, unit: Vec2) -> Vec2 {
        turned(by * self.scale, self.turn, unit)
    }

    /// Moves, turns and scales a row.
    pub(super) fn apply(&self, instance: &mut Instance, unit: Vec2) {
        self.place(instance, unit);
        instance.set_scale(Vec2::from(instance.scale.map(f32::from)) * self.scale);
    }

    /// Moves and turns a row whose scale contains the transform's already.
    pub(super) fn place(&self, instance: &mut Instance, unit: Vec2) {
        instance.position = self.point(instance.position, unit);
        instance.motion = self.offset(instance.motion, unit);
        instance.turn = instance.turn + self.turn;
    }

    /// Returns the part of the transform that text is rasterised for.
    pub(super) fn outer(&self) -> Outer {
        Outer {
            scale: self.scale,
            turn: self.turn,
        }
    }

    /// Moves, turns and scales a piece of a shape, and converts it from pixels of one space to pixels of another.
    pub(super) fn piece(&self, piece: Piece, from: &ShapeSpace, to: &ShapeSpace) -> Piece {
        // The shift is computed in world units and relative to an anchor: far from the origin, positions in pixels are
        // less exact.
        let shift = to.of(self.point(from.anchor, to.unit));
        let offset = |by: Vec2| self.offset(by, Vec2::ONE);
        match piece {
            Piece::Area(corners) => Piece::Area(corners.map(|corner| shift + offset(corner))),
            Piece::Stroke(Stroke { ends, edges, width }) => Piece::Stroke(Stroke {
                ends: ends.map(|end| shift + offset(end)),
                edges: edges.map(offset),
                width: width * self.scale,
            }),
        }
    }
}

/// Methods that move, turn and scale all further drawings of this canvas, as in the canvas of HTML: each applies within
/// those before it. Another canvas, even of the same altitude, starts without them.
///
/// An invalid value is not applied; the canvas refuses and counts drawings instead, until [`Canvas::reset_transform`].
///
/// ```
/// # use damselfly::prelude::*;
/// # let app = App::new("Docs", Default::default()).pixels(80, 60);
/// # let mut game = damselfly::app::Harness::start(app, |_| Ok(()))?;
/// # let mut cx = game.context();
/// // A hand of a clock that is 20 pixels long and points to four o'clock.
/// cx.canvas(2)
///     .translate(vec2(40.0, 30.0))
///     .rotate(4.0 * std::f32::consts::TAU / 12.0)
///     .rect(Rect::new(vec2(-1.0, -20.0), vec2(1.0, 0.0)), Color::RED);
/// # let picture = game.image();
/// # assert_eq!(picture.get(40 + 15, 30 + 8), Some(Color::RED));
/// # Ok::<(), Error>(())
/// ```
impl Canvas<'_> {
    /// Moves the origin of all further drawings by an offset in world units.
    #[doc(alias("draw_set_transform", "push_matrix"))]
    pub fn translate(&mut self, offset: Vec2) -> &mut Self {
        self.transform.origin = self.transform.point(offset, self.unit());
        self
    }

    /// Turns all further drawings about the origin, clockwise on screen, by an angle in radians. Like sprites, drawings
    /// keep their shape in pixels, even if world units are higher than wide.
    pub fn rotate(&mut self, angle: f32) -> &mut Self {
        let turn = Turn::from_radians(angle);
        self.transform.turn = Turn(self.transform.turn.0.wrapping_add(turn.0));
        self.check_transform(angle.is_finite())
    }

    /// Scales all further drawings about the origin, along both axes. Widths of lines and the sizes of text and sprites
    /// are scaled, too. `factor` is finite and above 0.
    pub fn scale(&mut self, factor: f32) -> &mut Self {
        self.transform.scale *= factor;
        self.check_transform(factor > 0.0 && self.transform.scale.is_finite())
    }

    /// Undoes all translations, rotations and scales of this canvas.
    pub fn reset_transform(&mut self) -> &mut Self {
        self.transform = CanvasTransform::IDENTITY;
        self
    }

    /// Makes the canvas refuse drawings, until the transform is reset, if a change of the transform is invalid.
    fn check_transform(&mut self, is_valid: bool) -> &mut Self {
        if !is_valid {
            self.transform.origin = Vec2::NAN;
        }
        self
    }
}
