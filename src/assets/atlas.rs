//! The atlas: pages of texels that every image and glyph is packed into.
//!
//! When a page is full, the next one is created. All pages have the same size. If an image is larger, all pages grow,
//! and images keep their positions. Several consumers (GPU, software, capture) keep copies, each at its own pace. A
//! page consists of bands of [`BAND_ROWS`] rows, and each band has a version. A consumer copies the bands whose version
//! is new to it. If the size of pages has changed, it copies all bands again.
//!
//! The atlas reads no files and does not know which sprite an image belongs to, so its callers add the sprite's label
//! to errors. The only label that it stores is that of the sprite for which pages last grew.

mod page;

use core::fmt;

use crate::base::memory::check_image;
use page::AllocationId;
pub use page::Page;

/// Rows of texels that share a version. With lower bands, a small image would copy less, but each frame would compare
/// more versions. The default page has 16 bands of 256 KiB.
pub const BAND_ROWS: u16 = 64;

/// The size of the atlas's pages, and how many there may be.
#[doc(alias = "texture atlas")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AtlasSettings {
    /// Width and height of a page in texels, to begin with: 64 to 8192, values outside are clamped. Defaults to 1024.
    pub page_size: u16,
    /// Width and height that pages may grow to, in texels: `page_size` to 8192, values outside are clamped. Defaults to
    /// 2048. An image that is larger than a page doubles the size of all pages until it fits. That takes four times the
    /// memory and, once, the time to copy all pages, so load large images at the start. Every GPU supports pages of 2048
    /// texels; a frame with pages larger than a device's limit is an error. A frame of a sprite that is larger than
    /// pages may grow to is cut into up to 256 slices of this size.
    pub max_page_size: u16,
    /// The largest number of pages: at least 1, 0 counts as 1. Defaults to 64, which have room for 128 frames of 80 ×
    /// 24 cells. A page of the default size takes 4 MiB of memory, from when it is first needed, and one of 2048 texels
    /// 16 MiB.
    pub max_pages: u16,
}

impl AtlasSettings {
    /// Returns the size of pages, within its limits.
    pub(crate) fn valid_page_size(&self) -> u16 {
        self.page_size.clamp(64, 8192)
    }
}

impl Default for AtlasSettings {
    fn default() -> Self {
        Self {
            page_size: 1024,
            max_page_size: 2048,
            max_pages: 64,
        }
    }
}

/// The area of an image in the atlas, in texels. Pass it to [`Atlas::remove`] to free the area.
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
    id: AllocationId,
}

/// Why an image could not be inserted into the atlas.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum AtlasError {
    /// The image has no texels.
    Empty,
    /// The image is larger than pages may be.
    TooLarge {
        /// Its width and height in texels.
        size: [u16; 2],
        /// The largest width and height of a page in texels.
        max_page_size: u16,
    },
    /// No page has room, and the atlas already has the largest number of pages.
    Full {
        /// The image's width and height in texels.
        size: [u16; 2],
        /// The number of pages, which is also the limit.
        pages: u16,
        /// A page's width and height in texels.
        page_size: u16,
    },
    /// There is not enough memory for another page, or for larger ones.
    NoMemory {
        /// A page's width and height in texels.
        page_size: u16,
    },
}

impl fmt::Display for AtlasError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => write!(f, "an image of 0 texels: expected at least 1x1"),
            Self::TooLarge {
                size: [w, h],
                max_page_size: most,
            } => write!(
                f,
                "{w}x{h} px do not fit into an atlas page of {most}x{most}: \
                 make it smaller, or raise AtlasSettings::max_page_size"
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
            Self::NoMemory { page_size } => write!(
                f,
                "there is not enough memory for an atlas page of {page_size}x{page_size}: \
                 use smaller images, or unload something"
            ),
        }
    }
}

impl core::error::Error for AtlasError {}

/// Pages of premultiplied texels. The same insertions and removals give the same placements on every machine.
#[derive(Debug)]
pub struct Atlas {
    /// Settings, clamped to their ranges. `page_size` is the present size of pages.
    settings: AtlasSettings,
    pages: Vec<Page>,
    /// The number of images written so far.
    version: u64,
    /// Label of the last image that made pages grow.
    grown_for: Option<String>,
}

impl Atlas {
    /// Returns an atlas without pages; settings outside their range are clamped.
    pub fn new(settings: AtlasSettings) -> Self {
        // The page size is at least 64: the store puts its own images into a new atlas, and expects them to fit.
        let page_size = settings.valid_page_size();
        let settings = AtlasSettings {
            page_size,
            max_page_size: settings.max_page_size.clamp(page_size, 8192),
            max_pages: settings.max_pages.max(1),
        };
        Self {
            settings,
            pages: Vec::new(),
            version: 0,
            grown_for: None,
        }
    }

    /// Copies an image into the first page that has room, or into a new one: `texels` row after row, premultiplied,
    /// each `u32::from_le_bytes([r, g, b, a])`. If it is larger than a page, all pages grow.
    ///
    /// # Errors
    /// The image is empty or larger than pages may be, every page is full, or memory is short. The texels stay as they
    /// were.
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
            "an image of {width}x{height} needs width x height texels"
        );
        let placement = self.allocate(width, height)?;
        self.write(&placement, texels);
        Ok(placement)
    }

    /// Frees an image's area for others. Its texels stay until they are overwritten, and are not visible if no frame
    /// refers to them.
    ///
    /// # Panics
    /// If the area was freed before. A placement of another atlas panics, too, or frees an area of this atlas.
    pub fn remove(&mut self, placement: Placement) {
        // The texels are not cleared: otherwise, backends would copy texels that no frame shows.
        let page = &mut self.pages[usize::from(placement.page)];
        page.free(placement.id);
    }

    /// Returns the pages so far, at most [`Atlas::max_pages`]. Pages are never removed.
    pub fn pages(&self) -> &[Page] {
        &self.pages
    }

    /// Returns a number that rises whenever texels change: a consumer that has seen this version is up to date.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// Returns the width and height of every page in texels, as they are now.
    pub fn page_size(&self) -> u16 {
        self.settings.page_size
    }

    /// Returns the width and height that pages may grow to, in texels.
    pub fn max_page_size(&self) -> u16 {
        self.settings.max_page_size
    }

    /// Returns the label of the sprite that made pages grow to their size; `None` if they have not grown.
    pub fn grown_for(&self) -> Option<&str> {
        self.grown_for.as_deref()
    }

    /// Records and logs the sprite that made pages grow.
    pub(super) fn set_grown_for(&mut self, label: &str) {
        let side = self.page_size();
        log::info!("atlas pages are {side}x{side} px from now on, for sprite `{label}`");
        self.grown_for = Some(label.to_owned());
    }

    /// Returns the largest number of pages.
    pub fn max_pages(&self) -> u16 {
        self.settings.max_pages
    }

    fn allocate(&mut self, width: u16, height: u16) -> Result<Placement, AtlasError> {
        let size = [width, height];
        if width == 0 || height == 0 {
            return Err(AtlasError::Empty);
        }
        self.grow_for(size)?;
        let AtlasSettings {
            page_size,
            max_pages,
            ..
        } = self.settings;
        // Tries the oldest page first, so that few pages are in use.
        for number in 0..max_pages {
            let index = usize::from(number);
            if index == self.pages.len() {
                // Checks memory for this page and for a backend's copies of all pages, which it makes with the next
                // frame.
                self.check_memory(page_size, 1, self.pages.len() + 1)?;
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

    /// Doubles the size of all pages until an image of this size fits into one.
    fn grow_for(&mut self, size: [u16; 2]) -> Result<(), AtlasError> {
        let AtlasSettings {
            page_size,
            max_page_size,
            ..
        } = self.settings;
        let side = size[0].max(size[1]);
        if side > max_page_size {
            return Err(AtlasError::TooLarge {
                size,
                max_page_size,
            });
        }
        let mut grown = page_size;
        while grown < side {
            grown = grown.saturating_mul(2).min(max_page_size);
        }
        if grown > page_size {
            let all = self.pages.len();
            self.check_memory(grown, all, all)?;
            self.settings.page_size = grown;
            self.pages.iter_mut().for_each(|page| page.grow(grown));
        }
        Ok(())
    }

    /// Checks that memory suffices for `new` pages of this size, and for a backend's copies of `copied` pages.
    fn check_memory(&self, page_size: u16, new: usize, copied: usize) -> Result<(), AtlasError> {
        if self.pages.is_empty() {
            // The first page holds the store's own images, so adding it must not fail. The app checks the memory for it
            // before, and reports an error.
            return Ok(());
        }
        let side = u32::from(page_size);
        // `check_image` checks memory for an image and a copy of it: a pair of pages.
        let pairs = u32::try_from((new + copied).div_ceil(2)).unwrap_or(u32::MAX);
        check_image([side, side.saturating_mul(pairs)])
            .map_err(|_| AtlasError::NoMemory { page_size })
    }

    fn write(&mut self, place: &Placement, texels: &[u32]) {
        self.version += 1;
        self.pages[usize::from(place.page)].write(place, texels, self.version);
    }
}

#[cfg(test)]
mod tests;
