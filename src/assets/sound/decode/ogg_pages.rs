//! The pages of Ogg files. Source: RFC 3533.

use super::packet_bytes::FilePieces;

/// Bytes of a page before the lengths of its segments.
const HEADER: usize = 27;

/// A page in a file.
struct OggPage {
    serial: u32,
    /// Position of its body, and its length.
    body: usize,
    length: usize,
}

/// Returns the first page at `from` or behind it.
fn next_page(file: &[u8], from: usize) -> Option<OggPage> {
    let rest = file.get(from..)?;
    let start = from + rest.windows(4).position(|bytes| bytes == b"OggS")?;
    let header = file.get(start..)?;
    let count = usize::from(*header.get(HEADER - 1)?);
    let segments = header.get(HEADER..HEADER + count)?;
    Some(OggPage {
        serial: u32::from_le_bytes(*header[14..].first_chunk()?),
        body: start + HEADER + count,
        length: segments.iter().map(|length| usize::from(*length)).sum(),
    })
}

/// Returns where the bytes of a stream's packets are in the file. `packets` are these bytes, without the first packets of
/// the stream, its headers. `None` if other bytes are there, as in a file with bytes between its pages.
pub(super) fn pieces(file: &[u8], serial: u32, packets: &[u8]) -> Option<FilePieces> {
    let mut bodies = Vec::new();
    let mut end = 0;
    while let Some(page) = next_page(file, end) {
        end = page.body + page.length;
        if page.serial == serial {
            bodies.push(page.body..end);
        }
    }
    let total: usize = bodies.iter().map(ExactSizeIterator::len).sum();
    let mut headers = total.checked_sub(packets.len())?;
    let mut pieces = FilePieces::default();
    let mut rest = packets;
    for mut body in bodies {
        let skipped = headers.min(body.len());
        headers -= skipped;
        body.start += skipped;
        let (piece, later) = rest.split_at_checked(body.len())?;
        if file.get(body.clone())? != piece {
            return None;
        }
        pieces.push(packets.len() - rest.len(), body.start)?;
        rest = later;
    }
    Some(pieces)
}

/// Returns whether the last page of a stream is whole, and says that it is the last one. That page may have no packet.
pub(super) fn has_end(file: &[u8], serial: u32) -> bool {
    const LAST: u8 = 4;
    let mut rest = file;
    while let Some(start) = rest.windows(4).rposition(|bytes| bytes == b"OggS") {
        let page = &file[start..];
        rest = &rest[..start];
        let Some(&[_, _, _, _, _, flags, .., count]) = page.first_chunk::<HEADER>() else {
            continue;
        };
        if page[14..18] == serial.to_le_bytes() {
            let segments = page[HEADER..].iter().take(usize::from(count));
            let body: usize = segments.map(|length| usize::from(*length)).sum();
            return flags & LAST != 0 && HEADER + usize::from(count) + body <= page.len();
        }
    }
    false
}
