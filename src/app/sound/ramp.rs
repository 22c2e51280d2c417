//! A value that moves linearly to a target.

/// Largest amplitude, 60 dB. Larger ones could overflow inside of an effect, which would then be silent for ever.
const LOUDEST: f32 = 1000.0;

/// An amplitude that moves linearly to its target.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ramp {
    from: f32,
    to: f32,
    /// Change per frame. 0 once the target is reached.
    slope: f32,
    /// Frames since the ramp began.
    passed: f32,
    length: f32,
}

impl Ramp {
    /// Returns a ramp that rests at a value.
    pub(super) fn at(value: f32) -> Self {
        let value = amplitude(value);
        Self {
            from: value,
            to: value,
            slope: 0.0,
            passed: 0.0,
            length: 0.0,
        }
    }

    /// Begins to move to `target`, within `length` frames.
    pub(super) fn head_for(&mut self, target: f32, length: u64) {
        let target = amplitude(target);
        if length == 0 {
            *self = Self::at(target);
            return;
        }
        self.from += self.slope * self.passed;
        self.to = target;
        self.passed = 0.0;
        self.length = length.min(1 << 24) as f32; // counts above it would not be exact
        self.slope = (self.to - self.from) / self.length;
    }

    /// Returns the target.
    pub(super) fn target(&self) -> f32 {
        self.to
    }

    /// Returns whether the target is reached.
    pub(super) fn is_settled(&self) -> bool {
        self.slope == 0.0
    }

    /// Returns the value of this frame, and moves on to the next one.
    #[inline]
    pub(super) fn advance(&mut self) -> f32 {
        let value = self.from + self.slope * self.passed;
        self.passed += 1.0;
        if self.passed >= self.length {
            self.from = self.to;
            self.slope = 0.0;
        }
        value
    }
}

/// Returns a valid amplitude. NaN and infinity become 0.
fn amplitude(value: f32) -> f32 {
    if value.is_finite() {
        value.clamp(0.0, LOUDEST)
    } else {
        0.0
    }
}
