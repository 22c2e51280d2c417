//! Binary format of a saved game: a header with versions and a checksum, then CBOR.

use ciborium::Value;

use super::error::SaveError;
use crate::base::checksum::ChecksumWriter;

/// First bytes of a saved game. As in PNG, they are not text, and reveal transfers that changed line feeds.
const MAGIC: [u8; 8] = *b"\x89DMS\r\n\x1a\n";

/// Version of the layout. 1 is the only one so far.
const LAYOUT: u32 = 1;

/// Size of the header: magic number, layout, game version, checksum.
const HEADER: usize = 8 + 4 + 4 + 8;

/// Returns the bytes of a saved game. `version` is the game's version.
pub(super) fn write(version: u32, content: &Value) -> Result<Vec<u8>, SaveError> {
    let mut body = Vec::new();
    ciborium::into_writer(content, &mut body).map_err(|error| SaveError::Entry {
        name: "game".to_owned(),
        message: error.to_string(),
    })?;
    let mut bytes = MAGIC.to_vec();
    bytes.extend(LAYOUT.to_le_bytes());
    bytes.extend(version.to_le_bytes());
    bytes.extend(sum(version, &body).to_le_bytes());
    bytes.extend(body);
    Ok(bytes)
}

/// Returns the content of a saved game, and the version of the game that saved it.
pub(super) fn read(bytes: &[u8]) -> Result<(u32, Value), SaveError> {
    if !bytes.starts_with(&MAGIC) {
        return Err(SaveError::NotASave);
    }
    let (header, body) = bytes.split_at_checked(HEADER).ok_or(SaveError::Damaged)?;
    let layout = number(&header[8..12]);
    if layout > LAYOUT {
        return Err(SaveError::Newer {
            of: "engine",
            save: layout,
            here: LAYOUT,
        });
    }
    let version = number(&header[12..16]);
    if layout != LAYOUT || header[16..] != sum(version, body).to_le_bytes() {
        return Err(SaveError::Damaged);
    }
    let content = ciborium::from_reader(body).map_err(|_| SaveError::Damaged)?;
    Ok((version, content))
}

fn number(bytes: &[u8]) -> u32 {
    bytes
        .iter()
        .rev()
        .fold(0, |number, &byte| number << 8 | u32::from(byte))
}

fn sum(version: u32, body: &[u8]) -> u64 {
    let mut sum = ChecksumWriter::new();
    sum.u32(version);
    sum.bytes(body);
    sum.finish()
}
