//! An outline's disc as rows: the largest alpha of each row's run is found first, and then that of a column of runs.
//!
//! A step across writes the largest alpha of up to four runs around each pixel, one in each channel. A step down reads a
//! pixel of each row of the disc. A run that has no channel is the union of two shorter ones, displaced to both sides.

use super::NUMBERS;

/// Longest width.
pub(super) const WIDEST: i32 = 8;

/// Number of runs that a pixel has room for.
const RUNS: usize = 4;

/// First number of the half widths of runs, in the order of channels. The rows' numbers come after them.
const FIRST_RUN: usize = 2;

/// Half widths of runs that have a channel, by the width of the outline. Those that are left out have few rows.
const CHANNELS: [[i32; RUNS]; WIDEST as usize + 1] = [
    [0, 0, 0, 0],
    [1, 0, 0, 0],
    [2, 1, 0, 0],
    [3, 2, 1, 0],
    [4, 3, 1, 0],
    [5, 4, 3, 1],
    [6, 5, 3, 1],
    [7, 6, 4, 1],
    [8, 7, 4, 2],
];

/// Returns the half width of a disc's row, which is `y` pixels away from its centre.
fn half_width(width: i32, y: i32) -> i32 {
    let limit = width * width + width / 2;
    (limit - y * y).isqrt()
}

/// Returns the numbers of both steps: the width, the colour, the half widths of four channels, and a number for each row
/// from the middle one to the last. Such a number is the row's channel, plus four times the distance to either side.
pub(super) fn numbers(width: i32, color: i32) -> [i32; NUMBERS] {
    let mut numbers = [0; NUMBERS];
    let width = width.clamp(0, WIDEST);
    let channels = CHANNELS[width.cast_unsigned() as usize];
    numbers[0] = width;
    numbers[1] = color;
    numbers[FIRST_RUN..FIRST_RUN + RUNS].copy_from_slice(&channels);
    for (y, number) in (0..=width).zip(&mut numbers[FIRST_RUN + RUNS..]) {
        let half = half_width(width, y);
        // The longest run that is not too long. Two of them leave no gap if they are displaced by at most their half
        // width.
        let runs = (0..).zip(channels);
        let (channel, run) = runs
            .filter(|(_, run)| *run <= half)
            .max_by_key(|(channel, run)| (*run, -*channel))
            .unwrap_or_default();
        *number = channel + 4 * (half - run);
    }
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_runs_of_an_outline_are_its_disc() {
        for width in 1..=WIDEST {
            let numbers = numbers(width, 0);
            for y in -9..=9_i32 {
                for x in -9..=9_i32 {
                    let row = y.unsigned_abs() as usize;
                    let is_drawn = row <= width.cast_unsigned() as usize && {
                        let number = numbers[6 + row];
                        let run = numbers[2 + (number & 3).cast_unsigned() as usize];
                        let aside = number >> 2;
                        (x - aside).abs() <= run || (x + aside).abs() <= run
                    };
                    let is_inside = x * x + y * y <= width * width + width / 2;
                    assert_eq!(is_drawn, is_inside, "width {width}, {x} {y}");
                }
            }
        }
    }
}
