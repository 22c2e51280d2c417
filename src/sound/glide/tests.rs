use super::*;
use crate::sound::playing::RATES;
use proptest::prelude::*;

const EASES: [Ease; 7] = [
    Ease::Linear,
    Ease::Smooth,
    Ease::BackIn,
    Ease::BackOut,
    Ease::BackInOut,
    Ease::ElasticOut,
    Ease::ElasticInOut,
];

/// Returns a tween of this many frames.
fn over(frames: u64, ease: Ease) -> Tween {
    let time = Duration::from_nanos((frames * 1_000_000_000).div_ceil(48_000));
    Tween { time, ease }
}

#[test]
fn a_value_is_on_its_curve_until_it_arrives() {
    let mut volume = Glide::volume(0.0);
    volume.glide_to(-40.0, over(1000, Ease::QuadIn));
    assert_eq!((volume.value(), volume.target()), (0.0, -40.0));
    assert_eq!(volume.after(500), -10.0);
    volume.advance(500);
    assert_eq!((volume.value(), volume.is_over()), (-10.0, false));
    // A new tween begins where the old one is.
    volume.glide_to(-20.0, over(100, Ease::Linear));
    assert_eq!(volume.after(50), -15.0);
    volume.advance(100);
    assert_eq!((volume.value(), volume.is_over()), (-20.0, true));
    volume.advance(u64::MAX);
    assert_eq!(volume.after(u64::MAX), -20.0);
}

#[test]
fn curves_that_overshoot_stay_in_the_valid_range() {
    let mut rate = Glide::rate(1.0);
    rate.glide_to(1.0 / 64.0, over(1000, Ease::BackOut));
    assert_eq!(rate.after(600), 1.0 / 64.0);
    let mut panning = Glide::panning(-1.0);
    panning.glide_to(1.0, over(1000, Ease::ElasticOut));
    assert_eq!(panning.after(150), 1.0);
    let mut volume = Glide::volume(-60.0);
    volume.glide_to(0.0, over(1000, Ease::BackOut));
    // Within the range it overshoots.
    assert!(volume.after(600) > 1.0, "{}", volume.after(600));
    volume.glide_to(24.0, over(1000, Ease::BackOut));
    assert_eq!(volume.after(600), 24.0);
}

proptest! {
    #[test]
    fn no_value_leaves_its_range_on_the_way(
        ends in prop::array::uniform2(0.0..=1.0f32),
        ease in prop::sample::select(&EASES[..]),
        length in 1..5000_u64,
        at in 0..5000_u64,
    ) {
        let frames = at % length;
        let volumes = -60.0..=24.0;
        let glides = [
            (Glide::volume as fn(f32) -> Glide, volumes),
            (Glide::panning, -1.0..=1.0),
            (Glide::rate, RATES),
        ];
        for (glide, range) in glides {
            let [from, to] = ends.map(|end| range.start() + end * (range.end() - range.start()));
            let mut value = glide(from);
            value.glide_to(to.clamp(*range.start(), *range.end()), over(length, ease));
            prop_assert!(range.contains(&value.after(frames)), "{value:?}");
        }
    }
}
