//! Colours: sRGB with straight alpha, and the exact multiplication of bytes.
//!
//! No blending, linear light or other colour spaces: those belong to the backends.

use core::fmt;

use super::checksum::summed;
use super::css;

/// An sRGB colour with straight (not premultiplied) alpha, 8 bits per channel, each 0 to 255. Defaults to white.
///
/// ```
/// use damselfly::Color;
///
/// let shadow = Color::BLACK.with_alpha(128);
/// assert_eq!(shadow, Color::rgba(0, 0, 0, 128));
/// assert_eq!(Color::hex(0xff8000), Color::rgb(255, 128, 0));
/// assert_eq!(Color::parse("#ff8000"), Some(Color::hex(0xff8000)));
/// assert_eq!(Color::parse("tomato"), Some(damselfly::css::TOMATO));
/// ```
#[doc(alias("colour", "rgba8"))]
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Hash, bytemuck::Pod, bytemuck::Zeroable)]
pub struct Color {
    /// Red, 0 to 255. Defaults to 255.
    pub r: u8,
    /// Green, 0 to 255. Defaults to 255.
    pub g: u8,
    /// Blue, 0 to 255. Defaults to 255.
    pub b: u8,
    /// Alpha, 0 to 255: 0 is transparent, 255 is opaque. Defaults to 255.
    pub a: u8,
}

summed!(Color: r, g, b, a);

impl Color {
    /// Black, (0, 0, 0), and the default background.
    pub const BLACK: Self = Self::rgb(0, 0, 0);
    /// Pure red, (255, 0, 0). [`css`](crate::css) has 148 more colours.
    pub const RED: Self = Self::rgb(255, 0, 0);
    /// Pure green, (0, 255, 0). The darker green of web pages is [`css::GREEN`](crate::css::GREEN).
    pub const GREEN: Self = Self::rgb(0, 255, 0);
    /// Pure yellow, (255, 255, 0). For a warmer one see [`css::GOLD`](crate::css::GOLD).
    pub const YELLOW: Self = Self::rgb(255, 255, 0);
    /// Pure blue, (0, 0, 255). It is dark on black; for a lighter one see
    /// [`css::CORNFLOWERBLUE`](crate::css::CORNFLOWERBLUE).
    pub const BLUE: Self = Self::rgb(0, 0, 255);
    /// Pure magenta, (255, 0, 255). For a softer one see [`css::ORCHID`](crate::css::ORCHID).
    pub const MAGENTA: Self = Self::rgb(255, 0, 255);
    /// Pure cyan, (0, 255, 255). For a softer one see [`css::TURQUOISE`](crate::css::TURQUOISE).
    pub const CYAN: Self = Self::rgb(0, 255, 255);
    /// White, (255, 255, 255), and the default drawing colour.
    pub const WHITE: Self = Self::rgb(255, 255, 255);
    /// Fully transparent.
    pub const TRANSPARENT: Self = Self::rgba(0, 0, 0, 0);

    /// The terminal's red, (240, 84, 84): `red` in a text sprite. The terminal's colours are softened so that each is
    /// legible on black, except for its black and white, which are [`BLACK`](Self::BLACK) and [`WHITE`](Self::WHITE).
    pub const TERMINAL_RED: Self = Self::rgb(240, 84, 84);
    /// The terminal's green, (96, 216, 104): `green` in a text sprite.
    pub const TERMINAL_GREEN: Self = Self::rgb(96, 216, 104);
    /// The terminal's yellow, (248, 216, 88): `yellow` in a text sprite.
    pub const TERMINAL_YELLOW: Self = Self::rgb(248, 216, 88);
    /// The terminal's blue, (92, 148, 252): `blue` in a text sprite.
    pub const TERMINAL_BLUE: Self = Self::rgb(92, 148, 252);
    /// The terminal's magenta, (220, 112, 232): `magenta` in a text sprite.
    pub const TERMINAL_MAGENTA: Self = Self::rgb(220, 112, 232);
    /// The terminal's cyan, (88, 216, 228): `cyan` in a text sprite.
    pub const TERMINAL_CYAN: Self = Self::rgb(88, 216, 228);

    /// The eight colour words of text sprites in the terminal's order, and their colours.
    pub const NAMED: [(&'static str, Self); 8] = [
        ("black", Self::BLACK),
        ("red", Self::TERMINAL_RED),
        ("green", Self::TERMINAL_GREEN),
        ("yellow", Self::TERMINAL_YELLOW),
        ("blue", Self::TERMINAL_BLUE),
        ("magenta", Self::TERMINAL_MAGENTA),
        ("cyan", Self::TERMINAL_CYAN),
        ("white", Self::WHITE),
    ];

    /// Returns an opaque colour of red, green and blue, each from 0 to 255.
    ///
    /// ```
    /// # use damselfly::prelude::*;
    /// const GOLD: Color = Color::rgb(255, 215, 0);
    /// assert_eq!(GOLD.with_alpha(128), Color { r: 255, g: 215, b: 0, a: 128 });
    /// ```
    pub const fn rgb(r: u8, g: u8, b: u8) -> Self {
        Self { r, g, b, a: 255 }
    }

    /// Returns a colour of red, green, blue and opacity, each from 0 to 255; `a` 0 is invisible, 255 is opaque.
    pub const fn rgba(r: u8, g: u8, b: u8, a: u8) -> Self {
        Self { r, g, b, a }
    }

    /// Returns the opaque colour `0xrrggbb`: red in bits 16 to 23, green in 8 to 15, blue in 0 to 7. Higher bits are
    /// ignored.
    ///
    /// ```
    /// # use damselfly::prelude::*;
    /// const SKY: Color = Color::hex(0x87ceeb);
    /// assert_eq!(SKY, Color::rgb(0x87, 0xce, 0xeb));
    /// ```
    pub const fn hex(rgb: u32) -> Self {
        let [_, r, g, b] = rgb.to_be_bytes();
        Self::rgb(r, g, b)
    }

    /// Interpolates between two colours. `t` is clamped to 0 to 1; NaN counts as 0. Each channel, including alpha, is
    /// rounded to nearest.
    ///
    /// To fade a colour out, use [`Color::with_alpha`]. Interpolating to [`Color::TRANSPARENT`], which is black, would
    /// darken it as well.
    ///
    /// ```
    /// # use damselfly::prelude::*;
    /// let (cold, hot) = (Color::hex(0x204080), Color::hex(0xff8000));
    /// assert_eq!(cold.lerp(hot, 0.0), cold);
    /// assert_eq!(cold.lerp(hot, 0.5), Color::hex(0x906040));
    /// ```
    #[doc(alias = "mix")]
    #[must_use]
    pub fn lerp(self, to: Self, t: f32) -> Self {
        #[expect(clippy::manual_clamp, reason = "`max` first turns NaN into 0")]
        let t = t.max(0.0).min(1.0);
        let channel = |from: u8, to: u8| {
            let (from, to) = (f32::from(from), f32::from(to));
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "between two bytes"
            )]
            let byte = (from + (to - from) * t + 0.5) as u8;
            byte
        };
        Self {
            r: channel(self.r, to.r),
            g: channel(self.g, to.g),
            b: channel(self.b, to.b),
            a: channel(self.a, to.a),
        }
    }

    /// Returns the same colour with opacity `a`, from 0 to 255.
    #[must_use]
    pub const fn with_alpha(self, a: u8) -> Self {
        Self { a, ..self }
    }

    /// Parses a colour: a name in lower case, or `#rgb`, `#rgba`, `#rrggbb` or `#rrggbbaa` in either case. `None` for
    /// any other text.
    ///
    /// Names are the eight words of text sprites (`red` is [`Color::TERMINAL_RED`]) and the other names of CSS
    /// (`tomato` is [`css::TOMATO`](crate::css::TOMATO)).
    pub fn parse(text: &str) -> Option<Self> {
        let Some(hex) = text.strip_prefix('#') else {
            let terminal = Self::NAMED.iter().find(|(name, _)| *name == text);
            return terminal
                .map(|&(_, color)| color)
                .or_else(|| css::named(text));
        };
        // The digits are checked first, because `from_str_radix` would accept a sign.
        if !hex.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return None;
        }
        let value = u32::from_str_radix(hex, 16).ok()?;
        let color = |[r, g, b, a]: [u8; 4]| Self::rgba(r, g, b, a);
        // Each digit of a short form is doubled: `#f80` is `#ff8800`.
        let doubled = |value: u32| {
            let digits = [12, 8, 4, 0].map(|shift| value >> shift & 0xf);
            color(digits.map(|digit| (digit * 17).to_le_bytes()[0]))
        };
        match hex.len() {
            3 => Some(doubled(value << 4 | 0xf)),
            4 => Some(doubled(value)),
            6 => Some(Self::hex(value)),
            8 => Some(color(value.to_be_bytes())),
            _ => None,
        }
    }

    /// Returns red, green and blue multiplied by alpha (rounded to nearest), then alpha: the format of the atlas,
    /// instances and backends.
    pub const fn premultiplied(self) -> [u8; 4] {
        [
            mul_255(self.r, self.a),
            mul_255(self.g, self.a),
            mul_255(self.b, self.a),
            self.a,
        ]
    }
}

/// Returns `round(a * b / 255)`, exactly, for every pair of bytes. Premultiplied alpha and tints follow this rule.
#[expect(
    clippy::cast_possible_truncation,
    reason = "the quotient of two bytes' product by 255 is a byte"
)]
pub(crate) const fn mul_255(a: u8, b: u8) -> u8 {
    // Computed without a division, so that the shader and the SIMD lanes of the software backend can compute the same
    // result.
    let t = a as u32 * b as u32 + 128;
    ((t + (t >> 8)) >> 8) as u8
}

impl Default for Color {
    /// Returns white.
    fn default() -> Self {
        Self::WHITE
    }
}

impl fmt::Debug for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "#{:02x}{:02x}{:02x}{:02x}",
            self.r, self.g, self.b, self.a
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn byte_products_round_to_nearest_for_every_pair() {
        for a in 0..=255u8 {
            for b in 0..=255u8 {
                let exact = (f64::from(a) * f64::from(b) / 255.0).round();
                assert_eq!(f64::from(mul_255(a, b)), exact, "{a} * {b}");
            }
        }
    }

    #[test]
    fn colours_parse_only_by_name_or_hex() {
        assert_eq!(Color::parse("cyan"), Some(Color::TERMINAL_CYAN));
        assert_eq!(Color::parse("tomato"), Some(css::TOMATO));
        assert_eq!(Color::parse("#0180ff"), Some(Color::rgb(1, 128, 255)));
        assert_eq!(
            Color::parse("#0180FF7f"),
            Some(Color::rgba(1, 128, 255, 127))
        );
        assert_eq!(Color::parse("#f80"), Some(Color::hex(0xff_8800)));
        assert_eq!(Color::parse("#F803"), Some(Color::rgba(255, 0x88, 0, 0x33)));
        for bad in [
            "",
            "#",
            "Cyan",
            "#ff",
            "#fffff",
            "#12345g",
            "#+12345",
            "#+ff",
            "0180ff",
            "#0180ff0",
            "#0180ff001",
            "#é1234",
            "#é1",
            "tomato ",
        ] {
            assert_eq!(Color::parse(bad), None, "{bad:?}");
        }
    }

    #[test]
    fn basic_colours_are_pure_and_colour_words_are_soft() {
        let pure = [
            ("red", Color::RED, 0xff_0000),
            ("green", Color::GREEN, 0x00_ff00),
            ("yellow", Color::YELLOW, 0xff_ff00),
            ("blue", Color::BLUE, 0x00_00ff),
            ("magenta", Color::MAGENTA, 0xff_00ff),
            ("cyan", Color::CYAN, 0x00_ffff),
        ];
        let soft = [
            0xf0_5454, 0x60_d868, 0xf8_d858, 0x5c_94fc, 0xdc_70e8, 0x58_d8e4,
        ];
        for ((name, color, hex), soft) in pure.into_iter().zip(soft) {
            assert_eq!(color, Color::hex(hex), "{name}");
            assert_eq!(Color::parse(name), Some(Color::hex(soft)), "{name}");
        }
        assert_eq!(css::GREEN, Color::rgb(0, 128, 0));
    }

    #[test]
    fn a_mixed_colour_lies_between_two_exact_ends() {
        let (from, to) = (Color::rgba(0, 255, 10, 255), Color::rgba(255, 0, 11, 0));
        assert_eq!((from.lerp(to, 0.0), from.lerp(to, 1.0)), (from, to));
        assert_eq!((from.lerp(to, -1.0), from.lerp(to, 2.0)), (from, to));
        assert_eq!(from.lerp(to, f32::NAN), from);
        assert_eq!(from.lerp(to, 0.25), Color::rgba(64, 191, 10, 191));
        for (one, other) in [(0u8, 255u8), (255, 0), (7, 7), (3, 200)] {
            let (one, other) = (Color::rgb(one, 0, 0), Color::rgb(other, 0, 0));
            let mixed = (0..=1000u16).map(|t| one.lerp(other, f32::from(t) / 1000.0).r);
            let mixed: Vec<u8> = mixed.collect();
            assert!(mixed.is_sorted() || mixed.iter().rev().is_sorted());
        }
    }

    #[test]
    fn hex_takes_24_bits() {
        assert_eq!(Color::hex(0x01_80ff), Color::rgb(1, 128, 255));
        assert_eq!(Color::hex(0xff01_80ff), Color::rgb(1, 128, 255));
    }

    #[test]
    fn premultiplying_keeps_solid_colours_and_erases_transparent_ones() {
        assert_eq!(Color::rgb(1, 2, 3).premultiplied(), [1, 2, 3, 255]);
        assert_eq!(Color::rgba(200, 100, 50, 0).premultiplied(), [0, 0, 0, 0]);
        assert_eq!(
            Color::rgba(200, 100, 50, 128).premultiplied(),
            [100, 50, 25, 128]
        );
    }
}
