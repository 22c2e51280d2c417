//! Effects between two steps, and on targets of another size.

use core::mem::discriminant;

use glam::Vec2;

use super::GroupEffect;
use crate::assets::EffectId;
use crate::base::color::Color;
use crate::math::angle_difference;

/// Largest count of numbers in an effect: a colour matrix has 20.
const MOST_NUMBERS: usize = 20;

impl GroupEffect {
    /// Returns the effect in a frame, extrapolated by the smoothing factor `k`. `before` is its value one step earlier.
    /// Effects of different kinds are not smoothed.
    pub(crate) fn between(self, mut before: Self, k: f32) -> Self {
        if discriminant(&self) != discriminant(&before) || self.shader() != before.shader() {
            return self;
        }
        let mut shown = self;
        let mut old = [0.0; MOST_NUMBERS];
        let mut at = old.iter_mut();
        before.each_number(&mut |number| {
            at.next().into_iter().for_each(|old| *old = *number);
        });
        let mut at = old.into_iter();
        shown.each_number(&mut |number| {
            let old = at.next().unwrap_or(*number);
            let moved = *number + (*number - old) * k;
            // Without this, an infinite number that stays would become NaN.
            if moved.is_finite() {
                *number = moved;
            }
        });
        shown.turn_the_short_way(self, before, k);
        if let (Some(color), Some(old)) = (shown.color_mut(), before.color_mut()) {
            *color = moved_on(*color, *old, k);
        }
        shown
    }

    /// Replaces an angle or a phase, which is `now` at the end of the step, by one on the shorter way from `before`.
    fn turn_the_short_way(&mut self, now: Self, before: Self, k: f32) {
        match (self, now, before) {
            (
                Self::Wave { phase, .. },
                Self::Wave { phase: now, .. },
                Self::Wave { phase: old, .. },
            ) => {
                let turns = now - old;
                *phase = now + (turns - (turns + 0.5).floor()) * k;
            }
            (
                Self::Wipe { angle, .. },
                Self::Wipe { angle: now, .. },
                Self::Wipe { angle: old, .. },
            ) => {
                *angle = now + angle_difference(old, now) * k;
            }
            _ => {}
        }
    }

    /// Returns the effect on a target with `scale` pixels per pixel of the view.
    pub(crate) fn scaled(mut self, scale: Vec2) -> Self {
        let even = scale.min_element();
        match &mut self {
            Self::Blur { radius: length }
            | Self::Glow { radius: length, .. }
            | Self::Outline { width: length, .. }
            | Self::Pixelate { size: length }
            | Self::Dissolve { size: length, .. }
            | Self::Wipe {
                softness: length, ..
            }
            | Self::Circle {
                softness: length, ..
            } => *length *= even,
            Self::DropShadow { offset, radius, .. } => {
                *offset *= scale;
                *radius *= even;
            }
            Self::Wave {
                amplitude, length, ..
            } => {
                *amplitude *= scale;
                *length *= even;
            }
            Self::Crt { line, fringe, .. } => {
                *line *= even;
                *fringe *= even;
            }
            Self::Custom { length, .. } => *length *= even,
            Self::ColorMatrix { .. }
            | Self::Palette { .. }
            | Self::Vignette { .. }
            | Self::Fade { .. } => {}
        }
        self
    }

    /// Calls `visit` with each number that is interpolated.
    fn each_number(&mut self, visit: &mut dyn FnMut(&mut f32)) {
        let (vector, numbers): (Option<&mut Vec2>, [Option<&mut f32>; 3]) = match self {
            Self::ColorMatrix { rows } => {
                return rows.as_flattened_mut().iter_mut().for_each(visit);
            }
            Self::Palette { .. } => return,
            Self::Custom {
                length, parameters, ..
            } => {
                visit(length);
                return parameters.iter_mut().for_each(visit);
            }
            Self::Blur { radius } => (None, [Some(radius), None, None]),
            Self::Glow {
                radius,
                threshold,
                strength,
                ..
            } => (None, [Some(radius), Some(threshold), Some(strength)]),
            Self::Outline { width, .. } => (None, [Some(width), None, None]),
            Self::DropShadow { offset, radius, .. } => (Some(offset), [Some(radius), None, None]),
            Self::Pixelate { size } => (None, [Some(size), None, None]),
            Self::Wave {
                amplitude,
                length,
                phase,
            } => (Some(amplitude), [Some(length), Some(phase), None]),
            Self::Dissolve {
                amount, size, edge, ..
            } => (None, [Some(amount), Some(size), Some(edge)]),
            Self::Vignette {
                inner,
                outer,
                strength,
                ..
            } => (None, [Some(inner), Some(outer), Some(strength)]),
            Self::Crt {
                curvature,
                line,
                darkness,
                fringe,
            } => {
                visit(curvature);
                (None, [Some(line), Some(darkness), Some(fringe)])
            }
            Self::Fade { amount, .. } => (None, [Some(amount), None, None]),
            Self::Wipe {
                amount,
                angle,
                softness,
                ..
            } => (None, [Some(amount), Some(angle), Some(softness)]),
            Self::Circle {
                amount,
                center,
                softness,
                ..
            } => (Some(center), [Some(amount), Some(softness), None]),
        };
        if let Some(Vec2 { x, y }) = vector {
            visit(x);
            visit(y);
        }
        numbers.into_iter().flatten().for_each(visit);
    }

    fn color_mut(&mut self) -> Option<&mut Color> {
        match self {
            Self::Glow { color, .. }
            | Self::Outline { color, .. }
            | Self::DropShadow { color, .. }
            | Self::Dissolve { color, .. }
            | Self::Vignette { color, .. }
            | Self::Fade { color, .. }
            | Self::Wipe { color, .. }
            | Self::Circle { color, .. } => Some(color),
            Self::ColorMatrix { .. }
            | Self::Blur { .. }
            | Self::Pixelate { .. }
            | Self::Wave { .. }
            | Self::Palette { .. }
            | Self::Crt { .. }
            | Self::Custom { .. } => None,
        }
    }

    fn shader(&self) -> Option<EffectId> {
        match self {
            Self::Custom { shader, .. } => Some(*shader),
            _ => None,
        }
    }
}

/// Returns a colour that is extrapolated from an old one by the smoothing factor `k`.
fn moved_on(color: Color, old: Color, k: f32) -> Color {
    let channel = |now: u8, old: u8| {
        let (now, old) = (f32::from(now), f32::from(old));
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "clamped to a byte"
        )]
        let byte = (now + (now - old) * k + 0.5).clamp(0.0, 255.0) as u8;
        byte
    };
    Color {
        r: channel(color.r, old.r),
        g: channel(color.g, old.g),
        b: channel(color.b, old.b),
        a: channel(color.a, old.a),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn effects_between_steps_have_values_in_between() {
        let [before, now] = [0.0, 1.0].map(|amount| GroupEffect::Circle {
            amount,
            center: Vec2::new(amount, 0.5),
            softness: 8.0,
            color: Color::rgb(0, 100, 200).lerp(Color::WHITE, amount),
        });
        let GroupEffect::Circle {
            amount,
            center,
            softness,
            color,
        } = now.between(before, -0.25)
        else {
            panic!("it is a circle");
        };
        assert_eq!(
            (amount, center, softness),
            (0.75, Vec2::new(0.75, 0.5), 8.0)
        );
        assert_eq!(color, Color::rgb(191, 216, 241));
        assert_eq!(now.between(before, 0.0), now);
        assert_eq!(now.between(before, -1.0), before);
        let blur = GroupEffect::blur(9.0);
        assert_eq!(blur.between(now, -0.5), blur);
    }

    #[test]
    fn waves_and_wipes_turn_the_shorter_way() {
        let wave = |phase| GroupEffect::wave(phase);
        let GroupEffect::Wave { phase, .. } = wave(0.125).between(wave(0.875), -0.5) else {
            panic!("it is a wave");
        };
        assert_eq!(phase, 0.0);
        let wipe = |angle| GroupEffect::Wipe {
            amount: 0.5,
            angle,
            softness: 0.0,
            color: Color::BLACK,
        };
        let GroupEffect::Wipe { angle, .. } = wipe(-3.0).between(wipe(3.0), -1.0) else {
            panic!("it is a wipe");
        };
        assert!(
            (angle - (3.0 - core::f32::consts::TAU)).abs() < 1e-5,
            "{angle}"
        );
    }

    #[test]
    fn only_the_same_custom_effect_is_interpolated() {
        let custom = |shader, first| {
            let parameters = [first, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 8.0 * first];
            GroupEffect::custom(EffectId(shader), parameters)
        };
        let [before, now] = [0.0, 1.0].map(|first| custom(3, first));
        assert_eq!(now.between(before, -0.5), custom(3, 0.5));
        assert_eq!(now.between(custom(4, 0.0), -0.5), now);
    }

    #[test]
    fn infinite_numbers_stay_the_same_between_steps() {
        let blur = GroupEffect::blur(f32::INFINITY);
        for k in [-1.0, -0.5, 0.0, 0.5] {
            assert_eq!(blur.between(blur, k), blur);
            assert_eq!(blur.between(GroupEffect::blur(1.0), k), blur);
        }
    }

    #[test]
    fn lengths_of_effects_grow_with_the_magnification() {
        let shadow = GroupEffect::drop_shadow(Vec2::new(3.0, 4.0)).scaled(Vec2::new(2.0, 3.0));
        let expected = GroupEffect::DropShadow {
            offset: Vec2::new(6.0, 12.0),
            radius: 4.0,
            color: Color::rgba(0, 0, 0, 128),
        };
        assert_eq!(shadow, expected);
        let same = GroupEffect::vignette(0.5);
        assert_eq!(same.scaled(Vec2::splat(2.0)), same);
    }
}
