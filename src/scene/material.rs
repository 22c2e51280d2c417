//! Materials: how a single sprite's colours are changed, within the one draw call.

use bytemuck::{Pod, Zeroable};
use half::f16;

use crate::assets::shader::FIRST_MATERIAL;
use crate::assets::{FrameId, MaterialId};
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
/// Rows keep rounded parameters, and [`ObjectRef::material`](crate::world::ObjectRef::material) returns those. An
/// increment below half a step is lost if it is added to such a value in each step of the game: keep the sum in the
/// behaviour. Steps are 1/255 for amounts of flash and greyscale, 1/256 for the shares of dissolve, 1/256 texel for the
/// amplitude of a wave, 1/65 536 for its phase, and 1/65 536 wave per texel for its length.
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
    /// Draws a line around the sprite's opaque texels, behind them. It may extend beyond an image, but not beyond tiles,
    /// shapes and images larger than an atlas page.
    Outline {
        /// The line's colour. The sprite's tint does not change it, but its alpha does.
        color: Color,
        /// The line's width in texels, 0 to 4.
        width: u8,
    },
    /// Removes texels one after the other, in an order without a pattern. A shape has a single texel.
    Dissolve {
        /// The share of removed texels, 0 to 1, rounded to 1/256. 0 leaves the sprite as it is.
        amount: f32,
        /// The colour of texels that are removed next. Its alpha weakens the effect.
        edge: Color,
        /// The share of such texels, 0 to 1, rounded to 1/256.
        edge_share: f32,
        /// Sprites with different numbers lose their texels in different orders.
        seed: u16,
    },
    /// Replaces colours by others. The palette is an image: its first row has up to 64 old colours, all opaque, and
    /// another row has the new colours, each below the old one. Other colours stay, and so does the alpha of texels.
    /// Texels are compared exactly, after filtering: use it with [`FilterMode::Nearest`](crate::world::FilterMode::Nearest).
    ///
    /// A palette without that row, or larger than an atlas page, changes nothing.
    PaletteSwap {
        /// The first frame of the palette's sprite: [`Sprite::frames`](crate::assets::Sprite::frames).
        palette: FrameId,
        /// The row of the new colours. 1 is the row below the old colours.
        row: u16,
    },
    /// Moves each row of texels to the left or to the right, by a wave. An image grows by its amplitude. Tiles and
    /// images larger than an atlas page repeat their first or last texel instead. Shapes stay.
    Wave {
        /// The largest displacement in texels, 0 to 16, rounded to 1/256.
        amplitude: f32,
        /// The length of a wave in texels, 2 to 65 536.
        length: f32,
        /// The part of a wave by which the first row is ahead: 1 is a whole wave. Change it in each step to make the
        /// wave move.
        phase: f32,
    },
    /// A material of the game's own: see [`Assets::load_material`](crate::assets::Assets::load_material). Where its shader
    /// is not available, the sprite is drawn without it.
    Custom {
        /// The material.
        shader: MaterialId,
        /// `material_color` of the shader.
        color: Color,
        /// `parameters` of the shader. They are kept in half precision: three digits, −65 504 to 65 504.
        parameters: [f32; 4],
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
    pub(crate) const OUTLINE: u8 = 3;
    pub(crate) const DISSOLVE: u8 = 4;
    pub(crate) const PALETTE: u8 = 5;
    pub(crate) const WAVE: u8 = 6;
}

/// The colour of materials without one.
const NO_COLOR: Color = Color::rgba(0, 0, 0, 0);

/// Largest width of an outline, in texels.
const MOST_WIDTH: u8 = 4;

/// Largest amplitude of a wave, in texels.
const MOST_AMPLITUDE: f32 = 16.0;

/// The parts of a wave that its rows count in.
const WHOLE_WAVE: f32 = 65_536.0;

impl Material {
    /// Returns whether all its numbers are finite.
    pub(crate) fn is_valid(self) -> bool {
        match self {
            Self::Flash { amount, .. } | Self::Greyscale { amount } => amount.is_finite(),
            Self::Dissolve {
                amount, edge_share, ..
            } => amount.is_finite() && edge_share.is_finite(),
            Self::Wave {
                amplitude,
                length,
                phase,
            } => amplitude.is_finite() && length.is_finite() && phase.is_finite(),
            Self::Custom { parameters, .. } => parameters.iter().all(|number| number.is_finite()),
            Self::Outline { .. } | Self::PaletteSwap { .. } => true,
        }
    }

    /// Returns its number and its parameters. Numbers are below 32: each is a bit of a set.
    pub(super) fn packed(self) -> (u8, MaterialData) {
        let data = |Color { r, g, b, a }, numbers| MaterialData {
            color: [r, g, b, a],
            numbers,
        };
        match self {
            Self::Flash { color, amount } => {
                let numbers = [share(amount, 255.0), 0, 0, 0];
                (material_number::FLASH, data(color, numbers))
            }
            Self::Greyscale { amount } => {
                let numbers = [share(amount, 255.0), 0, 0, 0];
                (material_number::GREYSCALE, data(NO_COLOR, numbers))
            }
            Self::Outline { color, width } => {
                let numbers = [width.min(MOST_WIDTH).into(), 0, 0, 0];
                (material_number::OUTLINE, data(color, numbers))
            }
            Self::Dissolve {
                amount,
                edge,
                edge_share,
                seed,
            } => {
                let numbers = [share(amount, 256.0), share(edge_share, 256.0), seed, 0];
                (material_number::DISSOLVE, data(edge, numbers))
            }
            Self::PaletteSwap { palette, row } => {
                let [low, middle, high, _] = palette.0.to_le_bytes();
                let id = Color::rgba(low, middle, high, 0);
                (material_number::PALETTE, data(id, [row, 0, 0, 0]))
            }
            Self::Wave {
                amplitude,
                length,
                phase,
            } => {
                let amplitude = share(amplitude / MOST_AMPLITUDE, MOST_AMPLITUDE * 256.0);
                // A share of a wave for each row, at most half a wave.
                let step = share(1.0 / length.max(2.0), WHOLE_WAVE).max(1);
                let phase = phase - libm::floorf(phase);
                // Rounding may yield a whole wave, which is none.
                let phase = share(phase, WHOLE_WAVE - 1.0);
                (
                    material_number::WAVE,
                    data(NO_COLOR, [amplitude, step, phase, 0]),
                )
            }
            Self::Custom {
                shader,
                color,
                parameters,
            } => (shader.0, data(color, parameters.map(half_bits))),
        }
    }

    /// Returns the material of a number and its parameters; `None` for a number that no material has.
    pub(super) fn unpacked(number: u8, data: MaterialData) -> Option<Self> {
        let [r, g, b, a] = data.color;
        let color = Color::rgba(r, g, b, a);
        let [first, second, third, _] = data.numbers;
        let part = |number: u16, whole: f32| f32::from(number) / whole;
        Some(match number {
            material_number::FLASH => Self::Flash {
                color,
                amount: part(first, 255.0),
            },
            material_number::GREYSCALE => Self::Greyscale {
                amount: part(first, 255.0),
            },
            material_number::OUTLINE => Self::Outline {
                color,
                width: first.to_le_bytes()[0],
            },
            material_number::DISSOLVE => Self::Dissolve {
                amount: part(first, 256.0),
                edge: color,
                edge_share: part(second, 256.0),
                seed: third,
            },
            material_number::PALETTE => Self::PaletteSwap {
                palette: FrameId(u32::from_le_bytes([r, g, b, 0])),
                row: first,
            },
            material_number::WAVE => Self::Wave {
                amplitude: part(first, 256.0),
                length: WHOLE_WAVE / f32::from(second.max(1)),
                phase: part(third, WHOLE_WAVE - 1.0),
            },
            FIRST_MATERIAL..=u8::MAX => Self::Custom {
                shader: MaterialId(number),
                color,
                parameters: data.numbers.map(|bits| f16::from_bits(bits).to_f32()),
            },
            _ => return None,
        })
    }
}

/// Returns a share of 0 to 1 as a whole number from 0 to `whole`. Values out of range are limited, and NaN counts
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

/// Returns the bits of a number in half precision, limited to its range.
fn half_bits(number: f32) -> u16 {
    let most = f16::MAX.to_f32();
    f16::from_f32(number.clamp(-most, most)).to_bits()
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
            Material::Outline { color, width: 3 },
            Material::Dissolve {
                amount: 0.25,
                edge: color,
                edge_share: 1.0,
                seed: 999,
            },
            Material::PaletteSwap {
                palette: FrameId(0x00ab_cdef),
                row: 2,
            },
            Material::Wave {
                amplitude: 1.5,
                length: 16.0,
                phase: 0.0,
            },
            Material::Custom {
                shader: MaterialId(31),
                color,
                parameters: [0.5, -3.0, 65_504.0, 0.0],
            },
        ] {
            let (number, data) = material.packed();
            assert_eq!(Material::unpacked(number, data), Some(material));
        }
        assert_eq!(Material::unpacked(0, MaterialData::NONE), None);
    }

    #[test]
    fn numbers_beyond_the_limits_count_as_the_nearest() {
        let wave = |amplitude, length, phase| Material::Wave {
            amplitude,
            length,
            phase,
        };
        let numbers = |material: Material| material.packed().1.numbers;
        assert_eq!(numbers(wave(99.0, 0.0, 2.0)), [4096, 32_768, 0, 0]);
        assert_eq!(numbers(wave(-1.0, 1e9, -0.5)), [0, 1, 32_768, 0]);
        let color = Color::WHITE;
        assert_eq!(numbers(Material::Outline { color, width: 9 })[0], 4);
    }
}
