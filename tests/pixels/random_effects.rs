//! Random effects of groups and of the view.

use crate::rng::Rng;
use damselfly::Color;
use damselfly::glam::vec2;
use damselfly::scene::GroupEffect;

/// Returns up to two random effects, mostly none.
pub(crate) fn random_effects(rng: &mut Rng) -> Vec<GroupEffect> {
    let count = if rng.one_in(3) { rng.below(2) + 1 } else { 0 };
    (0..count).map(|_| random_effect(rng)).collect()
}

/// Returns a random effect. Some numbers are out of range.
fn random_effect(rng: &mut Rng) -> GroupEffect {
    let color = Color::rgba(rng.byte(), rng.byte(), rng.byte(), rng.byte());
    let amount = match rng.whole(0, 7) {
        0 => 0.0,
        1 => 1.0,
        2 => rng.one_of(&[-3.0, 7.5, f32::NAN, f32::INFINITY]),
        _ => rng.number(0.0, 1.0),
    };
    let length = match rng.whole(0, 9) {
        0 => rng.one_of(&[0.0, -2.0, f32::NAN, 1e9, 0.3]),
        _ => rng.number(0.0, 9.0),
    };
    match rng.below(15) {
        0 => GroupEffect::ColorMatrix {
            rows: [(); 4].map(|()| [(); 5].map(|()| rng.number(-1.5, 1.5))),
        },
        1 => GroupEffect::saturation(rng.number(-1.0, 3.0)),
        2 => GroupEffect::Blur { radius: length },
        3 => GroupEffect::Glow {
            radius: length,
            threshold: amount,
            strength: rng.number(0.0, 5.0),
            color,
        },
        4 => GroupEffect::Outline {
            width: length,
            color,
        },
        5 => GroupEffect::DropShadow {
            offset: vec2(rng.number(-9.0, 9.0), length),
            radius: rng.number(0.0, 4.0),
            color,
        },
        6 => GroupEffect::Pixelate { size: length },
        7 => GroupEffect::Wave {
            amplitude: vec2(rng.number(-9.0, 9.0), length),
            length: rng.one_of(&[8.0, 20.5, 0.0, -1.0, f32::NAN]),
            phase: rng.number(-3.0, 3.0),
        },
        8 => {
            let count = rng.below(18);
            let colors: Vec<_> = (0..count)
                .map(|_| Color::rgb(rng.byte(), rng.byte(), rng.byte()))
                .collect();
            GroupEffect::palette(&colors)
        }
        9 => GroupEffect::Dissolve {
            amount,
            size: length,
            seed: rng.byte().into(),
            edge: rng.number(0.0, 0.5),
            color,
        },
        10 => GroupEffect::Vignette {
            inner: amount,
            outer: rng.number(0.0, 2.0),
            strength: rng.number(0.0, 1.0),
            color,
        },
        11 => GroupEffect::Crt {
            curvature: amount,
            line: length,
            darkness: rng.number(0.0, 1.0),
            fringe: rng.number(0.0, 3.0),
        },
        12 => GroupEffect::Fade { amount, color },
        13 => GroupEffect::Wipe {
            amount,
            angle: rng.number(-7.0, 7.0),
            softness: length,
            color,
        },
        _ => GroupEffect::Circle {
            amount,
            center: vec2(rng.number(-0.2, 1.2), 0.5),
            softness: length,
            color,
        },
    }
}
