//! The demonstration of Saucer Shoot, which is the same run on every machine.

use super::*;

/// Plays the built-in demonstration. Returns the checksum after every 100 steps.
pub(super) fn demonstrate(play: &mut Play, steps: u64) -> Vec<u64> {
    let mut sums = Vec::new();
    for _ in 0..steps {
        let number = play.core().step_number() + 1;
        for event in game::demo(number, play.world()) {
            play.input(event);
        }
        play.step();
        if number.is_multiple_of(100) {
            sums.push(play.checksum());
        }
    }
    sums
}

#[test]
fn the_same_seed_and_demonstration_give_the_same_run() {
    let sums = |seed| demonstrate(&mut opened(seed), 600);
    assert_eq!(sums(7), sums(7));
    assert_ne!(sums(8), sums(7));
}

#[test]
fn a_minute_of_saucer_shoot_runs_backwards_exactly() {
    crate::rewinding::there_and_back(opened(5), game::demo, 1800);
}

#[test]
fn the_demonstration_plays_well() {
    for seed in 0..10 {
        let mut play = opened(seed);
        demonstrate(&mut play, 120);
        assert_eq!(count(&play, "Hero"), 1, "seed {seed}: it does not play yet");
        demonstrate(&mut play, 480);
        let points = value(&play, "Points");
        assert!(points >= 120, "seed {seed}: {points} points");
        assert_eq!(count(&play, "Hero"), 1, "seed {seed}: crashed");
        assert_eq!(play.world().refusals(), 0);
        // Sparks and explosions end soon, so that objects do not accumulate.
        let objects = play.world().len();
        assert!(objects < 400, "{objects} objects");
    }
}

#[test]
fn the_demonstration_plays_again_and_again() {
    let mut play = opened(2);
    for _ in 0..3 {
        for kind in ["Title", "Hero", "GameOver"] {
            let mut patience = 200;
            while count(&play, kind) == 0 {
                demonstrate(&mut play, 1);
                patience -= 1;
                assert!(patience > 0, "no {kind}");
            }
            if kind == "Hero" {
                // Adds a saucer that hits the ship. Otherwise the demonstration would play for a very long time.
                let saucer = place(&play, kind) + vec2(3.0, 0.0);
                let saucer = put_saucer(&mut play, saucer);
                play.context()
                    .object_mut(saucer)
                    .unwrap()
                    .set_velocity(vec2(-0.7, 0.0));
            }
        }
    }
}

/// Checksum of 600 steps of the demonstration with seed 1. It is the same in debug and release builds, on every machine
/// and for every backend. It changes with the rules of the game and of the engine. The CHANGELOG explains each change.
const GOLDEN: u64 = 0xeb39_b36a_a2f7_aac4;

#[test]
fn six_hundred_steps_are_the_same_bits_everywhere() {
    let mut play = opened(1);
    demonstrate(&mut play, 600);
    assert_eq!(play.checksum(), GOLDEN, "{:016x}", play.checksum());
}

#[test]
fn every_step_is_the_same_with_either_broad_phase() {
    let run = |phase| {
        let mut play = in_play(7);
        play.world_mut().set_broad_phase(phase);
        let mut checksums = Vec::new();
        for step in 0..900 {
            // Taps each key for 60 steps: fires, flies up, fires, flies down. So shots hit saucers.
            let key = [Key::Space, Key::W, Key::Space, Key::S][step / 60 % 4];
            play.tap(key);
            play.step();
            checksums.push(play.checksum());
        }
        assert!(value(&play, "Points") > 0);
        checksums
    };
    assert!(run(BroadPhase::Grid) == run(BroadPhase::SweepAndPrune));
}
