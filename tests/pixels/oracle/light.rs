//! Mixes colours in linear light.
//!
//! sRGB is defined by a power function, and implementations of it may differ in the last bits. The rules therefore
//! allow both bytes where a result is almost half way between them.

use std::sync::LazyLock;

use super::blend::{Blend, Pixel};

/// A result may be rounded to either of two bytes if it is this close to the middle between them, in units of a byte.
const CLOSE: f64 = 0.01;

/// Returns a pixel with a colour mixed into it. The colour is premultiplied in sRGB values.
pub(crate) fn mixed(pixel: Pixel, source: [u8; 4], blend: Blend) -> Pixel {
    // A colour that changes nothing, or that replaces the pixel, is exact: no curve applies.
    match blend {
        Blend::Replace => {}
        _ if source == [0; 4] => return pixel,
        _ => {}
    }
    match blend {
        Blend::Over | Blend::Replace if source[3] == 255 => {
            return Pixel::exactly([source[0], source[1], source[2], 255]);
        }
        _ => {}
    }
    let alpha = f64::from(source[3]) / 255.0;
    pixel.changed(|channel, beneath| {
        if channel == 3 {
            return [alpha_of(beneath, source[3], blend); 2];
        }
        let color = f64::from(source[channel]) / 255.0;
        // The curve applies to colours that are not premultiplied. With alpha 0 there is no such colour, and the
        // channel counts as light.
        let light = match source[3] {
            0 => color,
            _ => to_light((color / alpha).min(1.0)) * alpha,
        };
        let beneath = to_light(f64::from(beneath) / 255.0);
        bytes_of(match blend {
            Blend::Over => light + beneath * (1.0 - alpha),
            Blend::Add => light + beneath,
            Blend::Replace => light,
            Blend::Multiply => beneath * (1.0 - (alpha - light).max(0.0)),
            Blend::Screen => light + beneath * (1.0 - light),
            Blend::Subtract => beneath - light,
        })
    })
}

/// Returns a pixel with a pixel of a group mixed into it, which has channels of light, premultiplied and then converted.
pub(crate) fn mixed_group(pixel: Pixel, group: Pixel, tint: [u8; 4], blend: Blend) -> Pixel {
    let tint_alpha = f64::from(tint[3]) / 255.0;
    let tint_light = [0, 1, 2].map(|channel| {
        let color = f64::from(tint[channel]) / 255.0;
        match tint[3] {
            0 => color,
            _ => to_light((color / tint_alpha).min(1.0)) * tint_alpha,
        }
    });
    // Alpha is exact, and the same at both ends.
    let alpha = f64::from(group.most[3]) / 255.0 * tint_alpha;
    let result = |channel: usize, beneath: u8, color: u8| {
        let light = to_light(f64::from(color) / 255.0) * tint_light[channel];
        let beneath = to_light(f64::from(beneath) / 255.0);
        bytes_of(match blend {
            Blend::Over => light + beneath * (1.0 - alpha),
            Blend::Add => light + beneath,
            Blend::Replace => light,
            Blend::Multiply => beneath * (1.0 - (alpha - light).max(0.0)),
            Blend::Screen => light + beneath * (1.0 - light),
            Blend::Subtract => beneath - light,
        })
    };
    // More light of the group makes a pixel brighter, unless it is subtracted.
    let [low, high] = match blend {
        Blend::Subtract => [group.most, group.least],
        _ => [group.least, group.most],
    };
    let ends = [0, 1, 2].map(|channel| {
        let [least, _] = result(channel, pixel.least[channel], low[channel]);
        let [_, most] = result(channel, pixel.most[channel], high[channel]);
        [least, most]
    });
    let [r, g, b] = ends;
    // A target of the frame is opaque, and a group's is only multiplied.
    let alpha = match blend {
        Blend::Multiply => pixel.most[3],
        _ => 255,
    };
    Pixel {
        least: [r[0], g[0], b[0], alpha],
        most: [r[1], g[1], b[1], alpha],
    }
}

/// Returns the alpha of a pixel after mixing, rounded to nearest: alpha has no curve.
fn alpha_of(beneath: u8, alpha: u8, blend: Blend) -> u8 {
    match blend {
        Blend::Over | Blend::Screen => {
            let sum = 255 * u32::from(alpha) + u32::from(beneath) * u32::from(255 - alpha);
            u8::try_from((2 * sum + 255) / 510).expect("at most 255")
        }
        Blend::Replace => 255,
        Blend::Add | Blend::Multiply | Blend::Subtract => beneath,
    }
}

/// Returns the least and the greatest byte to which the sRGB value of a light may be rounded.
fn bytes_of(light: f64) -> [u8; 2] {
    // The light half way between each byte from 1 on and the byte before it: a little more in the first list, and a
    // little less in the second.
    static HALF_WAYS: LazyLock<[Vec<f64>; 2]> = LazyLock::new(|| {
        [CLOSE, -CLOSE].map(|more| {
            let half_ways = (1..=255).map(|byte| f64::from(byte) - 0.5 + more);
            half_ways.map(|value| to_light(value / 255.0)).collect()
        })
    });
    [0, 1].map(|end| {
        let below = HALF_WAYS[end].partition_point(|&half_way| half_way <= light);
        u8::try_from(below).expect("there are 255")
    })
}

/// Returns the light of an sRGB value. Both are 0 to 1.
fn to_light(srgb: f64) -> f64 {
    if srgb <= 0.04045 {
        srgb / 12.92
    } else {
        power_of_12_fifths((srgb + 0.055) / 1.055)
    }
}

/// Returns `x` to the power of 2.4 as `x² · (x²)^⅕`, with the root by Newton's method. `x` is 0.09 to 1.
fn power_of_12_fifths(x: f64) -> f64 {
    let square = x * x;
    let mut root = 1.0;
    for _ in 0..16 {
        let fourth = root * root * root * root;
        root = (4.0 * root + square / fourth) / 5.0;
    }
    square * root
}
