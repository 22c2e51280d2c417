//! Damaged files that play as streams: errors are one line, and the rest of a block is silent after a damage.

use core::ops::Range;

use rand_pcg::Pcg32;
use rand_pcg::rand_core::Rng as _;

use super::*;
use crate::assets::sound::data::StreamReader as _;
use crate::assets::sound::decode::tests::{bytes, pages};

/// Frames that are read at once.
const BLOCK: usize = 700;

/// A file of each format. The second MP3 has no length: each part of it is a file.
const FILES: [&str; 5] = [
    "mono_pcm_s16le.wav",
    "stereo.ogg",
    "stereo_blocks_576.flac",
    "stereo_vbr.mp3",
    "no_tag.mp3",
];

/// Number of damaged files that were refused, that had a damage while they played, and that played to their end.
#[derive(Debug, Default, PartialEq, Eq)]
struct Outcomes {
    refused: usize,
    silenced: usize,
    played: usize,
}

/// A packet, decoded alone.
struct PlayedPacket {
    /// Numbers of its frames.
    range: Range<usize>,
    /// `None` if it is damaged.
    frames: Option<Vec<[f32; 2]>>,
}

/// Returns the files that this build reads.
fn files() -> impl Iterator<Item = (&'static str, Vec<u8>)> {
    let is_read = |name: &&str| cfg!(feature = "mp3") || !name.ends_with("mp3");
    let names = FILES.into_iter().filter(is_read);
    names.map(|name| (name, bytes(name)))
}

/// Returns the error as text, which is one line and names the file.
fn line(error: &SoundFileError) -> String {
    let line = error.to_string();
    assert!(line.starts_with("file: ") && !line.contains('\n'), "{line}");
    line
}

/// Reads a file in blocks, up to a block behind its end. Returns its frames and its errors.
fn stream(file: &Arc<SoundFile>) -> (Vec<[f32; 2]>, Vec<String>) {
    let mut reader = FileReader::new(Arc::clone(file));
    let (mut all, mut errors) = (Vec::new(), Vec::new());
    while all.len() < usize::try_from(file.length()).unwrap() + BLOCK {
        let mut frames = [[9.0; 2]; BLOCK];
        let read = reader.read_frames(all.len() as u64, &mut frames);
        errors.extend(read.err().map(|error| line(&error)));
        all.extend(frames);
    }
    (all, errors)
}

/// Decodes each packet by a new reader.
fn packets(file: &Arc<SoundFile>) -> Vec<PlayedPacket> {
    let (mut all, mut position) = (Vec::new(), 0);
    while let Some(place) = file.locate(position) {
        let mut frames = vec![[9.0; 2]; place.frames];
        let mut reader = FileReader::new(Arc::clone(file));
        let read = reader.read_frames(position, &mut frames);
        let first = usize::try_from(position).unwrap();
        all.push(PlayedPacket {
            range: first..first + place.frames,
            frames: read.is_ok().then_some(frames),
        });
        position += place.frames as u64;
    }
    all
}

/// Returns `count` frames of blocks that are silent from their first damaged packet on.
fn silenced(packets: &[PlayedPacket], count: usize) -> Vec<[f32; 2]> {
    let mut all = vec![[0.0; 2]; count];
    // Start of the next block after the latest damage.
    let mut silent_to = 0;
    for packet in packets {
        let Some(frames) = &packet.frames else {
            silent_to = packet.range.end.next_multiple_of(BLOCK);
            continue;
        };
        for (at, frame) in packet.range.clone().zip(frames) {
            if at >= silent_to {
                all[at] = *frame;
            }
        }
    }
    all
}

/// Plays a damaged file, and checks what is heard.
fn play(name: &str, bytes: Vec<u8>, outcomes: &mut Outcomes) {
    let file = match SoundFile::open("file", bytes) {
        Ok(file) => Arc::new(file),
        Err(error) => {
            line(&error);
            outcomes.refused += 1;
            return;
        }
    };
    let (found, errors) = stream(&file);
    let expected = match file.decode() {
        Ok(samples) => {
            assert_eq!(errors, [""; 0], "{name}");
            outcomes.played += 1;
            let frames = Oracle::frames_of(&file, &samples);
            let silence = found.len() - frames.len();
            [frames, vec![[0.0; 2]; silence]].concat()
        }
        Err(error) => {
            assert_eq!(errors.first(), Some(&line(&error)), "{name}");
            outcomes.silenced += 1;
            // Packets of MP3 need many others each.
            if outcomes.silenced % 16 != 1 {
                return;
            }
            silenced(&packets(&file), found.len())
        }
    };
    let differs = found.iter().zip(&expected).position(|(a, b)| a != b);
    assert_eq!(differs, None, "{name}: {errors:?}");
    // A voice hears the same.
    let mut reader = FileReader::new(Arc::clone(&file));
    for (at, expected) in (0_u64..).zip(expected.chunks(BLOCK)) {
        let mut frames = [[9.0; 2]; BLOCK];
        reader.read(at * BLOCK as u64, &mut frames);
        assert!(frames[..] == *expected, "{name}, block {at}");
    }
}

#[test]
fn truncated_streams_are_refused_or_play_their_whole_packets() {
    for (name, whole) in files() {
        let mut outcomes = Outcomes::default();
        for part in 0..200 {
            let length = whole.len() * part / 200;
            play(name, whole[..length].to_vec(), &mut outcomes);
        }
        // A file without a length is whole at the end of each packet.
        let played = if name == "no_tag.mp3" { 20 } else { 0 };
        assert!(outcomes.played <= played, "{name}: {outcomes:?}");
        assert_eq!(outcomes.silenced, 0, "{name}");
    }
}

/// Returns the number of damaged copies of each file: 300, or as many as an environment variable says.
fn flips() -> usize {
    let wanted = std::env::var("DAMSELFLY_FLIPS").ok();
    wanted.map_or(300, |number| number.parse().unwrap())
}

#[test]
fn a_stream_of_flipped_bytes_is_silent_after_the_damage() {
    let all = flips();
    for (name, whole) in files() {
        let mut outcomes = Outcomes::default();
        let mut random = Pcg32::new(5, 33);
        for _ in 0..all {
            let mut bytes = whole.clone();
            let place = random.next_u32() as usize % bytes.len();
            bytes[place] ^= u8::try_from(1 + random.next_u32() % 255).unwrap();
            play(name, bytes, &mut outcomes);
        }
        // Checksums of Ogg and FLAC detect it when the file is opened, except in FLAC's comments. A sample of PCM is just
        // another one.
        let is_expected = match name {
            "mono_pcm_s16le.wav" => outcomes.played > all * 3 / 4 && outcomes.silenced == 0,
            "stereo.ogg" => outcomes.refused == all,
            "stereo_blocks_576.flac" => outcomes.refused > all / 2 && outcomes.silenced == 0,
            _ => outcomes.played > all / 20 && outcomes.silenced > 0,
        };
        assert!(is_expected, "{name}: {outcomes:?}");
    }
}

#[test]
fn a_stream_of_flipped_bytes_with_right_checksums_is_silent_after_the_damage() {
    let whole = pages::divide(&bytes("stereo.ogg"));
    let mut outcomes = Outcomes::default();
    let mut random = Pcg32::new(6, 33);
    let all = flips();
    for _ in 0..all {
        let mut pages = whole.clone();
        // Behind the headers: wrong ones are refused.
        let page = 2 + random.next_u32() as usize % (pages.len() - 2);
        let body = &mut pages[page].body;
        let place = random.next_u32() as usize % body.len();
        body[place] ^= u8::try_from(1 + random.next_u32() % 255).unwrap();
        play("stereo.ogg", pages::join(&pages), &mut outcomes);
    }
    assert!(outcomes.played > all / 2, "{outcomes:?}");
}
