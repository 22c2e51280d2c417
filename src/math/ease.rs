//! Easing curves for transitions between two values.

use core::f32::consts::{FRAC_PI_2, TAU};
use core::ops::{Add, Mul};

use super::{cos, lerp, sin, sqrt};

/// A curve from 0 to 1 for movements that start or end gently, overshoot, or bounce. Defaults to `Linear`.
///
/// Except for `Smooth`, these are Robert Penner's curves (*Programming Macromedia Flash MX*, 2002, chapter 7). `In`
/// starts slowly and `Out` ends slowly. `Out` is `In` reversed, and `InOut` is half of each. This includes `Back` and
/// `Elastic`, as in the JavaScript library d3-ease; Penner uses other constants for their `InOut`.
///
/// ```
/// use damselfly::glam::vec2;
/// use damselfly::math::Ease;
///
/// assert_eq!(Ease::QuadIn.at(0.5), 0.25);
/// // A sign falls into the view within 60 steps. Its position after 20:
/// let place = Ease::BounceOut.between(vec2(40.0, -4.0), vec2(40.0, 12.0), 20.0 / 60.0);
/// assert!(place.y > -4.0 && place.y < 12.0);
/// ```
#[doc(alias("tween", "easing", "interpolation"))]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Ease {
    /// Constant speed. The default.
    #[default]
    Linear,
    /// Smooth at both ends: `3t² − 2t³`, the `smoothstep` of shaders.
    Smooth,
    /// Sine; slow start.
    SineIn,
    /// Sine; slow end.
    SineOut,
    /// Sine; slow at both ends.
    SineInOut,
    /// Quadratic, by `t²`; slow start.
    QuadIn,
    /// Quadratic, by `t²`; slow end.
    QuadOut,
    /// Quadratic, by `t²`; slow at both ends.
    QuadInOut,
    /// Cubic, by `t³`; slow start.
    CubicIn,
    /// Cubic, by `t³`; slow end.
    CubicOut,
    /// Cubic, by `t³`; slow at both ends.
    CubicInOut,
    /// Quartic, by `t⁴`; slow start.
    QuartIn,
    /// Quartic, by `t⁴`; slow end.
    QuartOut,
    /// Quartic, by `t⁴`; slow at both ends.
    QuartInOut,
    /// Quintic, by `t⁵`; slow start.
    QuintIn,
    /// Quintic, by `t⁵`; slow end.
    QuintOut,
    /// Quintic, by `t⁵`; slow at both ends.
    QuintInOut,
    /// Exponential, by `2^(10t)`; very slow start.
    ExpoIn,
    /// Exponential, by `2^(10t)`; very slow end.
    ExpoOut,
    /// Exponential, by `2^(10t)`; very slow at both ends.
    ExpoInOut,
    /// Quarter of a circle; slow start.
    CircIn,
    /// Quarter of a circle; slow end.
    CircOut,
    /// Quarter of a circle; slow at both ends.
    CircInOut,
    /// Draws back by a tenth before it starts.
    BackIn,
    /// Overshoots by a tenth before it ends.
    BackOut,
    /// Draws back before it starts, and overshoots before it ends.
    BackInOut,
    /// Bounces with growing height before it starts.
    BounceIn,
    /// Arrives, then bounces with falling height, like a dropped ball.
    BounceOut,
    /// Bounces at both ends.
    BounceInOut,
    /// Oscillates with growing amplitude before it starts, like a spring.
    ElasticIn,
    /// Arrives, then oscillates with falling amplitude, like a spring.
    ElasticOut,
    /// Oscillates at both ends.
    ElasticInOut,
}

/// The eased ends of a curve.
#[derive(Clone, Copy)]
enum Ends {
    In,
    Out,
    InOut,
}

/// A curve from (0, 0) to (1, 1) with an eased start.
type Curve = fn(f32) -> f32;

impl Ease {
    /// Returns the curve's value at `t`, the elapsed fraction of the time, clamped to 0 to 1; NaN counts as 0. Exactly
    /// 0 at 0, and exactly 1 at 1. Only `Back` and `Elastic` leave the range 0 to 1 in between.
    pub fn at(self, t: f32) -> f32 {
        // The ends are special cases: sums of sines and powers would miss them by a rounding error.
        if t.is_nan() || t <= 0.0 {
            return 0.0;
        }
        if t >= 1.0 {
            return 1.0;
        }
        let (curve, ends) = self.curve_and_ends();
        match ends {
            Ends::In => curve(t),
            Ends::Out => 1.0 - curve(1.0 - t),
            Ends::InOut if t < 0.5 => curve(2.0 * t) / 2.0,
            Ends::InOut => 1.0 - curve(2.0 - 2.0 * t) / 2.0,
        }
    }

    /// Interpolates between two numbers or vectors. `t` is the elapsed fraction of the time, clamped to 0 to 1.
    pub fn between<T: Add<Output = T> + Mul<f32, Output = T>>(self, from: T, to: T, t: f32) -> T {
        lerp(from, to, self.at(t))
    }

    fn curve_and_ends(self) -> (Curve, Ends) {
        use Ends::{In, InOut, Out};
        match self {
            Self::Linear => (|t| t, In),
            Self::Smooth => (|t| t * t * (3.0 - 2.0 * t), In),
            Self::SineIn => (sine, In),
            Self::SineOut => (sine, Out),
            Self::SineInOut => (sine, InOut),
            Self::QuadIn => (quad, In),
            Self::QuadOut => (quad, Out),
            Self::QuadInOut => (quad, InOut),
            Self::CubicIn => (cubic, In),
            Self::CubicOut => (cubic, Out),
            Self::CubicInOut => (cubic, InOut),
            Self::QuartIn => (quart, In),
            Self::QuartOut => (quart, Out),
            Self::QuartInOut => (quart, InOut),
            Self::QuintIn => (quint, In),
            Self::QuintOut => (quint, Out),
            Self::QuintInOut => (quint, InOut),
            Self::ExpoIn => (expo, In),
            Self::ExpoOut => (expo, Out),
            Self::ExpoInOut => (expo, InOut),
            Self::CircIn => (circ, In),
            Self::CircOut => (circ, Out),
            Self::CircInOut => (circ, InOut),
            Self::BackIn => (back, In),
            Self::BackOut => (back, Out),
            Self::BackInOut => (back, InOut),
            Self::BounceIn => (bounce, In),
            Self::BounceOut => (bounce, Out),
            Self::BounceInOut => (bounce, InOut),
            Self::ElasticIn => (elastic, In),
            Self::ElasticOut => (elastic, Out),
            Self::ElasticInOut => (elastic, InOut),
        }
    }
}

fn sine(t: f32) -> f32 {
    1.0 - cos(t * FRAC_PI_2)
}

fn quad(t: f32) -> f32 {
    t * t
}

fn cubic(t: f32) -> f32 {
    t * t * t
}

fn quart(t: f32) -> f32 {
    quad(quad(t))
}

fn quint(t: f32) -> f32 {
    quart(t) * t
}

/// Returns 2^(10t), scaled to go from 0 to 1. Penner's formula starts with a jump of 1/1024 instead.
fn expo(t: f32) -> f32 {
    (libm::exp2f(10.0 * t) - 1.0) / 1023.0
}

fn circ(t: f32) -> f32 {
    1.0 - sqrt(1.0 - t * t)
}

fn back(t: f32) -> f32 {
    // Penner's constant for an overshoot of a tenth.
    const OVERSHOOT: f32 = 1.70158;
    t * t * ((OVERSHOOT + 1.0) * t - OVERSHOOT)
}

/// Returns a curve of four parabolas. Penner defines them for the end of the curve, so time runs backwards here.
fn bounce(t: f32) -> f32 {
    let t = (1.0 - t) * 2.75;
    // Vertex of the parabola at `t`: its position, and its value in Penner's curve.
    let (top, height) = if t < 1.0 {
        (0.0, 0.0)
    } else if t < 2.0 {
        (1.5, 0.75)
    } else if t < 2.5 {
        (2.25, 0.9375)
    } else {
        (2.625, 0.984_375)
    };
    1.0 - (quad(t - top) + height)
}

/// Returns a sine wave with a period of 0.3, whose amplitude grows exponentially, by 2^(10t).
fn elastic(t: f32) -> f32 {
    const PERIOD: f32 = 0.3;
    let back = t - 1.0;
    -libm::exp2f(10.0 * back) * sin((back - PERIOD / 4.0) * (TAU / PERIOD))
}
