//! The limit of the sum.

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
