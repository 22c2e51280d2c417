//! The atlas on the device: one array texture with a layer for each page, and some spare layers.
//!
//! A texture cannot grow; its contents are copied into a larger one. To spread that work over several frames, the
//! larger one is created while some layers are still free, and filled a few layers a frame. If pages are opened faster
//! than that, a single frame does the rest. Measured by bench `growth`.

use crate::assets::Atlas;
use crate::render::cameras::TexelArea;

use super::device::Gpu;
use super::error::GpuError;
use super::pages::{Pages, page_bytes};

/// Number of layers of a larger texture that are filled in a frame. Enough for a game that opens a page every fourth
/// frame, as a test shows. The bench `growth` measures such frames.
const LAYERS_A_FRAME: usize = 2;

/// The pages that the device has, and which of their bands are up to date.
#[derive(Debug)]
pub(super) struct AtlasTexture {
    /// Texture that frames read.
    pages: Pages,
    /// A larger texture, while it is filled.
    next: Option<Pages>,
    /// The atlas's version at the last complete update.
    version: Option<u64>,
    /// Number of pages when memory was short for a further layer. Growth is not tried again at this number, so that a
    /// device without free memory does not get a request in each frame.
    failed_for: Option<u32>,
    /// Whether missing pages have been logged.
    warned: bool,
}

impl AtlasTexture {
    /// Returns a texture with one blank page of a single texel. The first frame replaces it, when the size of pages is
    /// known.
    pub(super) fn new(gpu: &Gpu) -> Result<Self, GpuError> {
        Ok(Self::with_texture(Pages::new(gpu, 1, 1)?))
    }

    /// Returns the state of a new texture, before any page of the atlas is copied.
    fn with_texture(pages: Pages) -> Self {
        Self {
            pages,
            next: None,
            version: None,
            failed_for: None,
            warned: false,
        }
    }

    /// Returns a view of the texture, to bind.
    pub(super) fn view(&self) -> wgpu::TextureView {
        self.pages.view()
    }

    /// Returns the number of the first page of the atlas that is not on the device, if any. Pages are there in order,
    /// so all later ones are missing, too.
    pub(super) fn first_missing(&self, atlas: &Atlas) -> Option<u32> {
        let layers = self.pages.layers();
        (layers < page_count(atlas)).then_some(layers)
    }

    /// Returns the position of an area in the texture. `None` if its page is not on the device.
    pub(super) fn place(&self, area: &TexelArea) -> Option<wgpu::TexelCopyTextureInfo<'_>> {
        self.pages.place(area)
    }

    /// Marks the bands of an area as outdated.
    pub(super) fn forget(&mut self, area: &TexelArea) {
        self.version = None;
        self.pages.forget(area);
        if let Some(next) = &mut self.next {
            next.forget(area);
        }
    }

    /// Returns the bytes of the texture, and of a larger one while it is filled.
    pub(super) fn bytes(&self) -> u64 {
        let layers = self.next.as_ref().map_or(0, Pages::layers) + self.pages.layers();
        u64::from(layers) * page_bytes(self.pages.size())
    }

    /// Updates the device's pages. Returns the bytes uploaded, and whether there is a new texture to bind.
    pub(super) fn update(&mut self, gpu: &Gpu, atlas: &Atlas) -> Result<(u64, bool), GpuError> {
        let size = u32::from(atlas.page_size());
        let is_first = self.pages.size() != size;
        if is_first {
            // Adds one spare layer, unless the limits forbid it.
            let layers = (page_count(atlas) + 1).min(max_layers(gpu, atlas));
            let pages = Pages::largest(gpu, size, 1, layers);
            *self = Self::with_texture(pages.map_err(|error| named(error, atlas))?);
        }
        if self.version == Some(atlas.version()) && self.next.is_none() {
            return Ok((0, false));
        }
        // This comes before all uploads: a later copy into the larger texture would overwrite newer texels.
        let has_grown = self.grow(gpu, atlas)?;
        self.warn_of_missing(gpu, atlas);
        let held = page_count(atlas).min(self.pages.layers()) as usize;
        self.pages.seen.resize_with(held, Vec::new);
        self.version = Some(atlas.version());
        Ok((self.pages.update(gpu, atlas), is_first || has_grown))
    }

    /// Fills some layers of the larger texture, and switches to it once it is complete. If there are more pages than
    /// layers, copies all missing pages and switches at once. Returns whether it switched.
    fn grow(&mut self, gpu: &Gpu, atlas: &Atlas) -> Result<bool, GpuError> {
        let pages = page_count(atlas).min(max_layers(gpu, atlas));
        let is_urgent = pages > self.pages.layers();
        if is_urgent {
            self.next.take_if(|next| next.layers() < pages);
            self.make_next(gpu, atlas)?;
        }
        if let Some(next) = &mut self.next {
            let most = if is_urgent {
                next.missing(&self.pages)
            } else {
                LAYERS_A_FRAME
            };
            next.fill(gpu, &self.pages, most);
        }
        let complete = self
            .next
            .take_if(|next| is_urgent || next.is_complete(&self.pages));
        let has_grown = complete.is_some();
        if let Some(complete) = complete {
            self.pages = complete;
        }
        // The larger texture is only created here, and filled in later frames: this frame may have opened a page, which
        // is enough work.
        self.make_next(gpu, atlas)?;
        Ok(has_grown)
    }

    /// Makes a larger texture if few layers are left for further pages, and the limits allow one.
    fn make_next(&mut self, gpu: &Gpu, atlas: &Atlas) -> Result<(), GpuError> {
        let (pages, layers) = (page_count(atlas), self.pages.layers());
        let most = max_layers(gpu, atlas);
        if !is_short(pages, layers)
            || layers >= most
            || self.next.is_some()
            || self.failed_for == Some(pages)
        {
            return Ok(());
        }
        // If pages are missing, the texture has no more than the needed layers, because all layers are copied or
        // cleared in this frame.
        let wanted = if pages > layers {
            pages
        } else {
            enlarged(layers)
        };
        match Pages::largest(gpu, self.pages.size(), layers + 1, wanted.min(most)) {
            Ok(next) => self.next = Some(next),
            Err(GpuError::OutOfMemory { .. }) => {
                let failed_before = self.failed_for.replace(pages).is_some();
                // This is not an error: the spare layer is not needed yet, and may never be.
                if pages <= layers && !failed_before {
                    log::warn!(
                        "no memory for a spare atlas page ({}): a further page may cost a frame, or not be there",
                        size_text(page_bytes(self.pages.size())),
                    );
                }
            }
            Err(error) => return Err(error),
        }
        Ok(())
    }

    /// Logs once that pages are missing.
    fn warn_of_missing(&mut self, gpu: &Gpu, atlas: &Atlas) {
        let (pages, layers) = (page_count(atlas), self.pages.layers());
        if pages <= layers || self.warned {
            return;
        }
        self.warned = true;
        if layers < gpu.limits.max_texture_array_layers {
            log::error!(
                "not enough memory for atlas page {} ({}): what is on it stays invisible",
                layers + 1,
                size_text(page_bytes(self.pages.size())),
            );
        } else {
            log::error!(
                "{pages} atlas pages needed, this device allows {layers}: some sprites stay invisible"
            );
        }
    }
}

/// Returns the error, with the sprite that pages grew for if they are now larger than the device allows.
fn named(error: GpuError, atlas: &Atlas) -> GpuError {
    match (error, atlas.grown_for()) {
        (GpuError::Limit { limit, .. }, Some(sprite)) => GpuError::AtlasPage {
            sprite: sprite.to_owned(),
            page_size: atlas.page_size().into(),
            limit,
        },
        (error, _) => error,
    }
}

/// Returns the number of layers that the atlas may need and the device allows.
fn max_layers(gpu: &Gpu, atlas: &Atlas) -> u32 {
    u32::from(atlas.max_pages()).min(gpu.limits.max_texture_array_layers)
}

/// Returns whether so few layers are free that a larger texture should be created: none of one or two, at most one of
/// three, or at most a quarter of more. So a game with a single page, in a texture of two layers, gets no larger one.
fn is_short(pages: u32, layers: u32) -> bool {
    let enough = if layers <= 2 { 0 } else { (layers / 4).max(1) };
    layers.saturating_sub(pages) <= enough
}

/// Returns the next number of layers after `layers`: half as many again, and at least two more, so that each page is
/// copied only a few times.
fn enlarged(layers: u32) -> u32 {
    layers.saturating_add((layers / 2).max(2))
}

/// Returns the number of pages of the atlas.
fn page_count(atlas: &Atlas) -> u32 {
    u32::try_from(atlas.pages().len()).unwrap_or(u32::MAX)
}

/// Returns a size for the log: in MiB if it is a whole number of them, else in KiB.
fn size_text(bytes: u64) -> String {
    const MIB: u64 = 1 << 20;
    if bytes.is_multiple_of(MIB) {
        format!("{} MiB", bytes / MIB)
    } else {
        format!("{} KiB", bytes.div_ceil(1024))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_atlas_is_short_without_a_spare_page() {
        assert!(!is_short(1, 2));
        assert!(is_short(2, 2));
        assert_eq!(enlarged(2), 4);
    }

    #[test]
    fn two_pages_at_once_fit_into_the_next_texture() {
        for layers in 3..200 {
            let room = enlarged(layers);
            let began = (1..=layers).find(|&pages| is_short(pages, layers));
            assert!(began.is_some_and(|pages| pages < layers && pages + 2 <= room));
        }
    }

    #[test]
    fn a_page_every_fourth_frame_never_runs_out_of_layers() {
        let filled = u32::try_from(LAYERS_A_FRAME).unwrap();
        let (mut layers, mut next) = (2, None);
        for frame in 8..1000_u32 {
            let pages = frame / 4;
            assert!(pages <= layers, "{pages} pages, {layers} layers");
            // In the worst case, each new page is copied once more into a layer that was already filled.
            let again = u32::from(frame.is_multiple_of(4));
            next =
                next.map(|(room, left): (u32, u32)| (room, (left + again).saturating_sub(filled)));
            if let Some((room, _)) = next.take_if(|(_, left)| *left == 0) {
                layers = room;
            }
            if next.is_none() && is_short(pages, layers) {
                next = Some((enlarged(layers), enlarged(layers)));
            }
        }
    }
}
