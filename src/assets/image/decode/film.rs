//! GIF files, by `gif`: the first picture, or all of them with their times.

use gif::{ColorOutput, DecodeOptions, Decoder, DisposalMethod, Frame, MemoryLimit};

use super::{MAX_DECODER_BYTES, check_size, failed, room};
use crate::assets::animation::Repeat;
use crate::assets::image::{GifTimes, ImageError, MAX_IMAGE_FRAMES};
use crate::assets::pixels::Pixels;

/// What a picture of a shorter time than `SHORTEST` is shown for, in milliseconds. Files with such times were made for
/// browsers, all of which do the same.
const INSTEAD_OF_SHORT: u32 = 100;
/// In milliseconds.
const SHORTEST: u32 = 20;

/// Returns the first picture, where it lies on the whole; around it nothing.
pub(super) fn decode_first(bytes: &[u8]) -> Result<Pixels, ImageError> {
    let (mut decoder, mut canvas) = open(bytes)?;
    let frame = decoder.read_next_frame().map_err(failed)?;
    canvas.draw(frame.ok_or_else(|| failed("no frame"))?);
    Ok(Pixels {
        width: canvas.width.into(),
        height: canvas.height.into(),
        rgba: canvas.rgba,
    })
}

/// Returns all pictures as they are seen, one after another in the pixels, whose size is that of one of them.
pub(super) fn decode_all(bytes: &[u8]) -> Result<(Pixels, GifTimes), ImageError> {
    let (mut decoder, mut canvas) = open(bytes)?;
    let mut all = Vec::new();
    let mut milliseconds = Vec::new();
    while let Some(frame) = decoder.read_next_frame().map_err(failed)? {
        let size = [canvas.width.into(), canvas.height.into()];
        let total = (all.len() + canvas.rgba.len()) as u64;
        if milliseconds.len() == MAX_IMAGE_FRAMES || total > MAX_DECODER_BYTES {
            return Err(ImageError::TooLarge { size });
        }
        let before = (frame.dispose == DisposalMethod::Previous).then(|| canvas.rgba.clone());
        canvas.draw(frame);
        // An allocation that fails ends the program.
        all.try_reserve(canvas.rgba.len())
            .map_err(|_| ImageError::NoMemory { size })?;
        all.extend_from_slice(&canvas.rgba);
        milliseconds.push(match u32::from(frame.delay) * 10 {
            ..SHORTEST => INSTEAD_OF_SHORT,
            time => time,
        });
        match before {
            Some(before) => canvas.rgba = before,
            None if frame.dispose == DisposalMethod::Background => canvas.clear(frame),
            None => {}
        }
    }
    if milliseconds.is_empty() {
        return Err(failed("no frame"));
    }
    // Known once the whole file was read: it may stand behind the pictures. How often a file repeats is not kept, only
    // whether it does.
    let repeat = match decoder.repeat() {
        gif::Repeat::Finite(0) => Repeat::Once,
        _ => Repeat::Loop,
    };
    let pixels = Pixels {
        width: canvas.width.into(),
        height: canvas.height.into(),
        rgba: all,
    };
    Ok((
        pixels,
        GifTimes {
            milliseconds,
            repeat,
        },
    ))
}

fn open(bytes: &[u8]) -> Result<(Decoder<&[u8]>, FilmCanvas), ImageError> {
    let mut options = DecodeOptions::new();
    options.set_color_output(ColorOutput::RGBA);
    // Its own limit is 50 MB, less than the largest picture that is accepted.
    if let Some(bytes) = core::num::NonZeroU64::new(MAX_DECODER_BYTES) {
        options.set_memory_limit(MemoryLimit::Bytes(bytes));
    }
    let decoder = options.read_info(bytes).map_err(failed)?;
    let (width, height) = (decoder.width(), decoder.height());
    let size = [width.into(), height.into()];
    check_size(size[0], size[1])?;
    let rgba = room(Some(usize::from(width) * usize::from(height) * 4), size)?;
    let canvas = FilmCanvas {
        width,
        height,
        rgba,
    };
    Ok((decoder, canvas))
}

/// What is seen so far.
struct FilmCanvas {
    width: u16,
    height: u16,
    /// Transparent where nothing was drawn yet.
    rgba: Vec<u8>,
}

impl FilmCanvas {
    /// Draws what of a frame is not transparent.
    fn draw(&mut self, frame: &Frame<'_>) {
        // Nothing is visible of a frame without columns, for which `chunks_exact` would panic.
        let row = (usize::from(frame.width) * 4).max(1);
        for (to, from) in self.rows(frame).zip(frame.buffer.chunks_exact(row)) {
            let (to, from) = (to.as_chunks_mut::<4>().0, from.as_chunks::<4>().0);
            for (to, from) in to.iter_mut().zip(from).filter(|(_, from)| from[3] > 0) {
                *to = *from;
            }
        }
    }

    /// Makes transparent what a frame covered.
    fn clear(&mut self, frame: &Frame<'_>) {
        self.rows(frame).for_each(|row| row.fill(0));
    }

    /// Returns the rows that a frame covers, as far as they lie on the canvas: `gif` accepts frames that lie partly or
    /// wholly outside.
    fn rows(&mut self, frame: &Frame<'_>) -> impl Iterator<Item = &mut [u8]> {
        let width = usize::from(self.width);
        let left = usize::from(frame.left).min(width);
        let right = (left + usize::from(frame.width)).min(width);
        // Not 0: without columns there are no pixels, and so no chunks.
        let rows = self.rgba.chunks_exact_mut((width * 4).max(1));
        let rows = rows.skip(frame.top.into()).take(frame.height.into());
        rows.map(move |row| &mut row[left * 4..right * 4])
    }
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use super::*;

    const RED: [u8; 4] = [255, 0, 0, 255];
    const BLUE: [u8; 4] = [0, 0, 255, 255];
    const CLEAR: [u8; 4] = [0; 4];

    /// Index 0 is red, 1 blue, 2 transparent.
    fn frame(
        left: u16,
        width: u16,
        pixels: &[u8],
        delay: u16,
        dispose: DisposalMethod,
    ) -> Frame<'_> {
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

    fn file(repeat: gif::Repeat, frames: &[Frame<'_>]) -> Vec<u8> {
        let mut bytes = Vec::new();
        let palette = [255, 0, 0, 0, 0, 255, 9, 9, 9];
        let mut encoder = gif::Encoder::new(&mut bytes, 3, 1, &palette).unwrap();
        encoder.set_repeat(repeat).unwrap();
        for frame in frames {
            encoder.write_frame(frame).unwrap();
        }
        drop(encoder);
        bytes
    }

    #[test]
    fn pictures_of_a_gif_are_drawn_upon_each_other() {
        use DisposalMethod::{Background, Keep, Previous};
        let file = file(
            gif::Repeat::Infinite,
            &[
                frame(0, 3, &[0, 0, 2], 10, Keep),
                frame(1, 2, &[1, 1], 7, Previous),
                frame(2, 1, &[1], 0, Background),
                frame(0, 1, &[2], 1, Keep),
                // Partly, and wholly, outside.
                frame(2, 2, &[0, 1], 2, Keep),
                frame(9, 1, &[1], 65_535, Keep),
            ],
        );
        let (pixels, film) = decode_all(&file).unwrap();
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
        assert_eq!(film.milliseconds, [100, 70, 100, 100, 20, 655_350]);
        assert_eq!(film.repeat, Repeat::Loop);
        assert_eq!(decode_first(&file).unwrap().rgba, expected[0].concat());
    }

    #[test]
    fn a_gif_that_does_not_repeat_is_played_once() {
        let once = file(
            gif::Repeat::Finite(0),
            &[frame(0, 3, &[0, 1, 2], 5, DisposalMethod::Any)],
        );
        assert_eq!(decode_all(&once).unwrap().1.repeat, Repeat::Once);
    }
}
