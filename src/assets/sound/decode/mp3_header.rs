//! Headers of MPEG frames. The library finds a frame by searching all bytes, which is slow if few frames match.

/// Number of bytes of a header.
const HEADER_BYTES: usize = 4;

/// Bit rates of MPEG 1 in kbit/s, by layer: I, II, III.
const RATES_1: [[u16; 14]; 3] = [
    [
        32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448,
    ],
    [
        32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384,
    ],
    [
        32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320,
    ],
];

/// Bit rates of MPEG 2 in kbit/s, by layer. Those of MPEG 2.5 are the same.
const RATES_2: [[u16; 14]; 3] = [
    [
        32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256,
    ],
    [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
    [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
];

/// A whole frame of a file.
#[derive(Debug, PartialEq)]
pub(super) struct Mp3Frame<'a> {
    /// The frame with its header.
    pub(super) data: &'a [u8],
    pub(super) channels: u8,
    /// Frames per second of the sound.
    pub(super) rate: u32,
    /// Number of samples of each channel.
    pub(super) samples: u32,
}

impl<'a> Mp3Frame<'a> {
    /// Returns the frame at the start of `bytes`. `None` if there is none, if its end is missing, or if its header has no
    /// bit rate.
    pub(super) fn first(bytes: &'a [u8]) -> Option<Self> {
        let [sync, version, rates, mode] = *bytes.first_chunk::<HEADER_BYTES>()?;
        let is_mpeg_1 = version & 8 != 0;
        let is_mpeg_2_5 = version & 0x10 == 0;
        let layer = 4 - usize::from(version >> 1 & 3);
        // Only Layer III exists in MPEG 2.5.
        let is_known = !is_mpeg_2_5 || (!is_mpeg_1 && layer == 3);
        if sync != 0xff || version & 0xe0 != 0xe0 || layer == 4 || !is_known {
            return None;
        }
        let table = if is_mpeg_1 { &RATES_1 } else { &RATES_2 };
        let bit_rate = usize::from(rates >> 4).checked_sub(1)?;
        let bit_rate = u32::from(*table[layer - 1].get(bit_rate)?);
        let rate = *[44_100_u32, 48_000, 32_000].get(usize::from(rates >> 2 & 3))?;
        let rate = rate >> u32::from(!is_mpeg_1) >> u32::from(is_mpeg_2_5);
        let samples = match (layer, is_mpeg_1) {
            (1, _) => 384,
            (3, false) => 576,
            _ => 1152,
        };
        // Lengths are counted in units of 4 bytes in Layer I.
        let unit = if layer == 1 { 4 } else { 1 };
        let units = samples * bit_rate * 125 / rate / unit + u32::from(rates >> 1 & 1);
        Some(Self {
            data: bytes.get(..(units * unit) as usize)?,
            channels: if mode >> 6 == 3 { 1 } else { 2 },
            rate,
            samples,
        })
    }
}
