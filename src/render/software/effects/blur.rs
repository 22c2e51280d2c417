//! Blurs by running sums: the cost does not grow with the radius.

use super::super::pixel_bounds::PixelBounds;
use super::{Channels, EffectSource, each, packed};

/// Weights of a blur: the pixel itself has `reach`, each further one 16 less, up to `taps` pixels away.
#[derive(Clone, Copy)]
struct Weights {
    reach: u32,
    taps: i32,
    /// Weight of the last pixels.
    last: u32,
    /// Sum of all weights.
    sum: u32,
}

/// Sums of pixels around a place on a line.
struct RunningSums {
    weighted: Channels,
    /// Sum of the next pixels.
    ahead: Channels,
    /// Sum of the last pixels, including the one at the place.
    behind: Channels,
}

impl RunningSums {
    /// Returns the sums around a place. `pixel` returns a pixel of the line.
    fn new(weights: Weights, place: i32, pixel: &impl Fn(i32) -> Channels) -> Self {
        let mut sums = Self {
            weighted: [0; 4],
            ahead: [0; 4],
            behind: [0; 4],
        };
        for away in -weights.taps..=weights.taps {
            let color = pixel(place + away);
            let weight = weights.reach - 16 * away.unsigned_abs();
            sums.weighted = each(|channel| sums.weighted[channel] + weight * color[channel]);
            if away > 0 {
                sums.ahead = each(|channel| sums.ahead[channel] + color[channel]);
            } else if away > -weights.taps {
                sums.behind = each(|channel| sums.behind[channel] + color[channel]);
            }
        }
        sums
    }

    /// Moves from a place to the next one: pixels ahead gain weight, and pixels behind lose some.
    fn advance(&mut self, weights: Weights, place: i32, pixel: &impl Fn(i32) -> Channels) {
        let Weights { taps, last, .. } = weights;
        let (next, new) = (pixel(place + 1), pixel(place + taps + 1));
        let (old, older) = (pixel(place - taps + 1), pixel(place - taps));
        *self = Self {
            weighted: each(|channel| {
                let gain = 16 * self.ahead[channel] + last * new[channel];
                let loss = 16 * self.behind[channel] + last * older[channel];
                self.weighted[channel] + gain - loss
            }),
            ahead: each(|channel| self.ahead[channel] + new[channel] - next[channel]),
            behind: each(|channel| self.behind[channel] + next[channel] - old[channel]),
        };
    }

    /// Returns the mean, rounded to nearest.
    fn mean(&self, weights: Weights) -> u32 {
        packed(
            self.weighted
                .map(|sum| (sum + weights.sum / 2) / weights.sum),
        )
    }
}

impl EffectSource<'_> {
    fn weights(&self) -> Weights {
        let [reach, sum, ..] = *self.numbers();
        let taps = (reach - 1) / 16;
        Weights {
            reach: reach.cast_unsigned(),
            taps,
            last: (reach - 16 * taps).cast_unsigned(),
            sum: sum.cast_unsigned(),
        }
    }

    pub(super) fn blur_across(&self, rows: PixelBounds, pixels: &mut [u32]) {
        let (view, weights) = (self.view, self.weights());
        let lines = pixels.chunks_exact_mut(self.width.into());
        for (y, line) in (rows.top..).zip(lines) {
            if !(view.top..view.bottom).contains(&y) {
                continue;
            }
            let pixel = |x: i32| self.pixel_at([x, y.into()]);
            let mut sums = RunningSums::new(weights, view.left.into(), &pixel);
            for (x, shown) in (i32::from(view.left)..)
                .zip(&mut line[usize::from(view.left)..usize::from(view.right)])
            {
                *shown = sums.mean(weights);
                sums.advance(weights, x, &pixel);
            }
        }
    }

    pub(super) fn blur_down(&self, rows: PixelBounds, pixels: &mut [u32]) {
        let (view, weights) = (self.view, self.weights());
        let (top, bottom) = (rows.top.max(view.top), rows.bottom.min(view.bottom));
        if top >= bottom {
            return;
        }
        let width = usize::from(self.width);
        let first = usize::from(top - rows.top) * width;
        for x in view.left..view.right {
            let pixel = |y: i32| self.pixel_at([x.into(), y]);
            let mut sums = RunningSums::new(weights, top.into(), &pixel);
            let column = pixels[first..].iter_mut().skip(x.into()).step_by(width);
            for (y, shown) in (top..bottom).zip(column) {
                *shown = sums.mean(weights);
                sums.advance(weights, y.into(), &pixel);
            }
        }
    }
}
