//! The slow model: double precision, frame by frame, from the definitions of the settings, without tables, ticks and
//! band limits. It has neither noise nor filter.

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "small counts of frames"
)]

use core::f64::consts::TAU;

use super::*;

/// Returns the frequency at a frame, in hertz.
pub(super) fn frequency(synth: &Synth, frame: usize) -> f64 {
    let time = frame as f64 / RATE;
    let slide = f64::from(synth.slide) * time + f64::from(synth.slide_change) * time * time / 2.0;
    let vibrato =
        libm::sin(TAU * f64::from(synth.vibrato_rate) * time) * f64::from(synth.vibrato_depth);
    // Thirds of a millisecond.
    let jump = ((f64::from(synth.arpeggio_time) * 3000.0).round() as usize).max(1);
    let jumps = frame / 16 / jump;
    let interval = synth
        .arpeggio
        .iter()
        .cycle()
        .nth(jumps % synth.arpeggio.len().max(1));
    let semitones = slide + vibrato + f64::from(*interval.unwrap_or(&0.0));
    (f64::from(synth.pitch) * libm::exp2(semitones / 12.0)).clamp(1.0, 20_000.0)
}

/// Returns the lengths of attack, hold and decay in frames.
fn lengths(synth: &Synth) -> [usize; 3] {
    let frames = |seconds: f32| (f64::from(seconds) * RATE).round() as usize;
    [
        frames(synth.attack).max(48),
        frames(synth.hold),
        frames(synth.decay).max(48),
    ]
}

pub(super) fn length(synth: &Synth) -> usize {
    lengths(synth).iter().sum()
}

/// Returns the amplitude of a frame, with volume.
pub(super) fn amplitude(synth: &Synth, frame: usize) -> f64 {
    let [attack, hold, decay] = lengths(synth);
    let punch = if hold >= 48 {
        f64::from(synth.punch)
    } else {
        0.0
    };
    let part = |start: usize, length: usize| (frame - start) as f64 / length as f64;
    let level = if frame < attack {
        part(0, attack) * (1.0 + punch)
    } else if frame < attack + hold {
        1.0 + punch * (1.0 - part(attack, hold))
    } else {
        let faded = 1.0 - part(attack + hold, decay);
        faded * faded
    };
    level * libm::pow(10.0, f64::from(synth.volume) / 20.0)
}

/// Returns a waveform at a position in its cycle.
fn wave(synth: &Synth, at: f64) -> f64 {
    let duty = f64::from(synth.duty);
    match synth.waveform {
        Waveform::Sine => libm::sin(TAU * at),
        Waveform::Square if at < duty => (1.0 - duty) / duty.max(1.0 - duty),
        Waveform::Square => -duty / duty.max(1.0 - duty),
        Waveform::Saw => 2.0 * at - 1.0,
        Waveform::Triangle if at < 0.5 => 1.0 - 4.0 * at,
        Waveform::Triangle => 4.0 * at - 3.0,
        Waveform::Noise => panic!("not modelled"),
    }
}

pub(super) fn render(synth: &Synth) -> Vec<f64> {
    let mut cycles = 0.0;
    let mut samples = Vec::new();
    for frame in 0..length(synth) {
        samples.push(wave(synth, cycles) * amplitude(synth, frame));
        cycles = (cycles + frequency(synth, frame) / RATE).fract();
    }
    samples
}
