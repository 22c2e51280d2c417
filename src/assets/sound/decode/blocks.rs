//! Decoding of single packets, in any order.

use super::error::{DecodeFault, SoundFileError};
use super::{Decoder, Opened, SoundFile, caught, channels, in_memory};

/// A decoder with the packet that it decoded last.
pub(in crate::assets::sound) struct Blocks {
    decoder: Box<dyn Decoder>,
    /// Packet that was decoded last. `None` for a new decoder.
    decoded: Option<usize>,
    /// Bytes of a packet that was read from the file.
    packet: Vec<u8>,
    /// Samples of `decoded` in the channels of the file.
    raw: Vec<f32>,
    /// Samples of `decoded` in one or two channels.
    mixed: Vec<f32>,
    /// Number of packets given to the decoder so far.
    #[cfg(test)]
    pub(in crate::assets::sound) count: usize,
}

impl core::fmt::Debug for Blocks {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Blocks")
            .field("decoded", &self.decoded)
            .finish_non_exhaustive()
    }
}

impl Blocks {
    pub(in crate::assets::sound) fn new(file: &SoundFile) -> Self {
        Self {
            decoder: file.opened.codec.decoder(),
            decoded: None,
            packet: Vec::new(),
            raw: Vec::new(),
            mixed: Vec::new(),
            #[cfg(test)]
            count: 0,
        }
    }

    /// Decodes a packet to interleaved samples of one or two channels.
    pub(in crate::assets::sound) fn decode(
        &mut self,
        file: &SoundFile,
        index: usize,
    ) -> Result<&[f32], SoundFileError> {
        if self.decoded == Some(index) {
            return Ok(&self.mixed);
        }
        if index != self.decoded.map_or(0, |decoded| decoded + 1) {
            self.seek(&file.opened, index);
        }
        if let Err(fault) = self.decode_next(&file.opened, index) {
            self.decoder = file.opened.codec.decoder();
            self.decoded = None;
            return Err(fault.of(&file.name, file.format));
        }
        self.decoded = Some(index);
        self.mixed.clear();
        channels::append(&self.raw, file.opened.channels, &mut self.mixed);
        Ok(&self.mixed)
    }

    /// Decodes the packets that the frames of packet `index` depend on.
    fn seek(&mut self, file: &Opened, index: usize) {
        self.decoder.reset();
        for before in index.saturating_sub(file.packets.warm_up)..index {
            // Errors are expected: the first of these packets may depend on earlier ones.
            drop(self.decode_next(file, before));
        }
    }

    /// Decodes the packet that follows the last one.
    fn decode_next(&mut self, file: &Opened, index: usize) -> Result<(), DecodeFault> {
        let packets = &file.packets;
        self.raw.clear();
        #[cfg(test)]
        {
            self.count += 1;
        }
        let packet = file.bytes.read(packets.range(index), &mut self.packet);
        let packet = packet.map_err(|error| {
            DecodeFault::Damaged(format!("it cannot be read while it plays: {error}"))
        })?;
        caught(|| self.decoder.decode(packet, &mut self.raw))?;
        let frames = in_memory(packets.first_frame(index + 1) - packets.first_frame(index));
        if self.raw.len() == frames * file.channels {
            return Ok(());
        }
        let found = self.raw.len() / file.channels;
        Err(DecodeFault::Damaged(format!(
            "packet {index} has {found} frames, expected {frames}"
        )))
    }
}
