//! Drawing between two steps.

use core::fmt;
use core::str::FromStr;
use core::time::Duration;

use super::UnknownName;

/// Time of a drawn frame relative to the latest step. Times default to 0, `exact` to false.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct DrawTime {
    /// Fraction of a step that has passed since the latest one, from 0 to 1.
    pub alpha: f32,
    /// The game's time.
    pub now: Duration,
    /// Whether the frame shows the latest step as it is, as with the variable policy, and the elastic one if its
    /// minimum length is 0. Every factor is then 0.
    pub exact: bool,
}

impl DrawTime {
    /// Returns the factor for a motion that is the latest displacement, −1 to 0: drawn up to one step late, along the
    /// actual path.
    pub fn interpolate(self) -> f32 {
        self.factor(Smoothing::Interpolate)
    }

    /// Returns the factor for a motion that is the velocity, 0 to 1: drawn at the predicted position if nothing stops
    /// the object.
    pub fn forward(self) -> f32 {
        self.factor(Smoothing::Forward)
    }

    /// Returns the factor for a motion that is the velocity, −1 to 0: drawn up to one step late, backwards along the
    /// velocity.
    pub fn backward(self) -> f32 {
        self.factor(Smoothing::Backward)
    }

    /// Returns the factor of a mode, −1 to 1: see [`Smoothing::factor`].
    pub fn factor(self, smoothing: Smoothing) -> f32 {
        if self.exact {
            0.0
        } else {
            smoothing.factor(self.alpha)
        }
    }
}

/// How sprites are drawn between two steps: at `position + motion * factor`. Defaults to `Interpolate`.
///
/// ```
/// use damselfly::time::Smoothing;
///
/// // A quarter of a step after the latest one:
/// assert_eq!(Smoothing::Interpolate.factor(0.25), -0.75);
/// assert_eq!(Smoothing::Forward.factor(0.25), 0.25);
/// assert_eq!("backward".parse(), Ok(Smoothing::Backward));
/// ```
#[doc(alias = "interpolation")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Smoothing {
    /// At the position after the latest step.
    None,
    /// Between the last two steps: up to one step late, but only at positions on the sprite's path. The default.
    #[default]
    Interpolate,
    /// Backwards along the velocity: up to one step late.
    Backward,
    /// Ahead along the velocity: not late, but wrong when something stops the sprite.
    Forward,
}

impl Smoothing {
    /// All variants, in order.
    pub const ALL: [Self; 4] = [Self::None, Self::Interpolate, Self::Backward, Self::Forward];

    /// All names, for messages.
    pub(crate) const NAMES: &'static str = "none, interpolate, backward or forward";

    /// Returns the `k` in `position + motion * k`, −1 to 1, after the fraction `alpha` of a step. `alpha` is clamped to
    /// 0 to 1; NaN counts as 1.
    pub fn factor(self, alpha: f32) -> f32 {
        // `clamp` passes NaN through, which would make every sprite invisible. An alpha of 1 draws the latest step in
        // the modes that look back, including the default.
        let alpha = if alpha.is_nan() {
            1.0
        } else {
            alpha.clamp(0.0, 1.0)
        };
        match self {
            Self::None => 0.0,
            Self::Interpolate | Self::Backward => alpha - 1.0,
            Self::Forward => alpha,
        }
    }

    /// Returns the name in options and files, which `FromStr` accepts.
    pub const fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Interpolate => "interpolate",
            Self::Backward => "backward",
            Self::Forward => "forward",
        }
    }
}

impl fmt::Display for Smoothing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Smoothing {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .into_iter()
            .find(|smoothing| smoothing.name() == name)
            .ok_or_else(|| UnknownName::new("smoothing", name, Self::NAMES))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_mode_has_the_factor_of_the_one_formula() {
        let factors = |alpha| Smoothing::ALL.map(|smoothing| smoothing.factor(alpha));
        assert_eq!(factors(0.0), [0.0, -1.0, -1.0, 0.0]);
        assert_eq!(factors(0.25), [0.0, -0.75, -0.75, 0.25]);
        assert_eq!(factors(1.0), [0.0, 0.0, 0.0, 1.0]);
    }

    #[test]
    fn no_alpha_moves_a_sprite_beyond_its_motion() {
        for alpha in [-0.1, 1.1, f32::INFINITY, f32::NEG_INFINITY, f32::NAN, 1e30] {
            for smoothing in Smoothing::ALL {
                assert!((-1.0..=1.0).contains(&smoothing.factor(alpha)), "{alpha}");
            }
        }
        assert_eq!(Smoothing::Interpolate.factor(f32::NAN), 0.0);
    }

    #[test]
    fn modes_are_found_by_their_names_only() {
        for smoothing in Smoothing::ALL {
            assert_eq!(smoothing.to_string().parse(), Ok(smoothing));
        }
        let error = "Forward".parse::<Smoothing>().unwrap_err();
        assert!(error.to_string().contains("\"Forward\""));
    }

    #[test]
    fn a_draw_time_has_all_three_factors() {
        let time = DrawTime {
            alpha: 0.75,
            ..DrawTime::default()
        };
        assert_eq!(
            (time.interpolate(), time.forward(), time.backward()),
            (-0.25, 0.75, -0.25)
        );
    }

    #[test]
    fn the_end_of_a_step_is_not_smoothed_in_any_mode() {
        let time = DrawTime {
            alpha: 0.75,
            exact: true,
            ..DrawTime::default()
        };
        assert_eq!(Smoothing::ALL.map(|mode| time.factor(mode)), [0.0; 4]);
    }
}
