//! Screenshots, and the positions of a colour in them.

use damselfly::Color;

/// Tolerance for each channel of a colour.
const TOLERANCE: u8 = 2;

/// The screen's pixels, as the server sends them: blue, green, red and nothing, row after row.
///
/// Tests take many screenshots a second, and are compiled without much optimisation. So the loop over pixels counts
/// indices instead of using iterators.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Screenshot {
    size: [u32; 2],
    bytes: Vec<u8>,
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

    fn pixels(self) -> u32 {
        let [left, top, right, bottom] = self.0;
        right.saturating_sub(left) * bottom.saturating_sub(top)
    }
}

impl Screenshot {
    pub(crate) fn new(size: [u32; 2], bytes: Vec<u8>) -> Self {
        assert_eq!(bytes.len(), size[0] as usize * size[1] as usize * 4);
        Self { size, bytes }
    }

    /// Visits the pixels of an area that have this colour, row by row. Allows a tolerance, because drivers round
    /// differently.
    fn each(&self, area: Area, color: Color, mut visit: impl FnMut([u32; 2])) {
        let Area([left, top, right, bottom]) = area;
        let channels = [color.b, color.g, color.r];
        let least = channels.map(|channel| channel.saturating_sub(TOLERANCE));
        let most = channels.map(|channel| channel.saturating_add(TOLERANCE));
        let mut y = top;
        while y < bottom {
            let mut at = (y * self.size[0] + left) as usize * 4;
            let mut x = left;
            while x < right {
                let (b, g, r) = (self.bytes[at], self.bytes[at + 1], self.bytes[at + 2]);
                let is_above = b >= least[0] && g >= least[1] && r >= least[2];
                if is_above && b <= most[0] && g <= most[1] && r <= most[2] {
                    visit([x, y]);
                }
                at += 4;
                x += 1;
            }
            y += 1;
        }
    }

    /// Returns the pixels of an area that have this colour, row by row.
    pub(crate) fn places(&self, area: Area, color: Color) -> Vec<[u32; 2]> {
        let mut places = Vec::new();
        self.each(area, color, |place| places.push(place));
        places
    }

    /// Returns whether all pixels of an area have this colour.
    pub(crate) fn is_all(&self, area: Area, color: Color) -> bool {
        let mut count = 0;
        self.each(area, color, |_| count += 1);
        count == area.pixels()
    }

    /// Returns the smallest area that contains all pixels of this colour in `area`; `None` if there are none.
    pub(crate) fn extent(&self, area: Area, color: Color) -> Option<Area> {
        let mut found: Option<[u32; 4]> = None;
        self.each(area, color, |[x, y]| {
            // Rows are visited from top to bottom, so the first one is the top.
            let [left, top, right, _] = found.unwrap_or([x, y, x, y]);
            found = Some([left.min(x), top, right.max(x + 1), y + 1]);
        });
        found.map(Area)
    }
}
