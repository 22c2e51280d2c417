//! Laws of rendering.

use super::*;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn sines_and_triangles_match_the_model(
        synth in gentle(prop::sample::select(vec![Waveform::Sine, Waveform::Triangle]), 500.0)
    ) {
        let (found, expected) = (rendered(&synth), model::render(&synth));
        prop_assert_eq!(found.len(), expected.len());
        for (frame, (found, expected)) in found.iter().zip(expected).enumerate() {
            prop_assert!((f64::from(*found) - expected).abs() < 2e-3, "{frame}: {found} {expected}");
        }
    }

    #[test]
    fn squares_and_saws_match_the_model_in_energy_and_sign(
        synth in gentle(prop::sample::select(vec![Waveform::Square, Waveform::Saw]), 250.0)
    ) {
        let (found, expected) = (doubles(&rendered(&synth)), model::render(&synth));
        prop_assert_eq!(found.len(), expected.len());
        for (found, expected) in found.chunks(480).zip(expected.chunks(480)) {
            let energies = [found, expected].map(|samples| energy(samples.iter().copied()));
            // A step of the waveform is a few frames wide.
            prop_assert!((energies[0] - energies[1]).abs() < 0.05 * energies[1] + 0.1, "{energies:?}");
        }
        let differ = found.iter().zip(&expected).filter(|(found, expected)| **found * **expected < 0.0).count();
        let steps = expected.windows(2).filter(|pair| pair[0] * pair[1] < 0.0).count();
        prop_assert!(differ <= steps + 2, "{differ} frames of {steps} steps");
    }

    #[test]
    fn every_sound_is_silent_at_both_ends_and_within_full_scale(synth in any_sound()) {
        let samples = rendered(&synth);
        prop_assert_eq!(samples.len(), model::length(&synth));
        prop_assert!(samples.iter().all(|sample| sample.abs() <= 1.0));
        prop_assert_eq!(samples[0], 0.0);
        let last = samples[samples.len() - 1];
        prop_assert!(last.abs() <= 0.02, "{last}");
    }

    #[test]
    fn a_moving_pitch_has_no_steps_between_samples(
        synth in gentle(prop::sample::select(vec![Waveform::Sine, Waveform::Triangle]), 200.0)
    ) {
        let samples = rendered(&synth);
        for (frame, pair) in samples.windows(2).enumerate() {
            let frequency = model::frequency(&synth, frame).max(model::frequency(&synth, frame + 16));
            let amplitude = model::amplitude(&synth, frame);
            let faded = (model::amplitude(&synth, (frame + 1).min(samples.len() - 1)) - amplitude).abs();
            // The steepest sine rises by 2π in a cycle, and a triangle by 4.
            let most = 1.05 * core::f64::consts::TAU * frequency / RATE * (amplitude + faded) + faded + 1e-3;
            let step = f64::from((pair[1] - pair[0]).abs());
            prop_assert!(step <= most, "{frame}: {step} > {most}");
        }
    }

    #[test]
    fn the_filter_has_the_gain_of_two_poles(
        pitch in 200.0_f32..15_000.0,
        cutoff in 300.0_f32..18_000.0,
        resonance in 0.0_f32..1.0,
    ) {
        let sine = Synth::sine().pitch(pitch).volume(-24.0).envelope(0.1, 0.4, 0.1);
        let middle = |synth: &Synth| energy(doubles(&rendered(synth)[12_000..24_000]));
        let filtered = sine.clone().low_pass(cutoff).resonance(resonance);
        let gain = (middle(&filtered) / middle(&sine)).sqrt();
        // 1 / |s² + k·s + 1|, where the bilinear transform bends the frequency axis.
        let bent = |hertz: f32| libm::tan(core::f64::consts::PI * f64::from(hertz) / RATE);
        let s = bent(pitch) / bent(cutoff);
        let damping = 2.0 - 1.9 * f64::from(resonance);
        let expected = 1.0 / libm::hypot(1.0 - s * s, damping * s);
        prop_assert!((gain - expected).abs() < 0.01 * expected + 1e-4, "{gain} {expected}");
    }

    #[test]
    fn parts_follow_or_add_to_the_sound(parts in prop::collection::vec((any::<bool>(), any_sound()), 1..5)) {
        // So quiet that no sum is clipped.
        let parts = parts.into_iter().map(|(follows, synth)| (follows, synth.volume(-60.0)));
        let mut joined = Synth::sine().volume(-60.0);
        let mut expected = rendered(&joined);
        for (follows, part) in parts {
            let start = if follows { expected.len() } else { 0 };
            let samples = rendered(&part);
            expected.resize(expected.len().max(start + samples.len()), 0.0);
            expected[start..].iter_mut().zip(samples).for_each(|(sum, sample)| *sum += sample);
            joined = if follows { joined.then(part) } else { joined.with(part) };
        }
        prop_assert_eq!(rendered(&joined), expected);
    }
}

#[test]
fn noise_changes_32_times_a_cycle_with_a_mean_of_0() {
    for pitch in [50.0, 440.0, 1000.0, 5000.0] {
        let synth = Synth::noise()
            .pitch(pitch)
            .volume(0.0)
            .envelope(0.0, 2.0, 0.0);
        let held = doubles(&rendered(&synth)[48..96_048]);
        let changes = held.windows(2).filter(|pair| pair[0] != pair[1]).count();
        let expected = f64::from(pitch * 32.0 * 2.0).min(96_000.0);
        assert!(
            (changes as f64 - expected).abs() <= 2.0,
            "{pitch}: {changes}"
        );
        // Uniform from −1 to 1: the variance is 1/3. Three standard deviations of both.
        let mean = held.iter().sum::<f64>() / 96_000.0;
        assert!(
            mean.abs() < 3.0 / (3.0 * expected).sqrt(),
            "{pitch}: {mean}"
        );
        let variance = energy(held) / 96_000.0;
        assert!(
            (variance - 1.0 / 3.0).abs() < 0.9 / expected.sqrt(),
            "{pitch}: {variance}"
        );
    }
    assert_eq!(
        rendered(&Synth::noise().seed(3)),
        rendered(&Synth::noise().seed(3))
    );
    assert_ne!(
        rendered(&Synth::noise().seed(3)),
        rendered(&Synth::noise().seed(4))
    );
}

#[test]
fn high_squares_and_saws_alias_far_less_than_the_model() {
    // The 13th overtone of 3700 Hz is at 48 100 Hz, which sounds like 100 Hz.
    for waveform in [Waveform::Saw, Waveform::Square] {
        let synth = Synth::new(waveform)
            .pitch(3700.0)
            .duty(0.35)
            .envelope(0.1, 0.5, 0.1);
        let middle = 9600..9600 + 14_400;
        let naive = amplitude_at(100.0, &model::render(&synth)[middle.clone()]);
        let found = amplitude_at(100.0, &doubles(&rendered(&synth)[middle]));
        assert!(
            naive > 0.005 && found < naive / 20.0,
            "{waveform:?}: {found} {naive}"
        );
    }
}

#[test]
fn pulses_of_any_width_have_no_offset() {
    for duty in [0.01, 0.1, 0.25, 0.5, 0.8, 0.99] {
        let synth = Synth::square()
            .duty(duty)
            .pitch(480.0)
            .volume(0.0)
            .envelope(0.0, 1.0, 0.0);
        let held = doubles(&rendered(&synth)[48..48_048]);
        let mean = held.iter().sum::<f64>() / 48_000.0;
        assert!(mean.abs() < 1e-3, "{duty}: {mean}");
        let peak = held
            .iter()
            .fold(0.0_f64, |peak, sample| peak.max(sample.abs()));
        assert!(
            (0.8..=1.0).contains(&peak) || !(0.02..0.98).contains(&duty),
            "{duty}: {peak}"
        );
    }
}

#[test]
fn a_sliding_pitch_stops_at_its_range() {
    for (pitch, slide) in [(20_000.0, 1200.0), (1.0, -1200.0)] {
        let synth = Synth::saw().pitch(pitch);
        assert_eq!(rendered(&synth.clone().slide(slide)), rendered(&synth));
    }
}

#[test]
fn sliding_duty_and_cutoff_stop_at_their_ranges() {
    let held = |synth: Synth| {
        doubles(&rendered(&synth.volume(0.0).envelope(0.0, 1.0, 0.0))[24_000..48_000])
    };
    let up = |samples: &[f64]| {
        samples.iter().filter(|sample| **sample > 0.0).count() as f64 / samples.len() as f64
    };
    let slid = |slide: f32| {
        up(&held(
            Synth::square().pitch(100.0).duty(0.5).duty_slide(slide),
        ))
    };
    assert!((slid(100.0) - 0.99).abs() < 0.01, "{}", slid(100.0));
    assert!((slid(-100.0) - 0.01).abs() < 0.01, "{}", slid(-100.0));
    // After 0.5 to 1 s, the duty is 0.3 to 0.4: 0.35 in the mean.
    let slow = up(&held(
        Synth::square().pitch(100.0).duty(0.2).duty_slide(0.2),
    ));
    assert!((slow - 0.35).abs() < 0.01, "{slow}");

    let filtered = |slide: f32| {
        energy(held(
            Synth::sine()
                .pitch(1000.0)
                .low_pass(1000.0)
                .low_pass_slide(slide),
        ))
    };
    assert!(filtered(100.0) > 11_000.0 && filtered(-100.0) < 1.0);
    assert!(filtered(0.5) > 1.2 * filtered(0.0) && filtered(-0.5) < filtered(0.0) / 1.2);
}
