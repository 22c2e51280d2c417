//! Where a replay first differs from what was recorded.

use core::fmt;

use std::collections::BTreeMap;

use super::digest::{PartSums, StateDigest, place_of};
use crate::base::id::ObjectId;
use crate::world::{Core, StateField, StateFieldId, World};

/// Parts that are named, at most: the first are most likely the cause.
const MAX_NAMED: usize = 5;

/// A part of the state that differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DifferentPart {
    /// The object that it is of, and its kind; `None` for a part of the world itself.
    pub object: Option<(ObjectId, String)>,
    /// What differs.
    pub field: StateField,
    /// The type of a component or a resource, if it is known.
    pub type_name: Option<&'static str>,
    /// How many it may be, at least 1: a recording tells 64 groups of objects apart, by their ids, and names the first of a
    /// group that differs. All components are one group, and all resources.
    pub among: usize,
}

/// What happens when the steps that led to a difference are taken once more.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Repetition {
    /// The same as before: the program, its assets or its files are not those of the recording.
    Same,
    /// Something else: the steps depend on something that is neither in the world nor in the input, such as a clock or the
    /// order of a hash map.
    Different {
        /// The first step after which two repetitions differ: any number.
        step: u64,
        /// What differs after it, at most 5 parts.
        parts: Vec<DifferentPart>,
    },
}

/// A replay has another state than was recorded.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Divergence {
    /// The first step with another checksum: any number.
    pub step: u64,
    /// The latest step before it with the recorded checksum; 0 for the run's start.
    pub last_same: u64,
    /// The checksum that was recorded: any number.
    pub recorded: u64,
    /// The checksum that it has here: any number.
    pub here: u64,
    /// What differs, at most 5 parts. Objects that are not there in the replay are not among them. Found by one byte for each
    /// part: empty if by chance all are the same.
    pub parts: Vec<DifferentPart>,
    /// What happened when the steps since `last_same` were taken again.
    pub repetition: Repetition,
}

/// Names the parts by which a core differs from a digest of a state.
pub(super) fn parts_unlike(recorded: &StateDigest, core: &Core) -> Vec<DifferentPart> {
    let here = StateDigest::of(core);
    let all = PartSums::of(core);
    let differs = all.parts().filter(|&part| recorded.differs(&here, part));
    // Of each group and field one.
    let mut groups: BTreeMap<(Option<usize>, StateField), (StateFieldId, usize)> = BTreeMap::new();
    for part in differs {
        let found = groups
            .entry((place_of(part), part.field))
            .or_insert((part, 0));
        if found.0.type_name.is_none() && part.type_name.is_some() {
            // Of components, what their tables add comes first.
            *found = (part, 0);
        }
        found.1 += 1;
    }
    let mut parts = named(groups.into_values(), &core.world);
    if parts.is_empty() && recorded.has_other_places(&here) {
        parts.push(DifferentPart {
            object: None,
            field: StateField::Ids,
            type_name: None,
            among: 1,
        });
    }
    parts
}

/// Names parts: those of objects first, in the order of their ids.
pub(super) fn named(
    parts: impl Iterator<Item = (StateFieldId, usize)>,
    world: &World,
) -> Vec<DifferentPart> {
    let (of_objects, own): (Vec<_>, Vec<_>) = parts.partition(|(part, _)| part.object.is_some());
    let name = |(part, among): (StateFieldId, usize)| DifferentPart {
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

impl fmt::Display for DifferentPart {
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

/// Writes parts, with commas.
struct Listed<'a>(&'a [DifferentPart]);

impl fmt::Display for Listed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, part) in self.0.iter().enumerate() {
            let comma = if index == 0 { "" } else { ", " };
            write!(f, "{comma}{part}")?;
        }
        Ok(())
    }
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
            "the run differs at step {step} (checksum {here:016x}, recorded was {recorded:016x}; the same at step {last_same})"
        )?;
        if !parts.is_empty() {
            write!(f, ": {}", Listed(parts))?;
        }
        match repetition {
            Repetition::Same => f.write_str(
                "; taken again, the steps lead to the same state: the program, its assets or its files are not those of the \
                 recording",
            ),
            Repetition::Different { step, parts } => write!(
                f,
                "; taken again, the steps differ from step {step} on ({}): they depend on something that is neither in the \
                 world nor in the input",
                Listed(parts)
            ),
        }
    }
}
