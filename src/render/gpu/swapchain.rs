//! When a window's surface is configured, and the action after each result of acquiring a surface texture.
//!
//! This module does not use wgpu, so that the rules can be tested with any results. An attempt to acquire a texture
//! configures the surface at most once. After a failure, only the next frame tries again.

/// Number of unexplained failures in a row that are tolerated. With one more, the surface counts as broken. wgpu also
/// reports a lost device as an unexplained failure, in every frame.
const MAX_FAILURES: u32 = 3;

/// Why a frame was not drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Skip {
    /// The window has no area, for example because it is minimised.
    ZeroSize,
    /// The system had no surface texture within a second. Draw rarely until it has one.
    Timeout,
    /// The window is hidden. Draw rarely until it is visible.
    Occluded,
    /// The surface no longer fits the window, or has no texture for an unknown reason. The next frame configures it
    /// again.
    Outdated,
}

/// Action before a surface texture is acquired.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PreAcquire {
    /// Nothing can be acquired.
    Skip(Skip),
    /// Configure the surface for textures of this width and height in pixels, then acquire one.
    Configure([u32; 2]),
    /// The surface is configured already.
    Acquire,
}

/// The result of acquiring a surface texture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AcquireResult {
    /// A texture.
    Good,
    /// A texture of a surface that no longer fits the window exactly.
    Suboptimal,
    /// No texture within the system's time limit.
    Timeout,
    /// No texture, because the window is hidden.
    Occluded,
    /// No texture, because the surface no longer fits the window.
    Outdated,
    /// The surface is gone.
    Lost,
    /// No texture, for an unknown reason.
    Unexplained,
}

/// Action after an attempt to acquire.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PostAcquire {
    /// Draw on the texture.
    Draw,
    /// Skip this frame.
    Skip(Skip),
    /// A new surface is needed.
    SurfaceLost,
    /// Too many unexplained failures in a row.
    GiveUp,
}

/// The configuration of a window's surface: the current one, and the requested one.
#[derive(Debug, Default)]
pub(super) struct Swapchain {
    /// The window's size in pixels.
    wanted: [u32; 2],
    /// The longest side that the device allows, in pixels.
    limit: u32,
    /// The current size; `None` before the first configuration.
    configured: Option<[u32; 2]>,
    /// Whether the surface must be configured again although the size is right.
    stale: bool,
    /// Whether the surface was already configured again at this size because it was suboptimal.
    improved: bool,
    lost: bool,
    /// Unexplained failures since the last other result.
    failures: u32,
    /// Whether a window larger than the device's limit was logged.
    warned: bool,
}

impl Swapchain {
    /// Returns the state for a window of unknown size. `limit`: the longest side allowed, in pixels.
    pub(super) fn new(limit: u32) -> Self {
        Self {
            limit,
            ..Self::default()
        }
    }

    /// Sets the window's size in pixels. The last call before a frame counts.
    pub(super) fn resize(&mut self, size: [u32; 2]) {
        if size != self.wanted {
            self.wanted = size;
            self.improved = false;
        }
    }

    /// Requests a new configuration with the next frame.
    pub(super) fn reconfigure(&mut self) {
        self.stale = true;
    }

    /// Sets the longest side allowed by a new device, in pixels.
    pub(super) fn allow(&mut self, limit: u32) {
        self.limit = limit;
    }

    /// Marks the surface as lost.
    pub(super) fn lose(&mut self) {
        self.lost = true;
    }

    /// Resets the state after the surface was replaced.
    pub(super) fn replaced(&mut self) {
        *self = Self {
            wanted: self.wanted,
            warned: self.warned,
            ..Self::new(self.limit)
        };
    }

    /// Returns the size of the surface textures in pixels: the window's, or less if the device does not allow it.
    pub(super) fn size(&self) -> [u32; 2] {
        self.wanted.map(|side| side.min(self.limit))
    }

    /// Returns the action before the next surface texture is acquired.
    pub(super) fn before(&mut self) -> PreAcquire {
        // A window without area is not configured: wgpu treats that as an error.
        if self.wanted.contains(&0) {
            return PreAcquire::Skip(Skip::ZeroSize);
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
            PreAcquire::Configure(size)
        } else {
            PreAcquire::Acquire
        }
    }

    /// Records that the surface was configured for this size.
    pub(super) fn configured(&mut self, size: [u32; 2]) {
        self.configured = Some(size);
        self.stale = false;
    }

    /// Returns whether the surface is lost.
    pub(super) fn is_lost(&self) -> bool {
        self.lost
    }

    /// Returns the action after a result of acquiring.
    pub(super) fn after(&mut self, acquired: AcquireResult) -> PostAcquire {
        // Counts unexplained failures in a row: any other result ends the row.
        self.failures = if acquired == AcquireResult::Unexplained {
            self.failures + 1
        } else {
            0
        };
        match acquired {
            AcquireResult::Good => PostAcquire::Draw,
            AcquireResult::Suboptimal => {
                // Some systems always report a suboptimal surface, so it is configured again only once for each size.
                self.stale |= !self.improved;
                self.improved = true;
                PostAcquire::Draw
            }
            AcquireResult::Timeout => PostAcquire::Skip(Skip::Timeout),
            AcquireResult::Occluded => PostAcquire::Skip(Skip::Occluded),
            AcquireResult::Outdated => {
                self.stale = true;
                PostAcquire::Skip(Skip::Outdated)
            }
            AcquireResult::Lost => {
                self.lost = true;
                PostAcquire::SurfaceLost
            }
            AcquireResult::Unexplained if self.failures > MAX_FAILURES => PostAcquire::GiveUp,
            AcquireResult::Unexplained => {
                self.stale = true;
                PostAcquire::Skip(Skip::Outdated)
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

    /// Acquires a frame with this result. Returns whether the surface was configured first, and the next action.
    fn frame(swapchain: &mut Swapchain, acquired: AcquireResult) -> (bool, PostAcquire) {
        match swapchain.before() {
            PreAcquire::Skip(reason) => (false, PostAcquire::Skip(reason)),
            PreAcquire::Acquire => (false, swapchain.after(acquired)),
            PreAcquire::Configure(size) => {
                swapchain.configured(size);
                (true, swapchain.after(acquired))
            }
        }
    }

    /// Checks that a good frame is drawn, and whether it configures the surface.
    #[track_caller]
    fn draw(swapchain: &mut Swapchain, configures: bool) {
        let expected = (configures, PostAcquire::Draw);
        assert_eq!(frame(swapchain, AcquireResult::Good), expected);
    }

    #[test]
    fn a_window_without_area_is_neither_configured_nor_drawn() {
        for size in [[0, 0], [0, 600], [800, 0]] {
            assert_eq!(of(size).before(), PreAcquire::Skip(Skip::ZeroSize));
        }
    }

    #[test]
    fn nothing_is_acquired_before_it_is_configured() {
        assert_eq!(of([800, 600]).before(), PreAcquire::Configure([800, 600]));
    }

    #[test]
    fn many_resizes_between_two_frames_configure_once_for_the_last() {
        let mut swapchain = of([800, 600]);
        draw(&mut swapchain, true);
        (1..300).for_each(|side| swapchain.resize([side, side]));
        assert_eq!(swapchain.before(), PreAcquire::Configure([299, 299]));
        draw(&mut swapchain, true);
        draw(&mut swapchain, false);
    }

    #[test]
    fn a_suboptimal_surface_is_configured_once_more_per_size() {
        let mut swapchain = of([800, 600]);
        let configured = |swapchain: &mut Swapchain| {
            (0..10)
                .filter(|_| frame(swapchain, AcquireResult::Suboptimal).0)
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
            frame(&mut swapchain, AcquireResult::Outdated),
            (true, PostAcquire::Skip(Skip::Outdated))
        );
        draw(&mut swapchain, true);
        draw(&mut swapchain, false);
    }

    #[test]
    fn a_hidden_window_is_skipped_and_comes_back() {
        let mut swapchain = of([800, 600]);
        for (acquired, reason) in [
            (AcquireResult::Timeout, Skip::Timeout),
            (AcquireResult::Occluded, Skip::Occluded),
        ] {
            assert_eq!(frame(&mut swapchain, acquired).1, PostAcquire::Skip(reason));
            draw(&mut swapchain, false);
        }
    }

    #[test]
    fn a_lost_surface_is_configured_anew_when_it_was_replaced() {
        let mut swapchain = of([800, 600]);
        assert_eq!(
            frame(&mut swapchain, AcquireResult::Lost).1,
            PostAcquire::SurfaceLost
        );
        assert!(swapchain.is_lost());
        swapchain.replaced();
        assert!(!swapchain.is_lost());
        assert_eq!(swapchain.before(), PreAcquire::Configure([800, 600]));
    }

    #[test]
    fn unexplained_failures_in_a_row_end_it_and_a_success_resets_them() {
        let mut swapchain = of([800, 600]);
        for _ in 0..3 {
            assert_eq!(
                frame(&mut swapchain, AcquireResult::Unexplained).1,
                PostAcquire::Skip(Skip::Outdated)
            );
        }
        assert_eq!(
            frame(&mut swapchain, AcquireResult::Good).1,
            PostAcquire::Draw
        );
        for _ in 0..3 {
            frame(&mut swapchain, AcquireResult::Unexplained);
        }
        assert_eq!(
            frame(&mut swapchain, AcquireResult::Unexplained).1,
            PostAcquire::GiveUp
        );
    }

    #[test]
    fn a_window_larger_than_the_device_allows_is_drawn_smaller() {
        assert_eq!(
            of([10_000, 600]).before(),
            PreAcquire::Configure([4096, 600])
        );
    }
}
