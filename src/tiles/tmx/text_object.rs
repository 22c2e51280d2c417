//! Text objects of a map.

use super::memory::MapMemory;
use super::node::MapNode;
use super::style::color;
use crate::base::color::Color;

/// Text of a [`TiledObject`](super::TiledObject) with its style. The game draws it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a check box of Tiled"
)]
pub struct TiledText {
    /// The text itself.
    pub text: String,
    /// Name of the font family. Defaults to `sans-serif`.
    pub font_family: String,
    /// Size of the font, in Tiled's pixels. Defaults to 16.
    pub pixel_size: u32,
    /// Colour. Defaults to black.
    pub color: Color,
    /// Whether lines are wrapped at the object's right edge. Defaults to false.
    pub wrap: bool,
    /// Whether the font is bold. Defaults to false.
    pub bold: bool,
    /// Whether the font is italic. Defaults to false.
    pub italic: bool,
    /// Whether the text is underlined. Defaults to false.
    pub underline: bool,
    /// Whether the text is struck out. Defaults to false.
    pub strikeout: bool,
    /// Whether the font's kerning is used. Defaults to true.
    pub kerning: bool,
    /// Horizontal alignment: the start is on the left. Defaults to [`TiledAlign::Start`].
    pub halign: TiledAlign,
    /// Vertical alignment: the start is at the top. Defaults to [`TiledAlign::Start`].
    pub valign: TiledAlign,
}

/// Alignment of a [`TiledText`] in its object.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum TiledAlign {
    /// At the left or the top.
    #[default]
    Start,
    /// Centred.
    Center,
    /// At the right or the bottom.
    End,
    /// At both sides, by wider spaces.
    Justify,
}

impl TiledText {
    pub(super) fn of(node: &MapNode, memory: &MapMemory) -> Result<Self, String> {
        let family = node.filled("fontfamily").unwrap_or("sans-serif");
        Ok(Self {
            // XML has the text between the tags.
            text: memory.text(node.get("text").unwrap_or(&node.text))?,
            font_family: memory.text(family)?,
            pixel_size: node.number("pixelsize")?.unwrap_or(16),
            color: color(node, "color")?.unwrap_or(Color::BLACK),
            wrap: node.is("wrap"),
            bold: node.is("bold"),
            italic: node.is("italic"),
            underline: node.is("underline"),
            strikeout: node.is("strikeout"),
            kerning: node.get("kerning").is_none() || node.is("kerning"),
            halign: TiledAlign::of(node.text_of("halign")),
            valign: TiledAlign::of(node.text_of("valign")),
        })
    }
}

impl TiledAlign {
    fn of(name: &str) -> Self {
        match name {
            "center" => Self::Center,
            "right" | "bottom" => Self::End,
            "justify" => Self::Justify,
            _ => Self::Start,
        }
    }
}
