//! Tints a colour, and mixes it with the pixel below.

/// How a sprite is combined with the pixels below it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Blend {
    Over,
    Add,
    Replace,
    Multiply,
    Screen,
    Subtract,
}

/// A pixel of a target: the least and the greatest value that is allowed for red, green, blue and alpha; premultiplied.
/// The two are the same unless colours are mixed in linear light.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pixel {
    pub(crate) least: [u8; 4],
    pub(crate) most: [u8; 4],
}

impl Pixel {
    /// Returns a pixel that must have exactly this colour.
    pub(crate) fn exactly(color: [u8; 4]) -> Self {
        Self {
            least: color,
            most: color,
        }
    }

    /// Returns whether a drawn pixel (red, green, blue, alpha) has allowed values.
    pub(crate) fn allows(&self, color: [u8; 4]) -> bool {
        let allowed = |channel: usize| self.least[channel]..=self.most[channel];
        (0..4).all(|channel| allowed(channel).contains(&color[channel]))
    }

    /// Returns the pixel with a rule applied to each channel. `rule(channel, value beneath)` returns the least and the
    /// greatest allowed result.
    pub(super) fn changed(self, rule: impl Fn(usize, u8) -> [u8; 2]) -> Self {
        let ends = [0, 1, 2, 3].map(|channel| {
            let [least, _] = rule(channel, self.least[channel]);
            let [_, most] = rule(channel, self.most[channel]);
            [least, most]
        });
        Self {
            least: ends.map(|[least, _]| least),
            most: ends.map(|[_, most]| most),
        }
    }
}

/// Returns a texel tinted by its sprite. If the sprite is filled with its tint, only the texel's alpha counts.
pub(crate) fn tinted(texel: [u8; 4], tint: [u8; 4], is_filled: bool) -> [u8; 4] {
    let texel = match is_filled {
        true => [texel[3]; 4],
        false => texel,
    };
    core::array::from_fn(|channel| nearest_product(texel[channel], tint[channel]))
}

/// Returns `a · b / 255`, rounded to the nearest integer. It is never half way between two.
fn nearest_product(a: u8, b: u8) -> u8 {
    let product = u32::from(a) * u32::from(b);
    byte((2 * product + 255) / 510)
}

/// Returns a pixel with a colour mixed into it, in sRGB values.
pub(crate) fn mixed(pixel: Pixel, source: [u8; 4], blend: Blend) -> Pixel {
    let alpha = source[3];
    pixel.changed(|channel, beneath| {
        if channel == 3 {
            match blend {
                Blend::Add | Blend::Subtract => return [beneath; 2],
                Blend::Replace => return [255; 2],
                Blend::Over | Blend::Multiply | Blend::Screen => {}
            }
        }
        let color = source[channel];
        let [added, share] = match blend {
            Blend::Over => [color, 255 - alpha],
            Blend::Add => [color, 255],
            Blend::Replace => [color, 0],
            Blend::Multiply if color > alpha => [0, 255],
            Blend::Multiply => [0, 255 - (alpha - color)],
            Blend::Screen => [color, 255 - color],
            Blend::Subtract => return [beneath.saturating_sub(color); 2],
        };
        let product = u32::from(beneath) * u32::from(share);
        // Rounds as drivers do, which is almost always to the nearest.
        let kept = (product + product / 256 + 128) / 256;
        let sum = u32::from(added) + kept;
        [byte(sum.min(255)); 2]
    })
}

fn byte(value: u32) -> u8 {
    u8::try_from(value).expect("at most 255")
}
