//! When a window's surface is configured, and what follows from each answer that it gives.
//!
//! Knows no wgpu: the rules are tested with made-up answers. At most one configuring and one acquiring a
//! frame, and never a loop around them: whatever fails now is tried again with the next frame.

/// Answers in a row that make no sense before the backend gives up.
const MOST_FAILURES: u32 = 3;

/// Why a frame was not drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Skip {
    /// The window has no area, as when it is minimised.
    ZeroSize,
    /// The system gave no picture to draw on within a second. Draw seldom until it does.
    Timeout,
    /// The window cannot be seen. Draw seldom until it can.
    Occluded,
    /// The window changed; the next frame will fit it.
    Outdated,
}

/// What to do before a picture is acquired.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Before {
    Skip(Skip),
    Configure([u32; 2]),
    Acquire,
}

/// What the surface answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    Good,
    Suboptimal,
    Timeout,
    Occluded,
    Outdated,
    Lost,
    Nonsense,
}

/// What follows from the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum After {
    Draw,
    Skip(Skip),
    /// A new surface is needed.
    SurfaceLost,
    /// It makes no sense, and did not the last few times.
    GiveUp,
}

/// What a window's surface was told, and what it should be told.
#[derive(Debug, Default)]
pub(super) struct Swapchain {
    /// The window's size in pixels.
    wanted: [u32; 2],
    limit: u32,
    /// The size in force.
    configured: Option<[u32; 2]>,
    stale: bool,
    /// Configured anew because of a suboptimal answer, at this size.
    improved: bool,
    lost: bool,
    failures: u32,
    /// A window larger than the device's limit has been mentioned.
    warned: bool,
}

impl Swapchain {
    /// Of a window whose size is not known yet. `limit`: the longest side there may be, in pixels.
    pub(super) fn new(limit: u32) -> Self {
        Self {
            limit,
            ..Self::default()
        }
    }

    /// The window's size. The last one before a frame wins.
    pub(super) fn resize(&mut self, size: [u32; 2]) {
        if size != self.wanted {
            self.wanted = size;
            self.improved = false;
        }
    }

    /// Something else about the configuration has changed.
    pub(super) fn reconfigure(&mut self) {
        self.stale = true;
    }

    /// The longest side there may be, in pixels: there is another device.
    pub(super) fn allow(&mut self, limit: u32) {
        self.limit = limit;
    }

    /// A new surface is needed, whatever it answers.
    pub(super) fn lose(&mut self) {
        self.lost = true;
    }

    /// There is a new surface.
    pub(super) fn replaced(&mut self) {
        *self = Self {
            wanted: self.wanted,
            warned: self.warned,
            ..Self::new(self.limit)
        };
    }

    /// The size of the pictures: the window's, or less where the device allows no more.
    pub(super) fn size(&self) -> [u32; 2] {
        self.wanted.map(|side| side.min(self.limit))
    }

    /// What to do first.
    pub(super) fn before(&mut self) -> Before {
        if self.wanted.contains(&0) {
            return Before::Skip(Skip::ZeroSize);
        }
        let size = self.size();
        if size != self.wanted && !self.warned {
            self.warned = true;
            let [width, height] = self.wanted;
            log::warn!(
                "the window is {width}x{height} px, this device draws up to {} px a side",
                self.limit
            );
        }
        if self.stale || self.configured != Some(size) {
            Before::Configure(size)
        } else {
            Before::Acquire
        }
    }

    /// The surface took the configuration.
    pub(super) fn configured(&mut self, size: [u32; 2]) {
        self.configured = Some(size);
        self.stale = false;
    }

    /// Whether a new surface is needed.
    pub(super) fn is_lost(&self) -> bool {
        self.lost
    }

    /// What follows from an answer.
    pub(super) fn after(&mut self, answer: Answer) -> After {
        self.failures = if answer == Answer::Nonsense {
            self.failures + 1
        } else {
            0
        };
        match answer {
            Answer::Good => After::Draw,
            Answer::Suboptimal => {
                // Some systems always say so: it is heeded once for each size.
                self.stale |= !self.improved;
                self.improved = true;
                After::Draw
            }
            Answer::Timeout => After::Skip(Skip::Timeout),
            Answer::Occluded => After::Skip(Skip::Occluded),
            Answer::Outdated => {
                self.stale = true;
                After::Skip(Skip::Outdated)
            }
            Answer::Lost => {
                self.lost = true;
                After::SurfaceLost
            }
            Answer::Nonsense if self.failures > MOST_FAILURES => After::GiveUp,
            Answer::Nonsense => {
                self.stale = true;
                After::Skip(Skip::Outdated)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(size: [u32; 2]) -> Swapchain {
        let mut swapchain = Swapchain::new(4096);
        swapchain.resize(size);
        swapchain
    }

    /// Draws a frame; answers whether it was configured for it, and what followed.
    fn frame(swapchain: &mut Swapchain, answer: Answer) -> (bool, After) {
        match swapchain.before() {
            Before::Skip(reason) => (false, After::Skip(reason)),
            Before::Acquire => (false, swapchain.after(answer)),
            Before::Configure(size) => {
                swapchain.configured(size);
                (true, swapchain.after(answer))
            }
        }
    }

    #[test]
    fn a_window_without_area_is_neither_configured_nor_drawn() {
        for size in [[0, 0], [0, 600], [800, 0]] {
            assert_eq!(of(size).before(), Before::Skip(Skip::ZeroSize));
        }
    }

    #[test]
    fn nothing_is_acquired_before_it_is_configured() {
        assert_eq!(of([800, 600]).before(), Before::Configure([800, 600]));
    }

    #[test]
    fn many_resizes_between_two_frames_configure_once_for_the_last() {
        let mut swapchain = of([800, 600]);
        assert_eq!(frame(&mut swapchain, Answer::Good), (true, After::Draw));
        (1..300).for_each(|side| swapchain.resize([side, side]));
        assert_eq!(swapchain.before(), Before::Configure([299, 299]));
        assert_eq!(frame(&mut swapchain, Answer::Good), (true, After::Draw));
        assert_eq!(frame(&mut swapchain, Answer::Good), (false, After::Draw));
    }

    #[test]
    fn a_surface_that_is_always_suboptimal_is_configured_anew_once_a_size() {
        let mut swapchain = of([800, 600]);
        let configured = |swapchain: &mut Swapchain| {
            (0..10)
                .filter(|_| frame(swapchain, Answer::Suboptimal).0)
                .count()
        };
        assert_eq!(configured(&mut swapchain), 2);
        swapchain.resize([801, 600]);
        assert_eq!(configured(&mut swapchain), 2);
    }

    #[test]
    fn an_outdated_surface_is_configured_with_the_next_frame() {
        let mut swapchain = of([800, 600]);
        assert_eq!(
            frame(&mut swapchain, Answer::Outdated),
            (true, After::Skip(Skip::Outdated))
        );
        assert_eq!(frame(&mut swapchain, Answer::Good), (true, After::Draw));
        assert_eq!(frame(&mut swapchain, Answer::Good), (false, After::Draw));
    }

    #[test]
    fn a_hidden_window_is_skipped_and_comes_back() {
        let mut swapchain = of([800, 600]);
        for (answer, reason) in [
            (Answer::Timeout, Skip::Timeout),
            (Answer::Occluded, Skip::Occluded),
        ] {
            assert_eq!(frame(&mut swapchain, answer).1, After::Skip(reason));
            assert_eq!(frame(&mut swapchain, Answer::Good), (false, After::Draw));
        }
    }

    #[test]
    fn a_lost_surface_is_configured_anew_when_it_was_replaced() {
        let mut swapchain = of([800, 600]);
        assert_eq!(frame(&mut swapchain, Answer::Lost).1, After::SurfaceLost);
        assert!(swapchain.is_lost());
        swapchain.replaced();
        assert!(!swapchain.is_lost());
        assert_eq!(swapchain.before(), Before::Configure([800, 600]));
    }

    #[test]
    fn answers_without_sense_end_it_unless_a_good_one_comes() {
        let mut swapchain = of([800, 600]);
        for _ in 0..3 {
            assert_eq!(
                frame(&mut swapchain, Answer::Nonsense).1,
                After::Skip(Skip::Outdated)
            );
        }
        assert_eq!(frame(&mut swapchain, Answer::Good).1, After::Draw);
        for _ in 0..3 {
            frame(&mut swapchain, Answer::Nonsense);
        }
        assert_eq!(frame(&mut swapchain, Answer::Nonsense).1, After::GiveUp);
    }

    #[test]
    fn a_window_larger_than_the_device_allows_is_drawn_smaller() {
        assert_eq!(of([10_000, 600]).before(), Before::Configure([4096, 600]));
    }
}
