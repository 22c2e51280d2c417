//! Laws of the wait and its correction, under jitter.

use proptest::prelude::*;

use super::*;

#[test]
fn without_jitter_the_output_is_the_list_frame_by_frame() {
    for [chunk, frames] in [
        [120, 800],
        [480, 800],
        [480, 333],
        [1000, 48],
        [256, 48_000],
    ] {
        let mut simulation = Simulation::new(chunk as usize);
        simulation.steps(0, 480_000 / frames, frames, |_| 0.0);
        let positions = simulation.positions();
        let first = positions.iter().position(|at| *at == 1.0).unwrap();
        for (expected, at) in (1_u32..400_000).zip(&positions[first..]) {
            assert_eq!(
                f64::from(expected),
                *at,
                "chunks of {chunk}, steps of {frames}"
            );
        }
        assert_eq!(simulation.feed.shared.late_steps.load(Ordering::Relaxed), 0);
        assert!(
            first < 1500,
            "first frame {first}, chunks of {chunk}, steps of {frames}"
        );
    }
}

#[test]
fn clocks_that_differ_are_corrected_without_drift() {
    for ppm in [-500.0, -100.0, 100.0, 500.0] {
        let mut simulation = Simulation::new(240);
        simulation.device_frame = 1.0 + ppm * 1e-6;
        // 20 seconds.
        simulation.steps(0, 1200, 800, |_| 0.0);
        let positions = simulation.positions();
        assert_even(&positions[2000..]);
        let wait = simulation.device - positions[positions.len() - 1];
        assert!((0.0..1200.0).contains(&wait), "{ppm} ppm: {wait}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    // The output moves on evenly whatever the jitter, and stays a bounded time behind the game.
    #[test]
    fn a_sound_moves_evenly_and_waits_a_bounded_time(
        chunk in prop::sample::select(vec![64_usize, 120, 240, 480, 512]),
        frames in prop::sample::select(vec![333_u64, 800, 1600]),
        game_jitter in 0.0..144.0,
        device_jitter in 0.0..240.0,
        ppm in -300.0..300.0,
        seed in any::<u32>(),
    ) {
        let mut simulation = Simulation::new(chunk);
        simulation.jitter = device_jitter;
        simulation.device_frame = 1.0 + ppm * 1e-6;
        simulation.random = seed;
        simulation.steps(0, 720_000 / frames, frames, |simulation| simulation.random(game_jitter));
        let positions = simulation.positions();
        let settled = positions.iter().position(|at| *at > 4800.0).unwrap();
        assert_even(&positions[settled..]);
        // 15 ms and a request.
        let longest = 720.0 + 2.0 * chunk as f64;
        for (at, position) in positions.iter().enumerate().skip(240_000) {
            let wait = at as f64 * simulation.device_frame - position;
            prop_assert!((-960.0..longest).contains(&wait), "frame {at}: waits {wait}");
        }
    }
}
