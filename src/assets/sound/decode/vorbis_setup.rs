//! A check of a Vorbis setup header before lewton reads it.
//!
//! lewton allocates what the header asks for: up to 4 TiB. A failed allocation cannot be caught.
//!
//! Source of the layout: the Vorbis I specification, section 3.2.1.

use super::error::DecodeFault;

/// Largest number of values in all codebooks. Encoders need less than a tenth.
const MAX_VALUES: u64 = 1 << 21;

/// Refuses a setup header whose codebooks are too large. Does not find other faults.
pub(super) fn check_size(setup: &[u8]) -> Result<(), DecodeFault> {
    let mut bits = Bits::new(setup.get(7..).unwrap_or_default());
    let mut values = 0;
    let count = bits.read(8).unwrap_or_default() + 1;
    for _ in 0..count {
        // The decoder reports a header that ends early.
        let Some(size) = read_codebook(&mut bits, MAX_VALUES - values) else {
            return Ok(());
        };
        values += size;
        if values > MAX_VALUES {
            return Err(DecodeFault::damaged(
                "its headers are wrong: the codebooks are too large",
            ));
        }
    }
    Ok(())
}

/// Skips a codebook. Returns its number of values, or if they are more than `limit`, any number above it.
fn read_codebook(bits: &mut Bits<'_>, limit: u64) -> Option<u64> {
    bits.read(24)?;
    let dimensions = bits.read(16)?;
    let entries = bits.read(24)?;
    let values = entries * dimensions.max(1);
    if values > limit {
        return Some(values);
    }
    skip_lengths(bits, entries)?;
    let lookup = bits.read(4)?;
    if lookup != 0 {
        bits.read(32)?;
        bits.read(32)?;
        let width = bits.read(4)? + 1;
        bits.read(1)?;
        let count = if lookup == 1 {
            root(entries, dimensions)
        } else {
            values
        };
        bits.skip(count * width);
    }
    Some(values)
}

/// Skips the lengths of a codebook's words.
fn skip_lengths(bits: &mut Bits<'_>, entries: u64) -> Option<()> {
    if bits.read(1)? == 1 {
        bits.read(5)?;
        let mut done = 0;
        while done < entries {
            let width = u64::BITS - (entries - done).leading_zeros();
            done += bits.read(width)?;
        }
    } else if bits.read(1)? == 1 {
        for _ in 0..entries {
            if bits.read(1)? == 1 {
                bits.skip(5);
            }
        }
    } else {
        bits.skip(entries * 5);
    }
    Some(())
}

/// Returns the largest number whose power of `dimensions` is at most `entries`.
fn root(entries: u64, dimensions: u64) -> u64 {
    let fits = |base: &u64| {
        let mut power = 1u64;
        (0..dimensions).all(|_| {
            power = power.saturating_mul(*base);
            power <= entries
        })
    };
    (1..=entries).take_while(fits).last().unwrap_or_default()
}

/// Reads bits, beginning with the lowest one of each byte.
struct Bits<'a> {
    bytes: &'a [u8],
    position: u64,
}

impl<'a> Bits<'a> {
    fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, position: 0 }
    }

    fn read(&mut self, count: u32) -> Option<u64> {
        let mut value = 0;
        for bit in 0..count {
            let byte = self.bytes.get(usize::try_from(self.position / 8).ok()?)?;
            value |= u64::from(*byte >> (self.position % 8) & 1) << bit;
            self.position += 1;
        }
        Some(value)
    }

    fn skip(&mut self, count: u64) {
        self.position += count;
    }
}

#[cfg(test)]
mod tests;
