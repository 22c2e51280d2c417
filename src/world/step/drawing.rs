//! What is drawn at a step's end: the heads-up display, tile maps, and what objects draw of their own, where they are by
//! then.

use glam::Vec2;

use super::tiles::{draw, take_layer};
use crate::assets::Assets;
use crate::base::id::ObjectId;
use crate::scene::{Layer, Pose, cell_size};
use crate::tiles::TileLook;
use crate::world::World;
use crate::world::object::drawings::{Drawing, LooseDrawing, set_hidden};
use crate::world::object::tiles::ShownTiles;

impl World {
    /// Draws the heads-up display anew if it has changed. `screen` is the view's size in characters.
    pub(crate) fn draw_views(&mut self, assets: &mut Assets, screen: Vec2) {
        self.update_hud();
        self.hud.redraw(assets, screen);
    }

    /// Draws what has changed of all tile maps in a step of `dt` nominal steps.
    pub(in crate::world) fn draw_tiles(&mut self, assets: &Assets, dt: f32) {
        for index in 0..self.tiles.ids().len() {
            let id = self.tiles.ids()[index];
            self.draw_tiles_of(id, assets, dt);
        }
    }

    fn draw_tiles_of(&mut self, id: ObjectId, assets: &Assets, dt: f32) {
        let Some((place, body)) = self.slots.find(id) else {
            return;
        };
        let visible = body.visible;
        let look = TileLook::of(self.instance(place));
        let (unit, is_current) = (self.unit(), self.is_current(place.level));
        let Some(tiles) = self.tiles.get_mut(id) else {
            return;
        };
        let altitudes = self.scene.altitudes_mut();
        if is_current {
            let passing = altitudes[usize::from(place.altitude)]
                .settings
                .time_passing();
            tiles.time += f64::from(dt * passing);
        }
        let now = ShownTiles {
            altitude: place.altitude,
            level: place.level,
            visible,
            look,
            frames: assets.frames().version(),
            time: tiles.time,
        };
        draw(id, tiles, now, altitudes, assets, unit);
    }

    /// Forgets the tiles of an object, and what is drawn of them.
    pub(in crate::world) fn drop_tiles(&mut self, id: ObjectId) {
        if self.tiles.get(id).is_some() {
            self.tiles.remove(id);
            take_layer(self.scene.altitudes_mut(), id);
        }
    }

    /// Tells the display the level and the step. When either changes, and whenever it is drawn: games may put the display
    /// of another world into this one.
    pub(in crate::world) fn update_hud(&mut self) {
        let cell = cell_size(self.unit());
        self.hud.follow_world(self.level, self.step, cell);
    }

    /// What is drawn by hand at an altitude, which there is.
    pub(in crate::world) fn drawings_of(&mut self, altitude: u16) -> &mut Layer {
        self.scene.altitudes_mut()[usize::from(altitude)].drawn_mut()
    }

    /// Rows from `first` on, placed by their offsets so far, go with an object from now on.
    pub(in crate::world) fn note_drawings(&mut self, id: ObjectId, altitude: u16, first: usize) {
        for row in first..self.drawings_of(altitude).len() {
            let instance = self.drawings_of(altitude).columns().instances[row];
            let mut drawing = Drawing {
                id,
                relative: Pose {
                    position: instance.position,
                    motion: instance.motion,
                    turn: instance.turn,
                    turn_motion: instance.turn_motion,
                },
                altitude,
                row,
            };
            // What is drawn between steps is placed at once.
            self.place_drawing(&mut drawing);
            self.drawings.rows.push(drawing);
        }
        if !self.stepping {
            self.drawings.drop_replaced(&mut self.scene);
        }
    }

    /// Notes the rows from `first` on as drawn by the object that runs, if it belongs to one level.
    pub(in crate::world) fn note_loose_drawing(&mut self, altitude: u16, first: usize) {
        let drawer = self.running.object.and_then(|id| self.slots.place(id));
        let Some(level) = drawer.map(|place| place.level).filter(|&level| level != 0) else {
            return;
        };
        let rows = first..self.drawings_of(altitude).len();
        self.drawings.loose.push(LooseDrawing {
            level,
            altitude,
            rows,
        });
    }

    /// Hides what objects of a level have drawn at altitudes in this step: the first picture of the next level must not
    /// show it.
    pub(in crate::world) fn hide_loose_drawings(&mut self, level: u16) {
        let loose = core::mem::take(&mut self.drawings.loose);
        for drawing in loose.iter().filter(|drawing| drawing.level == level) {
            let layer = self.drawings_of(drawing.altitude);
            for row in drawing.rows.clone() {
                set_hidden(layer, row, true);
            }
        }
        self.drawings.loose = loose;
    }

    /// Puts everything that was drawn on objects where they are.
    pub(in crate::world) fn place_drawings(&mut self) {
        self.drawings.drop_replaced(&mut self.scene);
        self.drawings.thaw(&mut self.scene, &self.slots, self.level);
        let mut rows = core::mem::take(&mut self.drawings.rows);
        for drawing in &mut rows {
            self.place_drawing(drawing);
        }
        self.drawings.rows = rows;
    }

    fn place_drawing(&mut self, drawing: &mut Drawing) {
        let step = self.step;
        let body = self.slots.get(drawing.id);
        // Not `is_hidden`, which is true of every object without a sprite: drawings may be there instead of one.
        let place = body
            .filter(|body| body.visible && self.is_current(body.place.level))
            .map(|body| body.place);
        let Some(place) = place else {
            let layer = self.drawings_of(drawing.altitude);
            return set_hidden(layer, drawing.row, true);
        };
        let base = self.layer(place).pose(place.row(), step);
        let pose = Pose {
            position: base.position + drawing.relative.position,
            motion: base.motion + drawing.relative.motion,
            // It does not turn with the object.
            ..drawing.relative
        };
        if place.altitude != drawing.altitude {
            let layer = self.drawings_of(drawing.altitude);
            let drawn = layer.drawn_row(drawing.row);
            // It stays, hidden, until the next step begins.
            set_hidden(layer, drawing.row, true);
            let layer = self.drawings_of(place.altitude);
            drawing.row = layer.push_drawn(drawn);
            drawing.altitude = place.altitude;
        }
        let layer = self.drawings_of(place.altitude);
        set_hidden(layer, drawing.row, false);
        layer.set_pose(drawing.row, pose, step);
    }
}
