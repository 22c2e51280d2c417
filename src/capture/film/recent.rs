//! Cache of decoded images, so that playing backwards does not decode each of them many times.

use std::collections::VecDeque;

use super::frame::FilmImage;

/// Maximum memory of the cache, in bytes: enough for a second of 640 × 384 pixels at 60 frames per second.
const MAX_BYTES: usize = 64 << 20;

/// Images with their frames' indices. The oldest one is replaced first.
#[derive(Debug)]
pub(super) struct RecentImages {
    images: VecDeque<(usize, FilmImage)>,
    max: usize,
}

impl RecentImages {
    /// Returns a cache for images of `pixels` pixels each.
    pub(super) fn new(pixels: usize) -> Self {
        let max = MAX_BYTES / (4 * pixels).max(1);
        Self {
            images: VecDeque::new(),
            // The cache holds at least 2 images, so that stepping back and forth between two frames decodes neither
            // again, however large they are. It holds at most 600, because a few seconds are enough.
            max: max.clamp(2, 600),
        }
    }

    /// Returns the maximum number of images.
    pub(super) fn max(&self) -> usize {
        self.max
    }

    /// Returns the image of a frame.
    pub(super) fn find(&self, index: usize) -> Option<&FilmImage> {
        let found = self.images.iter().find(|(found, _)| *found == index);
        found.map(|(_, image)| image)
    }

    /// Returns the image of the nearest earlier frame, with an index from `first` up to, but not including, `index`.
    pub(super) fn nearest(&self, first: usize, index: usize) -> Option<&(usize, FilmImage)> {
        let between = self
            .images
            .iter()
            .filter(|(found, _)| (first..index).contains(found));
        between.max_by_key(|(found, _)| *found)
    }

    /// Stores a copy of a frame's image.
    pub(super) fn keep(&mut self, index: usize, image: &FilmImage) {
        if self.find(index).is_some() {
            return;
        }
        if self.images.len() < self.max {
            self.images.push_back((index, image.clone()));
        } else if let Some((_, mut oldest)) = self.images.pop_front() {
            // Reuses the memory of the oldest image.
            oldest.pixels.clone_from(&image.pixels);
            oldest.cells.clone_from(&image.cells);
            self.images.push_back((index, oldest));
        }
    }
}
