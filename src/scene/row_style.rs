//! The look of a row beyond its instance: a column of a layer, allocated with the first row that needs it.

use bytemuck::{Pod, Zeroable};

use super::instance::{Blend, Instance};

/// The look of a row that its [`Instance`] has no room for: blend modes beyond those of
/// [`InstanceFlags`](super::InstanceFlags).
///
/// A word of 32 bits, as `shaders/mixed.wgsl` reads it. [`Layer::set_blend`](super::Layer::set_blend) sets it.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Pod, Zeroable)]
pub struct RowStyle {
    blend: u32,
}

impl RowStyle {
    /// The style of most rows: the instance alone decides how it looks.
    pub(crate) const PLAIN: Self = Self { blend: 0 };

    /// Returns the style of a row with this blend mode, whose instance has the mode's flags, too.
    pub(crate) fn of(blend: Blend) -> Self {
        let blend = match blend {
            Blend::Alpha | Blend::Additive | Blend::Opaque => 0,
            // The numbers of `shaders/mixed.wgsl`.
            Blend::Multiply => 1,
            Blend::Screen => 2,
            Blend::Subtract => 3,
        };
        Self { blend }
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
