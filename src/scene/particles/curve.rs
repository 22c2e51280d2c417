//! Particle curves: gravity and drag of one kind of particle, and its colour and size over its life.

use glam::Vec2;
use half::f16;

use super::emitter::Emitter;
use super::over_life::OverLife;
use crate::assets::FrameId;
use crate::base::color::Color;
use crate::scene::instance::{Blend, Instance};
use crate::scene::row_style::RowStyle;

/// Number of moments of a life whose colour and size are computed once: the values of a byte. A life of at most 256
/// steps shows a separate value in each step.
pub(super) const SHADES: usize = 256;

/// Common properties of one kind of particle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct ParticleCurve {
    /// Change of the velocity in a nominal step, in world units per nominal step.
    pub(super) gravity: Vec2,
    /// Fraction of the velocity that is lost in a nominal step.
    pub(super) drag: f32,
    colors: OverLife<Color>,
    sizes: OverLife<f32>,
    blend: Blend,
    style: RowStyle,
    frame: FrameId,
}

/// Tint and scale of a particle at a moment of its life.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Shade {
    /// Premultiplied.
    pub(super) tint: [u8; 4],
    pub(super) scale: [f16; 2],
}

impl ParticleCurve {
    /// Returns the curve of an emitter's particles, which show `frame`.
    pub(crate) fn of(emitter: &Emitter, frame: FrameId) -> Self {
        Self {
            gravity: emitter.gravity,
            drag: emitter.drag,
            colors: emitter.colors,
            sizes: emitter.sizes,
            blend: emitter.blend,
            style: RowStyle::of(emitter.blend).with_material(emitter.material),
            frame,
        }
    }

    /// Returns a particle of this curve, at rest at a position.
    pub(super) fn instance(&self, position: Vec2) -> Instance {
        let mut instance = Instance::new(position, self.frame);
        instance.set_blend(self.blend);
        instance
    }

    /// Returns the style of the particles' rows.
    pub(super) fn style(&self) -> RowStyle {
        self.style
    }

    /// Writes the shades of a life, beginning with its end: the lookup is by remaining life.
    pub(super) fn write_shades(&self, shades: &mut [Shade; SHADES]) {
        for (index, shade) in shades.iter_mut().rev().enumerate() {
            *shade = self.shade(index as f32 / (SHADES - 1) as f32);
        }
    }

    /// Returns tint and scale at a moment of a life, 0 to 1.
    fn shade(&self, moment: f32) -> Shade {
        let (from, to, part) = self.colors.around(moment);
        let (small, large, part_of_size) = self.sizes.around(moment);
        let size = f16::from_f32(small + (large - small) * part_of_size);
        Shade {
            tint: mixed(from.premultiplied(), to.premultiplied(), part),
            scale: [size, size],
        }
    }
}

/// Returns the colour at the fraction `part` between two premultiplied colours. Halfway to a transparent colour is half
/// of the other colour, whatever the red, green and blue of the transparent one.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "between two bytes"
)]
fn mixed(from: [u8; 4], to: [u8; 4], part: f32) -> [u8; 4] {
    core::array::from_fn(|channel| {
        let [from, to] = [from, to].map(|color| f32::from(color[channel]));
        (from + (to - from) * part + 0.5) as u8
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shades_go_from_the_last_stop_to_the_first() {
        let emitter = Emitter::new()
            .colors([Color::WHITE, Color::rgb(255, 0, 0), Color::rgba(9, 9, 9, 0)])
            .sizes([8.0, 1.0]);
        let mut shades = [Shade::default(); SHADES];
        ParticleCurve::of(&emitter, FrameId::SQUARE).write_shades(&mut shades);
        let (end, birth) = (shades[0], shades[SHADES - 1]);
        assert_eq!((end.tint, end.scale), ([0; 4], [f16::ONE; 2]));
        assert_eq!(
            (birth.tint, birth.scale),
            ([255; 4], [f16::from_f32(8.0); 2])
        );
        // The second half of life fades from red to transparent. It stays red, because colours are premultiplied.
        let [r, g, b, a] = shades[64].tint;
        assert!(
            r == a && r.abs_diff(128) <= 1 && (g, b) == (0, 0),
            "{r} {g} {b} {a}"
        );
    }
}
