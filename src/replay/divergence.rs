//! The first difference between a replay and its recording.

use core::fmt;

use std::collections::BTreeMap;

use super::digest::{FieldSums, StateDigest, bucket_of};
use crate::base::id::ObjectId;
use crate::world::{Core, StateField, StateFieldId, World};

/// Maximum number of named parts: the first ones are most likely the cause.
const MAX_NAMED: usize = 5;

/// A part of the state that differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DifferentField {
    /// The object and its kind; `None` for a part of the world itself.
    pub object: Option<(ObjectId, String)>,
    /// The field that differs.
    pub field: StateField,
    /// The type of a component or a resource, if it is known.
    pub type_name: Option<&'static str>,
    /// Number of candidates, at least 1. A recording distinguishes 64 groups of objects, by their ids, and names the
    /// first object of a group that differs. All components are one group, and all resources.
    pub among: usize,
}

/// The result of repeating the steps that led to a difference.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Repetition {
    /// The same difference: program, assets or files differ from those of the recording.
    Same,
    /// Another result: the steps depend on something that is neither in the world nor in the input, such as a clock or
    /// the order of a hash map.
    Different {
        /// The first step after which two repetitions differ: any number.
        step: u64,
        /// Parts that differ after it, at most 5.
        parts: Vec<DifferentField>,
    },
}

/// The state of a replay differs from the recording.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Divergence {
    /// The first step with a different checksum: any number.
    pub step: u64,
    /// The latest step before it with the recorded checksum; 0 for the run's start.
    pub last_same: u64,
    /// The recorded checksum: any number.
    pub recorded: u64,
    /// The checksum of the replay: any number.
    pub here: u64,
    /// Parts that differ, at most 5, without objects that are missing in the replay. Found by one byte for each part:
    /// empty if by chance all bytes match.
    pub parts: Vec<DifferentField>,
    /// The result of repeating the steps since `last_same`.
    pub repetition: Repetition,
}

/// Names the parts in which a core differs from the digest of a state.
pub(super) fn fields_unlike(recorded: &StateDigest, core: &Core) -> Vec<DifferentField> {
    let here = StateDigest::of(core);
    let all = FieldSums::of(core);
    let differs = all.parts().filter(|&part| recorded.differs(&here, part));
    // One part for each group and field.
    let mut groups: BTreeMap<(Option<usize>, StateField), (StateFieldId, usize)> = BTreeMap::new();
    for part in differs {
        let found = groups
            .entry((bucket_of(part), part.field))
            .or_insert((part, 0));
        if found.0.type_name.is_none() && part.type_name.is_some() {
            // The sums of component tables come first.
            *found = (part, 0);
        }
        found.1 += 1;
    }
    let mut parts = named(groups.into_values(), &core.world);
    if parts.is_empty() && recorded.has_other_buckets(&here) {
        parts.push(DifferentField {
            object: None,
            field: StateField::Ids,
            type_name: None,
            among: 1,
        });
    }
    parts
}

/// Names parts: objects first, in the order of their ids.
pub(super) fn named(
    parts: impl Iterator<Item = (StateFieldId, usize)>,
    world: &World,
) -> Vec<DifferentField> {
    let (of_objects, own): (Vec<_>, Vec<_>) = parts.partition(|(part, _)| part.object.is_some());
    let name = |(part, among): (StateFieldId, usize)| DifferentField {
        object: part.object.map(|id| {
            let kind = world.object(id).map(|object| object.kind().to_owned());
            (id, kind.unwrap_or_default())
        }),
        field: part.field,
        type_name: part.type_name,
        among,
    };
    of_objects
        .into_iter()
        .chain(own)
        .map(name)
        .take(MAX_NAMED)
        .collect()
}

impl fmt::Display for DifferentField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.field.fmt(f)?;
        if let Some(name) = self.type_name {
            write!(f, " `{name}`")?;
        }
        if let Some((id, kind)) = &self.object {
            write!(f, " of `{kind}` ({id})")?;
        }
        match self.among.saturating_sub(1) {
            0 => Ok(()),
            others => write!(f, " or one of {others} others"),
        }
    }
}

/// Returns the parts as a list, separated by commas.
fn list_of(parts: &[DifferentField]) -> String {
    let parts: Vec<_> = parts.iter().map(ToString::to_string).collect();
    parts.join(", ")
}

impl fmt::Display for Divergence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            step,
            last_same,
            recorded,
            here,
            parts,
            repetition,
        } = self;
        write!(
            f,
            "replay diverges at step {step}: checksum {here:016x}, recorded {recorded:016x} (last match: step {last_same})"
        )?;
        if !parts.is_empty() {
            write!(f, ": {}", list_of(parts))?;
        }
        match repetition {
            Repetition::Same => f.write_str(
                "; repeated, the steps lead to the same state: the program, its assets or its files differ from the recording's",
            ),
            Repetition::Different { step, parts } => write!(
                f,
                "; repeated, the steps differ after step {step} ({}): they depend on something that is neither in the world \
                 nor in the input",
                list_of(parts)
            ),
        }
    }
}
