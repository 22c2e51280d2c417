//! Tests of the frame that a named animation shows at each time.

use proptest::prelude::*;

use super::*;
use crate::assets::AnimationFrame;

fn playing(steps: &[f32], repeat: Repeat) -> PlayingAnimation {
    let frames = (0..).zip(steps);
    PlayingAnimation::new(Arc::new(Animation {
        name: "test".into(),
        frames: frames
            .map(|(frame, &steps)| AnimationFrame { frame, steps })
            .collect(),
        repeat,
    }))
}

/// Takes some steps of this length, and returns the frame that is shown after each.
fn frames(playing: &mut PlayingAnimation, dt: f32, steps: usize) -> Vec<u16> {
    let step = |_| {
        playing.advance(dt);
        playing.frame()
    };
    (0..steps).map(step).collect()
}

#[test]
fn each_frame_is_shown_for_its_own_time() {
    let mut looped = playing(&[2.0, 1.0, 3.0], Repeat::Loop);
    assert_eq!(frames(&mut looped, 1.0, 8), [0, 1, 2, 2, 2, 0, 0, 1]);
    let mut once = playing(&[2.0, 1.0, 3.0], Repeat::Once);
    assert_eq!(frames(&mut once, 1.0, 8), [0, 1, 2, 2, 2, 2, 2, 2]);
}

#[test]
fn an_animation_ends_once_after_its_last_frame() {
    let mut once = playing(&[1.0, 2.0], Repeat::Once);
    let progressed = [(); 5].map(|()| once.advance(1.0));
    use AnimationProgress::{Ended, NextFrame, Same};
    assert_eq!(progressed, [NextFrame, Same, Ended, Same, Same]);
    assert!(once.has_ended());
}

#[test]
fn an_animation_plays_its_number_of_rounds() {
    let mut twice = playing(&[1.0, 1.0], Repeat::Times(2));
    assert_eq!(frames(&mut twice, 1.0, 5), [1, 0, 1, 1, 1]);
    assert!(twice.has_ended());
    for rounds in [0, 1] {
        let mut once = playing(&[1.0, 1.0], Repeat::Times(rounds));
        assert_eq!(frames(&mut once, 1.0, 3), [1, 1, 1]);
    }
    let mut many = playing(&[1.0, 1.0], Repeat::Times(u32::MAX));
    assert_eq!(many.advance(1e9), AnimationProgress::NextFrame);
    assert_eq!(many.advance(1e10), AnimationProgress::Ended);
}

#[test]
fn the_round_of_an_animation_is_in_its_checksum() {
    let sum = |rounds, steps| {
        let mut playing = playing(&[1.0, 1.0], Repeat::Times(rounds));
        frames(&mut playing, 1.0, steps);
        let mut sum = ChecksumWriter::new();
        playing.write_checksum(&mut sum);
        sum.finish()
    };
    assert_ne!(sum(9, 1), sum(9, 3));
    assert_eq!(sum(9, 1), sum(9, 1));
}

#[test]
fn fractional_frame_times_do_not_drift() {
    for scale in [0.1, 0.2, 0.3, 0.7, 1.0 / 3.0] {
        let mut looped = playing(&[1.0; 10], Repeat::Loop);
        let mut shown = 0.0_f64;
        for step in 1..2000_u32 {
            looped.advance(scale);
            shown = f64::from(step) * f64::from(scale);
            let expected = (shown + 1e-4).floor() % 10.0;
            assert_eq!(f64::from(looped.frame()), expected, "{scale}, step {step}");
        }
        assert!(shown > 100.0);
    }
}

#[test]
fn a_step_of_any_length_skips_frames() {
    let mut looped = playing(&[1.0, 2.0, 3.0], Repeat::Loop);
    looped.advance(6.0 * 1000.0 + 3.5);
    assert_eq!(looped.frame(), 2);
    let mut once = playing(&[1.0, 2.0, 3.0], Repeat::Once);
    assert_eq!(once.advance(1e30), AnimationProgress::Ended);
    assert_eq!(once.frame(), 2);
    for dt in [f32::MAX, f32::INFINITY, 1e-30, 0.0] {
        looped.advance(dt);
        assert!(looped.frame() < 3 && looped.remaining.is_finite(), "{dt}");
    }
}

proptest! {
    #[test]
    fn one_long_step_shows_what_many_short_ones_show(
        times in prop::collection::vec(1..6_u8, 1..5), rounds in 0..5_u32, quarters in 0..200_u16,
    ) {
        let steps: Vec<f32> = times.iter().map(|&steps| f32::from(steps)).collect();
        let repeat = match rounds {
            0 => Repeat::Loop,
            1 => Repeat::Once,
            rounds => Repeat::Times(rounds),
        };
        let (mut long, mut short) = (playing(&steps, repeat), playing(&steps, repeat));
        long.advance(f32::from(quarters) / 4.0);
        for _ in 0..quarters {
            short.advance(0.25);
        }
        // The expected frame for each quarter of a step: each frame is repeated for its time.
        let all: Vec<u16> = (0..)
            .zip(&times)
            .flat_map(|(frame, &steps)| [frame].repeat(usize::from(steps) * 4))
            .collect();
        let at = usize::from(quarters);
        let ends = rounds > 0 && at >= all.len() * rounds as usize;
        let expected = if ends { all[all.len() - 1] } else { all[at % all.len()] };
        prop_assert_eq!((long.frame(), short.frame()), (expected, expected));
        prop_assert_eq!(long.has_ended(), ends);
        prop_assert_eq!(short.has_ended(), long.has_ended());
        prop_assert_eq!(long.remaining, short.remaining);
    }
}
