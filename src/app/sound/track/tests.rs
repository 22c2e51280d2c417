//! Tests of offline tracks, read back by another library.
#![expect(clippy::cast_possible_truncation, reason = "small numbers")]

use std::fs::{self, File, OpenOptions};
use std::io::{Read, Seek, SeekFrom};
use std::path::PathBuf;

use proptest::prelude::*;

use super::wav::WavWriter;
use super::*;
use crate::assets::ClipFrames;
use crate::sound::{BusStep, SoundId, VoiceStep};

/// A file that is removed at the end of its test.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        Self(std::env::temp_dir().join(format!("damselfly-{}-{name}.wav", std::process::id())))
    }

    fn create(&self) -> File {
        let mut options = OpenOptions::new();
        options
            .read(true)
            .write(true)
            .create(true)
            .truncate(true)
            .open(&self.0)
            .unwrap()
    }

    fn samples(&self) -> Vec<i16> {
        hound::WavReader::open(&self.0)
            .unwrap()
            .into_samples()
            .map(Result::unwrap)
            .collect()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

/// Returns a clip that is one sample long.
fn impulse() -> Arc<ClipData> {
    Arc::new(ClipData {
        rate: 48_000,
        frames: 1,
        source: ClipFrames::Mono([0.5].into()),
    })
}

/// Returns a list in which a sound starts.
fn start(step: u64, frames: u64) -> StepSounds {
    let voice = VoiceStep {
        id: SoundId(step),
        clip: ClipId(0),
        position: 0,
        rate: [65_536; 2],
        gain: [1.0, 0.25],
        bus: 0,
        loop_range: None,
    };
    StepSounds {
        step,
        frames,
        voices: vec![voice],
        buses: vec![BusStep::default()],
    }
}

#[test]
fn each_step_begins_at_its_frame_at_every_rate() {
    for (rate, steps) in [
        ([1, 1], 3),
        ([24, 1], 30),
        ([60_000, 1001], 100),
        ([60, 1], 100),
        ([144, 1], 200),
        ([1000, 1], 999),
    ] {
        let scratch = Scratch::new(&format!("steps-{}", rate[0]));
        let mut track = Track::new(scratch.create()).unwrap();
        track.set_clip(ClipId(0), Some(impulse()));
        let first = |step: u64| step * 48_000 * rate[1] / rate[0];
        for step in 0..steps {
            let frames = first(step + 1) - first(step);
            track.add(&start(step, frames), frames).unwrap();
        }
        assert_eq!(track.finish().unwrap(), first(steps));
        let samples = scratch.samples();
        assert_eq!(samples.len() as u64, first(steps) * 2);
        let starts: Vec<_> = (0..steps).map(first).collect();
        let found: Vec<_> = (0..)
            .step_by(1)
            .zip(samples.chunks(2))
            .filter(|(_, frame)| **frame != [0, 0])
            .collect();
        assert!(
            found.iter().all(|(_, frame)| **frame == [16_384, 4096]),
            "{rate:?}"
        );
        assert_eq!(
            found.iter().map(|(at, _)| *at).collect::<Vec<u64>>(),
            starts,
            "{rate:?}"
        );
    }
}

#[test]
fn samples_are_rounded_and_clipped_to_16_bits() {
    let cases = [
        (0.0, 0),
        (1.0, 32_767),
        (-1.0, -32_767),
        (0.5, 16_384),
        (2.0, 32_767),
        (-2.0, -32_768),
        (f32::NAN, 0),
    ];
    for (sample, expected) in cases {
        assert_eq!(to_16_bits(sample), expected, "{sample}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn written_samples_are_read_back(parts in prop::collection::vec(0_usize..60_000, 0..5)) {
        let scratch = Scratch::new("parts");
        let mut wav = WavWriter::new(scratch.create()).unwrap();
        let mut all = Vec::new();
        for part in parts {
            let frames: Vec<_> = (0..part).map(|at| [(at * 7) as i16, (at * 13 + all.len()) as i16]).collect();
            wav.write(&frames).unwrap();
            all.extend_from_slice(frames.as_flattened());
        }
        prop_assert_eq!(wav.finish().unwrap() * 2, all.len() as u64);
        prop_assert!(scratch.samples() == all);
    }
}

#[test]
fn a_killed_run_leaves_a_file_that_plays_to_its_last_second() {
    let scratch = Scratch::new("killed");
    let mut wav = WavWriter::new(scratch.create()).unwrap();
    assert_eq!(scratch.samples().len(), 0);
    for _ in 0..150 {
        wav.write(&[[5, 6]; 1000]).unwrap();
    }
    assert_eq!(scratch.samples().len(), 144_000 * 2);
    // The writer writes nothing when it is dropped, as if the program was killed.
    drop(wav);
    assert!(
        scratch
            .samples()
            .iter()
            .all(|sample| *sample == 5 || *sample == 6)
    );
}

/// Returns the header of a file with so many frames, and its size.
fn header_of(frames: u64) -> ([u8; 80], u64) {
    let scratch = Scratch::new(&format!("large-{frames}"));
    let mut wav = WavWriter::with_silence(scratch.create(), frames - 1).unwrap();
    wav.write(&[[1, 2]]).unwrap();
    assert_eq!(wav.finish().unwrap(), frames);
    let mut file = File::open(&scratch.0).unwrap();
    let mut header = [0; 80];
    file.read_exact(&mut header).unwrap();
    let mut last = [0; 4];
    file.seek(SeekFrom::End(-4)).unwrap();
    file.read_exact(&mut last).unwrap();
    assert_eq!(last, [1, 0, 2, 0]);
    (header, file.metadata().unwrap().len())
}

fn u32_at(header: &[u8], at: usize) -> u32 {
    u32::from_le_bytes(header[at..at + 4].try_into().unwrap())
}

fn u64_at(header: &[u8], at: usize) -> u64 {
    u64::from_le_bytes(header[at..at + 8].try_into().unwrap())
}

#[test]
fn a_file_of_up_to_4_gib_is_riff() {
    let largest = (u64::from(u32::MAX) - 72) / 4;
    let (header, size) = header_of(largest);
    assert_eq!(&header[..4], b"RIFF");
    assert_eq!(u64::from(u32_at(&header, 4)), size - 8);
    assert_eq!(u64::from(u32_at(&header, 76)), size - 80);
    assert_eq!(&header[12..16], b"JUNK");
}

#[test]
fn a_file_above_4_gib_is_rf64() {
    for frames in [(u64::from(u32::MAX) - 72) / 4 + 1, 1 << 30, 3 << 30] {
        let (header, size) = header_of(frames);
        assert_eq!(&header[..4], b"RF64");
        assert_eq!([u32_at(&header, 4), u32_at(&header, 76)], [u32::MAX; 2]);
        assert_eq!(&header[8..16], b"WAVEds64");
        assert_eq!(u32_at(&header, 16), 28);
        assert_eq!(
            [
                u64_at(&header, 20),
                u64_at(&header, 28),
                u64_at(&header, 36)
            ],
            [size - 8, size - 80, frames]
        );
        assert_eq!(
            u32_at(&header, 44),
            0,
            "the table of other chunks is not empty"
        );
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error_at_the_start() {
    let full = OpenOptions::new().write(true).open("/dev/full").unwrap();
    assert_eq!(
        Track::new(full).unwrap_err().kind(),
        io::ErrorKind::StorageFull
    );
}

#[cfg(unix)]
#[test]
fn a_pipe_gets_a_header_without_sizes_and_every_frame() {
    let (mut reader, writer) = io::pipe().unwrap();
    let mut wav = WavWriter::new(File::from(std::os::fd::OwnedFd::from(writer))).unwrap();
    wav.write(&[[1, 2]; 100]).unwrap();
    assert_eq!(wav.finish().unwrap(), 100);
    drop(wav);
    let mut bytes = Vec::new();
    reader.read_to_end(&mut bytes).unwrap();
    assert_eq!(bytes.len(), 80 + 400);
    assert_eq!([u32_at(&bytes, 4), u32_at(&bytes, 76)], [u32::MAX; 2]);
    assert_eq!(&bytes[..4], b"RIFF");
}

#[cfg(unix)]
#[test]
fn a_closed_pipe_is_an_error_in_a_later_step() {
    let (reader, writer) = io::pipe().unwrap();
    let mut track = Track::new(File::from(std::os::fd::OwnedFd::from(writer))).unwrap();
    track.set_clip(ClipId(0), Some(impulse()));
    track.add(&start(0, 800), 800).unwrap();
    drop(reader);
    let error = track.add(&start(1, 48_000), 48_000).unwrap_err();
    assert_eq!(error.kind(), io::ErrorKind::BrokenPipe);
}
