//! Converts displacements into moves by whole cells.

use glam::Vec2;

use super::fraction_counter::FractionCounter;
use crate::base::checksum::summed;

/// The fraction of a cell that an object has covered along each axis.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct WholeCells {
    x: FractionCounter,
    y: FractionCounter,
}

summed!(WholeCells: x, y);

impl WholeCells {
    /// Returns the signed number of whole cells that an object moves for a displacement of `delta`.
    pub(crate) fn advance(&mut self, delta: Vec2) -> Vec2 {
        Vec2::new(cells(&mut self.x, delta.x), cells(&mut self.y, delta.y))
    }

    /// Returns whether no fraction of a cell is covered.
    pub(crate) fn is_new(&self) -> bool {
        self.x.is_new() && self.y.is_new()
    }

    /// Resets the covered fraction to 0 along each axis whose velocity changes.
    pub(crate) fn change_velocity(&mut self, from: Vec2, to: Vec2) {
        if from.x != to.x {
            self.x = FractionCounter::default();
        }
        if from.y != to.y {
            self.y = FractionCounter::default();
        }
    }
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "at most as far as `delta`, rounded"
)]
fn cells(covered: &mut FractionCounter, delta: f32) -> f32 {
    let whole = covered.add(f64::from(delta.abs())) as f32;
    if delta < 0.0 { -whole } else { whole }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the cells that an object of this speed moves along x in each of some steps.
    fn moved(speed: f32, steps: usize) -> Vec<f32> {
        let mut covered = WholeCells::default();
        let delta = Vec2::new(speed, 0.0);
        (0..steps).map(|_| covered.advance(delta).x).collect()
    }

    #[test]
    fn a_quarter_cell_a_step_moves_at_every_fourth_step() {
        assert_eq!(moved(-0.25, 8), [0.0, 0.0, 0.0, -1.0, 0.0, 0.0, 0.0, -1.0]);
    }

    #[test]
    fn a_fast_object_moves_several_cells_a_step() {
        assert_eq!(moved(1.5, 4), [1.0, 2.0, 1.0, 2.0]);
    }
}
