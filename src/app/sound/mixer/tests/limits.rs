//! The limit of the sum.

use proptest::prelude::*;

use super::clicks::{CHANGES, ListChange};
use super::*;

/// Mixes two equal sines with a sum of this amplitude.
fn sum(amplitude: f64, steps: u64) -> Vec<[f32; 2]> {
    let mut mixer = mixer(&[mono(sine(100_000, 109.0, amplitude / 2.0))]);
    mix_steps(&mut mixer, steps, |step, list| {
        list.voices.push(sound(2, step * 800 * ONE));
    })
}

#[test]
fn a_sum_of_up_to_one_is_not_changed() {
    let expected = sine(8000, 109.0, 0.5);
    for (found, half) in sum(1.0, 10).iter().zip(expected) {
        assert_eq!(*found, [half * 2.0; 2]);
    }
}

#[test]
fn a_sum_that_is_too_loud_keeps_its_shape() {
    let found = &sum(2.0, 60)[24_000..];
    let shape = &sine(48_000, 109.0, 1.0)[24_000..];
    for (found, shape) in found.iter().zip(shape) {
        assert!((found[0] - shape).abs() < 0.012, "{found:?} {shape}");
    }
}

#[test]
fn a_loud_sound_on_one_side_leaves_the_other_one_alone() {
    let mut mixer = mixer(&[mono(vec![0.5; 10_000])]);
    // The right side becomes eight times as loud in the second step.
    let found = mix_steps(&mut mixer, 2, |step, list| {
        list.voices[0].gain = [1.0, if step == 0 { 1.0 } else { 8.0 }];
    });
    assert_eq!(found[1599], [0.5, 1.0]);
    assert!(found[400..].iter().all(|frame| frame[0] == 0.5));
}

#[test]
fn the_volume_is_back_100_ms_after_a_loud_sound() {
    let mut mixer = mixer(&[mono(vec![0.25; 100_000])]);
    let found = mix_steps(&mut mixer, 20, |step, list| {
        // Two voices at 1.0 each, and then one at 0.25.
        if step < 5 {
            list.voices[0].gain = [4.0; 2];
            list.voices.push(VoiceStep {
                gain: [4.0; 2],
                ..sound(2, step * 800 * ONE)
            });
        }
    });
    assert_eq!(found[3000], [1.0; 2]);
    assert!(found[4800][0] < 0.25, "{:?}", found[4800]);
    assert!(found[4800 + 4800..].iter().all(|frame| *frame == [0.25; 2]));
}

/// Largest change of the limiter's factor in a frame while it raises the volume: 1 − e^(−1 / 4800), and some rounding.
const RELEASE: f32 = 2.1e-4;

/// Checks that the steps between neighbouring samples are no larger than in the unlimited sum, except for the release.
/// Returns the loudest sample of the sum.
fn assert_no_step(name: &str, limited: &[[f32; 2]], sum: &[[f32; 2]]) -> f32 {
    assert_eq!(limited.len(), sum.len());
    let mut loudest = 0.0_f32;
    for (at, (found, sum)) in limited.windows(2).zip(sum.windows(2)).enumerate() {
        for side in [0, 1] {
            let [step, allowed] = [found, sum].map(|two| (two[1][side] - two[0][side]).abs());
            assert!(
                step <= allowed + RELEASE,
                "{name}, frame {at}: {step} > {allowed}"
            );
            assert!(found[1][side].abs() <= 1.0, "{name}, frame {at}");
            loudest = loudest.max(sum[1][side].abs());
        }
    }
    loudest
}

/// Mixes 24 steps of two sines, and changes the list of some of them. `gain` is the volume of both.
fn mix_changed(gain: f32, change: ListChange, clip: &Arc<ClipData>) -> Vec<[f32; 2]> {
    let mut mixer = mixer(&[Arc::clone(clip)]);
    mix_steps(&mut mixer, 24, |step, list| {
        list.voices.push(sound(9, (20 + step * 800) * ONE));
        if (4..=5).contains(&step) || step > 12 {
            change(list);
        }
        for voice in &mut list.voices {
            voice.gain = voice.gain.map(|side| side * gain);
        }
    })
}

/// Volume at which the limiter changes nothing. It is a power of two, so scaled samples are exact.
const QUIET: f32 = 1.0 / 64.0;

#[test]
fn changed_sounds_do_not_click_under_the_limiter() {
    let clip = mono(sine(200_000, 109.0, 0.5));
    for (name, change, _) in CHANGES {
        for gain in [1.5, 4.0, 15.0] {
            let limited = mix_changed(gain, change, &clip);
            let mut sum = mix_changed(gain * QUIET, change, &clip);
            for side in sum.as_flattened_mut() {
                *side /= QUIET;
            }
            let loudest = assert_no_step(name, &limited, &sum);
            assert!(loudest > 1.2 * gain.min(3.0) / 1.5, "{name}: {loudest}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn the_limiter_adds_no_step_to_random_sounds(
        voices in prop::collection::vec((2.0..400.0_f64, 0.0..8.0_f32, 0.0..8.0_f32, 0..6000_u64), 1..5),
        cuts in prop::collection::vec(1..8_u64, 1..5),
    ) {
        let clips: Vec<_> = voices.iter().map(|voice| mono(sine(8000, voice.0, 1.0))).collect();
        let run = |scale: f32| {
            let mut mixer = mixer(&clips);
            let mut all = Vec::new();
            for step in 0..8_u64 {
                let mut list = list(800, &[]);
                for (number, (_, left, right, first)) in (0..).zip(&voices) {
                    // A sound is missing in some steps, and jumps.
                    let is_cut = cuts.iter().any(|cut| (step + u64::from(number)).is_multiple_of(*cut + 1));
                    if !is_cut || number == 0 {
                        list.voices.push(VoiceStep {
                            clip: ClipId(number),
                            gain: [left * scale, right * scale],
                            ..sound(u64::from(number) + 1, (first + step * 790) % 7000 * ONE)
                        });
                    }
                }
                all.extend(mix(&mut mixer, &list));
            }
            all
        };
        let limited = run(1.0);
        let mut sum = run(QUIET);
        for side in sum.as_flattened_mut() {
            *side /= QUIET;
        }
        assert_no_step("random", &limited, &sum);
    }
}
