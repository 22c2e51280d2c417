//! Late steps, pauses, jumps, other speeds, muting, and running backwards.

use super::*;
use crate::app::sound::fill::Fill as _;

#[test]
fn a_late_step_loses_nothing_of_a_sound_that_plays() {
    let mut simulation = Simulation::new(240);
    simulation.steps(0, 60, 800, |_| 0.0);
    // A hitch of 60 ms, then the game catches up.
    let hitch = 59 * 800 + 2880;
    for step in 60..64 {
        simulation.step(f64::from(hitch), step * 800, 800, 1.0);
    }
    simulation.steps(64, 120, 800, |_| 0.0);
    let positions = simulation.positions();
    assert_even(&positions[2000..]);
    assert!(simulation.feed.shared.late_steps.load(Ordering::Relaxed) > 0);
}

#[test]
fn a_game_that_hangs_is_silent_after_100_ms_and_returns() {
    let mut simulation = Simulation::new(240);
    simulation.steps(0, 60, 800, |_| 0.0);
    simulation.play_until(48_000.0 + 48_000.0);
    let positions = simulation.positions();
    let silent = silent_tail(&positions);
    assert!((40_000..44_000).contains(&silent), "{silent} frames");
    // The hang took no game time.
    for step in 60..120 {
        simulation.step((step * 800) as f64 + 48_000.0, step * 800, 800, 1.0);
    }
    let positions = simulation.positions();
    assert_even(&positions[positions.len() - 40_000..]);
}

#[test]
fn a_slow_game_is_heard_near_its_steps() {
    let mut simulation = Simulation::new(240);
    for step in 0..240 {
        // Steps of 16.7 ms that take 25 ms.
        let time = (step * 1200) as f64;
        simulation.step(time, step * 800, 800, 1.0);
        if let Some(position) = simulation.positions().last().filter(|at| **at > 0.0) {
            let ahead = position - (step * 800) as f64;
            assert!(ahead < 2400.0 + 1200.0, "step {step}: {ahead} frames ahead");
        }
    }
    assert_eq!(silent_tail(&simulation.positions()), 0);
}

#[test]
fn a_pause_is_silent_at_once_and_continues_at_its_step() {
    let mut simulation = Simulation::new(240);
    simulation.steps(0, 60, 800, |_| 0.0);
    simulation.play_until(47_400.0);
    simulation
        .feed
        .shared
        .is_paused
        .store(true, Ordering::Release);
    simulation.play_until(60_000.0);
    let silent = silent_tail(&simulation.positions());
    assert!(silent > 12_000, "{silent} frames");
    simulation
        .feed
        .shared
        .is_paused
        .store(false, Ordering::Release);
    for step in 60..120 {
        simulation.step((step * 800) as f64 + 13_000.0, step * 800, 800, 1.0);
    }
    let positions = simulation.positions();
    let resumed = &positions[positions.len() - 45_000..];
    assert_even(resumed);
    assert!(positions[61_500..61_800].iter().all(|at| *at < 50_000.0));
}

#[test]
fn a_single_step_of_a_paused_game_sounds_for_its_length() {
    let mut simulation = Simulation::new(240);
    simulation.steps(0, 60, 800, |_| 0.0);
    simulation
        .feed
        .shared
        .is_paused
        .store(true, Ordering::Release);
    simulation.play_until(96_000.0);
    let before = simulation.output.len();
    simulation.step(96_000.0, 48_000, 800, 1.0);
    simulation.play_until(144_000.0);
    let positions = simulation.positions();
    let heard = positions[before..].iter().filter(|at| **at != 0.0).count();
    // With a fade of 5 ms.
    assert!((750..=1050).contains(&heard), "{heard} frames");
}

#[test]
fn the_time_scale_is_the_speed_of_all_sounds() {
    for scale in [0.5, 2.0, 0.3] {
        let mut simulation = Simulation::new(240);
        let mut time = 0.0;
        for step in 0..240 {
            simulation.step(time, step * 800, 800, scale);
            time += 800.0 / scale;
        }
        let positions = simulation.positions();
        let settled = &positions[3000..];
        for (at, part) in settled.windows(481).enumerate() {
            let speed = (part[480] - part[0]) / 480.0;
            assert!(
                (speed - scale).abs() < 0.006 * scale,
                "{scale}, frame {at}: {speed}"
            );
        }
    }
}

#[test]
fn steps_of_any_length_play_one_after_the_other() {
    let mut simulation = Simulation::new(240);
    let mut start = 0;
    for step in 0_u64..400 {
        simulation.step(start as f64, start, 800, 1.0);
        start += 500 + step * 7919 % 700;
    }
    assert_even(&simulation.positions()[3000..]);
}

#[test]
fn a_jump_fades_from_one_position_to_the_other() {
    for to in [8000, 400_000] {
        let mut simulation = Simulation::new(240);
        simulation.steps(0, 120, 800, |_| 0.0);
        for step in 0..60 {
            let (time, start) = (96_000 + step * 800, to + step * 800);
            simulation.step(time as f64, start, 800, 1.0);
        }
        let positions = simulation.positions();
        // Fades of 240 frames over at most 400 000 / 2^20.
        for pair in positions[2000..].windows(2) {
            assert!((pair[1] - pair[0]).abs() < 3000.0, "{pair:?}");
        }
        assert_even(&positions[positions.len() - 40_000..]);
        let end = positions[positions.len() - 1];
        assert!((end - (to + 48_000) as f64).abs() < 2000.0, "{end}");
    }
}

#[test]
fn a_burst_of_early_steps_is_skipped_to_the_newest() {
    let mut simulation = Simulation::new(240);
    simulation.steps(0, 60, 800, |_| 0.0);
    for step in 60..80 {
        simulation.step(47_500.0, step * 800, 800, 1.0);
    }
    for step in 80..140 {
        simulation.step((step * 800 - 16_000) as f64, step * 800, 800, 1.0);
    }
    let positions = simulation.positions();
    let behind = 140.0 * 800.0 - positions[positions.len() - 1];
    assert!(behind < 4800.0, "{behind} frames behind");
}

#[test]
fn muting_fades_the_device_and_nothing_else() {
    let mut simulation = Simulation::new(240);
    simulation.steps(0, 60, 800, |_| 0.0);
    simulation
        .feed
        .shared
        .is_muted
        .store(true, Ordering::Release);
    simulation.steps(60, 120, 800, |_| 0.0);
    assert!(silent_tail(&simulation.positions()) > 47_000);
    simulation
        .feed
        .shared
        .is_muted
        .store(false, Ordering::Release);
    simulation.steps(120, 180, 800, |_| 0.0);
    let positions = simulation.positions();
    for pair in positions[2000..].windows(2) {
        assert!((pair[1] - pair[0]).abs() < 1000.0, "a click: {pair:?}");
    }
    let mut unmuted = Simulation::new(240);
    unmuted.steps(0, 180, 800, |_| 0.0);
    let tail = positions.len() - 40_000;
    assert_eq!(
        positions[tail..],
        unmuted.positions()[tail..],
        "plays on unheard"
    );
}

#[test]
fn closing_fades_the_sound_out() {
    let mut simulation = Simulation::new(240);
    simulation.steps(0, 60, 800, |_| 0.0);
    assert!(!simulation.feed.shared.has_faded.load(Ordering::Acquire));
    simulation
        .feed
        .shared
        .is_closing
        .store(true, Ordering::Release);
    simulation.play_until(48_800.0);
    assert!(simulation.feed.shared.has_faded.load(Ordering::Acquire));
    assert_eq!(*simulation.output.last().unwrap(), [0.0; 2]);
}

#[test]
fn a_device_that_opens_again_begins_with_the_newest_step() {
    let mut simulation = Simulation::new(240);
    simulation.steps(0, 60, 800, |_| 0.0);
    // No device for two seconds.
    simulation.device += 96_000.0;
    simulation.steps(60, 180, 800, |_| 0.0);
    simulation.fill.reopened();
    let before = simulation.output.len();
    simulation.steps(180, 240, 800, |_| 0.0);
    let positions = &simulation.positions()[before..];
    let heard: Vec<_> = positions.iter().filter(|at| **at != 0.0).collect();
    assert!(heard.len() > 40_000);
    assert_even(&positions[4000..]);
    assert!(positions[4000] > 140_000.0, "{}", positions[4000]);
}

#[test]
fn a_game_that_runs_backwards_is_heard_backwards() {
    let mut simulation = Simulation::new(240);
    simulation.steps(0, 120, 800, |_| 0.0);
    let before = simulation.output.len();
    for step in 0..60 {
        let shown = 95_200 - step * 800;
        simulation.play_until((96_000 + step * 800) as f64);
        simulation
            .feed
            .shared
            .backwards
            .store(shown + 1, Ordering::Release);
    }
    let positions = simulation.positions();
    let backwards = &positions[before + 1680..];
    assert!(backwards.len() > 40_000);
    for pair in backwards.windows(2) {
        // Kept with 16 bits.
        let moved = pair[1] - pair[0];
        assert!((-34.0..=32.0).contains(&moved), "{pair:?}");
    }
    let moved = backwards[backwards.len() - 1] - backwards[0];
    assert!((moved + backwards.len() as f64).abs() < 100.0, "{moved}");
    // Held at the oldest step: silence. Then the game goes on from there.
    simulation.play_until(96_000.0 + 48_000.0 + 9600.0);
    assert!(silent_tail(&simulation.positions()) > 3000);
    simulation.feed.shared.backwards.store(0, Ordering::Release);
    for step in 0..60 {
        let (time, start) = (153_600 + step * 800, 48_000 + step * 800);
        simulation.step(time as f64, start, 800, 1.0);
    }
    let positions = simulation.positions();
    assert_even(&positions[positions.len() - 40_000..]);
}

#[test]
fn sending_a_step_allocates_nothing() {
    for rate in [60.0, 1000.0] {
        let rate = StepRate::per_second(rate).unwrap();
        let mut simulation = Simulation::at_rate(240, rate);
        simulation.steps(0, 10, 800, |_| 0.0);
        let feed = &mut simulation.feed;
        let counted = allocation_counter::measure(|| {
            // More than there is room for.
            for step in 10..400 {
                feed.send(0.0, step * 800, 1.0, |list| {
                    list.voices.clear();
                    list.voices.resize(
                        MAX_VOICES,
                        VoiceStep {
                            id: SoundId(1),
                            clip: ClipId(0),
                            position: 0,
                            rate: [65_536; 2],
                            gain: [1.0; 2],
                            bus: 0,
                            loop_range: None,
                        },
                    );
                });
            }
        });
        assert_eq!(counted.count_total, 0);
    }
}
