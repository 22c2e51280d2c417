//! One page of the atlas: its texels, their versions, and which rectangles are free.

use core::fmt;

use etagere::{AllocId, AtlasAllocator, size2};

use super::{BAND_ROWS, Placement};

/// Largest number of images in one area of a page. `etagere` counts its items in 16 bits without a check, and may need
/// a free item for each image: with this limit the count cannot overflow.
pub(super) const MAX_IMAGES_PER_AREA: u16 = 16_384;

/// A page of the atlas: a square of texels.
pub struct Page {
    /// Width and height in texels.
    side: u16,
    /// Row after row. 0 where nothing was written yet.
    pixels: Vec<u32>,
    // The atlas's version when each band last changed. A counter for each band would not do: with versions, a consumer
    // that has seen `Atlas::version` can skip all bands.
    bands: Vec<u64>,
    /// The square that the page was at first, then two rectangles for each time it grew.
    areas: Vec<Area>,
}

/// A part of a page with a separate packer, because `etagere` cannot enlarge the area of a packer.
struct Area {
    /// The leftmost column, in texels of the page.
    left: u16,
    /// The topmost row, in texels of the page.
    top: u16,
    /// Packer of the free rectangles.
    places: AtlasAllocator,
    /// The number of images in it, at most [`MAX_IMAGES_PER_AREA`].
    images: u16,
}

/// Identifies the area of an image on its page.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct AllocationId {
    area: u16,
    id: AllocId,
}

impl Page {
    pub(super) fn new(side: u16) -> Self {
        let mut page = Self {
            side: 0,
            pixels: Vec::new(),
            bands: Vec::new(),
            areas: Vec::new(),
        };
        page.grow(side);
        page
    }

    /// Returns the texels row after row, sRGB premultiplied by alpha, each `u32::from_le_bytes([r, g, b, a])`.
    pub fn pixels(&self) -> &[u32] {
        &self.pixels
    }

    /// Returns for each band of [`BAND_ROWS`] rows (the last may be lower) the atlas's version when a texel in it
    /// last changed; 0 while the band is still blank.
    pub fn band_versions(&self) -> &[u64] {
        &self.bands
    }

    /// Makes the page larger. Images keep their positions.
    pub(super) fn grow(&mut self, side: u16) {
        let [old, new] = [self.side, side].map(usize::from);
        let mut pixels = vec![0; new * new];
        if old > 0 {
            for (to, from) in pixels.chunks_mut(new).zip(self.pixels.chunks(old)) {
                to[..old].copy_from_slice(from);
            }
        }
        self.pixels = pixels;
        // The last band may be higher now. Its version stays, because its new rows are blank, as in a consumer's new
        // copy.
        self.bands.resize(usize::from(side.div_ceil(BAND_ROWS)), 0);
        // Adds two rectangles: one to the right of the old area, and one below both of them.
        let more = side - self.side;
        self.add_area([self.side, 0], [more, self.side]);
        self.add_area([0, self.side], [side, more]);
        self.side = side;
    }

    fn add_area(&mut self, [left, top]: [u16; 2], [width, height]: [u16; 2]) {
        if width > 0 && height > 0 {
            self.areas.push(Area {
                left,
                top,
                places: AtlasAllocator::new(size2(width.into(), height.into())),
                images: 0,
            });
        }
    }

    /// Allocates a free area of this size, and returns its left and top texel.
    pub(super) fn place(&mut self, width: u16, height: u16) -> Option<(AllocationId, u16, u16)> {
        (0..).zip(&mut self.areas).find_map(|(number, area)| {
            let (id, x, y) = area.place(width, height)?;
            Some((AllocationId { area: number, id }, x, y))
        })
    }

    /// Frees an area.
    ///
    /// # Panics
    /// If it was freed before.
    pub(super) fn free(&mut self, place: AllocationId) {
        let area = &mut self.areas[usize::from(place.area)];
        area.places.deallocate(place.id);
        area.images -= 1;
    }

    /// Copies texels to a position. `version` is the atlas's new version.
    pub(super) fn write(&mut self, place: &Placement, texels: &[u32], version: u64) {
        let (side, width) = (usize::from(self.side), usize::from(place.width));
        let mut start = usize::from(place.y) * side + usize::from(place.x);
        for row in texels.chunks_exact(width) {
            self.pixels[start..start + width].copy_from_slice(row);
            start += side;
        }
        // Marks every band that the image touches, because consumers copy whole bands.
        let first = usize::from(place.y / BAND_ROWS);
        let last = usize::from((place.y + (place.height - 1)) / BAND_ROWS);
        self.bands[first..=last].fill(version);
    }
}

impl Area {
    /// Allocates a free area of this size, and returns its left and top texel in the page.
    fn place(&mut self, width: u16, height: u16) -> Option<(AllocId, u16, u16)> {
        if self.images == MAX_IMAGES_PER_AREA {
            return None;
        }
        let found = self.places.allocate(size2(width.into(), height.into()))?;
        self.images += 1;
        // Only the corner is used: the rectangle is as high as the packer's shelf, which may be higher than the image.
        let corner = found.rectangle.min;
        // A page's side fits into a `u16`, and so does every position on it.
        let x = u16::try_from(corner.x).ok()?;
        let y = u16::try_from(corner.y).ok()?;
        Some((found.id, self.left + x, self.top + y))
    }
}

impl fmt::Debug for Page {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let images: u32 = self.areas.iter().map(|area| u32::from(area.images)).sum();
        f.debug_struct("Page")
            .field("texels", &self.pixels.len())
            .field("images", &images)
            .finish_non_exhaustive()
    }
}
