//! Colours: sRGB with straight alpha, and the rule by which bytes are multiplied.
//!
//! No blending, no linear light and no other colour space: those are the backends'.

use core::fmt;

/// An sRGB colour with straight (not premultiplied) alpha, 8 bits per channel, each 0 to 255. Defaults to white.
///
/// ```
/// use damselfly::Color;
///
/// let shadow = Color::BLACK.with_alpha(128);
/// assert_eq!(shadow, Color::rgba(0, 0, 0, 128));
/// assert_eq!(Color::parse("#ff8000"), Some(Color::rgb(255, 128, 0)));
/// ```
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

impl Color {
    /// The terminal's black, and the default background.
    pub const BLACK: Self = Self::rgb(0, 0, 0);
    /// The terminal's red. The eight terminal colours are softened so that each is legible on black.
    pub const RED: Self = Self::rgb(240, 84, 84);
    /// The terminal's green.
    pub const GREEN: Self = Self::rgb(96, 216, 104);
    /// The terminal's yellow.
    pub const YELLOW: Self = Self::rgb(248, 216, 88);
    /// The terminal's blue.
    pub const BLUE: Self = Self::rgb(92, 148, 252);
    /// The terminal's magenta.
    pub const MAGENTA: Self = Self::rgb(220, 112, 232);
    /// The terminal's cyan.
    pub const CYAN: Self = Self::rgb(88, 216, 228);
    /// The terminal's white, and the default drawing colour.
    pub const WHITE: Self = Self::rgb(255, 255, 255);
    /// Fully transparent.
    pub const TRANSPARENT: Self = Self::rgba(0, 0, 0, 0);

    /// The eight terminal colours and their names, in the terminal's order.
    pub const NAMED: [(&'static str, Self); 8] = [
        ("black", Self::BLACK),
        ("red", Self::RED),
        ("green", Self::GREEN),
        ("yellow", Self::YELLOW),
        ("blue", Self::BLUE),
        ("magenta", Self::MAGENTA),
        ("cyan", Self::CYAN),
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

    /// Returns the same colour with opacity `a`, from 0 to 255.
    #[must_use]
    pub const fn with_alpha(self, a: u8) -> Self {
        Self { a, ..self }
    }

    /// Reads a terminal colour's name in lower case (`red`), or `#rrggbb` in either case. Returns `None` for anything
    /// else.
    pub fn parse(text: &str) -> Option<Self> {
        if let Some(&(_, color)) = Self::NAMED.iter().find(|(name, _)| *name == text) {
            return Some(color);
        }
        let hex = text
            .strip_prefix('#')
            .filter(|hex| hex.len() == 6 && hex.bytes().all(|b| b.is_ascii_hexdigit()))?;
        let channel = |at: usize| u8::from_str_radix(&hex[at..at + 2], 16).ok();
        Some(Self::rgb(channel(0)?, channel(2)?, channel(4)?))
    }

    /// Returns red, green and blue multiplied by alpha (rounded to nearest), then alpha: what the atlas,
    /// instances and the backends work with.
    pub const fn premultiplied(self) -> [u8; 4] {
        [
            mul_255(self.r, self.a),
            mul_255(self.g, self.a),
            mul_255(self.b, self.a),
            self.a,
        ]
    }
}

/// `round(a * b / 255)`, exactly, for every pair of bytes. The rule of all our pixel arithmetic.
#[expect(
    clippy::cast_possible_truncation,
    reason = "the quotient of two bytes' product by 255 is a byte"
)]
pub(crate) const fn mul_255(a: u8, b: u8) -> u8 {
    // Without a division, so that the shader, the SIMD lanes of the software backend and this can compute the same.
    let t = a as u32 * b as u32 + 128;
    ((t + (t >> 8)) >> 8) as u8
}

impl Default for Color {
    /// White.
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
    fn colours_parse_by_name_or_hex_and_nothing_else_does() {
        assert_eq!(Color::parse("cyan"), Some(Color::CYAN));
        assert_eq!(Color::parse("#0180ff"), Some(Color::rgb(1, 128, 255)));
        for bad in [
            "", "Cyan", "#fff", "#12345g", "#+12345", "0180ff", "#0180ff0", "#é1234",
        ] {
            assert_eq!(Color::parse(bad), None, "{bad:?}");
        }
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
