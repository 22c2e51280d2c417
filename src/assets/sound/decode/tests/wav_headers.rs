//! Tests of odd headers of WAV files, as other programs write them.

use super::*;

/// A WAV file with any sizes.
struct Wav {
    riff: &'static [u8],
    riff_size: Option<u32>,
    /// Chunks before the format.
    before: Vec<u8>,
    tag: u16,
    channels: u16,
    rate: u32,
    bits: u16,
    frame_bytes: Option<u16>,
    data_size: Option<u32>,
    data: Vec<u8>,
    after: Vec<u8>,
}

impl Wav {
    fn new(data: &[u8]) -> Self {
        Self {
            riff: b"RIFF",
            riff_size: None,
            before: Vec::new(),
            tag: 1,
            channels: 1,
            rate: 8000,
            bits: 16,
            frame_bytes: None,
            data_size: None,
            data: data.to_vec(),
            after: Vec::new(),
        }
    }

    fn bytes(&self) -> Vec<u8> {
        let frame = self
            .frame_bytes
            .unwrap_or(self.bits.div_ceil(8).saturating_mul(self.channels));
        let mut body = b"WAVE".to_vec();
        body.extend(&self.before);
        body.extend(b"fmt \x10\0\0\0");
        body.extend(self.tag.to_le_bytes());
        body.extend(self.channels.to_le_bytes());
        body.extend(self.rate.to_le_bytes());
        body.extend((self.rate.wrapping_mul(u32::from(frame))).to_le_bytes());
        body.extend(frame.to_le_bytes());
        body.extend(self.bits.to_le_bytes());
        body.extend(b"data");
        let size = u32::try_from(self.data.len()).unwrap();
        body.extend(self.data_size.unwrap_or(size).to_le_bytes());
        body.extend(&self.data);
        body.extend(&self.after);
        let size = u32::try_from(body.len()).unwrap();
        [
            self.riff,
            &self.riff_size.unwrap_or(size).to_le_bytes(),
            &body,
        ]
        .concat()
    }

    fn open(&self) -> Result<SoundFile, SoundFileError> {
        SoundFile::open("odd.wav", self.bytes())
    }

    fn samples(&self) -> Vec<f32> {
        self.open().unwrap().decode().unwrap()
    }

    fn error(&self) -> String {
        self.open().unwrap_err().to_string()
    }
}

const DATA: [u8; 8] = [0, 0, 0, 0x40, 0, 0x80, 0, 0xc0];
const SAMPLES: [f32; 4] = [0.0, 0.5, -1.0, -0.5];

#[test]
fn chunks_around_the_samples_are_skipped() {
    let mut wav = Wav::new(&DATA);
    // An odd chunk with its padding; a list of zeros, as recorders by Zoom write it.
    wav.before = b"junk\x03\0\0\0abc\0LIST\x10\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0".to_vec();
    wav.after = b"LIST\x04\0\0\0INFO".to_vec();
    assert_eq!(wav.samples(), SAMPLES);
    // The size of the outer chunk is wrong in files that were edited.
    wav.riff_size = Some(17);
    assert_eq!(wav.samples(), SAMPLES);
}

#[test]
fn samples_of_unknown_size_reach_to_the_end() {
    for (riff, data) in [
        (0, 0),
        (36, 0),
        (u32::MAX, u32::MAX),
        (0x7fff_ffff, 0x7fff_ffdb),
        (0x7fff_f024, 0x7fff_f000),
    ] {
        let mut wav = Wav::new(&DATA);
        (wav.riff_size, wav.data_size) = (Some(riff), Some(data));
        assert_eq!(wav.samples(), SAMPLES, "{riff:#x} {data:#x}");
        // A program that was killed may leave a part of a frame.
        wav.data.push(1);
        assert_eq!(wav.samples(), SAMPLES, "{riff:#x} {data:#x}");
    }
}

#[test]
fn a_sound_may_have_no_frame() {
    let mut wav = Wav::new(&[]);
    assert_eq!((wav.samples(), wav.open().unwrap().length()), (vec![], 0));
    wav.after = b"LIST\x04\0\0\0INFO".to_vec();
    assert_eq!(wav.samples(), []);
}

#[test]
fn rates_from_1_to_192000_are_accepted() {
    let mut wav = Wav::new(&DATA);
    for rate in [1, 7, 44_100, 192_000] {
        wav.rate = rate;
        assert_eq!(wav.open().unwrap().rate(), rate);
    }
    for rate in [0, 192_001, u32::MAX] {
        wav.rate = rate;
        assert_eq!(
            wav.error(),
            format!(
                "odd.wav: unsupported WAV sound (found {rate} Hz, expected 1 to 192000 Hz): \
                convert it to Ogg Vorbis or FLAC"
            )
        );
    }
}

#[test]
fn samples_that_are_not_finite_become_0() {
    let values = [f32::NAN, 0.25, f32::INFINITY, f32::NEG_INFINITY, -3.0];
    let mut wav = Wav::new(&values.map(f32::to_le_bytes).concat());
    (wav.tag, wav.bits) = (3, 32);
    assert_eq!(wav.samples(), [0.0, 0.25, 0.0, 0.0, -3.0]);
    let values = [f64::NAN, 1e300, 0.25];
    let mut wav = Wav::new(&values.map(f64::to_le_bytes).concat());
    (wav.tag, wav.bits) = (3, 64);
    assert_eq!(wav.samples(), [0.0, 0.0, 0.25]);
}

#[test]
fn even_channels_are_mixed_to_the_left_and_odd_ones_to_the_right() {
    let channels = [0.5, -0.25, 0.25, f32::NAN, 0.0, 0.75];
    for (count, expected) in [
        (3, [0.375, -0.25]),
        (4, [0.375, -0.125]),
        (5, [0.25, -0.125]),
        (6, [0.25, 0.5 / 3.0]),
    ] {
        let mut wav = Wav::new(
            &channels[..count]
                .iter()
                .flat_map(|sample| sample.to_le_bytes())
                .collect::<Vec<_>>(),
        );
        (wav.tag, wav.bits, wav.channels) = (3, 32, u16::try_from(count).unwrap());
        assert_eq!(wav.samples(), expected, "{count}");
        assert_eq!(wav.open().unwrap().channels(), 2);
    }
}

#[test]
fn thousands_of_channels_are_mixed() {
    let mut wav = Wav::new(&vec![0xc0; 65_535 * 3]);
    (wav.bits, wav.channels) = (8, 65_535);
    assert_eq!(wav.samples(), [0.5; 6]);
}

#[test]
fn errors_name_what_was_found() {
    let error = |change: fn(&mut Wav)| {
        let mut wav = Wav::new(&DATA);
        change(&mut wav);
        wav.error()
    };
    let expected = "; expected integers of 8 to 32 bits, or floats of 32 or 64): convert it to Ogg Vorbis or FLAC";
    for (tag, bits, name) in [
        (2, 4, "ADPCM of 4 bits, number 0x2"),
        (6, 8, "A-law of 8 bits, number 0x6"),
        (7, 8, "µ-law of 8 bits, number 0x7"),
        (0x55, 0, "MPEG audio of 0 bits, number 0x55"),
        (1, 64, "integers of 64 bits, number 0x1"),
        (3, 16, "floats of 16 bits, number 0x3"),
        (0xabcd, 16, "an unknown encoding of 16 bits, number 0xabcd"),
    ] {
        let mut wav = Wav::new(&DATA);
        (wav.tag, wav.bits) = (tag, bits);
        assert_eq!(
            wav.error(),
            format!("odd.wav: unsupported WAV sound (found {name}{expected}")
        );
    }
    assert_eq!(
        error(|wav| wav.data_size = Some(9)),
        "odd.wav: damaged WAV sound (it ends in the middle): expected a whole file, save it again"
    );
    assert_eq!(
        error(|wav| wav.data_size = Some(7)),
        "odd.wav: damaged WAV sound (7 bytes of samples are not a multiple of 2, the size of a frame): \
        expected a whole file, save it again"
    );
    assert!(error(|wav| wav.channels = 0).contains("(found 0 channels, expected at least 1)"));
    assert!(
        error(|wav| wav.frame_bytes = Some(3))
            .contains("(found 3 bytes a frame, expected 2 for 1 channels")
    );
    assert!(error(|wav| wav.riff = b"RIFX").contains("(found RIFX, expected RIFF or RF64)"));
}
