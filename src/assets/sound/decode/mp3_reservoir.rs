//! The bit reservoir of MP3: the data of a packet may begin in the bytes of earlier packets.

use std::collections::VecDeque;

/// Most packets that a packet's data can reach back: each has at least one byte of data, at every bit rate of the format.
const MOST_PACKETS: usize = 255;

/// Computes how many earlier packets a packet of a file can depend on.
#[derive(Debug, Default)]
pub(super) struct Reservoir {
    /// Bytes of data in each of the latest packets, just enough of them to fill the reservoir.
    sizes: VecDeque<usize>,
    /// Sum of the sizes.
    bytes: usize,
    most_packets: usize,
}

impl Reservoir {
    /// Adds the next packet.
    pub(super) fn push(&mut self, packet: &[u8]) {
        self.most_packets = self.most_packets.max(self.sizes.len());
        let layout = DataLayout::of(packet);
        self.sizes.push_back(layout.bytes);
        self.bytes += layout.bytes;
        while let Some(oldest) = self.sizes.front()
            && (self.bytes - oldest >= layout.farthest || self.sizes.len() > MOST_PACKETS)
        {
            self.bytes -= oldest;
            self.sizes.pop_front();
        }
    }

    /// Returns the largest distance, in packets, between a packet and the beginning of its data.
    pub(super) fn most_packets(&self) -> usize {
        self.most_packets
    }
}

/// Data of a packet.
struct DataLayout {
    /// Number of bytes without headers.
    bytes: usize,
    /// Largest number of bytes before the packet's own where its data can begin.
    farthest: usize,
}

impl DataLayout {
    fn of(packet: &[u8]) -> Self {
        let [_, version, _, mode] = packet.first_chunk().copied().unwrap_or_default();
        let is_mpeg_1 = version & 8 != 0;
        let is_mono = mode >> 6 == 3;
        let side_info = match (is_mpeg_1, is_mono) {
            (true, false) => 32,
            (true, true) | (false, false) => 17,
            (false, true) => 9,
        };
        let checksum = if version & 1 == 0 { 2 } else { 0 };
        Self {
            bytes: packet.len().saturating_sub(4 + checksum + side_info),
            // The side information has 9 bits for it in MPEG 1, and 8 bits in MPEG 2 and 2.5.
            farthest: if is_mpeg_1 { 511 } else { 255 },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the result for packets of these lengths with the same header.
    fn most_packets(header: [u8; 4], lengths: &[usize]) -> usize {
        let mut reservoir = Reservoir::default();
        for length in lengths {
            let mut packet = header.to_vec();
            packet.resize(*length, 0);
            reservoir.push(&packet);
        }
        reservoir.most_packets()
    }

    const MPEG_1_STEREO: [u8; 4] = [0xff, 0xfb, 0x14, 0];
    const MPEG_2_STEREO: [u8; 4] = [0xff, 0xf3, 0x14, 0];
    const MPEG_2_STEREO_CHECKED: [u8; 4] = [0xff, 0xf2, 0x14, 0];
    const MPEG_2_MONO: [u8; 4] = [0xff, 0xf3, 0x14, 0xc0];

    #[test]
    fn small_packets_depend_on_more_earlier_packets() {
        // 60, 3, 1 and 11 bytes of data.
        assert_eq!(most_packets(MPEG_1_STEREO, &[96; 400]), 9);
        assert_eq!(most_packets(MPEG_2_STEREO, &[24; 400]), 85);
        assert_eq!(most_packets(MPEG_2_STEREO_CHECKED, &[24; 400]), 255);
        assert_eq!(most_packets(MPEG_2_MONO, &[24; 400]), 24);
    }

    #[test]
    fn small_packets_count_only_where_they_are() {
        let lengths = [[321; 10].as_slice(), &[24; 5], &[321; 10]].concat();
        assert_eq!(most_packets(MPEG_2_STEREO, &lengths), 6);
    }

    #[test]
    fn short_files_and_packets_without_data_have_a_bound() {
        assert_eq!(most_packets(MPEG_2_STEREO, &[24; 3]), 2);
        assert_eq!(most_packets(MPEG_2_STEREO, &[21; 400]), 255);
    }
}
