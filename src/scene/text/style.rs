//! Styles of text, pieces of text in a style, and the layout of lines.

use glam::Vec2;

use crate::assets::{Face, FontId};
use crate::base::color::Color;
use crate::base::valid::{is_valid_angle, within};
use crate::geometry::turns::Turn;

/// Which part of each line of text is at the text's position.
///
/// ```
/// use damselfly::prelude::*;
///
/// # fn draw(cx: &mut Context<'_>) {
/// let style = TextStyle { align: Align::Right, ..Color::WHITE.into() };
/// cx.canvas(4_u16).text(vec2(79.0, 0.0), "12 points", style);
/// # }
/// assert_eq!(Align::default(), Align::Left);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Align {
    /// Its left end: the line extends to the right of the position. The default.
    #[default]
    Left,
    /// Its middle.
    Center,
    /// Its right end: the line extends to the left of the position.
    Right,
}

impl Align {
    /// Returns the fraction of a line's width that is left of its position, 0 to 1.
    pub(super) const fn part_before(self) -> f32 {
        match self {
            Self::Left => 0.0,
            Self::Center => 0.5,
            Self::Right => 1.0,
        }
    }
}

/// How text is drawn. A [`Color`] converts to a style.
///
/// ```
/// use damselfly::prelude::*;
///
/// # fn draw(cx: &mut Context<'_>) {
/// let title = TextStyle::new(Color::RED).bold().scaled(2.5).rotated(-0.1).centered();
/// let title = title.with_outline(1.0, Color::WHITE).with_shadow(vec2(2.0, 2.0), Color::BLACK);
/// cx.canvas(4_u16).text(vec2(40.0, 1.0), "Game over", title);
/// let story = TextStyle::from(Color::GREEN).wrapped(30.0);
/// cx.canvas(4_u16).text(vec2(1.0, 8.0), "You were the last of\nyour kind.", story);
/// # }
/// let plain: TextStyle = Color::GREEN.into();
/// assert_eq!(plain, TextStyle { color: Color::GREEN, ..TextStyle::default() });
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TextStyle {
    /// Its colour. Defaults to white.
    pub color: Color,
    /// Colour behind its characters, as high as the line. Blanks at the end of a wrapped line have no background.
    /// Defaults to `None`.
    pub background: Option<Color>,
    /// Whether it is bold. Bold text of the built-in font is as wide as plain text; bold text of other fonts is a
    /// little wider. Defaults to false.
    pub bold: bool,
    /// Its font. Defaults to the built-in one.
    pub font: FontId,
    /// Scale of its font, from 1/64 to [`TextStyle::LARGEST_SCALE`]. Numbers outside are clamped; where text is drawn,
    /// they are counted as refused values. The built-in font is best at whole scales, where every texel becomes a square
    /// of pixels. Glyphs of outline fonts are rasterised at the nearest of eight sizes per doubling, and then scaled by
    /// at most 7%; above 256 pixels per em they are enlarged. Defaults to 1.
    pub scale: f32,
    /// Angle about the text's position, in radians, clockwise on screen. An angle that is not finite counts as 0 and as
    /// a refused value. Defaults to 0.
    pub angle: f32,
    /// Outline around its characters, below all of them. Defaults to `None`.
    pub outline: Option<TextOutline>,
    /// Shadow of its characters and their outlines, below both. Defaults to `None`.
    pub shadow: Option<TextShadow>,
    /// Which part of each line is at the text's position: its left end, its middle or its right end. Defaults to the
    /// left end.
    pub align: Align,
    /// Maximum width of a line in world units: finite and above 0, see [`TextLayout::wrap`]. Defaults to `None`: only
    /// line feeds begin new lines.
    pub wrap: Option<f32>,
}

impl TextStyle {
    /// The largest [`scale`](TextStyle::scale), a factor of the font's own size.
    pub const LARGEST_SCALE: f32 = 64.0;
    /// The smallest scale.
    const SMALLEST_SCALE: f32 = 1.0 / 64.0;

    /// Returns the style of plain text in this colour, in the built-in font.
    pub const fn new(color: Color) -> Self {
        Self {
            color,
            ..Self::PLAIN
        }
    }

    /// White text in the built-in font.
    const PLAIN: Self = Self {
        color: Color::WHITE,
        background: None,
        bold: false,
        font: FontId::BUILT_IN,
        scale: 1.0,
        angle: 0.0,
        outline: None,
        shadow: None,
        align: Align::Left,
        wrap: None,
    };

    /// Returns the same style in bold.
    #[must_use]
    pub const fn bold(self) -> Self {
        Self { bold: true, ..self }
    }

    /// Returns the same style with a colour behind its characters: see [`TextStyle::background`].
    #[must_use]
    pub const fn with_background(self, color: Color) -> Self {
        Self {
            background: Some(color),
            ..self
        }
    }

    /// Returns the same style in this scale, from 1/64 to 64: see [`TextStyle::scale`].
    #[must_use]
    pub const fn scaled(self, scale: f32) -> Self {
        Self { scale, ..self }
    }

    /// Returns the same style at an angle about the text's position, in radians, clockwise on screen.
    #[must_use]
    pub const fn rotated(self, angle: f32) -> Self {
        Self { angle, ..self }
    }

    /// Returns the same style with an outline around its characters. `width` is in pixels at scale 1: above 0, at most
    /// [`TextOutline::MAX_WIDTH`].
    #[must_use]
    pub const fn with_outline(self, width: f32, color: Color) -> Self {
        Self {
            outline: Some(TextOutline { width, color }),
            ..self
        }
    }

    /// Returns the same style with a shadow. `offset` is in pixels at scale 1, x to the right and y downwards.
    #[must_use]
    pub const fn with_shadow(self, offset: Vec2, color: Color) -> Self {
        Self {
            shadow: Some(TextShadow { offset, color }),
            ..self
        }
    }

    /// Returns the same style with the middle of each line at the text's position.
    #[must_use]
    pub const fn centered(self) -> Self {
        self.aligned(Align::Center)
    }

    /// Returns the same style with this alignment: see [`TextStyle::align`].
    #[must_use]
    pub const fn aligned(self, align: Align) -> Self {
        Self { align, ..self }
    }

    /// Returns the same style with lines that are wrapped at a width in world units.
    #[must_use]
    pub const fn wrapped(self, width: f32) -> Self {
        Self {
            wrap: Some(width),
            ..self
        }
    }

    /// Returns the same style in another font.
    #[must_use]
    pub const fn with_font(self, font: FontId) -> Self {
        Self { font, ..self }
    }

    /// Returns the font and weight, which decide the glyphs.
    pub const fn face(self) -> Face {
        Face {
            font: self.font,
            bold: self.bold,
        }
    }

    /// Returns the layout of lines in this style.
    pub const fn layout(self) -> TextLayout {
        TextLayout {
            align: self.align,
            wrap: self.wrap,
            angle: self.angle,
        }
    }

    /// Returns whether its scale is within 1/64 to 64.
    pub(crate) fn has_valid_scale(self) -> bool {
        (Self::SMALLEST_SCALE..=Self::LARGEST_SCALE).contains(&self.scale)
    }

    /// Returns the effective scale: within 1/64 to 64. 1 for NaN.
    pub(crate) fn valid_scale(self) -> f32 {
        match self.scale.is_nan() {
            true => 1.0,
            false => self.scale.clamp(Self::SMALLEST_SCALE, Self::LARGEST_SCALE),
        }
    }

    /// Returns whether its outline and its shadow, if any, can be drawn.
    pub(crate) fn has_valid_decorations(self) -> bool {
        self.outline == self.valid_outline() && self.shadow == self.valid_shadow()
    }

    /// Returns the outline, unless its width is out of range.
    pub(super) fn valid_outline(self) -> Option<TextOutline> {
        let is_valid = |width: f32| width > 0.0 && width <= TextOutline::MAX_WIDTH;
        self.outline.filter(|outline| is_valid(outline.width))
    }

    /// Returns the shadow, unless its offset is out of range.
    pub(super) fn valid_shadow(self) -> Option<TextShadow> {
        self.shadow
            .filter(|shadow| within(shadow.offset, TextShadow::MAX_OFFSET))
    }
}

/// The outline of a text's characters. Outlines of all characters are below all characters, so that neighbours do not
/// cover each other. A translucent text shows its outline through its characters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TextOutline {
    /// Width in pixels at scale 1, above 0 and at most [`TextOutline::MAX_WIDTH`]. Rounded to quarters of a pixel; in
    /// the built-in font to whole pixels, at least 1. A width out of range draws no outline, and is counted as a refused
    /// value.
    pub width: f32,
    /// Its colour.
    pub color: Color,
}

impl TextOutline {
    /// The largest [`width`](TextOutline::width), in pixels at scale 1.
    pub const MAX_WIDTH: f32 = 16.0;
}

/// The shadow of a text's characters, with their outlines.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TextShadow {
    /// Offset in pixels at scale 1, x to the right and y downwards, each from -1024 to 1024. It turns with the text. An
    /// offset out of range draws no shadow, and is counted as a refused value.
    pub offset: Vec2,
    /// Its colour.
    pub color: Color,
}

impl TextShadow {
    /// The largest offset along an axis.
    const MAX_OFFSET: f32 = 1024.0;
}

impl Default for TextStyle {
    fn default() -> Self {
        Self::PLAIN
    }
}

impl From<Color> for TextStyle {
    fn from(color: Color) -> Self {
        Self::new(color)
    }
}

/// The layout of a text's lines. An [`Align`] converts to a layout.
///
/// A [`TextStyle`] has the same settings. Text in several styles has one layout for all of them:
/// [`Canvas::spans`](crate::world::Canvas::spans).
///
/// ```
/// use damselfly::prelude::*;
/// use damselfly::scene::TextLayout;
///
/// # fn draw(cx: &mut Context<'_>) {
/// let spans = [("Press ", Color::WHITE).into(), ("Space", Color::YELLOW).into()];
/// let column = TextLayout { align: Align::Center, wrap: Some(20.0), ..TextLayout::default() };
/// cx.canvas(4_u16).spans(vec2(40.0, 3.0), &spans, column);
/// # }
/// assert_eq!(TextLayout::from(Align::Left), TextLayout::default());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct TextLayout {
    /// Which part of each line is at the text's position. Defaults to the left end.
    pub align: Align,
    /// Maximum width of a line in world units; a longer line is wrapped. Lines end at blanks (the character `' '`). A
    /// word that is longer than a line is broken between characters; each line has at least one character. Blanks at
    /// the end of a wrapped line have no width. A width that is not finite or not above 0 has the effect of `None`;
    /// where text is drawn, it is counted as a refused value. Defaults to `None`: only line feeds begin new lines.
    pub wrap: Option<f32>,
    /// Angle about the text's position, in radians, clockwise on screen: see [`TextStyle::angle`]. Defaults to 0.
    pub angle: f32,
}

impl TextLayout {
    /// Returns whether its angle is finite and not too large.
    pub(crate) fn has_valid_angle(self) -> bool {
        is_valid_angle(self.angle)
    }

    /// Returns the effective angle.
    pub(super) fn turn(self) -> Turn {
        match self.has_valid_angle() {
            true => Turn::from_radians(self.angle),
            false => Turn::ZERO,
        }
    }

    /// Returns whether its width, if any, is finite and above 0.
    pub(crate) fn has_valid_wrap(self) -> bool {
        self.wrap == self.valid_wrap()
    }

    /// Returns the effective width in world units: finite and above 0.
    pub(super) fn valid_wrap(self) -> Option<f32> {
        self.wrap.filter(|width| width.is_finite() && *width > 0.0)
    }
}

impl From<Align> for TextLayout {
    fn from(align: Align) -> Self {
        Self {
            align,
            ..Self::default()
        }
    }
}

/// A piece of text in one style. A pair of a text and a style converts to a span. Alignment, line width and angle come from
/// the [`TextLayout`] of all spans; the spans' styles do not affect them.
///
/// ```
/// use damselfly::prelude::*;
/// use damselfly::scene::Span;
///
/// # let mut game = damselfly::app::Harness::start(App::new("Docs", Default::default()).cells(80, 24), |_| Ok(()))?;
/// # let mut cx = game.context();
/// let lives: Span<'_> = ("3", TextStyle::new(Color::RED).bold()).into();
/// cx.canvas(4_u16).spans(vec2(1.0, 0.0), &[("Lives ", Color::WHITE).into(), lives], Align::Left);
/// # assert!(game.shows("Lives 3"));
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Span<'a> {
    /// Its characters.
    pub text: &'a str,
    /// Their style.
    pub style: TextStyle,
}

impl<'a, S: Into<TextStyle>> From<(&'a str, S)> for Span<'a> {
    fn from((text, style): (&'a str, S)) -> Self {
        let style = style.into();
        Self { text, style }
    }
}
