//! The look of a row beyond its instance: a column of a layer, allocated with the first row that needs it.

use bytemuck::{Pod, Zeroable};

use super::instance::{Blend, Instance};
use super::material::{Material, MaterialData, material_number};
use crate::assets::shader::FIRST_MATERIAL;
use crate::base::checksum::{Checksum, ChecksumWriter};

/// The look of a row that its [`Instance`] has no room for: blend modes beyond those of
/// [`InstanceFlags`](super::InstanceFlags), and a [`Material`].
///
/// Four words of 32 bits, as `shaders/mixed.wgsl` and `shaders/material.wgsl` read them.
/// [`Layer::set_blend`](super::Layer::set_blend) and [`Layer::set_material`](super::Layer::set_material) set them.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Pod, Zeroable)]
pub struct RowStyle {
    /// The number of a blend mode; 0: the instance's flags decide.
    blend: u8,
    /// The number of a material; 0: none.
    material: u8,
    padding: u16,
    data: MaterialData,
}

impl RowStyle {
    /// The style of most rows: the instance alone decides how it looks.
    pub(crate) const PLAIN: Self = Self {
        blend: 0,
        material: 0,
        padding: 0,
        data: MaterialData::NONE,
    };

    /// Returns the style of a row with this blend mode, whose instance has the mode's flags, too.
    pub(crate) fn of(blend: Blend) -> Self {
        Self::PLAIN.with_blend(blend)
    }

    /// Returns it with another blend mode.
    pub(crate) fn with_blend(self, blend: Blend) -> Self {
        let blend = match blend {
            Blend::Alpha | Blend::Additive | Blend::Opaque => 0,
            // The numbers of `shaders/mix.wgsl`.
            Blend::Multiply => 1,
            Blend::Screen => 2,
            Blend::Subtract => 3,
        };
        Self { blend, ..self }
    }

    /// Returns it with another material.
    pub(crate) fn with_material(self, material: Option<Material>) -> Self {
        let (material, data) = match material {
            Some(material) => material.packed(),
            None => (0, MaterialData::NONE),
        };
        Self {
            material,
            data,
            ..self
        }
    }

    /// Returns whether it has a blend mode without flags.
    pub(crate) fn has_blend(self) -> bool {
        self.blend != 0
    }

    /// Returns the blend mode of a row with this style and instance.
    #[inline]
    pub(crate) fn blend(self, instance: &Instance) -> Blend {
        match self.blend {
            0 => instance.flags().blend(),
            1 => Blend::Multiply,
            2 => Blend::Screen,
            _ => Blend::Subtract,
        }
    }

    /// Returns the material.
    pub(crate) fn material(self) -> Option<Material> {
        Material::unpacked(self.material, self.data)
    }

    /// Returns the number of the material; 0 without one.
    #[inline]
    pub(crate) fn material_number(self) -> u8 {
        self.material
    }

    /// Returns how far the material reaches beyond an image, in texels.
    pub(crate) fn margin(self) -> u32 {
        let [first, ..] = self.data.numbers.map(u32::from);
        match self.material {
            material_number::OUTLINE => first,
            material_number::WAVE => first.div_ceil(256),
            _ => 0,
        }
    }

    /// Returns the packed parameters of the material.
    pub(crate) fn data(self) -> MaterialData {
        self.data
    }
}

impl Checksum for RowStyle {
    /// Adds the material and its parameters. The image of a palette and the shader of a material of the game's own are
    /// left out, because their ids depend on the order of loading. The blend mode is left out like a tint.
    fn write_checksum(&self, sum: &mut ChecksumWriter) {
        let MaterialData { color, numbers } = self.data;
        let is_palette = self.material == material_number::PALETTE;
        let color = if is_palette { [0; 4] } else { color };
        let material = self.material.min(FIRST_MATERIAL);
        (material, color, numbers).write_checksum(sum);
    }
}

/// The styles of a layer's rows. Empty until a row needs one.
#[derive(Clone, Debug, Default)]
pub(crate) struct Styles(Vec<RowStyle>);

impl Styles {
    /// Returns the bytes that a copy allocates.
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&*self.0)
    }

    /// Returns all styles: one for each row, or none.
    pub(crate) fn all(&self) -> &[RowStyle] {
        &self.0
    }

    /// Returns all styles, for writing.
    pub(crate) fn all_mut(&mut self) -> &mut [RowStyle] {
        &mut self.0
    }

    /// Returns the style of a row.
    pub(crate) fn get(&self, row: usize) -> RowStyle {
        self.0.get(row).copied().unwrap_or_default()
    }

    /// Sets the style of a row, and returns whether this allocated the column. `rows` is the number of the layer's
    /// rows.
    pub(crate) fn set(&mut self, row: usize, style: RowStyle, rows: usize) -> bool {
        let is_new = self.0.is_empty();
        if is_new {
            if style == RowStyle::PLAIN {
                return false;
            }
            self.0.resize(rows, RowStyle::PLAIN);
        }
        self.0[row] = style;
        is_new
    }

    /// Adds a plain row.
    pub(crate) fn push(&mut self) {
        if !self.0.is_empty() {
            self.0.push(RowStyle::PLAIN);
        }
    }

    pub(crate) fn reserve(&mut self, rows: usize) {
        if !self.0.is_empty() {
            self.0.reserve(rows);
        }
    }

    /// Inserts plain rows.
    pub(crate) fn insert(&mut self, at: usize, count: usize) {
        if !self.0.is_empty() {
            let plain = core::iter::repeat_n(RowStyle::PLAIN, count);
            self.0.splice(at..at, plain);
        }
    }

    pub(crate) fn truncate(&mut self, rows: usize) {
        self.0.truncate(rows);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::color::Color;

    #[test]
    fn the_words_of_a_style_are_those_of_the_shaders() {
        let flash = Material::Flash {
            color: Color::rgba(1, 2, 3, 4),
            amount: 1.0,
        };
        let style = RowStyle::of(Blend::Screen).with_material(Some(flash));
        let words: [u32; 4] = bytemuck::cast(style);
        assert_eq!(words, [0x0102, 0x0403_0201, 255, 0]);
    }
}
