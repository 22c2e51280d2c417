//! Tests animated GIF files.

use std::borrow::Cow;

use ::gif::{DisposalMethod, Frame};

use super::super::*;

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

fn animation(file: &[u8]) -> (Pixels, FrameDurations) {
    decode_animation(file).unwrap().unwrap()
}

#[test]
fn an_animation_beyond_the_limits_is_refused() {
    let mut bytes = Vec::new();
    let mut encoder = ::gif::Encoder::new(&mut bytes, 4096, 4096, &[9, 8, 7]).unwrap();
    let pixel = [0];
    for _ in 0..5 {
        encoder
            .write_frame(&frame(0, 1, &pixel, 5, DisposalMethod::Keep))
            .unwrap();
    }
    drop(encoder);
    let error = decode_animation(&bytes).unwrap_err().to_string();
    let expected = "the animation has more than 4 frames of 4096x4096 px: the limit is 4096 frames and 256 MiB";
    assert_eq!(error, expected);
}
