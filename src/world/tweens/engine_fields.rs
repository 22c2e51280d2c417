//! The fields of the engine's own types that tweens change.

use super::field::{TweenField, TweenFields};
use crate::scene::{AltitudeSettings, GroupEffect, Light, LightMap};

impl TweenFields for GroupEffect {
    /// Returns a field of its variant by its name: a number, a vector or a colour. The parameters of
    /// [`GroupEffect::Custom`] are named `0` to `7`, the numbers of a colour matrix `0` to `19`, row after row. A palette
    /// has none.
    fn tween_field(&mut self, name: &str) -> Option<TweenField<'_>> {
        Some(match (self, name) {
            (Self::Blur { radius }, "radius")
            | (Self::Glow { radius, .. }, "radius")
            | (Self::DropShadow { radius, .. }, "radius") => radius.into(),
            (Self::Glow { threshold, .. }, "threshold") => threshold.into(),
            (Self::Glow { strength, .. }, "strength")
            | (Self::Vignette { strength, .. }, "strength") => strength.into(),
            (Self::Outline { width, .. }, "width") => width.into(),
            (Self::DropShadow { offset, .. }, "offset") => offset.into(),
            (Self::Pixelate { size }, "size") | (Self::Dissolve { size, .. }, "size") => {
                size.into()
            }
            (Self::Wave { amplitude, .. }, "amplitude") => amplitude.into(),
            (Self::Wave { length, .. }, "length") | (Self::Custom { length, .. }, "length") => {
                length.into()
            }
            (Self::Wave { phase, .. }, "phase") => phase.into(),
            (Self::Dissolve { edge, .. }, "edge") => edge.into(),
            (Self::Vignette { inner, .. }, "inner") => inner.into(),
            (Self::Vignette { outer, .. }, "outer") => outer.into(),
            (Self::Crt { curvature, .. }, "curvature") => curvature.into(),
            (Self::Crt { line, .. }, "line") => line.into(),
            (Self::Crt { darkness, .. }, "darkness") => darkness.into(),
            (Self::Crt { fringe, .. }, "fringe") => fringe.into(),
            (Self::Wipe { angle, .. }, "angle") => angle.into(),
            (Self::Wipe { softness, .. }, "softness")
            | (Self::Circle { softness, .. }, "softness") => softness.into(),
            (Self::Circle { center, .. }, "center") => center.into(),
            (Self::Custom { parameters, .. }, name) => {
                let index: usize = name.parse().ok()?;
                parameters.get_mut(index)?.into()
            }
            (Self::ColorMatrix { rows }, name) => {
                let index: usize = name.parse().ok()?;
                rows.as_flattened_mut().get_mut(index)?.into()
            }
            (effect, "amount") => effect.amount_mut()?.into(),
            (
                Self::Glow { color, .. }
                | Self::Outline { color, .. }
                | Self::DropShadow { color, .. }
                | Self::Dissolve { color, .. }
                | Self::Vignette { color, .. }
                | Self::Fade { color, .. }
                | Self::Wipe { color, .. }
                | Self::Circle { color, .. },
                "color",
            ) => color.into(),
            _ => return None,
        })
    }
}

impl TweenFields for Light {
    /// Returns `tint`, which is `color`; `radius`, `energy`, `offset` or `source`; or `direction`, `width` or `softness`
    /// of its cone, if it has one.
    fn tween_field(&mut self, name: &str) -> Option<TweenField<'_>> {
        Some(match name {
            "tint" | "color" => (&mut self.color).into(),
            "radius" => (&mut self.radius).into(),
            "energy" => (&mut self.energy).into(),
            "offset" => (&mut self.offset).into(),
            "source" => (&mut self.source).into(),
            "direction" => (&mut self.cone.as_mut()?.direction).into(),
            "width" => (&mut self.cone.as_mut()?.width).into(),
            "softness" => (&mut self.cone.as_mut()?.softness).into(),
            _ => return None,
        })
    }
}

impl TweenFields for LightMap {
    /// Returns `ambient` or `depth`.
    fn tween_field(&mut self, name: &str) -> Option<TweenField<'_>> {
        match name {
            "ambient" => Some((&mut self.ambient).into()),
            "depth" => Some((&mut self.depth).into()),
            _ => None,
        }
    }
}

impl TweenFields for AltitudeSettings {
    /// Returns `time_scale` or `parallax`.
    fn tween_field(&mut self, name: &str) -> Option<TweenField<'_>> {
        match name {
            "time_scale" => Some((&mut self.time_scale).into()),
            "parallax" => Some((&mut self.parallax).into()),
            _ => None,
        }
    }
}
