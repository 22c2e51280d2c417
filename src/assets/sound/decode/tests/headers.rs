//! Tests of odd Ogg, FLAC and MP3 files, as other programs write them.

use super::pages::{Page, divide, join};
use super::*;

#[test]
fn files_of_other_kinds_are_refused_in_one_line() {
    let formats = readable_formats();
    for bytes in [
        &b""[..],
        b"R",
        b"\x89PNG\r\n\x1a\n",
        b"hello",
        b"\xff",
        b"\xff\xd8\xff\xe0",
    ] {
        let error = SoundFile::open("a.png", bytes.to_vec())
            .unwrap_err()
            .to_string();
        assert_eq!(error, format!("a.png: not a sound: expected {formats}"));
    }
}

#[test]
fn a_sound_of_a_day_at_48_khz_is_opened() {
    let mut packets = Packets::new(0);
    for packet in 0..24 * 60 {
        packets.push(packet, 1, 60 * 48_000).unwrap();
    }
    assert_eq!(packets.find(packets.total() - 1), Some(24 * 60 - 1));
}

#[test]
fn a_sound_above_the_limit_of_frames_is_refused() {
    let mut packets = Packets::new(0);
    packets.push(0, 1, MAX_FRAMES).unwrap();
    let fault = packets.push(1, 1, 1).unwrap_err();
    assert_eq!(
        fault.of("a.ogg", "Ogg").to_string(),
        "a.ogg: the sound is too long: the limit is 4294967296 frames, split it"
    );
}

/// Returns a file of the corpus after a change of its pages.
fn changed(name: &str, change: impl Fn(&mut Vec<Page>)) -> Result<SoundFile, SoundFileError> {
    let mut pages = divide(&bytes(name));
    change(&mut pages);
    SoundFile::open("odd.ogg", join(&pages))
}

#[test]
fn an_ogg_file_of_several_sounds_is_refused() {
    let both = [bytes("mono.ogg"), bytes("stereo.ogg")].concat();
    assert_eq!(
        SoundFile::open("radio.ogg", both).unwrap_err().to_string(),
        "radio.ogg: unsupported Ogg sound (found several sounds in one file, expected one): \
        convert it to Ogg Vorbis or FLAC"
    );
}

#[test]
fn streams_beside_the_sound_are_skipped() {
    let file = changed("stereo.ogg", |pages| {
        let mut other = pages[0].clone();
        (other.serial, other.body) = (1, b"fishead\0 a skeleton".to_vec());
        other.segments = vec![19];
        pages.insert(0, other.clone());
        (other.flags, other.number) = (4, 1);
        pages.insert(3, other.clone());
    });
    assert_eq!(file.unwrap().decode(), open("stereo.ogg").decode());
}

#[test]
fn other_encodings_inside_of_ogg_are_named() {
    for (start, name) in [
        (&b"OpusHead"[..], "Opus"),
        (b"\x7fFLAC", "FLAC inside of Ogg"),
        (b"Speex   ", "Speex"),
    ] {
        let error = changed("stereo.ogg", |pages| {
            pages[0].body[..start.len()].copy_from_slice(start)
        })
        .unwrap_err();
        assert_eq!(
            error.to_string(),
            format!(
                "odd.ogg: unsupported Ogg sound (found {name}, expected Vorbis): convert it to Ogg Vorbis or FLAC"
            )
        );
    }
}

#[test]
fn the_last_ogg_page_may_be_empty() {
    let file = changed("stereo.ogg", |pages| {
        let mut last = pages.last().unwrap().clone();
        pages.last_mut().unwrap().flags = 0;
        (last.segments, last.body) = (vec![], vec![]);
        last.number += 1;
        pages.push(last);
    });
    let file = file.unwrap();
    assert_eq!(file.length(), open("stereo.ogg").length());
    assert_eq!(file.decode(), open("stereo.ogg").decode());
}

#[test]
fn ogg_pages_may_have_no_position() {
    let file = changed("stereo.ogg", |pages| pages[2].granule = u64::MAX);
    assert_eq!(file.unwrap().decode(), open("stereo.ogg").decode());
}

#[test]
fn ogg_sounds_may_begin_before_or_after_0() {
    let whole = open("stereo.ogg").decode().unwrap();
    let moved = |by: i64| {
        let file = changed("stereo.ogg", |pages| {
            for page in &mut pages[2..] {
                page.granule = page.granule.checked_add_signed(by).unwrap();
            }
        });
        file.unwrap().decode().unwrap()
    };
    assert_eq!(moved(44_100), whole);
    assert_eq!(moved(-1000), whole[2000..]);
}

#[test]
fn flac_files_may_have_a_tag_before_and_after_them() {
    let tag = b"ID3\x04\0\0\0\0\0\x05hello";
    for name in ["mono.flac", "stereo_blocks_576.flac"] {
        let file = [&tag[..], &bytes(name), b"TAG", &[0; 125]].concat();
        assert_eq!(
            SoundFile::open(name, file).unwrap().decode(),
            open(name).decode()
        );
    }
}

#[test]
#[cfg(feature = "mp3")]
fn mp3_files_may_have_tags_and_padding_around_them() {
    let whole = open("no_tag.mp3").decode();
    for (before, after) in [
        (&b"ID3\x03\0\0\0\0\0\x05hello\0\0\0\0\0"[..], &b""[..]),
        (b"", &[0; 300]),
        (b"", b"LYRICSBEGININD0000200000015LYRICS200"),
    ] {
        let file = [before, &bytes("no_tag.mp3"), after].concat();
        assert_eq!(SoundFile::open("a.mp3", file).unwrap().decode(), whole);
    }
}

#[test]
#[cfg(not(feature = "mp3"))]
fn mp3_without_the_feature_is_refused_in_one_line() {
    for name in ["mono_cbr.mp3", "no_tag.mp3", "id3v2.mp3"] {
        assert_eq!(
            SoundFile::open(name, bytes(name)).unwrap_err().to_string(),
            format!("{name}: this build reads no MP3 sounds: enable damselfly's feature `mp3`")
        );
    }
}

#[test]
#[cfg(feature = "mp3")]
fn mp3_frames_that_are_missing_or_damaged_are_errors() {
    let whole = bytes("no_tag.mp3");
    let mut damaged = whole.clone();
    let middle = whole.len() / 2;
    damaged[middle..middle + 300].fill(0);
    let error = SoundFile::open("a.mp3", damaged).unwrap_err().to_string();
    assert!(error.contains("are not a frame"), "{error}");
    let tagged = bytes("mono_cbr.mp3");
    // Without its last frame.
    let length = tagged.len() - 209;
    let error = SoundFile::open("a.mp3", tagged[..length].to_vec())
        .unwrap_err()
        .to_string();
    assert!(error.contains("it ends in the middle"), "{error}");
}

#[test]
#[cfg(feature = "mp3")]
fn mp3_frames_of_another_rate_are_refused() {
    let both = [bytes("no_tag.mp3"), bytes("mpeg25_8000.mp3")].concat();
    let error = SoundFile::open("a.mp3", both).unwrap_err().to_string();
    assert!(
        error.contains("its rate or number of channels changes"),
        "{error}"
    );
}

#[test]
#[cfg(feature = "mp3")]
fn mp3_frames_that_match_no_other_are_found_directly() {
    // Frames of Layer II and Layer III alternate. A search of the rest for each would need 10^11 tests of a header.
    let frame = |version, rates, length| {
        let mut frame = vec![0; length];
        frame[..3].copy_from_slice(&[0xff, version, rates]);
        frame
    };
    let both = [frame(0xfd, 0x14, 96), frame(0xfb, 0x14, 96)].concat();
    let count = 40_000;
    let file = SoundFile::open("a.mp3", both.repeat(count)).unwrap();
    assert_eq!(file.length(), count as u64 * 2 * 1152);
}
