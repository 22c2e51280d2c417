//! A value that moves linearly to a target.

use super::FADE;

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

    /// Begins to move to `target`, within `length` frames, but at least [`FADE`]: a faster change would click. A ramp
    /// to the same target that ends by then continues.
    pub(super) fn head_for(&mut self, target: f32, length: u64) {
        let target = amplitude(target);
        let length = length.clamp(FADE.into(), 1 << 24) as f32; // counts above it would not be exact
        if target == self.to && self.length - self.passed <= length {
            return;
        }
        self.from += self.slope * self.passed;
        self.to = target;
        self.passed = 0.0;
        self.length = length;
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

#[cfg(test)]
mod tests {
    use super::*;

    fn values(ramp: &mut Ramp, count: usize) -> Vec<f32> {
        (0..count).map(|_| ramp.advance()).collect()
    }

    #[test]
    fn a_ramp_that_is_turned_on_its_way_has_no_step() {
        let mut ramp = Ramp::at(0.0);
        ramp.head_for(1.0, 1024);
        let up = values(&mut ramp, 512);
        assert_eq!([up[0], up[256]], [0.0, 0.25]);
        ramp.head_for(0.0, 256);
        let down = values(&mut ramp, 258);
        assert_eq!(
            [down[0], down[128], down[256], down[257]],
            [0.5, 0.25, 0.0, 0.0]
        );
        assert!(ramp.is_settled());
    }

    #[test]
    fn a_ramp_takes_at_least_5_ms() {
        for length in [0, 1, 48, 239, 240] {
            let mut ramp = Ramp::at(1.0);
            ramp.head_for(0.0, length);
            for (k, value) in values(&mut ramp, 240).into_iter().enumerate() {
                let expected = 1.0 - k as f32 / 240.0;
                assert!((value - expected).abs() < 1e-6, "{length}: {k}");
            }
            assert_eq!(ramp.advance(), 0.0, "{length}");
        }
    }

    #[test]
    fn a_repeated_target_does_not_delay_a_ramp() {
        let mut ramp = Ramp::at(1.0);
        for _ in 0..5 {
            ramp.head_for(0.0, 48);
            assert_ne!(values(&mut ramp, 48), [0.0; 48]);
        }
        assert!(ramp.is_settled());
        assert_eq!(ramp.advance(), 0.0);
    }

    #[test]
    fn a_repeated_target_shortens_a_longer_ramp() {
        let mut ramp = Ramp::at(1.0);
        ramp.head_for(0.0, 48_000);
        assert_eq!(values(&mut ramp, 24_000)[12_000], 0.75);
        ramp.head_for(0.0, 800);
        assert_eq!(values(&mut ramp, 800)[400], 0.25);
        assert_eq!(ramp.advance(), 0.0);
    }

    #[test]
    fn amplitudes_are_from_0_to_60_decibels() {
        let cases = [
            (-1.0, 0.0),
            (f32::MAX, 1000.0),
            (f32::NAN, 0.0),
            (f32::INFINITY, 0.0),
        ];
        for (value, expected) in cases {
            assert_eq!(Ramp::at(value).advance(), expected, "{value}");
            let mut ramp = Ramp::at(1.0);
            ramp.head_for(value, 0);
            assert_eq!(ramp.target(), expected, "{value}");
        }
    }
}
