//! Materials: how a single sprite's colours are changed, within the one draw call.

use bytemuck::{Pod, Zeroable};

use crate::base::color::Color;

/// A change of a sprite's colours, with parameters of its own. An object has at most one:
/// [`Object::material`](crate::world::Object#structfield.material) and
/// [`ObjectMut::set_material`](crate::world::ObjectMut::set_material) set it. It also applies to the tiles of a map.
///
/// Sprites with materials stay in the frame's one draw call. Only frames that show such sprites use a larger shader,
/// and only their layers keep 16 more bytes for each sprite. Both backends draw the same pixels. The text backend
/// ignores materials.
///
/// Parameters are those of the last step: they are not interpolated between two steps. Amounts from 0 to 1 are rounded
/// to whole 1/255, and limited to this range. A material whose numbers are not finite is refused and counted.
///
/// ```
/// use damselfly::prelude::*;
/// use damselfly::scene::Material;
///
/// # let app = App::new("Docs", Default::default()).pixels(80, 60);
/// # let mut game = damselfly::app::Harness::start(app, |cx| {
/// #     let rock = cx.assets.add_rect("rock", 20, 20, Color::RED)?;
/// #     cx.spawn(Object::new("Rock").sprite(rock).at(vec2(40.0, 30.0)));
/// #     Ok(())
/// # })?;
/// # let rock = game.only("Rock");
/// # let mut cx = game.context();
/// if let Some(mut rock) = cx.object_mut(rock) {
///     rock.set_material(Material::Flash { color: Color::WHITE, amount: 1.0 });
/// }
/// # assert_eq!(game.image().get(40, 30), Some(Color::WHITE));
/// # game.context().object_mut(rock).unwrap().set_material(None);
/// # assert_eq!(game.image().get(40, 30), Some(Color::RED));
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
#[doc(alias("shader", "ShaderMaterial"))]
pub enum Material {
    /// Mixes the sprite's colour with another one, as when it is hit. Its alpha stays.
    Flash {
        /// The other colour. Its alpha weakens the effect.
        color: Color,
        /// The share of the other colour, 0 to 1.
        amount: f32,
    },
    /// Takes the colour out of a sprite.
    Greyscale {
        /// The share of grey, 0 to 1.
        amount: f32,
    },
}

/// The parameters of a material, as shaders read them.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Pod, Zeroable)]
pub(crate) struct MaterialData {
    /// Red, green, blue, alpha.
    pub(crate) color: [u8; 4],
    /// Their meaning depends on the material.
    pub(crate) numbers: [u16; 4],
}

impl MaterialData {
    pub(crate) const NONE: Self = Self {
        color: [0; 4],
        numbers: [0; 4],
    };
}

/// The numbers of materials, as in `shaders/material.wgsl`.
pub(crate) mod material_number {
    pub(crate) const FLASH: u8 = 1;
    pub(crate) const GREYSCALE: u8 = 2;
}

impl Material {
    /// Returns whether all its numbers are finite.
    pub(crate) fn is_valid(self) -> bool {
        match self {
            Self::Flash { amount, .. } | Self::Greyscale { amount } => amount.is_finite(),
        }
    }

    /// Returns its number and its parameters.
    pub(super) fn packed(self) -> (u8, MaterialData) {
        match self {
            Self::Flash { color, amount } => {
                let data = MaterialData {
                    color: [color.r, color.g, color.b, color.a],
                    numbers: [share(amount, 255.0), 0, 0, 0],
                };
                (material_number::FLASH, data)
            }
            Self::Greyscale { amount } => {
                let data = MaterialData {
                    color: [0; 4],
                    numbers: [share(amount, 255.0), 0, 0, 0],
                };
                (material_number::GREYSCALE, data)
            }
        }
    }

    /// Returns the material of a number and its parameters; `None` for a number that no material has.
    pub(super) fn unpacked(number: u8, data: MaterialData) -> Option<Self> {
        let [r, g, b, a] = data.color;
        let color = Color::rgba(r, g, b, a);
        let [first, ..] = data.numbers;
        let part = |number: u16, whole: f32| f32::from(number) / whole;
        match number {
            material_number::FLASH => Some(Self::Flash {
                color,
                amount: part(first, 255.0),
            }),
            material_number::GREYSCALE => Some(Self::Greyscale {
                amount: part(first, 255.0),
            }),
            _ => None,
        }
    }
}

/// Returns a share of 0 to 1 as a whole number from 0 to `whole`. Others are limited, and what is not a number counts
/// as 0.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "limited to 16 bits"
)]
fn share(amount: f32, whole: f32) -> u16 {
    // A cast of NaN returns 0.
    (amount.clamp(0.0, 1.0) * whole + 0.5) as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_rounded_and_limited() {
        let cases = [
            (0.0, 0),
            (1.0, 255),
            (0.5, 128),
            (-3.0, 0),
            (7.0, 255),
            (f32::NAN, 0),
        ];
        for (amount, expected) in cases {
            assert_eq!(share(amount, 255.0), expected, "{amount}");
        }
    }

    #[test]
    fn a_packed_material_is_unpacked_unchanged() {
        let color = Color::rgba(1, 2, 3, 4);
        for material in [
            Material::Flash { color, amount: 1.0 },
            Material::Greyscale {
                amount: 51.0 / 255.0,
            },
        ] {
            let (number, data) = material.packed();
            assert_eq!(Material::unpacked(number, data), Some(material));
        }
        assert_eq!(Material::unpacked(0, MaterialData::NONE), None);
    }
}
