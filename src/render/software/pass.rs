//! The targets of a frame's passes: those of groups, and the frame's own.

use core::ops::Range;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::effects::EffectSource;
use super::pixel_bounds::PixelBounds;
use crate::assets::EffectFunction;
use crate::render::cameras::TexelArea;
use crate::render::effects::{EffectStep, SCRATCH_TARGETS};
use crate::scene::GroupLook;

/// Some rows of a target.
pub(super) trait TargetRows {
    /// Number of rows. The last ones of a target may have fewer.
    const ROWS: u16;

    /// Returns the rows of this rectangle.
    fn new(rect: PixelBounds) -> Self;

    /// Returns the pixels, row after row.
    fn pixels(&self) -> &[u32];

    /// Carries out a step of an effect on these rows.
    fn apply(&mut self, source: &EffectSource<'_>);
}

/// A target, and what a pass draws on it, in bands of type `B`.
#[derive(Debug)]
pub(super) struct PassTarget<B> {
    /// Width and height, in pixels.
    pub(super) size: [u16; 2],
    /// The part that sprites can reach.
    pub(super) view: PixelBounds,
    /// The colour of the view before sprites are drawn, premultiplied.
    pub(super) background: u32,
    /// The colour around the view.
    pub(super) bars: u32,
    /// Range of the chunk table.
    pub(super) chunks: Range<usize>,
    /// Bands, from top to bottom.
    pub(super) bands: Vec<Mutex<B>>,
    /// How the target is mixed into the frame's.
    pub(super) look: GroupLook,
    /// Whether the target before it is its mask.
    pub(super) has_mask: bool,
    /// Number of its light map, if it is one.
    pub(super) light_map: Option<usize>,
    /// The texels that it becomes, if it is the image of a camera.
    pub(super) texels: Option<TexelArea>,
    /// The finished pixels of a group, row after row.
    pixels: Vec<u32>,
    /// Steps of its effects.
    pub(super) steps: Vec<EffectStep>,
    /// Number of steps that have begun.
    steps_begun: usize,
    /// Pixels after steps, row after row.
    scratch: [Vec<u32>; SCRATCH_TARGETS],
}

impl<B> Default for PassTarget<B> {
    fn default() -> Self {
        Self {
            size: [0; 2],
            view: PixelBounds::default(),
            background: 0,
            bars: 0,
            chunks: 0..0,
            bands: Vec::new(),
            look: GroupLook::default(),
            has_mask: false,
            light_map: None,
            texels: None,
            pixels: Vec::new(),
            steps: Vec::new(),
            steps_begun: 0,
            scratch: [const { Vec::new() }; SCRATCH_TARGETS],
        }
    }
}

impl<B: TargetRows> PassTarget<B> {
    /// Cuts the target into new bands, and frees the old pixels, if its size has changed.
    pub(super) fn fit(&mut self, size: [u16; 2]) {
        if size == self.size {
            return;
        }
        self.size = size;
        // Lists of the old size may be far larger.
        self.pixels = Vec::new();
        self.scratch = [const { Vec::new() }; SCRATCH_TARGETS];
        self.bands.clear();
        let mut top = 0;
        while top < size[1] {
            let bottom = size[1].min(top.saturating_add(B::ROWS));
            self.bands.push(Mutex::new(B::new(PixelBounds {
                left: 0,
                top,
                right: size[0],
                bottom,
            })));
            top = bottom;
        }
    }

    /// Calls `copy` with each band's part of a list of the target's pixels, row after row, and with its pixels.
    pub(super) fn copy_pixels(&self, pixels: &mut [u32], copy: impl Fn(&mut [u32], &[u32])) {
        // Bands are whole rows of the target, so that each is one slice of it.
        let mut rest = pixels;
        for band in &self.bands {
            let band = locked(band);
            let part = rest
                .split_off_mut(..band.pixels().len())
                .unwrap_or_default();
            copy(part, band.pixels());
        }
    }

    /// Copies the drawn bands, so that later passes can read their pixels.
    pub(super) fn finish(&mut self) {
        self.keep(0);
        self.steps_begun = 0;
    }

    /// Returns the pixels of the finished target, row after row.
    pub(super) fn finished(&self) -> &[u32] {
        &self.pixels
    }

    /// Begins the next step of its effects. Returns false if there is none.
    pub(super) fn begin_step(&mut self) -> bool {
        if self.steps_begun >= self.steps.len() {
            return false;
        }
        let drawn = self.steps_begun.checked_sub(1);
        self.keep(drawn.map_or(0, |last| self.steps[last].to));
        self.steps_begun += 1;
        true
    }

    /// Carries out the step that has begun on a band.
    pub(super) fn apply_step(&self, band: &mut B, functions: &[Option<EffectFunction>]) {
        let begun = self.steps_begun.checked_sub(1);
        if let Some(step) = begun.and_then(|last| self.steps.get(last)) {
            band.apply(&EffectSource {
                step,
                width: self.size[0],
                view: self.view,
                from: self.kept(step.from),
                functions,
                base: self.kept(step.base),
            });
        }
    }

    /// Copies the bands to the target of this number.
    fn keep(&mut self, number: usize) {
        let mut pixels = core::mem::take(self.kept_mut(number));
        pixels.resize(usize::from(self.size[0]) * usize::from(self.size[1]), 0);
        self.copy_pixels(&mut pixels, |to, from| to.copy_from_slice(from));
        *self.kept_mut(number) = pixels;
    }

    /// Returns the pixels of a target of effects.
    fn kept(&self, number: usize) -> &[u32] {
        match number.checked_sub(1) {
            None => &self.pixels,
            Some(further) => &self.scratch[further],
        }
    }

    fn kept_mut(&mut self, number: usize) -> &mut Vec<u32> {
        match number.checked_sub(1) {
            None => &mut self.pixels,
            Some(further) => &mut self.scratch[further],
        }
    }

    /// Returns the finished pixels that a row of the frame shows from column `left` on. `scratch` has their number, and
    /// is filled if they are not in a row already.
    pub(super) fn row<'a>(&'a self, left: u16, y: u16, scratch: &'a mut [u32]) -> &'a [u32] {
        let halvings = self.look.resolution.halvings();
        if halvings == 0 {
            let start = self.index(left.into(), y.into());
            return &self.pixels[start..][..scratch.len()];
        }
        self.copy_row(left, y, scratch);
        scratch
    }

    /// Writes the finished pixels that a row of the frame shows from column `left` on.
    pub(super) fn copy_row(&self, left: u16, y: u16, row: &mut [u32]) {
        let halvings = self.look.resolution.halvings();
        if self.look.is_smooth && halvings > 0 {
            return self.copy_means(left, y, halvings, row);
        }
        for (x, texel) in (i32::from(left)..).zip(row) {
            *texel = self.pixels[self.index(x >> halvings, i32::from(y) >> halvings)];
        }
    }

    /// Writes the means of four pixels around the centres of a row of the frame's pixels, with weights in 1/256.
    fn copy_means(&self, left: u16, y: u16, halvings: u32, row: &mut [u32]) {
        // Half a pixel is subtracted, because the colour of a pixel is at its centre.
        let from_centre = |at: i32| ((2 * at + 1) << (15 - halvings)) - 32768;
        let weight = |at: i32| u64::from((at >> 8 & 255).cast_unsigned());
        let down = from_centre(y.into());
        let (upper, below) = (down >> 16, weight(down));
        // Pixels are mixed down once for each column of the target, and then across.
        let column = |x: i32| {
            let [upper, lower] = [upper, upper + 1].map(|y| lanes(self.nearest([x, y])));
            [0, 1].map(|pair| upper[pair] * (256 - below) + lower[pair] * below)
        };
        let mut shown = from_centre(left.into()) >> 16;
        let [mut first, mut second] = [shown, shown + 1].map(column);
        for (x, texel) in (i32::from(left)..).zip(row) {
            let across = from_centre(x);
            if across >> 16 != shown {
                shown = across >> 16;
                first = second;
                second = column(shown + 1);
            }
            let right = weight(across);
            let mixed = [0, 1].map(|pair| {
                // Nothing overflows, so checks would only take time.
                let sum = first[pair]
                    .wrapping_mul(256 - right)
                    .wrapping_add(second[pair].wrapping_mul(right));
                sum.wrapping_add(0x8000_0000_8000) >> 16 & 0xff_0000_00ff
            });
            *texel = pixel(mixed);
        }
    }

    /// Returns the pixel of the view that is nearest to a position.
    fn nearest(&self, position: [i32; 2]) -> u32 {
        let PixelBounds {
            left,
            top,
            right,
            bottom,
        } = self.view;
        let clamp = |at: i32, low: u16, high: u16| at.clamp(low.into(), i32::from(high) - 1);
        self.pixels[self.index(
            clamp(position[0], left, right),
            clamp(position[1], top, bottom),
        )]
    }

    /// Returns the index of a pixel of the target.
    #[expect(clippy::cast_sign_loss, reason = "within the target")]
    fn index(&self, x: i32, y: i32) -> usize {
        y as usize * usize::from(self.size[0]) + x as usize
    }
}

/// Returns the channels of a pixel as two pairs of 32 bits: red and blue, green and alpha.
fn lanes(pixel: u32) -> [u64; 2] {
    [pixel, pixel >> 8].map(|pair| u64::from(pair & 0xff) | u64::from(pair >> 16 & 0xff) << 32)
}

/// Returns the pixel of two pairs of channels.
#[expect(clippy::cast_possible_truncation, reason = "channels have 8 bits")]
fn pixel([even, odd]: [u64; 2]) -> u32 {
    let [even, odd] = [even, odd].map(|pair| pair as u32 | (pair >> 16) as u32);
    even | odd << 8
}

fn locked<B>(band: &Mutex<B>) -> MutexGuard<'_, B> {
    band.lock().unwrap_or_else(PoisonError::into_inner)
}
