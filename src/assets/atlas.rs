//! The atlas: pages of texels that every picture and glyph is packed into.
//!
//! A page never moves and never changes size; when one is full the next is created. Several consumers (GPU,
//! software, capture) keep copies, each at its own pace: a page consists of bands of [`BAND_ROWS`] rows,
//! and each band has a version, so that a consumer copies the bands whose version it has not seen.
//! The atlas knows no labels and no files: its callers add those to errors.

use core::fmt;

use etagere::{AllocId, AtlasAllocator, size2};

/// Rows of texels that share a version. Fewer would copy less for a small picture, and compare more each frame. The
/// default page has 16 bands of 256 KiB.
pub const BAND_ROWS: u16 = 64;

/// The most pictures on one page. `etagere` counts its items in 16 bits without a check, and may need a free item
/// beside each picture: with this limit the count cannot overflow.
const MAX_PICTURES_PER_PAGE: u16 = 16_384;

/// The size of the atlas's pages, and how many there may be.
#[doc(alias = "texture atlas")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AtlasSettings {
    /// Width and height of a page in texels: 64 to 8192, values outside are clamped. Defaults to 1024.
    pub page_size: u16,
    /// The largest number of pages: at least 1, 0 counts as 1. Defaults to 16. A page of the default size takes
    /// 4 MiB of memory, from when it is first needed.
    pub max_pages: u16,
}

impl Default for AtlasSettings {
    fn default() -> Self {
        Self {
            page_size: 1024,
            max_pages: 16,
        }
    }
}

/// The place of a picture, in texels. Pass it to [`Atlas::remove`] to free the place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placement {
    /// The page's index in [`Atlas::pages`].
    pub page: u16,
    /// The leftmost column, in texels of the page.
    pub x: u16,
    /// The topmost row, in texels of the page.
    pub y: u16,
    /// Columns, at least 1.
    pub width: u16,
    /// Rows, at least 1.
    pub height: u16,
    id: AllocId,
}

/// Why a picture could not be inserted into the atlas.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum AtlasError {
    /// The picture has no texels.
    Empty,
    /// The picture is larger than a page.
    TooLarge {
        /// Its width and height in texels.
        size: [u16; 2],
        /// A page's width and height in texels.
        page_size: u16,
    },
    /// No page has room, and there is the largest number of pages.
    Full {
        /// The picture's width and height in texels.
        size: [u16; 2],
        /// The number of pages, which is also the limit.
        pages: u16,
        /// A page's width and height in texels.
        page_size: u16,
    },
}

impl fmt::Display for AtlasError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => write!(f, "a picture of 0 texels: expected at least 1x1"),
            Self::TooLarge {
                size: [w, h],
                page_size,
            } => write!(
                f,
                "{w}x{h} px do not fit into an atlas page of {page_size}x{page_size}: \
                 make it smaller, or raise AtlasSettings::page_size"
            ),
            Self::Full {
                size: [w, h],
                pages,
                page_size,
            } => write!(
                f,
                "no room for {w}x{h} px, all {pages} atlas pages of {page_size}x{page_size} are full: \
                 unload something, or raise AtlasSettings::max_pages"
            ),
        }
    }
}

impl core::error::Error for AtlasError {}

/// One square of texels.
pub struct Page {
    /// Row after row. 0 where nothing was written yet.
    pixels: Vec<u32>,
    // The atlas's version and not a counter of each band: a consumer that has seen `Atlas::version` skips all bands.
    bands: Vec<u64>,
    /// Which rectangles are free.
    places: AtlasAllocator,
    /// The number of pictures on the page, at most [`MAX_PICTURES_PER_PAGE`].
    pictures: u16,
}

impl Page {
    fn new(page_size: u16) -> Self {
        let side = usize::from(page_size);
        Self {
            pixels: vec![0; side * side],
            bands: vec![0; usize::from(page_size.div_ceil(BAND_ROWS))],
            places: AtlasAllocator::new(size2(page_size.into(), page_size.into())),
            pictures: 0,
        }
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

    /// Finds a free place of this size.
    fn place(&mut self, width: u16, height: u16) -> Option<(AllocId, u16, u16)> {
        if self.pictures == MAX_PICTURES_PER_PAGE {
            return None;
        }
        let found = self.places.allocate(size2(width.into(), height.into()))?;
        self.pictures += 1;
        // Only the corner counts: the rectangle is as high as the packer's shelf, which may be higher than the picture.
        let corner = found.rectangle.min;
        // A page's side is a u16, and so is every place on it.
        let x = u16::try_from(corner.x).ok()?;
        let y = u16::try_from(corner.y).ok()?;
        Some((found.id, x, y))
    }
}

impl fmt::Debug for Page {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Page")
            .field("texels", &self.pixels.len())
            .field("pictures", &self.pictures)
            .finish_non_exhaustive()
    }
}

/// Pages of premultiplied texels. The same insertions and removals give the same places everywhere.
#[derive(Debug)]
pub struct Atlas {
    /// Clamped to their ranges.
    settings: AtlasSettings,
    pages: Vec<Page>,
    /// The number of pictures written so far.
    version: u64,
}

impl Atlas {
    /// Returns an atlas without pages; settings outside their range are clamped.
    pub fn new(settings: AtlasSettings) -> Self {
        let settings = AtlasSettings {
            // At least 64: the store puts its own pictures into a new atlas, and expects them to fit.
            page_size: settings.page_size.clamp(64, 8192),
            max_pages: settings.max_pages.max(1),
        };
        Self {
            settings,
            pages: Vec::new(),
            version: 0,
        }
    }

    /// Copies a picture into the first page that has room, or into a new one: `texels` row after row, premultiplied,
    /// each `u32::from_le_bytes([r, g, b, a])`.
    ///
    /// # Errors
    /// The picture is empty or larger than a page, or every page is full. The texels stay as they were.
    ///
    /// # Panics
    /// If `texels` is not `width × height` long.
    pub fn insert(
        &mut self,
        width: u16,
        height: u16,
        texels: &[u32],
    ) -> Result<Placement, AtlasError> {
        assert_eq!(
            texels.len(),
            usize::from(width) * usize::from(height),
            "a picture of {width}x{height} needs width x height texels"
        );
        let placement = self.find_place(width, height)?;
        self.write(&placement, texels);
        Ok(placement)
    }

    /// Frees a picture's place for others. Its texels stay until they are overwritten: they are not visible
    /// once no frame points there.
    ///
    /// # Panics
    /// If the place was freed before. A place of another atlas panics, too, or else frees one of this atlas.
    pub fn remove(&mut self, placement: Placement) {
        // Not cleared: that would be a copy to the GPU for texels that no frame shows.
        let page = &mut self.pages[usize::from(placement.page)];
        page.places.deallocate(placement.id);
        page.pictures -= 1;
    }

    /// Returns the pages so far, at most [`Atlas::max_pages`]. Pages are never removed.
    pub fn pages(&self) -> &[Page] {
        &self.pages
    }

    /// Returns a number that rises whenever texels change: a consumer that has seen this version is up to date.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// Returns the width and height of every page in texels.
    pub fn page_size(&self) -> u16 {
        self.settings.page_size
    }

    /// Returns the largest number of pages.
    pub fn max_pages(&self) -> u16 {
        self.settings.max_pages
    }

    fn find_place(&mut self, width: u16, height: u16) -> Result<Placement, AtlasError> {
        let AtlasSettings {
            page_size,
            max_pages,
        } = self.settings;
        let size = [width, height];
        if width == 0 || height == 0 {
            return Err(AtlasError::Empty);
        }
        if width > page_size || height > page_size {
            return Err(AtlasError::TooLarge { size, page_size });
        }
        // The oldest page first, so that few pages are in use.
        for number in 0..max_pages {
            let index = usize::from(number);
            if index == self.pages.len() {
                self.pages.push(Page::new(page_size));
            }
            if let Some((id, x, y)) = self.pages[index].place(width, height) {
                return Ok(Placement {
                    page: number,
                    x,
                    y,
                    width,
                    height,
                    id,
                });
            }
        }
        Err(AtlasError::Full {
            size,
            pages: max_pages,
            page_size,
        })
    }

    fn write(&mut self, place: &Placement, texels: &[u32]) {
        self.version += 1;
        let side = usize::from(self.settings.page_size);
        let page = &mut self.pages[usize::from(place.page)];
        let width = usize::from(place.width);
        let mut start = usize::from(place.y) * side + usize::from(place.x);
        for row in texels.chunks_exact(width) {
            page.pixels[start..start + width].copy_from_slice(row);
            start += side;
        }
        // Every band that the picture touches, for consumers copy whole bands.
        let first = usize::from(place.y / BAND_ROWS);
        let last = usize::from((place.y + (place.height - 1)) / BAND_ROWS);
        page.bands[first..=last].fill(self.version);
    }
}

#[cfg(test)]
mod tests;
