//! The first difference between a replay and its recording.

use core::fmt;

use std::collections::BTreeMap;

use super::digest::{FieldSums, StateDigest, bucket_of};
use crate::base::id::ObjectId;
use crate::world::{Core, Snapshot, StateField, StateFieldId, World};

/// Maximum number of named fields: the first ones are most likely the cause.
const MAX_NAMED: usize = 5;

/// A field of the state that differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DifferentField {
    /// The object and its kind; `None` for a field of the world itself.
    pub object: Option<(ObjectId, String)>,
    /// The field that differs.
    pub field: StateField,
    /// The type of a component or a resource, if it is known.
    pub type_name: Option<&'static str>,
    /// Number of candidates, at least 1. A recording distinguishes 64 groups of objects, by their slots. If a group
    /// differs, its first object is named. All components are one group, and all resources.
    pub among: usize,
}

/// The result of repeating the steps that led to a difference.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Repetition {
    /// The steps gave the same result again: program, assets or files differ from those of the recording.
    Same,
    /// The steps gave another result: they depend on something that is neither in the world nor in the input, such as a
    /// clock or the order of a hash map.
    Different {
        /// The first step after which two repetitions, or a repetition and the replay, differ: any number.
        step: u64,
        /// Fields that differ after it, at most 5.
        fields: Vec<DifferentField>,
    },
}

/// The state of a replay differs from the recording.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Divergence {
    /// Step of the first checkpoint whose checksum differs: any number.
    pub step: u64,
    /// Step of the latest checkpoint that matched; 0 for the run's start.
    pub last_same: u64,
    /// The recorded checksum: any number.
    pub recorded: u64,
    /// The checksum of the replay: any number.
    pub here: u64,
    /// Fields that differ, at most 5, without objects that are missing in the replay. The recording has one byte for
    /// each field of the world and of each group of objects. If all these bytes match by chance, the list may be empty.
    pub fields: Vec<DifferentField>,
    /// The result of repeating the steps since `last_same`.
    pub repetition: Repetition,
}

/// Names the fields in which a core differs from the digest of a state.
pub(super) fn fields_unlike(recorded: &StateDigest, core: &Core) -> Vec<DifferentField> {
    let here = StateDigest::of(core);
    let all = FieldSums::of(core);
    let differs = all.fields().filter(|&id| recorded.differs(&here, id));
    // Holds the first id that differs for each bucket and field, and the number of such ids.
    let mut groups: BTreeMap<(Option<usize>, StateField), (StateFieldId, usize)> = BTreeMap::new();
    for id in differs {
        let found = groups.entry((bucket_of(id), id.field)).or_insert((id, 0));
        if found.0.type_name.is_none() && id.type_name.is_some() {
            // This id replaces the first one, which stands for a whole table of components and has no type.
            *found = (id, 0);
        }
        found.1 += 1;
    }
    let mut fields = named(groups.into_values(), &core.world);
    if fields.is_empty() && recorded.has_other_buckets(&here) {
        fields.push(DifferentField {
            object: None,
            field: StateField::Ids,
            type_name: None,
            among: 1,
        });
    }
    fields
}

/// Names at most 5 fields: first those of objects, then those of the world itself, each in the given order.
pub(super) fn named(
    fields: impl Iterator<Item = (StateFieldId, usize)>,
    world: &World,
) -> Vec<DifferentField> {
    let (of_objects, own): (Vec<_>, Vec<_>) = fields.partition(|(id, _)| id.object.is_some());
    let name = |(id, among): (StateFieldId, usize)| DifferentField {
        object: id.object.map(|id| {
            let kind = world.object(id).map(|object| object.kind().to_owned());
            (id, kind.unwrap_or_default())
        }),
        field: id.field,
        type_name: id.type_name,
        among,
    };
    of_objects
        .into_iter()
        .chain(own)
        .map(name)
        .take(MAX_NAMED)
        .collect()
}

/// Returns the differing fields of a core and a snapshot, for a message. Afterwards, the core is in the snapshot's
/// state.
pub(crate) fn differences(core: &mut Core, other: &Snapshot) -> String {
    let here = FieldSums::of(core);
    core.restore(other);
    let fields = here.differences(&FieldSums::of(core));
    list_of(&named(fields.into_iter().map(|id| (id, 1)), &core.world))
}

impl fmt::Display for DifferentField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.field.fmt(f)?;
        if let Some(name) = self.type_name {
            write!(f, " `{name}`")?;
        }
        match &self.object {
            Some((id, kind)) if kind.is_empty() => write!(f, " of {id}")?,
            Some((id, kind)) => write!(f, " of `{kind}` ({id})")?,
            None => {}
        }
        match self.among.saturating_sub(1) {
            0 => Ok(()),
            others => write!(f, " or one of {others} others"),
        }
    }
}

/// Returns the fields as a list, separated by commas.
fn list_of(fields: &[DifferentField]) -> String {
    let fields: Vec<_> = fields.iter().map(ToString::to_string).collect();
    fields.join(", ")
}

impl fmt::Display for Divergence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            step,
            last_same,
            recorded,
            here,
            fields,
            repetition,
        } = self;
        write!(
            f,
            "replay diverges at step {step}: checksum {here:016x}, recorded {recorded:016x} (last match: step {last_same})"
        )?;
        if !fields.is_empty() {
            write!(f, ": {}", list_of(fields))?;
        }
        match repetition {
            Repetition::Same => f.write_str(
                "; repeated, the steps lead to the same state: the program, its assets or its files differ from the recording's",
            ),
            Repetition::Different { step, fields } => write!(
                f,
                "; repeated, the steps differ after step {step} ({}): they depend on something that is neither in the world \
                 nor in the input",
                list_of(fields)
            ),
        }
    }
}
