//! Opening and decoding of sound files: WAV, Ogg Vorbis, FLAC and, by the feature `mp3`, MP3.
//!
//! A file is opened once: its packets are listed, which finds its exact length, and whether it is whole. After that,
//! any packet can be decoded.

mod blocks;
mod channels;
mod error;
mod flac;
#[cfg(feature = "mp3")]
mod mp3;
#[cfg(feature = "mp3")]
mod mp3_header;
#[cfg(feature = "mp3")]
mod mp3_reservoir;
mod ogg;
mod ogg_pages;
mod packet_bytes;
mod packets;
mod vorbis_setup;
mod wav;

#[cfg(test)]
pub(super) mod tests;

use std::fs::File;
use std::sync::Arc;

use crate::base::panics;
use crate::files::CAN_READ_AT;

pub(in crate::assets::sound) use blocks::Blocks;
use error::DecodeFault;
pub use error::SoundFileError;
use packet_bytes::{FilePieces, PacketBytes};
use packets::Packets;

/// Largest number of frames in a sound: 24 hours at 48 000 Hz. Bounds the time that opening of a FLAC file takes.
const MAX_FRAMES: u64 = 1 << 32;

/// Highest number of frames per second.
const MAX_RATE: u32 = 192_000;

/// Returns the names of the formats that this build reads, for error messages.
fn readable_formats() -> &'static str {
    if cfg!(feature = "mp3") {
        "WAV, Ogg Vorbis, FLAC or MP3"
    } else {
        "WAV, Ogg Vorbis or FLAC"
    }
}

/// Decoder of one format. It reads one packet after the other.
trait Decoder: Send {
    /// Forgets all packets. The next one may be any.
    fn reset(&mut self);

    /// Decodes a packet, and appends its samples: interleaved, in the order of channels of WAV files.
    fn decode(&mut self, packet: &[u8], samples: &mut Vec<f32>) -> Result<(), DecodeFault>;
}

/// Data from a file's start that a decoder needs.
enum Codec {
    Pcm(wav::Sample),
    Vorbis(Arc<ogg::Headers>),
    Flac(flac::FlacLayout),
    #[cfg(feature = "mp3")]
    Mp3 {
        channels: usize,
        warm_up: usize,
    },
}

impl Codec {
    fn decoder(&self) -> Box<dyn Decoder> {
        match self {
            Self::Pcm(sample) => Box::new(*sample),
            Self::Vorbis(headers) => Box::new(ogg::VorbisDecoder::new(Arc::clone(headers))),
            Self::Flac(layout) => Box::new(flac::FlacDecoder::new(*layout)),
            #[cfg(feature = "mp3")]
            Self::Mp3 { channels, warm_up } => Box::new(mp3::Mp3Decoder::new(*channels, *warm_up)),
        }
    }
}

/// The packets of a file, as its format's module lists them.
struct Opened {
    /// Bytes that contain the packets, at their positions: those of the file, or copies of its packets in order.
    bytes: PacketBytes,
    /// Positions of these bytes in the file. `None` if they are unknown.
    pieces: Option<FilePieces>,
    packets: Packets,
    /// Number of frames in the sound.
    length: u64,
    /// Number of channels in the file.
    channels: usize,
    /// Number of frames per second.
    rate: u32,
    codec: Codec,
}

/// A sound file, still compressed. Its length is exact, and its end was found.
pub(crate) struct SoundFile {
    name: String,
    format: &'static str,
    opened: Opened,
}

impl core::fmt::Debug for SoundFile {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("SoundFile")
            .field("name", &self.name)
            .field("format", &self.format)
            .field("length", &self.length())
            .field("channels", &self.channels())
            .field("rate", &self.rate())
            .finish_non_exhaustive()
    }
}

impl SoundFile {
    /// Opens a sound file of any supported format, which its first bytes identify. `name` is for error messages.
    ///
    /// Lists all packets, which takes about 4 ms a megabyte of Ogg Vorbis, and less of MP3. FLAC is decoded once,
    /// because nothing in it says how long a packet is.
    ///
    /// # Errors
    ///
    /// Returns an error if the file is not a sound, is of an unsupported kind, does not reach its end, is damaged, or
    /// has more than [`MAX_FRAMES`].
    pub(crate) fn open(name: &str, bytes: Vec<u8>) -> Result<Self, SoundFileError> {
        let file = name.to_owned();
        let Some(format) = Format::of(&bytes) else {
            return Err(SoundFileError::UnknownFormat { file });
        };
        match caught(|| format.open(bytes)) {
            Ok(opened) => Ok(Self {
                name: file,
                format: format.name(),
                opened,
            }),
            Err(fault) => Err(fault.of(name, format.name())),
        }
    }

    /// Frees the bytes of its packets, which are then read from `file` each time. That must be the same file, unchanged.
    /// Does nothing if the positions of packets in the file are unknown.
    pub(crate) fn read_from(&mut self, file: File) {
        if let Some(pieces) = self.opened.pieces.take()
            && CAN_READ_AT
        {
            self.opened.bytes = PacketBytes::File { file, pieces };
        }
    }

    /// Returns whether packets are read from the file.
    #[cfg(test)]
    pub(super) fn is_read_from_file(&self) -> bool {
        matches!(self.opened.bytes, PacketBytes::File { .. })
    }

    /// Returns the number of frames.
    pub(crate) fn length(&self) -> u64 {
        self.opened.length
    }

    /// Returns the number of frames per second, from 1 to 192 000.
    pub(crate) fn rate(&self) -> u32 {
        self.opened.rate
    }

    /// Returns the number of channels after decoding: 1 or 2.
    pub(crate) fn channels(&self) -> usize {
        self.opened.channels.min(2)
    }

    /// Decodes the whole sound, to interleaved samples of its 1 or 2 channels.
    ///
    /// # Errors
    ///
    /// Returns an error if a packet is damaged.
    pub(crate) fn decode(&self) -> Result<Vec<f32>, SoundFileError> {
        let channels = self.channels();
        let mut samples = Vec::new();
        samples
            .try_reserve_exact(in_memory(self.length()).saturating_mul(channels))
            .map_err(|_| SoundFileError::NoMemory {
                file: self.name.clone(),
            })?;
        let mut blocks = Blocks::new(self);
        let mut position = 0;
        while let Some(place) = self.locate(position) {
            let block = blocks.decode(self, place.packet)?;
            let range = place.offset * channels..(place.offset + place.frames) * channels;
            samples.extend_from_slice(&block[range]);
            position += place.frames as u64;
        }
        Ok(samples)
    }

    /// Finds a frame of the sound. `None` behind its end.
    pub(super) fn locate(&self, frame: u64) -> Option<Place> {
        let Opened {
            packets, length, ..
        } = &self.opened;
        let rest = length.checked_sub(frame).filter(|rest| *rest > 0)?;
        let decoded = packets.skipped + frame;
        let packet = packets.find(decoded)?;
        Some(Place {
            packet,
            offset: in_memory(decoded - packets.first_frame(packet)),
            frames: in_memory(rest.min(packets.first_frame(packet + 1) - decoded)),
        })
    }
}

/// Position of a frame.
pub(super) struct Place {
    /// Number of its packet.
    pub(super) packet: usize,
    /// Number of frames of the packet before it.
    pub(super) offset: usize,
    /// Number of frames from it to the end of its packet, or of the sound if that comes first.
    pub(super) frames: usize,
}

/// A format, recognised by the first bytes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Format {
    Wav,
    Ogg,
    Flac,
    Mp3,
}

impl Format {
    fn of(bytes: &[u8]) -> Option<Self> {
        match bytes.first_chunk()? {
            b"RIFF" | b"RIFX" | b"RF64" | b"BW64" => return Some(Self::Wav),
            b"OggS" => return Some(Self::Ogg),
            _ => {}
        }
        let (tag, sound) = bytes.split_at(id3_length(bytes).min(bytes.len()));
        match sound {
            [b'f', b'L', b'a', b'C', ..] => Some(Self::Flac),
            [0xff, sync, ..] if sync & 0xe0 == 0xe0 => Some(Self::Mp3),
            _ if !tag.is_empty() => Some(Self::Mp3),
            _ => None,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Wav => "WAV",
            Self::Ogg => "Ogg",
            Self::Flac => "FLAC",
            Self::Mp3 => "MP3",
        }
    }

    fn open(self, bytes: Vec<u8>) -> Result<Opened, DecodeFault> {
        let mut opened = match self {
            Self::Wav => wav::open(bytes)?,
            Self::Ogg => ogg::open(&bytes)?,
            Self::Flac => flac::open(bytes)?,
            #[cfg(feature = "mp3")]
            Self::Mp3 => mp3::open(bytes)?,
            #[cfg(not(feature = "mp3"))]
            Self::Mp3 => return Err(DecodeFault::NotEnabled("mp3")),
        };
        if opened.rate == 0 || opened.rate > MAX_RATE {
            return Err(DecodeFault::Unsupported(format!(
                "found {} Hz, expected 1 to {MAX_RATE} Hz",
                opened.rate
            )));
        }
        opened.packets.shrink();
        Ok(opened)
    }
}

/// Returns the length of an ID3v2 tag at the start of a file, or 0. Players add such tags to FLAC files, too.
fn id3_length(bytes: &[u8]) -> usize {
    let &[b'I', b'D', b'3', _, _, flags, a, b, c, d, ..] = bytes else {
        return 0;
    };
    let body = [a, b, c, d]
        .iter()
        .fold(0, |sum, part| sum << 7 | usize::from(part & 0x7f));
    let footer = if flags & 0x10 == 0 { 0 } else { 10 };
    10 + body + footer
}

/// Calls a decoder. A panic means that the file is damaged.
fn caught<R>(read: impl FnOnce() -> Result<R, DecodeFault>) -> Result<R, DecodeFault> {
    panics::caught(read).unwrap_or_else(|panic| {
        drop(panics::last_location());
        Err(DecodeFault::Damaged(format!(
            "the decoder failed: {}",
            panics::message(&*panic).lines().next().unwrap_or_default()
        )))
    })
}

/// Returns a number of frames for memory. On machines where it does not fit, there is not that much memory.
fn in_memory(count: u64) -> usize {
    usize::try_from(count).unwrap_or(usize::MAX)
}
