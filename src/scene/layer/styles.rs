//! Styles of rows: what their instances have no room for.

use super::{CHUNK, Layer};
use crate::scene::instance::{Blend, Instance};
use crate::scene::material::Material;
use crate::scene::row_style::RowStyle;

impl Layer {
    /// Returns the style of each row. Empty while all rows are plain, which is why the column costs nothing then.
    pub fn styles(&self) -> &[RowStyle] {
        self.styles.all()
    }

    /// Returns the blend mode of a row.
    ///
    /// # Panics
    /// If there is no such row.
    pub fn blend(&self, row: usize) -> Blend {
        self.styles.get(row).blend(&self.instances[row])
    }

    /// Sets the blend mode of a row.
    ///
    /// ```
    /// use damselfly::assets::FrameId;
    /// use damselfly::glam::Vec2;
    /// use damselfly::scene::{Blend, Instance, Layer};
    ///
    /// let mut layer = Layer::new();
    /// let row = layer.push(None, Instance::new(Vec2::ZERO, FrameId::SOLID), Vec2::ZERO);
    /// assert_eq!(layer.styles(), []);
    ///
    /// layer.set_blend(row, Blend::Multiply);
    /// assert_eq!(layer.blend(row), Blend::Multiply);
    /// assert_eq!(layer.styles().len(), 1);
    /// ```
    ///
    /// # Panics
    /// If there is no such row.
    pub fn set_blend(&mut self, row: usize, blend: Blend) {
        self.set_style(row, self.styles.get(row).with_blend(blend));
        self.edit_row(row, |instance| instance.set_blend(blend));
    }

    /// Returns the material of a row.
    pub fn material(&self, row: usize) -> Option<Material> {
        self.styles.get(row).material()
    }

    /// Sets or removes the material of a row.
    ///
    /// ```
    /// use damselfly::assets::FrameId;
    /// use damselfly::glam::Vec2;
    /// use damselfly::scene::{Instance, Layer, Material};
    ///
    /// let mut layer = Layer::new();
    /// let row = layer.push(None, Instance::new(Vec2::ZERO, FrameId::SOLID), Vec2::ZERO);
    /// layer.set_material(row, Material::Greyscale { amount: 1.0 });
    /// assert_eq!(layer.material(row), Some(Material::Greyscale { amount: 1.0 }));
    /// layer.set_material(row, None);
    /// assert_eq!(layer.material(row), None);
    /// ```
    ///
    /// # Panics
    /// If there is no such row.
    pub fn set_material(&mut self, row: usize, material: impl Into<Option<Material>>) {
        let style = self.styles.get(row).with_material(material.into());
        self.set_style(row, style);
    }

    /// Returns the style of a row.
    pub(crate) fn style(&self, row: usize) -> RowStyle {
        self.styles.get(row)
    }

    /// Sets the style of all rows.
    pub(crate) fn set_all_styles(&mut self, style: RowStyle) {
        for row in 0..self.len() {
            self.set_style_of_one(row, style);
        }
    }

    /// Sets the style of a row and of its quad rows.
    pub(crate) fn set_style(&mut self, row: usize, style: RowStyle) {
        for row in row..self.quad_rows_of(row).end {
            self.set_style_of_one(row, style);
        }
    }

    /// Sets the style of one row.
    pub(super) fn set_style_of_one(&mut self, row: usize, style: RowStyle) {
        if self.styles.get(row) == style {
            return;
        }
        if self.styles.set(row, style, self.instances.len()) {
            // Backends copy styles with the rows that they belong to, and have copied none so far.
            for chunk in &mut self.chunks {
                chunk.touch(&mut self.changes);
            }
        }
        self.chunks[row / CHUNK].touch(&mut self.changes);
    }

    /// Returns the instances and the styles, to change in one loop after [`Layer::columns_mut`].
    pub(in crate::scene) fn instances_and_styles(&mut self) -> (&mut [Instance], &mut [RowStyle]) {
        self.columns_mut();
        (&mut self.instances, self.styles.all_mut())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assets::FrameId;
    use crate::base::id::ObjectId;
    use glam::Vec2;
    use proptest::prelude::*;

    const BLENDS: [Blend; 6] = [
        Blend::Alpha,
        Blend::Additive,
        Blend::Opaque,
        Blend::Multiply,
        Blend::Screen,
        Blend::Subtract,
    ];

    fn layer(rows: usize) -> Layer {
        let mut layer = Layer::new();
        for slot in 0..rows {
            let id = ObjectId::new(u32::try_from(slot).unwrap(), 1);
            let instance = Instance::new(Vec2::ZERO, FrameId(1));
            layer.push(Some(id), instance, Vec2::ZERO);
        }
        layer
    }

    #[test]
    fn a_row_has_the_last_blend_mode_that_was_set() {
        let mut layer = layer(2);
        for first in BLENDS {
            for second in BLENDS {
                layer.set_blend(0, first);
                layer.set_blend(0, second);
                assert_eq!([layer.blend(0), layer.blend(1)], [second, Blend::Alpha]);
            }
        }
    }

    /// Returns the material of rows with a blend mode: each third mode has one.
    fn material_of(blend: Blend) -> Option<Material> {
        let has_one = matches!(blend, Blend::Additive | Blend::Subtract);
        has_one.then_some(Material::Greyscale { amount: 1.0 })
    }

    #[test]
    fn blend_mode_and_material_do_not_affect_each_other() {
        let mut layer = layer(1);
        let grey = material_of(Blend::Subtract);
        for blend in BLENDS {
            for material in [grey, None, grey] {
                layer.set_material(0, material);
                layer.set_blend(0, blend);
                assert_eq!((layer.blend(0), layer.material(0)), (blend, material));
                layer.set_material(0, grey);
                assert_eq!((layer.blend(0), layer.material(0)), (blend, grey));
            }
        }
    }

    #[test]
    fn modes_of_flags_need_no_styles() {
        let mut layer = layer(3);
        for blend in [Blend::Additive, Blend::Opaque, Blend::Alpha] {
            layer.set_blend(1, blend);
            assert!(layer.styles().is_empty());
        }
        layer.set_blend(1, Blend::Screen);
        assert_eq!(layer.styles().len(), 3);
        layer.clear();
        assert!(layer.styles().is_empty());
    }

    #[test]
    fn the_first_style_changes_every_chunk() {
        let mut layer = layer(2 * CHUNK);
        let versions = |layer: &Layer| [0, 1].map(|chunk| layer.chunk_version(chunk));
        let before = versions(&layer);
        layer.set_blend(0, Blend::Multiply);
        let first = versions(&layer);
        assert!(first[0] > before[0] && first[1] > before[1]);
        layer.set_blend(1, Blend::Multiply);
        let second = versions(&layer);
        assert!(second[0] > first[0] && second[1] == first[1]);
        layer.set_blend(1, Blend::Multiply);
        assert_eq!(versions(&layer), second);
    }

    #[derive(Clone, Debug)]
    enum Do {
        Push(usize, usize),
        Blend(usize, usize),
        Parts(usize, usize),
        Remove(usize),
        Move(usize),
        Prune(usize),
    }

    fn any_do() -> impl Strategy<Value = Do> {
        prop_oneof![
            4 => (0..6_usize, 0..3_usize).prop_map(|(blend, parts)| Do::Push(blend, parts)),
            3 => (0..40_usize, 0..6_usize).prop_map(|(at, blend)| Do::Blend(at, blend)),
            1 => (0..40_usize, 0..4_usize).prop_map(|(at, parts)| Do::Parts(at, parts)),
            2 => (0..40_usize).prop_map(Do::Remove),
            1 => (0..40_usize).prop_map(Do::Move),
            2 => (1..12_usize).prop_map(Do::Prune),
        ]
    }

    proptest! {
        #[test]
        fn rows_keep_their_styles_wherever_they_move(
            script in prop::collection::vec(any_do(), 1..80),
        ) {
            let mut layer = Layer::new();
            let mut blends: Vec<(usize, Blend)> = Vec::new();
            let mut rows: Vec<usize> = Vec::new();
            for (step, act) in (1..).zip(script) {
                match act {
                    Do::Push(blend, parts) => {
                        let slot = rows.len();
                        let id = ObjectId::new(u32::try_from(slot).unwrap(), 1);
                        let row = layer.push(Some(id), Instance::new(Vec2::ZERO, FrameId(1)), Vec2::ZERO);
                        layer.set_blend(row, BLENDS[blend]);
                        layer.set_material(row, material_of(BLENDS[blend]));
                        layer.push_quad_rows(parts);
                        rows.push(row);
                        blends.push((slot, BLENDS[blend]));
                    }
                    Do::Blend(at, blend) => {
                        let count = blends.len().max(1);
                        if let Some((slot, of_it)) = blends.get_mut(at % count) {
                            layer.set_material(rows[*slot], material_of(BLENDS[blend]));
                            layer.set_blend(rows[*slot], BLENDS[blend]);
                            *of_it = BLENDS[blend];
                        }
                    }
                    Do::Parts(at, parts) => {
                        if let Some(&(slot, _)) = blends.get(at % blends.len().max(1)) {
                            layer.set_quad_rows(rows[slot], parts, step, |id, row| rows[id.slot()] = row);
                        }
                    }
                    Do::Remove(at) => {
                        if !blends.is_empty() {
                            let (slot, _) = blends.remove(at % blends.len());
                            layer.tombstone_row(rows[slot]);
                        }
                    }
                    Do::Move(at) => {
                        if !blends.is_empty() {
                            let at = at % blends.len();
                            let (slot, _) = blends[at];
                            let row = layer.row_for_transfer(rows[slot], step);
                            layer.tombstone_row(rows[slot]);
                            let id = ObjectId::new(u32::try_from(slot).unwrap(), 1);
                            rows[slot] = layer.push_transferred(id, row, step);
                        }
                    }
                    Do::Prune(most) => layer.prune_some(most, step, |id, row| rows[id.slot()] = row),
                }
                prop_assert!(layer.styles().is_empty() || layer.styles().len() == layer.len());
                for &(slot, blend) in &blends {
                    let row = rows[slot];
                    for row in row..layer.quad_rows_of(row).end {
                        prop_assert_eq!(layer.blend(row), blend);
                        prop_assert_eq!(layer.material(row), material_of(blend));
                    }
                }
                let dead = (0..layer.len()).filter(|&row| layer.row_flags()[row].has(crate::scene::RowFlags::DEAD));
                for row in dead {
                    prop_assert_eq!(layer.styles.get(row), RowStyle::PLAIN);
                }
            }
        }
    }
}
