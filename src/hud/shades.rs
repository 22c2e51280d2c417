//! Shades of a widget's colour.

use crate::base::color::Color;

/// Opacity of the background of bars, text fields and buttons without a border, relative to the widget's colour: from 0
/// to 255.
pub(super) const BACKGROUND: u16 = 44;

/// Returns the colour with `share` / 255 of its opacity.
pub(super) fn faded(color: Color, share: u16) -> Color {
    let alpha = u16::from(color.a) * share / 255;
    color.with_alpha(u8::try_from(alpha).unwrap_or(u8::MAX))
}

/// Returns a colour that is legible on this one: black, or white on dark colours.
pub(super) fn inverse(color: Color) -> Color {
    // Weights of 2/8, 5/8 and 1/8 approximate luminance: green counts most.
    let light = 2 * u32::from(color.r) + 5 * u32::from(color.g) + u32::from(color.b);
    if light < 8 * 100 {
        Color::WHITE
    } else {
        Color::BLACK
    }
}
