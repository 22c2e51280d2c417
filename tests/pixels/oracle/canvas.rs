//! A target that sprites are painted on.

use super::blend::{self, Blend, Pixel};
use super::light;
use super::scene::Group;

/// A target: the frame's or a group's.
pub(crate) struct Canvas {
    /// Width and height.
    pub(super) size: [i64; 2],
    /// The first column and row of the view, and the column and row after its last ones. No other pixel is painted.
    pub(super) view: [[i64; 2]; 2],
    /// Pixels, row by row.
    pub(super) pixels: Vec<Pixel>,
    /// The difference that rounding may make in each pixel: see [`Painting::slack`](super::Painting::slack).
    pub(super) slack: Vec<u32>,
    pub(super) is_linear_light: bool,
}

impl Canvas {
    /// Returns a target with one colour in its view, and one around it.
    pub(super) fn new(
        size: [i64; 2],
        view: [[i64; 2]; 2],
        [background, bars]: [[u8; 4]; 2],
        is_linear_light: bool,
    ) -> Self {
        let end = [0, 1].map(|axis| view[1][axis].min(size[axis]));
        let mut canvas = Self {
            size,
            view: [view[0], end],
            pixels: Vec::new(),
            slack: Vec::new(),
            is_linear_light,
        };
        for place in (0..size[1]).flat_map(|y| (0..size[0]).map(move |x| [x, y])) {
            canvas.pixels.push(match canvas.is_in_view(place) {
                true => Pixel::exactly(background),
                false => Pixel::exactly(bars),
            });
            canvas.slack.push(0);
        }
        canvas
    }

    /// Returns a target of one colour, whose sides are halved so often.
    pub(super) fn coarser(&self, halvings: u32, color: [u8; 4]) -> Self {
        let factor = 1 << halvings;
        let up = |at: i64| (at + factor - 1).div_euclid(factor);
        let [start, end] = self.view;
        let view = [start.map(|at| at.div_euclid(factor)), end.map(up)];
        Self::new(self.size.map(up), view, [color; 2], self.is_linear_light)
    }

    /// Returns whether each pixel must have exactly one colour.
    pub(super) fn is_exact(&self) -> bool {
        self.pixels.iter().all(|pixel| pixel.least == pixel.most)
    }

    pub(super) fn is_in_view(&self, place: [i64; 2]) -> bool {
        (0..2).all(|axis| (self.view[0][axis]..self.view[1][axis]).contains(&place[axis]))
    }

    pub(super) fn pixel(&self, place: [i64; 2]) -> Pixel {
        self.pixels[self.index(place)]
    }

    fn index(&self, [x, y]: [i64; 2]) -> usize {
        usize::try_from(y * self.size[0] + x).expect("it is in the target")
    }

    /// Mixes a colour into a pixel of the view.
    pub(super) fn mix(&mut self, place: [i64; 2], source: [u8; 4], blend: Blend) {
        let at = self.index(place);
        let beneath = self.pixels[at];
        self.pixels[at] = match self.is_linear_light {
            true => light::mixed(beneath, source, blend),
            false => blend::mixed(beneath, source, blend),
        };
        self.add_slack(at, 1, blend);
    }

    fn add_slack(&mut self, at: usize, more: u32, blend: Blend) {
        let slack = self.slack[at];
        self.slack[at] = match blend {
            Blend::Replace => more,
            Blend::Subtract if self.is_linear_light => {
                slack.saturating_add(more).saturating_mul(13)
            }
            _ => slack.saturating_add(more),
        };
    }

    /// Mixes the target of a group into all pixels of the view, as much as the alpha of its mask says.
    pub(super) fn mix_group(&mut self, target: &Self, mask: Option<&Self>, group: &Group) {
        let [start, end] = self.view;
        for place in (start[1]..end[1]).flat_map(|y| (start[0]..end[0]).map(move |x| [x, y])) {
            let (pixel, slack) = target.shown(place, group);
            let tint = match mask {
                Some(mask) => {
                    // Alpha is exact in linear light, too.
                    let (shown, _) = mask.shown(place, group);
                    blend::tinted([shown.most[3]; 4], group.tint, false)
                }
                None => group.tint,
            };
            let at = self.index(place);
            if self.is_linear_light {
                let beneath = self.pixels[at];
                self.pixels[at] = light::mixed_group(beneath, pixel, tint, group.blend);
                self.add_slack(at, slack.saturating_add(1), group.blend);
            } else {
                let source = blend::tinted(pixel.most, tint, false);
                self.mix(place, source, group.blend);
            }
        }
    }

    /// Returns the pixel that a pixel of the frame shows, and its slack.
    fn shown(&self, place: [i64; 2], group: &Group) -> (Pixel, u32) {
        let factor = 1 << group.halvings;
        if !group.is_smooth || factor == 1 {
            let at = self.index(place.map(|at| at.div_euclid(factor)));
            return (self.pixels[at], self.slack[at]);
        }
        // The position of the pixel's centre in 1/512 pixel of the target, half a pixel back: a colour belongs to the
        // centre of its pixel. The last bit has no weight.
        let back = place.map(|at| (2 * at + 1) * 256 / factor - 256);
        let [x, y] = back.map(|at| at.div_euclid(512));
        let [right, below] = back.map(|at| at.rem_euclid(512) / 2);
        let four = [[x, y], [x + 1, y], [x, y + 1], [x + 1, y + 1]].map(|at| {
            let nearest =
                [0, 1].map(|axis| at[axis].clamp(self.view[0][axis], self.view[1][axis] - 1));
            self.index(nearest)
        });
        let weights = [
            (256 - right) * (256 - below),
            right * (256 - below),
            (256 - right) * below,
            right * below,
        ];
        let mean = |end: fn(&Pixel) -> [u8; 4]| {
            core::array::from_fn(|channel| {
                let of =
                    |(at, weight): (usize, i64)| i64::from(end(&self.pixels[at])[channel]) * weight;
                let sum: i64 = four.into_iter().zip(weights).map(of).sum();
                u8::try_from((sum + 32_768) / 65_536).expect("weights add up to 65536")
            })
        };
        let pixel = Pixel {
            least: mean(|pixel| pixel.least),
            most: mean(|pixel| pixel.most),
        };
        let slack = four.into_iter().map(|at| self.slack[at]);
        (pixel, slack.max().unwrap_or(0))
    }
}
