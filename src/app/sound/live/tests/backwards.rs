//! Sound of a game that runs backwards: muted, closed, and with long steps.

use super::*;
use crate::app::sound::fill::Fill as _;

impl Simulation {
    /// Shows the step that starts at this frame of game time, while the game runs backwards.
    fn show(&mut self, time: u64, start: u64) {
        self.play_until(time as f64);
        let backwards = &self.feed.shared.backwards;
        backwards.store(start + 1, Ordering::Release);
    }

    fn mute(&mut self, is_muted: bool) {
        let muted = &self.feed.shared.is_muted;
        muted.store(is_muted, Ordering::Release);
    }

    /// Goes back through steps of 800 frames. The first one is `first`, the step before that comes 800 frames later.
    /// Returns the number of frames so far.
    fn back(&mut self, time: u64, first: u64, count: u64) -> usize {
        for step in 0..count {
            self.show(time + step * 800, (first - step) * 800);
        }
        self.play_until((time + count * 800) as f64);
        self.output.len()
    }
}

/// Checks that no frame differs much from the one before.
fn assert_smooth(positions: &[f64]) {
    for (at, pair) in positions.windows(2).enumerate() {
        // A fade of at most 100 000 in 240 frames, and 16 bits.
        let moved = (pair[1] - pair[0]).abs();
        assert!(moved < 500.0, "a click at frame {at}: {pair:?}");
    }
}

#[test]
fn muting_silences_sound_that_plays_backwards() {
    let mut simulation = Simulation::new(240);
    simulation.steps(0, 120, 800, |_| 0.0);
    let muted = simulation.back(96_000, 118, 20);
    simulation.mute(true);
    let unmuted = simulation.back(112_000, 98, 20);
    simulation.mute(false);
    let muted_again = simulation.back(128_000, 78, 20);
    simulation.mute(true);
    simulation.back(144_000, 58, 10);
    // Then the game goes on, still muted.
    simulation.feed.shared.backwards.store(0, Ordering::Release);
    for step in 0..20 {
        simulation.step((152_000 + step * 800) as f64, (49 + step) * 800, 800, 1.0);
    }
    let end = simulation.output.len();
    let positions = simulation.positions();
    let is_silent = |at: &f64| *at == 0.0;
    assert!(positions[muted + 240..unmuted].iter().all(is_silent));
    assert!(!positions[unmuted + 240..muted_again].iter().any(is_silent));
    assert!(positions[muted_again + 240..end].iter().all(is_silent));
    assert_smooth(&positions[2000..]);
}

#[test]
fn closing_fades_sound_that_plays_backwards() {
    let mut simulation = Simulation::new(240);
    simulation.steps(0, 120, 800, |_| 0.0);
    let before = simulation.back(96_000, 118, 20);
    assert!(simulation.positions()[before - 1] > 0.0);
    let shared = Arc::clone(&simulation.feed.shared);
    assert!(!shared.has_faded.load(Ordering::Acquire));
    shared.is_closing.store(true, Ordering::Release);
    simulation.play_until(113_000.0);
    assert!(shared.has_faded.load(Ordering::Acquire));
    assert_eq!(*simulation.output.last().unwrap(), [0.0; 2]);
    assert_smooth(&simulation.positions()[2000..]);
}

#[test]
fn steps_of_a_second_play_backwards_without_a_pause() {
    let mut simulation = Simulation::new(240);
    simulation.steps(0, 10, 48_000, |_| 0.0);
    simulation.play_until(480_000.0);
    let before = simulation.output.len();
    for step in 0..6 {
        simulation.show(480_000 + step * 48_000, (8 - step) * 48_000);
    }
    simulation.play_until(768_000.0);
    let positions = simulation.positions();
    let backwards = &positions[before + 480..];
    assert!(backwards.len() > 280_000);
    for (at, pair) in backwards.windows(2).enumerate() {
        // Kept with 16 bits.
        let moved = pair[1] - pair[0];
        assert!((-34.0..=32.0).contains(&moved), "frame {at}: {pair:?}");
    }
    // Held at the oldest step: silence after two steps.
    simulation.play_until(768_000.0 + 96_000.0);
    assert!(silent_tail(&simulation.positions()) > 40_000);
}

#[test]
fn a_gap_long_after_running_backwards_skips_only_itself() {
    let mut simulation = Simulation::new(240);
    simulation.steps(0, 400, 800, |_| 0.0);
    // Backwards for four seconds.
    simulation.back(320_000, 400, 240);
    simulation.feed.shared.backwards.store(0, Ordering::Release);
    let begin = 320_000 + 240 * 800;
    for step in 0..120 {
        let start = (160 + step) * 800;
        simulation.step((begin + step * 800) as f64, start, 800, 1.0);
    }
    let wait = |simulation: &Simulation| {
        let game = simulation.device - begin as f64 + 128_000.0;
        game - simulation.positions().last().unwrap()
    };
    let before = wait(&simulation);
    // Half a request is lost.
    simulation.device += 480.0 + 120.0;
    simulation.fill.gap();
    for step in 120..240 {
        let start = (160 + step) * 800;
        simulation.step((begin + step * 800) as f64, start, 800, 1.0);
    }
    let after = wait(&simulation);
    assert!((before - after).abs() < 240.0, "{before}, {after}");
    let positions = simulation.positions();
    assert_even(&positions[positions.len() - 80_000..]);
    let jumped = positions.windows(2).map(|pair| pair[1] - pair[0]);
    let largest = jumped.skip(positions.len() - 100_000).fold(0.0, f64::max);
    assert!(largest < 1500.0, "skips {largest} frames");
}
