//! Changes a sprite's tinted colour by its material.

/// The material of a sprite, as numbers.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Material {
    /// 0: none, 1: flash, 2: greyscale.
    pub(crate) number: u8,
    /// Red, green, blue, alpha.
    pub(crate) color: [u8; 4],
    pub(crate) numbers: [u16; 4],
}

/// Returns a tinted colour with a material.
pub(crate) fn shown(material: &Material, color: [u8; 4]) -> [u8; 4] {
    let [r, g, b, alpha] = color;
    let amount = i64::from(material.numbers[0]);
    let premultiplied = |channel: u8| nearest(i64::from(channel) * i64::from(alpha), 255);
    match material.number {
        1 => {
            let [red, green, blue, other_alpha] = material.color;
            let weight = nearest(amount * i64::from(other_alpha), 255);
            let other = [red, green, blue].map(premultiplied);
            mixed(color, other, weight)
        }
        2 => {
            let sum = i64::from(r) * 54 + i64::from(g) * 183 + i64::from(b) * 19;
            let grey = (sum + 128).div_euclid(256);
            mixed(color, [grey; 3], amount)
        }
        _ => color,
    }
}

/// Returns a colour mixed with another one, which has `weight` parts of 255. Alpha stays.
fn mixed(color: [u8; 4], other: [i64; 3], weight: i64) -> [u8; 4] {
    let mut result = color;
    for channel in 0..3 {
        let sum = i64::from(color[channel]) * (255 - weight) + other[channel] * weight;
        result[channel] = u8::try_from(nearest(sum, 255)).expect("a mean of bytes");
    }
    result
}

/// Returns a quotient, rounded to the nearest integer. Halves are rounded up.
fn nearest(number: i64, divisor: i64) -> i64 {
    (2 * number + divisor).div_euclid(2 * divisor)
}
