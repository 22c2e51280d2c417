//! Outlines by runs of pixels, side by side: see `render::effects::outline`.

use super::super::pixel_bounds::PixelBounds;
use super::{Channels, EffectSource, over, packed, tinted, unpacked};

/// Number of pixels of a row that are compared side by side, so that the compiler can use vectors.
const PIXELS: usize = 64;

/// Longest half width of a run.
const REACH: usize = 8;

impl EffectSource<'_> {
    pub(super) fn thin_outline(&self, at: [i32; 2]) -> Channels {
        let pixel = self.pixel_at(at);
        let mut alpha = pixel[3];
        for [x, y] in [[-1, 0], [1, 0], [0, -1], [0, 1]] {
            alpha = alpha.max(self.pixel_at([at[0] + x, at[1] + y])[3]);
        }
        over(pixel, tinted(self.color(1), [alpha; 4]))
    }

    pub(super) fn outline_across(&self, rows: PixelBounds, pixels: &mut [u32]) {
        let [width, _, runs @ ..] = self.numbers();
        let width = (width.cast_unsigned() as usize).min(REACH);
        let (left, right) = (usize::from(self.view.left), usize::from(self.view.right));
        self.each_row(rows, pixels, |y, shown| {
            let row = self.row(self.from, y.into());
            for start in (left..right).step_by(PIXELS) {
                let mut alphas = [0; PIXELS + 2 * REACH];
                for (alpha, number) in alphas.iter_mut().zip(start..) {
                    let x = number.saturating_sub(REACH).clamp(left, right - 1);
                    *alpha = row[x].to_le_bytes()[3];
                }
                let mut most = [0; PIXELS];
                let mut channels = [[0; PIXELS]; 4];
                for away in 0..=width {
                    raise(&mut most, alphas[REACH - away..].iter().copied());
                    raise(&mut most, alphas[REACH + away..].iter().copied());
                    for (channel, run) in channels.iter_mut().zip(runs) {
                        if run.cast_unsigned() as usize == away {
                            *channel = most;
                        }
                    }
                }
                let end = right.min(start + PIXELS);
                for (number, shown) in shown[start..end].iter_mut().enumerate() {
                    *shown = u32::from_le_bytes(channels.each_ref().map(|channel| channel[number]));
                }
            }
        });
    }

    pub(super) fn outline_down(&self, rows: PixelBounds, pixels: &mut [u32]) {
        let [width, _, _, _, _, _, of_rows @ ..] = self.numbers();
        let color = self.color(1);
        let (left, right) = (usize::from(self.view.left), usize::from(self.view.right));
        let (top, bottom) = (i32::from(self.view.top), i32::from(self.view.bottom));
        self.each_row(rows, pixels, |y, shown| {
            for start in (left..right).step_by(PIXELS) {
                let end = right.min(start + PIXELS);
                let mut most = [0; PIXELS];
                for away in -width..=*width {
                    let row = of_rows[away.unsigned_abs() as usize];
                    let runs = self.row(self.from, (i32::from(y) + away).clamp(top, bottom - 1));
                    let shift = 8 * (row & 3);
                    let aside = (row >> 2).cast_unsigned() as usize;
                    let alpha = |runs: u32| (runs >> shift).to_le_bytes()[0];
                    if aside == 0 {
                        raise(&mut most, runs[start..end].iter().map(|&runs| alpha(runs)));
                        continue;
                    }
                    let before = (start..end).map(|x| x.saturating_sub(aside).max(left));
                    raise(&mut most, before.map(|x| alpha(runs[x])));
                    let behind = (start..end).map(|x| (x + aside).min(right - 1));
                    raise(&mut most, behind.map(|x| alpha(runs[x])));
                }
                let base = &self.row(self.base, y.into())[start..end];
                for ((shown, &base), alpha) in shown[start..end].iter_mut().zip(base).zip(most) {
                    // Nothing is seen below an opaque pixel.
                    *shown = match base >> 24 {
                        255 => base,
                        _ => packed(over(unpacked(base), tinted(color, [alpha.into(); 4]))),
                    };
                }
            }
        });
    }
}

/// Raises numbers to those of a list.
fn raise(most: &mut [u8; PIXELS], alphas: impl Iterator<Item = u8>) {
    for (most, alpha) in most.iter_mut().zip(alphas) {
        *most = alpha.max(*most);
    }
}
