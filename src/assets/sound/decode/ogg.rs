//! Ogg Vorbis files, by the crates ogg and lewton.
//!
//! Sources: RFC 3533 for pages, the Vorbis I specification, section A.2, for positions of granules.

use std::io::{Cursor, ErrorKind};
use std::sync::Arc;

use lewton::audio::{PreviousWindowRight, get_decoded_sample_count, read_audio_packet_generic};
use lewton::header::{IdentHeader, SetupHeader, read_header_ident, read_header_setup};
use lewton::samples::InterleavedSamples;
use ogg::{OggReadError, Packet, PacketReader};

use super::error::DecodeFault;
use super::ogg_pages;
use super::packet_bytes::PacketBytes;
use super::packets::Packets;
use super::vorbis_setup::check_size;
use super::{Codec, Decoder, Opened};

/// Data that decoding of a packet needs.
pub(super) struct Headers {
    ident: IdentHeader,
    setup: SetupHeader,
}

/// Lists the packets of the first Vorbis stream of an Ogg file, and copies them out of their pages.
pub(super) fn open(file: &[u8]) -> Result<Opened, DecodeFault> {
    let mut reader = PacketReader::new(Cursor::new(file));
    let (serial, headers) = read_headers(&mut reader)?;
    let channels = usize::from(headers.ident.audio_channels);
    let mut stream = Stream {
        bytes: Vec::with_capacity(file.len()),
        packets: Packets::new(1),
        granules: None,
        page_frames: 0,
        ended: false,
    };
    while let Some(packet) = read_packet(&mut reader)? {
        if packet.stream_serial() == serial {
            stream.add(&packet, &headers)?;
        } else if packet.first_in_stream() && is_vorbis(&packet) {
            return Err(DecodeFault::unsupported(
                "found several sounds in one file, expected one",
            ));
        }
    }
    if !ogg_pages::has_end(file, serial) {
        return Err(DecodeFault::cut());
    }
    let (start, end) = stream.granules.unwrap_or_default();
    // A sound that was cut out of a longer one begins later than 0. If it begins earlier, its first frames are dropped.
    stream.packets.skipped = start.min(0).unsigned_abs();
    let length = end - start.max(0);
    Ok(Opened {
        pieces: ogg_pages::pieces(file, serial, &stream.bytes),
        bytes: PacketBytes::Memory(stream.bytes),
        packets: stream.packets,
        length: u64::try_from(length)
            .map_err(|_| DecodeFault::damaged("it ends before its start"))?,
        channels,
        rate: headers.ident.audio_sample_rate,
        codec: Codec::Vorbis(Arc::new(headers)),
    })
}

fn read_packet(reader: &mut PacketReader<Cursor<&[u8]>>) -> Result<Option<Packet>, DecodeFault> {
    reader.read_packet().map_err(|error| match error {
        OggReadError::ReadError(error) if error.kind() == ErrorKind::UnexpectedEof => {
            DecodeFault::cut()
        }
        OggReadError::HashMismatch(..) => DecodeFault::damaged("the checksum of a page is wrong"),
        OggReadError::InvalidData => DecodeFault::damaged("a page is missing or superfluous"),
        error => DecodeFault::Damaged(error.to_string().to_ascii_lowercase()),
    })
}

fn is_vorbis(packet: &Packet) -> bool {
    packet.data.starts_with(b"\x01vorbis")
}

/// Finds the first Vorbis stream: returns its serial number and headers.
fn read_headers(reader: &mut PacketReader<Cursor<&[u8]>>) -> Result<(u32, Headers), DecodeFault> {
    let mut other = None;
    let first = loop {
        let packet = read_packet(reader)?.ok_or_else(DecodeFault::cut)?;
        if is_vorbis(&packet) {
            break packet;
        }
        if !packet.first_in_stream() {
            return Err(unsupported(other.as_deref().unwrap_or_default()));
        }
        other = other.or(Some(packet.data));
    };
    let ident = read_header_ident(&first.data).map_err(damaged_headers)?;
    let serial = first.stream_serial();
    let mut next = || loop {
        let packet = read_packet(reader)?.ok_or_else(DecodeFault::cut)?;
        if packet.stream_serial() == serial {
            return Ok(packet);
        }
    };
    // The second packet has titles and cover art.
    next()?;
    let setup = next()?.data;
    check_size(&setup)?;
    let setup = read_header_setup(
        &setup,
        ident.audio_channels,
        (ident.blocksize_0, ident.blocksize_1),
    )
    .map_err(damaged_headers)?;
    Ok((serial, Headers { ident, setup }))
}

fn damaged_headers(error: lewton::header::HeaderReadError) -> DecodeFault {
    DecodeFault::Damaged(format!("its headers are wrong: {error:?}"))
}

fn unsupported(first_packet: &[u8]) -> DecodeFault {
    let name = match first_packet {
        [b'O', b'p', b'u', b's', ..] => "Opus",
        [0x7f, b'F', b'L', b'A', b'C', ..] => "FLAC inside of Ogg",
        [b'S', b'p', b'e', b'e', b'x', ..] => "Speex",
        _ => "an unknown encoding",
    };
    DecodeFault::Unsupported(format!("found {name}, expected Vorbis"))
}

/// The packets of a stream.
struct Stream {
    bytes: Vec<u8>,
    packets: Packets,
    /// Position of the first frame, and behind the last one, according to the pages.
    granules: Option<(i64, i64)>,
    /// Number of frames in the packets that end on this page.
    page_frames: i64,
    /// Whether a page ended before its last packet. No other may follow.
    ended: bool,
}

impl Stream {
    fn add(&mut self, packet: &Packet, headers: &Headers) -> Result<(), DecodeFault> {
        if !packet.data.is_empty() {
            let frames = self.frames(packet, headers)?;
            self.packets
                .push(self.bytes.len(), packet.data.len(), frames)?;
            self.bytes.extend_from_slice(&packet.data);
            self.page_frames += i64::try_from(frames).unwrap_or_default();
        }
        if packet.last_in_page() {
            self.end_page(packet)?;
        }
        Ok(())
    }

    fn frames(&self, packet: &Packet, headers: &Headers) -> Result<u64, DecodeFault> {
        let frames = get_decoded_sample_count(&headers.ident, &headers.setup, &packet.data)
            .map_err(|error| DecodeFault::Damaged(format!("a packet is wrong: {error:?}")))?;
        // The first packet only prepares the second one.
        Ok(if self.packets.len() == 0 {
            0
        } else {
            frames as u64
        })
    }

    /// Compares the number of frames with the position of a page, to find a missing page.
    fn end_page(&mut self, packet: &Packet) -> Result<(), DecodeFault> {
        let position = packet.absgp_page().cast_signed();
        let last = packet.last_in_stream();
        if position == -1 && !last {
            // No position, although packets end here: foobar2000 writes such pages.
            return Ok(());
        }
        let frames = core::mem::take(&mut self.page_frames);
        let (start, end) = match self.granules {
            // The last page may end before its last packet. If it is the first one, too, the sound begins at 0.
            None if last => (0, frames),
            None => (position.saturating_sub(frames), position),
            Some((start, end)) => (start, end.saturating_add(frames)),
        };
        if position < 0 || position > end || self.ended {
            return Err(DecodeFault::Damaged(format!(
                "a page ends at frame {position}, expected {end}"
            )));
        }
        self.ended = position < end;
        self.granules = Some((start, position));
        Ok(())
    }
}

/// Decoder of packets. The first half of a packet's frames is mixed with the second half of the one before it.
pub(super) struct VorbisDecoder {
    headers: Arc<Headers>,
    before: PreviousWindowRight,
}

impl VorbisDecoder {
    pub(super) fn new(headers: Arc<Headers>) -> Self {
        Self {
            headers,
            before: PreviousWindowRight::new(),
        }
    }
}

impl Decoder for VorbisDecoder {
    fn reset(&mut self) {
        self.before = PreviousWindowRight::new();
    }

    fn decode(&mut self, packet: &[u8], samples: &mut Vec<f32>) -> Result<(), DecodeFault> {
        let Headers { ident, setup } = &*self.headers;
        let decoded: InterleavedSamples<f32> =
            read_audio_packet_generic(ident, setup, packet, &mut self.before)
                .map_err(|error| DecodeFault::Damaged(format!("a packet is wrong: {error:?}")))?;
        let channels = usize::from(ident.audio_channels);
        match order(channels) {
            [] => samples.extend_from_slice(&decoded.samples),
            order => {
                for frame in decoded.samples.chunks_exact(channels) {
                    samples.extend(order.iter().map(|channel| frame[*channel]));
                }
            }
        }
        Ok(())
    }
}

/// Returns the channels of a Vorbis file in the order of a WAV file. Empty if it is the same.
fn order(channels: usize) -> &'static [usize] {
    match channels {
        3 => &[0, 2, 1],
        5 => &[0, 2, 1, 3, 4],
        6 => &[0, 2, 1, 5, 3, 4],
        7 => &[0, 2, 1, 6, 5, 3, 4],
        8 => &[0, 2, 1, 7, 5, 6, 3, 4],
        _ => &[],
    }
}
