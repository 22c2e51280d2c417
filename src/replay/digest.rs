//! Compares the states of two runs: by digests of a few bytes, which recordings contain, or by checksums of all fields.

use std::collections::BTreeMap;

use crate::base::checksum::ChecksumWriter;
use crate::files::bytes::{BadRecord, ByteReader, ByteWriter};
use crate::world::{Core, StateField, StateFieldId, StateVisitor};

/// Number of buckets. An object's bucket is its slot's number modulo this number, so that up to 64 slots have a bucket
/// each.
const BUCKETS: usize = 64;
/// A written digest has a mask of four bits for each bucket, one for each field of objects. Two buckets share a byte.
const _: () = assert!(StateField::OF_OBJECTS == 4);
/// Maximum number of objects in a digest, in act order. Bounds the time of a checkpoint.
const MAX_OBJECTS: usize = 10_000;

/// Maximum number of components in a digest. Bounds the time of a checkpoint, too.
const MAX_COMPONENTS: usize = 100_000;

/// Returns the bucket of the object that has a field. `None` for fields of the world, and for components, which share
/// one byte for all objects.
pub(super) fn bucket_of(id: StateFieldId) -> Option<usize> {
    let is_grouped = id.field.index() < StateField::OF_OBJECTS;
    let object = id.object.filter(|_| is_grouped)?;
    Some(object.slot() % BUCKETS)
}

/// One byte for each field of a state. Objects in one bucket share their bytes.
///
/// Checksums show whether two states differ; a digest only shows where. One byte is enough for that: it misses a
/// difference in one of 256 cases.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct StateDigest {
    world: [u8; StateField::COUNT],
    /// Bytes of the objects' fields, by bucket, then by field.
    objects: [[u8; StateField::OF_OBJECTS]; BUCKETS],
    /// One bit for each bucket that has objects.
    used: u64,
    /// Number of objects visited so far, and the object field that was visited last.
    seen: usize,
    latest: Option<StateFieldId>,
    /// Number of components visited so far.
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
            world: [0; StateField::COUNT],
            objects: [[0; StateField::OF_OBJECTS]; BUCKETS],
            used: 0,
            seen: 0,
            latest: None,
            components: 0,
        }
    }

    /// Writes the bytes that differ from an earlier digest, because most of a state stays the same between two
    /// checkpoints. With `None`, writes the whole digest.
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
        let buckets = || buckets_of(self.used | earlier.used);
        let changed = |bucket: usize, field: usize| {
            self.objects[bucket][field] != earlier.objects[bucket][field]
        };
        // Each bucket has a mask of its changed fields, which takes half a byte.
        let masks =
            buckets().map(|bucket| mask(StateField::OF_OBJECTS, |field| changed(bucket, field)));
        let masks: Vec<_> = masks.collect();
        for pair in masks.chunks(2) {
            let [first, second] = [pair[0], pair.get(1).copied().unwrap_or(0)];
            bytes.u8((first | second << StateField::OF_OBJECTS).to_le_bytes()[0]);
        }
        for bucket in buckets() {
            let fields = (0..StateField::OF_OBJECTS).filter(|&field| changed(bucket, field));
            fields.for_each(|field| bytes.u8(self.objects[bucket][field]));
        }
    }

    /// Reads a digest. `earlier` is the digest before it.
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
        // Recordings of older versions lack the latest fields.
        let count = usize::try_from(bytes.number()?).map_err(|_| BadRecord)?;
        let (fields, missing) = fields.split_at_mut_checked(count).ok_or(BadRecord)?;
        missing.fill(next_byte(0, |_| ()));
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
        let buckets: Vec<_> = buckets_of(digest.used | before).collect();
        let mut masks = Vec::new();
        for _ in buckets.chunks(2) {
            let pair = bytes.u8()?;
            masks.extend([pair, pair >> StateField::OF_OBJECTS]);
        }
        for (bucket, mask) in buckets.into_iter().zip(masks) {
            for (at, field) in digest.objects[bucket].iter_mut().enumerate() {
                if mask >> at & 1 == 1 {
                    *field = bytes.u8()?;
                }
            }
        }
        Ok(digest)
    }

    /// Returns the bytes of the world's own fields.
    fn fields(&self) -> &[u8] {
        &self.world[StateField::OF_OBJECTS..]
    }

    /// Returns whether the bytes of a field differ. Objects in one bucket share their bytes.
    pub(super) fn differs(&self, other: &Self, id: StateFieldId) -> bool {
        let field = id.field.index();
        match bucket_of(id) {
            Some(bucket) => self.objects[bucket][field] != other.objects[bucket][field],
            None => self.world[field] != other.world[field],
        }
    }

    /// Returns whether a bucket has objects in only one of the two digests.
    pub(super) fn has_other_buckets(&self, other: &Self) -> bool {
        self.used != other.used
    }
}

/// Returns the buckets whose bits are set.
fn buckets_of(bits: u64) -> impl Iterator<Item = usize> {
    (0..BUCKETS).filter(move |bucket| bits >> bucket & 1 == 1)
}

/// Returns a mask whose bit `at` is set if `test(at)` is true, for each `at` below `count`. `count` is at most 64.
fn mask(count: usize, test: impl Fn(usize) -> bool) -> u64 {
    let bits = (0..count).map(|at| u64::from(test(at)) << at);
    bits.fold(0, |mask, bit| mask | bit)
}

impl StateVisitor for StateDigest {
    fn field(&mut self, id: StateFieldId, add: impl FnOnce(&mut ChecksumWriter)) {
        let field = id.field.index();
        let bucket = match bucket_of(id) {
            None => {
                self.components += usize::from(id.object.is_some());
                if id.object.is_some() && self.components > MAX_COMPONENTS {
                    return;
                }
                &mut self.world[field]
            }
            Some(bucket) => {
                if self.latest.is_none_or(|latest| latest.object != id.object) {
                    self.seen += 1;
                }
                self.latest = Some(id);
                if self.seen > MAX_OBJECTS {
                    return;
                }
                self.used |= 1 << bucket;
                &mut self.objects[bucket][field]
            }
        };
        *bucket = next_byte(*bucket, add);
    }
}

/// Returns the byte of a field after one more piece of it.
fn next_byte(before: u8, add: impl FnOnce(&mut ChecksumWriter)) -> u8 {
    let mut sum = ChecksumWriter::new();
    sum.u8(before);
    add(&mut sum);
    sum.finish().to_le_bytes()[0]
}

/// Checksum of each field of a state.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct FieldSums(BTreeMap<StateFieldId, u64>);

impl FieldSums {
    pub(super) fn of(core: &Core) -> Self {
        let mut sums = Self::default();
        core.each_state_field(&mut sums);
        sums
    }

    pub(super) fn fields(&self) -> impl Iterator<Item = StateFieldId> {
        self.0.keys().copied()
    }

    /// Returns the fields that differ, and those that only one of the two has.
    pub(super) fn differences(&self, other: &Self) -> Vec<StateFieldId> {
        let mut fields: Vec<_> = self.0.keys().chain(other.0.keys()).copied().collect();
        fields.sort_unstable();
        fields.dedup();
        fields.retain(|id| self.0.get(id) != other.0.get(id));
        fields
    }
}

impl StateVisitor for FieldSums {
    fn field(&mut self, id: StateFieldId, add: impl FnOnce(&mut ChecksumWriter)) {
        let mut sum = ChecksumWriter::new();
        let before = self.0.entry(id).or_default();
        // A field may be visited in several pieces, so its checksum continues from the earlier ones.
        sum.u64(*before);
        add(&mut sum);
        *before = sum.finish();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Generates digests with few buckets, which differ in few bytes.
    fn digests() -> impl Strategy<Value = Vec<StateDigest>> {
        let one = (
            proptest::collection::vec((0..StateField::COUNT, 0_u8..3), 0..6),
            proptest::collection::vec((0..BUCKETS, 0..StateField::OF_OBJECTS, any::<u8>()), 0..9),
        );
        proptest::collection::vec(one, 1..6).prop_map(|all| {
            let digests = all.into_iter().map(|(fields, objects)| {
                let mut digest = StateDigest::empty();
                for (field, byte) in fields {
                    digest.world[field.max(StateField::OF_OBJECTS)] = byte;
                }
                for (bucket, field, byte) in objects {
                    digest.objects[bucket][field] = byte;
                    digest.used |= 1 << bucket;
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
            // Arbitrary bytes must not make the reader panic.
            let _ = StateDigest::read(digests.first(), &mut ByteReader(&noise));
        }
    }

    #[test]
    fn every_piece_of_a_field_changes_its_sum() {
        let id = StateFieldId {
            object: None,
            field: StateField::Ids,
            type_name: None,
        };
        let of = |pieces: [u8; 2]| {
            let mut sums = FieldSums::default();
            for piece in pieces {
                sums.field(id, |sum| sum.u8(piece));
            }
            sums
        };
        assert_eq!(of([1, 2]).differences(&of([1, 2])), []);
        assert_eq!(of([1, 2]).differences(&of([3, 2])), [id]);
        assert_eq!(of([1, 2]).differences(&of([1, 3])), [id]);
    }

    #[test]
    fn a_bucket_of_one_digest_alone_is_noticed() {
        let mut one = StateDigest::empty();
        let other = one.clone();
        assert!(!one.has_other_buckets(&other));
        one.used |= 1 << 5;
        assert!(one.has_other_buckets(&other));
    }

    #[test]
    fn what_is_as_it_was_takes_a_few_bytes() {
        let mut digest = StateDigest::empty();
        (digest.used, digest.objects) = (u64::MAX, [[7; 4]; BUCKETS]);
        let length = |earlier| {
            let mut bytes = ByteWriter::default();
            digest.write(earlier, &mut bytes);
            bytes.0.len()
        };
        assert!(
            length(Some(&digest)) <= 4 + BUCKETS / 2,
            "{}",
            length(Some(&digest))
        );
        assert!(length(None) > 4 * BUCKETS);
        let one = ByteReader(&[1, 0]);
        assert!(
            StateDigest::read(None, &mut { one }).is_err(),
            "there is none before"
        );
    }
}
