//! Ready-made sounds have about the same loudness, no offset and some headroom.

use super::*;

type Preset = (&'static str, fn(u64) -> Synth);

pub(super) const PRESETS: [Preset; 7] = [
    ("coin", Synth::coin),
    ("laser", Synth::laser),
    ("explosion", Synth::explosion),
    ("jump", Synth::jump),
    ("hit", Synth::hit),
    ("power_up", Synth::power_up),
    ("click", Synth::click),
];

/// Filters samples by a section of the second order: coefficients of the input, then of the earlier output.
fn section(samples: &[f64], [b0, b1, b2]: [f64; 3], [a1, a2]: [f64; 2]) -> Vec<f64> {
    let mut state = [0.0; 2];
    let mut filter = |sample: &f64| {
        let out = b0 * sample + state[0];
        state = [b1 * sample - a1 * out + state[1], b2 * sample - a2 * out];
        out
    };
    samples.iter().map(&mut filter).collect()
}

/// Returns the largest momentary loudness, in LUFS: ITU-R BS.1770-4, with its filters at 48 000 Hz.
fn loudness(samples: &[f32]) -> f64 {
    let mut samples = doubles(samples);
    samples.resize(samples.len() + 19_200, 0.0);
    let head = [
        1.535_124_859_586_97,
        -2.691_696_189_406_38,
        1.198_392_810_852_85,
    ];
    let samples = section(
        &samples,
        head,
        [-1.690_659_293_182_41, 0.732_480_774_215_85],
    );
    let samples = section(
        &samples,
        [1.0, -2.0, 1.0],
        [-1.990_047_454_833_98, 0.990_072_250_366_21],
    );
    let windows = samples.windows(19_200).step_by(480);
    let energies = windows.map(|window| energy(window.iter().copied()));
    10.0 * libm::log10(energies.fold(0.0, f64::max) / 19_200.0) - 0.691
}

#[test]
fn presets_are_equally_loud_within_6_decibels() {
    let full = Synth::sine()
        .pitch(997.0)
        .volume(0.0)
        .envelope(0.0, 2.0, 0.0);
    assert!(
        (loudness(&rendered(&full)) + 3.01).abs() < 0.02,
        "the measure is that of the standard"
    );
    let mut found = Vec::new();
    for (name, preset) in PRESETS {
        for seed in 0..20 {
            found.push((loudness(&rendered(&preset(seed))), name, seed));
        }
    }
    found.sort_by(|one, other| one.0.total_cmp(&other.0));
    let (quietest, loudest) = (found[0], found[found.len() - 1]);
    assert!(loudest.0 - quietest.0 < 6.0, "{quietest:?} {loudest:?}");
}

#[test]
fn presets_have_no_offset_and_are_not_clipped() {
    for (name, preset) in PRESETS {
        for seed in 0..20 {
            let samples = doubles(&rendered(&preset(seed)));
            let mean = samples.iter().sum::<f64>() / samples.len() as f64;
            assert!(mean.abs() < 0.01, "{name} {seed}: {mean}");
            let peak = samples
                .iter()
                .fold(0.0_f64, |peak, sample| peak.max(sample.abs()));
            assert!((0.1..0.9).contains(&peak), "{name} {seed}: {peak}");
        }
    }
}

#[test]
fn presets_depend_on_their_seed_only() {
    for (name, preset) in PRESETS {
        assert_eq!(preset(3), preset(3), "{name}");
        let seeds = 0..100;
        let pitches: std::collections::BTreeSet<_> =
            seeds.map(|seed| preset(seed).pitch.to_bits()).collect();
        assert!(pitches.len() > 98, "{name}: {}", pitches.len());
    }
}
