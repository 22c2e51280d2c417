//! Settings that layers inherit from their groups.

use glam::Vec2;

use super::images::color_of;
use super::node::MapNode;
use crate::base::color::Color;
use crate::scene::Blend;

/// The style of a layer, combined with the styles of its groups.
#[derive(Clone, Copy)]
pub(super) struct LayerStyle {
    /// Index of the innermost group.
    pub(super) group: Option<usize>,
    /// Offset, in Tiled's pixels.
    pub(super) offset: Vec2,
    pub(super) parallax: Vec2,
    /// Red, green, blue, alpha, each from 0 to 1.
    tint: [f32; 4],
    /// Blend mode of the layer itself: in Tiled, the mode of a group has no effect.
    pub(super) blend: Blend,
    pub(super) visible: bool,
}

impl LayerStyle {
    /// The style of a layer without any settings.
    pub(super) const PLAIN: Self = Self {
        group: None,
        offset: Vec2::ZERO,
        parallax: Vec2::ONE,
        tint: [1.0; 4],
        blend: Blend::Alpha,
        visible: true,
    };

    /// Returns the style of a layer in a group of this style.
    pub(super) fn with(self, layer: &MapNode) -> Result<Self, String> {
        let own = color(layer, "tintcolor")?.unwrap_or(Color::WHITE);
        let own = [own.r, own.g, own.b, own.a].map(|channel| f32::from(channel) / 255.0);
        let mut tint = [0, 1, 2, 3].map(|channel| self.tint[channel] * own[channel]);
        tint[3] *= layer.number("opacity")?.unwrap_or(1.0_f32);
        let number = |name, default: f32| layer.number(name).map(|value| value.unwrap_or(default));
        let parallax = Vec2::new(number("parallaxx", 1.0)?, number("parallaxy", 1.0)?);
        Ok(Self {
            group: self.group,
            offset: self.offset + Vec2::new(number("offsetx", 0.0)?, number("offsety", 0.0)?),
            parallax: self.parallax * parallax,
            tint,
            blend: layer.get("mode").and_then(blend_of).unwrap_or_default(),
            visible: self.visible && (layer.get("visible").is_none() || layer.is("visible")),
        })
    }

    /// Returns the style of an object in a layer of this style.
    pub(super) fn of_object(self, object: &MapNode) -> Result<Self, String> {
        let mut style = self;
        style.tint[3] *= object.number("opacity")?.unwrap_or(1.0_f32);
        style.visible &= object.get("visible").is_none() || object.is("visible");
        Ok(style)
    }

    pub(super) fn tint(&self) -> Color {
        let [red, green, blue, alpha] = self.tint.map(channel);
        Color::rgba(red, green, blue, alpha)
    }
}

/// Returns the blend mode that Tiled calls so. `None` if there is none.
pub(super) fn blend_of(mode: &str) -> Option<Blend> {
    match mode {
        "normal" => Some(Blend::Alpha),
        "add" => Some(Blend::Additive),
        "multiply" => Some(Blend::Multiply),
        "screen" => Some(Blend::Screen),
        _ => None,
    }
}

/// Returns a colour of an element. `None` if the attribute is missing or empty.
pub(super) fn color(node: &MapNode, name: &str) -> Result<Option<Color>, String> {
    let color = node.filled(name).map(|text| {
        color_of(text).ok_or_else(|| {
            node.fault(format!(
                "expected `{name}` as #rrggbb or #aarrggbb, got \"{text:.40}\""
            ))
        })
    });
    color.transpose()
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the cast saturates"
)]
fn channel(share: f32) -> u8 {
    (share * 255.0).round() as u8
}
