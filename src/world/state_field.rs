//! The fields of the state that affects later steps. A checksum is computed from them, and a comparison of two runs
//! names those that differ.

use core::fmt;

use crate::base::checksum::{Checksum, ChecksumWriter};
use crate::base::id::ObjectId;

/// A kind of field of the state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum StateField {
    /// The position of an object.
    Position,
    /// The velocity of an object, and its latest displacements as a platform or by platforms.
    Velocity,
    /// Everything else that the engine stores for an object: its sprite, solidness, lifetime, shapes, tiles, animation
    /// and so on.
    Properties,
    /// The behaviours of an object with their checksums, its groups with their components, and its subscriptions.
    Behaviors,
    /// The current level, the step's number and the units.
    Level,
    /// The settings of altitudes, and the number of objects on each of their levels.
    Altitudes,
    /// Whether there is a collision filter.
    Filter,
    /// The free ids, which decide the next ones.
    Ids,
    /// The attachments of objects to one another.
    Attachments,
    /// The components of objects.
    Components,
    /// Overlaps with sensors.
    Overlaps,
    /// Events that wait, and timers.
    Events,
    /// Changes that wait for the step's end.
    Changes,
    /// The world's boundary, and the objects that left it and were not notified yet.
    Bounds,
    /// Jobs that run.
    Jobs,
    /// The camera.
    Camera,
    /// The heads-up display.
    Hud,
    /// The resources of the game.
    Resources,
    /// The random numbers.
    Random,
    /// The number of steps, the game's time, and the size of the view in characters.
    Time,
    /// The held keys and buttons, this step's input, and the bindings of actions.
    Input,
    /// Waiting file requests.
    Files,
    /// The playing sounds, and the settings of buses.
    Sounds,
    /// The running tweens, and a transition between levels.
    Tweens,
}

impl StateField {
    /// Number of fields.
    pub(crate) const COUNT: usize = Self::Tweens as usize + 1;
    /// Number of fields that belong to objects. They are the first ones.
    pub(crate) const OF_OBJECTS: usize = 4;

    /// Returns its index, from 0.
    pub(crate) fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for StateField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Position => "position",
            Self::Velocity => "velocity",
            Self::Properties => "properties",
            Self::Behaviors => "behaviours",
            Self::Level => "level",
            Self::Altitudes => "altitudes",
            Self::Filter => "collision filter",
            Self::Ids => "ids in use",
            Self::Attachments => "attachments",
            Self::Components => "components",
            Self::Overlaps => "overlaps",
            Self::Events => "waiting events",
            Self::Changes => "waiting changes",
            Self::Bounds => "objects outside",
            Self::Jobs => "jobs",
            Self::Camera => "camera",
            Self::Hud => "heads-up display",
            Self::Resources => "resources",
            Self::Random => "random numbers",
            Self::Time => "time",
            Self::Input => "input",
            Self::Files => "files",
            Self::Sounds => "sounds",
            Self::Tweens => "tweens",
        })
    }
}

/// A field of the state: of the world, of an object, of a component or of a resource.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct StateFieldId {
    /// The object; `None` for the world's own fields.
    pub(crate) object: Option<ObjectId>,
    pub(crate) field: StateField,
    /// The type of a component or a resource.
    pub(crate) type_name: Option<&'static str>,
}

impl StateFieldId {
    /// Returns a field of the world.
    pub(crate) fn own(field: StateField) -> Self {
        Self {
            object: None,
            field,
            type_name: None,
        }
    }
}

/// Receives the state field by field, in a fixed order. A field may be passed in several pieces.
pub(crate) trait StateVisitor {
    fn field(&mut self, field: StateFieldId, add: impl FnOnce(&mut ChecksumWriter));

    /// Receives a value that belongs to no object.
    fn value(&mut self, field: StateField, value: impl Checksum) {
        self.field(StateFieldId::own(field), |sum| value.write_checksum(sum));
    }
}

/// Adds all fields to one sum.
impl StateVisitor for ChecksumWriter {
    #[inline]
    fn field(&mut self, _: StateFieldId, add: impl FnOnce(&mut Self)) {
        add(self);
    }
}
