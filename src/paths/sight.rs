//! Lines of sight between cells, by whole numbers.

use core::cmp::Ordering;

use glam::IVec2;

use super::grid::PathGrid;

/// Follows the line from one centre to the other, cell by cell. See [`PathGrid::sees`].
pub(super) fn sees(grid: &PathGrid, from: IVec2, to: IVec2) -> bool {
    if grid.index(from).is_none() || grid.index(to).is_none() {
        return false;
    }
    let step = (to - from).signum();
    let (width, height) = (
        u64::from(from.x.abs_diff(to.x)),
        u64::from(from.y.abs_diff(to.y)),
    );
    let (mut cell, mut x, mut y) = (from, 0, 0);
    while cell != to {
        // Compares where the line leaves the cell: through its vertical edge, its horizontal edge or its corner.
        match ((1 + 2 * x) * height).cmp(&((1 + 2 * y) * width)) {
            Ordering::Less => (cell.x, x) = (cell.x + step.x, x + 1),
            Ordering::Greater => (cell.y, y) = (cell.y + step.y, y + 1),
            Ordering::Equal => {
                let sides = [cell + IVec2::new(step.x, 0), cell + IVec2::new(0, step.y)];
                if !sides.iter().all(|side| grid.is_open(*side)) {
                    return false;
                }
                (cell, x, y) = (cell + step, x + 1, y + 1);
            }
        }
        if cell != to && !grid.is_open(cell) {
            return false;
        }
    }
    true
}
