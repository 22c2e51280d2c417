//! The whole numbers of effects: see the rule of effects in `docs/pixels.md`.

use super::{StepKind, outline};
use crate::base::color::Color;
use crate::geometry::turns::Turn;
use crate::scene::GroupEffect;

/// Calls `step` with the kind and the numbers of each step of an effect, in a view of this width and height.
pub(super) fn of_effect(
    effect: &GroupEffect,
    size: [u32; 2],
    mut step: impl FnMut(StepKind, &[i32]),
) {
    match *effect {
        GroupEffect::ColorMatrix { rows } => {
            let mut numbers = [0; 20];
            for (number, &factor) in numbers.iter_mut().zip(rows.as_flattened()) {
                *number = whole(factor, 1024.0, -32_768..=32_768);
            }
            for row in numbers.chunks_exact_mut(5) {
                row[4] *= 255;
            }
            step(StepKind::ColorMatrix, &numbers);
        }
        GroupEffect::Blur { radius } => blur(radius, &mut step),
        GroupEffect::Glow {
            radius,
            threshold,
            strength,
            color,
        } => {
            let threshold = whole(threshold, 255.0, 0..=255);
            step(StepKind::Shine, &[threshold, bits(color)]);
            blur(radius, &mut step);
            step(StepKind::AddLight, &[whole(strength, 256.0, 0..=1024)]);
        }
        GroupEffect::Outline { width, color } => {
            // Otherwise a thin outline would vanish in a group of a coarser resolution.
            let least = i32::from(width > 0.0);
            let width = whole(width, 1.0, least..=outline::WIDEST);
            let numbers = outline::numbers(width, bits(color));
            match width {
                0 => {}
                // Five pixels cost less than a second pass.
                1 => step(StepKind::ThinOutline, &numbers),
                _ => {
                    step(StepKind::OutlineAcross, &numbers);
                    step(StepKind::OutlineDown, &numbers);
                }
            }
        }
        GroupEffect::DropShadow {
            offset,
            radius,
            color,
        } => {
            let [x, y] = offset
                .to_array()
                .map(|length| whole(length, 1.0, -1024..=1024));
            step(StepKind::Shadow, &[x, y, bits(color)]);
            blur(radius, &mut step);
            step(StepKind::Cover, &[]);
        }
        GroupEffect::Pixelate { size } => {
            let size = whole(size, 1.0, 1..=1024);
            if size > 1 {
                step(StepKind::Pixelate, &[size]);
            }
        }
        GroupEffect::Wave {
            amplitude,
            length,
            phase,
        } => {
            let [x, y] = amplitude
                .to_array()
                .map(|length| whole(length, 256.0, -16_384..=16_384));
            let per_pixel = whole(65_536.0 / length.max(2.0), 1.0, 0..=32_768);
            let phase = whole(phase - phase.floor(), 65_536.0, 0..=65_536);
            step(StepKind::Wave, &[x, y, per_pixel, phase]);
        }
        GroupEffect::Palette { colors } => {
            let mut numbers = [0; 17];
            let [count, rest @ ..] = &mut numbers;
            for (number, color) in rest.iter_mut().zip(colors.colors()) {
                *number = bits(color.with_alpha(255));
                *count += 1;
            }
            step(StepKind::Palette, &numbers);
        }
        GroupEffect::Dissolve {
            amount,
            size,
            seed,
            edge,
            color,
        } => {
            let size = whole(size, 1.0, 1..=1024);
            let [amount, edge] = [amount, edge].map(|part| whole(part, 65_536.0, 0..=65_536));
            // At an amount of 0, no edge may glow.
            if amount > 0 {
                let numbers = [amount, amount + edge, size, seed.cast_signed(), bits(color)];
                step(StepKind::Dissolve, &numbers);
            }
        }
        GroupEffect::Vignette {
            inner,
            outer,
            strength,
            color,
        } => {
            let [inner, outer] = [inner, outer].map(|from| whole(from, 1024.0, 0..=4096));
            let strength = whole(strength, 256.0, 0..=256);
            let width = (outer - inner).max(1);
            let color = bits(color.with_alpha(255));
            step(StepKind::Vignette, &[inner, width, strength, color]);
        }
        GroupEffect::Crt {
            curvature,
            line,
            darkness,
            fringe,
        } => {
            let numbers = [
                whole(curvature, 8192.0, 0..=8192),
                whole(line, 1.0, 1..=64),
                whole(darkness, 256.0, 0..=256),
                whole(fringe, 256.0, 0..=4096),
            ];
            step(StepKind::Crt, &numbers);
        }
        GroupEffect::Fade { amount, color } => {
            let amount = whole(amount, 256.0, 0..=256);
            if amount > 0 {
                step(StepKind::Fade, &[amount, bits(color)]);
            }
        }
        // A transition that has not begun changes nothing.
        GroupEffect::Wipe { amount, .. } | GroupEffect::Circle { amount, .. }
            if whole(amount, 65_536.0, 0..=65_536) == 0 => {}
        GroupEffect::Wipe {
            amount,
            angle,
            softness,
            color,
        } => {
            let (sine, cosine) = Turn::from_radians(angle).sin_cos();
            let [x, y] = [cosine, sine].map(|part| whole(part, 256.0, -256..=256));
            let soft = whole(softness, 512.0, 1..=1 << 21);
            let reach = [0, 1]
                .map(|axis| size[axis].cast_signed() * [x, y][axis].abs())
                .iter()
                .sum::<i32>();
            let edge = part_of(amount, 2 * reach + soft) - reach;
            step(StepKind::Wipe, &[x, y, edge, soft, bits(color)]);
        }
        GroupEffect::Circle {
            amount,
            center,
            softness,
            color,
        } => {
            let sides = size.map(|side| 2 * side.cast_signed());
            let [x, y] = [0, 1].map(|axis| {
                let at = center.to_array()[axis];
                whole(at, sides[axis] as f32, 0..=sides[axis])
            });
            let soft = whole(softness, 2.0, 1..=8192);
            let [far_x, far_y] = [x.max(sides[0] - x), y.max(sides[1] - y)];
            let square = far_x.unsigned_abs().pow(2) + far_y.unsigned_abs().pow(2);
            let far = square.isqrt().cast_signed() + 1;
            let radius = far - part_of(amount, far + soft);
            step(StepKind::Circle, &[x, y, radius, soft, bits(color)]);
        }
        GroupEffect::Custom {
            shader,
            length,
            parameters,
        } => {
            let mut numbers = [0; 9];
            let given = core::iter::once(length).chain(parameters);
            for (number, given) in numbers.iter_mut().zip(given) {
                let given = if given.is_finite() { given } else { 0.0 };
                *number = given.to_bits().cast_signed();
            }
            step(StepKind::Custom(shader), &numbers);
        }
    }
}

/// The two steps of a blur; none if it changes nothing.
fn blur(radius: f32, step: &mut impl FnMut(StepKind, &[i32])) {
    let reach = whole(radius, 16.0, 0..=1024) + 16;
    if reach > 16 {
        let taps = (reach - 1) / 16;
        // The sum of all weights.
        let sum = reach + taps * (2 * reach - 16 * (taps + 1));
        step(StepKind::BlurAcross, &[reach, sum]);
        step(StepKind::BlurDown, &[reach, sum]);
    }
}

/// Returns the nearest whole number to `value * factor` within a range. NaN counts as 0.
#[expect(
    clippy::cast_possible_truncation,
    reason = "a cast saturates, and turns NaN into 0"
)]
fn whole(value: f32, factor: f32, range: core::ops::RangeInclusive<i32>) -> i32 {
    let nearest = (value * factor + 0.5).floor() as i32;
    nearest.clamp(*range.start(), *range.end())
}

/// Returns a part, 0 to 1, of a whole number, rounded down.
#[expect(clippy::cast_possible_truncation, reason = "at most the number")]
fn part_of(part: f32, number: i32) -> i32 {
    let part = whole(part, 65_536.0, 0..=65_536);
    ((i64::from(part) * i64::from(number)) >> 16) as i32
}

/// Returns a premultiplied colour, red in the lowest byte.
fn bits(color: Color) -> i32 {
    i32::from_le_bytes(color.premultiplied())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_out_of_range_count_as_the_nearest() {
        assert_eq!(whole(f32::NAN, 256.0, 0..=256), 0);
        assert_eq!(whole(f32::INFINITY, 256.0, 0..=256), 256);
        assert_eq!(whole(-1e30, 256.0, 1..=256), 1);
        assert_eq!(whole(0.5, 1.0, 0..=8), 1);
    }

    #[test]
    fn the_divisor_of_a_blur_is_the_sum_of_weights() {
        for sixteenths in 1..=1024_i16 {
            let radius = f32::from(sixteenths) / 16.0;
            blur(radius, &mut |_, numbers| {
                let reach = numbers[0];
                let weight = |at: i32| (reach - 16 * at.abs()).max(0);
                assert_eq!(numbers[1], (-70..=70).map(weight).sum::<i32>(), "{radius}");
            });
        }
    }
}
