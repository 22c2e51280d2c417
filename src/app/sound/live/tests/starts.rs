//! Starts of sound at a step that is published late: what follows plays at its nominal length.

use super::*;
use crate::app::sound::fill::Fill as _;

/// Lateness of the first step.
const LATE: [f64; 5] = [0.0, 100.0, 180.0, 300.0, 380.0];

/// Checks that sound moves by one frame per frame, from the first sound behind frame `from` on, after its fades.
fn assert_uncorrected(positions: &[f64], from: usize, late: f64) {
    let first = positions[from..].iter().position(|at| *at != 0.0);
    let begin = from + first.expect("a sound") + 500;
    assert!(positions.len() > begin + 100_000);
    for (at, position) in positions[begin..].iter().enumerate() {
        let expected = positions[begin] + at as f64;
        assert_eq!(*position, expected, "{late} late, frame {at}");
    }
}

impl Simulation {
    /// Takes steps without sounds from number `from` to before `to`.
    fn silent_steps(&mut self, from: u64, to: u64, mut late: impl FnMut(&mut Self) -> f64) {
        for step in from..to {
            let time = (step * 800) as f64 + late(self);
            self.play_until(time);
            self.feed.send(time, step * 800, 1.0, |list| {
                list.frames = 800;
                list.voices.clear();
                list.buses.clear();
                list.buses.push(BusStep::default());
            });
        }
    }

    /// Returns how far the output is behind the game.
    fn wait(&self) -> f64 {
        self.device - self.positions().last().unwrap() - 1.0
    }
}

#[test]
fn a_late_first_step_changes_no_speed() {
    for late in LATE {
        let mut simulation = Simulation::new(120);
        simulation.steps(0, 1, 800, |_| late);
        simulation.steps(1, 300, 800, |_| 0.0);
        assert_uncorrected(&simulation.positions(), 0, late);
    }
}

#[test]
fn after_silence_sound_begins_at_the_cadence_of_the_steps() {
    for late in [0.0, 300.0, 1000.0, 2000.0] {
        let mut simulation = Simulation::new(120);
        simulation.silent_steps(0, 1, |_| late);
        simulation.silent_steps(1, 100, |_| 0.0);
        // The step that plays the sound takes longer. The sound stays that late.
        let longer = late.min(700.0);
        simulation.steps(100, 101, 800, |_| longer);
        simulation.steps(101, 300, 800, |_| 0.0);
        assert_uncorrected(&simulation.positions(), 0, late);
        let wait = simulation.wait();
        assert!((192.0..=360.0 + longer).contains(&wait), "{late}: {wait}");
        let late_steps = simulation.feed.shared.late_steps.load(Ordering::Relaxed);
        assert_eq!(late_steps, u64::from(longer > 200.0), "{longer}");
    }
}

#[test]
fn jitter_before_a_sound_changes_no_speed() {
    for seed in 1..20 {
        let mut simulation = Simulation::new(120);
        simulation.random = seed;
        simulation.silent_steps(0, 100, |simulation| simulation.random(300.0));
        simulation.steps(100, 300, 800, |_| 150.0);
        assert_uncorrected(&simulation.positions(), 0, f64::from(seed));
    }
}

/// Short sounds, each after silence, as of a game without music.
#[test]
fn sounds_after_silence_are_not_late_if_their_steps_are_not() {
    for (chunk, seed) in [(120, 1), (240, 2), (333, 3), (480, 4)] {
        let mut simulation = Simulation::new(chunk);
        simulation.random = seed;
        for first in (0..1200).step_by(24) {
            simulation.silent_steps(first, first + 17, |simulation| simulation.random(180.0));
            simulation.steps(first + 17, first + 24, 800, |simulation| {
                simulation.random(180.0)
            });
        }
        let shared = &simulation.feed.shared;
        assert_eq!(shared.late_steps.load(Ordering::Relaxed), 0, "{chunk}");
        let wait = shared.margin.load(Ordering::Relaxed);
        assert_eq!(wait, 192 + chunk as u64, "a longer margin");
    }
}

#[test]
fn a_device_that_opens_again_begins_at_the_cadence_of_the_steps() {
    for late in LATE {
        for lost in [20, 90, 600] {
            let mut simulation = Simulation::new(120);
            simulation.steps(0, 60, 800, |_| 0.0);
            simulation.device += (lost * 800) as f64;
            simulation.steps(60, 60 + lost, 800, |_| 0.0);
            simulation.fill.reopened();
            let before = simulation.output.len();
            simulation.steps(60 + lost, 61 + lost, 800, |_| late);
            simulation.steps(61 + lost, 300 + lost, 800, |_| 0.0);
            let positions = simulation.positions();
            // The sound from before the loss fades out first.
            assert_uncorrected(&positions, before + 480, late);
            let wait = simulation.wait();
            assert!((192.0..=600.0).contains(&wait), "{late}: {wait}");
        }
    }
}

#[test]
fn a_jump_that_takes_long_changes_no_speed() {
    for late in LATE {
        let mut simulation = Simulation::new(120);
        simulation.steps(0, 100, 800, |_| 0.0);
        let before = simulation.output.len();
        for step in 0..200 {
            let time = (80_000 + step * 800) as f64 + if step == 0 { late } else { 0.0 };
            simulation.step(time, 400_000 + step * 800, 800, 1.0);
        }
        assert_uncorrected(&simulation.positions(), before + 1500, late);
    }
}
