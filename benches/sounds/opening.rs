//! The time until a long file is heard.

use std::fs;
use std::io::Cursor;

use damselfly::app::{App, Harness, Options};
use damselfly::sound::Sound;
use lewton::audio::get_decoded_sample_count;
use lewton::header::{read_header_ident, read_header_setup};
use ogg::{PacketReader, PacketWriteEndInfo, PacketWriter};

use crate::common::table::Contender;

/// A short file of the corpus, at 44 100 frames per second.
const FILE: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../tests/corpus/sounds/stereo.ogg"
);
/// Frames of five minutes.
const FRAMES: u64 = 5 * 60 * 44_100;
/// Frames of a step.
const STEP: u64 = 800;

/// Returns a contender that opens a file of five minutes, plays it, and mixes its first step.
pub(crate) fn first_step() -> Contender<'static> {
    let file = five_minutes();
    Contender::new("until its first step is mixed", move || {
        let game = Harness::start(App::new("Opening", Options::default()), |cx| {
            cx.assets.add_sound_file("five", "five.ogg", &file)?;
            cx.play(Sound::new("five"));
            Ok(())
        });
        let mut game = game.expect("the file is opened").with_sound();
        game.step();
        let samples = game.samples(0..STEP);
        assert!(samples.iter().any(|frame| frame[0] != 0), "it is silent");
    })
}

/// Returns an Ogg file of five minutes: the long packets of a short one, again and again.
fn five_minutes() -> Vec<u8> {
    let short = fs::read(FILE).expect("the corpus is there");
    let mut reader = PacketReader::new(Cursor::new(short));
    let mut packets = Vec::new();
    while let Some(packet) = reader.read_packet().expect("it is an Ogg file") {
        packets.push(packet.data);
    }
    let ident = read_header_ident(&packets[0]).expect("it is Vorbis");
    let sizes = (ident.blocksize_0, ident.blocksize_1);
    let setup = read_header_setup(&packets[2], ident.audio_channels, sizes).expect("it is Vorbis");
    let (headers, sound) = packets.split_at(3);
    let frames = |packet: &[u8]| get_decoded_sample_count(&ident, &setup, packet).unwrap_or(0);
    let sound: Vec<_> = sound.iter().filter(|it| frames(it) == 1024).collect();
    let mut file = Vec::new();
    let mut writer = PacketWriter::new(&mut file);
    let mut write = |packet: &[u8], end, position| {
        let written = writer.write_packet(packet.to_vec(), 1, end, position);
        written.expect("memory can be written");
    };
    for (packet, end) in headers.iter().zip([
        PacketWriteEndInfo::EndPage,
        PacketWriteEndInfo::NormalPacket,
        PacketWriteEndInfo::EndPage,
    ]) {
        write(packet, end, 0);
    }
    let mut position = 0;
    for packet in sound.into_iter().cycle() {
        if position >= FRAMES {
            write(packet, PacketWriteEndInfo::EndStream, position);
            break;
        }
        write(packet, PacketWriteEndInfo::NormalPacket, position);
        // The first packet yields no frames.
        position += 1024;
    }
    file
}
