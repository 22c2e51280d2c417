//! What two runs that differ are compared by: a few bytes of a state, for a recording, and the whole of it.

use std::collections::BTreeMap;

use crate::base::checksum::Checksum;
use crate::files::bytes::{BadRecord, ByteReader, ByteWriter};
use crate::world::{Core, StateField, StateFieldId, StateVisitor};

/// Objects are told apart by their slot's number modulo this: with fewer objects each has a place of its own.
const PLACES: usize = 64;
/// The fields of two places have a bit each in a byte.
const _: () = assert!(StateField::OF_OBJECTS == 4);
/// Objects that are looked at, in act order: a bound for the time that a checkpoint takes.
const MAX_OBJECTS: usize = 10_000;

/// Components that are looked at, as a bound for that time, too.
const MAX_COMPONENTS: usize = 100_000;

/// The place of the object that a part is of. `None` for what all objects share a byte of: components.
pub(super) fn place_of(part: StateFieldId) -> Option<usize> {
    let is_grouped = part.field.index() < StateField::OF_OBJECTS;
    let object = part.object.filter(|_| is_grouped)?;
    Some(object.slot() % PLACES)
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
    latest: Option<StateFieldId>,
    /// How many components were looked at.
    components: usize,
}

impl StateDigest {
    pub(super) fn of(core: &Core) -> Self {
        let mut digest = Self::empty();
        core.each_state_field(&mut digest);
        digest
    }

    fn empty() -> Self {
        Self {
            world: [0; StateField::ALL.len()],
            objects: [[0; StateField::OF_OBJECTS]; PLACES],
            used: 0,
            seen: 0,
            latest: None,
            components: 0,
        }
    }

    /// Writes in what it differs from an earlier one: most of a state is as it was a second before. `None`: it is written as a whole.
    pub(super) fn write(&self, earlier: Option<&Self>, bytes: &mut ByteWriter) {
        bytes.u8(u8::from(earlier.is_some()));
        let empty = Self::empty();
        let earlier = earlier.unwrap_or(&empty);
        let fields = self.fields();
        bytes.number(fields.len() as u64);
        let changed = |at: usize| fields[at] != earlier.fields()[at];
        bytes.number(mask(fields.len(), changed));
        let fields = (0..fields.len()).filter(|&at| changed(at));
        fields.for_each(|at| bytes.u8(self.fields()[at]));
        bytes.number(self.used ^ earlier.used);
        let places = || places_of(self.used | earlier.used);
        let changed = |place: usize, field: usize| {
            self.objects[place][field] != earlier.objects[place][field]
        };
        // Half a byte for each place: which of its fields.
        let masks =
            places().map(|place| mask(StateField::OF_OBJECTS, |field| changed(place, field)));
        let masks: Vec<_> = masks.collect();
        for pair in masks.chunks(2) {
            let [first, second] = [pair[0], pair.get(1).copied().unwrap_or(0)];
            bytes.u8((first | second << StateField::OF_OBJECTS).to_le_bytes()[0]);
        }
        for place in places() {
            let fields = (0..StateField::OF_OBJECTS).filter(|&field| changed(place, field));
            fields.for_each(|field| bytes.u8(self.objects[place][field]));
        }
    }

    /// Reads one that was written. `earlier`: the one before it.
    pub(super) fn read(
        earlier: Option<&Self>,
        bytes: &mut ByteReader<'_>,
    ) -> Result<Self, BadRecord> {
        let mut digest = match (bytes.u8()?, earlier) {
            (0, _) => Self::empty(),
            (1, Some(earlier)) => earlier.clone(),
            _ => return Err(BadRecord),
        };
        let fields = &mut digest.world[StateField::OF_OBJECTS..];
        if bytes.number()? != fields.len() as u64 {
            return Err(BadRecord);
        }
        let changed = bytes.number()?;
        if changed >> fields.len() != 0 {
            return Err(BadRecord);
        }
        for (at, field) in fields.iter_mut().enumerate() {
            if changed >> at & 1 == 1 {
                *field = bytes.u8()?;
            }
        }
        let before = digest.used;
        digest.used ^= bytes.number()?;
        let places: Vec<_> = places_of(digest.used | before).collect();
        let mut masks = Vec::new();
        for _ in places.chunks(2) {
            let pair = bytes.u8()?;
            masks.extend([pair, pair >> StateField::OF_OBJECTS]);
        }
        for (place, mask) in places.into_iter().zip(masks) {
            for (at, field) in digest.objects[place].iter_mut().enumerate() {
                if mask >> at & 1 == 1 {
                    *field = bytes.u8()?;
                }
            }
        }
        Ok(digest)
    }

    /// The bytes of the fields that the world has itself.
    fn fields(&self) -> &[u8] {
        &self.world[StateField::OF_OBJECTS..]
    }

    /// Whether a part of a state is another one than it was here, as far as a byte tells.
    pub(super) fn differs(&self, other: &Self, part: StateFieldId) -> bool {
        let field = part.field.index();
        match place_of(part) {
            Some(place) => self.objects[place][field] != other.objects[place][field],
            None => self.world[field] != other.world[field],
        }
    }

    /// Whether there are objects in a place of one of the two alone.
    pub(super) fn has_other_places(&self, other: &Self) -> bool {
        self.used != other.used
    }
}

/// The places of which a bit is set.
fn places_of(bits: u64) -> impl Iterator<Item = usize> {
    (0..PLACES).filter(move |place| bits >> place & 1 == 1)
}

/// A bit for each of the first numbers that passes a test, of which there are at most 64.
fn mask(count: usize, test: impl Fn(usize) -> bool) -> u64 {
    let bits = (0..count).map(|at| u64::from(test(at)) << at);
    bits.fold(0, |mask, bit| mask | bit)
}

impl StateVisitor for StateDigest {
    fn field(&mut self, part: StateFieldId, add: impl FnOnce(&mut Checksum)) {
        let field = part.field.index();
        let place = match place_of(part) {
            None => {
                self.components += usize::from(part.object.is_some());
                if part.object.is_some() && self.components > MAX_COMPONENTS {
                    return;
                }
                &mut self.world[field]
            }
            Some(place) => {
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
pub(super) struct PartSums(BTreeMap<StateFieldId, u64>);

impl PartSums {
    pub(super) fn of(core: &Core) -> Self {
        let mut sums = Self::default();
        core.each_state_field(&mut sums);
        sums
    }

    pub(super) fn parts(&self) -> impl Iterator<Item = StateFieldId> {
        self.0.keys().copied()
    }

    /// The parts that differ, or that one of the two has alone.
    pub(super) fn differences(&self, other: &Self) -> Vec<StateFieldId> {
        let mut parts: Vec<_> = self.0.keys().chain(other.0.keys()).copied().collect();
        parts.sort_unstable();
        parts.dedup();
        parts.retain(|part| self.0.get(part) != other.0.get(part));
        parts
    }
}

impl StateVisitor for PartSums {
    fn field(&mut self, part: StateFieldId, add: impl FnOnce(&mut Checksum)) {
        let mut sum = Checksum::new();
        let before = self.0.entry(part).or_default();
        // A part may come in several pieces.
        sum.u64(*before);
        add(&mut sum);
        *before = sum.finish();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Digests that have few bytes that differ, and few places.
    fn digests() -> impl Strategy<Value = Vec<StateDigest>> {
        let one = (
            proptest::collection::vec((0..StateField::ALL.len(), 0_u8..3), 0..6),
            proptest::collection::vec((0..PLACES, 0..StateField::OF_OBJECTS, any::<u8>()), 0..9),
        );
        proptest::collection::vec(one, 1..6).prop_map(|all| {
            let digests = all.into_iter().map(|(fields, objects)| {
                let mut digest = StateDigest::empty();
                for (field, byte) in fields {
                    digest.world[field.max(StateField::OF_OBJECTS)] = byte;
                }
                for (place, field, byte) in objects {
                    digest.objects[place][field] = byte;
                    digest.used |= 1 << place;
                }
                digest
            });
            digests.collect()
        })
    }

    proptest! {
        #[test]
        fn digests_are_read_as_they_were_written(digests in digests(), noise in any::<[u8; 40]>()) {
            for whole in [false, true] {
                let mut bytes = ByteWriter::default();
                let mut earlier = None;
                for digest in &digests {
                    digest.write(earlier.filter(|_| !whole), &mut bytes);
                    earlier = Some(digest);
                }
                let mut reader = ByteReader(&bytes.0);
                let mut earlier = None;
                for digest in &digests {
                    let read = StateDigest::read(earlier.as_ref(), &mut reader).ok();
                    prop_assert_eq!(read.as_ref(), Some(digest));
                    earlier = read;
                }
                prop_assert!(reader.is_empty());
            }
            // Any bytes at all: no panic.
            let _ = StateDigest::read(digests.first(), &mut ByteReader(&noise));
        }
    }

    #[test]
    fn what_is_as_it_was_takes_a_few_bytes() {
        let mut digest = StateDigest::empty();
        (digest.used, digest.objects) = (u64::MAX, [[7; 4]; PLACES]);
        let length = |earlier| {
            let mut bytes = ByteWriter::default();
            digest.write(earlier, &mut bytes);
            bytes.0.len()
        };
        assert!(
            length(Some(&digest)) <= 4 + PLACES / 2,
            "{}",
            length(Some(&digest))
        );
        assert!(length(None) > 4 * PLACES);
        let one = ByteReader(&[1, 0]);
        assert!(
            StateDigest::read(None, &mut { one }).is_err(),
            "there is none before"
        );
    }
}
