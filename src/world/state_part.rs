//! The parts of the state that affects later steps: what a checksum is made of, and what two runs that differ are compared
//! by.

use core::fmt;

use crate::base::checksum::Checksum;
use crate::base::id::ObjectId;

/// A kind of part of the state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum StateField {
    /// Where an object is.
    Position,
    /// How fast an object moves.
    Velocity,
    /// All else that the engine knows of an object: its sprite, solidness, lifetime, shapes, tiles, animation and so on.
    Properties,
    /// What the behaviours of an object add to the checksum.
    Behaviors,
    /// The current level, the step's number and the units.
    Level,
    /// The settings of altitudes, and which objects are on them.
    Altitudes,
    /// Whether there is a collision filter.
    Filter,
    /// Which ids are in use.
    Ids,
    /// What is attached to what.
    Attachments,
    /// The components of objects.
    Components,
    /// What overlaps sensors.
    Overlaps,
    /// Events that wait, and timers.
    Events,
    /// Changes that wait for the step's end.
    Changes,
    /// What has left the world.
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
    /// How many steps were taken, and the game's time.
    Time,
    /// The keys and buttons that are held, this step's input, and what actions are bound to.
    Input,
    /// Files that are to be read or written.
    Files,
}

impl StateField {
    /// Every field, in order.
    pub(crate) const ALL: [Self; 22] = [
        Self::Position,
        Self::Velocity,
        Self::Properties,
        Self::Behaviors,
        Self::Level,
        Self::Altitudes,
        Self::Filter,
        Self::Ids,
        Self::Attachments,
        Self::Components,
        Self::Overlaps,
        Self::Events,
        Self::Changes,
        Self::Bounds,
        Self::Jobs,
        Self::Camera,
        Self::Hud,
        Self::Resources,
        Self::Random,
        Self::Time,
        Self::Input,
        Self::Files,
    ];
    /// How many of them, from the first, each object has.
    pub(crate) const OF_OBJECTS: usize = 4;

    /// Its place in [`StateField::ALL`].
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
        })
    }
}

/// A part of the state: a field of the world, or of an object; a component; a resource.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct StatePart {
    /// The object that it is of; `None` for the world's own.
    pub(crate) object: Option<ObjectId>,
    pub(crate) field: StateField,
    /// Of a component or a resource.
    pub(crate) type_name: Option<&'static str>,
}

impl StatePart {
    /// Returns a field of the world.
    pub(crate) fn own(field: StateField) -> Self {
        Self {
            object: None,
            field,
            type_name: None,
        }
    }
}

/// Receives the state part by part, in a fixed order. A part may come in several pieces.
pub(crate) trait StateParts {
    fn part(&mut self, part: StatePart, add: impl FnOnce(&mut Checksum));
}

/// All parts in one sum.
impl StateParts for Checksum {
    #[inline]
    fn part(&mut self, _: StatePart, add: impl FnOnce(&mut Self)) {
        add(self);
    }
}
