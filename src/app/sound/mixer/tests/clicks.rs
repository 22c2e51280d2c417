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
