//! Draws sprites that fill an area: at a step's end, and after changes between steps.

use glam::Vec2;

use super::body::PieceRows;
use super::fills::{DrawnFill, ObjectFill};
use crate::assets::frame::FrameRecord;
use crate::assets::{Anchor, Assets};
use crate::base::id::{ObjectId, row_number};
use crate::base::level::is_current;
use crate::geometry::Rect;
use crate::geometry::turns::Turn;
use crate::scene::pieces::{LARGEST_AREA, MAX_PIECES, PieceImage, texels};
use crate::scene::{AltitudeSettings, Camera, Pose, Space, SpriteFill};
use crate::world::{Outcome, World};

/// The image and the pose of an object that is drawn.
struct FilledObject {
    image: PieceImage,
    anchor: Anchor,
    pose: Pose,
    scale: Vec2,
    /// Pixels per world unit.
    unit: Vec2,
}

impl World {
    /// Sets or removes how an object's sprite fills an area.
    pub(in crate::world) fn set_fill(
        &mut self,
        id: ObjectId,
        fill: Option<SpriteFill>,
        assets: &Assets,
    ) -> Outcome {
        let is_valid = fill.is_none_or(|fill| fill.is_valid());
        let unit = self.unit();
        let mut pieces = None;
        if is_valid && self.contains(id) {
            match fill {
                Some(fill) => {
                    self.fills.set(id, fill);
                    let body = self.slots.body(id);
                    pieces = Some(body.and_then(|body| body.pieces).unwrap_or_default());
                }
                None => self.drop_fill(id),
            }
        }
        let outcome = self.edit_valid(id, "fill", is_valid, |body, _| {
            body.pieces = pieces;
            let sprite = body.sprite.and_then(|sprite| assets.sprite(sprite));
            if let Some(sprite) = sprite.filter(|_| body.bounds_of_sprite) {
                body.fit_bounds(sprite, unit, fill.as_ref());
            }
        });
        self.update_outside(id, false);
        self.draw_fills_between_steps(assets);
        outcome
    }

    /// Draws changed fills, unless a step is running: that step draws them at its end.
    pub(in crate::world) fn draw_fills_between_steps(&mut self, assets: &Assets) {
        if !self.stepping {
            self.draw_fills(assets, 0.0);
        }
    }

    /// Removes the fill of an object.
    pub(in crate::world) fn drop_fill(&mut self, id: ObjectId) {
        if self.fills.get(id).is_none() {
            return;
        }
        let count = self.piece_count(id);
        let removed = self.fills.remove(id);
        if let Some(DrawnFill {
            altitude, level, ..
        }) = removed.and_then(|fill| fill.drawn)
        {
            self.scene.altitudes_mut()[usize::from(altitude)]
                .level_mut(level)
                .drop_pieces(count);
        }
    }

    /// Returns the number of pieces of an object.
    fn piece_count(&self, id: ObjectId) -> usize {
        let pieces = self.slots.body(id).and_then(|body| body.pieces);
        pieces.map_or(0, |pieces| pieces.count as usize)
    }

    /// Draws all changed fills in a step of `dt` nominal steps.
    pub(in crate::world) fn draw_fills(&mut self, assets: &Assets, dt: f32) {
        if self.fills.ids().is_empty() {
            return;
        }
        self.clear_unused_pieces();
        let mut records = core::mem::take(&mut self.fills.records);
        for index in 0..self.fills.ids().len() {
            let id = self.fills.ids()[index];
            self.draw_fill(id, assets, dt, &mut records);
        }
        self.fills.records = records;
    }

    /// Removes the records of layers with mostly unused records.
    fn clear_unused_pieces(&mut self) {
        let Self { scene, fills, .. } = self;
        for (altitude, number) in scene.altitudes_mut().iter_mut().zip(0..=u16::MAX) {
            for (layer, level) in altitude.levels.iter_mut().zip(0..=u16::MAX) {
                if !layer.clear_unused_pieces() {
                    continue;
                }
                for index in 0..fills.ids().len() {
                    let fill = fills.get_mut(fills.ids()[index]);
                    let is_of_it =
                        |drawn: &DrawnFill| (drawn.altitude, drawn.level) == (number, level);
                    if let Some(fill) =
                        fill.filter(|fill| fill.drawn.as_ref().is_some_and(is_of_it))
                    {
                        fill.drawn = None;
                    }
                }
            }
        }
    }

    /// Draws an object's fill, if it has changed.
    fn draw_fill(
        &mut self,
        id: ObjectId,
        assets: &Assets,
        dt: f32,
        records: &mut Vec<FrameRecord>,
    ) {
        let unit = self.unit();
        let Some(((address, body), shown)) = self.slots.find(id).zip(self.slots.shown(id)) else {
            return;
        };
        let altitude = &self.scene.altitudes()[usize::from(address.altitude)];
        let settings = altitude.settings;
        let (
            Some(layer),
            Some(ObjectFill {
                fill,
                scrolled,
                drawn,
            }),
        ) = (altitude.level(address.level), self.fills.get_mut(id))
        else {
            return;
        };
        let mut fill = *fill;
        let sprite = body.sprite.and_then(|sprite| assets.sprite(sprite));
        let image = body
            .sprite
            .and_then(|sprite| PieceImage::new(assets, sprite, shown.frame));
        if let SpriteFill::Repeat { offset, scroll, .. } = &mut fill {
            if is_current(address.level, self.level) {
                *scrolled += *scroll * dt * settings.time_passing();
            }
            if let Some(image) = image {
                // A displacement by a whole repetition has no effect, but a large number would lose its fraction.
                *scrolled = scrolled.rem_euclid(Vec2::from(image.size().map(f32::from)) / unit);
            }
            *offset += *scrolled;
        }
        let filled = image.zip(sprite).map(|(image, sprite)| FilledObject {
            image,
            anchor: sprite.anchor,
            pose: layer.pose(address.row(), self.step),
            scale: body.scale,
            unit,
        });
        let (area, offset) = match (&filled, fill) {
            (Some(filled), SpriteFill::Repeat { size, offset, .. }) => {
                let seen = seen_at(&settings, &self.camera, unit);
                filled.repeated(size, offset, seen)
            }
            (Some(filled), SpriteFill::NineSlice { size, .. }) => {
                (filled.area(size * unit), [0; 2])
            }
            (None, _) => ([Vec2::ZERO; 2], [0; 2]),
        };
        // The exact offset counts only by its whole texels.
        let now = DrawnFill {
            altitude: address.altitude,
            level: address.level,
            sprite: body.sprite,
            frame: shown.frame,
            frames: assets.frames().version(),
            fill: fill.with_offset(Vec2::ZERO),
            area,
            offset,
        };
        if *drawn == Some(now) {
            return;
        }
        let before = drawn.replace(now);
        records.clear();
        let fault = filled.map_or(
            body.sprite.map(|_| "its sprite is not a single image"),
            |filled| filled.list(&now, records),
        );
        self.show_pieces(id, before, records);
        let is_other =
            before.is_none_or(|before| (before.sprite, before.fill) != (now.sprite, now.fill));
        if let Some(fault) = fault.filter(|_| is_other) {
            let fault = format!("{fault}: its filled area is not drawn");
            self.refuse_because(id, &fault);
        }
    }

    /// Shows these records as an object's pieces. `before` describes the old ones.
    fn show_pieces(&mut self, id: ObjectId, before: Option<DrawnFill>, records: &[FrameRecord]) {
        let old = self.slots.body(id).and_then(|body| body.pieces);
        let Some(address) = self.slots.address(id) else {
            return;
        };
        let is_here = |before: &DrawnFill| {
            (before.altitude, before.level) == (address.altitude, address.level)
        };
        let mut range = 0..0;
        if let (Some(before), Some(old)) = (before, old) {
            let (first, count) = (old.first as usize, old.count as usize);
            if is_here(&before) {
                range = first..first + count;
            } else {
                self.scene.altitudes_mut()[usize::from(before.altitude)]
                    .level_mut(before.level)
                    .drop_pieces(count);
            }
        }
        let layer =
            self.scene.altitudes_mut()[usize::from(address.altitude)].level_mut(address.level);
        let row = address.row();
        let first = layer.set_pieces(row, range, records);
        let pieces = first.map_or(PieceRows::default(), |first| PieceRows {
            first,
            count: row_number(records.len()),
        });
        if let Some(body) = self.slots.get_mut(id) {
            body.pieces = Some(pieces);
            let quad_rows = body.quad_rows();
            let Self {
                scene, slots, step, ..
            } = self;
            let layer =
                scene.altitudes_mut()[usize::from(address.altitude)].level_mut(address.level);
            layer.set_quad_rows(row, quad_rows, *step, |id, row| {
                slots.set_row(id, row_number(row));
            });
        }
        self.edit_row(id, |_, _, _| ());
    }
}

impl FilledObject {
    /// Returns the upper left corner of an area of this size in texels, and its size limited to the largest.
    fn area(&self, size: Vec2) -> [Vec2; 2] {
        let size = size.min(Vec2::splat(LARGEST_AREA));
        [Vec2::from(self.anchor.corner()) * size, size]
    }

    /// Returns the area of a repeated sprite in whole texels, and the displacement of its image there. `size` and
    /// `offset` are in world units; `seen` is the part of the altitude that may be seen.
    fn repeated(&self, size: Vec2, offset: Vec2, seen: Rect) -> ([Vec2; 2], [i32; 2]) {
        let tile = Vec2::from(self.image.size().map(f32::from));
        let endless = size.cmpeq(Vec2::INFINITY);
        let offset = (offset * self.unit + 0.5).floor();
        let finite = Vec2::select(endless, tile, size * self.unit);
        let mut area = self.area((finite + 0.5).floor());
        let mut shift = offset.rem_euclid(tile);
        if endless.any() {
            let seen = self.texels_of(seen);
            // Whole repetitions around the visible part, and one more on each side for rounding. Their number depends
            // only on the size of that part, so a moving camera does not change the number of rows.
            let start = area[0] + offset;
            let first = ((seen.min - start) / tile).floor() - 1.0;
            let most = (LARGEST_AREA / tile).floor();
            let count = ((seen.size() / tile).ceil() + 3.0).min(most);
            let wide = [start + first * tile, count * tile];
            area = [0, 1].map(|end| Vec2::select(endless, wide[end], area[end]));
            shift = Vec2::select(endless, Vec2::ZERO, shift);
            // Nothing is seen at a scale of 0.
            if !area.iter().all(|side| side.is_finite()) {
                area = [Vec2::ZERO; 2];
            }
        }
        (area, shift.as_ivec2().to_array())
    }

    /// Returns the smallest upright rectangle in texels from the object around a rectangle of its altitude.
    fn texels_of(&self, rect: Rect) -> Rect {
        let Pose {
            position,
            motion,
            turn,
            ..
        } = self.pose;
        // The object is drawn up to a displacement before or behind its position.
        let reach = motion.abs();
        let (min, max) = (rect.min - reach, rect.max + reach);
        let (sin, cos) = Turn(turn.0.wrapping_neg()).sin_cos();
        let corner = |x: f32, y: f32| {
            let pixels = (Vec2::new(x, y) - position) * self.unit;
            let turned = Vec2::new(
                cos * pixels.x - sin * pixels.y,
                sin * pixels.x + cos * pixels.y,
            );
            turned / self.scale
        };
        let [one, other] = [corner(min.x, min.y), corner(max.x, max.y)];
        let [third, fourth] = [corner(max.x, min.y), corner(min.x, max.y)];
        Rect {
            min: one.min(other).min(third).min(fourth),
            max: one.max(other).max(third).max(fourth),
        }
    }

    /// Lists the records of the pieces. Returns the reason if there are none because of a fault.
    fn list(&self, now: &DrawnFill, records: &mut Vec<FrameRecord>) -> Option<&'static str> {
        let [min, size] = now.area;
        let put = &mut |record| records.push(record);
        match now.fill {
            SpriteFill::NineSlice { borders, .. } => {
                if !self.image.has_room(borders) {
                    return Some("the borders leave nothing between them in its sprite");
                }
                self.image.nine_slice(borders, min, min + size, put);
            }
            SpriteFill::Repeat { .. } => {
                let size = size.to_array().map(texels);
                if self.image.repetitions(size) > MAX_PIECES {
                    return Some("its sprite would be repeated more than 4096 times");
                }
                self.image.repeated(min, size, now.offset, put);
            }
        }
        None
    }
}

/// Returns the part of an altitude that frames until the next step may show, in its positions.
fn seen_at(settings: &AltitudeSettings, camera: &Camera, unit: Vec2) -> Rect {
    if settings.space == Space::Screen {
        return Rect::from_size(Vec2::ZERO, camera.unzoomed_size());
    }
    let parallax = settings.valid_parallax();
    // A frame's pose is between two of these, so it sees only a part of their union.
    let poses = [-1.0, 0.0, 1.0].map(|k| camera.pose(k));
    let is_turned = poses.iter().any(|pose| pose.turn != Turn::ZERO);
    let seen = poses.map(|pose| {
        let half = pose.size / 2.0;
        let middle = (pose.center - half) * parallax + half;
        let reach = match is_turned {
            // At any angle, the view is within a circle of pixels.
            true => Vec2::splat((half * unit).length()) / unit,
            false => half,
        };
        let reach = reach + pose.shift.abs() / pose.zoom;
        Rect {
            min: middle - reach,
            max: middle + reach,
        }
    });
    let [one, other, last] = seen;
    one.union(other).union(last)
}
