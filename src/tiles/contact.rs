//! Overlaps of a shape with a map.

use glam::{IVec2, Vec2};

use super::map::TileMap;
use super::merged::MergedCells;
use crate::collision::{Contact, PlacedShape, Shape, contact, lands_on, passes};
use crate::geometry::Rect;

impl TileMap {
    /// Returns the deepest overlap of a shape with the surface of the map, whose corner is at `origin`. `movement` is
    /// the displacement by which the shape arrived. One-way tiles count if the shape came down onto them. Tiles that the
    /// shape passes with an overlap of at most `skin` at its edge do not count.
    pub(crate) fn contact(
        &self,
        origin: Vec2,
        one: PlacedShape<'_>,
        movement: Vec2,
        skin: f32,
    ) -> Option<Contact> {
        let area = one.bounds();
        let window = self.window(origin, area)?;
        let mut deepest: Option<Contact> = None;
        let mut found = |met: Contact| {
            if deepest.is_none_or(|deepest| met.depth > deepest.depth) {
                deepest = Some(met);
            }
        };
        self.each_merged(origin, window, |MergedCells { area, .. }| {
            let cells = Shape::rect_at(area);
            let cells = cells.at(Vec2::ZERO);
            contact(one, movement, cells)
                .filter(|_| !passes(one, movement, cells, skin))
                .into_iter()
                .for_each(&mut found);
        });
        if movement.y > 0.0 {
            self.each_platform(origin, window, |platform| {
                landing(area, movement, platform)
                    .into_iter()
                    .for_each(&mut found);
            });
        }
        deepest
    }

    /// Returns whether a shape overlaps solid tiles of the map, whose corner is at `origin`.
    pub(crate) fn overlaps(&self, origin: Vec2, one: PlacedShape<'_>) -> bool {
        let Some(window) = self.window(origin, one.bounds()) else {
            return false;
        };
        let overlaps = |area: Rect| {
            let cells = Shape::rect_at(area);
            contact(one, Vec2::ZERO, cells.at(Vec2::ZERO)).is_some()
        };
        let meets =
            |cell: IVec2| self.is_solid(cell) && overlaps(self.cells_box(origin, cell, cell));
        // A shape without width or height may lie exactly on the edge between two cells, and overlap neither. So a
        // small shape is tested against merged cells, too.
        let mut found = window.cells().any(meets);
        if !found && window.size().max_element() <= 2 {
            self.each_merged(origin, window, |merged| found |= overlaps(merged.area));
        }
        found
    }

    /// Returns whether a point is inside or on the edge of solid tiles of the map, whose corner is at `origin`.
    pub(crate) fn contains(&self, origin: Vec2, point: Vec2) -> bool {
        let around = Rect {
            min: Vec2::new(point.x.next_down(), point.y.next_down()),
            max: Vec2::new(point.x.next_up(), point.y.next_up()),
        };
        self.window(origin, around).is_some_and(|window| {
            window.cells().any(|cell| {
                self.is_solid(cell) && self.cells_box(origin, cell, cell).contains(point)
            })
        })
    }
}

/// Returns the contact of a box that `movement` brought down onto the upper edge of one-way tiles.
fn landing(area: Rect, movement: Vec2, platform: Rect) -> Option<Contact> {
    let before = area.translated(-movement);
    if !(area.overlaps(&platform) && lands_on(before, movement, platform)) {
        return None;
    }
    let shared = area.intersection(&platform)?;
    let (position, half) = (shared.center(), shared.width() / 2.0);
    let side = Vec2::new(half, 0.0);
    Some(Contact {
        position,
        normal: Vec2::NEG_Y,
        depth: area.max.y - platform.min.y,
        points: [position - side, position + side],
    })
}
