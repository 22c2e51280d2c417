//! Easing curves: how a value gets from one end to the other.

use core::f32::consts::{FRAC_PI_2, TAU};
use core::ops::{Add, Mul};

use super::{cos, lerp, sin, sqrt};

/// A curve from 0 to 1 for movements that start or end softly, overshoot, or bounce. Defaults to `Linear`.
///
/// These are the curves of Robert Penner (*Programming Macromedia Flash MX*, 2002, chapter 7). `In` starts slowly and
/// `Out` ends slowly; `Out` is `In` backwards, and `InOut` is half of each, for `Back` and `Elastic`, too (as in the
/// JavaScript library d3-ease, where Penner's own constants differ).
///
/// ```
/// use damselfly::glam::vec2;
/// use damselfly::math::Ease;
///
/// assert_eq!(Ease::QuadIn.at(0.5), 0.25);
/// // Where a sign is that falls from above the view within 60 steps, at its 20th.
/// let place = Ease::BounceOut.between(vec2(40.0, -4.0), vec2(40.0, 12.0), 20.0 / 60.0);
/// assert!(place.y > -4.0 && place.y < 12.0);
/// ```
#[doc(alias("tween", "easing", "interpolation"))]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Ease {
    /// At constant speed. The default.
    #[default]
    Linear,
    /// Soft at both ends, `3t² − 2t³`, which shaders call `smoothstep`.
    Smooth,
    /// By a sine; starts slowly.
    SineIn,
    /// By a sine; ends slowly.
    SineOut,
    /// By a sine; slow at both ends.
    SineInOut,
    /// By t²; starts slowly.
    QuadIn,
    /// By t²; ends slowly.
    QuadOut,
    /// By t²; slow at both ends.
    QuadInOut,
    /// By t³; starts slowly.
    CubicIn,
    /// By t³; ends slowly.
    CubicOut,
    /// By t³; slow at both ends.
    CubicInOut,
    /// By t⁴; starts slowly.
    QuartIn,
    /// By t⁴; ends slowly.
    QuartOut,
    /// By t⁴; slow at both ends.
    QuartInOut,
    /// By t⁵; starts slowly.
    QuintIn,
    /// By t⁵; ends slowly.
    QuintOut,
    /// By t⁵; slow at both ends.
    QuintInOut,
    /// By a power of 2; starts very slowly.
    ExpoIn,
    /// By a power of 2; ends very slowly.
    ExpoOut,
    /// By a power of 2; very slow at both ends.
    ExpoInOut,
    /// By a quarter of a circle; starts slowly.
    CircIn,
    /// By a quarter of a circle; ends slowly.
    CircOut,
    /// By a quarter of a circle; slow at both ends.
    CircInOut,
    /// Draws back by a tenth before it starts.
    BackIn,
    /// Overshoots by a tenth before it ends.
    BackOut,
    /// Draws back before it starts, and overshoots before it ends.
    BackInOut,
    /// Bounces ever higher before it starts.
    BounceIn,
    /// Arrives and bounces ever lower, like a ball that falls.
    BounceOut,
    /// Bounces at both ends.
    BounceInOut,
    /// Swings ever wider before it starts, like a spring.
    ElasticIn,
    /// Arrives and swings ever less, like a spring.
    ElasticOut,
    /// Swings at both ends.
    ElasticInOut,
}

/// Which ends of a curve are eased.
#[derive(Clone, Copy)]
enum Ends {
    In,
    Out,
    InOut,
}

/// A curve from (0, 0) to (1, 1) whose start is eased.
type Curve = fn(f32) -> f32;

impl Ease {
    /// All curves, in the order of their families.
    pub const ALL: [Self; 32] = [
        Self::Linear,
        Self::Smooth,
        Self::SineIn,
        Self::SineOut,
        Self::SineInOut,
        Self::QuadIn,
        Self::QuadOut,
        Self::QuadInOut,
        Self::CubicIn,
        Self::CubicOut,
        Self::CubicInOut,
        Self::QuartIn,
        Self::QuartOut,
        Self::QuartInOut,
        Self::QuintIn,
        Self::QuintOut,
        Self::QuintInOut,
        Self::ExpoIn,
        Self::ExpoOut,
        Self::ExpoInOut,
        Self::CircIn,
        Self::CircOut,
        Self::CircInOut,
        Self::BackIn,
        Self::BackOut,
        Self::BackInOut,
        Self::BounceIn,
        Self::BounceOut,
        Self::BounceInOut,
        Self::ElasticIn,
        Self::ElasticOut,
        Self::ElasticInOut,
    ];

    /// Returns the curve's value at `t`, the fraction of the time that has passed, clamped to 0 to 1; NaN counts as 0.
    /// Exactly 0 at 0, and exactly 1 at 1. `Back` and `Elastic` leave 0 to 1 in between, the others do not.
    pub fn at(self, t: f32) -> f32 {
        // The ends apart: sums of sines and powers would miss them by a rounding error.
        if t.is_nan() || t <= 0.0 {
            return 0.0;
        }
        if t >= 1.0 {
            return 1.0;
        }
        let (curve, ends) = self.parts();
        match ends {
            Ends::In => curve(t),
            Ends::Out => 1.0 - curve(1.0 - t),
            Ends::InOut if t < 0.5 => curve(2.0 * t) / 2.0,
            Ends::InOut => 1.0 - curve(2.0 - 2.0 * t) / 2.0,
        }
    }

    /// Returns the number or vector between `from` and `to` at `t`, the fraction of the time that has passed, clamped
    /// to 0 to 1.
    pub fn between<T: Add<Output = T> + Mul<f32, Output = T>>(self, from: T, to: T, t: f32) -> T {
        lerp(from, to, self.at(t))
    }

    fn parts(self) -> (Curve, Ends) {
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

/// Scaled so that it starts at 0, where Penner's jumps by 1/1024.
fn expo(t: f32) -> f32 {
    (libm::exp2f(10.0 * t) - 1.0) / 1023.0
}

fn circ(t: f32) -> f32 {
    1.0 - sqrt(1.0 - t * t)
}

fn back(t: f32) -> f32 {
    // Penner's constant, for a tenth of overshoot.
    const OVERSHOOT: f32 = 1.70158;
    t * t * ((OVERSHOOT + 1.0) * t - OVERSHOOT)
}

/// Four parabolas, which Penner gives for the end of the curve.
fn bounce(t: f32) -> f32 {
    let t = (1.0 - t) * 2.75;
    // Where each bounce has its top, and how high that is.
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

/// A sine of the period 0.3 that grows by a power of 2.
fn elastic(t: f32) -> f32 {
    const PERIOD: f32 = 0.3;
    let back = t - 1.0;
    -libm::exp2f(10.0 * back) * sin((back - PERIOD / 4.0) * (TAU / PERIOD))
}
