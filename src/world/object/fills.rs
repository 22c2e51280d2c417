//! Objects whose sprites fill an area, by slot. Stored outside the bodies, because few objects have one.

use glam::Vec2;

use crate::assets::SpriteId;
use crate::assets::frame::FrameRecord;
use crate::base::checksum::{Checksum, ChecksumWriter};
use crate::base::id::ObjectId;
use crate::scene::SpriteFill;

/// How an object's sprite fills an area, and its drawing.
#[derive(Clone, Debug)]
pub(crate) struct ObjectFill {
    pub(crate) fill: SpriteFill,
    /// Displacement by scrolling since the fill was set, in world units.
    pub(crate) scrolled: Vec2,
    /// The values of its latest drawing. `None` if it has not been drawn.
    pub(crate) drawn: Option<DrawnFill>,
}

/// Values of an object's latest drawing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct DrawnFill {
    pub(crate) altitude: u16,
    pub(crate) level: u16,
    pub(crate) sprite: Option<SpriteId>,
    pub(crate) frame: u16,
    /// Version of the frame table at the time of drawing.
    pub(crate) frames: u64,
    pub(crate) fill: SpriteFill,
    /// Upper left corner of the area in texels from the object, and the area's size in texels.
    pub(crate) area: [Vec2; 2],
    /// Displacement of the image in whole texels, less than the image's size. 0 along endless sides.
    pub(crate) offset: [i32; 2],
}

/// The fills of all objects that have one.
#[derive(Clone, Debug, Default)]
pub(crate) struct FillTable {
    by_slot: Vec<Option<Box<ObjectFill>>>,
    /// The objects that have a fill.
    ids: Vec<ObjectId>,
    /// Scratch: the records of an object.
    pub(super) records: Vec<FrameRecord>,
}

impl FillTable {
    /// Returns the approximate size of a copy in bytes.
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&*self.by_slot) + self.ids.len() * size_of::<ObjectFill>()
    }

    /// Returns the fill of an existing object.
    pub(crate) fn get(&self, id: ObjectId) -> Option<&ObjectFill> {
        self.by_slot.get(id.slot())?.as_deref()
    }

    /// Returns the fill of an existing object for changes.
    pub(crate) fn get_mut(&mut self, id: ObjectId) -> Option<&mut ObjectFill> {
        self.by_slot.get_mut(id.slot())?.as_deref_mut()
    }

    /// Returns the objects that have a fill.
    pub(crate) fn ids(&self) -> &[ObjectId] {
        &self.ids
    }

    /// Gives a fill to an object that exists. Scrolling continues from its present offset.
    pub(crate) fn set(&mut self, id: ObjectId, fill: SpriteFill) {
        if let Some(present) = self.get_mut(id) {
            present.fill = fill;
            return;
        }
        if self.by_slot.len() <= id.slot() {
            self.by_slot.resize(id.slot() + 1, None);
        }
        self.ids.push(id);
        self.by_slot[id.slot()] = Some(Box::new(ObjectFill {
            fill,
            scrolled: Vec2::ZERO,
            drawn: None,
        }));
    }

    /// Removes the fill of an object. Call it before its slot is reused.
    pub(crate) fn remove(&mut self, id: ObjectId) -> Option<ObjectFill> {
        let fill = self.by_slot.get_mut(id.slot())?.take()?;
        self.ids.retain(|&other| other != id);
        Some(*fill)
    }

    /// Adds an object's fill to a checksum; nothing for objects without one.
    pub(crate) fn add_to(&self, id: ObjectId, sum: &mut ChecksumWriter) {
        if let Some(fill) = self.get(id) {
            sum.str("fill");
            fill.fill.write_checksum(sum);
        }
    }
}
