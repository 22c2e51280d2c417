//! TGA files: recognition and alpha, which the decoder lacks.

use image::DynamicImage;

/// Values of the attributes type, which says what the alpha bytes are.
const ALPHA: u8 = 3;
const PREMULTIPLIED: u8 = 4;

/// Returns whether the bytes begin with a plausible TGA header. TGA files have no signature.
pub(super) fn is_tga(bytes: &[u8]) -> bool {
    // Checks the kind of palette, the kind of image, the bits of a pixel, and that the two highest bits of the
    // descriptor are 0.
    let header = bytes.first_chunk::<18>();
    matches!(
        header,
        Some([_, 0 | 1, 1..=3 | 9..=11, .., 8 | 15 | 16 | 24 | 32, 0..64])
    )
}

/// Returns the image with its alpha as the file declares it. Colours that are multiplied by alpha are divided by it.
///
/// The image becomes opaque if all its alpha bytes are 0 and the file does not declare alpha: some programs leave them
/// unused.
pub(super) fn with_right_alpha(bytes: &[u8], image: DynamicImage) -> DynamicImage {
    if !image.color().has_alpha() {
        return image;
    }
    let attributes = attributes_type(bytes);
    let declares_alpha = match attributes {
        Some(kind) => kind >= ALPHA,
        None => bytes.get(17).is_some_and(|descriptor| descriptor & 15 != 0),
    };
    let mut image = image.into_rgba8();
    if !declares_alpha && image.pixels().all(|pixel| pixel.0[3] == 0) {
        image.pixels_mut().for_each(|pixel| pixel.0[3] = 255);
    }
    if attributes == Some(PREMULTIPLIED) {
        for [r, g, b, a] in image.pixels_mut().map(|pixel| &mut pixel.0) {
            for channel in [r, g, b] {
                *channel = divided(*channel, *a);
            }
        }
    }
    image.into()
}

/// Returns the attributes type of a file of version 2 with an extension area, whose offset the last 26 bytes contain.
fn attributes_type(bytes: &[u8]) -> Option<u8> {
    let footer = bytes.last_chunk::<26>()?;
    let &[a, b, c, d] = footer.first_chunk()?;
    let extension = usize::try_from(u32::from_le_bytes([a, b, c, d])).ok()?;
    if footer[8..] != *b"TRUEVISION-XFILE.\0" || extension == 0 {
        return None;
    }
    bytes.get(extension.checked_add(494)?).copied()
}

/// Returns a channel divided by alpha, rounded to the nearest value. 0 for an alpha of 0.
fn divided(channel: u8, alpha: u8) -> u8 {
    let (channel, alpha) = (u32::from(channel), u32::from(alpha));
    let straight = (channel * 255 + alpha / 2).checked_div(alpha);
    u8::try_from(straight.unwrap_or(0)).unwrap_or(u8::MAX)
}
