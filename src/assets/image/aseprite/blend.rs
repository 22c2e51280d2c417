//! Blend modes of layers in Aseprite, with its rounding. Colours are red, green, blue and alpha, not premultiplied.

use aseprite_loader::binary::blend_mode::BlendMode;

type Rgba = [u8; 4];

/// Returns a source painted over a backdrop.
pub(super) fn blend(mode: BlendMode, backdrop: Rgba, source: Rgba, opacity: u8) -> Rgba {
    if source[3] == 0 || opacity == 0 {
        return backdrop;
    }
    let normal = over(backdrop, source, opacity);
    if mode == BlendMode::Normal || backdrop[3] == 0 {
        return normal;
    }
    let [red, green, blue] = mixed(mode, backdrop, source);
    let blended = over(backdrop, [red, green, blue, source[3]], opacity);
    // The mode counts as much as both the backdrop and the source are opaque.
    let partly = merge(normal, blended, backdrop[3]);
    let both = mul(backdrop[3].into(), mul(source[3].into(), opacity.into()));
    merge(partly, blended, channel(both))
}

/// Returns the product of two channels, rounded. The first one may be a negative difference.
fn mul(a: i32, b: i32) -> i32 {
    let product = a * b + 0x80;
    ((product >> 8) + product) >> 8
}

/// Returns the quotient of two channels, rounded.
fn div(a: i32, b: i32) -> i32 {
    (a * 255 + b / 2) / b
}

fn channel(value: i32) -> u8 {
    u8::try_from(value.clamp(0, 255)).unwrap_or(u8::MAX)
}

fn over(backdrop: Rgba, source: Rgba, opacity: u8) -> Rgba {
    let alpha = mul(source[3].into(), opacity.into());
    if backdrop[3] == 0 {
        return [source[0], source[1], source[2], channel(alpha)];
    }
    let below = i32::from(backdrop[3]);
    let total = alpha + below - mul(below, alpha);
    if total == 0 {
        return [0; 4];
    }
    let mix = |index: usize| {
        let (back, front) = (i32::from(backdrop[index]), i32::from(source[index]));
        channel(back + (front - back) * alpha / total)
    };
    [mix(0), mix(1), mix(2), channel(total)]
}

/// Returns a colour between two.
fn merge(a: Rgba, b: Rgba, share: u8) -> Rgba {
    let mix = |index: usize| {
        let (from, to) = (i32::from(a[index]), i32::from(b[index]));
        channel(from + mul(to - from, share.into()))
    };
    let alpha = mix(3);
    match (a[3], b[3]) {
        _ if alpha == 0 => [0; 4],
        (0, _) => [b[0], b[1], b[2], alpha],
        (_, 0) => [a[0], a[1], a[2], alpha],
        _ => [mix(0), mix(1), mix(2), alpha],
    }
}

/// Returns the colour of a mode as if both colours were opaque.
fn mixed(mode: BlendMode, backdrop: Rgba, source: Rgba) -> [u8; 3] {
    let by = |f: fn(i32, i32) -> i32| {
        [0, 1, 2].map(|index| channel(f(backdrop[index].into(), source[index].into())))
    };
    let colors = || (Hsl::of(backdrop), Hsl::of(source));
    match mode {
        BlendMode::Normal | BlendMode::Unknown(_) => [source[0], source[1], source[2]],
        BlendMode::Multiply => by(mul),
        BlendMode::Screen => by(screen),
        BlendMode::Overlay => by(|b, s| hard_light(s, b)),
        BlendMode::Darken => by(i32::min),
        BlendMode::Lighten => by(i32::max),
        BlendMode::ColorDodge => by(|b, s| match b {
            0 => 0,
            b if b >= 255 - s => 255,
            b => div(b, 255 - s),
        }),
        BlendMode::ColorBurn => by(|b, s| match 255 - b {
            0 => 255,
            b if b >= s => 0,
            b => 255 - div(b, s),
        }),
        BlendMode::HardLight => by(hard_light),
        BlendMode::SoftLight => by(soft_light),
        BlendMode::Difference => by(|b, s| (b - s).abs()),
        BlendMode::Exclusion => by(|b, s| b + s - 2 * mul(b, s)),
        BlendMode::Addition => by(|b, s| b + s),
        BlendMode::Subtract => by(|b, s| b - s),
        BlendMode::Divide => by(|b, s| match b {
            0 => 0,
            b if b >= s => 255,
            b => div(b, s),
        }),
        BlendMode::Hue => {
            let (back, front) = colors();
            front
                .with_saturation(back.saturation())
                .with_luminosity(back.luminosity())
        }
        BlendMode::Saturation => {
            let (back, front) = colors();
            let luminosity = back.luminosity();
            back.with_saturation(front.saturation())
                .with_luminosity(luminosity)
        }
        BlendMode::Color => {
            let (back, front) = colors();
            front.with_luminosity(back.luminosity())
        }
        BlendMode::Luminosity => {
            let (back, front) = colors();
            back.with_luminosity(front.luminosity())
        }
    }
}

fn screen(b: i32, s: i32) -> i32 {
    b + s - mul(b, s)
}

fn hard_light(b: i32, s: i32) -> i32 {
    if s < 128 {
        mul(b, s * 2)
    } else {
        screen(b, s * 2 - 255)
    }
}

#[expect(clippy::cast_possible_truncation, reason = "a channel fits")]
fn soft_light(b: i32, s: i32) -> i32 {
    let (b, s) = (f64::from(b) / 255.0, f64::from(s) / 255.0);
    let d = if b <= 0.25 {
        ((16.0 * b - 12.0) * b + 4.0) * b
    } else {
        b.sqrt()
    };
    let mixed = if s <= 0.5 {
        b - (1.0 - 2.0 * s) * b * (1.0 - b)
    } else {
        b + (2.0 * s - 1.0) * (d - b)
    };
    (mixed * 255.0 + 0.5) as i32
}

/// A colour for the modes that separate hue, saturation and luminosity: channels from 0 to 1.
#[derive(Clone, Copy)]
struct Hsl([f64; 3]);

impl Hsl {
    fn of(color: Rgba) -> Self {
        Self([0, 1, 2].map(|index: usize| f64::from(color[index]) / 255.0))
    }

    fn lowest(self) -> f64 {
        self.0.into_iter().fold(f64::INFINITY, f64::min)
    }

    fn highest(self) -> f64 {
        self.0.into_iter().fold(f64::NEG_INFINITY, f64::max)
    }

    fn saturation(self) -> f64 {
        self.highest() - self.lowest()
    }

    fn luminosity(self) -> f64 {
        let [red, green, blue] = self.0;
        0.3 * red + 0.59 * green + 0.11 * blue
    }

    fn with_saturation(self, saturation: f64) -> Self {
        let (lowest, range) = (self.lowest(), self.saturation());
        let [red, green, blue] = self.0;
        // Aseprite confuses two equal channels, and leaves one of them as it is.
        if red == green && green < blue {
            return Self([red, 0.0, saturation]);
        }
        if green == blue && green < red {
            return Self([saturation, green, 0.0]);
        }
        Self(self.0.map(|channel| match range > 0.0 {
            true => (channel - lowest) * saturation / range,
            false => 0.0,
        }))
    }

    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the cast saturates"
    )]
    fn with_luminosity(self, luminosity: f64) -> [u8; 3] {
        let change = luminosity - self.luminosity();
        let moved = Self(self.0.map(|channel| channel + change));
        let (middle, lowest, highest) = (moved.luminosity(), moved.lowest(), moved.highest());
        let mut channels = moved.0;
        if lowest < 0.0 {
            channels = channels.map(|it| middle + (it - middle) * middle / (middle - lowest));
        }
        if highest > 1.0 {
            let room = 1.0 - middle;
            channels = channels.map(|it| middle + (it - middle) * room / (highest - middle));
        }
        channels.map(|channel| (channel * 255.0) as u8)
    }
}
