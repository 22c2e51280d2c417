//! What two runs that differ are compared by: a few bytes of a state, for a recording, and the whole of it.

use std::collections::BTreeMap;

use crate::base::checksum::Checksum;
use crate::base::id::ObjectId;
use crate::files::bytes::{BadRecord, ByteReader, ByteWriter};
use crate::world::{Core, StateField, StatePart, StateParts};

/// Objects are told apart by their slot's number modulo this: with fewer objects each has a place of its own.
const PLACES: usize = 64;
/// Objects that are looked at, in act order: a bound for the time that a checkpoint takes.
const MAX_OBJECTS: usize = 10_000;

/// The group that an object is in.
pub(super) fn group_of(object: ObjectId) -> usize {
    object.slot() % PLACES
}

/// A byte for each part of a state. Objects share the bytes of a place.
///
/// Whether two states differ is said by their checksums; this says only where. So a byte is enough: one of 256 differences
/// stays without a name.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct StateDigest {
    world: [u8; StateField::ALL.len()],
    /// By place, then by field.
    objects: [[u8; StateField::OF_OBJECTS]; PLACES],
    /// A bit for each place that has objects.
    used: u64,
    /// How many objects were looked at, and the latest of them.
    seen: usize,
    latest: Option<StatePart>,
}

impl StateDigest {
    pub(super) fn of(core: &Core) -> Self {
        let mut digest = Self::empty();
        core.each_state_part(&mut digest);
        digest
    }

    fn empty() -> Self {
        Self {
            world: [0; StateField::ALL.len()],
            objects: [[0; StateField::OF_OBJECTS]; PLACES],
            used: 0,
            seen: 0,
            latest: None,
        }
    }

    pub(super) fn write(&self, bytes: &mut ByteWriter) {
        let fields = &self.world[StateField::OF_OBJECTS..];
        bytes.number(fields.len() as u64);
        fields.iter().for_each(|&byte| bytes.u8(byte));
        bytes.u64(self.used);
        for place in self.used_places() {
            self.objects[place].iter().for_each(|&byte| bytes.u8(byte));
        }
    }

    pub(super) fn read(bytes: &mut ByteReader<'_>) -> Result<Self, BadRecord> {
        let mut digest = Self::empty();
        let fields = &mut digest.world[StateField::OF_OBJECTS..];
        if bytes.number()? != fields.len() as u64 {
            return Err(BadRecord);
        }
        for byte in fields {
            *byte = bytes.u8()?;
        }
        digest.used = bytes.u64()?;
        let places: Vec<_> = digest.used_places().collect();
        for place in places {
            for byte in &mut digest.objects[place] {
                *byte = bytes.u8()?;
            }
        }
        Ok(digest)
    }

    fn used_places(&self) -> impl Iterator<Item = usize> + use<> {
        let used = self.used;
        (0..PLACES).filter(move |place| used >> place & 1 == 1)
    }

    /// Whether a part of a state is another one than it was here, as far as a byte tells.
    pub(super) fn differs(&self, other: &Self, part: StatePart) -> bool {
        let field = part.field.index();
        match part.object {
            Some(object) => {
                let place = group_of(object);
                self.objects[place][field] != other.objects[place][field]
            }
            None => self.world[field] != other.world[field],
        }
    }

    /// Whether there are objects in a place of one of the two alone.
    pub(super) fn has_other_places(&self, other: &Self) -> bool {
        self.used != other.used
    }
}

impl StateParts for StateDigest {
    fn part(&mut self, part: StatePart, add: impl FnOnce(&mut Checksum)) {
        let field = part.field.index();
        let place = match part.object {
            None => &mut self.world[field],
            Some(object) => {
                if self
                    .latest
                    .is_none_or(|latest| latest.object != part.object)
                {
                    self.seen += 1;
                }
                self.latest = Some(part);
                if self.seen > MAX_OBJECTS {
                    return;
                }
                let place = group_of(object);
                self.used |= 1 << place;
                &mut self.objects[place][field]
            }
        };
        let mut sum = Checksum::new();
        sum.u8(*place);
        add(&mut sum);
        *place = sum.finish().to_le_bytes()[0];
    }
}

/// The sum of each part of a state.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct PartSums(BTreeMap<StatePart, u64>);

impl PartSums {
    pub(super) fn of(core: &Core) -> Self {
        let mut sums = Self::default();
        core.each_state_part(&mut sums);
        sums
    }

    pub(super) fn parts(&self) -> impl Iterator<Item = StatePart> {
        self.0.keys().copied()
    }

    /// The parts that differ, or that one of the two has alone.
    pub(super) fn differences(&self, other: &Self) -> Vec<StatePart> {
        let mut parts: Vec<_> = self.0.keys().chain(other.0.keys()).copied().collect();
        parts.sort_unstable();
        parts.dedup();
        parts.retain(|part| self.0.get(part) != other.0.get(part));
        parts
    }
}

impl StateParts for PartSums {
    fn part(&mut self, part: StatePart, add: impl FnOnce(&mut Checksum)) {
        let mut sum = Checksum::new();
        let before = self.0.entry(part).or_default();
        // A part may come in several pieces.
        sum.u64(*before);
        add(&mut sum);
        *before = sum.finish();
    }
}
