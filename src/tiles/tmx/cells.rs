//! Reads the cells of a layer or chunk: lists of numbers, or base64, perhaps compressed.

use std::io::{BufReader, ErrorKind, Read};

use base64::Engine;
use base64::alphabet::STANDARD;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use flate2::read::{GzDecoder, ZlibDecoder};
use ruzstd::decoding::StreamingDecoder;

use super::memory::MapMemory;
use super::node::MapNode;

/// Largest window for decompressing a layer by zstd, in bytes. Zstd's levels up to 19 need no more.
const MAX_ZSTD_WINDOW: usize = 8 << 20;
/// Memory for such a window: the decoder's buffer grows to twice its size, and is copied then.
const ZSTD_BYTES: usize = MAX_ZSTD_WINDOW * 3;

/// Calls `put` with each cell of a layer, row by row. `data` has the encoding; the cells are in `cells`, which is the
/// same element or a chunk of it. `count` is the number of cells that the size requires.
pub(super) fn read(
    data: &MapNode,
    cells: &MapNode,
    count: usize,
    memory: &MapMemory,
    put: impl FnMut(u32) -> Result<(), String>,
) -> Result<(), String> {
    let found = match data.filled("encoding") {
        None | Some("csv") => from_list(&cells.text, count, put)?,
        Some("base64") => {
            let compression = data.filled("compression");
            let window = if compression == Some("zstd") {
                ZSTD_BYTES
            } else {
                0
            };
            // Memory for a copy of the text without white space, the decoded bytes and the window of zstd.
            let needed = cells.text.len() * 2 + window;
            memory.take(needed)?;
            let found = from_base64(&cells.text, compression, count, put)?;
            memory.give_back(needed);
            found
        }
        Some(other) => {
            return Err(format!(
                "has layers in the encoding `{other:.40}`: choose CSV as the map's tile layer format"
            ));
        }
    };
    match found == count {
        true => Ok(()),
        false => Err(cells.fault(format!(
            "a layer has {} cells than its width and height require: expected {count}",
            if found < count { "fewer" } else { "more" }
        ))),
    }
}

/// Reads numbers between commas. Returns how many there are, up to one more than `count`.
fn from_list(
    text: &str,
    count: usize,
    mut put: impl FnMut(u32) -> Result<(), String>,
) -> Result<usize, String> {
    let mut found = 0;
    let cells = text
        .split(',')
        .map(str::trim)
        .filter(|cell| !cell.is_empty());
    for cell in cells.take(count + 1) {
        let number = cell.parse();
        let number = number.map_err(|_| {
            format!("a layer has the cell \"{cell:.40}\": expected whole numbers between commas")
        })?;
        if found < count {
            put(number)?;
        }
        found += 1;
    }
    Ok(found)
}

/// Reads little-endian numbers of four bytes. Returns how many there are, up to one more than `count`.
fn from_base64(
    text: &str,
    compression: Option<&str>,
    count: usize,
    mut put: impl FnMut(u32) -> Result<(), String>,
) -> Result<usize, String> {
    let known = [None, Some("zlib"), Some("gzip"), Some("zstd")];
    if !known.contains(&compression) {
        let kind = compression.unwrap_or_default();
        return Err(format!(
            "has layers compressed by `{kind:.40}`: choose CSV as the map's tile layer format"
        ));
    }
    let bytes = bytes_of(text).ok_or("a layer is not valid base64")?;
    let damaged =
        |error: &dyn core::fmt::Display| format!("a compressed layer is damaged: {error}");
    let reader: Box<dyn Read + '_> = match compression {
        Some("zlib") => Box::new(ZlibDecoder::new(&*bytes)),
        Some("gzip") => Box::new(GzDecoder::new(&*bytes)),
        Some("zstd") => {
            let decoder =
                StreamingDecoder::new_with_max_window_size(&*bytes, MAX_ZSTD_WINDOW as u64);
            Box::new(decoder.map_err(|error| damaged(&error))?)
        }
        _ => Box::new(&*bytes),
    };
    let mut reader = BufReader::new(reader);
    for found in 0..=count {
        let mut cell = [0; 4];
        match reader.read_exact(&mut cell) {
            Ok(()) if found < count => put(u32::from_le_bytes(cell))?,
            Ok(()) => {}
            Err(error) if error.kind() == ErrorKind::UnexpectedEof => return Ok(found),
            Err(error) => return Err(damaged(&error)),
        }
    }
    Ok(count + 1)
}

/// Accepts missing padding at the end, and ignores unused bits.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &STANDARD,
    GeneralPurposeConfig::new()
        .with_decode_padding_mode(DecodePaddingMode::Indifferent)
        .with_decode_allow_trailing_bits(true),
);

/// Decodes base64 (RFC 4648) with white space anywhere. `None` if it is invalid.
fn bytes_of(text: &str) -> Option<Vec<u8>> {
    let mut digits = Vec::with_capacity(text.len());
    digits.extend(text.bytes().filter(|byte| !byte.is_ascii_whitespace()));
    BASE64.decode(digits).ok()
}

#[cfg(test)]
mod tests;
