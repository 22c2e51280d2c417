//! Rewrites Tiled's compressed layers as lists of numbers.
//!
//! The crate `tiled` can decompress them, but without a limit: a few thousand bytes could fill all memory. It therefore
//! never sees a compressed layer.

use core::fmt::Write;
use std::io::Read;

use base64::Engine;
use base64::alphabet::STANDARD;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use flate2::read::{GzDecoder, ZlibDecoder};

/// Maximum size of all inflated layers of a file together: 64 MiB, or 16 million cells.
const MAX_INFLATED_BYTES: usize = 64 << 20;

/// Rewrites the compressed layers of an XML file as lists. The error names the fault and the remedy.
pub(super) fn without_compression(bytes: Vec<u8>) -> Result<Vec<u8>, String> {
    without_up_to(MAX_INFLATED_BYTES, bytes)
}

fn without_up_to(most: usize, bytes: Vec<u8>) -> Result<Vec<u8>, String> {
    const NAME: &[u8] = b"compression";
    if !bytes.windows(NAME.len()).any(|window| window == NAME) {
        return Ok(bytes);
    }
    let text = String::from_utf8(bytes).map_err(|_| "is not UTF-8".to_owned())?;
    let mut written = String::with_capacity(text.len());
    let (mut rest, mut left) = (text.as_str(), most);
    while let Some(at) = rest.find("<data") {
        let (before, element) = rest.split_at(at);
        written += before;
        let end = tag_end(element).ok_or("the start tag of an element `data` is not closed")?;
        let (tag, after) = element.split_at(end);
        let kind = super::guard::values(tag, "compression").next();
        rest = after;
        let Some(kind) = kind.filter(|kind| !kind.is_empty()) else {
            written += tag;
            continue;
        };
        if !["zlib", "gzip"].contains(&kind) {
            return Err(format!(
                "has layers compressed by {kind}: choose CSV or zlib as the map's tile layer format"
            ));
        }
        let (cells, after) = after
            .split_once('<')
            .ok_or("an element `data` has no end tag")?;
        if cells.trim().is_empty() {
            // The data consists of chunks, as in an infinite map, which `guard` rejects afterwards.
            written += tag;
            continue;
        }
        let packed = bytes_of(cells).ok_or("a layer is not valid base64")?;
        let cells = inflated(kind, &packed, left)?;
        left -= cells.len();
        written += "<data encoding=\"csv\">";
        put_list(&cells, &mut written);
        written.push('<');
        rest = after;
    }
    written += rest;
    Ok(written.into_bytes())
}

/// Returns the end of the tag at the start of a text: the index after the first `>` outside quotes.
fn tag_end(text: &str) -> Option<usize> {
    let mut open = None;
    for (at, byte) in text.bytes().enumerate() {
        match (open, byte) {
            (None, b'>') => return Some(at + 1),
            (None, b'"' | b'\'') => open = Some(byte),
            (Some(quote), _) if quote == byte => open = None,
            _ => {}
        }
    }
    None
}

fn inflated(kind: &str, packed: &[u8], most: usize) -> Result<Vec<u8>, String> {
    let reader: Box<dyn Read + '_> = match kind {
        "gzip" => Box::new(GzDecoder::new(packed)),
        _ => Box::new(ZlibDecoder::new(packed)),
    };
    let mut bytes = Vec::new();
    // Reads one byte beyond the limit, to detect too much data.
    let read = reader.take(most as u64 + 1).read_to_end(&mut bytes);
    read.map_err(|error| format!("a compressed layer is damaged: {error}"))?;
    if bytes.len() > most {
        return Err(format!(
            "has compressed layers of more than {MAX_INFLATED_BYTES} bytes"
        ));
    }
    Ok(bytes)
}

/// Writes cells as a list. A cell is a little-endian number of four bytes.
fn put_list(cells: &[u8], to: &mut String) {
    for (number, cell) in cells.chunks_exact(4).enumerate() {
        let comma = if number == 0 { "" } else { "," };
        let cell = u32::from_le_bytes([cell[0], cell[1], cell[2], cell[3]]);
        // Writing to a string cannot fail.
        let _ = write!(to, "{comma}{cell}");
    }
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
    let digits: Vec<u8> = text
        .bytes()
        .filter(|byte| !byte.is_ascii_whitespace())
        .collect();
    BASE64.decode(digits).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::Compression;
    use flate2::read::{GzEncoder, ZlibEncoder};

    fn packed(kind: &str, bytes: impl Read) -> String {
        let mut packed = Vec::new();
        let best = Compression::best();
        match kind {
            "gzip" => GzEncoder::new(bytes, best).read_to_end(&mut packed),
            _ => ZlibEncoder::new(bytes, best).read_to_end(&mut packed),
        }
        .expect("memory is written to");
        BASE64.encode(&packed)
    }

    fn read(text: &str) -> Result<String, String> {
        let bytes = without_compression(text.as_bytes().to_vec())?;
        Ok(String::from_utf8(bytes).expect("it was text"))
    }

    #[test]
    fn compressed_layers_become_lists_and_all_else_stays() {
        let cells: Vec<u8> = [1_u32, 0, 0x8000_0002].map(u32::to_le_bytes).concat();
        for kind in ["zlib", "gzip"] {
            let data = packed(kind, &cells[..]);
            let text = format!(
                "<a b='>'/><data encoding=\"base64\" compression=\"{kind}\">\n {data}\n</data>\
                 <data encoding='csv'>1,2</data>"
            );
            let expected = "<a b='>'/><data encoding=\"csv\">1,0,2147483650</data><data encoding='csv'>1,2</data>";
            assert_eq!(read(&text).as_deref(), Ok(expected));
        }
        let plain = "<data encoding=\"base64\" compression=\"\">AQAAAA==</data>";
        assert_eq!(read(plain).as_deref(), Ok(plain));
    }

    #[test]
    fn too_large_or_damaged_layers_are_rejected() {
        // A few hundred thousand characters would inflate to 128 MiB.
        for kind in ["zlib", "gzip"] {
            let bomb = packed(kind, std::io::repeat(0).take(1 << 27));
            assert!(bomb.len() < 400_000);
            let element = format!("<data compression=\"{kind}\">{bomb}</data>");
            let error = read(&element).unwrap_err();
            assert!(error.contains("more than 67108864 bytes"), "{error}");
        }
        // Two layers share the limit.
        let half = packed("zlib", std::io::repeat(0).take(60));
        let element = format!("<data compression=\"zlib\">{half}</data>");
        assert!(without_up_to(100, element.clone().into_bytes()).is_ok());
        assert!(without_up_to(100, element.repeat(2).into_bytes()).is_err());
        for (text, what) in [
            (
                "<data compression='zstd'>AAAA</data>",
                "by zstd: choose CSV or zlib",
            ),
            ("<data compression='zlib'>AAAA</data>", "damaged"),
            ("<data compression='gzip'>A?</data>", "base64"),
            ("<data compression='gzip'>A</data>", "base64"),
            ("<data compression='gzip'>AA==AA</data>", "base64"),
            ("<data compression='gzip'>AA", "`data` has no end tag"),
            ("<data compression='gzip", "is not closed"),
        ] {
            let error = read(text).unwrap_err();
            assert!(error.contains(what), "{text}: {error}");
        }
    }

    #[test]
    fn base64_may_lack_its_padding() {
        for (text, bytes) in [("TWE=", b"Ma".as_slice()), ("TWE", b"Ma"), ("TQ", b"M")] {
            assert_eq!(bytes_of(text).as_deref(), Some(bytes), "{text}");
        }
    }

    #[test]
    fn base64_may_have_white_space_anywhere() {
        assert_eq!(bytes_of(" TWFu TQ==\n"), Some(b"ManM".to_vec()));
    }
}
