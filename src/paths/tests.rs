//! Paths, flow fields and lines of sight against naive oracles on random grids.
#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the grids are small"
)]

use glam::{IVec2, Vec2, ivec2, vec2};
use proptest::prelude::*;

use super::moves::{DIAGONAL, DIRECTIONS, STRAIGHT};
use super::{FlowField, GridMoves, PathGrid};
use crate::tiles::{Tile, TileMap};

/// Reads a grid: `#` is blocked, a digit is a cost, and any other character costs 1.
fn grid(text: &[&str]) -> PathGrid {
    let mut grid = PathGrid::new(text[0].len() as u32, text.len() as u32);
    for (y, line) in (0..).zip(text) {
        for (x, character) in (0..).zip(line.chars()) {
            let cost = match character {
                '#' => PathGrid::BLOCKED,
                digit => digit.to_digit(10).unwrap_or(1) as u8,
            };
            grid.set_cost(ivec2(x, y), cost);
        }
    }
    grid
}

/// Random grids, with a quarter of their cells blocked.
fn grids() -> impl Strategy<Value = PathGrid> {
    let moves = prop_oneof![
        Just(GridMoves::Four),
        Just(GridMoves::Eight),
        Just(GridMoves::EightCuttingCorners),
    ];
    let cost = prop_oneof![2 => Just(0), 5 => Just(1), 2 => 2_u8..6, 1 => any::<u8>()];
    let size = (1_usize..12, 1_usize..12);
    let costs = proptest::collection::vec(cost, 12 * 12);
    (size, costs, moves).prop_map(|((columns, rows), costs, moves)| {
        let mut grid = PathGrid::new(columns as u32, rows as u32).with_moves(moves);
        for (index, cost) in costs.iter().take(columns * rows).enumerate() {
            let cell = ivec2((index % columns) as i32, (index / columns) as i32);
            grid.set_cost(cell, *cost);
        }
        grid
    })
}

fn cells(grid: &PathGrid) -> impl Iterator<Item = IVec2> + use<> {
    let size = grid.size();
    (0..size.y).flat_map(move |y| (0..size.x).map(move |x| ivec2(x, y)))
}

/// Returns the moves out of a cell by the documented rules, with their costs.
fn moves(grid: &PathGrid, from: IVec2) -> Vec<(IVec2, u32)> {
    let open = |x: i32, y: i32| grid.is_open(from + ivec2(x, y));
    let is_allowed = |to: &IVec2| {
        let sides = [open(to.x, 0), open(0, to.y)];
        match grid.moves() {
            _ if to.x == 0 || to.y == 0 => true,
            GridMoves::Four => false,
            GridMoves::Eight => sides == [true, true],
            GridMoves::EightCuttingCorners => sides != [false, false],
        }
    };
    let steps = DIRECTIONS.iter().filter(|to| is_allowed(to));
    let steps = steps.filter(|to| grid.is_open(from + **to));
    let cost = |to: &IVec2| {
        let length = if to.x == 0 || to.y == 0 {
            STRAIGHT
        } else {
            DIAGONAL
        };
        length * u32::from(grid.cost(from + *to))
    };
    steps.map(|to| (from + *to, cost(to))).collect()
}

/// Costs from a cell to all others, by Bellman and Ford: improves all cells until nothing changes.
fn costs_from(grid: &PathGrid, from: IVec2) -> impl Fn(IVec2) -> Option<u32> + use<> {
    let columns = grid.size().x;
    let index = move |cell: IVec2| (cell.y * columns + cell.x) as usize;
    let mut costs = vec![None; grid.size().element_product() as usize];
    costs[index(from)] = Some(0_u32);
    let mut changed = true;
    while changed {
        changed = false;
        for cell in cells(grid) {
            let Some(cost) = costs[index(cell)] else {
                continue;
            };
            for (next, step) in moves(grid, cell) {
                let best = &mut costs[index(next)];
                if best.is_none_or(|best| cost + step < best) {
                    (*best, changed) = (Some(cost + step), true);
                }
            }
        }
    }
    move |cell| costs[index(cell)]
}

/// The path by the documented rules of ties, with a list that is searched for its best cell.
fn path_by_rules(grid: &PathGrid, from: IVec2, to: IVec2) -> Option<Vec<IVec2>> {
    let lowest = cells(grid)
        .map(|cell| grid.cost(cell))
        .filter(|cost| *cost > 0);
    let lowest = u32::from(lowest.min().unwrap_or(1));
    let estimate = |cell: IVec2| {
        let (x, y) = (cell.x.abs_diff(to.x), cell.y.abs_diff(to.y));
        let diagonal = if grid.moves() == GridMoves::Four {
            0
        } else {
            x.min(y)
        };
        lowest * (STRAIGHT * (x + y - 2 * diagonal) + DIAGONAL * diagonal)
    };
    let mut reached = std::collections::BTreeMap::from([((from.x, from.y), (0, from))]);
    let (mut found, mut explored) = (vec![(estimate(from), from)], Vec::new());
    loop {
        let best = found.iter().map(|(cost, _)| *cost).min()?;
        let last = found.iter().rposition(|(cost, _)| *cost == best)?;
        let (_, cell) = found.remove(last);
        if explored.contains(&cell) {
            continue;
        }
        if cell == to {
            break;
        }
        explored.push(cell);
        let cost = reached[&(cell.x, cell.y)].0;
        for (next, step) in moves(grid, cell) {
            let best = reached.get(&(next.x, next.y)).map(|(cost, _)| *cost);
            if !explored.contains(&next) && best.is_none_or(|best| cost + step < best) {
                reached.insert((next.x, next.y), (cost + step, cell));
                found.push((cost + step + estimate(next), next));
            }
        }
    }
    let mut path = vec![to];
    while path.last() != Some(&from) {
        let last = path[path.len() - 1];
        path.push(reached[&(last.x, last.y)].1);
    }
    path.reverse();
    Some(path)
}

/// Returns whether the segment between two centres touches the closed square of a cell, by signs of products.
fn touches(a: IVec2, b: IVec2, cell: IVec2) -> bool {
    // Twice the coordinates, so that centres are whole numbers.
    let (a, b, cell) = (2 * a, 2 * b, 2 * cell);
    let overlaps = |axis: usize| {
        a[axis].min(b[axis]) <= cell[axis] + 1 && a[axis].max(b[axis]) >= cell[axis] - 1
    };
    let corners = [ivec2(-1, -1), ivec2(1, -1), ivec2(-1, 1), ivec2(1, 1)];
    let sides = corners.map(|corner| (b - a).perp_dot(cell + corner - a).signum());
    let is_apart = sides.iter().all(|side| *side > 0) || sides.iter().all(|side| *side < 0);
    overlaps(0) && overlaps(1) && !is_apart
}

proptest! {
    #[test]
    fn a_path_costs_as_much_as_dijkstra_says(grid in grids(), from in 0_usize..144, to in 0_usize..144) {
        let all: Vec<_> = cells(&grid).collect();
        let (from, to) = (all[from % all.len()], all[to % all.len()]);
        let path = grid.path(from, to);
        let expected = costs_from(&grid, from)(to);
        prop_assert_eq!(path.as_ref().map(|path| path.cost), expected);
        if let Some(path) = path {
            prop_assert_eq!((path.cells[0], path.cells[path.cells.len() - 1]), (from, to));
            let steps = path.cells.windows(2).map(|pair| {
                moves(&grid, pair[0]).iter().find(|(next, _)| *next == pair[1]).map(|(_, cost)| *cost)
            });
            prop_assert_eq!(steps.sum::<Option<u32>>(), Some(path.cost), "each move is allowed");
            // Its straight lines are those of an object that walks.
            let corners = path.corners(&grid);
            prop_assert_eq!((corners.first(), corners.last()), (Some(&from), Some(&to)));
            for pair in corners.windows(2) {
                prop_assert!(grid.moves() == GridMoves::EightCuttingCorners || grid.sees(pair[0], pair[1]));
            }
        }
    }

    #[test]
    fn ties_are_decided_by_the_documented_rules(grid in grids(), from in 0_usize..144, to in 0_usize..144) {
        let all: Vec<_> = cells(&grid).collect();
        let (from, to) = (all[from % all.len()], all[to % all.len()]);
        let path = grid.path(from, to).map(|path| path.cells);
        prop_assert_eq!(path, path_by_rules(&grid, from, to));
    }

    #[test]
    fn a_flow_field_agrees_with_single_paths(grid in grids(), goals in proptest::collection::vec(0_usize..144, 0..4)) {
        let all: Vec<_> = cells(&grid).collect();
        let goals: Vec<_> = goals.iter().map(|goal| all[goal % all.len()]).collect();
        let field = FlowField::new(&grid, goals.iter().copied());
        let open: Vec<_> = goals.iter().filter(|goal| grid.is_open(**goal)).collect();
        for cell in all {
            let paths = open.iter().filter_map(|goal| grid.path(cell, **goal));
            let cost = paths.map(|path| path.cost).min();
            prop_assert_eq!(field.cost(cell), cost, "cell {}", cell);
            let best = moves(&grid, cell).into_iter();
            let best = best.filter_map(|(next, step)| Some((field.cost(next)? + step, next)));
            // The first of equally cheap moves.
            let best = best.min_by_key(|(cost, _)| *cost).map(|(_, next)| next);
            let expected = if cost == Some(0) { None } else { best };
            prop_assert_eq!(field.next(cell), expected, "cell {}", cell);
        }
    }

    #[test]
    fn sight_ends_at_cells_that_the_line_touches(grid in grids(), from in 0_usize..144, to in 0_usize..144) {
        let all: Vec<_> = cells(&grid).collect();
        let (from, to) = (all[from % all.len()], all[to % all.len()]);
        let is_between = |cell: &IVec2| *cell != from && *cell != to && !grid.is_open(*cell);
        let blocked = all.iter().filter(|cell| is_between(cell));
        let expected = blocked.filter(|cell| touches(from, to, **cell)).count() == 0;
        prop_assert_eq!(grid.sees(from, to), expected, "from {} to {}", from, to);
        prop_assert_eq!(grid.sees(to, from), expected, "and back");
    }

    #[test]
    fn an_updated_field_equals_a_new_one(first in grids(), second in grids()) {
        let mut field = FlowField::new(&first, cells(&first).take(2));
        field.update(&second, cells(&second).skip(3).take(1));
        prop_assert_eq!(field, FlowField::new(&second, cells(&second).skip(3).take(1)));
    }
}

#[test]
fn a_path_searched_by_a_job_is_the_same() {
    let grid = PathGrid::new(64, 64);
    let (from, to) = (ivec2(3, 60), ivec2(50, 2));
    let expected = grid.path(from, to);
    // A job owns a copy, on another thread.
    let copy = grid.clone();
    let found = std::thread::spawn(move || copy.path(from, to))
        .join()
        .unwrap();
    assert_eq!(found, expected);
    assert_eq!(expected.map(|path| path.cost), Some(47 * 14 + 11 * 10));
}

#[test]
fn corners_are_cut_only_if_the_grid_allows_it() {
    let walls = grid(&[" #", "  "]);
    let cost = |moves| {
        let grid = walls.clone().with_moves(moves);
        grid.path(ivec2(0, 0), ivec2(1, 1)).map(|path| path.cost)
    };
    assert_eq!(cost(GridMoves::Four), Some(20));
    assert_eq!(cost(GridMoves::Eight), Some(20));
    assert_eq!(cost(GridMoves::EightCuttingCorners), Some(14));
    let gap = grid(&[" #", "# "]).with_moves(GridMoves::EightCuttingCorners);
    assert_eq!(
        gap.path(ivec2(0, 0), ivec2(1, 1)),
        None,
        "between two walls"
    );
}

#[test]
fn a_path_may_begin_but_not_end_in_a_wall() {
    let walls = grid(&["#  ", " ##"]);
    assert!(walls.path(ivec2(0, 0), ivec2(2, 0)).is_some());
    assert_eq!(walls.path(ivec2(2, 0), ivec2(0, 0)), None);
    assert_eq!(walls.path(ivec2(1, 0), ivec2(3, 0)), None, "outside");
    assert_eq!(walls.path(ivec2(-1, 0), ivec2(1, 0)), None, "outside");
    let same = walls.path(ivec2(0, 0), ivec2(0, 0));
    assert_eq!(
        same.map(|path| (path.cells, path.cost)),
        Some((vec![ivec2(0, 0)], 0))
    );
    let field = FlowField::new(&walls, [ivec2(2, 0), ivec2(1, 1), ivec2(9, 9)]);
    assert_eq!(field.next(ivec2(0, 0)), Some(ivec2(1, 0)));
    assert_eq!(
        field.cost(ivec2(1, 1)),
        Some(20),
        "a blocked goal is no goal"
    );
}

#[test]
fn a_grid_of_tiles_has_their_cells_and_positions() {
    let mut map = TileMap::new(vec2(8.0, 16.0), 4, 3);
    let rock = map.add(Tile::default().solid());
    let plank = map.add(Tile::default().one_way());
    map.set(ivec2(1, 1), Some(rock));
    map.set(ivec2(2, 1), Some(plank));
    let grid = PathGrid::from_tiles(&map).at(vec2(100.0, 50.0));
    let open = cells(&grid).filter(|cell| !grid.is_open(*cell));
    assert_eq!(open.collect::<Vec<_>>(), [ivec2(1, 1)]);
    assert_eq!(grid.size(), ivec2(4, 3));
    assert_eq!(grid.center(ivec2(1, 2)), vec2(112.0, 90.0));
    for cell in cells(&grid) {
        assert_eq!(grid.cell_at(grid.center(cell)), cell);
    }
    assert_eq!(grid.cell_at(vec2(99.0, 50.0)), ivec2(-1, 0));
    let costs = PathGrid::from_tiles_with(&map, |cell, tile| match tile {
        Some(_) => 0,
        None => 10 + cell.x as u8,
    });
    assert_eq!(costs.cost(ivec2(3, 2)), 13);
    assert_eq!(costs.cost(ivec2(2, 1)), PathGrid::BLOCKED);
}

#[test]
fn wrong_sizes_positions_and_cells_change_nothing() {
    let mut grid = PathGrid::new(0, u32::MAX)
        .at(vec2(1.0, 2.0))
        .sized(vec2(4.0, 4.0));
    assert_eq!(grid.size(), ivec2(1, 65_536));
    let before = grid.clone();
    grid = grid
        .at(Vec2::NAN)
        .sized(Vec2::ZERO)
        .sized(vec2(1.0, f32::INFINITY));
    assert!(!grid.set_cost(ivec2(1, 0), 3) && !grid.set_cost(IVec2::MIN, 3));
    grid.fill(IVec2::MIN, ivec2(-1, i32::MAX), 3);
    grid.fill(ivec2(1, 0), IVec2::MAX, 3);
    assert_eq!(grid, before);
    assert!(!grid.sees(ivec2(0, 0), IVec2::MAX) && !grid.sees(IVec2::MIN, ivec2(0, 0)));
    let field = FlowField::new(&grid, []);
    assert_eq!(
        (field.next(ivec2(0, 0)), field.cost(IVec2::MAX)),
        (None, None)
    );
    assert_eq!(field.direction(Vec2::NAN), Vec2::ZERO);
}

#[test]
fn checksums_differ_with_costs_and_goals() {
    let sum = |value: &dyn Fn(&mut crate::ChecksumWriter)| {
        let mut sum = crate::ChecksumWriter::new();
        value(&mut sum);
        sum.finish()
    };
    let plain = PathGrid::new(4, 4);
    let mut other = plain.clone();
    other.set_cost(ivec2(2, 2), 2);
    use crate::Checksum;
    let of_grid = |grid: &PathGrid| sum(&|sum| grid.write_checksum(sum));
    assert_ne!(of_grid(&plain), of_grid(&other));
    assert_ne!(
        of_grid(&plain),
        of_grid(&plain.clone().with_moves(GridMoves::Four))
    );
    let of_field = |goal| {
        let field = FlowField::new(&plain, [goal]);
        sum(&|sum| field.write_checksum(sum))
    };
    assert_ne!(of_field(ivec2(0, 0)), of_field(ivec2(3, 3)));
}
