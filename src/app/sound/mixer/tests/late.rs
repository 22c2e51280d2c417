//! Steps that come late, or are played slower or faster than nominal.

use super::*;

/// A clip whose sample is its frame's number, scaled.
fn counting() -> Arc<ClipData> {
    mono(
        (0_u16..20_000)
            .map(|at| f32::from(at) / 32_768.0)
            .collect::<Vec<_>>(),
    )
}

/// Tolerance of live outputs: 20 ms.
const LIVE: u64 = 960 * ONE;

fn numbers(frames: &[[f32; 2]]) -> Vec<f32> {
    frames.iter().map(|frame| frame[0] * 32_768.0).collect()
}

fn live_mixer() -> Mixer {
    let mut mixer = Mixer::new(LIVE, Streams::InPlace);
    mixer.set_clip(ClipId(0), Some(counting()));
    mixer
}

#[test]
fn a_playing_sound_skips_what_a_late_step_has_missed() {
    let mut mixer = live_mixer();
    let mut found = mix(&mut mixer, &list(800, &[sound(1, 0)]));
    mixer.run_on(100);
    found.extend(rest(&mut mixer));
    mixer.begin_late(&list(800, &[sound(1, 800 * ONE)]), 800, 100);
    found.extend(rest(&mut mixer));
    found.extend(mix(&mut mixer, &list(800, &[sound(1, 1600 * ONE)])));
    let expected: Vec<_> = (0_u16..2400).map(f32::from).collect();
    assert_eq!(numbers(&found), expected);
}

#[test]
fn a_sound_of_a_late_step_starts_with_its_first_frame() {
    let mut mixer = live_mixer();
    mixer.begin_late(&list(800, &[sound(1, 0)]), 800, 100);
    let mut found = rest(&mut mixer);
    found.extend(mix(&mut mixer, &list(800, &[sound(1, 800 * ONE)])));
    let expected: Vec<_> = (0_u16..1500).map(f32::from).collect();
    assert_eq!(numbers(&found), expected);
}

#[test]
fn a_sound_that_starts_late_stays_that_late() {
    for late in [700, 1088, 1500] {
        let mut mixer = live_mixer();
        mixer.begin_late(&list(1600, &[sound(1, 0)]), 1600, late);
        let mut found = rest(&mut mixer);
        for step in 1..5 {
            let sounds = [sound(1, step * 1600 * ONE)];
            found.extend(mix(&mut mixer, &list(1600, &sounds)));
        }
        let expected: Vec<_> = (0_u16..8000).map(f32::from).collect();
        assert_eq!(numbers(&found), expected[..found.len()], "{late} late");
    }
    // Later than the whole step.
    let mut mixer = live_mixer();
    mixer.begin_late(&list(800, &[sound(1, 0)]), 800, 2000);
    assert!(rest(&mut mixer).is_empty());
    mixer.begin_late(&list(800, &[sound(1, 800 * ONE)]), 800, 1200);
    assert!(rest(&mut mixer).is_empty());
    mixer.begin_late(&list(800, &[sound(1, 1600 * ONE)]), 800, 400);
    let mut found = rest(&mut mixer);
    found.extend(mix(&mut mixer, &list(800, &[sound(1, 2400 * ONE)])));
    let expected: Vec<_> = (0_u16..1200).map(f32::from).collect();
    assert_eq!(numbers(&found), expected);
    // At three times the rate, it is three times as far behind.
    let mut mixer = live_mixer();
    let fast = |position| VoiceStep {
        rate: [3 << 16; 2],
        ..sound(1, position * ONE)
    };
    mixer.begin_late(&list(800, &[fast(0)]), 800, 448);
    let mut found = rest(&mut mixer);
    found.extend(mix(&mut mixer, &list(800, &[fast(2400)])));
    let expected: Vec<_> = (0_u16..1152).map(|at| f32::from(at * 3)).collect();
    assert_eq!(numbers(&found), expected);
}

#[test]
fn a_sound_that_started_late_follows_a_jump() {
    let mut mixer = live_mixer();
    mixer.begin_late(&list(1600, &[sound(1, 0)]), 1600, 1500);
    rest(&mut mixer);
    let found = mix(&mut mixer, &list(1600, &[sound(1, 5000 * ONE)]));
    assert_eq!(numbers(&found)[300..303], [5300.0, 5301.0, 5302.0]);
    // It is no longer late: what it may be behind is forgotten.
    let mut found = mix(&mut mixer, &list(1600, &[sound(1, 6600 * ONE)]));
    found.extend(mix(&mut mixer, &list(1600, &[sound(1, 9700 * ONE)])));
    assert_eq!(numbers(&found)[1900..1903], [10_000.0, 10_001.0, 10_002.0]);
}

#[test]
fn a_longer_step_plays_its_frames_slower() {
    let mut mixer = live_mixer();
    mixer.begin(&list(800, &[sound(1, 0)]), 1600);
    let mut found = rest(&mut mixer);
    found.extend(mix(&mut mixer, &list(800, &[sound(1, 800 * ONE)])));
    let found = numbers(&found);
    assert_eq!(found.len(), 2400);
    for k in [2, 3, 600, 1599] {
        assert!(
            (found[k] - k as f32 / 2.0).abs() < 0.01,
            "frame {k}: {}",
            found[k]
        );
    }
    assert_eq!(found[1600..1604], [800.0, 801.0, 802.0, 803.0]);
}

#[test]
fn a_step_without_frames_moves_sounds_without_a_sample() {
    let mut mixer = live_mixer();
    let mut found = mix(&mut mixer, &list(800, &[sound(1, 0)]));
    found.extend(mix(&mut mixer, &list(0, &[sound(1, 800 * ONE)])));
    found.extend(mix(&mut mixer, &list(800, &[sound(1, 800 * ONE)])));
    let expected: Vec<_> = (0_u16..1600).map(f32::from).collect();
    assert_eq!(numbers(&found), expected);
}

#[test]
fn the_end_of_a_lagging_sound_is_not_cut_off() {
    let mut mixer = Mixer::new(LIVE, Streams::InPlace);
    mixer.set_clip(ClipId(0), Some(mono(vec![1.0; 1000])));
    mixer.begin_late(&list(800, &[sound(1, 0)]), 800, 300);
    rest(&mut mixer);
    mix(&mut mixer, &list(200, &[sound(1, 800 * ONE)]));
    let found = mix(&mut mixer, &list(800, &[]));
    assert!(found[..300].iter().all(|frame| *frame == [1.0; 2]));
    assert!(found[300..].iter().all(|frame| *frame == [0.0; 2]));
}

#[test]
fn a_fade_is_left_out_only_within_20_ms_of_the_end() {
    // Rates in 1/65 536, and milliseconds of the clip before its end.
    for (rate, rest, is_near) in [
        (1024_u32, 18_u64, false),
        (32_768, 9, true),
        (32_768, 11, false),
        (65_536, 18, true),
        (65_536, 22, false),
        (131_072, 18, true),
        (131_072, 22, false),
    ] {
        let mut mixer = Mixer::new(LIVE, Streams::InPlace);
        mixer.set_clip(ClipId(0), Some(mono(vec![1.0; 10_000])));
        let before = VoiceStep {
            rate: [rate; 2],
            ..sound(1, (10_000 - rest * 48) * ONE - 800 * u64::from(rate))
        };
        mix(&mut mixer, &list(800, &[before]));
        let found = mix(&mut mixer, &list(1000, &[]));
        let case = format!("rate {rate}, {rest} ms");
        assert_eq!(found[120] == [1.0; 2], is_near, "{case}");
        assert_eq!(found[240] == [0.0; 2], !is_near, "{case}");
        assert_eq!(found[999], [0.0; 2], "{case}");
    }
}

#[test]
fn a_lagging_loop_returns_to_its_position_across_its_seam() {
    for late in [100, 400, 700] {
        let mut mixer = live_mixer();
        let mut found = Vec::new();
        for step in 0..400 {
            let voice = VoiceStep {
                loop_range: Some([0, 4000 * ONE]),
                ..sound(1, step * 800 % 4000 * ONE)
            };
            mixer.begin_late(&list(800, &[voice]), 800, if step == 0 { late } else { 0 });
            found.extend(rest(&mut mixer));
        }
        let found = numbers(&found);
        for pair in found.windows(2) {
            let moved = (pair[1] - pair[0]).rem_euclid(4000.0);
            // Between the loop's last frame and its first one, the sample falls to 0.
            let is_seam = pair[0].max(pair[1]) > 3990.0 || pair[0].min(pair[1]) < 10.0;
            assert!(is_seam || (moved - 1.0).abs() < 0.0056, "{late}: {pair:?}");
        }
        let expected = (0_u16..4000).map(f32::from);
        assert!(
            found[found.len() - 4000..].iter().copied().eq(expected),
            "{late}"
        );
    }
}

#[test]
fn positions_of_damaged_lists_do_not_panic() {
    let mut mixer = live_mixer();
    for frames in [0, 1, u64::MAX] {
        for position in [0, 1, u64::MAX] {
            for range in [
                None,
                Some([0, u64::MAX]),
                Some([u64::MAX, 1]),
                Some([5, 6]),
                Some([0, ONE]),
            ] {
                let voice = VoiceStep {
                    rate: [u32::MAX, 0],
                    bus: 200,
                    loop_range: range,
                    ..sound(1, position)
                };
                let voices = [
                    voice,
                    VoiceStep { bus: 0, ..voice },
                    VoiceStep {
                        clip: ClipId(9),
                        ..voice
                    },
                ];
                let mut list = list(frames, &voices);
                list.buses.clear();
                mixer.begin(&list, 300);
                assert_eq!(rest(&mut mixer).len(), 300);
            }
        }
    }
}

#[test]
fn a_new_step_drops_the_frames_that_are_rendered_already() {
    let mut mixer = live_mixer();
    mixer.begin(&list(800, &[sound(1, 0)]), 800);
    let mut found = vec![[0.0; 2]; 10];
    mixer.render(&mut found);
    let dropped = mixer.buffered() as u16;
    assert!(dropped > 100);
    found.extend(mix(&mut mixer, &list(800, &[sound(1, 800 * ONE)])));
    let expected = (0..10).chain(10 + dropped..10 + dropped + 800);
    assert_eq!(numbers(&found), expected.map(f32::from).collect::<Vec<_>>());
}

#[test]
fn a_loop_that_begins_while_a_sound_plays_is_followed() {
    let mut mixer = live_mixer();
    let mut found = Vec::new();
    let range = Some([0, 1000 * ONE]);
    for (position, range) in [(0, None), (800, range), (600, range), (400, range)] {
        let voice = VoiceStep {
            loop_range: range,
            ..sound(1, position * ONE)
        };
        found.extend(mix(&mut mixer, &list(800, &[voice])));
    }
    let expected = (0_u16..3200).map(|at| f32::from(at % 1000));
    assert_eq!(numbers(&found), expected.collect::<Vec<_>>());
}

#[test]
fn volumes_of_a_late_step_are_reached_at_its_end() {
    let mut mixer = Mixer::new(LIVE, Streams::InPlace);
    mixer.set_clip(ClipId(0), Some(mono(vec![1.0; 10_000])));
    let quiet = |position: u64| {
        let mut quiet = list(800, &[sound(1, position * ONE)]);
        quiet.voices[0].gain = [0.5; 2];
        quiet.buses[0].gain = 0.5;
        quiet
    };
    mix(&mut mixer, &list(800, &[sound(1, 0)]));
    mixer.run_on(400);
    rest(&mut mixer);
    mixer.begin_late(&quiet(800), 800, 400);
    let found = rest(&mut mixer);
    assert!((found[399][0] - 0.25).abs() < 0.01, "{:?}", found[399]);
    let found = mix(&mut mixer, &quiet(1600));
    assert_eq!(found[0], [0.25; 2]);
}

/// Returns the volumes after a sound's fall to half of its volume in a step of this length.
fn falling(length: u64, late: u64) -> Vec<f32> {
    let mut mixer = Mixer::new(LIVE, Streams::InPlace);
    mixer.set_clip(ClipId(0), Some(mono(vec![1.0; 20_000])));
    mix(&mut mixer, &list(length, &[sound(1, 0)]));
    mixer.run_on(late);
    rest(&mut mixer);
    let mut found = Vec::new();
    for step in 1..20 {
        let mut quiet = list(length, &[sound(1, step * length * ONE)]);
        quiet.voices[0].gain = [0.5; 2];
        mixer.begin_late(&quiet, length, if step == 1 { late } else { 0 });
        found.extend(rest(&mut mixer));
    }
    found.iter().map(|frame| frame[0]).collect()
}

#[test]
fn volumes_of_short_and_very_late_steps_take_5_ms() {
    for (length, late) in [
        (48, 0),
        (48, 20),
        (48, 48),
        (100, 0),
        (800, 600),
        (800, 790),
        (800, 800),
    ] {
        let found = falling(length, late);
        for (k, volume) in found.iter().enumerate() {
            let expected = 1.0 - 0.5 * (k as f32 / 240.0).min(1.0);
            assert!(
                (volume - expected).abs() < 1e-6,
                "{length}, {late}: frame {k}: {volume}"
            );
        }
        assert_eq!(found[240], 0.5, "{length}, {late}");
    }
}
