//! First contact of a moving shape with a map.

use glam::{IVec2, Vec2};

use super::map::TileMap;
use super::window::CellBlock;
use crate::collision::{Impact, PlacedShape, Shape, contact, lands_on, passes, sweep};
use crate::geometry::Rect;

/// A moving box: its start and its displacement.
#[derive(Clone, Copy, Debug)]
struct BoxSweep {
    start: Rect,
    movement: Vec2,
    /// Whether it is a ray, which also hits the tile in which it starts.
    is_ray: bool,
    /// Whether it lands on one-way tiles.
    lands: bool,
    /// Overlap at its edge with which it passes tiles.
    skin: f32,
}

impl TileMap {
    /// Returns the first contact of a moving shape with the map, whose corner is at `origin`. Ignores tiles that
    /// overlap the shape at the start, those that it passes with an overlap of at most `skin` at its edge, and one-way tiles
    /// if it `drops`. Visits only cells along the displacement.
    pub(crate) fn sweep(
        &self,
        origin: Vec2,
        one: PlacedShape<'_>,
        movement: Vec2,
        drops: bool,
        skin: f32,
    ) -> Option<Impact> {
        let swept = BoxSweep {
            start: one.bounds(),
            movement,
            is_ray: false,
            lands: movement.y > 0.0 && !drops,
            skin,
        };
        self.first_hit(origin, one, swept)
    }

    /// Returns the point at which a ray from `start` along `displacement` first enters solid tiles. For a ray that
    /// starts inside a solid tile, returns its start, with the normal along which the way out of the solid tiles is
    /// shortest. Ignores one-way tiles.
    pub(crate) fn cast_ray(&self, origin: Vec2, start: Vec2, displacement: Vec2) -> Option<Impact> {
        let point = Shape::point();
        let swept = BoxSweep {
            start: Rect::point(start),
            movement: displacement,
            is_ray: true,
            lands: false,
            skin: 0.0,
        };
        let hit = self.first_hit(origin, point.at(start), swept)?;
        let inside = (hit.time == 0.0).then(|| self.way_out(origin, start));
        Some(Impact {
            normal: inside.flatten().unwrap_or(hit.normal),
            ..hit.of_ray(start)
        })
    }

    /// Returns the direction of the shortest way from a point in a solid tile to a cell that is not solid, along an
    /// axis. `None` if the point is in no solid tile.
    fn way_out(&self, origin: Vec2, point: Vec2) -> Option<Vec2> {
        let cell = self.cell_at(point - origin);
        if !self.is_solid(cell) {
            return None;
        }
        let distance = |direction: IVec2| {
            let mut last = cell;
            while self.is_solid(last + direction) {
                last += direction;
            }
            let area = self.cells_box(origin, last, last);
            let side = if direction.max_element() > 0 {
                area.max
            } else {
                area.min
            };
            (side - point).abs().dot(direction.as_vec2().abs())
        };
        let directions = [IVec2::NEG_Y, IVec2::Y, IVec2::NEG_X, IVec2::X];
        let ways = directions.map(|direction| (distance(direction), direction.as_vec2()));
        let nearer =
            |one: (f32, Vec2), other: (f32, Vec2)| if other.0 < one.0 { other } else { one };
        ways.into_iter()
            .reduce(nearer)
            .map(|(_, direction)| direction)
    }

    fn first_hit(&self, origin: Vec2, one: PlacedShape<'_>, swept: BoxSweep) -> Option<Impact> {
        let mut first: Option<Impact> = None;
        for (window, end) in self.windows(origin, swept) {
            self.first_hit_in(origin, window, one, swept, &mut first);
            // Later pieces contain only later contacts.
            if first.is_some_and(|first| f64::from(first.time) <= end) {
                break;
            }
        }
        first
    }

    /// Returns the cells near each piece of a displacement, one piece after another, with the share of the displacement
    /// at which the piece ends. Leaves out pieces outside the map.
    fn windows(&self, origin: Vec2, swept: BoxSweep) -> impl Iterator<Item = (CellBlock, f64)> {
        let crossing = swept.crossing(self.area(origin)).into_iter();
        crossing.flat_map(move |(from, to)| {
            let pieces = swept.pieces(to - from, self.cell_size());
            let share = move |piece| from + (to - from) * f64::from(piece) / f64::from(pieces);
            (0..pieces).filter_map(move |piece| {
                let end = share(piece + 1);
                let window = self.window(origin, swept.bounds(share(piece), end))?;
                Some((window, end))
            })
        })
    }

    /// Replaces `first` if the window has an earlier contact.
    fn first_hit_in(
        &self,
        origin: Vec2,
        window: CellBlock,
        one: PlacedShape<'_>,
        swept: BoxSweep,
        first: &mut Option<Impact>,
    ) {
        let mut found = |hit: Impact| {
            if first.is_none_or(|first| hit.time < first.time) {
                *first = Some(hit);
            }
        };
        self.each_merged(origin, window, |merged| {
            let shape = Shape::rect_at(merged.area);
            let hit = sweep(one, swept.movement, shape.at(Vec2::ZERO), Vec2::ZERO);
            let counts = |hit: &Impact| {
                // A hit at time 0 may be a touch or an overlap at the start. Only an overlap counts as a start inside.
                let starts_inside = hit.time == 0.0
                    && (merged.area.overlaps(&swept.start)
                        && contact(one, Vec2::ZERO, shape.at(Vec2::ZERO)).is_some());
                if starts_inside {
                    swept.is_ray
                } else {
                    !self.is_inner(origin, merged.cells, swept.at(hit.time), hit.normal)
                        && !passes(one, swept.movement, shape.at(Vec2::ZERO), swept.skin)
                }
            };
            hit.filter(counts).into_iter().for_each(&mut found);
        });
        if !swept.lands {
            return;
        }
        self.each_platform(origin, window, |platform| {
            swept.landing(platform).into_iter().for_each(&mut found);
        });
    }

    /// Returns whether a box that touches the side of `cells` towards `normal` touches it only where the neighbouring
    /// cells are solid. It then touches those neighbours first, and only rounding makes the two contacts coincide.
    fn is_inner(&self, origin: Vec2, cells: CellBlock, area: Rect, normal: Vec2) -> bool {
        let CellBlock { first, last } = cells;
        let [from, to] = [area.min, area.max].map(|corner| {
            let cell = self.cell_at(corner - origin);
            cell.max(first).min(last)
        });
        let towards = normal.as_ivec2();
        if towards.as_vec2() != normal || towards == IVec2::ZERO {
            return false;
        }
        let is_axis = towards.cmpne(IVec2::ZERO);
        let touched = CellBlock {
            first: IVec2::select(is_axis, first, from),
            last: IVec2::select(is_axis, last, to),
        };
        let neighbours = touched.beside(towards);
        neighbours.cells().all(|cell| self.is_solid(cell))
    }
}

impl BoxSweep {
    /// Returns the box after a share of its displacement.
    fn at(self, share: f32) -> Rect {
        self.start.translated(self.movement * share)
    }

    /// Returns the shares of the displacement between which the box touches `other`. `None` if it never does.
    fn crossing(self, other: Rect) -> Option<(f64, f64)> {
        let (mut from, mut to) = (0.0_f64, 1.0_f64);
        for axis in 0..2 {
            let movement = f64::from(self.movement[axis]);
            // Distances after which the box begins and ceases to touch the other one.
            let begin = f64::from(other.min[axis]) - f64::from(self.start.max[axis]);
            let cease = f64::from(other.max[axis]) - f64::from(self.start.min[axis]);
            if movement == 0.0 {
                if begin > 0.0 || cease < 0.0 {
                    return None;
                }
                continue;
            }
            let (one, other) = (begin / movement, cease / movement);
            from = from.max(one.min(other));
            to = to.min(one.max(other));
        }
        (from <= to).then_some((from, to))
    }

    /// Returns the number of pieces into which a share of the displacement is divided: at most 262 144. Below this
    /// maximum, a piece is no longer along each axis than a cell or the box, whichever is larger.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "at least 1, and no more than the sides of the largest map together"
    )]
    fn pieces(self, share: f64, cell_size: Vec2) -> u32 {
        let step = cell_size.max(self.start.size());
        let count = |axis: usize| f64::from(self.movement[axis] / step[axis]).abs() * share;
        count(0).max(count(1)).ceil().clamp(1.0, 262_144.0) as u32
    }

    /// Returns the swept bounds of the box between two shares of its displacement.
    fn bounds(self, from: f64, to: f64) -> Rect {
        let mut bounds = self.start;
        for axis in 0..2 {
            let movement = f64::from(self.movement[axis]);
            let (one, other) = (movement * from, movement * to);
            let min = f64::from(self.start.min[axis]) + one.min(other);
            let max = f64::from(self.start.max[axis]) + one.max(other);
            let slack = min.abs().max(max.abs()) * f64::from(f32::EPSILON);
            bounds.min[axis] = single(min - slack);
            bounds.max[axis] = single(max + slack);
        }
        bounds
    }

    /// Returns the impact of the box on the upper edge of `cell`, a run of one-way tiles. `None` if the box does not
    /// come down onto this edge.
    fn landing(self, cell: Rect) -> Option<Impact> {
        let top = cell.min.y;
        if !lands_on(self.start, self.movement, cell) || self.at(1.0).max.y <= top {
            return None;
        }
        let time = ((top - self.start.max.y) / self.movement.y).clamp(0.0, 1.0);
        let area = self.at(time);
        let (left, right) = (area.min.x.max(cell.min.x), area.max.x.min(cell.max.x));
        let overlaps = area.min.x < cell.max.x && cell.min.x < area.max.x;
        (overlaps && time < 1.0).then_some(Impact {
            time,
            position: Vec2::new(left / 2.0 + right / 2.0, top),
            normal: Vec2::NEG_Y,
        })
    }
}

#[expect(clippy::cast_possible_truncation, reason = "rounds to the nearest")]
fn single(value: f64) -> f32 {
    value as f32
}

#[cfg(test)]
mod tests {
    use glam::vec2;

    use super::*;

    /// Of the 16 million cells, a displacement across the map visits a few for each column and row that it crosses.
    #[test]
    fn a_bullet_visits_only_cells_along_its_displacement() {
        let map = TileMap::new(Vec2::ONE, 4096, 4096);
        for (movement, crossed) in [(vec2(1e6, 1e6), 2 * 4096), (vec2(1e6, 0.0), 4096)] {
            let swept = BoxSweep {
                start: Rect::centered(vec2(0.5, 0.5), Vec2::splat(0.2)),
                movement,
                is_ray: false,
                lands: false,
                skin: 0.0,
            };
            let windows = map.windows(Vec2::ZERO, swept);
            let visited: i32 = windows
                .map(|(window, _)| window.size().element_product())
                .sum();
            assert!(
                (crossed..5 * crossed).contains(&visited),
                "{movement}: {visited}"
            );
        }
    }
}
