//! Equal lists give equal samples, and sums do not depend on the order of starting.

use proptest::prelude::*;

use super::*;

/// Returns the lists of a busy minute: sounds that start, stop, glide and loop, on three buses with effects.
fn busy_lists(steps: u64) -> Vec<StepSounds> {
    let mut lists = Vec::new();
    for step in 0..steps {
        let mut voices = Vec::new();
        for id in 0..12 {
            let start = id * 3;
            if step < start || step > start + 20 {
                continue;
            }
            let rate = u32::try_from(60_000 + id * 1000).unwrap();
            voices.push(VoiceStep {
                rate: [rate; 2],
                bus: (id % 3) as u8,
                clip: ClipId((id % 2) as u32),
                gain: [0.2 + step as f32 / 1000.0, 0.3],
                ..sound(id, (step - start) * 800 * u64::from(rate))
            });
        }
        let mut list = list(800, &voices);
        list.buses = vec![
            BusStep::default(),
            BusStep {
                low_pass: (step > 10).then_some(400.0 + step as f32),
                ..BusStep::default()
            },
            BusStep {
                reverb: if step > 5 { 0.3 } else { 0.0 },
                gain: 0.5,
                ..BusStep::default()
            },
        ];
        lists.push(list);
    }
    lists
}

fn clips() -> [Arc<ClipData>; 2] {
    [
        mono(noise(100_000)),
        clip(44_100, sine(100_000, 100.0, 0.5)),
    ]
}

fn bits(frames: &[[f32; 2]]) -> Vec<[u32; 2]> {
    frames.iter().map(|frame| frame.map(f32::to_bits)).collect()
}

#[test]
fn two_runs_of_the_same_lists_have_equal_bits() {
    let run = || {
        let mut mixer = mixer(&clips());
        let frames = busy_lists(60)
            .iter()
            .flat_map(|list| mix(&mut mixer, list))
            .collect::<Vec<_>>();
        bits(&frames)
    };
    let first = run();
    assert_eq!(first.len(), 48_000);
    assert!(
        first
            .iter()
            .any(|frame| f32::from_bits(frame[0]).abs() > 0.2)
    );
    assert_eq!(first, run());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn samples_do_not_depend_on_request_sizes(sizes in prop::collection::vec(1_usize..700, 1..20)) {
        let lists = busy_lists(16);
        let mut whole = mixer(&clips());
        let expected: Vec<_> = lists.iter().flat_map(|list| mix(&mut whole, list)).collect();
        let mut parts = mixer(&clips());
        let mut sizes = sizes.iter().cycle();
        let mut found = Vec::new();
        for list in &lists {
            parts.begin(list, list.frames);
            loop {
                let mut part = vec![[0.0; 2]; *sizes.next().unwrap()];
                let count = parts.render(&mut part);
                found.extend_from_slice(&part[..count]);
                if count < part.len() {
                    break;
                }
            }
        }
        prop_assert_eq!(bits(&expected), bits(&found));
    }

    #[test]
    fn sums_do_not_depend_on_the_order_of_starting(order in Just((0..20_u64).collect::<Vec<_>>()).prop_shuffle()) {
        let run = |order: &[u64]| {
            let mut mixer = mixer(&clips());
            let mut all = Vec::new();
            for step in 0..4 {
                let voices: Vec<_> = order
                    .iter()
                    .map(|&id| VoiceStep { gain: [0.01 * (id + 1) as f32, 0.05], ..sound(id, (id + step * 800) * ONE) })
                    .collect();
                all.extend(mix(&mut mixer, &list(800, &voices)));
            }
            all
        };
        let sorted: Vec<_> = (0..20).collect();
        for (expected, found) in run(&sorted).iter().zip(run(&order)) {
            // Only the last bits of the sum may differ, because kira adds the newest voice first.
            prop_assert!((expected[0] - found[0]).abs() < 1e-6, "{expected:?} {found:?}");
        }
    }
}

#[test]
fn new_sounds_wait_while_a_bus_is_full_of_fades() {
    // In each step of 48 frames, 64 other sounds start, so five times 64 voices would be fading out.
    let mut mixer = mixer(&[mono(vec![0.001; 1_000_000])]);
    let list_of = |first: u64, position: u64| {
        let voices: Vec<_> = (first..first + 64).map(|id| sound(id, position)).collect();
        list(48, &voices)
    };
    for step in 0..100 {
        mix(&mut mixer, &list_of(step * 64, 0));
    }
    assert_eq!(mixer.buses[0].voices(), 160);
    let mut last = 0.0;
    for step in 0..20 {
        last = mix(&mut mixer, &list_of(6400, step * 48 * ONE))[47][0];
    }
    assert!((last - 0.064).abs() < 1e-5, "{last}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn one_long_step_sounds_like_its_parts(
        start in 0_u64..20 * ONE,
        span in 13 * ONE..60 * ONE,
        rate in prop::sample::select(vec![8000_u32, 44_100, 48_000, 192_000]),
        speed in 1000_u32..2_097_152,
    ) {
        // Loop points between two frames, and up to hundreds of laps per step.
        let samples: Vec<_> = (0_u16..300).map(|at| f32::from(at) / 1000.0).collect();
        let data = clip(rate, samples);
        let range = [start, start + span];
        let run = |steps: u64| {
            let frames = 4800 / steps;
            let mut mixer = mixer(&[Arc::clone(&data)]);
            let mut position = 0;
            let mut all = Vec::new();
            for _ in 0..steps {
                let voice = VoiceStep { rate: [speed; 2], loop_range: Some(range), ..sound(1, position) };
                all.extend(mix(&mut mixer, &list(frames, &[voice])));
                position += frames * u64::from(speed);
                if position >= range[1] {
                    position = start + (position - start) % span;
                }
            }
            all
        };
        let different = run(1)
            .iter()
            .zip(run(100))
            .filter(|(long, short)| (long[0] - short[0]).abs() > 1e-3)
            .count();
        // At the seam itself, a rounding error may be on the other side.
        prop_assert!(different < 48, "{different} of 4800 frames differ");
    }
}
