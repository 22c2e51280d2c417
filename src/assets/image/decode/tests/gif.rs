//! Tests animated GIF files.

use std::borrow::Cow;

use ::gif::{DisposalMethod, Frame};

use super::super::*;
use crate::assets::animation::Repeat;

const RED: [u8; 4] = [255, 0, 0, 255];
const BLUE: [u8; 4] = [0, 0, 255, 255];
const CLEAR: [u8; 4] = [0; 4];

/// Returns a frame. In its pixels, 0 is red, 1 is blue, and 2 is transparent.
fn frame(left: u16, width: u16, pixels: &[u8], delay: u16, dispose: DisposalMethod) -> Frame<'_> {
    Frame {
        left,
        width,
        height: u16::try_from(pixels.len()).unwrap() / width,
        buffer: Cow::Borrowed(pixels),
        transparent: Some(2),
        delay,
        dispose,
        ..Frame::default()
    }
}

fn file(repeat: ::gif::Repeat, frames: &[Frame<'_>]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let palette = [255, 0, 0, 0, 0, 255, 9, 9, 9];
    let mut encoder = ::gif::Encoder::new(&mut bytes, 3, 1, &palette).unwrap();
    encoder.set_repeat(repeat).unwrap();
    for frame in frames {
        encoder.write_frame(frame).unwrap();
    }
    drop(encoder);
    bytes
}

#[test]
fn frames_of_a_gif_are_composited() {
    use DisposalMethod::{Background, Keep, Previous};
    let file = file(
        ::gif::Repeat::Infinite,
        &[
            frame(0, 3, &[0, 0, 2], 10, Keep),
            frame(1, 2, &[1, 1], 7, Previous),
            frame(2, 1, &[1], 0, Background),
            frame(0, 1, &[2], 1, Keep),
            // These frames lie partly or wholly outside the image.
            frame(2, 2, &[0, 1], 2, Keep),
            frame(9, 1, &[1], 65_535, Keep),
        ],
    );
    let (pixels, times) = animation(&file);
    assert_eq!((pixels.width, pixels.height), (3, 1));
    let expected = [
        [RED, RED, CLEAR],
        [RED, BLUE, BLUE],
        [RED, RED, BLUE],
        [RED, RED, CLEAR],
        [RED, RED, RED],
        [RED, RED, RED],
    ];
    assert_eq!(pixels.rgba, expected.concat().concat());
    assert_eq!(times.milliseconds, [100, 70, 100, 100, 20, 655_350]);
    assert_eq!(times.repeat, Repeat::Loop);
    assert_eq!(decode(&file).unwrap().rgba, expected[0].concat());
}

#[test]
fn a_gif_that_does_not_repeat_is_played_once() {
    let once = file(
        ::gif::Repeat::Finite(0),
        &[frame(0, 3, &[0, 1, 2], 5, DisposalMethod::Any)],
    );
    assert_eq!(animation(&once).1.repeat, Repeat::Once);
}

#[test]
fn a_gif_keeps_its_number_of_rounds() {
    for (repetitions, rounds) in [(1, 2), (2, 3), (300, 301), (u16::MAX, 65_536)] {
        let repeat = ::gif::Repeat::Finite(repetitions);
        let file = file(repeat, &[frame(0, 3, &[0, 1, 2], 5, DisposalMethod::Any)]);
        assert_eq!(animation(&file).1.repeat, Repeat::Times(rounds));
    }
    for repetitions in [0, 2_u8] {
        let start = [b"!\xff\x0bANIMEXTS1.0\x03\x01", &[repetitions, 0, 0][..]].concat();
        let repeat = animation(&one_pixel(&[&start, FRAME, b";"])).1.repeat;
        assert_eq!(repeat == Repeat::Loop, repetitions == 0);
        assert_eq!(repeat == Repeat::Times(3), repetitions == 2);
    }
    // A comment with the text of a loop block is not a loop block.
    let comment = b"!\xfe\x10NETSCAPE2.0\x03\x01\0\0\0\0";
    let file = one_pixel(&[comment, FRAME, b";"]);
    assert_eq!(animation(&file).1.repeat, Repeat::Once);
}

/// Returns a file with a screen of one pixel, a palette of black and white, and these blocks.
fn one_pixel(blocks: &[&[u8]]) -> Vec<u8> {
    let head = b"GIF89a\x01\0\x01\0\x80\0\0\0\0\0\xff\xff\xff";
    [&head[..], &blocks.concat()].concat()
}

const FRAME: &[u8] = b",\0\0\0\0\x01\0\x01\0\0\x02\x02L\x01\0";

#[test]
fn unknown_extensions_of_a_gif_are_skipped() {
    for extension in [
        &b"!\x2a\x03abc\0"[..],
        b"!\0\0",
        b"!\xce\x02,,\x01;\0",
        b"!\xff\x0bXMP DataXMP\x01a\0",
    ] {
        for blocks in [[extension, FRAME, FRAME], [FRAME, extension, FRAME]] {
            let file = one_pixel(&[&blocks.concat(), b";"]);
            assert_eq!(animation(&file).0.rgba, [255; 8]);
            assert_eq!(decode(&file).unwrap().rgba, [255; 4]);
        }
    }
}

#[test]
fn a_damaged_gif_is_repaired_without_a_panic() {
    let file = one_pixel(&[
        b"!\xff\x0bNETSCAPE2.0\x03\x01\0\0\0",
        b"!\x2a\0",
        FRAME,
        b";",
    ]);
    for at in 0..file.len() {
        gif_repair::repaired(&file[..at]);
        for value in [0, 1, 127, 128, 255] {
            let mut changed = file.clone();
            changed[at] = value;
            gif_repair::repaired(&changed);
        }
    }
}

#[test]
fn a_gif_without_a_trailer_plays_whole() {
    for frames in 1..4 {
        let file = one_pixel(&[&FRAME.repeat(frames)]);
        assert_eq!(animation(&file).1.milliseconds.len(), frames);
    }
    let error = decode_animation(&one_pixel(&[FRAME, &FRAME[..9]])).unwrap_err();
    let expected = "damaged GIF image (it is cut short): expected a whole file, save it again";
    assert_eq!(error.to_string(), expected);
}

#[test]
fn a_gif_without_frames_is_not_called_cut_short() {
    let extension = b"!\xf9\x04\0\0\0\0\0";
    for blocks in [b"".as_slice(), b";", &extension[..], b";rest"] {
        let file = one_pixel(&[blocks]);
        for error in [
            decode(&file).unwrap_err(),
            decode_animation(&file).unwrap_err(),
        ] {
            let expected = "damaged GIF image (it has no frame): ";
            assert!(error.to_string().starts_with(expected), "{error}");
        }
    }
    let cut = decode(&one_pixel(&[&FRAME[..9]])).unwrap_err();
    assert!(cut.to_string().contains("(it is cut short)"), "{cut}");
}

#[test]
fn a_gif_frame_without_a_size_has_the_screens() {
    for size in [[0, 1], [1, 0], [0, 0]] {
        let mut frame = FRAME.to_vec();
        (frame[5], frame[7]) = (size[0], size[1]);
        let (pixels, times) = animation(&one_pixel(&[FRAME, &frame, b";"]));
        assert_eq!(
            (&*pixels.rgba, times.milliseconds.len()),
            (&[255; 8][..], 2)
        );
    }
}

fn animation(file: &[u8]) -> (Pixels, FrameDurations) {
    decode_animation(file).unwrap().unwrap()
}

#[test]
fn a_loop_block_may_begin_with_other_sub_blocks() {
    let buffering = [5, 2, 0, 0, 0, 0];
    for (sub_blocks, expected) in [
        (vec![&buffering[..], &[3, 1, 0, 0]], Repeat::Loop),
        (vec![&buffering[..], &[3, 1, 2, 0]], Repeat::Times(3)),
        (vec![&[1, 7][..], &buffering, &[3, 1, 0, 0]], Repeat::Loop),
        (vec![&[3, 1, 0, 0][..], &buffering], Repeat::Loop),
        (vec![&buffering[..]], Repeat::Once),
        (vec![], Repeat::Once),
    ] {
        let block = [b"!\xff\x0bNETSCAPE2.0", &*sub_blocks.concat(), &[0]].concat();
        let (_, times) = animation(&one_pixel(&[&block, FRAME, b";"]));
        assert_eq!(times.repeat, expected, "{sub_blocks:?}");
    }
}

#[test]
fn a_screen_without_a_size_has_the_first_frames() {
    for size in [[0, 1], [1, 0], [0, 0]] {
        let mut file = one_pixel(&[FRAME, FRAME, b";"]);
        (file[6], file[8]) = (size[0], size[1]);
        let (pixels, times) = animation(&file);
        assert_eq!((pixels.width, pixels.height), (1, 1), "{size:?}");
        assert_eq!((pixels.rgba, times.milliseconds.len()), (vec![255; 8], 2));
    }
}

#[test]
fn an_animation_that_is_too_large_names_its_memory() {
    for (frames, width, height, expected) in [
        (5, 4096, 4096, "5 frames of 4096x4096 px are 320 MiB"),
        (20, 2000, 2000, "20 frames of 2000x2000 px are 305 MiB"),
        // One row more than 256 MiB.
        (16, 4096, 1025, "16 frames of 4096x1025 px are 257 MiB"),
    ] {
        let mut bytes = Vec::new();
        let mut encoder = ::gif::Encoder::new(&mut bytes, width, height, &[9, 8, 7]).unwrap();
        let pixel = [0];
        for _ in 0..frames {
            encoder
                .write_frame(&frame(0, 1, &pixel, 5, DisposalMethod::Keep))
                .unwrap();
        }
        drop(encoder);
        let error = decode_animation(&bytes).unwrap_err().to_string();
        assert_eq!(error, format!("{expected}: the limit is 256 MiB"));
    }
}

#[test]
fn an_animation_has_at_most_4096_frames() {
    let frames: Vec<_> = (0..=MAX_IMAGE_FRAMES)
        .map(|_| frame(0, 3, &[0, 1, 0], 5, DisposalMethod::Keep))
        .collect();
    let (_, times) = animation(&file(::gif::Repeat::Infinite, &frames[1..]));
    assert_eq!(times.milliseconds.len(), 4096);
    let error = decode_animation(&file(::gif::Repeat::Infinite, &frames)).unwrap_err();
    let expected = "the animation has 4097 frames: the limit is 4096 frames";
    assert_eq!(error.to_string(), expected);
}

/// For a frame that is smaller than the screen, the decoder allocates further images of the screen's size. Together
/// they exceed the memory limit for one image.
#[test]
fn a_gif_may_be_as_large_as_other_images() {
    let mut bytes = Vec::new();
    let mut encoder = ::gif::Encoder::new(&mut bytes, 8192, 4100, &[9, 8, 7]).unwrap();
    let pixel = [0];
    let still = frame(0, 1, &pixel, 5, DisposalMethod::Keep);
    encoder.write_frame(&still).unwrap();
    drop(encoder);
    let pixels = decode(&bytes).unwrap();
    assert_eq!((pixels.width, pixels.height), (8192, 4100));
}
