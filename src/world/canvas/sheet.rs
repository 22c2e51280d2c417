//! The target of a canvas: layers of the world or of a frame, at an altitude or on an object.

use core::fmt;

use glam::Vec2;

use super::Canvas;
use super::transform::CanvasTransform;
use crate::assets::Assets;
use crate::base::id::ObjectId;
use crate::base::valid::is_valid;
use crate::scene::{Glyphs, Layer};
use crate::world::World;
use crate::world::frame_drawings::FrameDrawings;
use crate::world::object::drawings::{DrawingStep, LooseDrawing, drawn_mut};

/// The layers that a canvas draws on.
#[derive(Debug)]
pub(in crate::world) enum Sheet<'a> {
    /// Layers of the world, for a canvas of [`Context`].
    World(&'a mut World, &'a mut Assets),
    /// Layers of a frame, outside of the world, for a canvas of [`FrameContext`].
    Frame {
        world: &'a World,
        assets: &'a Assets,
        drawings: &'a mut FrameDrawings,
    },
}

impl Sheet<'_> {
    pub(super) fn world(&self) -> &World {
        match self {
            Self::World(world, _) => world,
            Self::Frame { world, .. } => world,
        }
    }

    pub(super) fn assets(&self) -> &Assets {
        match self {
            Self::World(_, assets) => assets,
            Self::Frame { assets, .. } => assets,
        }
    }
}

/// Target of a canvas.
#[derive(Clone, Copy, Debug)]
pub(in crate::world) enum CanvasTarget {
    Altitude(u16),
    Object(ObjectId),
}

impl Canvas<'_> {
    /// Like [`Canvas::put`], for rows without free corners: moves, turns and scales them by the transform.
    pub(super) fn put_rows(
        &mut self,
        at: Vec2,
        put: impl FnOnce(&mut Layer, &mut Glyphs<'_>),
    ) -> &mut Self {
        let (transform, unit) = (self.transform, self.unit());
        if transform == CanvasTransform::IDENTITY {
            return self.put(at, put);
        }
        self.put(at, |layer, assets| {
            let first = layer.len();
            put(layer, assets);
            for row in first..layer.len() {
                layer.edit_row(row, |instance| transform.apply(instance, unit));
            }
        })
    }

    /// Calls `put` with the target layer. Refuses and counts an altitude that does not exist, and an invalid `at`,
    /// before or after the transform. Draws nothing on an object that is gone or, in a frame, not shown.
    pub(super) fn put(
        &mut self,
        at: Vec2,
        put: impl FnOnce(&mut Layer, &mut Glyphs<'_>),
    ) -> &mut Self {
        let world = self.sheet.world();
        let altitude = match self.target {
            CanvasTarget::Altitude(altitude) => {
                Some(altitude).filter(|altitude| world.altitudes().contains(altitude))
            }
            CanvasTarget::Object(id) => match world.slots.address(id) {
                // A missing object is not an error: a handler may draw on an object that another one has removed.
                None => return self,
                address => address.map(|address| address.altitude),
            },
        };
        let placed = self.transform.point(at, self.unit());
        let Some(altitude) = altitude.filter(|_| is_valid(at) && is_valid(placed)) else {
            return self.refuse("drawing's altitude, position or transform");
        };
        match &mut self.sheet {
            Sheet::World(world, assets) => world.draw(assets, self.target, altitude, put),
            Sheet::Frame {
                world,
                assets,
                drawings,
            } => {
                let pose = match self.target {
                    CanvasTarget::Altitude(_) => None,
                    CanvasTarget::Object(id) => match world.shown_pose(id) {
                        None => return self,
                        pose => pose,
                    },
                };
                drawings.draw(assets, altitude, pose, put);
            }
        }
        self
    }

    pub(super) fn unit(&self) -> Vec2 {
        self.sheet.world().unit()
    }

    /// Counts an invalid value that draws nothing, and logs the first few of them.
    pub(super) fn refuse(&mut self, field: &str) -> &mut Self {
        self.refuse_for(field, format_args!("nothing is drawn"))
    }

    /// Counts an invalid value, and logs the first few of them. `result` says what is drawn instead.
    pub(super) fn refuse_for(&mut self, field: &str, result: fmt::Arguments<'_>) -> &mut Self {
        self.refuse_because(format_args!(
            "the {field} is not finite or out of range; {result}"
        ))
    }

    /// Counts a refused drawing, and logs the first few of them.
    pub(super) fn refuse_because(&mut self, reason: fmt::Arguments<'_>) -> &mut Self {
        let world = self.sheet.world();
        let subject = match self.target {
            CanvasTarget::Altitude(altitude) => {
                let highest = world.altitudes().end - 1;
                format!("a canvas of altitude {altitude} (there are 0 to {highest})")
            }
            CanvasTarget::Object(id) => format!("a canvas on {}", world.named(id)),
        };
        let message = format_args!("{subject}: {reason}");
        match &mut self.sheet {
            Sheet::World(world, _) => world.diagnostics.refuse(&message),
            Sheet::Frame { drawings, .. } => drawings.diagnostics.refuse(&message),
        }
        self
    }
}

impl World {
    /// Calls `put` with the layer of this step's drawings at an existing altitude, and records the object or the level
    /// of the new rows.
    fn draw(
        &mut self,
        assets: &mut Assets,
        target: CanvasTarget,
        altitude: u16,
        put: impl FnOnce(&mut Layer, &mut Glyphs<'_>),
    ) {
        let Self {
            scene,
            slots,
            drawings,
            level,
            step,
            stepping,
            running,
            ..
        } = self;
        let layer = drawn_mut(scene, altitude);
        let first = layer.len();
        put(layer, &mut Glyphs::Baking(assets));
        let rows = first..layer.len();
        match target {
            CanvasTarget::Object(id) => {
                let now = DrawingStep {
                    slots,
                    level: *level,
                    step: *step,
                };
                drawings.add(scene, now, id, altitude, first);
                // During a step, replaced drawings are dropped at its end, when all drawings are placed.
                if !*stepping {
                    drawings.drop_replaced(scene);
                }
            }
            CanvasTarget::Altitude(_) => {
                // Drawings made by an object of one level disappear with the level.
                let drawer = running.object.and_then(|id| slots.address(id));
                if let Some(address) = drawer.filter(|address| address.level != 0) {
                    drawings.loose.push(LooseDrawing {
                        level: address.level,
                        altitude,
                        rows,
                    });
                }
            }
        }
    }
}
