//! The pictures that were decoded last, so that playing backwards does not decode each of them many times.

use std::collections::VecDeque;

use super::frame::FilmPicture;

/// Memory for pictures, in bytes: a second of 640 × 384 pixels.
const MAX_BYTES: usize = 64 << 20;

/// Pictures, each with its frame's index; the oldest one goes first.
#[derive(Debug)]
pub(super) struct RecentPictures {
    pictures: VecDeque<(usize, FilmPicture)>,
    max: usize,
}

impl RecentPictures {
    /// Of so many pixels each.
    pub(super) fn new(pixels: usize) -> Self {
        let max = MAX_BYTES / (4 * pixels).max(1);
        Self {
            pictures: VecDeque::new(),
            // With two, a step back and forth is for nothing even where they are large; of tiny ones a few seconds will do.
            max: max.clamp(2, 600),
        }
    }

    /// How many there are at most.
    pub(super) fn max(&self) -> usize {
        self.max
    }

    /// Returns the place of a frame's picture.
    pub(super) fn find(&self, index: usize) -> Option<&FilmPicture> {
        let found = self.pictures.iter().find(|(found, _)| *found == index);
        found.map(|(_, picture)| picture)
    }

    /// Returns the nearest picture of the frames from `first` to before `index`.
    pub(super) fn nearest(&self, first: usize, index: usize) -> Option<&(usize, FilmPicture)> {
        let between = self
            .pictures
            .iter()
            .filter(|(found, _)| (first..index).contains(found));
        between.max_by_key(|(found, _)| *found)
    }

    /// Keeps a copy of a frame's picture.
    pub(super) fn keep(&mut self, index: usize, picture: &FilmPicture) {
        if self.find(index).is_some() {
            return;
        }
        if self.pictures.len() < self.max {
            self.pictures.push_back((index, picture.clone()));
        } else if let Some((_, mut oldest)) = self.pictures.pop_front() {
            // In its memory.
            oldest.pixels.clone_from(&picture.pixels);
            oldest.cells.clone_from(&picture.cells);
            self.pictures.push_back((index, oldest));
        }
    }
}
