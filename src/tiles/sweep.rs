//! When a moving shape first touches a map.

use glam::{IVec2, Vec2};

use super::map::TileMap;
use super::window::CellBlock;
use crate::collision::{Impact, Placed, Shape, contact, lands_on, sweep};
use crate::geometry::Rect;

/// The way of a box along a map.
#[derive(Clone, Copy, Debug)]
struct Way {
    start: Rect,
    movement: Vec2,
    /// A ray also enters what it starts in, and passes one-way tiles.
    is_ray: bool,
}

impl TileMap {
    /// Returns when a moving shape first overlaps the map, whose corner is at `origin`: not what it overlaps at the start.
    /// Looks only at cells along its way.
    pub(crate) fn sweep(&self, origin: Vec2, one: Placed<'_>, movement: Vec2) -> Option<Impact> {
        let way = Way {
            start: one.bounds(),
            movement,
            is_ray: false,
        };
        self.first_on(origin, one, way)
    }

    /// Returns where a ray from `start` along `way` first enters solid tiles. One-way tiles are no obstacle to it.
    pub(crate) fn cast_ray(&self, origin: Vec2, start: Vec2, way: Vec2) -> Option<Impact> {
        let point = Shape::point();
        let way = Way {
            start: Rect::point(start),
            movement: way,
            is_ray: true,
        };
        self.first_on(origin, point.at(start), way)
    }

    fn first_on(&self, origin: Vec2, one: Placed<'_>, way: Way) -> Option<Impact> {
        let (from, to) = way.crossing(self.area(origin))?;
        let pieces = way.pieces(to - from, self.cell_size());
        let mut first: Option<Impact> = None;
        for piece in 0..pieces {
            let share = |piece: u32| from + (to - from) * f64::from(piece) / f64::from(pieces);
            let end = share(piece + 1);
            if let Some(window) = self.window(origin, way.part(share(piece), end)) {
                self.first_in(origin, window, one, way, &mut first);
            }
            // What is in later pieces only comes later.
            if first.is_some_and(|first| f64::from(first.time) <= end) {
                break;
            }
        }
        first
    }

    /// Looks for an earlier touch with what is in a window.
    fn first_in(
        &self,
        origin: Vec2,
        window: CellBlock,
        one: Placed<'_>,
        way: Way,
        first: &mut Option<Impact>,
    ) {
        let mut found = |hit: Impact| {
            if first.is_none_or(|first| hit.time < first.time) {
                *first = Some(hit);
            }
        };
        self.each_merged(origin, window, |merged| {
            let shape = Shape::rect_at(merged.area);
            let hit = sweep(one, way.movement, shape.at(Vec2::ZERO), Vec2::ZERO);
            let counts = |hit: &Impact| {
                // Not by the way, which may be none.
                let starts_inside = hit.time == 0.0
                    && (merged.area.overlaps(&way.start)
                        && contact(one, Vec2::ZERO, shape.at(Vec2::ZERO)).is_some());
                if starts_inside {
                    way.is_ray
                } else {
                    !self.is_inner(origin, merged.cells, way.at(hit.time), hit.normal)
                }
            };
            hit.filter(counts).into_iter().for_each(&mut found);
        });
        if way.is_ray || way.movement.y <= 0.0 {
            return;
        }
        self.each_platform(origin, window, |platform| {
            way.landing(platform).into_iter().for_each(&mut found);
        });
    }

    /// Whether what touches a side of a rectangle of cells, from where `normal` points to, touches it only where the
    /// neighbours are solid: then it touches these, and rounding alone lets it touch the side as early.
    fn is_inner(&self, origin: Vec2, cells: CellBlock, area: Rect, normal: Vec2) -> bool {
        let CellBlock { first, last } = cells;
        let [from, to] = [area.min, area.max].map(|corner| {
            let cell = self.cell_at(corner - origin);
            // Not IVec2::clamp, which panics where its limits are no range.
            cell.max(first).min(last)
        });
        let (from, to) = match normal {
            Vec2::NEG_X => (
                IVec2::new(first.x - 1, from.y),
                IVec2::new(first.x - 1, to.y),
            ),
            Vec2::X => (IVec2::new(last.x + 1, from.y), IVec2::new(last.x + 1, to.y)),
            Vec2::NEG_Y => (
                IVec2::new(from.x, first.y - 1),
                IVec2::new(to.x, first.y - 1),
            ),
            Vec2::Y => (IVec2::new(from.x, last.y + 1), IVec2::new(to.x, last.y + 1)),
            _ => return false,
        };
        let beside = CellBlock {
            first: from,
            last: to,
        };
        beside.cells().all(|cell| self.is_solid(cell))
    }
}

impl Way {
    /// Where the box is at a share of its way.
    fn at(self, share: f32) -> Rect {
        self.start.translated(self.movement * share)
    }

    /// Between which shares of the way the box touches another one. `None` if it never does.
    fn crossing(self, other: Rect) -> Option<(f64, f64)> {
        let (mut from, mut to) = (0.0_f64, 1.0_f64);
        for axis in 0..2 {
            let movement = f64::from(self.movement[axis]);
            // How far it is until the box begins and ceases to touch the other one.
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

    /// In how many pieces a share of the way is searched: none is much longer than a cell, or than the box.
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

    /// A box around all places of the box between two shares of its way.
    fn part(self, from: f64, to: f64) -> Rect {
        let mut part = self.start;
        for axis in 0..2 {
            let movement = f64::from(self.movement[axis]);
            let (one, other) = (movement * from, movement * to);
            let min = f64::from(self.start.min[axis]) + one.min(other);
            let max = f64::from(self.start.max[axis]) + one.max(other);
            let slack = min.abs().max(max.abs()) * f64::from(f32::EPSILON);
            part.min[axis] = single(min - slack);
            part.max[axis] = single(max + slack);
        }
        part
    }

    /// When the box comes down onto the upper edge of a one-way tile, if it does.
    fn landing(self, cell: Rect) -> Option<Impact> {
        let top = cell.min.y;
        if !lands_on(self.start, self.movement, top) || self.at(1.0).max.y <= top {
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
fn single(place: f64) -> f32 {
    place as f32
}
