//! The exact bits of 24 sounds, the same on every machine and in every build.

use xxhash_rust::xxh64::xxh64;

use super::presets::PRESETS;
use super::*;

fn bits(synth: &Synth) -> u64 {
    let bytes: Vec<_> = rendered(synth)
        .iter()
        .flat_map(|sample| sample.to_bits().to_le_bytes())
        .collect();
    xxh64(&bytes, 0)
}

fn sounds() -> Vec<Synth> {
    let lively = |synth: Synth| {
        synth
            .note("eb5")
            .slide(-31.0)
            .slide_change(200.0)
            .vibrato(0.7, 9.0)
            .arpeggio([0.0, 3.0, 7.5], 0.03)
            .envelope(0.013, 0.11, 0.27)
            .punch(0.4)
    };
    let filtered = |synth: Synth| {
        lively(synth)
            .low_pass(2300.0)
            .low_pass_slide(-3.0)
            .resonance(0.8)
    };
    let waves = [
        Synth::sine(),
        Synth::square(),
        Synth::saw(),
        Synth::triangle(),
        Synth::noise().seed(5),
    ];
    let mut sounds = waves.to_vec();
    sounds.extend(waves.clone().map(lively));
    sounds.extend(waves.map(filtered));
    sounds.push(Synth::square().duty(0.2).duty_slide(1.5).pitch(97.0));
    sounds.push(
        Synth::saw()
            .volume(12.0)
            .low_pass(400.0)
            .resonance(1.0)
            .then(Synth::sine().with(Synth::noise())),
    );
    sounds.extend(PRESETS.map(|(_, preset)| preset(1)));
    sounds
}

#[test]
fn sounds_have_these_bits_on_every_machine() {
    let found: Vec<_> = sounds().iter().map(bits).collect();
    assert_eq!(found, EXPECTED);
}

const EXPECTED: [u64; 24] = [
    17_141_272_411_518_761_578,
    446_898_450_923_953_887,
    13_374_634_325_686_154_840,
    9_357_265_649_671_818_278,
    16_213_191_636_928_019_269,
    3_452_111_201_849_768_859,
    8_795_527_939_154_446_186,
    3_630_614_348_736_749_954,
    9_116_864_734_394_080_787,
    7_607_429_676_073_477_211,
    15_219_581_377_315_357_086,
    7_878_137_133_927_142_765,
    1_399_963_047_339_559_929,
    12_238_999_590_218_497_101,
    15_408_951_435_277_942_545,
    3_261_652_454_593_555_310,
    10_119_817_787_648_787_123,
    16_354_633_948_551_104_814,
    3_349_586_506_383_466_419,
    2_163_904_267_213_201_824,
    11_320_915_945_083_663_084,
    10_961_630_443_574_971_389,
    7_472_003_816_317_130_763,
    2_014_981_448_558_309_831,
];
