//! A frame of a film whose picture is still to be drawn.

use super::reduce::reduced;
use crate::capture::{CapturedFrame, FrameSender};

/// A frame of a film, complete but for its picture.
#[derive(Debug)]
pub(super) struct PendingFrame {
    pub(super) frame: CapturedFrame,
    /// The size of its picture, in pixels.
    pub(super) size: [u32; 2],
    /// How many times smaller the film is, at least 1.
    pub(super) reduced_by: u32,
    /// The film that it is for.
    pub(super) film: FrameSender,
}

impl PendingFrame {
    /// Adds the picture, reduced if requested, and has the frame written.
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
