//! Positions of the packets of a sound file, and the frames that they hold.

use core::ops::Range;

use super::MAX_FRAMES;
use super::error::DecodeFault;

/// Largest number of packets, whose list takes 256 MiB.
const MAX_PACKETS: usize = 1 << 24;

/// One packet: the smallest part of a file that a decoder reads.
#[derive(Clone, Copy, Debug)]
struct Packet {
    /// Number of frames in the packets before it.
    first_frame: u64,
    /// Position of the packet in the file's bytes.
    start: u32,
    /// Length in bytes.
    length: u32,
}

/// All packets of a sound file, in order.
///
/// Frames of packets are counted from the first packet. The sound may begin later, and end earlier: some formats add
/// frames at both ends.
#[derive(Debug)]
pub(super) struct Packets {
    list: Vec<Packet>,
    /// Number of frames in all packets.
    total: u64,
    /// Number of packets before a packet that a decoder needs after a seek.
    pub(super) warm_up: usize,
    /// Number of decoded frames before the sound's first frame.
    pub(super) skipped: u64,
}

impl Packets {
    /// Returns an empty list.
    pub(super) fn new(warm_up: usize) -> Self {
        Self {
            list: Vec::new(),
            total: 0,
            warm_up,
            skipped: 0,
        }
    }

    /// Adds a packet of `frames` frames.
    ///
    /// # Errors
    ///
    /// Returns an error if the sound is longer than [`MAX_FRAMES`], has more packets than [`MAX_PACKETS`], or the file is
    /// longer than 4 GiB.
    pub(super) fn push(
        &mut self,
        start: usize,
        length: usize,
        frames: u64,
    ) -> Result<(), DecodeFault> {
        let (Ok(start), Ok(length)) = (u32::try_from(start), u32::try_from(length)) else {
            return Err(DecodeFault::TooLong);
        };
        if frames > MAX_FRAMES - self.total || self.list.len() == MAX_PACKETS {
            return Err(DecodeFault::TooLong);
        }
        self.list.push(Packet {
            first_frame: self.total,
            start,
            length,
        });
        self.total += frames;
        Ok(())
    }

    pub(super) fn len(&self) -> usize {
        self.list.len()
    }

    /// Returns the number of frames in all packets.
    pub(super) fn total(&self) -> u64 {
        self.total
    }

    /// Returns the number of the packet that holds a decoded frame.
    pub(super) fn find(&self, frame: u64) -> Option<usize> {
        if frame >= self.total {
            return None;
        }
        // A packet without frames has the same first frame as the next one, which is the one to return.
        self.list
            .partition_point(|packet| packet.first_frame <= frame)
            .checked_sub(1)
    }

    /// Returns the first frame of a packet.
    pub(super) fn first_frame(&self, index: usize) -> u64 {
        self.list
            .get(index)
            .map_or(self.total, |packet| packet.first_frame)
    }

    /// Returns the range of a packet's bytes.
    pub(super) fn range(&self, index: usize) -> Range<usize> {
        let Some(packet) = self.list.get(index) else {
            return 0..0;
        };
        let start = packet.start as usize;
        start..start + packet.length as usize
    }

    /// Returns unused memory.
    pub(super) fn shrink(&mut self) {
        self.list.shrink_to_fit();
    }
}
