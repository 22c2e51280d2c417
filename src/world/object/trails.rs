//! The after-images of objects: their past looks, and the rows that show them.

use std::collections::VecDeque;

use crate::base::checksum::{Checksum, ChecksumWriter};
use crate::base::id::ObjectId;
use crate::scene::{AfterImages, Altitude, FrameRow, Instance, Layer, RowStyle, is_shown};

/// The look of an object at a step's end.
#[derive(Clone, Copy, Debug)]
struct PastLook {
    instance: Instance,
    style: RowStyle,
    /// Number of its quads.
    quads: u32,
}

/// The trail of an object.
#[derive(Clone, Debug)]
pub(super) struct Trail {
    settings: AfterImages,
    /// The looks of the last steps, the latest first.
    looks: VecDeque<PastLook>,
    /// The game's level when they were recorded.
    level: u16,
}

/// The trails of all objects that have one.
#[derive(Clone, Debug, Default)]
pub(crate) struct TrailTable {
    by_slot: Vec<Option<Box<Trail>>>,
    /// The objects that have a trail.
    ids: Vec<ObjectId>,
    /// Whether rows of an earlier step may remain.
    pub(super) is_drawn: bool,
}

impl TrailTable {
    /// Returns the approximate size of a copy in bytes.
    pub(crate) fn bytes(&self) -> usize {
        let trails = self.by_slot.iter().flatten();
        let looks: usize = trails.map(|trail| trail.looks.len()).sum();
        size_of_val(&*self.by_slot) + looks * size_of::<PastLook>()
    }

    /// Returns the after-images of an existing object.
    pub(crate) fn get(&self, id: ObjectId) -> Option<AfterImages> {
        let trail = self.by_slot.get(id.slot())?.as_deref()?;
        Some(trail.settings)
    }

    /// Sets the after-images of an object that exists. It keeps its past looks.
    pub(super) fn set(&mut self, id: ObjectId, settings: AfterImages) {
        if self.by_slot.len() <= id.slot() {
            self.by_slot.resize(id.slot() + 1, None);
        }
        // Reserves space for all looks, so that later steps do not allocate.
        let steps = settings.steps() + 1;
        if let Some(trail) = &mut self.by_slot[id.slot()] {
            trail.settings = settings;
            trail.looks.truncate(steps);
            trail.looks.reserve(steps);
            return;
        }
        self.ids.push(id);
        self.by_slot[id.slot()] = Some(Box::new(Trail {
            settings,
            looks: VecDeque::with_capacity(steps + 1),
            level: 0,
        }));
    }

    /// Calls `act` with each object that has a trail, and the trail.
    pub(super) fn each_mut(&mut self, mut act: impl FnMut(ObjectId, &mut Trail)) {
        let Self { by_slot, ids, .. } = self;
        for &id in &*ids {
            if let Some(Some(trail)) = by_slot.get_mut(id.slot()) {
                act(id, trail);
            }
        }
    }

    /// Returns whether no object has a trail.
    pub(super) fn is_empty(&self) -> bool {
        self.ids.is_empty()
    }

    /// Removes the trail of an object. Call it before its slot is reused.
    pub(crate) fn remove(&mut self, id: ObjectId) {
        if let Some(trail) = self.by_slot.get_mut(id.slot())
            && trail.take().is_some()
        {
            self.ids.retain(|&other| other != id);
        }
    }

    /// Adds an object's after-images to a checksum; nothing for objects without them.
    pub(crate) fn add_to(&self, id: ObjectId, sum: &mut ChecksumWriter) {
        if let Some(settings) = self.get(id) {
            sum.str("after-images");
            settings.write_checksum(sum);
        }
    }
}

impl Trail {
    /// Forgets the looks of another level of the game: their positions mean nothing on this one.
    pub(super) fn enter(&mut self, level: u16) {
        if self.level != level {
            self.level = level;
            self.looks.clear();
        }
    }

    /// Records the present look, and draws the trail. `passes`: whether time passes for the object.
    pub(super) fn follow(&mut self, altitude: &mut Altitude, level: u16, row: usize, passes: bool) {
        let (objects, images) = altitude.after_images_mut(level);
        if passes {
            self.record(objects, row);
        }
        let AfterImages { count, spacing, .. } = self.settings;
        // The oldest copy is the lowest.
        for number in (1..=count).rev() {
            let Some(look) = self.looks.get(usize::from(number) * usize::from(spacing)) else {
                continue;
            };
            if is_shown(&look.instance) {
                let mut faded = self.settings.faded(look.instance, number);
                if !passes {
                    faded.rest();
                }
                show(objects, row, faded, look, images);
            }
        }
    }

    fn record(&mut self, objects: &Layer, row: usize) {
        let quads = objects.quad_rows_of(row).len() + 1;
        self.looks.truncate(self.settings.steps());
        self.looks.push_front(PastLook {
            instance: objects.columns().instances[row],
            style: objects.style(row),
            quads: u32::try_from(quads).unwrap_or(1),
        });
    }
}

/// Adds the rows of a copy. `row` is the object's.
fn show(objects: &Layer, row: usize, faded: Instance, look: &PastLook, images: &mut Layer) {
    let present = objects.columns().instances[row];
    let first = images.len();
    match (present.shape(), faded.shape()) {
        // The records of past areas no longer exist: the present ones replace them.
        (Some(_), _) => {
            for row in row..objects.quad_rows_of(row).end {
                images.push_copied(objects, FrameRow { row, look: faded });
            }
        }
        (None, Some(_)) => {}
        (None, None) => images.push_quads(faded, look.quads),
    }
    for row in first..images.len() {
        images.set_style(row, look.style);
    }
}
