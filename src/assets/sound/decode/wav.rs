//! WAV files: integer and float samples in chunks of RIFF and RF64.
//!
//! Source: Microsoft, "Multimedia Programming Interface and Data Specifications 1.0" (1991), `WAVEFORMATEXTENSIBLE`,
//! and EBU Tech 3306 for RF64. We read them ourselves: the crates hound and symphonia refuse odd headers that other
//! programs write, and this takes little code.

use super::error::DecodeFault;
use super::packet_bytes::{FilePieces, PacketBytes};
use super::packets::Packets;
use super::{Codec, Decoder, Opened};

/// Number of bytes that are decoded at a time, or a frame if that is larger.
const PACKET_BYTES: usize = 1 << 14;

/// Sizes from here on stand for "until the end": programs that write to a pipe cannot know the size, and store the
/// largest one that they support.
const UNKNOWN_SIZE: u64 = 0x7fff_0000;

/// Kind of a sample, all with the lowest byte first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sample {
    U8,
    I16,
    I24,
    I32,
    F32,
    F64,
}

impl Sample {
    fn bytes(self) -> usize {
        match self {
            Self::U8 => 1,
            Self::I16 => 2,
            Self::I24 => 3,
            Self::I32 | Self::F32 => 4,
            Self::F64 => 8,
        }
    }
}

impl Decoder for Sample {
    fn reset(&mut self) {}

    #[expect(
        clippy::cast_possible_truncation,
        reason = "double samples lose digits that nobody hears"
    )]
    fn decode(&mut self, packet: &[u8], samples: &mut Vec<f32>) -> Result<(), DecodeFault> {
        match self {
            Self::U8 => {
                samples.extend(packet.iter().map(|byte| (f32::from(*byte) - 128.0) / 128.0))
            }
            Self::I16 => samples.extend(
                values(packet).map(|bytes| f32::from(i16::from_le_bytes(bytes)) / 32_768.0),
            ),
            Self::I24 => samples
                .extend(values(packet).map(|[a, b, c]| scaled(i32::from_le_bytes([0, a, b, c])))),
            Self::I32 => {
                samples.extend(values(packet).map(|bytes| scaled(i32::from_le_bytes(bytes))))
            }
            Self::F32 => samples.extend(values(packet).map(f32::from_le_bytes)),
            Self::F64 => {
                samples.extend(values(packet).map(|bytes| f64::from_le_bytes(bytes) as f32))
            }
        }
        Ok(())
    }
}

fn values<const N: usize>(bytes: &[u8]) -> impl Iterator<Item = [u8; N]> {
    bytes.as_chunks().0.iter().copied()
}

/// Scales an integer to −1…1.
fn scaled(sample: i32) -> f32 {
    sample as f32 / 2_147_483_648.0
}

/// The chunk `fmt `.
struct WavLayout {
    sample: Sample,
    channels: usize,
    rate: u32,
}

/// Lists the parts of a WAV file.
pub(super) fn open(bytes: Vec<u8>) -> Result<Opened, DecodeFault> {
    let (layout, data) = read_chunks(&bytes)?;
    let frame_bytes = layout.sample.bytes() * layout.channels;
    let mut packets = Packets::new(0);
    let mut start = data.start;
    for packet in bytes[data].chunks((PACKET_BYTES / frame_bytes).max(1) * frame_bytes) {
        packets.push(start, packet.len(), (packet.len() / frame_bytes) as u64)?;
        start += packet.len();
    }
    Ok(Opened {
        length: packets.total(),
        packets,
        channels: layout.channels,
        rate: layout.rate,
        codec: Codec::Pcm(layout.sample),
        bytes: PacketBytes::Memory(bytes),
        pieces: Some(FilePieces::whole()),
    })
}

/// Finds the format and the place of the samples.
fn read_chunks(bytes: &[u8]) -> Result<(WavLayout, core::ops::Range<usize>), DecodeFault> {
    if bytes.starts_with(b"RIFX") {
        return Err(DecodeFault::unsupported(
            "found RIFX, expected RIFF or RF64",
        ));
    }
    if bytes.get(8..12).ok_or_else(DecodeFault::cut)? != b"WAVE" {
        return Err(DecodeFault::unsupported("its RIFF chunk is not WAVE"));
    }
    let riff_end = 8 + u64::from(u32_at(bytes, 4)?);
    let mut layout = None;
    let mut long_size = None;
    let mut position = 12;
    loop {
        let name: &[u8; 4] = bytes
            .get(position..)
            .and_then(<[u8]>::first_chunk)
            .ok_or_else(|| no_data(bytes, riff_end))?;
        let size = u32_at(bytes, position + 4)?;
        let start = position + 8;
        match name {
            b"fmt " => layout = Some(read_format(bytes.get(start..).unwrap_or_default(), size)?),
            b"ds64" => {
                long_size = Some(
                    u64::from(u32_at(bytes, start + 8)?)
                        | u64::from(u32_at(bytes, start + 12)?) << 32,
                )
            }
            b"data" => {
                let layout = layout
                    .ok_or_else(|| DecodeFault::damaged("it has no format before its samples"))?;
                let size = long_size
                    .filter(|_| size == u32::MAX)
                    .unwrap_or(u64::from(size));
                let length = data_length(size, riff_end, start, bytes.len(), &layout)?;
                return Ok((layout, start..start + length));
            }
            _ => {}
        }
        // Chunks begin at even positions.
        let size = usize::try_from(size).map_err(|_| DecodeFault::cut())?;
        position = start
            .checked_add(size)
            .and_then(|end| end.checked_add(size & 1))
            .ok_or_else(DecodeFault::cut)?;
    }
}

/// Returns the fault of a file whose chunks end without samples.
fn no_data(bytes: &[u8], riff_end: u64) -> DecodeFault {
    if riff_end > bytes.len() as u64 {
        DecodeFault::cut()
    } else {
        DecodeFault::damaged("it has no samples")
    }
}

/// Returns the number of bytes of samples in the file.
fn data_length(
    size: u64,
    riff_end: u64,
    start: usize,
    end: usize,
    layout: &WavLayout,
) -> Result<usize, DecodeFault> {
    let frame_bytes = layout.sample.bytes() * layout.channels;
    let available = end - start;
    match usize::try_from(size) {
        // A program that was killed never replaced the sizes of its first header.
        Ok(0) if riff_end <= start as u64 => Ok(available - available % frame_bytes),
        Ok(size) if size <= available && size % frame_bytes == 0 => Ok(size),
        Ok(size) if size <= available => Err(DecodeFault::Damaged(format!(
            "{size} bytes of samples are not a multiple of {frame_bytes}, the size of a frame"
        ))),
        _ if size >= UNKNOWN_SIZE => Ok(available - available % frame_bytes),
        _ => Err(DecodeFault::cut()),
    }
}

fn read_format(chunk: &[u8], size: u32) -> Result<WavLayout, DecodeFault> {
    const EXTENSIBLE: u16 = 0xfffe;
    let mut tag = u16_at(chunk, 0)?;
    let channels = usize::from(u16_at(chunk, 2)?);
    let rate = u32_at(chunk, 4)?;
    let frame_bytes = usize::from(u16_at(chunk, 12)?);
    let bits = u16_at(chunk, 14)?;
    if tag == EXTENSIBLE && size >= 40 {
        // The first two bytes of the identifier are a tag, as in shorter chunks.
        tag = u16_at(chunk, 24)?;
    }
    if channels == 0 {
        return Err(DecodeFault::unsupported(
            "found 0 channels, expected at least 1",
        ));
    }
    let sample = match (tag, bits) {
        (1, 1..=8) => Sample::U8,
        (1, 9..=16) => Sample::I16,
        (1, 17..=24) => Sample::I24,
        (1, 25..=32) => Sample::I32,
        (3, 32) => Sample::F32,
        (3, 64) => Sample::F64,
        _ => return Err(unsupported(tag, bits)),
    };
    if frame_bytes != sample.bytes() * channels {
        return Err(DecodeFault::Unsupported(format!(
            "found {frame_bytes} bytes a frame, expected {} for {channels} channels of {bits} bits",
            sample.bytes() * channels
        )));
    }
    Ok(WavLayout {
        sample,
        channels,
        rate,
    })
}

fn unsupported(tag: u16, bits: u16) -> DecodeFault {
    let name = match tag {
        1 => "integers",
        2 | 0x11 => "ADPCM",
        3 => "floats",
        6 => "A-law",
        7 => "µ-law",
        0x50 | 0x55 => "MPEG audio",
        _ => "an unknown encoding",
    };
    DecodeFault::Unsupported(format!(
        "found {name} of {bits} bits, number {tag:#x}; expected integers of 8 to 32 bits, or floats of 32 or 64"
    ))
}

fn u16_at(bytes: &[u8], at: usize) -> Result<u16, DecodeFault> {
    let bytes = bytes.get(at..).and_then(<[u8]>::first_chunk);
    bytes
        .copied()
        .map(u16::from_le_bytes)
        .ok_or_else(DecodeFault::cut)
}

fn u32_at(bytes: &[u8], at: usize) -> Result<u32, DecodeFault> {
    let bytes = bytes.get(at..).and_then(<[u8]>::first_chunk);
    bytes
        .copied()
        .map(u32::from_le_bytes)
        .ok_or_else(DecodeFault::cut)
}
