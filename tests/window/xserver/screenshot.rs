//! What is seen on a screen, and where in it something of a colour is.

use std::ops::Range;

use damselfly::Color;

/// The screen's pixels: `0xrrggbb`, row after row.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Screenshot {
    size: [u32; 2],
    pixels: Vec<u32>,
}

impl core::fmt::Debug for Screenshot {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "a screen of {:?}", self.size)
    }
}

/// A rectangle of pixels: left, top, right, bottom; the last two are outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Area(pub(crate) [u32; 4]);

impl Area {
    pub(crate) fn center(self) -> [u32; 2] {
        let [left, top, right, bottom] = self.0;
        [(left + right) / 2, (top + bottom) / 2]
    }

    fn columns(self) -> Range<u32> {
        self.0[0]..self.0[2]
    }

    fn rows(self) -> Range<u32> {
        self.0[1]..self.0[3]
    }
}

impl Screenshot {
    pub(crate) fn new(size: [u32; 2], pixels: Vec<u32>) -> Self {
        assert_eq!(pixels.len(), size[0] as usize * size[1] as usize);
        Self { size, pixels }
    }

    fn at(&self, [x, y]: [u32; 2]) -> u32 {
        self.pixels[(y * self.size[0] + x) as usize]
    }

    /// The places within an area that are of this colour, row after row.
    pub(crate) fn places(&self, area: Area, color: Color) -> Vec<[u32; 2]> {
        let row = |y| area.columns().map(move |x| [x, y]);
        let all = area.rows().flat_map(row);
        all.filter(|&place| is(self.at(place), color)).collect()
    }

    /// Whether everything outside of an area, or everything in it, is of this colour.
    pub(crate) fn is_all(&self, area: Area, color: Color) -> bool {
        let row = |y| area.columns().map(move |x| [x, y]);
        area.rows()
            .flat_map(row)
            .all(|place| is(self.at(place), color))
    }

    /// The least area that has everything of this colour in it.
    pub(crate) fn extent(&self, area: Area, color: Color) -> Option<Area> {
        let places = self.places(area, color);
        let side = |axis: usize| places.iter().map(move |place| place[axis]);
        Some(Area([
            side(0).min()?,
            side(1).min()?,
            side(0).max()? + 1,
            side(1).max()? + 1,
        ]))
    }
}

/// Whether a pixel has a colour. Drivers may round a little differently.
fn is(pixel: u32, color: Color) -> bool {
    let [_, r, g, b] = pixel.to_be_bytes();
    let channels = [(r, color.r), (g, color.g), (b, color.b)];
    channels.iter().all(|(a, b)| a.abs_diff(*b) <= 2)
}
