//! The shapes that the player can choose, and their outlines.

use core::f32::consts::TAU;

use damselfly::collision::Shape;
use damselfly::geometry::turns::Turn;
use damselfly::prelude::*;

use super::WORLD;

/// A kind of shape, in the order of the keys.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Kind {
    Box,
    Circle,
    Capsule,
    Triangle,
    Pentagon,
    RoundedBox,
}

impl Kind {
    pub(super) const ALL: [(Key, Self); 6] = [
        (Key::Digit1, Self::Box),
        (Key::Digit2, Self::Circle),
        (Key::Digit3, Self::Capsule),
        (Key::Digit4, Self::Triangle),
        (Key::Digit5, Self::Pentagon),
        (Key::Digit6, Self::RoundedBox),
    ];

    fn shape(self) -> Shape {
        match self {
            Self::Box => Shape::rect(vec2(130.0, 90.0)),
            Self::Circle => Shape::circle(60.0),
            Self::Capsule => Shape::capsule(vec2(-50.0, 0.0), vec2(50.0, 0.0), 32.0),
            Self::Triangle => regular(3, 75.0),
            Self::Pentagon => regular(5, 68.0),
            Self::RoundedBox => Shape::rect(vec2(80.0, 50.0)).rounded(24.0),
        }
    }
}

/// Returns a regular polygon.
fn regular(corners: u8, radius: f32) -> Shape {
    let turn = |number: u8| TAU * f32::from(number) / f32::from(corners);
    let corners: Vec<_> = (0..corners)
        .map(|number| radius * math::from_angle(turn(number)))
        .collect();
    Shape::polygon(&corners).unwrap_or_default()
}

/// Adds an object for a shape. The object has no sprite: the panels draw it.
pub(super) fn spawn(name: &'static str, kind: Kind, at: Vec2, cx: &mut Context<'_>) -> ObjectId {
    let id = cx.spawn(Object::new(name).spectral());
    if let Some(mut object) = cx.object_mut(id) {
        object.set_shapes(&[kind.shape()]);
    }
    move_to(id, at, cx);
    id
}

/// Replaces the shape of an object.
pub(super) fn change(id: ObjectId, kind: Kind, cx: &mut Context<'_>) {
    if let Some(mut object) = cx.object_mut(id) {
        object.set_shapes(&[kind.shape()]);
    }
}

/// Moves an object, but keeps it inside the panel.
pub(super) fn move_to(id: ObjectId, at: Vec2, cx: &mut Context<'_>) {
    let field = WORLD.expanded(-84.0);
    if let Some(mut object) = cx.object_mut(id) {
        object.set_position(field.nearest(at));
    }
}

/// Returns the shape of an object, turned by the object's angle, and its position.
pub(super) fn shape(id: ObjectId, world: &World) -> (Shape, Vec2) {
    let Some(object) = world.object(id) else {
        return Default::default();
    };
    let shape = object.shapes().first().copied().unwrap_or_default();
    let turn = Turn::from_radians(object.angle());
    (shape.transformed(turn, Vec2::ONE), object.position())
}

/// Returns the outline of all points within a radius of a convex polygon.
pub(super) fn outline(corners: &[Vec2], radius: f32) -> Vec<Vec2> {
    if radius == 0.0 {
        return corners.to_vec();
    }
    // Takes the farthest point in each of 96 directions.
    let directions = (0..96_u8).map(|number| math::from_angle(TAU * f32::from(number) / 96.0));
    let furthest = directions.filter_map(|way| {
        let corner = corners
            .iter()
            .max_by(|a, b| a.dot(way).total_cmp(&b.dot(way)))?;
        Some(*corner + radius * way)
    });
    furthest.collect()
}
