//! FLAC files, by the crate claxon.
//!
//! Source of the layout: RFC 9639.

use std::io::{Cursor, ErrorKind};

use claxon::frame::FrameReader;

use super::error::DecodeFault;
use super::packet_bytes::{FilePieces, PacketBytes};
use super::packets::Packets;
use super::{Codec, Decoder, Opened, id3_length};

/// The block STREAMINFO.
#[derive(Clone, Copy, Debug)]
pub(super) struct FlacLayout {
    rate: u32,
    channels: u32,
    bits: u32,
    /// Number of frames. 0 if the encoder did not know it.
    frames: u64,
}

/// Decodes a FLAC file once, to list its packets: neither a table nor a packet itself contains a packet's length.
pub(super) fn open(bytes: Vec<u8>) -> Result<Opened, DecodeFault> {
    let (layout, mut position) = read_blocks(&bytes)?;
    let channels = layout.channels as usize;
    let mut packets = Packets::new(0);
    let mut buffer = Vec::new();
    while layout.frames == 0 || packets.total() < layout.frames {
        let Some((block, length)) = read_block(&bytes[position..], buffer)? else {
            break;
        };
        if block.channels() != layout.channels {
            return Err(DecodeFault::unsupported("its number of channels changes"));
        }
        packets.push(position, length, u64::from(block.duration()))?;
        position += length;
        buffer = block.into_buffer();
    }
    if packets.total() < layout.frames {
        return Err(DecodeFault::cut());
    }
    let length = if layout.frames == 0 {
        packets.total()
    } else {
        layout.frames
    };
    Ok(Opened {
        bytes: PacketBytes::Memory(bytes),
        pieces: Some(FilePieces::whole()),
        packets,
        length,
        channels,
        rate: layout.rate,
        codec: Codec::Flac(layout),
    })
}

/// Reads the blocks before the first packet: returns the layout, and the position of the packet.
fn read_blocks(bytes: &[u8]) -> Result<(FlacLayout, usize), DecodeFault> {
    const STREAMINFO: u8 = 0;
    const LAST: u8 = 0x80;
    let mut position = id3_length(bytes) + b"fLaC".len();
    let mut layout = None;
    loop {
        let header = bytes.get(position..).and_then(<[u8]>::first_chunk);
        let &[kind, a, b, c] = header.ok_or_else(DecodeFault::cut)?;
        let start = position + 4;
        position = start + u32::from_be_bytes([0, a, b, c]) as usize;
        let block = bytes.get(start..position).ok_or_else(DecodeFault::cut)?;
        if kind & !LAST == STREAMINFO {
            layout = Some(read_layout(block)?);
        }
        if kind & LAST != 0 {
            let layout =
                layout.ok_or_else(|| DecodeFault::damaged("it has no stream information"))?;
            return Ok((layout, position));
        }
    }
}

fn read_layout(block: &[u8]) -> Result<FlacLayout, DecodeFault> {
    let bits = block.get(10..).and_then(<[u8]>::first_chunk);
    let bits = u64::from_be_bytes(
        *bits.ok_or_else(|| DecodeFault::damaged("its stream information is too short"))?,
    );
    let field = |shift: u64, count: u64| {
        u32::try_from(bits >> shift & ((1 << count) - 1)).unwrap_or_default()
    };
    Ok(FlacLayout {
        rate: field(44, 20),
        channels: field(41, 3) + 1,
        bits: field(36, 5) + 1,
        frames: bits & ((1 << 36) - 1),
    })
}

/// Decodes the packet at the start of `bytes`. Returns it with its length in bytes.
fn read_block(
    bytes: &[u8],
    buffer: Vec<i32>,
) -> Result<Option<(claxon::Block, usize)>, DecodeFault> {
    let mut reader = FrameReader::new(Cursor::new(bytes));
    let block = reader.read_next_or_eof(buffer).map_err(fault)?;
    let length = usize::try_from(reader.into_inner().position()).map_err(|_| DecodeFault::cut())?;
    Ok(block.map(|block| (block, length)))
}

fn fault(error: claxon::Error) -> DecodeFault {
    match error {
        claxon::Error::IoError(error) if error.kind() == ErrorKind::UnexpectedEof => {
            DecodeFault::cut()
        }
        claxon::Error::IoError(error) => DecodeFault::Damaged(error.to_string()),
        claxon::Error::FormatError(what) => DecodeFault::damaged(what),
        claxon::Error::Unsupported(what) => DecodeFault::unsupported(what),
    }
}

/// Decoder of packets, which do not depend on each other.
pub(super) struct FlacDecoder {
    /// Factor from integers to −1…1.
    scale: f32,
    buffer: Vec<i32>,
}

impl FlacDecoder {
    pub(super) fn new(layout: FlacLayout) -> Self {
        Self {
            scale: 1.0 / (1u64 << (layout.bits - 1)) as f32,
            buffer: Vec::new(),
        }
    }
}

impl Decoder for FlacDecoder {
    fn reset(&mut self) {}

    fn decode(&mut self, packet: &[u8], samples: &mut Vec<f32>) -> Result<(), DecodeFault> {
        let buffer = core::mem::take(&mut self.buffer);
        let Some((block, _)) = read_block(packet, buffer)? else {
            return Ok(());
        };
        for frame in 0..block.duration() {
            let channels = 0..block.channels();
            samples
                .extend(channels.map(|channel| block.sample(channel, frame) as f32 * self.scale));
        }
        self.buffer = block.into_buffer();
        Ok(())
    }
}
