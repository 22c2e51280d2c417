//! Marks of a world for the debug overlay, as plain data.

use glam::Vec2;

use crate::collision::Shape;
use crate::geometry::Rect;
use crate::world::object::description::Solidness;

/// The subject of a mark.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum MarkKind {
    /// Collision box, shapes or tiles of a hard object.
    Hard,
    /// Collision box, shapes or tiles of a soft object.
    Soft,
    /// Box of a one-way platform, or a one-way tile of a hard object.
    OneWay,
    /// Collision box, shapes or tiles of a spectral sensor.
    Sensor,
    /// Box, shapes or tiles of any other spectral object.
    Spectral,
    /// An object's velocity.
    Velocity,
    /// A contact of two objects. `age` is 0 for a contact of the last step, and nears 1 before the contact is dropped.
    Contact { age: f32 },
}

impl MarkKind {
    /// Returns the kind of mark for an object's collision box or shapes.
    pub(crate) fn of(solidness: Solidness, sensor: bool) -> Self {
        match solidness {
            Solidness::Hard => Self::Hard,
            Solidness::Soft => Self::Soft,
            Solidness::OneWay => Self::OneWay,
            Solidness::Spectral if sensor => Self::Sensor,
            Solidness::Spectral => Self::Spectral,
        }
    }
}

/// The shape of a mark, in world units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum MarkForm<'a> {
    Box(Rect),
    Shape {
        shape: &'a Shape,
        position: Vec2,
    },
    Line {
        from: Vec2,
        to: Vec2,
    },
    /// A point, and a direction of length 1.
    Normal {
        position: Vec2,
        normal: Vec2,
    },
}

/// A mark to draw over the game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Mark<'a> {
    pub(crate) kind: MarkKind,
    pub(crate) form: MarkForm<'a>,
    /// The object's displacement in the last step, in world units, so that the mark is smoothed like the object.
    pub(crate) motion: Vec2,
}

/// Numbers of objects by kind of collision. Persistent objects and those of the current level are counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct SolidCounts {
    pub(crate) hard: usize,
    pub(crate) soft: usize,
    pub(crate) one_way: usize,
    pub(crate) sensors: usize,
    pub(crate) spectral: usize,
}

impl SolidCounts {
    /// Counts an object.
    pub(crate) fn add(&mut self, kind: MarkKind) {
        let count = match kind {
            MarkKind::Hard => &mut self.hard,
            MarkKind::Soft => &mut self.soft,
            MarkKind::OneWay => &mut self.one_way,
            MarkKind::Sensor => &mut self.sensors,
            MarkKind::Spectral => &mut self.spectral,
            MarkKind::Velocity | MarkKind::Contact { .. } => return,
        };
        *count += 1;
    }

    /// Returns the number of all objects.
    pub(crate) fn total(&self) -> usize {
        self.hard + self.soft + self.one_way + self.sensors + self.spectral
    }
}
