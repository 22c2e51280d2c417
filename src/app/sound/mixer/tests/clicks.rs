//! No operation clicks: the second difference of the output stays near that of the input.

use super::*;

/// Period of the tested sine, in frames.
const PERIOD: f64 = 109.0;
const AMPLITUDE: f64 = 0.5;

/// Returns the largest second difference.
pub(super) fn roughness(frames: &[[f32; 2]]) -> f64 {
    let mut largest = 0.0_f64;
    for window in frames.windows(3) {
        for side in [0, 1] {
            let [a, b, c] = [0, 1, 2].map(|at| f64::from(window[at][side]));
            largest = largest.max((a - 2.0 * b + c).abs());
        }
    }
    largest
}

/// Checks that frames of up to `voices` overlapping sines have no click. A fade adds its slope.
fn assert_smooth(name: &str, frames: &[[f32; 2]], voices: f64) {
    let turn = core::f64::consts::TAU / PERIOD;
    let input = AMPLITUDE * turn * turn;
    let slope = AMPLITUDE / 240.0;
    let limit = voices * (1.5 * input + slope);
    let found = roughness(frames);
    assert!(found <= limit, "{name}: {found} > {limit}");
    let loudest = frames
        .iter()
        .map(|frame| frame[0].abs())
        .fold(0.0, f32::max);
    assert!(loudest > 0.4, "{name}: silent");
}

fn sine_mixer() -> Mixer {
    mixer(&[
        mono(sine(200_000, PERIOD, AMPLITUDE)),
        mono(sine(200_000, PERIOD, AMPLITUDE)),
    ])
}

#[test]
fn stops_pauses_seeks_and_replacements_do_not_click() {
    type Change = fn(u64, &mut StepSounds);
    let operations: [(&str, Change, f64); 9] = [
        ("start", |_, list| list.voices[0].position += 30 * ONE, 1.0),
        (
            "stop",
            |step, list| list.voices.truncate(usize::from(step < 4)),
            1.0,
        ),
        (
            "hold",
            |step, list| {
                list.voices[0].rate = if step == 4 { [0; 2] } else { NORMAL };
                list.voices[0].position -= if step > 4 { 800 * ONE } else { 0 };
            },
            1.0,
        ),
        (
            "seek",
            |step, list| list.voices[0].position += if step > 3 { 50_077 * ONE } else { 0 },
            2.0,
        ),
        (
            "jumps",
            |step, list| list.voices[0].position += step * 377 * ONE,
            2.0,
        ),
        (
            "another id",
            |step, list| list.voices[0].id = SoundId(1 + step / 3),
            2.0,
        ),
        (
            "another clip",
            |step, list| list.voices[0].clip = ClipId(u32::from(step > 3)),
            2.0,
        ),
        (
            "another bus",
            |step, list| {
                list.voices[0].bus = u8::from(step > 3);
                list.buses = vec![BusStep::default(); 2];
            },
            2.0,
        ),
        (
            "gone in the next step",
            |step, list| list.voices.truncate(usize::from(step % 2 == 1)),
            1.0,
        ),
    ];
    for (name, change, voices) in operations {
        let frames = mix_steps(&mut sine_mixer(), 9, |step, list| {
            change(step, list);
        });
        assert_smooth(name, &with_silence_before(&frames, name), voices);
    }
}

/// Prepends silence, so that a click at the very start counts.
fn with_silence_before(frames: &[[f32; 2]], name: &str) -> Vec<[f32; 2]> {
    let before = if name == "start" { 10 } else { 0 };
    let mut all = vec![[0.0; 2]; before];
    all.extend_from_slice(frames);
    all
}

#[test]
fn a_replaced_clip_fades_into_the_new_one() {
    let mut mixer = sine_mixer();
    let mut frames = mix_steps(&mut mixer, 4, |_, _| ());
    mixer.set_clip(ClipId(0), Some(mono(vec![0.0; 200_000])));
    for step in 4..8 {
        frames.extend(mix(&mut mixer, &list(800, &[sound(1, step * 800 * ONE)])));
    }
    assert_smooth("reload", &frames, 2.0);
    assert!(frames[3440..].iter().all(|frame| *frame == [0.0; 2]));
}

#[test]
fn volume_panning_and_rate_change_without_a_click() {
    let frames = mix_steps(&mut sine_mixer(), 9, |step, list| {
        list.voices[0].gain = if step < 4 { [1.0, 0.0] } else { [0.0, 1.0] };
        list.buses[0].gain = if step < 7 { 1.0 } else { 0.0 };
    });
    assert_smooth("gain", &frames, 1.0);

    let mut mixer = sine_mixer();
    let mut position = 0;
    let mut frames = Vec::new();
    for rate in [
        [65_536, 65_536],
        [65_536, 40_000],
        [40_000, 70_000],
        [70_000, 70_000],
    ] {
        let voice = VoiceStep {
            rate,
            ..sound(1, position)
        };
        frames.extend(mix(&mut mixer, &list(801, &[voice])));
        position += (801 * (u64::from(rate[0]) + u64::from(rate[1]))) >> 1;
    }
    assert_smooth("rate", &frames, 1.0);
}

#[test]
fn loops_have_no_seam() {
    // 109 · 441 source frames at 44 100 Hz are whole turns.
    let looped = sine(109 * 40, PERIOD, AMPLITUDE);
    for (rate, first) in [(48_000, 0), (44_100, 0), (44_100, 109), (22_050, 218)] {
        let data = clip(rate, looped.clone());
        let position = |frame: u64| (frame * 48_000 * ONE).div_ceil(u64::from(rate));
        let [start, end] = [first, 109 * 40].map(position);
        for speed in [65_536, 61_234] {
            let mut mixer = mixer(&[Arc::clone(&data)]);
            let mut frames = Vec::new();
            let mut at = 0;
            for _ in 0..30 {
                let voice = VoiceStep {
                    loop_range: Some([start, end]),
                    rate: [speed; 2],
                    ..sound(1, at)
                };
                frames.extend(mix(&mut mixer, &list(801, &[voice])));
                at += 801 * u64::from(speed);
                at = if at < end {
                    at
                } else {
                    start + (at - start) % (end - start)
                };
            }
            assert_smooth(&format!("loop at {rate}, speed {speed}"), &frames, 1.0);
        }
    }
}

#[test]
fn effects_switch_without_a_click() {
    for wet in [
        BusStep {
            low_pass: Some(300.0),
            ..BusStep::default()
        },
        BusStep {
            reverb: 0.4,
            ..BusStep::default()
        },
        BusStep {
            low_pass: Some(5000.0),
            reverb: 1.0,
            gain: 0.7,
        },
    ] {
        let frames = mix_steps(&mut sine_mixer(), 30, |step, list| {
            let changed = BusStep {
                low_pass: wet.low_pass.map(|hertz| hertz + step as f32 * 50.0),
                ..wet
            };
            list.buses[0] = if step % 10 > 5 {
                changed
            } else {
                BusStep::default()
            };
        });
        // A reverb adds up many delayed copies of the sine.
        let copies = if wet.reverb > 0.0 { 4.0 } else { 1.0 };
        assert_smooth(&format!("{wet:?}"), &frames, copies);
    }
}

/// A change of the list of a step.
pub(super) type ListChange = fn(&mut StepSounds);

/// A change of the sound in a step.
type VoiceChange = fn(u64, &mut VoiceStep);

/// Changes of a list, and the number of sounds that overlap after each.
pub(super) const CHANGES: [(&str, ListChange, f64); 8] = [
    ("none", |_| (), 1.0),
    ("mute the bus", |list| list.buses[0].gain = 0.0, 1.0),
    ("mute the sound", |list| list.voices[0].gain = [0.0; 2], 1.0),
    ("pan", |list| list.voices[0].gain = [1.0, 0.0], 1.0),
    ("stop", |list| list.voices.clear(), 1.0),
    ("hold", |list| list.voices[0].rate = [0; 2], 1.0),
    ("seek", |list| list.voices[0].position += 50_077 * ONE, 2.0),
    ("another sound", |list| list.voices[0].id = SoundId(2), 2.0),
];

/// Mixes steps of an output whose positions may be off by 20 ms. `late` returns how many frames late a step begins.
fn mix_live(
    length: u64,
    steps: u64,
    mut change: impl FnMut(u64, &mut StepSounds),
    late: impl Fn(u64) -> u64,
) -> Vec<[f32; 2]> {
    let mut mixer = Mixer::new(960 * ONE, Streams::InPlace);
    mixer.set_clip(ClipId(0), Some(mono(sine(200_000, PERIOD, AMPLITUDE))));
    let mut all = Vec::new();
    for step in 0..steps {
        mixer.run_on(late(step));
        all.extend(rest(&mut mixer));
        let mut list = list(length, &[sound(1, step * length * ONE)]);
        change(step, &mut list);
        mixer.begin_late(&list, length, late(step));
        all.extend(rest(&mut mixer));
    }
    all
}

#[test]
fn changes_of_late_steps_do_not_click() {
    for (name, change, voices) in CHANGES {
        for late in [1, 400, 600, 790, 799, 800, 1700, 2400] {
            // The change of one step, or of several.
            for last in [4, 9] {
                let frames = mix_live(
                    800,
                    12,
                    |step, list| {
                        if (4..=last).contains(&step) {
                            change(list);
                        }
                    },
                    |step| if step == 4 { late } else { 0 },
                );
                // A step that is later than its length leaves its sounds behind, which then jump.
                let jumps = f64::from(u8::from(late > 800));
                assert_smooth(&format!("{name}, {late} late"), &frames, voices + jumps);
            }
        }
    }
}

#[test]
fn changes_of_short_steps_do_not_click() {
    for (name, change, voices) in CHANGES {
        for length in [16, 48, 100] {
            let frames = mix_live(
                length,
                4800 / length,
                |step, list| {
                    // From the middle on, except for three steps.
                    let after = (step * length).saturating_sub(2400);
                    if after > 0 && !(960..960 + 3 * length).contains(&after) {
                        change(list);
                    }
                },
                |step| {
                    if step % 7 == 6 { length } else { 0 }
                },
            );
            assert_smooth(&format!("{name}, {length} frames"), &frames, voices);
        }
    }
}

#[test]
fn volumes_that_change_in_each_short_step_do_not_click() {
    for length in [16, 48, 100] {
        let frames = mix_live(
            length,
            9600 / length,
            |step, list| {
                let at = step * length;
                list.voices[0].gain[0] = libm::cosf(at as f32 / 1000.0).abs();
                list.buses[0].gain = if at > 4800 && step % 2 == 0 { 0.8 } else { 1.0 };
            },
            |_| 0,
        );
        assert_smooth(&format!("{length} frames"), &frames, 2.0);
    }
}

#[test]
fn jumps_to_a_loops_seam_do_not_click() {
    // A loop of whole turns that begins at the sine's peak.
    let turns = sine(109 * 41, PERIOD, AMPLITUDE);
    let looped = turns[27..27 + 109 * 40].to_vec();
    let operations: [(&str, VoiceChange); 3] = [
        ("seek", |step, voice| {
            if step > 3 {
                voice.position = (step - 4) * 800 * ONE;
            }
        }),
        ("hold", |step, voice| match step {
            0..4 => {}
            4 => voice.rate = [0; 2],
            _ => voice.position = (step - 5) * 800 * ONE,
        }),
        ("repeat", |step, voice| {
            voice.position = if step % 2 == 0 { 0 } else { 800 * ONE };
        }),
    ];
    for (name, change) in operations {
        let mut mixer = mixer(&[mono(looped.clone())]);
        let mut frames = Vec::new();
        for step in 0..9 {
            let mut voice = VoiceStep {
                loop_range: Some([0, 109 * 40 * ONE]),
                ..sound(1, (50 + step * 800) * ONE)
            };
            change(step, &mut voice);
            frames.extend(mix(&mut mixer, &list(800, &[voice])));
        }
        assert_smooth(name, &frames, 2.0);
    }
}
