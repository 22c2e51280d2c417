//! Lights, and how the target of a group of altitudes is lit.

use glam::Vec2;

use super::groups::Resolution;
use crate::base::color::Color;
use crate::base::valid::{is_valid, is_valid_angle};
use crate::math::angle_difference;

/// How a group of altitudes is lit: see [`World::light_group`](crate::world::World::light_group).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LightMap {
    /// Light where no light shines. Its alpha is ignored. Defaults to a dark grey-blue.
    pub ambient: Color,
    /// Pixels of the light map, as a part of the group's target. Defaults to [`Resolution::Half`].
    pub resolution: Resolution,
    /// Whether pixels of a coarser light map are filtered linearly. Defaults to true.
    pub is_smooth: bool,
    /// Distance that light enters objects that cast shadows, in world units of the group's lowest altitude along the x
    /// axis, 0 to 1e6. With 0, their sprites are in their own shadow. Never more than the object is thick. Defaults to
    /// 0.
    pub depth: f32,
    /// An altitude whose drawings are lights: they are drawn on the light map, and not in the frame. Additive sprites
    /// add their light. An altitude that belongs to a group, is a mask, or lights an earlier group is drawn there instead.
    /// Defaults to `None`.
    pub sprites: Option<u16>,
}

impl LightMap {
    /// Returns a light map with this light where no light shines.
    pub fn new(ambient: Color) -> Self {
        Self {
            ambient,
            ..Self::default()
        }
    }

    /// Returns the name and range of a value that is not valid.
    pub(crate) fn fault(&self) -> Option<&'static str> {
        (!(0.0..=1e6).contains(&self.depth)).then_some("depth (0 to 1e6)")
    }

    /// Returns the light map between an earlier value and this one: `k` is −1 for the earlier one, and 0 for this one.
    pub(crate) fn smoothed(&self, before: &Self, k: f32) -> Self {
        Self {
            ambient: mixed(self.ambient, before.ambient, k),
            depth: self.depth + (self.depth - before.depth) * k,
            ..*self
        }
    }
}

impl Default for LightMap {
    fn default() -> Self {
        Self {
            ambient: Color::rgb(40, 44, 60),
            resolution: Resolution::Half,
            is_smooth: true,
            depth: 0.0,
            sprites: None,
        }
    }
}

/// The beam of a light that does not shine in all directions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cone {
    /// The direction of its middle in radians, relative to the object: 0 is right, π/2 down. Defaults to 0.
    pub direction: f32,
    /// The angle between its two edges in radians, 0 to 2π. Defaults to a quarter turn.
    pub width: f32,
    /// The part of the width over which it fades towards its edges, 0 to 1. Defaults to 0.3.
    pub softness: f32,
}

impl Default for Cone {
    fn default() -> Self {
        Self {
            direction: 0.0,
            width: core::f32::consts::FRAC_PI_2,
            softness: 0.3,
        }
    }
}

/// A light of an object: see [`Lights`](crate::world::Lights).
///
/// Its brightness falls with the distance d as (1 − (d / radius)²)².
///
/// ```
/// use damselfly::Color;
/// use damselfly::scene::{Cone, Light};
///
/// let torch = Light::new(96.0).color(Color::YELLOW);
/// let lamp = Light { cone: Some(Cone { width: 0.8, ..Cone::default() }), ..torch.shadows() };
/// assert!(torch.cone.is_none() && lamp.color == Color::YELLOW);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(alias("PointLight2D", "PointLight", "SpotLight"))]
pub struct Light {
    /// Colour, multiplied by its alpha. Defaults to white.
    pub color: Color,
    /// The light's reach in world units along the x axis, 0 to 1e6. It is round on the screen. Defaults to 64.
    pub radius: f32,
    /// Factor of its brightness, 0 to 16. Above 1, its middle is wholly bright. Defaults to 1.
    pub energy: f32,
    /// Position relative to the object's, in world units; it turns with the object. Defaults to (0, 0).
    pub offset: Vec2,
    /// The beam, which turns with the object. Defaults to `None`: it shines in all directions.
    pub cone: Option<Cone>,
    /// Whether objects that cast shadows block it. Defaults to false.
    pub shadows: bool,
    /// Radius of the source in world units along the x axis, 0 to `radius`. Above 0, shadows have soft edges, computed
    /// from eight points of the source instead of one. Defaults to 0.
    pub source: f32,
}

impl Default for Light {
    fn default() -> Self {
        Self {
            color: Color::WHITE,
            radius: 64.0,
            energy: 1.0,
            offset: Vec2::ZERO,
            cone: None,
            shadows: false,
            source: 0.0,
        }
    }
}

impl Light {
    /// Returns a white light with this [radius](Self::radius).
    pub fn new(radius: f32) -> Self {
        Self {
            radius,
            ..Self::default()
        }
    }

    /// Sets the colour.
    #[must_use]
    pub fn color(self, color: Color) -> Self {
        Self { color, ..self }
    }

    /// Lets objects that cast shadows block it.
    #[must_use]
    pub fn shadows(self) -> Self {
        Self {
            shadows: true,
            ..self
        }
    }

    /// Returns the name and range of a value that is not valid.
    pub(crate) fn fault(&self) -> Option<&'static str> {
        let Self {
            radius,
            energy,
            offset,
            source,
            ..
        } = *self;
        let cone = self.cone.unwrap_or_default();
        if !(0.0..=1e6).contains(&radius) {
            Some("radius (0 to 1e6)")
        } else if !(0.0..=16.0).contains(&energy) {
            Some("energy (0 to 16)")
        } else if !(0.0..=radius).contains(&source) {
            Some("source (0 to the radius)")
        } else if !is_valid(offset) {
            Some("offset")
        } else if !is_valid_angle(cone.direction) {
            Some("direction")
        } else if !(0.0..=core::f32::consts::TAU).contains(&cone.width) {
            Some("width (0 to 2π)")
        } else if !(0.0..=1.0).contains(&cone.softness) {
            Some("softness (0 to 1)")
        } else {
            None
        }
    }

    /// Brings its numbers into their ranges.
    pub(crate) fn clamp(&mut self) {
        self.radius = self.radius.clamp(0.0, 1e6);
        self.energy = self.energy.clamp(0.0, 16.0);
        self.source = self.source.clamp(0.0, self.radius);
        if let Some(cone) = &mut self.cone {
            cone.width = cone.width.clamp(0.0, core::f32::consts::TAU);
            cone.softness = cone.softness.clamp(0.0, 1.0);
        }
    }

    /// Returns the light between an earlier value and this one: `k` is −1 for the earlier one, and 0 for this one.
    /// A beam that the earlier value lacks is not interpolated.
    pub(crate) fn smoothed(&self, before: &Self, k: f32) -> Self {
        let mix = |now: f32, before: f32| now + (now - before) * k;
        let cone = self.cone.map(|cone| match before.cone {
            Some(before) => Cone {
                direction: cone.direction + angle_difference(before.direction, cone.direction) * k,
                width: mix(cone.width, before.width),
                softness: mix(cone.softness, before.softness),
            },
            None => cone,
        });
        Self {
            color: mixed(self.color, before.color, k),
            radius: mix(self.radius, before.radius),
            energy: mix(self.energy, before.energy),
            offset: self.offset + (self.offset - before.offset) * k,
            cone,
            shadows: self.shadows,
            source: mix(self.source, before.source),
        }
    }
}

/// Returns a colour between an earlier one and this one, channel by channel.
fn mixed(now: Color, before: Color, k: f32) -> Color {
    let channel = |now: u8, before: u8| {
        let [now, before] = [now, before].map(f32::from);
        byte(now + (now - before) * k)
    };
    Color::rgba(
        channel(now.r, before.r),
        channel(now.g, before.g),
        channel(now.b, before.b),
        channel(now.a, before.a),
    )
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "saturates"
)]
fn byte(value: f32) -> u8 {
    (value + 0.5) as u8
}
