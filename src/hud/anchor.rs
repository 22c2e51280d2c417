//! Anchors of widgets, and the stacks at them.

use glam::Vec2;

use crate::base::checksum::{Checksum, ChecksumWriter};
use crate::scene::Align;

/// The anchor of a widget: its position in the view. Defaults to [`HudAnchor::TopCenter`].
///
/// Widgets at the same anchor are stacked in the order of adding: downwards from the top, upwards from the bottom.
/// Stacks in the middle row also go downwards, and are centred vertically. A `Vec2` converts to a free anchor of the
/// widget's centre, and a pair of a `Vec2` and an [`Align`] to any free anchor. Widgets at free anchors are not
/// stacked.
///
/// ```text
/// TopLeft     TopOneSixth     TopCenter     TopFiveSixths     TopRight
/// CenterLeft                   Center                      CenterRight
/// BottomLeft BottomOneSixth BottomCenter BottomFiveSixths  BottomRight
/// ```
///
/// ```
/// # use damselfly::prelude::*;
/// # fn start(cx: &mut Context<'_>) {
/// cx.hud.add(Widget::new("Lives").at(HudAnchor::BottomLeft));
/// # }
/// assert_eq!(HudAnchor::from(vec2(40.0, 12.0)), HudAnchor::Free(vec2(40.0, 12.0), Align::Center));
/// ```
#[doc(alias("ViewObjectLocation", "anchor preset"))]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum HudAnchor {
    /// The view's top left corner.
    TopLeft,
    /// The middle of the view's top edge. Also one of the six locations of *Dragonfly*. The default.
    #[default]
    TopCenter,
    /// The view's top right corner.
    TopRight,
    /// The middle of the view's left edge.
    CenterLeft,
    /// The middle of the view.
    Center,
    /// The middle of the view's right edge.
    CenterRight,
    /// The view's bottom left corner.
    BottomLeft,
    /// The middle of the view's bottom edge. Also one of the six locations of *Dragonfly*.
    BottomCenter,
    /// The view's bottom right corner.
    BottomRight,
    /// Centred at 1/6 of the view's width, at the top: the top left of *Dragonfly*.
    TopOneSixth,
    /// Centred at 5/6 of the view's width, at the top: the top right of *Dragonfly*.
    TopFiveSixths,
    /// Centred at 1/6 of the view's width, at the bottom: the bottom left of *Dragonfly*.
    BottomOneSixth,
    /// Centred at 5/6 of the view's width, at the bottom: the bottom right of *Dragonfly*.
    BottomFiveSixths,
    /// A free position, in characters of the built-in font from the view's top left corner. The `Align` decides which
    /// point of the widget is there: the middle of its left edge, its centre or the middle of its right edge. The
    /// widget is hidden if the position is not finite, or if the widget's corner would be more than 65 536 characters
    /// away.
    Free(Vec2, Align),
}

impl From<Vec2> for HudAnchor {
    fn from(middle: Vec2) -> Self {
        Self::Free(middle, Align::Center)
    }
}

impl From<(Vec2, Align)> for HudAnchor {
    fn from((at, align): (Vec2, Align)) -> Self {
        Self::Free(at, align)
    }
}

/// The columns of anchors, from left to right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AnchorColumn {
    Left,
    OneSixth,
    Middle,
    FiveSixths,
    Right,
}

/// The rows of anchors, from top to bottom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AnchorRow {
    Top,
    Middle,
    Bottom,
}

/// An anchor at which widgets are stacked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct HudStack {
    pub(super) column: AnchorColumn,
    pub(super) row: AnchorRow,
}

impl HudStack {
    /// Number of stacks: three rows of five columns.
    pub(super) const COUNT: usize = 15;

    /// Returns the stack's index, below [`HudStack::COUNT`].
    pub(super) fn index(self) -> usize {
        self.row as usize * 5 + self.column as usize
    }
}

impl HudAnchor {
    /// Returns the stack at this anchor. `None` if the anchor is free.
    pub(super) fn stack(self) -> Option<HudStack> {
        use AnchorColumn as Column;
        let (column, row) = match self {
            Self::TopLeft => (Column::Left, AnchorRow::Top),
            Self::TopOneSixth => (Column::OneSixth, AnchorRow::Top),
            Self::TopCenter => (Column::Middle, AnchorRow::Top),
            Self::TopFiveSixths => (Column::FiveSixths, AnchorRow::Top),
            Self::TopRight => (Column::Right, AnchorRow::Top),
            Self::CenterLeft => (Column::Left, AnchorRow::Middle),
            Self::Center => (Column::Middle, AnchorRow::Middle),
            Self::CenterRight => (Column::Right, AnchorRow::Middle),
            Self::BottomLeft => (Column::Left, AnchorRow::Bottom),
            Self::BottomOneSixth => (Column::OneSixth, AnchorRow::Bottom),
            Self::BottomCenter => (Column::Middle, AnchorRow::Bottom),
            Self::BottomFiveSixths => (Column::FiveSixths, AnchorRow::Bottom),
            Self::BottomRight => (Column::Right, AnchorRow::Bottom),
            Self::Free(..) => return None,
        };
        Some(HudStack { column, row })
    }

    /// Returns which part of a widget stays in place when its size changes: its left end, its middle or its right end.
    pub(super) fn align(self) -> Align {
        match (self, self.stack().map(|stack| stack.column)) {
            (Self::Free(_, align), _) => align,
            (_, Some(AnchorColumn::Left)) => Align::Left,
            (_, Some(AnchorColumn::Right)) => Align::Right,
            _ => Align::Center,
        }
    }
}

impl Checksum for HudAnchor {
    /// Adds the index of the stack. A free anchor adds an index beyond all stacks, then its position.
    fn write_checksum(&self, sum: &mut ChecksumWriter) {
        let stack = self.stack().map_or(HudStack::COUNT, HudStack::index);
        sum.usize(stack);
        if let Self::Free(at, align) = self {
            sum.vec2(*at);
            sum.u8(match align {
                Align::Left => 0,
                Align::Center => 1,
                Align::Right => 2,
            });
        }
    }
}
