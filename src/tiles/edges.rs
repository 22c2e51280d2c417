//! The outline of the colliding tiles, as few lines, for the debug overlay and for shadows.

use glam::{IVec2, Vec2};

use super::map::TileMap;
use super::tile::TileCollision;
use super::window::CellBlock;
use crate::geometry::Rect;

/// Maximum number of columns and rows that are searched, around the middle of the visible area. If more are visible,
/// cells are only a few pixels large. An odd number is cut to one more than this.
const MOST_CELLS: i32 = 512;

impl TileMap {
    /// Calls `act` with each edge between solid and other cells, and each upper edge of one-way tiles, that may be
    /// visible in the area `seen`. The map's corner is at `origin`. Neighbouring edges along a line are joined. The
    /// second argument of `act` is true for edges of one-way tiles.
    pub(crate) fn each_edge(&self, origin: Vec2, seen: Rect, mut act: impl FnMut([Vec2; 2], bool)) {
        let Some(window) = self.window(origin, seen) else {
            return;
        };
        let CellBlock { first, last } = middle_of(window);
        let corner = |cell: IVec2| self.cells_box(origin, cell, cell).min;
        let all = [(IVec2::X, IVec2::Y), (IVec2::Y, IVec2::X)];
        for (along, across) in all {
            let (start, end) = (
                (first * across).element_sum(),
                (last * across).element_sum(),
            );
            let (from, to) = ((first * along).element_sum(), (last * along).element_sum());
            // There is one more line than rows or columns, for the far edge of the last one.
            for line in start..=end + 1 {
                let kind_at = |at: i32| {
                    let cell = along * at + across * line;
                    let (here, before) = (self.collision(cell), self.collision(cell - across));
                    let is_solid = |collision| collision == TileCollision::Solid;
                    if is_solid(here) != is_solid(before) {
                        Some(false)
                    } else {
                        (here == TileCollision::OneWay && across == IVec2::Y).then_some(true)
                    }
                };
                let mut run: Option<(i32, bool)> = None;
                for at in from..=to + 1 {
                    let kind = (at <= to).then(|| kind_at(at)).flatten();
                    if run.map(|(_, kind)| kind) == kind {
                        continue;
                    }
                    if let Some((began, one_way)) = run {
                        let ends = [began, at].map(|end| corner(along * end + across * line));
                        act(ends, one_way);
                    }
                    run = kind.map(|one_way| (at, one_way));
                }
            }
        }
    }
}

impl TileMap {
    /// Calls `act` with each edge between solid and other cells that may be in the area `seen`: clockwise around the
    /// solid cells, which are on the right side of the edge. Neighbouring edges along a line are joined.
    pub(crate) fn each_outer_edge(&self, origin: Vec2, seen: Rect, mut act: impl FnMut([Vec2; 2])) {
        let Some(window) = self.window(origin, seen) else {
            return;
        };
        let CellBlock { first, last } = middle_of(window);
        let corner = |cell: IVec2| self.cells_box(origin, cell, cell).min;
        for (along, across) in [(IVec2::X, IVec2::Y), (IVec2::Y, IVec2::X)] {
            let [start, from] = [across, along].map(|axis| (first * axis).element_sum());
            let [end, to] = [across, along].map(|axis| (last * axis).element_sum());
            for line in start..=end + 1 {
                // Whether the solid cell is below the line, or to the right of it.
                let side_at = |at: i32| {
                    let cell = along * at + across * line;
                    let is_solid = |cell| self.collision(cell) == TileCollision::Solid;
                    let (here, before) = (is_solid(cell), is_solid(cell - across));
                    (here != before).then_some(here)
                };
                let mut run: Option<(i32, bool)> = None;
                for at in from..=to + 1 {
                    let side = (at <= to).then(|| side_at(at)).flatten();
                    if run.map(|(_, side)| side) == side {
                        continue;
                    }
                    if let Some((began, side)) = run {
                        let [one, other] =
                            [began, at].map(|end| corner(along * end + across * line));
                        // To the right, the solid is on the right side below; down, on the left one to the right.
                        let forward = side == (along == IVec2::X);
                        act(if forward { [one, other] } else { [other, one] });
                    }
                    run = side.map(|side| (at, side));
                }
            }
        }
    }
}

/// Returns a block, or its middle if it has more than `MOST_CELLS` columns or rows.
fn middle_of(window: CellBlock) -> CellBlock {
    let out = (window.size() - MOST_CELLS).max(IVec2::ZERO) / 2;
    CellBlock {
        first: window.first + out,
        last: window.last - out,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assets::SpriteId;
    use crate::base::random::Random;
    use crate::tiles::Tile;
    use glam::{ivec2, vec2};

    /// Returns the edges of a map of the characters `#` and `-` with cells of 2 × 2 units.
    fn edges(rows: &[&str], seen: Rect) -> Vec<([Vec2; 2], bool)> {
        let map = map(rows);
        let mut found = Vec::new();
        map.each_edge(vec2(10.0, 0.0), seen, |edge, one_way| {
            found.push((edge, one_way));
        });
        found
    }

    fn map(rows: &[&str]) -> TileMap {
        let [width, height] = [rows[0].len(), rows.len()].map(|side| side.try_into().unwrap());
        let mut map = TileMap::new(vec2(2.0, 2.0), width, height);
        let solid = map.add(Tile::new(SpriteId::PLACEHOLDER).solid());
        let platform = map.add(Tile::new(SpriteId::PLACEHOLDER).one_way());
        for (y, row) in (0..).zip(rows) {
            for (x, tile) in (0..).zip(row.chars()) {
                let tile = match tile {
                    '#' => Some(solid),
                    '-' => Some(platform),
                    _ => None,
                };
                map.set(ivec2(x, y), tile);
            }
        }
        map
    }

    #[test]
    fn outer_edges_run_clockwise_around_solid_cells() {
        let map = map(&["# ", " #"]);
        let mut found = Vec::new();
        map.each_outer_edge(Vec2::ZERO, ALL, |edge| found.push(edge));
        // Two cells that touch at a corner have eight edges of their own.
        assert_eq!(found.len(), 8);
        for [start, end] in found {
            let along = end - start;
            let right = (start + end) / 2.0 + vec2(-along.y, along.x) * 0.25;
            let left = (start + end) / 2.0 - vec2(-along.y, along.x) * 0.25;
            let is_solid = |at: Vec2| map.collision(map.cell_at(at)) == TileCollision::Solid;
            assert!(is_solid(right) && !is_solid(left), "{start} {end}");
        }
    }

    const ALL: Rect = Rect {
        min: Vec2::splat(-1000.0),
        max: Vec2::splat(1000.0),
    };

    #[test]
    fn a_block_of_cells_has_four_edges_and_a_platform_has_one() {
        let found = edges(&["    ", " ## ", " ## ", "  --"], ALL);
        let line = |x: f32, y: f32, to_x: f32, to_y: f32| [vec2(x, y), vec2(to_x, to_y)];
        assert_eq!(
            found,
            [
                (line(12.0, 2.0, 16.0, 2.0), false),
                // Where a solid and a one-way edge coincide, the solid one counts.
                (line(12.0, 6.0, 16.0, 6.0), false),
                (line(16.0, 6.0, 18.0, 6.0), true),
                (line(12.0, 2.0, 12.0, 6.0), false),
                (line(16.0, 2.0, 16.0, 6.0), false),
            ]
        );
    }

    #[test]
    fn edges_part_solid_cells_from_others_wherever_they_are() {
        let mut random = Random::new(7);
        for _ in 0..50 {
            let rows: Vec<String> = (0..6)
                .map(|_| {
                    let tile = |_| ['#', ' ', '-'][random.index(3)];
                    (0..9).map(tile).collect()
                })
                .collect();
            let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
            let (map, found) = (map(&rows), edges(&rows, ALL));
            let is_edge = |middle: Vec2| {
                found
                    .iter()
                    .any(|&([from, to], one_way)| !one_way && Rect::new(from, to).contains(middle))
            };
            for (x, y) in (-1..10).flat_map(|x| (-1..7).map(move |y| (x, y))) {
                let cell = ivec2(x, y);
                let middle = map.cell_box(cell).center() + vec2(10.0, 0.0);
                for (by, way) in [(IVec2::X, Vec2::X), (IVec2::Y, Vec2::Y)] {
                    let differ = map.is_solid(cell) != map.is_solid(cell + by);
                    assert_eq!(is_edge(middle + way), differ, "{rows:?} {cell} {by}");
                }
            }
        }
    }

    #[test]
    fn only_what_may_be_seen_is_looked_at() {
        let seen = Rect::from_size(vec2(10.5, 0.5), Vec2::ONE);
        let found = edges(&["# #", "   ", "# #"], seen);
        assert!(
            found
                .iter()
                .all(|([from, _], _)| from.x <= 12.0 && from.y <= 2.0),
            "{found:?}"
        );
        assert_eq!(found.len(), 4);
        let wide = CellBlock {
            first: IVec2::ZERO,
            last: ivec2(60_000, 9),
        };
        let middle = middle_of(wide);
        assert!(middle.size().x <= MOST_CELLS + 1 && middle.size().y == 10);
    }
}
