//! Volume, panning and rate follow their curves at step rates that do not divide 48 000, and the track follows them.

#![expect(clippy::unwrap_used, reason = "a test may stop where it fails")]

use core::time::Duration;

use damselfly::app::{App, Harness, Options};
use damselfly::assets::ClipSource;
use damselfly::math::Ease;
use damselfly::prelude::*;
use damselfly::sound::{Sound, SoundId, Tween};
use damselfly::time::StepRate;
use proptest::prelude::*;

/// Steps in seconds.
const RATES: [(u32, u32); 4] = [(144, 1), (60_000, 1001), (49, 1), (60, 1)];

/// Sample of the sound, in every frame.
const LEVEL: f32 = 0.25;

/// Step after which the tweens begin.
const BEGIN: u32 = 5;

/// A change of a value over time.
#[derive(Clone, Copy, Debug)]
struct Change {
    from: f32,
    to: f32,
    milliseconds: u64,
    ease: Ease,
}

impl Change {
    fn tween(self) -> Tween {
        Tween {
            time: Duration::from_millis(self.milliseconds),
            ease: self.ease,
        }
    }

    /// Returns the value at a time in seconds.
    fn at(self, time: f64) -> f64 {
        let share = time * 1000.0 / self.milliseconds as f64;
        if share.is_nan() || share >= 1.0 {
            return self.to.into();
        }
        let curve = match self.ease {
            Ease::Linear => share,
            Ease::Smooth => 3.0 * share * share - 2.0 * share * share * share,
            Ease::QuadIn => share * share,
            Ease::CubicOut => 1.0 - (1.0 - share) * (1.0 - share) * (1.0 - share),
            other => panic!("{other:?} has no model"),
        };
        f64::from(self.from) + f64::from(self.to - self.from) * curve
    }

    /// Returns the largest error of a value: the change in 2 frames of the steepest curve. Times are rounded to frames
    /// twice.
    fn tolerance(self) -> f64 {
        let range = f64::from((self.to - self.from).abs());
        let share = 2.0 / 48.0 / self.milliseconds.max(1) as f64;
        range * (3.0 * share + 1e-6) + 1e-5
    }
}

fn changes(from: f32, to: core::ops::Range<f32>) -> impl Strategy<Value = Change> {
    let eases = [Ease::Linear, Ease::Smooth, Ease::QuadIn, Ease::CubicOut];
    let milliseconds = prop_oneof![Just(0), 1..60_u64, 60..900_u64];
    (to, milliseconds, prop::sample::select(eases.to_vec())).prop_map(
        move |(to, milliseconds, ease)| Change {
            from,
            to,
            milliseconds,
            ease,
        },
    )
}

/// Starts a game that plays a constant sound.
fn start(rate: StepRate, volume: f32) -> (Harness<'static>, SoundId) {
    let mut id = None;
    let start = |cx: &mut Context<'_>| {
        let tone = ClipSource::samples(48_000, 1, vec![LEVEL; 4800]);
        cx.assets.add_sound("tone", tone)?;
        id = Some(cx.play(Sound::new("tone").looped().volume(volume)));
        Ok(())
    };
    let app = App::new("Tone", Options::default()).step_rate(rate);
    let game = Harness::start(app, start).unwrap().with_sound();
    (game, id.unwrap())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn values_and_samples_follow_a_slow_model(
        rate in prop::sample::select(&RATES[..]),
        volume in changes(-40.0, -59.0..0.0),
        panning in changes(0.0, -1.0..1.0),
        playback in changes(1.0, 0.1..4.0),
    ) {
        let (steps, seconds) = rate;
        let (mut game, id) = start(StepRate::ratio(steps, seconds).unwrap(), volume.from);
        game.steps(BEGIN);
        let mut cx = game.context();
        let mut sound = cx.sound(id).unwrap();
        sound.set_volume(volume.to, volume.tween());
        sound.set_panning(panning.to, panning.tween());
        sound.set_rate(playback.to, playback.tween());
        let time_of = |step: u32| f64::from(step * seconds) / f64::from(steps);
        // The number of the step, and the amplitude and the panning that it has.
        let mut expected = Vec::new();
        for step in 0..steps / seconds {
            let time = time_of(step);
            let sound = game.world().sounds.get(id).unwrap();
            for (value, change) in [
                (sound.volume(), volume),
                (sound.panning(), panning),
                (sound.rate(), playback),
            ] {
                let wanted = change.at(time);
                let error = (f64::from(value) - wanted).abs();
                prop_assert!(error <= change.tolerance(), "{step}: {value}, {wanted} in {change:?}");
            }
            expected.push((BEGIN + step, volume.at(time), panning.at(time)));
            game.step();
        }
        game.step();
        let samples = game.samples(0..u64::MAX);
        let pan_error = panning.tolerance();
        for (step, decibels, panning) in expected {
            // A step reaches its amplitude at its end, which is the first frame of the next step.
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "small")]
            let frame = samples[(time_of(step + 1) * 48_000.0 + 1e-6) as usize];
            let amplitude = |decibels: f64| libm::pow(10.0, decibels / 20.0) * f64::from(LEVEL) * 32_767.0;
            for side in [-1.0, 1.0] {
                let wanted = |decibels, panning: f64| amplitude(decibels) * (1.0 + side * panning).max(0.0).sqrt();
                // The values that the largest errors of volume and panning allow.
                let (quieter, louder) = (decibels - volume.tolerance(), decibels + volume.tolerance());
                let (near, far) = (panning - side * pan_error, panning + side * pan_error);
                let allowed = wanted(quieter, near) * 0.998 - 2.0..=wanted(louder, far) * 1.002 + 2.0;
                let sample = f64::from(frame[usize::from(side > 0.0)]);
                prop_assert!(allowed.contains(&sample), "{step}: {sample}, {allowed:?}");
            }
        }
    }
}
