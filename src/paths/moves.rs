//! Moves from a cell to its neighbours.

use glam::IVec2;

use crate::base::checksum::summed;

/// The moves that a path may take from a cell. Defaults to `Eight`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum GridMoves {
    /// Right, down, left and up.
    Four,
    /// These four, and diagonal moves that cut no corner: both cells beside a diagonal move are open.
    #[default]
    Eight,
    /// These four, and diagonal moves of which at least one cell beside them is open.
    EightCuttingCorners,
}

summed!(enum GridMoves: 0 Four, 1 Eight, 2 EightCuttingCorners);

/// Cost of a straight move into a cell of cost 1.
pub(super) const STRAIGHT: u32 = 10;
/// Cost of a diagonal move into a cell of cost 1: the square root of 2, rounded.
pub(super) const DIAGONAL: u32 = 14;

/// The directions of moves, in the order in which they are tried. The diagonal number `4 + n` lies between the straight
/// directions `n` and `n + 1`.
pub(super) const DIRECTIONS: [IVec2; 8] = [
    IVec2::new(1, 0),
    IVec2::new(0, 1),
    IVec2::new(-1, 0),
    IVec2::new(0, -1),
    IVec2::new(1, 1),
    IVec2::new(-1, 1),
    IVec2::new(-1, -1),
    IVec2::new(1, -1),
];

/// Returns the number of the opposite direction.
pub(super) fn opposite(direction: u8) -> u8 {
    (direction & 4) | (direction + 2) & 3
}

/// Returns the values of a cell's neighbours in the order of [`DIRECTIONS`]. `list` has `stride` values a row, and the cell
/// is not at its edge.
#[inline]
pub(super) fn around<T: Copy + Default>(list: &[T], cell: usize, stride: usize) -> [T; 8] {
    // Three slices of known length, so that only these are checked.
    let row = |start: usize| -> [T; 3] {
        let row = list.get(start..).and_then(<[T]>::first_chunk);
        row.copied().unwrap_or_default()
    };
    let (above, beside, below) = (
        row(cell - stride - 1),
        row(cell - 1),
        row(cell + stride - 1),
    );
    [
        beside[2], below[1], beside[0], above[1], below[2], below[0], above[0], above[2],
    ]
}

/// Returns the costs of paths that end with a move from a cell, in the order of [`DIRECTIONS`]. `before` is the cost of the
/// path to the cell, and `entered` has the costs of its neighbours.
#[inline]
pub(super) fn totals(before: u32, entered: [u8; 8]) -> [u32; 8] {
    let mut totals = [before; 8];
    for (number, total) in totals.iter_mut().enumerate() {
        let length = if number < 4 { STRAIGHT } else { DIAGONAL };
        *total = total.saturating_add(length * u32::from(entered[number]));
    }
    totals
}

/// Returns a bit for each direction with a lower total.
#[inline]
pub(super) fn cheaper(totals: [u32; 8], than: [u32; 8]) -> u8 {
    let bits = (0..8).map(|number| u8::from(totals[number] < than[number]) << number);
    bits.fold(0, |bits, bit| bits | bit)
}

impl GridMoves {
    /// Returns a bit for each direction that can be taken, for the costs of the neighbours. The neighbour in that direction
    /// may be blocked.
    #[inline]
    pub(super) fn allowed(self, neighbours: [u8; 8]) -> u8 {
        let open = |number: usize| neighbours[number & 3] != 0;
        let mut allowed = 0b1111;
        for number in 0..4 {
            let is_allowed = match self {
                Self::Four => false,
                Self::Eight => open(number) && open(number + 1),
                Self::EightCuttingCorners => open(number) || open(number + 1),
            };
            allowed |= u8::from(is_allowed) << (4 + number);
        }
        allowed
    }

    /// Returns the weights of a distance's longer and shorter side. Their sum is the least cost of a path on a grid whose
    /// lowest cost is 1.
    pub(super) fn weights(self) -> (u32, u32) {
        match self {
            Self::Four => (STRAIGHT, STRAIGHT),
            Self::Eight | Self::EightCuttingCorners => (STRAIGHT, DIAGONAL - STRAIGHT),
        }
    }
}
