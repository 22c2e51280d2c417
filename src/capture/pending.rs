//! Pending images of an animation: selects the images to write, and sets their times.

use std::collections::VecDeque;

/// An image with the times of its beginning and its end.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct ShownImage {
    pub(super) pixels: Vec<u32>,
    pub(super) start: u64,
    pub(super) end: u64,
}

/// Leaves out images that would be shown for less than a minimum duration, and repeated ones. Times are counted from 0
/// in any unit. The first image is shown from 0 on, the last one until the end of the animation.
#[derive(Debug)]
pub(super) struct PendingImages {
    /// Minimum duration of an image.
    least: u64,
    /// Images with their starts, in order. Neighbours differ and are at least `least` apart.
    images: VecDeque<(u64, Vec<u32>)>,
    /// Latest image, if it began less than `least` after the last one of `images`.
    too_early: Option<Vec<u32>>,
}

impl PendingImages {
    pub(super) fn new(least: u64) -> Self {
        Self {
            least,
            images: VecDeque::new(),
            too_early: None,
        }
    }

    /// Adds an image that begins at `now`, which is after all earlier ones.
    pub(super) fn push(&mut self, now: u64, pixels: &[u32]) {
        self.show_too_early(now);
        self.too_early = None;
        let start = match self.images.back() {
            Some((start, _)) if now < start + self.least => {
                self.too_early = Some(pixels.to_vec());
                return;
            }
            Some(_) => now,
            None => 0,
        };
        if !self.shows(pixels) {
            self.images.push_back((start, pixels.to_vec()));
        }
    }

    /// Removes and returns the oldest image, if three newer ones are known. If the animation ends too early for the
    /// last one, it may replace two of these, and it may equal the third.
    pub(super) fn next(&mut self) -> Option<ShownImage> {
        match self.images.len() {
            ..4 => None,
            _ => self.take_first(u64::MAX),
        }
    }

    /// Returns the last images. The last one that was added is shown for the minimum duration or longer; earlier ones
    /// may be left out for it. The animation ends at `end`, or later if it is shorter than the minimum duration.
    pub(super) fn finish(mut self, end: u64) -> impl Iterator<Item = ShownImage> {
        self.show_too_early(end);
        let early = self.too_early.take().filter(|pixels| !self.shows(pixels));
        let last = early.map_or_else(|| self.images.pop_back(), |pixels| Some((end, pixels)));
        if let Some((start, pixels)) = last {
            let mut start = start.min(end.saturating_sub(self.least));
            while let Some((before, _)) = self.images.back()
                && start < before + self.least
            {
                start = start.min(*before);
                self.images.pop_back();
            }
            if !self.shows(&pixels) {
                self.images.push_back((start, pixels));
            }
        }
        core::iter::from_fn(move || self.take_first(end))
    }

    /// Returns whether the last image of `images` has these pixels.
    fn shows(&self, pixels: &[u32]) -> bool {
        self.images.back().is_some_and(|(_, last)| last == pixels)
    }

    /// Shows the latest image, which came too early, if there is time for it before `until`.
    fn show_too_early(&mut self, until: u64) {
        if let Some((start, _)) = self.images.back()
            && start + 2 * self.least <= until
            && let Some(pixels) = self.too_early.take()
            && !self.shows(&pixels)
        {
            self.images.push_back((start + self.least, pixels));
        }
    }

    /// Removes and returns the first image. The last one ends at `end`, after its minimum duration.
    fn take_first(&mut self, end: u64) -> Option<ShownImage> {
        let (start, pixels) = self.images.pop_front()?;
        let end = match self.images.front() {
            Some((next, _)) => *next,
            None => end.max(start + self.least),
        };
        Some(ShownImage { pixels, start, end })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Returns all images, with their number instead of their pixels.
    fn shown(least: u64, images: &[(u64, u32)], end: u64) -> Vec<(u32, u64, u64)> {
        let mut pending = PendingImages::new(least);
        let mut all = Vec::new();
        for &(start, number) in images {
            pending.push(start, &[number]);
            all.extend(core::iter::from_fn(|| pending.next()));
        }
        all.extend(pending.finish(end));
        let of = |image: ShownImage| (image.pixels[0], image.start, image.end);
        all.into_iter().map(of).collect()
    }

    #[test]
    fn the_last_image_has_its_time_before_the_end() {
        // Images of 144 frames per second, in frames: the last one replaces the one before it.
        let every: Vec<(u64, u32)> = (0..9).zip(0..).collect();
        assert_eq!(shown(3, &every, 9), [(0, 0, 3), (3, 3, 6), (8, 6, 9)]);
        assert_eq!(shown(3, &every[..8], 8), [(0, 0, 3), (7, 3, 8)]);
        // There is time for both, if the last one begins earlier.
        assert_eq!(shown(3, &[(0, 0), (7, 1)], 8), [(0, 0, 5), (1, 5, 8)]);
        assert_eq!(shown(3, &[(0, 0), (1, 1)], 2), [(1, 0, 3)]);
        // The last image is the first one again.
        assert_eq!(shown(3, &[(0, 0), (3, 1), (6, 0)], 7), [(0, 0, 7)]);
    }

    proptest! {
        #[test]
        fn animations_end_in_time_with_the_last_image(
            least in 1..6_u64,
            images in prop::collection::vec((1..5_u64, 0..3_u32), 1..20),
            rest in 0..6_u64,
        ) {
            let mut time = 0;
            let images: Vec<_> = images.iter().map(|&(gap, number)| {
                time += gap;
                (time - 1, number)
            }).collect();
            let end = time - 1 + rest;
            let all = shown(least, &images, end);
            prop_assert_eq!((all[0].1, all[all.len() - 1].2), (0, end.max(least)));
            prop_assert_eq!(all[all.len() - 1].0, images[images.len() - 1].1);
            for pair in all.windows(2) {
                prop_assert_eq!(pair[0].2, pair[1].1);
            }
            for &(number, start, end) in &all {
                prop_assert!(end - start >= least, "{all:?}");
                // Each image is shown near its own time in the film.
                let near = start.saturating_sub(least)..end + 2 * least;
                prop_assert!(images.iter().any(|image| image.1 == number && near.contains(&image.0)) || start == 0);
            }
        }

        /// Every image is shown at its own time if all have time.
        #[test]
        fn slow_images_are_all_shown_at_their_times(
            least in 1..4_u64,
            gaps in prop::collection::vec(0..5_u64, 1..12),
        ) {
            let mut time = 0;
            let images: Vec<_> = gaps.iter().zip(0..).map(|(gap, number)| {
                let start = time;
                time += least + gap;
                (start, number)
            }).collect();
            let ends = images.iter().skip(1).map(|image| image.0).chain([time]);
            let expected: Vec<_> = images.iter().zip(ends).map(|(&(start, number), end)| (number, start, end)).collect();
            prop_assert_eq!(shown(least, &images, time), expected);
        }
    }
}
