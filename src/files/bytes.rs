//! Compact binary encoding of numbers and texts.

use glam::Vec2;

/// A record has impossible content: the file is damaged, or this engine did not write it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BadRecord;

/// Appends values to a byte buffer.
#[derive(Clone, Debug, Default)]
pub(crate) struct ByteWriter(pub(crate) Vec<u8>);

impl ByteWriter {
    pub(crate) fn u8(&mut self, value: u8) {
        self.0.push(value);
    }

    /// Writes an unsigned LEB128 number: seven bits per byte, lowest first. Small numbers take one byte.
    pub(crate) fn number(&mut self, mut value: u64) {
        while value >= 0x80 {
            self.0.push(value.to_le_bytes()[0] | 0x80);
            value >>= 7;
        }
        self.0.push(value.to_le_bytes()[0]);
    }

    pub(crate) fn u64(&mut self, value: u64) {
        self.0.extend(value.to_le_bytes());
    }

    /// Writes the exact bits, so that a replay reads the same number.
    pub(crate) fn f32(&mut self, value: f32) {
        self.0.extend(value.to_bits().to_le_bytes());
    }

    pub(crate) fn vec2(&mut self, value: Vec2) {
        self.f32(value.x);
        self.f32(value.y);
    }

    pub(crate) fn bytes(&mut self, value: &[u8]) {
        self.number(value.len() as u64);
        self.0.extend(value);
    }

    pub(crate) fn text(&mut self, value: &str) {
        self.bytes(value.as_bytes());
    }
}

/// Reads values from the start of a byte slice.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ByteReader<'a>(pub(crate) &'a [u8]);

impl<'a> ByteReader<'a> {
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn take(&mut self, count: usize) -> Result<&'a [u8], BadRecord> {
        let (taken, rest) = self.0.split_at_checked(count).ok_or(BadRecord)?;
        self.0 = rest;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], BadRecord> {
        self.take(N)?.try_into().map_err(|_| BadRecord)
    }

    pub(crate) fn u8(&mut self) -> Result<u8, BadRecord> {
        Ok(self.array::<1>()?[0])
    }

    pub(crate) fn number(&mut self) -> Result<u64, BadRecord> {
        let mut value = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.u8()?;
            let bits = u64::from(byte & 0x7f);
            // Only the lowest bit of the tenth byte fits into the number.
            if bits << shift >> shift != bits {
                return Err(BadRecord);
            }
            value |= bits << shift;
            if byte < 0x80 {
                return Ok(value);
            }
        }
        Err(BadRecord)
    }

    /// Reads a number and checks it against the range of `T`.
    pub(crate) fn within<T: TryFrom<u64>>(&mut self) -> Result<T, BadRecord> {
        T::try_from(self.number()?).map_err(|_| BadRecord)
    }

    pub(crate) fn u64(&mut self) -> Result<u64, BadRecord> {
        Ok(u64::from_le_bytes(self.array()?))
    }

    pub(crate) fn f32(&mut self) -> Result<f32, BadRecord> {
        Ok(f32::from_bits(u32::from_le_bytes(self.array()?)))
    }

    pub(crate) fn vec2(&mut self) -> Result<Vec2, BadRecord> {
        Ok(Vec2::new(self.f32()?, self.f32()?))
    }

    pub(crate) fn text(&mut self) -> Result<String, BadRecord> {
        String::from_utf8(self.bytes()?.to_vec()).map_err(|_| BadRecord)
    }

    pub(crate) fn bytes(&mut self) -> Result<&'a [u8], BadRecord> {
        let length = self.within()?;
        self.take(length)
    }

    /// Reads a count of items of at least one byte each. Rejects a count above the remaining bytes.
    pub(crate) fn count(&mut self) -> Result<usize, BadRecord> {
        let count = self.within()?;
        if count > self.0.len() {
            return Err(BadRecord);
        }
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn values_are_read_as_they_were_written(
            number: u64, small in 0..300_u64, bits: u32, text in ".{0,20}", byte: u8,
        ) {
            let mut bytes = ByteWriter::default();
            bytes.number(number);
            bytes.number(small);
            bytes.f32(f32::from_bits(bits));
            bytes.text(&text);
            bytes.u8(byte);
            bytes.u64(number);
            let mut reader = ByteReader(&bytes.0);
            prop_assert_eq!(reader.number(), Ok(number));
            prop_assert_eq!(reader.number(), Ok(small));
            prop_assert_eq!(reader.f32().map(f32::to_bits), Ok(bits));
            prop_assert_eq!(reader.text(), Ok(text));
            prop_assert_eq!(reader.u8(), Ok(byte));
            prop_assert_eq!(reader.u64(), Ok(number));
            prop_assert!(reader.is_empty());
            prop_assert_eq!(reader.u8(), Err(BadRecord));
        }

        #[test]
        fn any_bytes_are_read_without_a_panic(bytes: Vec<u8>) {
            let mut reader = ByteReader(&bytes);
            while reader.text().is_ok() && reader.number().is_ok() && reader.count().is_ok() {}
            prop_assert!(reader.0.len() <= bytes.len());
        }
    }

    #[test]
    fn numbers_beyond_64_bits_are_rejected() {
        let mut most = ByteWriter::default();
        most.number(u64::MAX);
        assert_eq!(ByteReader(&most.0).number(), Ok(u64::MAX));
        let more = [[0xff; 9].as_slice(), &[2]].concat();
        assert_eq!(ByteReader(&more).number(), Err(BadRecord));
    }
}
