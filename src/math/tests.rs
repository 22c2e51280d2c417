//! Tests the functions' exact bits, the ends of easing curves, ranges, directions and noise.

use core::f32::consts::{FRAC_PI_2, PI, TAU};

use glam::{Vec2, vec2};
use proptest::prelude::*;

use super::*;

/// Every curve, in the order of the enum.
const ALL: [Ease; 32] = [
    Ease::Linear,
    Ease::Smooth,
    Ease::SineIn,
    Ease::SineOut,
    Ease::SineInOut,
    Ease::QuadIn,
    Ease::QuadOut,
    Ease::QuadInOut,
    Ease::CubicIn,
    Ease::CubicOut,
    Ease::CubicInOut,
    Ease::QuartIn,
    Ease::QuartOut,
    Ease::QuartInOut,
    Ease::QuintIn,
    Ease::QuintOut,
    Ease::QuintInOut,
    Ease::ExpoIn,
    Ease::ExpoOut,
    Ease::ExpoInOut,
    Ease::CircIn,
    Ease::CircOut,
    Ease::CircInOut,
    Ease::BackIn,
    Ease::BackOut,
    Ease::BackInOut,
    Ease::BounceIn,
    Ease::BounceOut,
    Ease::BounceInOut,
    Ease::ElasticIn,
    Ease::ElasticOut,
    Ease::ElasticInOut,
];

/// Returns a checksum of the bits of a function's results at `positions`, in this order.
fn bits(positions: impl IntoIterator<Item = f32>, of: impl Fn(f32) -> f32) -> u64 {
    let fold = |sum: u64, x: f32| sum.wrapping_mul(0x0100_0000_01b3) ^ u64::from(of(x).to_bits());
    positions.into_iter().fold(0xcbf2_9ce4_8422_2325, fold)
}

/// Returns 4001 positions from −20 to 20. Only every 100th is a whole number.
fn line() -> impl Iterator<Item = f32> {
    (-2000i16..=2000).map(|x| f32::from(x) * 0.01)
}

/// A function, its name, and the checksum of its bits.
type Golden = (&'static str, fn(f32) -> f32, u64);

#[test]
fn functions_have_these_bits_on_every_machine() {
    let functions: [Golden; 16] = [
        ("sin", sin, 5_108_302_219_618_862_999),
        ("cos", cos, 14_114_934_163_942_200_703),
        (
            "sin_cos",
            |x| sin_cos(x).0 + sin_cos(x).1,
            17_400_656_132_290_288_868,
        ),
        ("tan", tan, 18_050_709_237_392_151_751),
        ("asin", |x| asin(x / 20.0), 18_282_622_217_461_007_239),
        ("acos", |x| acos(x / 20.0), 7_835_897_965_313_942_289),
        ("atan", atan, 15_070_303_495_688_573_791),
        ("atan2", |x| atan2(x, 3.0 - x), 2_037_747_491_782_162_763),
        ("sqrt", |x| sqrt(x.abs()), 5_532_643_190_705_464_943),
        ("hypot", |x| hypot(x, 3.0), 5_514_057_712_734_291_047),
        ("exp", exp, 7_201_990_365_860_542_857),
        ("ln", |x| ln(x.abs() + 0.1), 4_071_424_311_903_621_061),
        ("pow", |x| pow(1.7, x), 13_924_118_532_679_374_605),
        ("wrap_angle", wrap_angle, 5_308_502_506_219_691_791),
        (
            "noise",
            |x| Noise::new(7).fractal_1d(x, 4),
            17_047_946_883_998_865_321,
        ),
        (
            "noise 2D",
            |x| Noise::new(7).fractal(vec2(x, 1.3 * x), 4),
            13_357_710_755_090_811_694,
        ),
    ];
    let found = functions.map(|(name, of, _)| (name, bits(line(), of)));
    assert_eq!(found, functions.map(|(name, _, sum)| (name, sum)));
}

#[test]
fn easing_curves_have_these_bits_on_every_machine() {
    let times = || (0..=256u16).map(|t| f32::from(t) / 256.0);
    let sums = ALL.map(|ease| bits(times(), |t| ease.at(t)));
    let all = sums.iter().fold(0u64, |sum, one| sum.rotate_left(5) ^ one);
    assert_eq!(all, 4_347_864_224_971_331_745, "{sums:x?}");
}

#[test]
fn glam_uses_the_same_functions() {
    for x in line() {
        assert_eq!(Vec2::from_angle(x), from_angle(x));
        let vector = vec2(x, 3.0 - x);
        assert_eq!(vector.to_angle().to_bits(), angle_of(vector).to_bits());
    }
}

#[test]
fn every_curve_goes_from_0_to_1_and_clamps() {
    for ease in ALL {
        assert_eq!((ease.at(0.0), ease.at(1.0)), (0.0, 1.0), "{ease:?}");
        assert_eq!((ease.at(-3.0), ease.at(7.0)), (0.0, 1.0), "{ease:?}");
        assert_eq!(ease.at(f32::NAN), 0.0, "{ease:?}");
        // The ends are special cases; the curve must approach them.
        assert!(ease.at(1e-6).abs() < 0.01, "{ease:?}");
        assert!((ease.at(1.0 - 1e-6) - 1.0).abs() < 0.01, "{ease:?}");
    }
}

#[test]
fn smooth_curves_never_fall() {
    let falls = |ease: &Ease| {
        let values = (0..=1000u16).map(|t| ease.at(f32::from(t) / 1000.0));
        let values: Vec<f32> = values.collect();
        values.windows(2).any(|pair| pair[1] < pair[0])
    };
    let fall: Vec<_> = ALL.into_iter().filter(falls).collect();
    let names = fall.iter().map(|ease| format!("{ease:?}"));
    let lively = |name: String| {
        ["Back", "Bounce", "Elastic"]
            .iter()
            .any(|family| name.starts_with(family))
    };
    assert!(names.into_iter().all(lively), "{fall:?}");
    assert_eq!(fall.len(), 9);
}

#[test]
fn only_back_and_elastic_leave_the_range() {
    for ease in ALL {
        let mut values = (0..=1000u16).map(|t| ease.at(f32::from(t) / 1000.0));
        let leaves = values.any(|value| !(0.0..=1.0).contains(&value));
        let name = format!("{ease:?}");
        let may = name.starts_with("Back") || name.starts_with("Elastic");
        assert_eq!(leaves, may, "{ease:?}");
    }
    let top = |ease: Ease| {
        (0..1000u16)
            .map(|t| ease.at(f32::from(t) / 1000.0))
            .fold(0.0, f32::max)
    };
    assert!((top(Ease::BackOut) - 1.1).abs() < 0.001, "a tenth");
}

#[test]
fn out_is_in_reversed_and_in_out_is_point_symmetric() {
    for family in ALL[2..].chunks(3) {
        for t in (1..64u16).map(|t| f32::from(t) / 64.0) {
            let [slow_start, slow_end, both] = [0, 1, 2].map(|at| family[at].at(t));
            assert!(
                (slow_end - (1.0 - family[0].at(1.0 - t))).abs() < 1e-6,
                "{family:?}"
            );
            assert!(
                (both + family[2].at(1.0 - t) - 1.0).abs() < 1e-6,
                "{family:?}"
            );
            if t < 0.5 {
                assert!(
                    (both - family[0].at(2.0 * t) / 2.0).abs() < 1e-6,
                    "{family:?}"
                );
            }
            let name = format!("{family:?}");
            let swings = name.contains("Elastic") || name.contains("Bounce");
            assert!(swings || slow_start <= t, "{family:?} starts slowly");
        }
    }
}

#[test]
fn no_two_curves_are_the_same() {
    let mut values: Vec<_> = ALL
        .map(|ease| [0.3, 0.6].map(|t| ease.at(t).to_bits()))
        .to_vec();
    values.sort_unstable();
    values.dedup();
    assert_eq!(values.len(), ALL.len());
}

#[test]
fn directions_are_clockwise_from_the_right() {
    for (angle, direction) in [
        (0.0, vec2(1.0, 0.0)),
        (FRAC_PI_2, vec2(0.0, 1.0)),
        (PI, vec2(-1.0, 0.0)),
        (-FRAC_PI_2, vec2(0.0, -1.0)),
    ] {
        assert!(from_angle(angle).distance(direction) < 1e-6, "{angle}");
        assert!((angle_of(direction) - angle).abs() < 1e-6, "{angle}");
    }
    assert_eq!(angle_of(Vec2::ZERO), 0.0);
    assert!(rotate(vec2(2.0, 0.0), FRAC_PI_2).distance(vec2(0.0, 2.0)) < 1e-6);
}

#[test]
fn ranges_without_a_length_have_no_middle() {
    assert_eq!(inverse_lerp(5.0, 5.0, 7.0), 0.0);
    assert_eq!(remap(7.0, 5.0..5.0, 1.0..2.0), 1.0);
}

#[test]
fn a_step_leads_towards_the_target_and_never_past_it() {
    assert_eq!(move_towards(5.0, 1.0, 3.0), 2.0);
    assert_eq!(move_towards(5.0, 1.0, 9.0), 1.0);
    assert_eq!(move_towards(5.0, 1.0, 0.0), 5.0);
    assert_eq!(move_towards(5.0, 1.0, -1.0), 6.0);
    assert_eq!(move_towards(1.0, 5.0, -1.0), 0.0);
    assert_eq!(turn_towards(1.0, 2.0, -1.0), 1.0);
}

#[test]
fn noise_is_0_at_whole_and_invalid_numbers() {
    let noise = Noise::new(1);
    for x in [-3.0, 0.0, 5.0, 1e9, f32::NAN, f32::INFINITY] {
        assert_eq!(noise.at_1d(x), 0.0, "{x}");
        assert_eq!(noise.at(vec2(x, 4.0)), 0.0, "{x}");
    }
    for far in [f32::MAX, f32::MIN, 3e9, -3e9] {
        assert_eq!(noise.at(vec2(far, 0.5)).abs().max(1.0), 1.0, "{far}");
    }
}

#[test]
fn noise_uses_its_range_and_has_no_preferred_side() {
    let noise = Noise::new(3);
    for at in [
        |noise: &Noise, i: f32| noise.at_1d(i * 0.37),
        |noise: &Noise, i: f32| noise.at(vec2(i * 0.37, i * 0.11)),
    ] {
        let values: Vec<f32> = (0..20_000u16).map(|i| at(&noise, f32::from(i))).collect();
        let mean = values.iter().sum::<f32>() / 20_000.0;
        let largest = values
            .iter()
            .fold(0.0f32, |most, value| most.max(value.abs()));
        assert!(mean.abs() < 0.02, "{mean}");
        assert!(largest > 0.7, "{largest}");
    }
}

#[test]
fn seeds_give_different_noises() {
    let positions = || (0..100u8).map(|i| f32::from(i) * 0.31 + 0.1);
    let mut seeds: Vec<_> = (0..100).chain([1 << 32, u64::MAX]).collect();
    seeds.sort_unstable_by_key(|&seed| bits(positions(), |x| Noise::new(seed).at_1d(x)));
    seeds.dedup_by_key(|seed| bits(positions(), |x| Noise::new(*seed).at_1d(x)));
    assert_eq!(seeds.len(), 102);
}

proptest! {
    #[test]
    fn both_ends_of_a_line_are_exact(from in -1e9f32..1e9, to in -1e9f32..1e9) {
        prop_assert_eq!(lerp(from, to, 0.0), from);
        prop_assert_eq!(lerp(from, to, 1.0), to);
        prop_assert_eq!(inverse_lerp(from, to, from), 0.0);
        prop_assert!(from == to || inverse_lerp(from, to, to) == 1.0);
        let there = remap(to, from..to, 0.0..7.0);
        prop_assert!(from == to || there == 7.0);
    }

    #[test]
    fn angle_differences_are_at_most_half_a_turn(from in -1000.0f32..1000.0, to in -1000.0f32..1000.0) {
        let way = angle_difference(from, to);
        prop_assert!((-PI..=PI).contains(&way));
        let apart = wrap_angle(from + way - to);
        prop_assert!(apart.abs() < 1e-3, "{}", apart);
        prop_assert_eq!(lerp_angle(from, to, 0.0), from);
        let mut angle = from;
        for _ in 0..7 {
            angle = turn_towards(angle, to, 0.5);
        }
        prop_assert_eq!(angle, to);
    }

    #[test]
    fn a_wrapped_angle_has_the_same_direction(angle in -1e6f32..1e6) {
        let wrapped = wrap_angle(angle);
        prop_assert!((-PI..=PI).contains(&wrapped));
        let turns = f64::from(angle - wrapped) / f64::from(TAU);
        prop_assert!((turns - turns.round()).abs() < 0.02);
    }

    #[test]
    fn noise_is_smooth_and_within_its_range(seed: u64, x in -1000.0f32..1000.0, y in -1000.0f32..1000.0, octaves in 0..20u32) {
        let noise = Noise::new(seed);
        let place = vec2(x, y);
        for value in [noise.at_1d(x), noise.at(place), noise.fractal_1d(x, octaves), noise.fractal(place, octaves)] {
            prop_assert!((-1.0..=1.0).contains(&value));
        }
        // No slope is above 8, in 1D or 2D. Over a distance of 1/64, the value therefore changes by at most 1/8.
        let near = 1.0 / 64.0;
        prop_assert!((noise.at_1d(x) - noise.at_1d(x + near)).abs() <= 0.125);
        prop_assert!((noise.at(place) - noise.at(place + vec2(near, 0.0))).abs() <= 0.125);
    }
}
