//! The effects of buses.

use super::*;

/// Returns the mean square of the left side.
fn power(frames: &[[f32; 2]]) -> f32 {
    frames.iter().map(|frame| frame[0] * frame[0]).sum::<f32>() / frames.len() as f32
}

/// Mixes a sine through a bus that leads into the main bus.
fn through(bus: BusStep, main: BusStep, period: f64) -> Vec<[f32; 2]> {
    let mut mixer = mixer(&[mono(sine(100_000, period, 0.5))]);
    mix_steps(&mut mixer, 20, |_, list| {
        list.voices[0].bus = 1;
        list.buses = vec![main, bus];
    })
}

#[test]
fn a_low_pass_lets_low_tones_pass_and_no_high_ones() {
    let bus = BusStep {
        low_pass: Some(1000.0),
        ..BusStep::default()
    };
    // 100 Hz and 10 kHz.
    let [low, high] =
        [480.0, 4.8].map(|period| power(&through(bus, BusStep::default(), period)[8000..]));
    assert!(low > 0.12, "{low}");
    assert!(high < 0.125 * 1e-3, "{high}");
}

#[test]
fn bus_volumes_multiply_with_those_of_the_main_bus() {
    let bus = |gain| BusStep {
        gain,
        ..BusStep::default()
    };
    let plain = through(bus(1.0), bus(1.0), 100.0);
    let quiet = through(bus(0.5), bus(0.25), 100.0);
    for (plain, quiet) in plain.iter().zip(quiet) {
        assert_eq!(plain[0] * 0.125, quiet[0]);
    }
}

#[test]
fn a_reverb_sounds_on_and_starts_anew_when_switched_on_again() {
    let mut mixer = mixer(&[mono(noise(8000))]);
    let reverb = |share| BusStep {
        reverb: share,
        ..BusStep::default()
    };
    let mut run = |step: u64, share| {
        let mut list = list(800, &[]);
        if step < 10 {
            list.voices.push(sound(1, step * 800 * ONE));
        }
        list.buses[0] = reverb(share);
        mix(&mut mixer, &list)
    };
    for step in 0..10 {
        run(step, 0.5);
    }
    assert!(power(&run(10, 0.5)) > 1e-5, "no tail");
    run(11, 0.0);
    let off = run(12, 0.0);
    assert_eq!(off, vec![[0.0; 2]; 800]);
    assert!(power(&run(13, 0.5)) < 1e-12, "the old tail came back");
}

#[test]
fn an_effect_that_is_off_changes_no_bit() {
    let run = |step_with_effect: u64| {
        let mut mixer = mixer(&[mono(noise(20_000))]);
        mix_steps(&mut mixer, 20, |step, list| {
            if step == step_with_effect {
                list.buses[0] = BusStep {
                    low_pass: Some(500.0),
                    reverb: 0.3,
                    gain: 1.0,
                };
            }
        })
    };
    let [with, without] = [run(5), run(99)];
    assert_ne!(with[4000..4800], without[4000..4800]);
    assert_eq!(with[5040..], without[5040..]);
}

#[test]
fn a_sound_moves_to_another_bus_with_a_fade() {
    let mut mixer = mixer(&[mono(vec![0.5; 20_000])]);
    let found = mix_steps(&mut mixer, 4, |step, list| {
        list.buses = [1.0, 1.0, 0.0]
            .map(|gain| BusStep {
                gain,
                ..BusStep::default()
            })
            .to_vec();
        list.voices[0].bus = if step < 2 { 1 } else { 2 };
    });
    assert_eq!(
        [found[1599], found[1720], found[1840]],
        [[0.5; 2], [0.25; 2], [0.0; 2]]
    );
}

#[test]
fn a_bus_that_a_list_does_not_have_is_reset() {
    let mut mixer = mixer(&[mono(vec![0.5; 10_000])]);
    let found = mix_steps(&mut mixer, 4, |step, list| {
        list.voices[0].bus = 1;
        if step < 2 {
            let quiet = BusStep {
                gain: 0.5,
                ..BusStep::default()
            };
            list.buses.push(quiet);
        }
    });
    assert_eq!(found[1500], [0.25; 2]);
    assert_eq!(found[2500], [0.5; 2]);
}

#[test]
fn settings_outside_of_their_ranges_are_clamped() {
    let low_pass = |hertz| BusStep {
        low_pass: Some(hertz),
        ..BusStep::default()
    };
    let reverb = |reverb| BusStep {
        reverb,
        ..BusStep::default()
    };
    for (outside, inside) in [
        (low_pass(-5.0), low_pass(20.0)),
        (low_pass(0.0), low_pass(20.0)),
        (low_pass(1e9), low_pass(20_000.0)),
        (reverb(7.0), reverb(1.0)),
        (reverb(-7.0), reverb(0.0)),
    ] {
        let [found, expected] =
            [outside, inside].map(|bus| through(bus, BusStep::default(), 100.0));
        assert!(found == expected, "{outside:?}");
    }
}
