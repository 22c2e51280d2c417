//! The style of the display: font, frame, colours and icons of all widgets, set once.

use crate::assets::{FontId, SpriteId};
use crate::base::color::Color;
use crate::scene::{NineSlice, TextStyle};

/// The look of all widgets of a display: see [`Hud::set_style`](super::Hud::set_style).
///
/// Colours of the states apply in this order, so that later ones win: focused, under the mouse, pressed. A disabled
/// button has the look `disabled` alone. A widget's own [`color`](super::Widget::color) and
/// [`panel`](super::Widget::panel) replace the style's.
///
/// ```
/// # use damselfly::app::{Harness, Options};
/// use damselfly::hud::{HudStyle, WidgetLook};
/// use damselfly::prelude::*;
///
/// # fn main() -> Result<(), Error> {
/// # let app = App::new("Style", Options::default()).pixels(320, 200);
/// let mut game = Harness::start(app, |cx| {
///     cx.hud.set_style(HudStyle {
///         color: Color::hex(0xffe8a0),
///         panel: Some(Color::hex(0x202840)),
///         focused: WidgetLook { panel: Some(Color::hex(0x405090)), ..WidgetLook::default() },
///         ..HudStyle::default()
///     });
///     cx.hud.add(Widget::button("Play").at(HudAnchor::TopLeft));
///     Ok(())
/// })?;
/// game.step();
/// assert_eq!(game.image().get(10, 6), Some(Color::hex(0x202840)));
/// game.tap(Key::Tab);
/// game.step();
/// assert_eq!(game.image().get(10, 6), Some(Color::hex(0x405090)));
/// # Ok(())
/// # }
/// ```
#[doc(alias("Theme", "StyleBox", "skin", "visuals"))]
#[derive(Clone, Debug, Default, PartialEq)]
pub struct HudStyle {
    /// Colour of text, borders, bars and marks. Defaults to white, or to the colour set by
    /// [`App::color`](crate::app::App::color).
    pub color: Color,
    /// Background colour of all widgets, border included. Defaults to `None`: the world is visible behind them.
    pub panel: Option<Color>,
    /// Font of all texts. Defaults to the built-in one. Widgets stay on the built-in font's grid of 8 × 16 pixels: the
    /// height of a line in another font is rounded up to whole rows.
    pub font: FontId,
    /// Whether all texts are bold. Defaults to false.
    pub bold: bool,
    /// Frame around widgets with a border. Defaults to lines of the built-in font.
    pub frame: WidgetFrame,
    /// Look with the keyboard's focus. Border lines of the built-in font are also doubled. If there are no such lines
    /// and all fields are `None`, brackets mark the focus.
    pub focused: WidgetLook,
    /// Look of buttons and of focusable custom widgets under the mouse. Defaults to inverse video for buttons, if all
    /// fields are `None`.
    pub hovered: WidgetLook,
    /// Look while the left mouse button holds a widget down.
    pub pressed: WidgetLook,
    /// Look of disabled buttons. A text colour of `None` dims the widget's colour.
    pub disabled: WidgetLook,
    /// Pictures in place of the characters for marks.
    pub icons: HudIcons,
}

/// Differences of a widget's look in a state. `None` keeps the usual look.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WidgetLook {
    /// Colour of its text, bar and marks.
    pub text: Option<Color>,
    /// Colour of its border lines, or tint of its frame's sprite.
    pub border: Option<Color>,
    /// Background colour.
    pub panel: Option<Color>,
}

/// Frame around a widget with a border.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum WidgetFrame {
    /// Lines of the built-in font. The default.
    #[default]
    Lines,
    /// No lines: only the panel, with the same space.
    Plain,
    /// A sprite over the whole widget, in front of the panel. A texel of its borders is as large as a pixel of the
    /// widget's characters. The sprite keeps its own colours, unless a [`WidgetLook::border`] tints it. Nothing is
    /// drawn if the sprite does not exist, or if its borders leave no texel between them.
    Sprite(NineSlice),
}

/// Pictures in place of the characters for marks. `None`, the default for all, keeps the character.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HudIcons {
    /// Check box that is not set.
    pub unchecked: Option<WidgetIcon>,
    /// Check box that is set.
    pub checked: Option<WidgetIcon>,
    /// Knob of a slider.
    pub knob: Option<WidgetIcon>,
    /// Mark at the end of a dialogue's text, while it waits for the player.
    pub more: Option<WidgetIcon>,
}

/// A frame of a sprite, as an icon. It is drawn with its top left corner on a character's corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WidgetIcon {
    /// The sprite.
    pub sprite: SpriteId,
    /// Number of the frame, from 0. A larger number wraps around.
    pub frame: u16,
}

impl From<SpriteId> for WidgetIcon {
    fn from(sprite: SpriteId) -> Self {
        Self { sprite, frame: 0 }
    }
}

impl WidgetLook {
    /// Returns this look with the colours of `over`, where it has any.
    pub(super) fn under(self, over: Self) -> Self {
        Self {
            text: over.text.or(self.text),
            border: over.border.or(self.border),
            panel: over.panel.or(self.panel),
        }
    }

    /// Returns whether it changes nothing.
    pub(super) fn is_empty(self) -> bool {
        self == Self::default()
    }
}

impl HudStyle {
    /// Returns the style of texts in a colour.
    pub fn text(&self, color: Color) -> TextStyle {
        TextStyle {
            font: self.font,
            bold: self.bold,
            ..TextStyle::from(color)
        }
    }
}
