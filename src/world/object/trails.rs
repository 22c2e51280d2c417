//! The after-images of objects: their past looks, and the rows that show them.

use std::collections::VecDeque;

use crate::base::checksum::{Checksum, ChecksumWriter};
use crate::base::id::ObjectId;
use crate::base::level::is_current;
use crate::scene::{AfterImages, Altitude, FrameRow, Instance, Layer, RowStyle, is_shown};
use crate::world::{Outcome, World};

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
struct Trail {
    settings: AfterImages,
    /// The looks of the last steps, the latest first.
    looks: VecDeque<PastLook>,
}

/// The trails of all objects that have one.
#[derive(Clone, Debug, Default)]
pub(crate) struct TrailTable {
    by_slot: Vec<Option<Box<Trail>>>,
    /// The objects that have a trail.
    ids: Vec<ObjectId>,
    /// Whether rows may be left of an earlier step.
    is_drawn: bool,
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
    fn set(&mut self, id: ObjectId, settings: AfterImages) {
        if self.by_slot.len() <= id.slot() {
            self.by_slot.resize(id.slot() + 1, None);
        }
        // Room for all looks, so that a later step allocates nothing.
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
        }));
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

impl World {
    /// Sets or removes the after-images of an object.
    pub(in crate::world) fn set_after_images(
        &mut self,
        id: ObjectId,
        settings: Option<AfterImages>,
    ) -> Outcome {
        let is_valid = settings.is_none_or(|settings| settings.is_valid());
        let outcome = self.check(id, "after-images", is_valid);
        if outcome.is_done() {
            match settings {
                Some(settings) => self.trails.set(id, settings),
                None => self.trails.remove(id),
            }
        }
        outcome
    }

    /// Records the looks of objects with after-images in a step of `dt` nominal steps, and draws their trails.
    pub(in crate::world) fn draw_trails(&mut self, dt: f32) {
        if self.trails.ids.is_empty() && !self.trails.is_drawn {
            return;
        }
        let Self {
            trails,
            scene,
            slots,
            level,
            ..
        } = self;
        for altitude in scene.altitudes_mut() {
            altitude.clear_after_images(*level);
        }
        trails.is_drawn = false;
        let TrailTable { by_slot, ids, .. } = trails;
        for &id in &*ids {
            let trail = by_slot.get_mut(id.slot()).and_then(Option::as_deref_mut);
            let address = slots.address(id);
            let (Some(trail), Some(address)) = (trail, address) else {
                continue;
            };
            if !is_current(address.level, *level) {
                continue;
            }
            let altitude = &mut scene.altitudes_mut()[usize::from(address.altitude)];
            let passes = dt * altitude.settings.time_passing() > 0.0;
            trail.follow(altitude, address.level, address.row(), passes);
            trails.is_drawn = true;
        }
    }
}

impl Trail {
    /// Records the present look, and draws the trail. `passes`: whether time passes for the object.
    fn follow(&mut self, altitude: &mut Altitude, level: u16, row: usize, passes: bool) {
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
        // The records of past areas are gone: the present ones stand for them.
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
