//! Tests that damaged files are refused or decoded: without a panic, and in limited memory.

use rand_pcg::Pcg32;
use rand_pcg::rand_core::Rng as _;

use super::pages::{divide, join};
use super::*;

/// Memory beyond the decoded sound and the file that a damaged file may use.
const SPARE_MEMORY: u64 = 64 << 20;

/// At least two files of each format, which are read in different ways.
pub(in crate::assets::sound) fn files() -> Vec<Reference> {
    let names = [
        "mono_pcm_s16le.wav",
        "rf64.wav",
        "stereo.ogg",
        "mono_8000.ogg",
        "stereo_blocks_576.flac",
        "pipe_8000.flac",
        "stereo_vbr.mp3",
        "no_tag.mp3",
        "id3v2.mp3",
    ];
    let files: Vec<_> = corpus()
        .into_iter()
        .filter(|file| names.contains(&&*file.name))
        .collect();
    assert!(files.len() >= 6);
    files
}

/// Opens and decodes a file. Returns the number of frames.
fn read(bytes: Vec<u8>) -> Result<u64, String> {
    let length = bytes.len() as u64;
    let mut outcome = None;
    let memory = allocation_counter::measure(|| {
        let decoded = SoundFile::open("file", bytes).and_then(|file| {
            let samples = file.decode()?;
            assert_eq!(samples.len() as u64, file.length() * file.channels() as u64);
            assert!(samples.iter().all(|sample| sample.is_finite()));
            Ok((file.length(), samples.len() as u64))
        });
        outcome = Some(decoded.map_err(|error| error.to_string()));
    });
    let outcome = outcome.unwrap();
    let decoded = outcome.as_ref().map_or(0, |(_, samples)| samples * 4);
    assert!(
        memory.bytes_max < SPARE_MEMORY + decoded + 2 * length,
        "{memory:?}"
    );
    if let Err(error) = &outcome {
        assert!(
            !error.contains('\n') && error.starts_with("file: "),
            "{error}"
        );
    }
    outcome.map(|(frames, _)| frames)
}

#[test]
fn truncated_files_are_refused() {
    for file in files() {
        let whole = bytes(&file.name);
        let header = if file.name.ends_with("mp3") { 0 } else { 44 };
        for part in 0..200 {
            let length = whole.len() * part / 200;
            let outcome = read(whole[..length].to_vec());
            let Err(error) = outcome else {
                // The format has no length, and this is the end of one of its packets, or before the first.
                assert!(
                    ["no_tag.mp3", "pipe_8000.flac"].contains(&&*file.name),
                    "{} {length}",
                    file.name
                );
                continue;
            };
            if length > header.max(whole.len() / 4) && !file.name.starts_with("id3") {
                assert!(
                    error.contains("(it ends in the middle)"),
                    "{} {length}: {error}",
                    file.name
                );
            }
        }
    }
}

#[test]
fn flipped_bytes_are_errors_or_sounds() {
    for file in files() {
        let whole = bytes(&file.name);
        let mut random = Pcg32::new(7, 33);
        // Ogg and FLAC have checksums. Before the packets of FLAC are blocks without them.
        let checked = match &*file.name {
            name if name.ends_with("ogg") => 0,
            name if name.ends_with("flac") => packet_start(&open(name), 0),
            _ => usize::MAX,
        };
        for _ in 0..400 {
            let mut bytes = whole.clone();
            let place = random.next_u32() as usize % bytes.len();
            bytes[place] ^= u8::try_from(1 + random.next_u32() % 255).unwrap();
            let outcome = read(bytes);
            assert!(
                place < checked || outcome.is_err(),
                "{} at {place}: {outcome:?}",
                file.name
            );
        }
    }
}

/// Returns the position of a packet in a file whose packets are not copied.
fn packet_start(file: &SoundFile, index: usize) -> usize {
    file.opened.packets.range(index).start
}

#[test]
fn flac_files_without_their_last_packets_are_refused() {
    for name in ["mono.flac", "stereo_blocks_576.flac"] {
        let file = open(name);
        for index in 0..file.opened.packets.len() {
            let bytes = bytes(name)[..packet_start(&file, index)].to_vec();
            let error = read(bytes).unwrap_err();
            assert!(error.contains("(it ends in the middle)"), "{error}");
        }
    }
}

#[test]
fn flipped_bytes_of_ogg_pages_with_right_checksums_are_errors_or_sounds() {
    for name in ["stereo.ogg", "mono_8000.ogg", "eight_channels.ogg"] {
        let whole = divide(&bytes(name));
        let mut random = Pcg32::new(8, 33);
        for _ in 0..700 {
            let mut pages = whole.clone();
            let page = random.next_u32() as usize % pages.len();
            let body = &mut pages[page].body;
            let place = random.next_u32() as usize % body.len();
            body[place] ^= u8::try_from(1 + random.next_u32() % 255).unwrap();
            let _either = read(join(&pages));
        }
    }
}

#[test]
fn missing_ogg_pages_are_errors() {
    for name in ["stereo.ogg", "eight_channels.ogg", "cover_art.ogg"] {
        let whole = divide(&bytes(name));
        for missing in 0..whole.len() {
            let mut pages = whole.clone();
            pages.remove(missing);
            assert!(read(join(&pages)).is_err(), "{name} without page {missing}");
        }
    }
}

#[test]
fn random_bytes_behind_the_marks_of_formats_are_refused() {
    let mut random = Pcg32::new(9, 33);
    for start in [
        &b"RIFF____WAVE"[..],
        b"OggS\0\x02",
        b"fLaC",
        b"ID3\x04\0\0\0\0\0\x05",
        b"\xff\xfb\x90\x64",
    ] {
        for length in 0..200 {
            let mut bytes = start.to_vec();
            bytes.extend((0..length).map(|_| random.next_u32().to_le_bytes()[0]));
            read(bytes).unwrap_err();
        }
    }
}

#[test]
fn a_panic_of_a_decoder_is_an_error_of_one_line() {
    let fault = caught(|| -> Result<(), DecodeFault> { panic!("no such mode\nof three") });
    assert_eq!(
        fault.unwrap_err().of("a.ogg", "Ogg").to_string(),
        "a.ogg: damaged Ogg sound (the decoder failed: no such mode): expected a whole file, save it again"
    );
}

#[test]
fn a_packet_with_another_number_of_frames_is_an_error() {
    let mut file = open("mono_pcm_s16le.wav");
    file.opened.packets = Packets::new(0);
    file.opened.packets.push(44, 200, 101).unwrap();
    file.opened.length = 101;
    let error = file.decode().unwrap_err().to_string();
    assert!(
        error.contains("(packet 0 has 100 frames, expected 101)"),
        "{error}"
    );
}
