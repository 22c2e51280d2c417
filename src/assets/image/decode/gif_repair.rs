//! Repairs of GIF files that viewers play although the decoder would refuse them.

use crate::assets::animation::Repeat;

const EXTENSION: u8 = 0x21;
const IMAGE: u8 = 0x2c;
const TRAILER: u8 = 0x3b;
const APPLICATION: u8 = 0xff;

/// Length of the header and the screen descriptor, before the global palette.
const HEADER_BYTES: usize = 13;

/// Width and height in the screen descriptor, each in two bytes.
const SCREEN: core::ops::Range<usize> = 6..10;

/// A file as the decoder reads it.
pub(super) struct RepairedGif {
    pub(super) bytes: Vec<u8>,
    /// How often it plays.
    pub(super) repeat: Repeat,
    /// Number of its whole frames.
    pub(super) frames: usize,
    /// Whether the header is whole, and a trailer or the end of the file follows the last whole block.
    pub(super) is_whole: bool,
}

/// Returns the file as the decoder reads it.
///
/// Extensions of unknown kinds are left out, as the standard demands. A missing trailer is added. A screen without width
/// or height gets the size of the first frame, and such a frame the screen's size, as in browsers. The rest is copied,
/// so that the decoder reports other faults.
pub(super) fn repaired(file: &[u8]) -> RepairedGif {
    let (mut repeat, mut frames) = (Repeat::Once, 0);
    let palette = file.get(10).map_or(0, |flags| palette_bytes(*flags));
    let start = HEADER_BYTES + palette;
    let (head, mut rest) = file.split_at(start.min(file.len()));
    let mut out = Vec::with_capacity(file.len() + 1);
    out.extend_from_slice(head);
    while let Some(length) = block_bytes(rest) {
        let (block, behind) = rest.split_at(length);
        rest = behind;
        repeat = rounds(block).unwrap_or(repeat);
        match *block {
            // The known kinds are plain text, graphic control, comment and application.
            [EXTENSION, 0x01 | 0xf9 | 0xfe | APPLICATION, ..] => out.extend_from_slice(block),
            [EXTENSION, ..] => {}
            _ => {
                frames += 1;
                let at = out.len();
                out.extend_from_slice(block);
                if has_no_area(&out[SCREEN]) {
                    out[SCREEN].copy_from_slice(&block[5..9]);
                }
                if has_no_area(&block[5..9]) {
                    out.copy_within(SCREEN, at + 5);
                }
            }
        }
    }
    let is_whole = head.len() == start && matches!(rest, [] | [TRAILER, ..]);
    match rest {
        [] => out.push(TRAILER),
        rest => out.extend_from_slice(rest),
    }
    RepairedGif {
        bytes: out,
        repeat,
        frames,
        is_whole,
    }
}

/// Returns the length of the extension or image at the start of `rest`. `None` for other bytes, and if it is cut short.
fn block_bytes(rest: &[u8]) -> Option<usize> {
    let start = match *rest.first()? {
        EXTENSION => 2,
        IMAGE => 11 + palette_bytes(*rest.get(9)?),
        _ => return None,
    };
    let mut end = start;
    // Sub-blocks begin with their length. The last one is empty.
    loop {
        let length = usize::from(*rest.get(end)?);
        end += 1 + length;
        if length == 0 {
            return Some(end);
        }
    }
}

/// Returns whether a width or a height, each in two bytes, is 0.
fn has_no_area(sides: &[u8]) -> bool {
    sides.chunks_exact(2).any(|side| side == [0; 2])
}

/// Returns the bytes of the palette that the flags of a descriptor announce.
fn palette_bytes(flags: u8) -> usize {
    match flags & 0x80 {
        0 => 0,
        _ => 3 << ((flags & 7) + 1),
    }
}

/// Returns how often the file plays, if the block is a loop block: 0 repetitions mean an endless loop.
fn rounds(block: &[u8]) -> Option<Repeat> {
    let name = block.strip_prefix(&[EXTENSION, APPLICATION, 11])?;
    let data = name
        .strip_prefix(b"NETSCAPE2.0")
        .or_else(|| name.strip_prefix(b"ANIMEXTS1.0"))?;
    // Programs may write other sub-blocks first, such as the one for buffering.
    let mut rest = data;
    while let [length, after @ ..] = rest
        && *length > 0
    {
        if let [3, 1, low, high, ..] = *rest {
            return Some(match u16::from_le_bytes([low, high]) {
                0 => Repeat::Loop,
                more => Repeat::Times(u32::from(more) + 1),
            });
        }
        rest = after.get(usize::from(*length)..)?;
    }
    None
}
