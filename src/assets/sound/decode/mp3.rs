//! MP3 files, by the crate nanomp3.

use nanomp3::{DecodeError, MAX_SAMPLES_PER_FRAME, VbrTag, frames, strip_trailing_tags};

use super::error::DecodeFault;
use super::mp3_header::Mp3Frame;
use super::mp3_reservoir::Reservoir;
use super::packet_bytes::{FilePieces, PacketBytes};
use super::packets::Packets;
use super::{Codec, Decoder, Opened, id3_length};

/// Number of packets that fill the filters before a packet: their memory is two granules long, and a packet has at least
/// one.
const FILTER_PACKETS: usize = 2;

/// Number of frames by which every decoder is late. Encoders do not count them.
const DECODER_DELAY: u64 = 529;

/// Lists the packets of an MP3 file.
pub(super) fn open(bytes: Vec<u8>) -> Result<Opened, DecodeFault> {
    let sound = strip_trailing_tags(&bytes);
    let start = id3_length(sound).min(sound.len());
    let padding = sound[start..].iter().take_while(|byte| **byte == 0).count();
    let mut end = start + padding;
    let first =
        Mp3Frame::first(&sound[end..]).ok_or_else(|| DecodeFault::damaged("it has no frame"))?;
    let (channels, rate) = (first.channels, first.rate);
    let tag = VbrTag::parse(first.data);
    if tag.is_some() || is_vbri(first.data) {
        // This frame contains the length, and has no sound.
        end += first.data.len();
    }
    let count = usize::from(channels);
    let mut packets = Packets::new(0);
    let mut reservoir = Reservoir::default();
    while let Some(frame) = Mp3Frame::first(&sound[end..]) {
        if (frame.channels, frame.rate) != (channels, rate) {
            return Err(DecodeFault::unsupported(
                "its rate or number of channels changes",
            ));
        }
        packets.push(end, frame.data.len(), frame.samples.into())?;
        reservoir.push(frame.data);
        end += frame.data.len();
    }
    check_end(&sound[end..], end)?;
    let warm_up = reservoir.most_packets() + FILTER_PACKETS;
    packets.warm_up = warm_up;
    let length = trim(&mut packets, tag)?;
    Ok(Opened {
        packets,
        length,
        channels: count,
        rate,
        codec: Codec::Mp3 {
            channels: count,
            warm_up,
        },
        bytes: PacketBytes::Memory(bytes),
        pieces: Some(FilePieces::whole()),
    })
}

/// Checks the bytes behind the last frame: tags and padding may follow it, but neither a part of a frame, nor others.
fn check_end(rest: &[u8], position: usize) -> Result<(), DecodeFault> {
    let tags: [&[u8]; 4] = [b"LYRICS", b"ID3", b"TAG", b"APETAGEX"];
    if let Some(next) = frames(rest).next() {
        return Err(DecodeFault::Damaged(format!(
            "{} bytes from {position} on are not a frame",
            next.offset
        )));
    }
    if rest.iter().all(|byte| *byte == 0) || tags.iter().any(|tag| rest.starts_with(tag)) {
        return Ok(());
    }
    Err(DecodeFault::cut())
}

/// Returns whether a frame is the header of an encoder by Fraunhofer.
fn is_vbri(frame: &[u8]) -> bool {
    frame.get(36..40) == Some(b"VBRI")
}

/// Leaves out the frames that the encoder added at both ends. Returns the length.
fn trim(packets: &mut Packets, tag: Option<VbrTag>) -> Result<u64, DecodeFault> {
    let expected = tag.and_then(|tag| tag.frames).unwrap_or_default();
    if packets.len() < expected as usize {
        return Err(DecodeFault::cut());
    }
    let Some((delay, padding)) = tag.and_then(|tag| tag.encoder_delay_padding) else {
        return Ok(packets.total());
    };
    packets.skipped = packets.total().min(u64::from(delay) + DECODER_DELAY);
    let padding = u64::from(padding).saturating_sub(DECODER_DELAY);
    Ok((packets.total() - packets.skipped).saturating_sub(padding))
}

/// Decoder of packets, which share a reservoir of bytes.
pub(super) struct Mp3Decoder {
    decoder: nanomp3::Decoder,
    channels: usize,
    /// Number of packets that may depend on packets before the start or a reset.
    warm_up: usize,
    /// Number of packets since the start or a reset.
    read: usize,
}

impl Mp3Decoder {
    pub(super) fn new(channels: usize, warm_up: usize) -> Self {
        Self {
            decoder: nanomp3::Decoder::new(),
            channels,
            warm_up,
            read: 0,
        }
    }
}

impl Decoder for Mp3Decoder {
    fn reset(&mut self) {
        *self = Self::new(self.channels, self.warm_up);
    }

    fn decode(&mut self, packet: &[u8], samples: &mut Vec<f32>) -> Result<(), DecodeFault> {
        let mut decoded = [0.0; MAX_SAMPLES_PER_FRAME];
        self.read += 1;
        let frames = match self.decoder.decode(packet, &mut decoded).1 {
            Ok(info) => info.samples_produced,
            // Files that were cut out of longer ones begin with such packets.
            Err(DecodeError::ReservoirUnavailable(_)) if self.read <= self.warm_up => {
                frames(packet).next().map_or(0, |frame| frame.samples)
            }
            Err(error) => return Err(DecodeFault::Damaged(error.to_string())),
        };
        samples.extend_from_slice(&decoded[..frames * self.channels]);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// More than the length of the longest frame.
    const LENGTH: usize = 2000;

    #[test]
    fn every_header_means_what_the_library_reads() {
        let mut count = 0;
        for (version, rates, mode) in
            (0..=255).flat_map(|a| (0..=255).flat_map(move |b| [(a, b, 0x40), (a, b, 0xc0)]))
        {
            let mut bytes = [0; LENGTH];
            bytes[..4].copy_from_slice(&[0xff, version, rates, mode]);
            let Some(frame) = Mp3Frame::first(&bytes) else {
                continue;
            };
            count += 1;
            let read = frames(frame.data).next().expect("a frame");
            assert_eq!((read.offset, read.data), (0, frame.data));
            let channels = read.channels.num();
            assert_eq!(
                (channels, read.sample_rate, read.samples),
                (frame.channels, frame.rate, frame.samples as usize)
            );
            assert_eq!(Mp3Frame::first(&frame.data[..frame.data.len() - 1]), None);
        }
        // 7 pairs of a version and a layer; bit rates, rates, padding, the private bit, checksums, and modes.
        assert_eq!(count, 7 * 14 * 3 * 2 * 2 * 2 * 2);
    }
}
