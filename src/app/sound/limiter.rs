//! Keeps the sum of all sounds between −1 and 1.
//!
//! kira cuts off what is above, which distorts: 23 % at 6 dB above, for a tone of 440 Hz. The limiter lowers the volume
//! instead (0.4 %), at once, and raises it by 8.7 dB in a tenth of a second. It changes no bit of a sum that is not too
//! loud. Each side is limited alone: a loud sound on one side would make the other one jump.

use kira::Frame;
use kira::effect::Effect;
use kira::info::Info;

/// Factor by which the level falls in each frame: e^(−1 / 4800), so to 1/e in 100 ms.
const RELEASE: f32 = 0.999_791_7;

/// The last effect of the main bus.
pub(super) struct Limiter {
    /// Loudest recent sample of each side, at least 1. The sum is divided by it.
    levels: [f32; 2],
}

impl Limiter {
    /// Returns a limiter that has heard nothing.
    pub(super) fn new() -> Self {
        Self { levels: [1.0; 2] }
    }

    fn limit(&mut self, frame: &mut Frame) {
        let sides = [&mut frame.left, &mut frame.right];
        for (sample, level) in sides.into_iter().zip(&mut self.levels) {
            *level = (*level * RELEASE).max(sample.abs()).max(1.0);
            *sample /= *level;
        }
    }
}

impl Effect for Limiter {
    fn process(&mut self, frames: &mut [Frame], _dt: f64, _info: &Info) {
        frames.iter_mut().for_each(|frame| self.limit(frame));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Returns limited samples of one side: each is divided by the loudest sample so far, as it has faded since.
    fn limited(samples: &[f32]) -> Vec<f64> {
        let level = |now: usize| {
            let faded = samples[..=now].iter().zip((0..=now).rev());
            faded.fold(1.0_f64, |level, (sample, age)| {
                let loudness = f64::from(sample.abs());
                level.max(loudness * libm::exp(-(age as f64) / 4800.0))
            })
        };
        let samples = samples.iter().enumerate();
        samples
            .map(|(at, sample)| f64::from(*sample) / level(at))
            .collect()
    }

    #[test]
    fn the_first_loud_sample_is_lowered_at_once() {
        let mut limiter = Limiter::new();
        for [loud, expected] in [[0.5, 0.5], [4.0, 1.0], [-8.0, -1.0], [0.8, 0.1]] {
            let mut frame = Frame::from_mono(loud);
            limiter.limit(&mut frame);
            assert!((frame.left - expected).abs() < 1e-3, "{loud}: {frame:?}");
            assert_eq!(frame.left, frame.right);
        }
    }

    proptest! {
        #[test]
        fn samples_are_divided_by_the_loudest_recent_one(
            quiet in prop::collection::vec([-1.5..1.5_f32, -1.5..1.5], 300),
            loud in prop::collection::vec((0..300_usize, [-30.0..30.0_f32, -30.0..30.0]), 0..5),
        ) {
            let mut sound = quiet;
            for (at, frame) in loud {
                sound[at] = frame;
            }
            let mut limiter = Limiter::new();
            let found: Vec<_> = sound.iter().map(|&[left, right]| {
                let mut frame = Frame { left, right };
                limiter.limit(&mut frame);
                [frame.left, frame.right]
            }).collect();
            for side in [0, 1] {
                let samples: Vec<_> = sound.iter().map(|frame| frame[side]).collect();
                for (at, expected) in limited(&samples).into_iter().enumerate() {
                    let error = (f64::from(found[at][side]) - expected).abs();
                    prop_assert!(error < 1e-4, "frame {}: {} {}", at, found[at][side], expected);
                }
            }
        }
    }
}
