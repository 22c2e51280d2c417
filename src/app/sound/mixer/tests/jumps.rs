//! What follows a jump: fades of 240 frames, and then the samples of an uninterrupted run.

use super::*;

/// A clip of ones, so that the output is the gain.
fn ones() -> Arc<ClipData> {
    mono(vec![1.0; 100_000])
}

#[test]
fn a_sound_in_its_middle_fades_in_for_240_frames() {
    let mut mixer = mixer(&[ones()]);
    let found = mix(&mut mixer, &list(800, &[sound(1, 5 * ONE)]));
    for (k, frame) in found.iter().enumerate() {
        assert_eq!(frame[0], (k as f32 / 240.0).min(1.0), "frame {k}");
    }
}

#[test]
fn a_sound_from_its_first_frame_has_no_fade() {
    let mut mixer = mixer(&[ones()]);
    assert!(
        mix(&mut mixer, &list(800, &[sound(1, 0)]))
            .iter()
            .all(|frame| *frame == [1.0; 2])
    );
}

/// Returns a sound whose loop is the whole clip of ones.
fn looped(id: u64, position: u64) -> VoiceStep {
    VoiceStep {
        loop_range: Some([0, 100_000 * ONE]),
        ..sound(id, position)
    }
}

#[test]
fn a_loop_that_resumes_at_its_seam_fades_in() {
    let mut mixer = mixer(&[ones()]);
    let found = mix(&mut mixer, &list(800, &[looped(1, 0)]));
    assert_eq!(found, [[1.0; 2]; 800]);
    mix(&mut mixer, &list(800, &[]));
    let found = mix(&mut mixer, &list(800, &[looped(1, 0)]));
    for (k, frame) in found.iter().enumerate() {
        assert_eq!(frame[0], (k as f32 / 240.0).min(1.0), "frame {k}");
    }
}

#[test]
fn new_loops_have_no_fade_beside_older_sounds() {
    let mut mixer = mixer(&[ones(), mono(vec![0.0; 100_000])]);
    let silent = |id, position| VoiceStep {
        clip: ClipId(1),
        ..looped(id, position)
    };
    mix(&mut mixer, &list(800, &[silent(1, 0), silent(2, 0)]));
    let voices = [
        silent(1, 800 * ONE),
        silent(2, 800 * ONE),
        looped(3, 0),
        silent(4, 0),
    ];
    let found = mix(&mut mixer, &list(800, &voices));
    assert_eq!(found, [[1.0; 2]; 800]);
}

#[test]
fn a_missing_sound_fades_out_for_240_frames() {
    let mut mixer = mixer(&[ones()]);
    mix(&mut mixer, &list(800, &[sound(1, 0)]));
    let found = mix(&mut mixer, &list(800, &[]));
    for (k, frame) in found.iter().enumerate() {
        assert_eq!(frame[0], (240.0 - k as f32).max(0.0) / 240.0, "frame {k}");
    }
}

#[test]
fn a_fade_goes_on_across_short_steps() {
    let mut mixer = mixer(&[ones()]);
    mix(&mut mixer, &list(48, &[sound(1, 0)]));
    let mut found = Vec::new();
    for _ in 0..6 {
        found.extend(mix(&mut mixer, &list(48, &[])));
    }
    assert_eq!(found[239][0], 1.0 / 240.0);
    assert_eq!(found[240][0], 0.0);
}

#[test]
fn a_sound_that_returns_while_it_fades_out_fades_in() {
    let mut mixer = mixer(&[ones()]);
    mix(&mut mixer, &list(48, &[sound(1, 0)]));
    mix(&mut mixer, &list(48, &[]));
    let mut found = Vec::new();
    for step in 2..9 {
        found.extend(mix(&mut mixer, &list(48, &[sound(1, step * 48 * ONE)])));
    }
    // The old voice at 192/240 falls while the new one rises.
    for (k, frame) in found[..192].iter().enumerate() {
        assert!((frame[0] - 0.8).abs() < 1e-6, "frame {k}: {frame:?}");
    }
    assert!(found[240..].iter().all(|frame| *frame == [1.0; 2]));
}

#[test]
fn a_sound_that_ends_in_a_step_is_not_faded() {
    let mut mixer = mixer(&[mono(vec![1.0; 700])]);
    let found = mix(&mut mixer, &list(800, &[sound(1, 0)]));
    assert!(found[..700].iter().all(|frame| *frame == [1.0; 2]));
    assert!(found[700..].iter().all(|frame| *frame == [0.0; 2]));
    assert!(
        mix(&mut mixer, &list(800, &[]))
            .iter()
            .all(|frame| *frame == [0.0; 2])
    );
}

#[test]
fn an_unknown_clip_is_silent_until_it_is_set() {
    let mut mixer = mixer(&[]);
    assert!(
        mix(&mut mixer, &list(800, &[sound(1, 0)]))
            .iter()
            .all(|frame| *frame == [0.0; 2])
    );
    mixer.set_clip(ClipId(0), Some(ones()));
    let found = mix(&mut mixer, &list(800, &[sound(1, 800 * ONE)]));
    assert_eq!([found[0][0], found[120][0], found[799][0]], [0.0, 0.5, 1.0]);
}

#[test]
fn one_frame_off_is_a_jump_and_a_tolerance_allows_it() {
    for (tolerance, expected) in [(0, 0.0), (2 * ONE, 1.0)] {
        let mut mixer = Mixer::new(tolerance, Streams::InPlace);
        mixer.set_clip(
            ClipId(0),
            Some(mono(
                (0_u8..=255)
                    .map(|at| f32::from(at) / 255.0)
                    .collect::<Vec<_>>(),
            )),
        );
        mix(&mut mixer, &list(100, &[sound(1, 0)]));
        mixer.set_clip(ClipId(0), Some(ones()));
        // A fade in from 0, plus the old voice, which is at full volume.
        mix(&mut mixer, &list(100, &[sound(2, ONE)]));
        let found = mix(&mut mixer, &list(100, &[sound(2, 102 * ONE)]));
        let level = found[99][0];
        // A continued voice is at frame 199 of its fade, a new one at 99, beside the old one's rest of one.
        let continued = 199.0 / 240.0;
        assert_eq!((level - continued).abs() < 1e-6, expected == 1.0, "{level}");
    }
}

#[test]
fn nan_and_infinity_in_lists_and_clips_are_silence() {
    let mut samples = vec![0.25; 4000];
    samples[1000] = f32::NAN;
    samples[1500] = f32::INFINITY;
    samples[1700] = f32::MAX;
    let mut mixer = mixer(&[mono(samples), mono(vec![0.25; 100_000])]);
    let mut found = Vec::new();
    for step in 0..10 {
        let mut list = list(
            800,
            &[
                sound(1, step * 800 * ONE),
                VoiceStep {
                    clip: ClipId(1),
                    ..sound(2, step * 800 * ONE)
                },
            ],
        );
        list.buses[0].reverb = 0.5;
        list.buses[0].low_pass = Some(15_000.0);
        if step == 3 {
            list.voices[0].gain = [f32::NAN, f32::INFINITY];
            list.buses[0] = BusStep {
                gain: f32::NAN,
                low_pass: Some(f32::NAN),
                reverb: f32::NAN,
            };
        }
        list.voices.truncate(if step < 4 { 2 } else { 1 });
        if step >= 4 {
            list.voices[0] = VoiceStep {
                clip: ClipId(1),
                ..sound(2, step * 800 * ONE)
            };
        }
        found.extend(mix(&mut mixer, &list));
    }
    assert!(found.iter().flatten().all(|sample| sample.is_finite()));
    assert!(
        found[7000..].iter().all(|frame| frame[0] > 0.1),
        "{:?}",
        found[7000]
    );
}

/// Returns the frames behind which a jump is inaudible: the last frame that differs by a step of 16 bits, and the last
/// one that differs at all.
fn difference_after_a_jump(bus: BusStep) -> [usize; 2] {
    const STEPS: u64 = 400;
    const JUMP: u64 = 30;
    let data = [mono(noise(20_000)), mono(sine(320_000, 100.0, 0.3))];
    let list_of = |step: u64| {
        let mut list = list(
            800,
            &[VoiceStep {
                clip: ClipId(1),
                ..sound(2, step * 800 * ONE)
            }],
        );
        if step < 25 {
            list.voices.insert(0, sound(1, step * 800 * ONE));
        }
        list.buses[0] = bus;
        list
    };
    let mut straight = mixer(&data);
    let mut jumped = mixer(&data);
    let mut last = [0, 0];
    for step in 0..STEPS {
        let expected = mix(&mut straight, &list_of(step));
        if step < JUMP {
            continue;
        }
        for (at, (expected, found)) in expected
            .iter()
            .zip(mix(&mut jumped, &list_of(step)))
            .enumerate()
        {
            let at = usize::try_from(step - JUMP).unwrap() * 800 + at;
            let error = (expected[0] - found[0])
                .abs()
                .max((expected[1] - found[1]).abs());
            if error > 1.0 / 32_768.0 {
                last[0] = at;
            }
            if error > 0.0 {
                last[1] = at;
            }
        }
    }
    last
}

#[test]
fn after_a_jump_only_the_fade_differs() {
    assert_eq!(difference_after_a_jump(BusStep::default()), [239, 239]);
}

#[test]
fn after_a_jump_a_filter_differs_for_20_ms() {
    let bus = BusStep {
        low_pass: Some(400.0),
        ..BusStep::default()
    };
    let [audible, _] = difference_after_a_jump(bus);
    assert!((240..960).contains(&audible), "{audible}");
}

#[test]
fn after_a_jump_a_reverb_differs_for_its_tail() {
    let bus = BusStep {
        reverb: 0.3,
        ..BusStep::default()
    };
    let [audible, _] = difference_after_a_jump(bus);
    assert!((48_000..240_000).contains(&audible), "{audible}");
}
