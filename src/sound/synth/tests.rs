//! Sounds compared with a slow model, and laws of all settings.

mod golden;
mod laws;
mod model;
mod presets;
mod settings;

use proptest::prelude::*;

use super::*;

const RATE: f64 = 48_000.0;

fn rendered(synth: &Synth) -> Vec<f32> {
    synth.samples().unwrap()
}

/// Returns the energy of samples: the sum of their squares.
fn energy(samples: impl IntoIterator<Item = f64>) -> f64 {
    samples.into_iter().map(|sample| sample * sample).sum()
}

fn doubles(samples: &[f32]) -> Vec<f64> {
    samples.iter().map(|sample| f64::from(*sample)).collect()
}

/// Returns the amplitude of a frequency in samples.
fn amplitude_at(hertz: f64, samples: &[f64]) -> f64 {
    let mut sums = [0.0; 2];
    for (frame, sample) in samples.iter().enumerate() {
        let angle = core::f64::consts::TAU * hertz * frame as f64 / RATE;
        sums[0] += sample * libm::cos(angle);
        sums[1] += sample * libm::sin(angle);
    }
    libm::hypot(sums[0], sums[1]) * 2.0 / samples.len() as f64
}

fn waveforms() -> impl Strategy<Value = Waveform> {
    use Waveform::{Noise, Saw, Sine, Square, Triangle};
    prop::sample::select(vec![Sine, Square, Saw, Triangle, Noise])
}

/// Sounds whose pitch moves in all ways, but gently, and whose envelope is short.
fn gentle(
    waveforms: impl Strategy<Value = Waveform>,
    highest: f32,
) -> impl Strategy<Value = Synth> {
    let pitches = (
        40.0..highest,
        -24.0_f32..24.0,
        -48.0_f32..48.0,
        0.0_f32..2.0,
        0.0_f32..10.0,
    );
    let arpeggio = (prop::collection::vec(-12.0_f32..0.0, 0..4), 0.0_f32..0.1);
    let envelope = (
        0.0_f32..0.1,
        0.0_f32..0.1,
        0.0_f32..0.1,
        0.0_f32..1.0,
        -20.0_f32..-8.0,
    );
    (waveforms, pitches, arpeggio, envelope, 0.1_f32..0.9).prop_map(
        |(waveform, pitch, (arpeggio, time), envelope, duty)| {
            let (pitch, slide, change, depth, rate) = pitch;
            let (attack, hold, decay, punch, volume) = envelope;
            Synth::new(waveform)
                .pitch(pitch)
                .slide(slide)
                .slide_change(change)
                .vibrato(depth, rate)
                .arpeggio(arpeggio, time)
                .envelope(attack, hold, decay)
                .punch(punch)
                .volume(volume)
                .duty(duty)
        },
    )
}

/// Sounds with any valid settings, up to half a second long.
fn any_sound() -> impl Strategy<Value = Synth> {
    let pitch = (
        1.0_f32..=20_000.0,
        -1200.0_f32..=1200.0,
        -12_000.0_f32..=12_000.0,
    );
    let moved = (
        0.0_f32..=24.0,
        0.0_f32..=100.0,
        prop::collection::vec(-96.0_f32..=96.0, 0..5),
        0.0_f32..=0.2,
    );
    let tone = (
        0.01_f32..=0.99,
        -100.0_f32..=100.0,
        prop::option::of(20.0_f32..=20_000.0),
        -100.0_f32..=100.0,
    );
    let envelope = (
        0.0_f32..=0.15,
        0.0_f32..=0.15,
        0.0_f32..=0.15,
        0.0_f32..=1.0,
        -60.0_f32..=12.0,
    );
    (
        waveforms(),
        pitch,
        moved,
        tone,
        envelope,
        0.0_f32..=1.0,
        any::<u64>(),
    )
        .prop_map(
            |(waveform, pitch, moved, tone, envelope, resonance, seed)| Synth {
                pitch: pitch.0,
                slide: pitch.1,
                slide_change: pitch.2,
                vibrato_depth: moved.0,
                vibrato_rate: moved.1,
                arpeggio: moved.2,
                arpeggio_time: moved.3,
                duty: tone.0,
                duty_slide: tone.1,
                low_pass: tone.2,
                low_pass_slide: tone.3,
                attack: envelope.0,
                hold: envelope.1,
                decay: envelope.2,
                punch: envelope.3,
                volume: envelope.4,
                resonance,
                seed,
                ..Synth::new(waveform)
            },
        )
}
