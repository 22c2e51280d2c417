//! Pair kerning of OpenType files by the table GPOS. Modern fonts usually have no other kerning table.

use ttf_parser::gpos::{PairAdjustment, PositioningSubtable};
use ttf_parser::opentype_layout::{Feature, LanguageSystem, LayoutTable};
use ttf_parser::{Face, GlyphId, RawFace, RawFaceTables, Tag};

/// Lookups of the table that adjust pairs, in order: the feature `kern` of the script that [`language`] chooses.
#[derive(Clone, Debug)]
pub(super) struct PairKerning {
    lookups: Vec<u16>,
}

impl PairKerning {
    /// Returns the kerning of a font file. `None` if the file has no GPOS kerning.
    pub(super) fn of(file: &[u8]) -> Option<Self> {
        let face = face(file)?;
        let table = face.tables().gpos?;
        let features = language(&table)?.feature_indices.into_iter();
        let features = features.filter_map(|index| table.features.get(index));
        let is_kern = |feature: &Feature<'_>| feature.tag == Tag::from_bytes(b"kern");
        let lookups = features.filter(is_kern);
        let mut lookups: Vec<u16> = lookups.flat_map(|feature| feature.lookup_indices).collect();
        lookups.sort_unstable();
        lookups.dedup();
        (!lookups.is_empty()).then_some(Self { lookups })
    }

    /// Returns the kerning of two glyphs in font units.
    pub(super) fn between(&self, file: &[u8], first: u16, second: u16) -> Option<f32> {
        let face = face(file)?;
        let table = face.tables().gpos?;
        let pair = [first, second].map(GlyphId);
        let lookups = self.lookups.iter();
        let lookups = lookups.filter_map(|&index| table.lookups.get(index));
        // In each lookup, the first subtable with the pair counts. The lookups are added up.
        let units = lookups.filter_map(|lookup| {
            let parts = lookup.subtables.into_iter::<PositioningSubtable<'_>>();
            parts.into_iter().find_map(|part| units_of(&part, pair))
        });
        Some(units.map(f32::from).sum())
    }
}

/// Parses only the tables needed here. This is fast, because it copies nothing.
fn face(file: &[u8]) -> Option<Face<'_>> {
    let raw = RawFace::parse(file, 0).ok()?;
    let table = |tag| raw.table(Tag::from_bytes(tag));
    let tables = RawFaceTables {
        head: table(b"head")?,
        hhea: table(b"hhea")?,
        maxp: table(b"maxp")?,
        gpos: Some(table(b"GPOS")?),
        ..RawFaceTables::default()
    };
    Face::from_raw_tables(tables).ok()
}

/// Returns the default language of the Latin script. If the table lacks this script, the default script counts, or else
/// the first one. Another language's kerning would be wrong for texts in all others, so a script without a default
/// language has none, as in HarfBuzz.
fn language<'a>(table: &LayoutTable<'a>) -> Option<LanguageSystem<'a>> {
    let script = |tag| table.scripts.find(Tag::from_bytes(tag));
    let script = script(b"latn").or_else(|| script(b"DFLT"));
    let script = script.or_else(|| table.scripts.get(0))?;
    script.default_language
}

/// Returns a subtable's kerning of a pair. `None` if it does not have the pair.
fn units_of(part: &PositioningSubtable<'_>, [first, second]: [GlyphId; 2]) -> Option<i16> {
    let PositioningSubtable::Pair(part) = part else {
        return None;
    };
    let index = part.coverage().get(first)?;
    let (of_first, _) = match part {
        PairAdjustment::Format1 { sets, .. } => sets.get(index)?.get(second)?,
        PairAdjustment::Format2 {
            classes: (firsts, seconds),
            matrix,
            ..
        } => matrix.get((firsts.get(first), seconds.get(second)))?,
    };
    Some(of_first.x_advance)
}
