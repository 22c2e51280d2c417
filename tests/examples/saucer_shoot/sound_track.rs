//! The sound track of Saucer Shoot has the same samples, however its steps are taken.

use super::demonstration::demonstrate;
use super::*;

const STEPS: u64 = 400;

/// Returns the track of a run, after `change` has taken further steps and gone back.
fn track(mut play: Play, change: impl FnOnce(&mut Play)) -> Vec<[i16; 2]> {
    demonstrate(&mut play, STEPS);
    change(&mut play);
    play.samples(0..u64::MAX)
}

#[test]
fn steps_that_are_taken_again_leave_the_sound_track_as_it_is() {
    let expected = track(opened(3).with_sound(), |_| ());
    // At 30 steps per second.
    assert_eq!(expected.len(), 400 * 1600);
    let loud = expected.iter().filter(|frame| frame[0].abs() > 500).count();
    assert!(loud > 100_000, "{loud} of {} frames", expected.len());
    let thorough = track(opened(3).with_sound().thorough(), |_| ());
    assert!(thorough == expected, "thorough");
    let rewound = opened(3).with_sound().rewindable(64 << 20);
    let rewound = track(rewound, |play| {
        for _ in 0..300 {
            assert!(play.step_back());
        }
        demonstrate(play, 300);
    });
    assert!(rewound == expected, "rewound by 300 steps");
}
