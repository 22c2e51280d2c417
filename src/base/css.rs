//! The 148 colour names of CSS, as constants: `css::TOMATO`.
//!
//! Names and values follow *CSS Color Module Level 4*, section 6.1 (<https://www.w3.org/TR/css-color-4/#named-colors>).
//! `css::GREEN` is the darker green of web pages, (0, 128, 0); [`Color::GREEN`] is pure. In a text sprite six of the
//! words mean softer colours of the terminal: `red`, `green`, `yellow`, `blue`, `magenta` and `cyan`.
//!
//! ```
//! use damselfly::{Color, css};
//!
//! assert_eq!(css::TOMATO, Color::hex(0xff6347));
//! assert_eq!(Color::parse("tomato"), Some(css::TOMATO));
//! assert_eq!(css::RED, Color::RED);
//! assert_ne!(css::GREEN, Color::GREEN);
//! ```

use super::color::Color;

/// Defines a constant for each name, and the list of all names.
macro_rules! names {
    ($($constant:ident $name:literal $hex:literal,)*) => {
        $(
            #[doc = concat!("CSS's `", $name, "`, `", stringify!($hex), "`.")]
            pub const $constant: Color = Color::hex($hex);
        )*

        /// All names, in lower case and in alphabetical order, and their colours.
        pub const NAMES: [(&str, Color); 148] = [$(($name, $constant),)*];
    };
}

names! {
    ALICEBLUE "aliceblue" 0xf0_f8ff,
    ANTIQUEWHITE "antiquewhite" 0xfa_ebd7,
    AQUA "aqua" 0x00_ffff,
    AQUAMARINE "aquamarine" 0x7f_ffd4,
    AZURE "azure" 0xf0_ffff,
    BEIGE "beige" 0xf5_f5dc,
    BISQUE "bisque" 0xff_e4c4,
    BLACK "black" 0x00_0000,
    BLANCHEDALMOND "blanchedalmond" 0xff_ebcd,
    BLUE "blue" 0x00_00ff,
    BLUEVIOLET "blueviolet" 0x8a_2be2,
    BROWN "brown" 0xa5_2a2a,
    BURLYWOOD "burlywood" 0xde_b887,
    CADETBLUE "cadetblue" 0x5f_9ea0,
    CHARTREUSE "chartreuse" 0x7f_ff00,
    CHOCOLATE "chocolate" 0xd2_691e,
    CORAL "coral" 0xff_7f50,
    CORNFLOWERBLUE "cornflowerblue" 0x64_95ed,
    CORNSILK "cornsilk" 0xff_f8dc,
    CRIMSON "crimson" 0xdc_143c,
    CYAN "cyan" 0x00_ffff,
    DARKBLUE "darkblue" 0x00_008b,
    DARKCYAN "darkcyan" 0x00_8b8b,
    DARKGOLDENROD "darkgoldenrod" 0xb8_860b,
    DARKGRAY "darkgray" 0xa9_a9a9,
    DARKGREEN "darkgreen" 0x00_6400,
    DARKGREY "darkgrey" 0xa9_a9a9,
    DARKKHAKI "darkkhaki" 0xbd_b76b,
    DARKMAGENTA "darkmagenta" 0x8b_008b,
    DARKOLIVEGREEN "darkolivegreen" 0x55_6b2f,
    DARKORANGE "darkorange" 0xff_8c00,
    DARKORCHID "darkorchid" 0x99_32cc,
    DARKRED "darkred" 0x8b_0000,
    DARKSALMON "darksalmon" 0xe9_967a,
    DARKSEAGREEN "darkseagreen" 0x8f_bc8f,
    DARKSLATEBLUE "darkslateblue" 0x48_3d8b,
    DARKSLATEGRAY "darkslategray" 0x2f_4f4f,
    DARKSLATEGREY "darkslategrey" 0x2f_4f4f,
    DARKTURQUOISE "darkturquoise" 0x00_ced1,
    DARKVIOLET "darkviolet" 0x94_00d3,
    DEEPPINK "deeppink" 0xff_1493,
    DEEPSKYBLUE "deepskyblue" 0x00_bfff,
    DIMGRAY "dimgray" 0x69_6969,
    DIMGREY "dimgrey" 0x69_6969,
    DODGERBLUE "dodgerblue" 0x1e_90ff,
    FIREBRICK "firebrick" 0xb2_2222,
    FLORALWHITE "floralwhite" 0xff_faf0,
    FORESTGREEN "forestgreen" 0x22_8b22,
    FUCHSIA "fuchsia" 0xff_00ff,
    GAINSBORO "gainsboro" 0xdc_dcdc,
    GHOSTWHITE "ghostwhite" 0xf8_f8ff,
    GOLD "gold" 0xff_d700,
    GOLDENROD "goldenrod" 0xda_a520,
    GRAY "gray" 0x80_8080,
    GREEN "green" 0x00_8000,
    GREENYELLOW "greenyellow" 0xad_ff2f,
    GREY "grey" 0x80_8080,
    HONEYDEW "honeydew" 0xf0_fff0,
    HOTPINK "hotpink" 0xff_69b4,
    INDIANRED "indianred" 0xcd_5c5c,
    INDIGO "indigo" 0x4b_0082,
    IVORY "ivory" 0xff_fff0,
    KHAKI "khaki" 0xf0_e68c,
    LAVENDER "lavender" 0xe6_e6fa,
    LAVENDERBLUSH "lavenderblush" 0xff_f0f5,
    LAWNGREEN "lawngreen" 0x7c_fc00,
    LEMONCHIFFON "lemonchiffon" 0xff_facd,
    LIGHTBLUE "lightblue" 0xad_d8e6,
    LIGHTCORAL "lightcoral" 0xf0_8080,
    LIGHTCYAN "lightcyan" 0xe0_ffff,
    LIGHTGOLDENRODYELLOW "lightgoldenrodyellow" 0xfa_fad2,
    LIGHTGRAY "lightgray" 0xd3_d3d3,
    LIGHTGREEN "lightgreen" 0x90_ee90,
    LIGHTGREY "lightgrey" 0xd3_d3d3,
    LIGHTPINK "lightpink" 0xff_b6c1,
    LIGHTSALMON "lightsalmon" 0xff_a07a,
    LIGHTSEAGREEN "lightseagreen" 0x20_b2aa,
    LIGHTSKYBLUE "lightskyblue" 0x87_cefa,
    LIGHTSLATEGRAY "lightslategray" 0x77_8899,
    LIGHTSLATEGREY "lightslategrey" 0x77_8899,
    LIGHTSTEELBLUE "lightsteelblue" 0xb0_c4de,
    LIGHTYELLOW "lightyellow" 0xff_ffe0,
    LIME "lime" 0x00_ff00,
    LIMEGREEN "limegreen" 0x32_cd32,
    LINEN "linen" 0xfa_f0e6,
    MAGENTA "magenta" 0xff_00ff,
    MAROON "maroon" 0x80_0000,
    MEDIUMAQUAMARINE "mediumaquamarine" 0x66_cdaa,
    MEDIUMBLUE "mediumblue" 0x00_00cd,
    MEDIUMORCHID "mediumorchid" 0xba_55d3,
    MEDIUMPURPLE "mediumpurple" 0x93_70db,
    MEDIUMSEAGREEN "mediumseagreen" 0x3c_b371,
    MEDIUMSLATEBLUE "mediumslateblue" 0x7b_68ee,
    MEDIUMSPRINGGREEN "mediumspringgreen" 0x00_fa9a,
    MEDIUMTURQUOISE "mediumturquoise" 0x48_d1cc,
    MEDIUMVIOLETRED "mediumvioletred" 0xc7_1585,
    MIDNIGHTBLUE "midnightblue" 0x19_1970,
    MINTCREAM "mintcream" 0xf5_fffa,
    MISTYROSE "mistyrose" 0xff_e4e1,
    MOCCASIN "moccasin" 0xff_e4b5,
    NAVAJOWHITE "navajowhite" 0xff_dead,
    NAVY "navy" 0x00_0080,
    OLDLACE "oldlace" 0xfd_f5e6,
    OLIVE "olive" 0x80_8000,
    OLIVEDRAB "olivedrab" 0x6b_8e23,
    ORANGE "orange" 0xff_a500,
    ORANGERED "orangered" 0xff_4500,
    ORCHID "orchid" 0xda_70d6,
    PALEGOLDENROD "palegoldenrod" 0xee_e8aa,
    PALEGREEN "palegreen" 0x98_fb98,
    PALETURQUOISE "paleturquoise" 0xaf_eeee,
    PALEVIOLETRED "palevioletred" 0xdb_7093,
    PAPAYAWHIP "papayawhip" 0xff_efd5,
    PEACHPUFF "peachpuff" 0xff_dab9,
    PERU "peru" 0xcd_853f,
    PINK "pink" 0xff_c0cb,
    PLUM "plum" 0xdd_a0dd,
    POWDERBLUE "powderblue" 0xb0_e0e6,
    PURPLE "purple" 0x80_0080,
    REBECCAPURPLE "rebeccapurple" 0x66_3399,
    RED "red" 0xff_0000,
    ROSYBROWN "rosybrown" 0xbc_8f8f,
    ROYALBLUE "royalblue" 0x41_69e1,
    SADDLEBROWN "saddlebrown" 0x8b_4513,
    SALMON "salmon" 0xfa_8072,
    SANDYBROWN "sandybrown" 0xf4_a460,
    SEAGREEN "seagreen" 0x2e_8b57,
    SEASHELL "seashell" 0xff_f5ee,
    SIENNA "sienna" 0xa0_522d,
    SILVER "silver" 0xc0_c0c0,
    SKYBLUE "skyblue" 0x87_ceeb,
    SLATEBLUE "slateblue" 0x6a_5acd,
    SLATEGRAY "slategray" 0x70_8090,
    SLATEGREY "slategrey" 0x70_8090,
    SNOW "snow" 0xff_fafa,
    SPRINGGREEN "springgreen" 0x00_ff7f,
    STEELBLUE "steelblue" 0x46_82b4,
    TAN "tan" 0xd2_b48c,
    TEAL "teal" 0x00_8080,
    THISTLE "thistle" 0xd8_bfd8,
    TOMATO "tomato" 0xff_6347,
    TURQUOISE "turquoise" 0x40_e0d0,
    VIOLET "violet" 0xee_82ee,
    WHEAT "wheat" 0xf5_deb3,
    WHITE "white" 0xff_ffff,
    WHITESMOKE "whitesmoke" 0xf5_f5f5,
    YELLOW "yellow" 0xff_ff00,
    YELLOWGREEN "yellowgreen" 0x9a_cd32,
}

/// Returns the colour with this name, in lower case. `None` if there is none.
///
/// ```
/// use damselfly::{Color, css};
///
/// assert_eq!(css::named("red"), Some(Color::hex(0xff0000)));
/// assert_eq!(css::named("reddish"), None);
/// ```
pub fn named(name: &str) -> Option<Color> {
    let found = NAMES.binary_search_by(|(known, _)| (*known).cmp(name));
    found.ok().map(|at| NAMES[at].1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_css_name_is_found_and_in_order() {
        for (name, color) in NAMES {
            assert_eq!(named(name), Some(color), "{name}");
        }
        assert!(NAMES.is_sorted_by(|one, next| one.0 < next.0));
        for unknown in ["", "Red", "tomatoes", "aaa", "zzz"] {
            assert_eq!(named(unknown), None, "{unknown}");
        }
    }

    #[test]
    fn sampled_css_colours_match_the_standard() {
        assert_eq!(REBECCAPURPLE, Color::rgb(102, 51, 153));
        assert_eq!(CORNFLOWERBLUE, Color::rgb(100, 149, 237));
        assert_eq!(PAPAYAWHIP, Color::rgb(255, 239, 213));
        assert_eq!((GRAY, DARKGRAY), (GREY, DARKGREY));
        assert_eq!((AQUA, FUCHSIA), (CYAN, MAGENTA));
    }
}
