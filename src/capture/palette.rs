//! Indexed pixels with at most 256 colours: exact if there are no more, otherwise reduced by the `gif` crate's
//! quantiser.

use std::collections::BTreeMap;

use super::png::rgb;

/// Speed of the quantiser, 1 (best) to 30 (fastest). Its authors recommend 10.
const QUANTISER_SPEED: i32 = 10;

/// Returns a frame of `width` × `height` pixels, at (0, 0) and without a delay.
pub(super) fn frame(width: u16, height: u16, pixels: &[u32]) -> gif::Frame<'static> {
    match exact(pixels) {
        Some((palette, indices)) => gif::Frame {
            width,
            height,
            palette: Some(palette),
            buffer: indices.into(),
            ..gif::Frame::default()
        },
        None => {
            // The pixels are made opaque, because `gif` would treat pixels with alpha 0 as transparent.
            let opaque = |&pixel: &u32| (pixel | 0xff00_0000).to_le_bytes();
            let mut rgba: Vec<u8> = pixels.iter().flat_map(opaque).collect();
            gif::Frame::from_rgba_speed(width, height, &mut rgba, QUANTISER_SPEED)
        }
    }
}

/// Returns the palette and each pixel's index. `None` if there are too many colours.
///
/// Neighbouring pixels often have the same colour, so the last colour's index is cached.
fn exact(pixels: &[u32]) -> Option<(Vec<u8>, Vec<u8>)> {
    let mut palette = Vec::new();
    // Index of each colour, in the order of appearance.
    let mut known: BTreeMap<[u8; 3], u8> = BTreeMap::new();
    let mut indices = Vec::with_capacity(pixels.len());
    let mut last = None;
    for &pixel in pixels {
        let color = rgb(pixel);
        let index = match last {
            Some((same, index)) if same == color => index,
            _ => match known.get(&color) {
                Some(&index) => index,
                None => {
                    // This fails beyond 256 colours.
                    let index = u8::try_from(known.len()).ok()?;
                    known.insert(color, index);
                    palette.extend(color);
                    index
                }
            },
        };
        last = Some((color, index));
        indices.push(index);
    }
    Some((palette, indices))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Returns the visible colours of a frame, pixel by pixel.
    fn shown(frame: &gif::Frame<'_>) -> Vec<[u8; 3]> {
        let palette = frame.palette.as_deref().unwrap();
        let color = |&index: &u8| {
            let at = usize::from(index) * 3;
            [palette[at], palette[at + 1], palette[at + 2]]
        };
        frame.buffer.iter().map(color).collect()
    }

    proptest! {
        #[test]
        fn few_colours_are_exact(pixels in prop::collection::vec(0..200_u32, 1..2000)) {
            let pixels: Vec<_> = pixels.iter().map(|value| value.wrapping_mul(0x9e37_79b9)).collect();
            let width = u16::try_from(pixels.len()).unwrap();
            let expected: Vec<_> = pixels.iter().map(|&pixel| rgb(pixel)).collect();
            prop_assert_eq!(shown(&frame(width, 1, &pixels)), expected);
        }
    }

    #[test]
    fn the_256th_colour_is_exact_and_the_257th_is_not() {
        let colors: Vec<u32> = (0..257).map(|index| index * 0x0101).collect();
        let (palette, indices) = exact(&colors[..256]).unwrap();
        assert_eq!((palette.len(), indices[255]), (768, 255));
        assert_eq!(exact(&colors), None);
        let near = frame(257, 1, &colors);
        assert_eq!(near.buffer.len(), 257);
        assert!(near.transparent.is_none());
    }

    #[test]
    fn alpha_is_disregarded() {
        let (palette, indices) = exact(&[0x0012_3456, 0xff12_3456]).unwrap();
        assert_eq!((palette, indices), (vec![0x56, 0x34, 0x12], vec![0, 0]));
    }
}
