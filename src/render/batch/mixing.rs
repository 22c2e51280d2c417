//! How the rows of a chunk are mixed with the pixels below: most by one rule, some by others, which a device may need
//! separate draw calls for.

use core::ops::Range;

use super::ChunkRecord;
use crate::scene::{Blend, Instance, InstanceFlags, RowStyle};

/// How the rows of a [`ChunkRecord`] are mixed with the pixels below.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::render) enum Mixing {
    /// By their flags: alpha, additive or opaque. All styles are plain, and nothing reads them.
    #[default]
    Flags,
    /// Each row by its own style or flags.
    Styles,
    /// All rows are [`Blend::Multiply`].
    Multiply,
    /// All rows are [`Blend::Screen`].
    Screen,
    /// All rows are [`Blend::Subtract`].
    Subtract,
    /// The record has no rows. It marks the position of a group of layers in the painting order.
    Group,
}

/// The runs of rows that a backend draws separately.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(
    all(not(feature = "gpu"), not(test)),
    expect(dead_code, reason = "only the GPU backend needs it")
)]
pub(in crate::render) enum Splitting {
    /// None: each row can be mixed in its own way.
    #[default]
    None,
    /// Runs of [`Mixing::Subtract`], which need another operation. With dual-source blending, all others can be mixed
    /// together.
    Subtract,
    /// Runs of each blend mode without flags.
    Each,
}

/// A set of materials: a bit for the number of each.
pub(in crate::render) type MaterialSet = u32;

impl ChunkRecord {
    /// Number of the lowest bit of [`ChunkRecord::projection`] that belongs to the [`Mixing`].
    const MIXING: u32 = 29;

    /// The bit of [`ChunkRecord::projection`] that is set if a row has a material.
    const HAS_MATERIALS: u32 = 1 << 28;

    /// The bit of [`ChunkRecord::projection`] that is set if its layer has a clip rectangle.
    pub(super) const IS_CLIPPED: u32 = 1 << 27;

    /// Returns whether a row has a material.
    pub(in crate::render) fn has_materials(&self) -> bool {
        self.projection & Self::HAS_MATERIALS != 0
    }

    /// Returns it with or without the mark of rows that have materials.
    pub(in crate::render) fn with_materials(self, has_materials: bool) -> Self {
        let rest = self.projection & !Self::HAS_MATERIALS;
        Self {
            projection: rest
                | if has_materials {
                    Self::HAS_MATERIALS
                } else {
                    0
                },
            ..self
        }
    }

    /// Returns how its rows are mixed with the pixels below.
    pub(in crate::render) fn mixing(&self) -> Mixing {
        match self.projection >> Self::MIXING {
            0 => Mixing::Flags,
            1 => Mixing::Styles,
            2 => Mixing::Multiply,
            3 => Mixing::Screen,
            4 => Mixing::Subtract,
            _ => Mixing::Group,
        }
    }

    /// Returns the mark of the group that the pass of this number draws. It has no rows.
    #[expect(clippy::cast_possible_truncation, reason = "groups of one frame")]
    pub(super) fn of_group(pass: usize) -> Self {
        let record = Self {
            first: pass as u32,
            count: 0,
            projection: 0,
            shapes: 0,
        };
        record.mixed(Mixing::Group)
    }

    /// Returns the number of the pass whose group it marks.
    pub(in crate::render) fn group(&self) -> Option<usize> {
        (self.mixing() == Mixing::Group).then_some(self.first as usize)
    }

    /// Returns the index of its layer's projection.
    pub(in crate::render) fn layer(&self) -> usize {
        (self.projection & (Self::IS_CLIPPED - 1)) as usize
    }

    /// Returns it with another mixing.
    pub(in crate::render) fn mixed(self, mixing: Mixing) -> Self {
        let bits = match mixing {
            Mixing::Flags => 0,
            Mixing::Styles => 1,
            Mixing::Multiply => 2,
            Mixing::Screen => 3,
            Mixing::Subtract => 4,
            Mixing::Group => 5,
        };
        Self {
            projection: self.projection & ((1 << Self::MIXING) - 1) | bits << Self::MIXING,
            ..self
        }
    }

    /// Returns a part of its rows.
    #[expect(clippy::cast_possible_truncation, reason = "rows of one chunk")]
    pub(super) fn run(self, rows: Range<usize>, mixing: Mixing) -> Self {
        Self {
            first: self.first + rows.start as u32,
            count: rows.len() as u32,
            ..self.mixed(mixing)
        }
    }
}

/// Divides rows into runs, in order, and calls `run` with each, its mixing and its materials. Hidden rows belong to any
/// run.
pub(super) fn runs<'a>(
    rows: impl Iterator<Item = (&'a Instance, &'a RowStyle)>,
    splitting: Splitting,
    mut run: impl FnMut(Range<usize>, Mixing, MaterialSet),
) {
    let (mut start, mut end) = (0, 0);
    let mut mixing = None;
    let mut materials = 0;
    for (instance, &style) in rows {
        let own = match instance.flags().contains(InstanceFlags::HIDDEN) {
            true => None,
            false => Some(mixing_of(instance, style, splitting)),
        };
        let both = match (mixing, own) {
            (one, None) | (None, one) => Some(one),
            (Some(one), Some(other)) => together(one, other).map(Some),
        };
        mixing = both.unwrap_or_else(|| {
            run(start..end, mixing.unwrap_or_default(), materials);
            start = end;
            materials = 0;
            own
        });
        if own.is_some() {
            materials |= material_bit(style);
        }
        end += 1;
    }
    if start < end {
        run(start..end, mixing.unwrap_or_default(), materials);
    }
}

/// Returns the bit of a row's material in a [`MaterialSet`]. 0 without a material.
fn material_bit(style: RowStyle) -> MaterialSet {
    match style.material_number() {
        0 => 0,
        number => 1 << number.min(31),
    }
}

/// Returns the mixing of a single row.
fn mixing_of(instance: &Instance, style: RowStyle, splitting: Splitting) -> Mixing {
    if style == RowStyle::PLAIN {
        return Mixing::Flags;
    }
    match (style.blend(instance), splitting) {
        (Blend::Subtract, Splitting::Subtract | Splitting::Each) => Mixing::Subtract,
        (Blend::Multiply, Splitting::Each) => Mixing::Multiply,
        (Blend::Screen, Splitting::Each) => Mixing::Screen,
        // The row has a material. Its instance's flags decide.
        (_, Splitting::Each) => Mixing::Flags,
        _ => Mixing::Styles,
    }
}

/// Returns the mixing of a run of rows with these two. `None` if they cannot be in one run.
fn together(one: Mixing, other: Mixing) -> Option<Mixing> {
    match (one, other) {
        _ if one == other => Some(one),
        (Mixing::Flags, Mixing::Styles) | (Mixing::Styles, Mixing::Flags) => Some(Mixing::Styles),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assets::FrameId;
    use crate::base::color::Color;
    use crate::scene::{Material, material_number};
    use glam::Vec2;
    use proptest::prelude::*;

    const BLENDS: [Blend; 5] = [
        Blend::Alpha,
        Blend::Opaque,
        Blend::Multiply,
        Blend::Screen,
        Blend::Subtract,
    ];

    /// Returns the row of a blend mode; `None` for a hidden row.
    fn row(blend: Option<Blend>) -> (Instance, RowStyle) {
        let mut instance = Instance::new(Vec2::ZERO, FrameId(1));
        match blend {
            Some(blend) => instance.set_blend(blend),
            None => instance.set_flag(InstanceFlags::HIDDEN, true),
        }
        (instance, RowStyle::of(blend.unwrap_or(Blend::Subtract)))
    }

    fn runs_of(blends: &[Option<Blend>], splitting: Splitting) -> Vec<(Range<usize>, Mixing)> {
        let rows: Vec<_> = blends.iter().map(|&blend| row(blend)).collect();
        let mut found = Vec::new();
        let rows = rows.iter().map(|(instance, style)| (instance, style));
        runs(rows, splitting, |rows, mixing, materials| {
            assert_eq!(materials, 0);
            found.push((rows, mixing));
        });
        found
    }

    #[test]
    fn a_run_lists_the_materials_of_its_rows() {
        let grey = Some(Material::Greyscale { amount: 1.0 });
        let flash = Some(Material::Flash {
            color: Color::WHITE,
            amount: 0.5,
        });
        let rows = [
            (Some(Blend::Alpha), None),
            (Some(Blend::Alpha), flash),
            (Some(Blend::Multiply), grey),
            (Some(Blend::Subtract), None),
            (Some(Blend::Subtract), grey),
            (None, flash),
        ];
        let rows = rows.map(|(blend, material)| {
            let (instance, style) = row(blend);
            (instance, style.with_material(material))
        });
        let found = |splitting| {
            let mut found = Vec::new();
            let rows = rows.iter().map(|(instance, style)| (instance, style));
            runs(rows, splitting, |rows, mixing, materials| {
                found.push((rows.end, mixing, materials));
            });
            found
        };
        let (flash, grey) = (1 << material_number::FLASH, 1 << material_number::GREYSCALE);
        assert_eq!(found(Splitting::None), [(6, Mixing::Styles, flash | grey)]);
        let mixed = (3, Mixing::Styles, flash | grey);
        let subtracted = (6, Mixing::Subtract, grey);
        assert_eq!(found(Splitting::Subtract), [mixed, subtracted]);
        let plain = (2, Mixing::Flags, flash);
        let multiplied = (3, Mixing::Multiply, grey);
        assert_eq!(found(Splitting::Each), [plain, multiplied, subtracted]);
    }

    #[test]
    fn a_record_keeps_its_mixing_beside_its_projection() {
        let record = ChunkRecord {
            first: 5,
            count: 9,
            projection: 77,
            shapes: 3,
        };
        for mixing in [
            Mixing::Styles,
            Mixing::Multiply,
            Mixing::Screen,
            Mixing::Subtract,
            Mixing::Group,
            Mixing::Flags,
        ] {
            let mixed = record.mixed(Mixing::Subtract).run(2..4, mixing);
            assert_eq!((mixed.mixing(), mixed.layer()), (mixing, 77));
            assert_eq!((mixed.first, mixed.count, mixed.shapes), (7, 2, 3));
            assert!(!mixed.has_materials());
            let mixed = mixed.with_materials(true);
            assert_eq!((mixed.mixing(), mixed.layer()), (mixing, 77));
            assert!(mixed.has_materials() && mixed.mixed(Mixing::Flags).has_materials());
            assert!(!mixed.with_materials(false).has_materials());
        }
        assert_eq!(record.mixed(Mixing::Flags), record);
    }

    #[test]
    fn plain_rows_are_one_run_without_styles() {
        let plain = [Some(Blend::Alpha), None, Some(Blend::Opaque)];
        for splitting in [Splitting::None, Splitting::Subtract, Splitting::Each] {
            assert_eq!(runs_of(&plain, splitting), [(0..3, Mixing::Flags)]);
            assert_eq!(runs_of(&[None; 4], splitting), [(0..4, Mixing::Flags)]);
            assert_eq!(runs_of(&[], splitting), []);
        }
    }

    #[test]
    fn hidden_rows_end_no_run() {
        let rows = [
            Some(Blend::Subtract),
            None,
            Some(Blend::Subtract),
            None,
            Some(Blend::Alpha),
        ];
        let found = runs_of(&rows, Splitting::Subtract);
        assert_eq!(found, [(0..4, Mixing::Subtract), (4..5, Mixing::Flags)]);
    }

    proptest! {
        #[test]
        fn runs_are_as_long_as_their_rows_allow(
            picked in prop::collection::vec(prop::option::of(0..5_usize), 0..40),
        ) {
            let blends: Vec<_> = picked.iter().map(|at| at.map(|at| BLENDS[at])).collect();
            for splitting in [Splitting::None, Splitting::Subtract, Splitting::Each] {
                // The group that a row must be drawn in.
                let group = |blend: Blend| match (splitting, blend) {
                    (Splitting::Subtract | Splitting::Each, Blend::Subtract) => 1,
                    (Splitting::Each, Blend::Multiply) => 2,
                    (Splitting::Each, Blend::Screen) => 3,
                    _ => 0,
                };
                let found = runs_of(&blends, splitting);
                let mut next = 0;
                let mut last = None;
                for (rows, mixing) in found {
                    prop_assert_eq!(rows.start, next);
                    prop_assert!(!rows.is_empty());
                    next = rows.end;
                    let shown: Vec<_> = blends[rows].iter().flatten().copied().collect();
                    let groups: std::collections::BTreeSet<_> = shown.iter().map(|&blend| group(blend)).collect();
                    prop_assert!(groups.len() <= 1, "{shown:?}");
                    prop_assert!(last.is_none() || last != groups.first().copied());
                    last = groups.first().copied();
                    let has_styles = shown.iter().any(|&blend| RowStyle::of(blend) != RowStyle::PLAIN);
                    let expected = match last {
                        Some(1) => Mixing::Subtract,
                        Some(2) => Mixing::Multiply,
                        Some(3) => Mixing::Screen,
                        _ if has_styles => Mixing::Styles,
                        _ => Mixing::Flags,
                    };
                    prop_assert_eq!(mixing, expected);
                }
                prop_assert_eq!(next, blends.len());
            }
        }
    }
}
