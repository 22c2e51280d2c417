//! Coverage of a glyph's pixels, and what widens it: bold strokes and outlines. Integers alone decide each pixel.

use super::super::texels::{FrameTexels, TooLarge};
use super::built_in::{GLYPH_HEIGHT, GLYPH_WIDTH, GlyphRows};

/// Coverage of each pixel, row after row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Coverage {
    /// Pixels in a row, at least 1.
    pub(super) width: u16,
    /// 0 (not covered) to 255 (covered).
    pub(super) alpha: Vec<u8>,
}

/// How an outline ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OutlineEdge {
    /// Pixels are covered in part.
    #[cfg_attr(
        not(any(test, feature = "truetype")),
        expect(dead_code, reason = "only outline fonts have soft edges")
    )]
    Soft,
    /// Pixels are covered or not, for fonts made of pixels.
    Hard,
}

impl Coverage {
    /// Returns the coverage of a glyph of the built-in font.
    pub(super) fn of_rows(rows: &GlyphRows) -> Self {
        let lit = |row: u8| (0..8).map(move |x| if row & (0x80 >> x) == 0 { 0 } else { 255 });
        Self {
            width: GLYPH_WIDTH,
            alpha: rows[..usize::from(GLYPH_HEIGHT)]
                .iter()
                .copied()
                .flat_map(lit)
                .collect(),
        }
    }

    /// Returns the number of rows.
    pub(super) fn height(&self) -> u16 {
        let height = self.alpha.len() / usize::from(self.width);
        u16::try_from(height).unwrap_or(u16::MAX)
    }

    /// Returns the coverage as white texels, so that a tint can be any colour.
    pub(super) fn white(&self) -> FrameTexels {
        let white = |&alpha: &u8| u32::from_le_bytes([alpha; 4]);
        FrameTexels {
            width: self.width,
            height: self.height(),
            texels: self.alpha.iter().map(white).collect(),
        }
    }

    /// Widens strokes by `by` pixels to the right: each pixel takes the highest coverage among itself and the `by`
    /// pixels before it.
    #[cfg(feature = "truetype")]
    pub(super) fn smeared(&self, by: u16, limit: u16) -> Result<Self, TooLarge> {
        let (from, width) = (usize::from(self.width), self.width.saturating_add(by));
        if width > limit {
            return Err(TooLarge([width, self.height()]));
        }
        let mut alpha = Vec::with_capacity(self.alpha.len() / from * usize::from(width));
        for row in self.alpha.chunks_exact(from) {
            for x in 0..usize::from(width) {
                // The highest coverage, not the sum, which would be too opaque where edges overlap.
                let reached = x.saturating_sub(by.into())..from.min(x + 1);
                alpha.push(row[reached].iter().copied().max().unwrap_or(0));
            }
        }
        Ok(Self { width, alpha })
    }

    /// Returns the coverage with `by` empty pixels on each side.
    pub(super) fn padded(&self, by: u16, limit: u16) -> Result<Self, TooLarge> {
        let [width, height] =
            [self.width, self.height()].map(|length| length.saturating_add(by.saturating_mul(2)));
        if width.max(height) > limit {
            return Err(TooLarge([width, height]));
        }
        let mut alpha = vec![0; usize::from(width) * usize::from(height)];
        let rows = alpha.chunks_exact_mut(width.into()).skip(by.into());
        for (row, from) in rows.zip(self.alpha.chunks_exact(self.width.into())) {
            row[by.into()..usize::from(by) + from.len()].copy_from_slice(from);
        }
        Ok(Self { width, alpha })
    }

    /// Widens everything by a number of quarter pixels on all sides, and adds as many pixels as that takes: the second
    /// result, on each side. A pixel takes the highest coverage of the pixels within this distance.
    pub(super) fn outlined(
        &self,
        quarters: u16,
        edge: OutlineEdge,
        limit: u16,
    ) -> Result<(Self, u16), TooLarge> {
        let reach = quarters.div_ceil(4);
        let mut outlined = self.padded(reach, limit)?;
        let brush = Brush::new(quarters, edge);
        let [from_width, width] = [self.width, outlined.width].map(usize::from);
        for (at, &alpha) in self.alpha.iter().enumerate() {
            if alpha > 0 && !self.is_inner(at) {
                let corner = at / from_width * width + at % from_width;
                brush.paint(&mut outlined.alpha[corner..], width, alpha);
            }
        }
        Ok((outlined, reach))
    }

    /// Returns whether a pixel and its four neighbours are fully covered. Its neighbours then reach all pixels around
    /// it at least as well.
    fn is_inner(&self, at: usize) -> bool {
        let width = usize::from(self.width);
        let column = at % width;
        let is_full = |at: Option<usize>| at.and_then(|at| self.alpha.get(at)) == Some(&255);
        column > 0
            && column + 1 < width
            && [
                Some(at),
                at.checked_sub(width),
                Some(at + width),
                Some(at - 1),
                Some(at + 1),
            ]
            .into_iter()
            .all(is_full)
    }
}

/// Coverage that a fully covered pixel gives to the pixels around it.
struct Brush {
    /// Pixels in a row: an odd number.
    width: usize,
    weights: Vec<u8>,
}

impl Brush {
    fn new(quarters: u16, edge: OutlineEdge) -> Self {
        let reach = i32::from(quarters.div_ceil(4));
        let radius = i32::from(quarters) * 64;
        let weight = |dx: i32, dy: i32| {
            // Distance between the middles of the pixels, in units of 1/256 pixel, like the radius.
            let squared = u64::from((dx * dx + dy * dy).unsigned_abs()) << 16;
            let distance = i32::try_from(squared.isqrt()).unwrap_or(i32::MAX);
            let inside = match edge {
                OutlineEdge::Soft => radius + 256 - distance,
                OutlineEdge::Hard if distance <= radius + 128 => 255,
                OutlineEdge::Hard => 0,
            };
            u8::try_from(inside.clamp(0, 255)).unwrap_or(u8::MAX)
        };
        let rows = -reach..=reach;
        Self {
            width: rows.clone().count(),
            weights: rows
                .clone()
                .flat_map(|dy| rows.clone().map(move |dx| weight(dx, dy)))
                .collect(),
        }
    }

    /// Raises the coverage around a pixel of coverage `alpha`. The first of `pixels` is the upper left corner of the
    /// brush; `width` is the number of pixels in a row.
    fn paint(&self, pixels: &mut [u8], width: usize, alpha: u8) {
        let rows = self.weights.chunks_exact(self.width);
        for (row, weights) in pixels.chunks_mut(width).zip(rows) {
            for (pixel, &weight) in row.iter_mut().zip(weights) {
                let product = u16::from(weight) * u16::from(alpha);
                let painted = u8::try_from((product + 127) / 255).unwrap_or(u8::MAX);
                *pixel = (*pixel).max(painted);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn shown(coverage: &Coverage) -> Vec<String> {
        let rows = coverage.alpha.chunks(coverage.width.into());
        let shade = |&alpha: &u8| match alpha {
            0 => '.',
            255 => '#',
            _ => '+',
        };
        rows.map(|row| row.iter().map(shade).collect()).collect()
    }

    fn dot() -> Coverage {
        Coverage {
            width: 1,
            alpha: vec![255],
        }
    }

    #[test]
    fn outlines_of_pixel_fonts_are_squares_that_become_round() {
        let outlined =
            |pixels: u16| shown(&dot().outlined(4 * pixels, OutlineEdge::Hard, 99).unwrap().0);
        assert_eq!(outlined(1), ["###"; 3]);
        assert_eq!(outlined(2), [".###.", "#####", "#####", "#####", ".###."]);
    }

    #[test]
    fn soft_outlines_reach_as_far_as_their_width() {
        let outlined =
            |quarters| shown(&dot().outlined(quarters, OutlineEdge::Soft, 99).unwrap().0);
        assert_eq!(outlined(4), ["+#+", "###", "+#+"]);
        assert_eq!(outlined(2), ["+++", "+#+", "+++"]);
        assert_eq!(outlined(6), [".+++.", "+###+", "+###+", "+###+", ".+++."]);
    }

    #[test]
    fn an_image_that_grows_beyond_the_limit_is_refused() {
        let error = dot().outlined(8, OutlineEdge::Soft, 4);
        assert_eq!(error, Err(TooLarge([5, 5])));
        assert!(dot().outlined(8, OutlineEdge::Soft, 5).is_ok());
        assert_eq!(dot().padded(2, 4), Err(TooLarge([5, 5])));
    }

    proptest! {
        #[test]
        fn each_pixel_takes_the_highest_coverage_within_reach(
            rows in prop::collection::vec(prop::collection::vec(prop::sample::select(vec![0_u8, 0, 90, 255, 255]), 7), 1..9),
            quarters in 1_u16..14,
            is_hard: bool,
        ) {
            let edge = if is_hard { OutlineEdge::Hard } else { OutlineEdge::Soft };
            let coverage = Coverage { width: 7, alpha: rows.concat() };
            let (outlined, reach) = coverage.outlined(quarters, edge, 999).unwrap();
            prop_assert_eq!([outlined.width, outlined.height()], [7, coverage.height()].map(|side| side + 2 * reach));
            let reach = i32::from(reach);
            for (at, &alpha) in outlined.alpha.iter().enumerate() {
                let at = i32::try_from(at).unwrap();
                let (x, y) = (at % (7 + 2 * reach) - reach, at / (7 + 2 * reach) - reach);
                let mut expected = 0.0_f64;
                for (source, &covered) in coverage.alpha.iter().enumerate() {
                    let source = i32::try_from(source).unwrap();
                    let (dx, dy) = (source % 7 - x, source / 7 - y);
                    let distance = f64::from(dx * dx + dy * dy).sqrt();
                    let width = f64::from(quarters) / 4.0;
                    let weight = match edge {
                        OutlineEdge::Soft => (((width + 1.0) * 256.0 - (distance * 256.0).floor()) / 255.0).clamp(0.0, 1.0),
                        OutlineEdge::Hard => f64::from(u8::from((distance * 256.0).floor() <= (width + 0.5) * 256.0)),
                    };
                    expected = expected.max((weight * f64::from(covered)).round());
                }
                prop_assert_eq!(f64::from(alpha), expected, "{}, {}", x, y);
            }
        }
    }
}
