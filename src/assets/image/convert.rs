//! Conversions between [`Pixels`] and the images of the crate `image`.

use image::{DynamicImage, Rgba32FImage, RgbaImage};

use super::ImageError;
use crate::assets::pixels::Pixels;

impl From<RgbaImage> for Pixels {
    fn from(image: RgbaImage) -> Self {
        Self {
            width: image.width(),
            height: image.height(),
            rgba: image.into_raw(),
        }
    }
}

impl From<DynamicImage> for Pixels {
    /// Converts to 8 bits a channel. 16 bits are rounded to the nearest value. Floats are linear light: they become
    /// sRGB, and values outside 0 to 1 are clamped.
    fn from(image: DynamicImage) -> Self {
        match image {
            DynamicImage::ImageRgb32F(_) | DynamicImage::ImageRgba32F(_) => {
                encoded(&image.into_rgba32f()).into()
            }
            image => image.into_rgba8().into(),
        }
    }
}

impl From<&Self> for Pixels {
    fn from(pixels: &Self) -> Self {
        pixels.clone()
    }
}

impl TryFrom<Pixels> for RgbaImage {
    type Error = ImageError;

    /// # Errors
    /// The pixels are not 4 × width × height bytes.
    fn try_from(pixels: Pixels) -> Result<Self, ImageError> {
        let (size, bytes) = ([pixels.width, pixels.height], pixels.rgba.len());
        let is_exact = u64::from(size[0]) * u64::from(size[1]) == (bytes / 4) as u64;
        let image = Self::from_raw(size[0], size[1], pixels.rgba);
        image
            .filter(|_| is_exact && bytes.is_multiple_of(4))
            .ok_or_else(|| ImageError::length(size, bytes))
    }
}

/// Divides colours by alpha, which EXR files store multiplied.
pub(super) fn to_straight_alpha(image: &mut DynamicImage) {
    if let DynamicImage::ImageRgba32F(image) = image {
        for [r, g, b, a] in image.pixels_mut().map(|pixel| &mut pixel.0) {
            if *a > 0.0 {
                [r, g, b].into_iter().for_each(|channel| *channel /= *a);
            }
        }
    }
}

fn encoded(image: &Rgba32FImage) -> RgbaImage {
    let (width, height) = image.dimensions();
    RgbaImage::from_fn(width, height, |x, y| {
        let [r, g, b, a] = image.get_pixel(x, y).0;
        image::Rgba([srgb(r), srgb(g), srgb(b), nearest(f64::from(a))])
    })
}

/// Returns the sRGB value of a linear light, by the standard's curve.
fn srgb(linear: f32) -> u8 {
    let linear = f64::from(linear);
    nearest(match linear {
        ..0.003_130_8 => linear * 12.92,
        // `libm` has the same result on every machine.
        _ => 1.055 * libm::pow(linear, 1.0 / 2.4) - 0.055,
    })
}

/// Returns the nearest of 256 values. Values outside 0 to 1 are clamped, and NaN is 0.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "0 to 255: `as` saturates, and makes 0 of NaN"
)]
fn nearest(value: f64) -> u8 {
    (value * 255.0 + 0.5) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn images_convert_to_pixels_and_back() {
        let image = RgbaImage::from_fn(3, 2, |x, y| {
            image::Rgba([x.to_le_bytes()[0], y.to_le_bytes()[0], 7, 9])
        });
        let pixels = Pixels::from(image.clone());
        assert_eq!(pixels, DynamicImage::from(image.clone()).into());
        assert_eq!(RgbaImage::try_from(pixels.clone()).unwrap(), image);
        for bytes in [23, 25, 28] {
            let mut wrong = pixels.clone();
            wrong.rgba.resize(bytes, 0);
            let error = RgbaImage::try_from(wrong).unwrap_err().to_string();
            assert!(error.contains(&format!("{bytes} bytes")), "{error}");
        }
    }

    #[test]
    fn linear_light_becomes_srgb_and_is_clamped() {
        // By the standard, a linear light of 0.215 is 0.501 in sRGB, and 0.003 lies on the straight part of the curve.
        let texel = [0.215, 0.003, 1.5, 0.5];
        let image = Rgba32FImage::from_pixel(1, 1, image::Rgba(texel));
        assert_eq!(
            Pixels::from(DynamicImage::from(image)).rgba,
            [128, 10, 255, 128]
        );
        assert_eq!([-1.0, f32::NAN, f32::INFINITY].map(srgb), [0, 0, 255]);
    }
}
