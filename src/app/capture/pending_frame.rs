//! A frame of a film whose image is not drawn yet.

use super::reduce::reduced;
use crate::capture::{CapturedFrame, FrameSender};

/// A frame of a film without its image.
#[derive(Debug)]
pub(super) struct PendingFrame {
    pub(super) frame: CapturedFrame,
    /// Size of its image, in pixels.
    pub(super) size: [u32; 2],
    /// Divisor of the film's size, at least 1.
    pub(super) reduced_by: u32,
    /// Sends the complete frame to its film.
    pub(super) film: FrameSender,
}

impl PendingFrame {
    /// Adds the image, reduced if requested, and sends the frame to the film.
    pub(super) fn complete(mut self, pixels: &[u32]) {
        if self.reduced_by == 1 {
            self.frame.pixels.clear();
            self.frame.pixels.extend_from_slice(pixels);
        } else {
            reduced(pixels, self.size, self.reduced_by, &mut self.frame.pixels);
        }
        self.film.send(self.frame);
    }
}
