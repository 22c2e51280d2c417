//! Distance from a point to the nearest tile.

use glam::{IVec2, Vec2};

use super::map::TileMap;
use super::tile::TileCollision;

impl TileMap {
    /// Returns the distance from a point to the nearest solid tile of the map, whose corner is at `origin`: 0 inside a
    /// tile, infinity if no solid tile is within the distance `within`. The search ends when all other cells are
    /// further away than that distance or the nearest tile.
    pub(crate) fn distance(&self, origin: Vec2, point: Vec2, within: f32) -> f32 {
        if !self.has_tiles(|collision| collision == TileCollision::Solid) {
            return f32::INFINITY;
        }
        let solid = |cell| self.is_solid(cell);
        self.nearest(origin, point, within, solid)
            .map_or(f32::INFINITY, |(_, distance)| distance)
    }

    /// Returns the cell of the colliding tile that is nearest to a point, within a distance. `origin` is the position
    /// of the map's upper left corner. Of several tiles at the same distance, the uppermost counts, then the leftmost.
    pub(crate) fn nearest_colliding(
        &self,
        origin: Vec2,
        point: Vec2,
        within: f32,
    ) -> Option<IVec2> {
        if !self.has_tiles(|collision| collision != TileCollision::None) {
            return None;
        }
        let collides = |cell| self.collision(cell) != TileCollision::None;
        let found = self.nearest(origin, point, within, collides);
        found.map(|(cell, _)| cell)
    }

    fn nearest(
        &self,
        origin: Vec2,
        point: Vec2,
        within: f32,
        wanted: impl Fn(IVec2) -> bool,
    ) -> Option<(IVec2, f32)> {
        if !point.is_finite() {
            return None;
        }
        let last = self.size() - 1;
        // Starts at the cell nearest to the point. A point outside the map is at least as far from each cell as its
        // projection onto the map, so the lower bound for a ring holds for it, too.
        let middle = self.cell_at(point - origin).max(IVec2::ZERO).min(last);
        let side = self.cell_size().min_element();
        let rings = middle.max(last - middle).max_element();
        let mut nearest: Option<(IVec2, f32)> = None;
        for ring in 0..=rings {
            // The whole ring is at least this far away. The factor allows for rounding.
            let least = (ring - 1) as f32 * side * 0.999;
            if least > nearest.map_or(within, |(_, distance)| distance) {
                break;
            }
            self.each_in_ring(middle, ring, |cell| {
                if !wanted(cell) {
                    return;
                }
                let distance = self.cells_box(origin, cell, cell).distance_to_point(point);
                let is_nearer = |(old, least): (IVec2, f32)| {
                    let order = distance.total_cmp(&least);
                    order.then((cell.y, cell.x).cmp(&(old.y, old.x))).is_lt()
                };
                if distance <= within && nearest.is_none_or(is_nearer) {
                    nearest = Some((cell, distance));
                }
            });
        }
        nearest
    }

    /// Calls `act` with the cells of the square ring at this distance, in columns or rows, from the middle cell.
    fn each_in_ring(&self, middle: IVec2, ring: i32, mut act: impl FnMut(IVec2)) {
        let last = self.size() - 1;
        let (from, to) = (middle - ring, middle + ring);
        let columns = from.x.max(0)..=to.x.min(last.x);
        for row in [from.y, to.y] {
            if (0..=last.y).contains(&row) {
                columns
                    .clone()
                    .for_each(|column| act(IVec2::new(column, row)));
            }
        }
        for column in [from.x, to.x] {
            if (0..=last.x).contains(&column) {
                let rows = (from.y + 1).max(0)..=(to.y - 1).min(last.y);
                rows.for_each(|row| act(IVec2::new(column, row)));
            }
        }
    }
}
