//! Lights and the edges of shadows as a frame shows them. Only reads the world.

use glam::Vec2;

use crate::base::id::ObjectId;
use crate::base::level::is_current;
use crate::collision::Shape;
use crate::geometry::Rect;
use crate::geometry::turns::{Turn, turned};
use crate::scene::{Instance, Light};
use crate::world::World;
use crate::world::collide::outline::Form;

/// A light at the place where a frame shows it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ShownLight {
    /// The altitude of its object.
    pub(crate) altitude: u16,
    /// World units.
    pub(crate) position: Vec2,
    /// The object's angle.
    pub(crate) turn: Turn,
    pub(crate) light: Light,
}

/// Number of corners of round shapes.
const CORNERS: u16 = 16;

impl World {
    /// Calls `act` with each light that shines, in the order of attaching. `k` is the smoothing factor.
    pub(crate) fn each_light(&self, k: f32, mut act: impl FnMut(ShownLight)) {
        for attached in &self.lights.attached {
            let Some((altitude, instance)) = self.shown_object(attached.owner) else {
                continue;
            };
            // Values have no velocity to be extrapolated by.
            let light = attached.light.smoothed(&attached.before, k.min(0.0));
            let turn = instance.turn + motion(instance, k);
            let offset = turned(light.offset, turn, self.unit());
            act(ShownLight {
                altitude,
                position: instance.position + instance.motion * k + offset,
                turn,
                light,
            });
        }
    }

    /// Calls `act` with each edge that casts a shadow, and with its altitude. Edges run clockwise around their objects.
    /// `seen` returns the area of an altitude, in world units, where edges matter; others may be left out.
    pub(crate) fn each_shadow_edge(
        &self,
        k: f32,
        seen: impl Fn(u16) -> Rect,
        mut act: impl FnMut(u16, [Vec2; 2]),
    ) {
        for &id in &self.lights.casters {
            let Some((altitude, instance)) = self.shown_object(id) else {
                continue;
            };
            let position = instance.position;
            let Some(outline) = self.sources().outline_at(id, position) else {
                continue;
            };
            let shift = instance.motion * k;
            let seen = seen(altitude);
            let radius = (outline.area.max - outline.area.min).length();
            if !outline
                .area
                .translated(shift)
                .expanded(radius)
                .touches(&seen)
            {
                continue;
            }
            let turn = motion(instance, k);
            match outline.form {
                // Boxes and tiles do not turn.
                Form::Box => {
                    let corners = Shape::rect_at(outline.area);
                    let corners = corners.corners().iter().map(|&corner| corner + shift);
                    each_side(corners, |edge| act(altitude, edge));
                }
                Form::Tiles(tiles) => {
                    let seen = seen.translated(-shift);
                    tiles.each_outer_edge(position, seen, |edge| {
                        act(altitude, edge.map(|end| end + shift));
                    });
                }
                Form::Shapes(shapes) => {
                    let place = |corner: Vec2| turned(corner, turn, self.unit()) + position + shift;
                    for shape in shapes {
                        each_corner_ring(shape, |corners| {
                            each_side(corners.map(place), |edge| act(altitude, edge));
                        });
                    }
                }
            }
        }
    }

    /// Returns an object's altitude and row, if the current level shows them.
    fn shown_object(&self, id: ObjectId) -> Option<(u16, &Instance)> {
        let body = self.slots.get(id).filter(|body| body.visible)?;
        let address = body.address;
        let settings = self.scene.altitudes()[usize::from(address.altitude)].settings;
        let is_shown = settings.visible && is_current(address.level, self.level);
        is_shown.then(|| (address.altitude, self.instance(address)))
    }
}

/// Returns the turn that a row has not made yet, or has made already, at a smoothing factor.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "angles wrap"
)]
fn motion(instance: &Instance, k: f32) -> Turn {
    Turn(instance.turn_motion.smoothed(k) as u16)
}

/// Calls `act` with the sides between these corners, and from the last to the first one.
fn each_side(corners: impl Iterator<Item = Vec2>, mut act: impl FnMut([Vec2; 2])) {
    let mut first = None;
    let mut last = None;
    for corner in corners {
        if let Some(last) = last.replace(corner) {
            act([last, corner]);
        }
        first = first.or(Some(corner));
    }
    if let (Some(first), Some(last)) = (first, last)
        && first != last
    {
        act([last, first]);
    }
}

/// Calls `act` with the corners of a shape, clockwise. Round parts have some of [`CORNERS`] corners.
fn each_corner_ring(shape: &Shape, mut act: impl FnMut(&mut dyn Iterator<Item = Vec2>)) {
    let (corners, radius) = (shape.corners(), shape.radius());
    if radius == 0.0 {
        return act(&mut corners.iter().copied());
    }
    let mut ring = (0..CORNERS).map(|number| {
        let (sine, cosine) = Turn(number * (u16::MAX / CORNERS + 1)).sin_cos();
        let direction = Vec2::new(cosine, sine);
        let outermost = corners
            .iter()
            .copied()
            .max_by(|one, other| one.dot(direction).total_cmp(&other.dot(direction)));
        outermost.unwrap_or_default() + direction * radius
    });
    act(&mut ring);
}
