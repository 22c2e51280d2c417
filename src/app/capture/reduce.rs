//! Reduces images.

/// Reduces an image by the factor `by`: each new pixel is the mean of a square of `by` × `by` pixels. Columns at the
/// right and rows at the bottom that fill no such square are cut off.
pub(super) fn reduced(pixels: &[u32], [width, height]: [u32; 2], by: u32, into: &mut Vec<u32>) {
    let (width, by) = (width as usize, by.max(1) as usize);
    into.clear();
    for rows in pixels.chunks_exact(width * by).take(height as usize / by) {
        into.extend((0..width / by).map(|column| {
            let square = rows
                .chunks_exact(width)
                .flat_map(|row| &row[column * by..][..by]);
            mean(square)
        }));
    }
}

/// Returns the mean of each channel, halves rounded up.
fn mean<'a>(pixels: impl Iterator<Item = &'a u32>) -> u32 {
    let (mut sums, mut count) = ([0; 4], 0);
    for pixel in pixels {
        for (sum, channel) in sums.iter_mut().zip(pixel.to_le_bytes()) {
            *sum += u32::from(channel);
        }
        count += 1;
    }
    let channel = |sum: u32| u8::try_from((sum + count / 2) / count).unwrap_or(u8::MAX);
    u32::from_le_bytes(sums.map(channel))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_pixel_is_the_mean_of_a_square() {
        let pixels = [
            0xff00_0000,
            0xff00_00ff,
            7,
            0xff00_0001,
            0xff00_ff02,
            7,
            8,
            8,
            8,
        ];
        let mut small = Vec::new();
        reduced(&pixels, [3, 3], 2, &mut small);
        assert_eq!(small, [0xff00_4041]);
        reduced(&pixels, [3, 3], 1, &mut small);
        assert_eq!(small, pixels);
    }
}
