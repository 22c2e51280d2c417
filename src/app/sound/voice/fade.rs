//! The fades that avoid clicks.

use super::super::FADE;

/// A fade of [`FADE`] frames in, or out.
#[derive(Clone, Copy)]
pub(super) struct Fade {
    /// 0 is silent, `FADE` is full.
    pub(super) level: u16,
    pub(super) out: bool,
}

impl Fade {
    /// No fade.
    pub(super) const FULL: Self = Self {
        level: FADE,
        out: false,
    };

    /// Returns the factor of this frame, and moves on to the next one.
    #[inline]
    pub(super) fn advance(&mut self) -> f32 {
        if self.is_full() {
            return 1.0;
        }
        let factor = f32::from(self.level) / f32::from(FADE);
        self.level = if self.out {
            self.level.saturating_sub(1)
        } else {
            FADE.min(self.level + 1)
        };
        factor
    }

    pub(super) fn is_full(&self) -> bool {
        !self.out && self.level == FADE
    }

    pub(super) fn is_silent(&self) -> bool {
        self.out && self.level == 0
    }
}
