//! What the debug overlay shows of a world, as plain data.

use glam::Vec2;

use crate::collision::Shape;
use crate::geometry::Rect;
use crate::world::object::description::Solidness;

/// What a mark is of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum MarkKind {
    /// What collides of a hard object or of a solid tile.
    Hard,
    /// Of a soft object.
    Soft,
    /// Of a one-way platform.
    OneWay,
    /// Of a spectral object whose overlaps are watched.
    Sensor,
    /// The box of any other spectral object.
    Spectral,
    /// An object's velocity.
    Velocity,
    /// Where two objects met: 0 in the last step, up to 1 long ago.
    Contact { age: f32 },
}

impl MarkKind {
    /// The kind of an object.
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

/// What a mark looks like, in world units.
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

/// Something to be drawn over the game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Mark<'a> {
    pub(crate) kind: MarkKind,
    pub(crate) form: MarkForm<'a>,
    /// How far the last step moved it, in world units: it is smoothed as the object is.
    pub(crate) motion: Vec2,
}

/// How many objects there are in the current level and persistent ones, by how they collide.
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

    /// All of them.
    pub(crate) fn total(&self) -> usize {
        self.hard + self.soft + self.one_way + self.sensors + self.spectral
    }
}
