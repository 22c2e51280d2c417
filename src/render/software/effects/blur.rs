//! Blurs by running sums: the cost does not grow with the radius, except for the first sum of each line of a band.

use super::super::pixel_bounds::PixelBounds;
use super::EffectSource;

/// Number of lines that are summed side by side, so that the compiler can use vectors.
const LINES: usize = 8;

/// Channels of a pixel of each line.
type Lanes = [u32; 4 * LINES];

/// Weights of a blur: the pixel itself has `reach`, each further one 16 less, up to `taps` pixels away.
#[derive(Clone, Copy)]
struct Weights {
    reach: u32,
    taps: i32,
    /// Weight of the last pixels.
    last: u32,
    /// Half of the sum of all weights.
    half: u32,
    /// A sum times `factor`, shifted to the right by `shift`, is the sum divided by that of all weights. It is exact for
    /// sums of 256 times the weights.
    factor: u64,
    shift: u32,
}

impl Weights {
    fn new([reach, sum]: [i32; 2]) -> Self {
        let taps = (reach - 1) / 16;
        let shift = 8 + 2 * sum.cast_unsigned().next_power_of_two().ilog2();
        Self {
            reach: reach.cast_unsigned(),
            taps,
            last: (reach - 16 * taps).cast_unsigned(),
            half: sum.cast_unsigned() / 2,
            factor: (1 << shift) / u64::from(sum.cast_unsigned()) + 1,
            shift,
        }
    }
}

/// Sums of pixels around a place on each line.
struct RunningSums {
    /// Weighted sum, plus half the sum of all weights.
    weighted: Lanes,
    /// Sum of the next pixels.
    ahead: Lanes,
    /// Sum of the last pixels, including the one at the place.
    behind: Lanes,
    /// The pixel that loses its weight next.
    oldest: Lanes,
}

impl RunningSums {
    /// Returns the sums around a place. `pixel` returns a pixel of each line.
    fn new(weights: Weights, place: i32, pixel: &impl Fn(i32) -> Lanes) -> Self {
        let Weights { reach, taps, .. } = weights;
        let mut sums = Self {
            weighted: [weights.half; 4 * LINES],
            ahead: [0; 4 * LINES],
            behind: [0; 4 * LINES],
            oldest: pixel(place - taps),
        };
        for away in -taps..=taps {
            let color = pixel(place + away);
            let weight = reach - 16 * away.unsigned_abs();
            add(&mut sums.weighted, |lane| weight * color[lane]);
            if away > 0 {
                add(&mut sums.ahead, |lane| color[lane]);
            } else if away > -taps {
                add(&mut sums.behind, |lane| color[lane]);
            }
        }
        sums
    }

    /// Moves from a place to the next one: pixels ahead gain weight, and pixels behind lose some.
    fn advance(&mut self, weights: Weights, place: i32, pixel: &impl Fn(i32) -> Lanes) {
        let Weights { taps, last, .. } = weights;
        let (next, new, old) = (
            pixel(place + 1),
            pixel(place + taps + 1),
            pixel(place - taps + 1),
        );
        let Self {
            weighted,
            ahead,
            behind,
            oldest,
        } = self;
        // Differences may be negative: sums of 32 bits wrap, and no sum of pixels is that large.
        add(weighted, |lane| {
            let turned = ahead[lane].wrapping_sub(behind[lane]).wrapping_mul(16);
            let ends = new[lane].wrapping_sub(oldest[lane]).wrapping_mul(last);
            turned.wrapping_add(ends)
        });
        add(ahead, |lane| new[lane].wrapping_sub(next[lane]));
        add(behind, |lane| next[lane].wrapping_sub(old[lane]));
        *oldest = old;
    }

    /// Returns the mean of each line, rounded to nearest.
    fn means(&self, weights: Weights) -> [u32; LINES] {
        let mean = |sum: u32| {
            let mean = (u64::from(sum) * weights.factor) >> weights.shift;
            mean.to_le_bytes()[0]
        };
        bytemuck::cast(self.weighted.map(mean))
    }
}

fn add(sums: &mut Lanes, more: impl Fn(usize) -> u32) {
    for (lane, sum) in sums.iter_mut().enumerate() {
        *sum = sum.wrapping_add(more(lane));
    }
}

/// Pixels of a target that lie side by side: the first of each line, and the way from a pixel of a line to the next one.
struct BlurLines {
    first: [usize; LINES],
    stride: usize,
    /// Number of lines. The others repeat the last one.
    count: usize,
    /// The places of the view on a line.
    view: core::ops::Range<u16>,
}

impl EffectSource<'_> {
    /// Blurs places of some lines. `pixels` begins with the pixel of this index in the target.
    fn blur(
        &self,
        lines: &BlurLines,
        places: core::ops::Range<u16>,
        pixels: &mut [u32],
        begin: usize,
    ) {
        let [reach, sum, ..] = *self.numbers();
        let weights = Weights::new([reach, sum]);
        let (low, high) = (i32::from(lines.view.start), i32::from(lines.view.end) - 1);
        let pixel = |place: i32| -> Lanes {
            let along = place.clamp(low, high).cast_unsigned() as usize * lines.stride;
            let pixels = lines.first.map(|first| self.from[first + along]);
            bytemuck::cast::<_, [u8; 4 * LINES]>(pixels).map(u32::from)
        };
        let mut sums = RunningSums::new(weights, places.start.into(), &pixel);
        for place in places {
            let along = usize::from(place) * lines.stride;
            let shown = lines.first.iter().zip(sums.means(weights));
            for (first, mean) in shown.take(lines.count) {
                pixels[first + along - begin] = mean;
            }
            sums.advance(weights, place.into(), &pixel);
        }
    }

    pub(super) fn blur_across(&self, rows: PixelBounds, pixels: &mut [u32]) {
        let (view, width) = (self.view, usize::from(self.width));
        let (top, bottom) = (rows.top.max(view.top), rows.bottom.min(view.bottom));
        for y in (top..bottom).step_by(LINES) {
            let lines = BlurLines {
                first: lines_from(y, bottom).map(|y| y * width),
                stride: 1,
                count: usize::from(bottom - y),
                view: view.left..view.right,
            };
            let begin = usize::from(rows.top) * width;
            self.blur(&lines, view.left..view.right, pixels, begin);
        }
    }

    pub(super) fn blur_down(&self, rows: PixelBounds, pixels: &mut [u32]) {
        let (view, width) = (self.view, usize::from(self.width));
        let (top, bottom) = (rows.top.max(view.top), rows.bottom.min(view.bottom));
        if top >= bottom {
            return;
        }
        for x in (view.left..view.right).step_by(LINES) {
            let lines = BlurLines {
                first: lines_from(x, view.right),
                stride: width,
                count: usize::from(view.right - x),
                view: view.top..view.bottom,
            };
            self.blur(&lines, top..bottom, pixels, usize::from(rows.top) * width);
        }
    }
}

/// Returns the numbers of lines from `first` on, and the last one again where there are no more.
fn lines_from(first: u16, end: u16) -> [usize; LINES] {
    core::array::from_fn(|line| (usize::from(first) + line).min(usize::from(end) - 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mean_is_the_nearest_of_the_quotient() {
        for reach in 17..=1040 {
            let taps = (reach - 1) / 16;
            let sum = reach + taps * (2 * reach - 16 * (taps + 1));
            let weights = Weights::new([reach, sum]);
            let divisor = sum.cast_unsigned();
            // Quotients change at multiples of the divisor.
            for weighted in (1..256).flat_map(|mean| [mean * divisor - 1, mean * divisor]) {
                let mean = (u64::from(weighted) * weights.factor) >> weights.shift;
                assert_eq!(mean, u64::from(weighted / divisor), "{reach} {weighted}");
            }
        }
    }
}
