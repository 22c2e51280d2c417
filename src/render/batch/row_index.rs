//! Finds the rows of a layer by their positions: a grid of the rows that are at rest.

use core::ops::RangeInclusive;
use glam::Vec2;

use crate::render::cull::{self, Extents};
use crate::render::frame::Projection;
use crate::render::viewport::Viewport;
use crate::scene::{CHUNK, Instance, Layer};

/// Average number of rows in a cell. With fewer, a query reads more cells; with more, it finds more rows outside the
/// view.
const ROWS_PER_CELL: usize = 32;

/// One row of this many is examined to choose the grid.
const SAMPLE: usize = CHUNK / 8;

/// A grid of rows. Rows beyond its edges belong to the outermost cells, so that a few distant sprites do not make all
/// cells large.
#[derive(Debug, Default)]
pub(super) struct RowIndex {
    grid: RowGrid,
    /// The start of each cell's rows in `rows`, line by line, followed by the end of the last.
    starts: Vec<u32>,
    /// The rows of the grid, cell by cell, and in ascending order within each cell.
    rows: Vec<u32>,
    /// Rows that are listed for every view: those that are not `is_at_rest`, and sprites much larger than most.
    everywhere: Vec<u32>,
    /// Upper bound of the distance of a scaled sprite's corners from its anchor, in texels, for the rows of the grid.
    texels: f32,
}

/// Cells that a view touches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct CellsInView {
    columns: RangeInclusive<usize>,
    lines: RangeInclusive<usize>,
}

impl RowIndex {
    /// Returns the index of all rows of these chunks that are not hidden.
    pub(super) fn new(
        layer: &Layer,
        chunks: impl Iterator<Item = usize> + Clone,
        extents: &Extents,
    ) -> Self {
        let instances = layer.columns().instances;
        let radius = |instance: &Instance| cull::radius(instance, extents, layer.shapes());
        let rows = chunks.map(|chunk| layer.chunk_rows(chunk));
        let sample: Vec<_> = rows
            .clone()
            .flat_map(|rows| instances[rows].iter().step_by(SAMPLE))
            .filter(|row| is_at_rest(row) && !row.is_hidden())
            .collect();
        let grid = RowGrid::new(
            sample.iter().map(|row| row.position),
            rows.clone().map(|rows| rows.len()).sum(),
        );
        let mut radii: Vec<_> = sample.iter().map(|row| radius(row)).collect();
        radii.sort_unstable_by(f32::total_cmp);
        // A few giants must not widen the search for all others.
        let most = radii
            .get(radii.len() * 15 / 16)
            .map_or(0.0, |radius| radius * 2.0);

        let mut index = Self {
            starts: vec![0; grid.cells() + 1],
            grid,
            ..Self::default()
        };
        let mut placed = Vec::new();
        for row in rows.flatten() {
            let instance = &instances[row];
            if instance.is_hidden() {
                continue;
            }
            let style = layer.style(row);
            let radius = radius(instance) + cull::margin(instance, style);
            if is_at_rest(instance) && radius <= most {
                index.texels = index.texels.max(radius);
                let cell = index.grid.cell(instance.position);
                index.starts[cell + 1] += 1;
                placed.push((number(cell), number(row)));
            } else {
                index.everywhere.push(number(row));
            }
        }
        for cell in 1..index.starts.len() {
            index.starts[cell] += index.starts[cell - 1];
        }
        let mut ends = index.starts.clone();
        index.rows.resize(placed.len(), 0);
        for (cell, row) in placed {
            let end = &mut ends[cell as usize];
            index.rows[*end as usize] = row;
            *end += 1;
        }
        index
    }

    /// Returns the cells that may have rows in view. `None` if the projection has no inverse, or if the area in view is
    /// not finite.
    pub(super) fn cells_in_view(
        &self,
        view: &Projection,
        viewport: &Viewport,
    ) -> Option<CellsInView> {
        let [low, high] = cull::area_in_view(view, viewport, self.texels)?;
        let ([left, top], [right, bottom]) = (
            self.grid.column_and_line(low),
            self.grid.column_and_line(high),
        );
        Some(CellsInView {
            columns: left..=right,
            lines: top..=bottom,
        })
    }

    /// Returns the number of rows that [`RowIndex::list`] lists.
    pub(super) fn count(&self, cells: &CellsInView) -> usize {
        self.lines(cells).map(<[u32]>::len).sum::<usize>() + self.everywhere.len()
    }

    /// Replaces the contents of `list` with the rows in these cells and the rows of `everywhere`, in ascending order.
    pub(super) fn list(&self, cells: &CellsInView, list: &mut Vec<u32>) {
        list.clear();
        list.extend_from_slice(&self.everywhere);
        self.lines(cells)
            .for_each(|line| list.extend_from_slice(line));
        list.sort_unstable();
    }

    /// Returns the rows in these cells, line by line.
    fn lines(&self, cells: &CellsInView) -> impl Iterator<Item = &[u32]> {
        let (left, right) = (*cells.columns.start(), *cells.columns.end());
        cells.lines.clone().map(move |line| {
            let first = line * self.grid.size[0];
            let [from, to] =
                [first + left, first + right + 1].map(|cell| self.starts[cell] as usize);
            &self.rows[from..to]
        })
    }
}

/// Returns whether a sprite has a finite position and is drawn there at any smoothing factor.
fn is_at_rest(instance: &Instance) -> bool {
    instance.motion == Vec2::ZERO && instance.position.is_finite()
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "a layer has far fewer than 2^32 rows"
)]
fn number(row: usize) -> u32 {
    row as u32
}

/// Positions and number of the cells.
#[derive(Clone, Copy, Debug, Default)]
struct RowGrid {
    low: Vec2,
    cells_per_unit: Vec2,
    /// Columns and lines.
    size: [usize; 2],
}

impl RowGrid {
    /// Returns a grid for `count` rows. `sample` has the positions of some of them.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "limited to the number of cells"
    )]
    fn new(sample: impl Iterator<Item = Vec2> + Clone, count: usize) -> Self {
        // Leaves out 1/64 of the positions at either end.
        let middle = |axis: usize| {
            let mut sorted: Vec<_> = sample.clone().map(|at| at[axis]).collect();
            sorted.sort_unstable_by(f32::total_cmp);
            let beyond = sorted.len() / 64;
            let end = |at: usize| sorted.get(at).copied().unwrap_or(0.0);
            [end(beyond), end(sorted.len().saturating_sub(1 + beyond))]
        };
        let [x, y] = [0, 1].map(middle);
        let low = Vec2::new(x[0], y[0]);
        let [width, height] = [x, y].map(|[low, high]| f64::from(high) - f64::from(low));
        let cells = (count / ROWS_PER_CELL).max(1) as f64;
        let side = (width * height / cells)
            .sqrt()
            .max(width.max(height) / cells)
            // Prevents a division by 0 if all rows are at one position.
            .max(f64::MIN_POSITIVE);
        let size = [width, height].map(|length| (length / side).clamp(1.0, cells) as usize);
        let per_unit = |at: usize, length: f64| {
            if length > 0.0 {
                (size[at] as f64 / length) as f32
            } else {
                0.0
            }
        };
        Self {
            low,
            cells_per_unit: Vec2::new(per_unit(0, width), per_unit(1, height)),
            size,
        }
    }

    fn cells(&self) -> usize {
        self.size[0] * self.size[1]
    }

    /// Returns the column and line of a position. They never decrease when a coordinate increases, so that a row
    /// between two positions is in a cell between theirs.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a cast saturates, which is meant here"
    )]
    fn column_and_line(&self, position: Vec2) -> [usize; 2] {
        let cells = (position - self.low) * self.cells_per_unit;
        [0, 1].map(|axis| (cells[axis] as usize).min(self.size[axis] - 1))
    }

    fn cell(&self, position: Vec2) -> usize {
        let [column, line] = self.column_and_line(position);
        line * self.size[0] + column
    }
}
