//! Requests of a device that differ: the first one, those after a gap, and late ones.

use super::*;
use crate::app::sound::fill::Fill as _;

/// Returns the movements that are not by one frame, from the first sound on.
fn jumps(positions: &[f64]) -> Vec<f64> {
    let first = positions.iter().position(|at| *at > 0.0).expect("a sound");
    let moved = positions[first..].windows(2).map(|pair| pair[1] - pair[0]);
    moved.filter(|moved| (moved - 1.0).abs() > 0.2).collect()
}

#[test]
fn a_first_request_that_fills_the_buffer_delays_no_step() {
    let mut simulation = Simulation::new(120);
    simulation.step(0.0, 0, 800, 1.0);
    simulation.request(100.0, 480);
    simulation.device = 220.0;
    simulation.steps(1, 600, 800, |_| 0.0);
    assert_eq!(jumps(&simulation.positions()), []);
    assert_eq!(simulation.feed.shared.late_steps.load(Ordering::Relaxed), 0);
}

#[test]
fn a_device_that_starts_late_plays_every_step_in_time() {
    let mut simulation = Simulation::new(120);
    simulation.request(0.0, 480);
    simulation.device = 65_000.0;
    simulation.steps(0, 600, 800, |_| 0.0);
    let positions = simulation.positions();
    // The sound is in its middle and fades in.
    assert!(jumps(&positions).len() <= 240);
    assert_eq!(jumps(&positions[70_000..]), []);
    // The margin, and a request.
    let wait = simulation.device - positions[positions.len() - 1];
    assert!((192.0..=432.0).contains(&wait), "{wait}");
}

#[test]
fn a_gap_is_skipped_and_delays_nothing() {
    for (hole, refill) in [(120, 480), (1000, 480), (2000, 720), (4000, 120)] {
        let mut simulation = Simulation::new(120);
        simulation.steps(0, 300, 800, |_| 0.0);
        simulation.play_until(240_000.0);
        let positions = simulation.positions();
        let before = simulation.device - positions[positions.len() - 1];
        // The buffer of 480 frames runs empty. Steps go on.
        let refilled = simulation.device + f64::from(480 + hole);
        simulation.device = f64::INFINITY;
        simulation.steps(300, 310, 800, |_| 0.0);
        simulation.fill.gap();
        simulation.request(refilled, refill);
        simulation.device = refilled + 120.0;
        simulation.steps(310, 600, 800, |_| 0.0);
        let positions = simulation.positions();
        let after = simulation.device - positions[positions.len() - 1];
        assert!((before - after).abs() <= 1.0, "{hole}: {before}, {after}");
        assert!(jumps(&positions).len() < 300, "{hole}: only near the gap");
        assert_even(&positions[positions.len() - 200_000..]);
    }
}

#[test]
fn a_jump_waits_like_any_other_step() {
    let mut simulation = Simulation::new(120);
    simulation.steps(0, 300, 800, |_| 0.0);
    // Another place of the game, at another time of its step.
    for step in 0..300 {
        let (time, start) = (240_300 + step * 800, 400_000 + step * 800);
        simulation.step(time as f64, start, 800, 1.0);
    }
    let positions = simulation.positions();
    assert_even(&positions[positions.len() - 200_000..]);
    let speed = (positions[300_000] - positions[260_000]) / 40_000.0;
    assert!((speed - 1.0).abs() < 1e-5, "not corrected: {speed}");
    assert_eq!(simulation.feed.shared.late_steps.load(Ordering::Relaxed), 0);
}

#[test]
fn long_requests_lose_no_sound_of_short_steps() {
    let (ready, clips) = channel();
    let clip = ClipData {
        rate: FRAME_RATE,
        frames: 1,
        source: ClipFrames::Mono(vec![0.01].into()),
    };
    ready.send((ClipId(0), Some(Arc::new(clip)))).unwrap();
    let rate = StepRate::per_second(1000.0).unwrap();
    let (feed, fill) = connect(clips, Streams::InPlace, rate, false);
    // The device requests 100 ms at once. Each step plays an impulse.
    let mut simulation = Simulation::of(feed, fill, 4800);
    for step in 0..2000 {
        let start = step * 48;
        simulation.play_until(start as f64);
        simulation.feed.send(start as f64, start, 1.0, |list| {
            list.frames = 48;
            list.voices.clear();
            list.voices.push(VoiceStep {
                id: SoundId(step + 1),
                clip: ClipId(0),
                position: 0,
                rate: [65_536; 2],
                gain: [1.0; 2],
                bus: 0,
                loop_range: None,
            });
            list.buses.clear();
            list.buses.push(BusStep::default());
        });
    }
    simulation.play_until(110_000.0);
    let heard: f64 = simulation.positions().iter().sum();
    let heard = heard / f64::from(CLIP) / 0.01;
    assert!((heard - 2000.0).abs() < 1.0, "{heard} impulses");
}

#[test]
fn the_number_of_waiting_lists_follows_the_step_rate() {
    for (rate, capacity) in [(0.001, 64), (60.0, 64), (400.0, 100), (1000.0, 250)] {
        let rate = StepRate::per_second(rate).unwrap();
        assert_eq!(capacity_at(rate), capacity);
    }
}

/// A game on a display publishes several steps at once.
#[test]
fn steps_that_are_published_in_bursts_are_soon_in_time() {
    for (rate, frames, display) in [
        (240.0, 200_u64, 800),
        (480.0, 100, 800),
        (1000.0, 48, 800),
        (60.0, 800, 3200),
    ] {
        let rate = StepRate::per_second(rate).unwrap();
        let mut simulation = Simulation::at_rate(120, rate);
        let mut late_steps = 0;
        // 15 seconds.
        for step in 0..720_000 / frames {
            let start = step * frames;
            if start > 480_000 && late_steps == 0 {
                late_steps = simulation.feed.shared.late_steps.load(Ordering::Relaxed);
            }
            let drawn = start.next_multiple_of(display);
            simulation.step(drawn as f64, start, frames, 1.0);
        }
        let positions = simulation.positions();
        assert_even(&positions[480_000..]);
        let late = simulation.feed.shared.late_steps.load(Ordering::Relaxed);
        assert_eq!(late, late_steps, "late steps of {frames} after 10 seconds");
        let wait = simulation.device - positions.last().unwrap();
        assert!(wait < 2.0 * display as f64 + 1440.0, "{frames}: {wait}");
    }
}
